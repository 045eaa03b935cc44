/** The inbox as a shop meets it: somebody writes, two colleagues are at it, one answers, it is closed. */
import type { Locator, Page } from '@playwright/test';
import { callApi, makeKey } from './support/api';
import { expect, expectAccessible, expectNoSidewaysScroll, signUp, test, unique } from './support/test';

const conversation = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Conversations' }).getByRole('button', { name: new RegExp(name) });
/** What went out just before may still be taken back as well. */
const undoOf = (page: Page, what: string): Locator =>
  page.locator('.mantine-Notification-root', { hasText: what }).getByRole('button', { name: 'Undo' });
const thread = (page: Page) => page.getByRole('region', { name: 'Conversation', exact: true });

/** In a customer's place, on the sandbox's page. */
async function writeIn(page: Page, text: string, name = 'Ani Rahma'): Promise<void> {
  await page.goto('/channels/sandbox');
  const panel = page.locator('section').filter({ hasText: 'Receive a message' });
  await panel.getByRole('textbox', { name: 'Name' }).fill(name);
  await panel.getByRole('textbox', { name: 'Message' }).fill(text);
  await panel.getByRole('button', { name: 'Receive it' }).click();
  await expect(panel.getByRole('textbox', { name: 'Message' })).toHaveValue('');
}

/** A colleague in a browser of their own. */
async function joinAs(page: Page, guest: Page, baseURL: string | undefined, name: string): Promise<void> {
  await page.goto('/settings/members');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('textbox', { name: 'E-mail (optional)' }).fill(`${unique('rekan-')}@toko.example`);
  await page.keyboard.press('Enter');
  const link = await drawer.locator('code').innerText();
  await guest.goto(`${baseURL ?? ''}${new URL(link).pathname}`);
  await guest.getByLabel('Your name').fill(name);
  await guest.getByRole('textbox', { name: 'Password' }).fill('kopi susu gula aren');
  await guest.keyboard.press('Enter');
  await guest.waitForURL((url) => url.pathname === '/');
}

test('somebody writes, two colleagues are at it, one answers, and it is closed and opened again', async ({
  page,
  browser,
  baseURL,
}) => {
  // Every step is a page, and two people take them.
  test.slow();
  await signUp(page, 'Rina Wulandari');
  const key = await makeKey(page);
  const connected = await callApi(
    baseURL,
    'POST',
    '/api/v1/channels',
    {
      provider: 'msg_p2',
      displayName: 'WhatsApp toko',
      credentials: { accountSid: 'AC1', authToken: 'token', fromNumber: 'whatsapp:+14155238886' },
    },
    key,
  );
  expect(connected.status).toBe(201);
  await page.goto('/inbox');
  await expect(
    page.getByText(/^Messages from WhatsApp, SMS, Telegram, LINE, Messenger and Instagram arrive here/),
  ).toBeVisible();
  await expectAccessible(page);
  const guest = await (await browser.newContext({ locale: 'en-US' })).newPage();
  await joinAs(page, guest, baseURL, 'Budi Santoso');

  // What comes in is here within three seconds, and counted beside the page's name.
  await guest.goto(`${baseURL ?? ''}/inbox`);
  await writeIn(page, 'Apakah kopi Gayo masih ada?');
  await expect(conversation(guest, 'Ani Rahma')).toBeVisible({ timeout: 10_000 });
  await expect(conversation(guest, 'Ani Rahma')).toContainText('1 new');
  await page.goto('/inbox');
  await expect(page.getByRole('link', { name: /^Inbox/ })).toContainText('1');
  await conversation(page, 'Ani Rahma').click();
  await expect(thread(page).getByText('Apakah kopi Gayo masih ada?')).toBeVisible();
  await expect(thread(page).getByText(/^23 hours left$/)).toBeVisible();
  await expectAccessible(page);

  // A note stays with colleagues, and who is answering shows.
  await conversation(guest, 'Ani Rahma').click();
  await page.keyboard.press('n');
  await page.getByRole('textbox', { name: 'Write a note for your team' }).fill('Stok tinggal tiga.');
  await page.keyboard.press('Enter');
  await expect(thread(guest).getByText('Stok tinggal tiga.')).toBeVisible({ timeout: 10_000 });
  await page.locator('h1').click();
  await page.keyboard.press('r');
  await page.getByRole('textbox', { name: 'Your answer' }).fill('Masih');
  await expect(guest.getByText('Rina Wulandari is answering…')).toBeVisible({ timeout: 10_000 });
  const mistaken = 'Masih da, Kak, tiga bungkus lagi, dan besok pagi datang yang baru dari Takengon, semoga sempat.';
  await page.getByRole('textbox', { name: 'Your answer' }).fill(mistaken);
  await page.keyboard.press('Enter');
  // For five seconds it can be taken back.
  await expect(page.getByText(`Sending: ${mistaken}`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('textbox', { name: 'Your answer' })).toHaveValue(mistaken);
  await expect(page.getByText('Sending:')).toBeHidden();
  await page.getByRole('textbox', { name: 'Your answer' }).fill('Masih ada, Kak.');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Your answer' })).toHaveValue('');
  await expect(thread(page).locator('ol').getByText('Masih ada, Kak.')).toBeVisible({ timeout: 15_000 });
  await expect(thread(page).getByText(mistaken)).toHaveCount(0);
  await expect(thread(page).getByText(/ · (sent|delivered|read)$/)).toBeVisible({ timeout: 15_000 });

  // Whoever has not seen an answer is told that there is one.
  await guest.route('**/api/trpc/**inbox.pulse**', (route) => route.abort());
  await guest.route('**/api/trpc/**inbox.messages**', (route) => route.abort());
  await page.getByRole('textbox', { name: 'Your answer' }).fill('Sisa tiga bungkus.');
  await page.keyboard.press('Enter');
  // Whoever goes on to another page lets it go at once.
  await expect(page.getByText('Sending: Sisa tiga bungkus.')).toBeVisible();
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Inbox');
  await page.goto('/inbox');
  await conversation(page, 'Ani Rahma').click();
  await expect(thread(page).locator('ol').getByText('Sisa tiga bungkus.')).toBeVisible({ timeout: 15_000 });
  await guest.getByRole('textbox', { name: 'Your answer' }).fill('Habis, Kak.');
  await guest.keyboard.press('Enter');
  await expect(guest.getByText('Somebody wrote in this conversation before you sent your answer.')).toBeVisible({
    timeout: 15_000,
  });
  await expect(guest.getByRole('textbox', { name: 'Your answer' })).toHaveValue('Habis, Kak.');
  await guest.context().close();

  // What is typed waits while one looks elsewhere.
  await page.getByRole('textbox', { name: 'Your answer' }).fill('Kalau mau');
  await page.goto('/channels');
  await page.getByRole('link', { name: 'WhatsApp toko' }).click();
  await expect(page.getByText('First message', { exact: true })).toBeVisible();
  await expect(page.getByText('No message yet')).toBeHidden();
  await page.goto('/inbox');
  await conversation(page, 'Ani Rahma').click();
  await expect(page.getByRole('textbox', { name: 'Your answer' })).toHaveValue('Kalau mau');
  await page.getByRole('textbox', { name: 'Your answer' }).fill('');

  // A saved reply by its shortcut.
  await page.goto('/inbox/settings');
  await expect(page.getByText('WhatsApp toko')).toBeVisible();
  await page.getByRole('button', { name: 'New reply' }).click();
  const drawer = page.getByRole('dialog', { name: 'New reply' });
  await drawer.getByRole('textbox', { name: 'Name' }).fill('Ongkir');
  await drawer.getByRole('textbox', { name: 'Shortcut' }).fill('ongkir');
  await drawer.getByRole('textbox', { name: 'Text' }).fill('Halo {firstName|Kak}, ongkir gratis.');
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(drawer).toBeHidden();
  await expectAccessible(page);
  await page.goto('/inbox');
  await conversation(page, 'Ani Rahma').click();
  await page.getByRole('textbox', { name: 'Your answer' }).fill('/ong');
  await expect(page.getByRole('option', { name: /^Ongkir/ })).toHaveAttribute('data-combobox-selected', 'true');
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(thread(page).getByText('Halo Kak, ongkir gratis.')).toBeVisible({ timeout: 15_000 });

  // Taken by its key, and back.
  await page.locator('h1').click();
  await page.keyboard.press('a');
  await expect(page.getByText('Assigned to Rina Wulandari: Ani Rahma.')).toBeVisible();
  await undoOf(page, 'Assigned to Rina Wulandari').click();
  await expect(thread(page).getByRole('combobox', { name: 'Assigned to' })).toHaveValue('');
  await expect(page.getByText('Unassigned:')).toBeHidden();

  // Closed by its key, and back.
  await page.keyboard.press('e');
  await expect(page.getByText('Closed: Ani Rahma.')).toBeVisible();
  await expect(conversation(page, 'Ani Rahma')).toBeHidden();
  await undoOf(page, 'Closed: Ani Rahma').click();
  await expect(conversation(page, 'Ani Rahma')).toBeVisible();

  // On a phone, one pane.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(thread(page)).toBeVisible();
  await expect(conversation(page, 'Ani Rahma')).toBeHidden();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'All conversations' }).click();
  await expect(conversation(page, 'Ani Rahma')).toBeVisible();
  await expectNoSidewaysScroll(page);

  // Who wants no more is said so.
  await writeIn(page, 'STOP');
  await page.goto('/inbox');
  await conversation(page, 'Ani Rahma').click();
  await expect(page.getByText(/^This person has unsubscribed\. You can/)).toBeVisible();
});
