/**
 * From an account with a vendor to opens that come in: connecting a channel, writing from blocks, testing, sending to
 * a list and a segment, answering in the vendor's place, canceling half-way and sending the rest.
 */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { themesOf } from './support/looks';
import { test } from './support/signed-in';
import { expect, expectAccessible, expectNoSidewaysScroll, unique } from './support/test';

/** A figure of the progress page. */
const figure = async (page: Page, label: string): Promise<number> =>
  Number(
    (await page.getByRole('group', { name: label, exact: true }).getByRole('status').innerText()).replaceAll(/\D/g, ''),
  );

async function connect(page: Page, provider: string, name: string, fields: Record<string, string>): Promise<void> {
  await page.goto('/channels/new');
  await page.getByRole('button', { name: new RegExp(`^${provider} `) }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(form.getByText('Fill this in.').first()).toBeVisible();
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  for (const [label, value] of Object.entries(fields)) await form.getByLabel(label, { exact: true }).fill(value);
  await form.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

async function chooseAudience(
  page: Page,
  name: string,
  channel: string,
  audience: { list: RegExp; segment?: string },
): Promise<void> {
  await page.goto('/broadcasts/new');
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('checkbox', { name: channel }).check();
  await page.getByPlaceholder('Choose lists').click();
  await page.getByRole('option', { name: audience.list }).click();
  await page.keyboard.press('Escape');
  if (audience.segment !== undefined) {
    await page.getByPlaceholder('Choose segments').click();
    await page.getByRole('option', { name: audience.segment }).click();
    await page.keyboard.press('Escape');
  }
  await expect(page.getByText('people, each counted once')).toBeVisible();
}

async function addBlock(page: Page, kind: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a block', exact: true }).click();
  await page.getByRole('menuitem', { name: new RegExp(`^${kind}`) }).click();
}

test('a channel is connected, shows its DNS records, sends a test and is revoked', async ({ page }) => {
  const name = unique('Postmark ');
  await connect(page, 'Postmark', name, { 'Server API token': 'token-of-nobody', 'From address': 'halo@toko.example' });
  await expect(page.getByRole('heading', { name: 'DNS records' })).toBeVisible();
  await expect(page.getByText('_dmarc.toko.example')).toBeVisible();
  await expect(page.getByText('token-of-nobody')).toHaveCount(0);
  await expectAccessible(page);

  await page.getByRole('textbox', { name: 'E-mail address' }).fill('sari@example.com');
  await page.getByRole('button', { name: 'Send a test' }).click();
  await expect(page.getByText('Postmark accepted it')).toBeVisible({ timeout: 15_000 });

  await page.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke channel' }).click();
  await expect(page.getByText('Revoked', { exact: true })).toBeVisible();
  await page.goto('/channels');
  await expect(page.getByRole('link', { name })).toHaveCount(0);
  await page.getByText('All', { exact: true }).click();
  await expect(page.getByRole('link', { name })).toBeVisible();
});

test('a sender that is no address is refused at its field, and no placeholder can be copied', async ({ page }) => {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/channels/new');
    await page.getByRole('button', { name: /^Resend / }).click();
    const form = page.getByRole('dialog');
    const name = unique('Resend ');
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await form.getByLabel('API key', { exact: true }).fill('re_nobody');
    const from = form.getByLabel('From address', { exact: true });
    for (const wrong of ['toko', 'Toko <halo@toko.example>']) {
      await from.fill(wrong);
      await form.getByRole('button', { name: 'Connect', exact: true }).click();
      await expect(from).toHaveAccessibleDescription(/Enter an e-mail address/);
      await expect(from).toBeFocused();
    }
    await expectAccessible(page);
    await from.fill('halo@toko.example');
    await form.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

    // The record's name is known; its value only Resend knows.
    await expect(page.getByRole('button', { name: 'Copy: DKIM Name' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Copy: DKIM Value' })).toHaveCount(0);
    await expect(page.getByText('Resend shows it with your domain')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Copy: SPF Value' })).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    await page.getByRole('button', { name: 'Edit' }).click();
    await from.fill('toko');
    await form.getByRole('button', { name: 'Save changes' }).click();
    await expect(from).toHaveAccessibleDescription(/Enter an e-mail address/);
    await expectAccessible(page);
  }
});

test('a time that has passed is said at the field and not taken, and what was chosen stays', async ({ page }) => {
  for (const width of [1280, 390]) {
    // Ten in the morning in Jakarta, so that nine has passed.
    await page.clock.setFixedTime(new Date('2027-03-10T03:00:00Z'));
    await page.setViewportSize({ width, height: 900 });
    await chooseAudience(page, unique('Siang '), 'Resend', { list: /^Pelanggan setia/ });
    await page.getByRole('button', { name: 'Continue to content' }).click();
    await page.getByRole('textbox', { name: 'Subject' }).fill('Siang');
    await addBlock(page, 'Text');
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Halo');
    await page.getByRole('button', { name: 'Continue to check' }).click();
    await page.getByText('Later', { exact: true }).click();
    const field = page.getByRole('button', { name: 'Send at' });
    await field.click();
    await page.getByRole('button', { name: '10 March 2027', exact: true }).click();
    await page.getByRole('button', { name: 'Set the time' }).click();
    await expect(field).toContainText('Mar 10, 2027, 9:00');
    await expect(page.getByText('This time has passed.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Schedule' })).toBeDisabled();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    // Typed: eight o'clock has passed too, eleven has not.
    for (const [hour, isTaken] of [
      ['8', false],
      ['11', true],
    ] as const) {
      await field.click();
      await page.getByRole('spinbutton', { name: 'Hours' }).fill(hour);
      await page.keyboard.press('Enter');
      await page.keyboard.press('Escape');
      await expect(field).toContainText(`Mar 10, 2027, ${hour}:00`);
      await expect(page.getByText('This time has passed.')).toHaveCount(isTaken ? 0 : 1);
      await expect(page.getByRole('button', { name: 'Schedule' })).toBeEnabled({ enabled: isTaken });
    }
  }
});

test('on a server without merge tags none are offered, and those that are written are named', async ({ page }) => {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await chooseAudience(page, unique('Tanpa tag '), 'Resend', { list: /^Pelanggan setia/ });
    await page.getByRole('button', { name: 'Continue to content' }).click();
    await page.getByRole('textbox', { name: 'Subject' }).fill('Halo');
    await addBlock(page, 'Text');
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Untuk Anda');
    await addBlock(page, 'Footer');
    await expect(page.getByRole('button', { name: /^Insert a merge tag/ })).toHaveCount(0);
    const notice = page.getByRole('status').filter({ hasText: 'This server does not replace merge tags' });
    await expect(notice).toHaveCount(0);
    await page.getByRole('textbox', { name: 'Subject' }).fill('Halo {firstName}');
    await expect(notice).toContainText('{firstName}');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole('textbox', { name: 'Subject' }).fill('Halo');
    await expect(notice).toHaveCount(0);
    // The footer leaves the link to us, as its help advises: nothing is missing.
    await page.getByRole('button', { name: 'Continue to check' }).click();
    await expect(page.getByText('Everything is in place.')).toBeVisible();
    await expect(page.getByText('The e-mail has no unsubscribe link.')).toHaveCount(0);
    await expectAccessible(page);
  }
});

test('an e-mail from blocks goes to a list and a segment, and its opens and clicks come in', async ({ page }) => {
  const name = unique('Panen Gayo ');
  const subject = unique('Panen Gayo sudah tiba ');
  await chooseAudience(page, name, 'Resend', { list: /^Pelanggan setia/, segment: 'New in 7 days' });
  const leftOut = page.getByText(/^[\d,]+ people excluded by your lists and segments$/);
  await page.getByPlaceholder('No list').click();
  await page.getByRole('option', { name: /^Pelanggan setia/ }).click();
  await page.keyboard.press('Escape');
  await expect(leftOut).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  // Taken out again, so that the list gets it.
  await page.getByRole('combobox', { name: 'Exclude lists' }).press('Backspace');
  await expect(leftOut).toHaveCount(0);
  await page.getByRole('button', { name: 'Continue to content' }).click();

  await page.getByRole('textbox', { name: 'Subject' }).fill(subject);
  await addBlock(page, 'Headline');
  await page.getByRole('textbox', { name: 'Title' }).fill('Panen Gayo');
  await addBlock(page, 'Button');
  await page.getByRole('textbox', { name: 'Button text' }).fill('Lihat');
  // What is not finished is said at its block, and the step waits.
  await page.getByRole('textbox', { name: 'Link address' }).fill('not an address');
  await page.getByRole('button', { name: 'Continue to check' }).click();
  await expect(page.getByText('Something is missing here').or(page.locator('[data-error]')).first()).toBeAttached();
  await page.getByRole('textbox', { name: 'Link address' }).fill('https://toko.example/gayo');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Continue to check' }).click();

  await expect(page.getByRole('heading', { name: 'Check before sending' })).toBeVisible();
  await page.getByRole('textbox', { name: 'To' }).fill('sari@example.com');
  await page.getByRole('button', { name: 'Send a test' }).click();
  await expect(page.getByText('Resend accepted it')).toBeVisible({ timeout: 15_000 });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send now' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click();

  await page.waitForURL(/\/broadcasts\/[a-z0-9]+$/);
  const address = page.url();
  const progress = page.getByText(/^[\d,]+ of [\d,]+ done$/);
  await expect
    .poll(async () => /^([\d,]+) of \1 done$/.test(await progress.innerText()), { timeout: 90_000 })
    .toBe(true);
  const sent = await figure(page, 'Sent');
  expect(sent).toBeGreaterThan(5);

  // The vendor's reports, through the sandbox. By its own subject: other tests send as well, and the outbox is paged.
  await page.goto(`/channels/sandbox?q=${encodeURIComponent(subject)}`);
  const rows = page.getByRole('row').filter({ hasText: subject });
  await expect(rows.first()).toBeVisible();
  await rows.nth(0).getByRole('checkbox').check();
  await rows.nth(1).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Opened' }).click();
  await rows.nth(2).getByRole('button').first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Clicked' }).click();
  await expectAccessible(page);
  await page.goto(address);
  await expect.poll(() => figure(page, 'Opened'), { timeout: 30_000 }).toBe(3);
  await expect.poll(() => figure(page, 'Clicked'), { timeout: 30_000 }).toBe(1);
  await page.reload();
  const links = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Clicks by link' }) });
  await expect(links.getByRole('link', { name: 'example.com/' })).toBeVisible();

  // Who opened it, and all of it as a file.
  await page.getByRole('combobox', { name: 'State' }).selectOption({ label: 'Opened (3)' });
  await expect(page.getByRole('table', { name: 'Recipients' }).getByRole('row')).toHaveCount(4);
  await page.getByRole('combobox', { name: 'State' }).selectOption('');
  const total = Number(/of ([\d,]+) done/.exec(await progress.innerText())?.[1]?.replaceAll(',', ''));
  const downloaded = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download as CSV' }).click();
  const file = await (await downloaded).path();
  expect(readFileSync(file, 'utf8').trimEnd().split('\r\n')).toHaveLength(total + 1);
  await expectAccessible(page);
});

/** What the sandbox says, in the vendor's place, to the next messages. */
async function rule(page: Page, provider: string, answer: string): Promise<void> {
  await page.goto('/channels/sandbox');
  await page.getByText('Provider answers to the next messages').click();
  const saved = page.waitForResponse((response) => response.url().includes('sandbox.setRule') && response.ok());
  await page.getByRole('combobox', { name: provider }).selectOption({ label: answer });
  await saved;
}

test('a broadcast that waits for its vendor is canceled and sent again without one double', async ({ page }) => {
  const name = unique('Setengah jalan ');
  await connect(page, 'SendGrid', unique('SendGrid '), {
    'API key': 'key-of-nobody',
    'From address': 'halo@toko.example',
  });
  await rule(page, 'SendGrid', 'Too many requests');
  await chooseAudience(page, name, 'SendGrid', { list: /^Pelanggan setia/ });
  await page.getByRole('button', { name: 'Continue to content' }).click();
  await page.getByText('Own HTML').click();
  await page.getByRole('textbox', { name: 'Subject' }).fill(name);
  await page.getByLabel('HTML', { exact: true }).last().fill('<p>Halo</p>');
  await page.getByRole('button', { name: 'Continue to check' }).click();
  await page.getByRole('button', { name: 'Send now' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click();
  await page.waitForURL(/\/broadcasts\/[a-z0-9]+$/);
  const address = page.url();

  await page.getByRole('button', { name: 'Cancel broadcast' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel broadcast' }).click();
  await expect(page.getByText('Paused', { exact: true })).toBeVisible();
  // What the vendor was just asked for comes back first: then nothing of it is on its way any more.
  const progress = page.getByText(/^[\d,]+ of [\d,]+ sent, then stopped$/);
  const total = Number(/of ([\d,]+) sent/.exec(await progress.innerText())?.[1]?.replaceAll(',', ''));
  await expect.poll(() => figure(page, 'Skipped')).toBe(total);
  await rule(page, 'SendGrid', 'Accepted');

  await page.goto(address);
  await page.getByRole('button', { name: 'Send the rest' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send the rest' }).click();
  await expect.poll(() => figure(page, 'Sent'), { timeout: 45_000 }).toBe(total);
  expect(await figure(page, 'Failed')).toBe(0);
});

for (const colorScheme of themesOf('broadcasts')) {
  test(`nothing stands in anybody's way, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    for (const path of ['/broadcasts', '/channels', '/channels/new', '/channels/sandbox']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      await expectAccessible(page);
    }
    await page.goto('/broadcasts?q=11.11');
    await page.getByRole('link', { name: '11.11', exact: true }).click();
    await expect(page.getByText('Not delivered')).toBeVisible();
    await expectAccessible(page);
  });
}

test('on a phone nothing scrolls sideways', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ['/broadcasts', '/broadcasts/new', '/channels', '/channels/new', '/channels/sandbox']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expectNoSidewaysScroll(page);
  }
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto('/broadcasts/new');
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/broadcasts?q=11.11');
  await page.getByText('11.11', { exact: true }).first().click();
  await expect(page.getByText('Not delivered')).toBeVisible();
  await expectNoSidewaysScroll(page);
});
