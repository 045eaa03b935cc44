/** Creators as a merchant and a creator meet them: from a brief to content, and from a program to money that is paid. */
import { devices, type Browser, type Page } from '@playwright/test';
import { callApi, makeKey } from './support/api';
import { themesOf } from './support/looks';
import { expect, expectAccessible, expectNoSidewaysScroll, signUp, test, unique } from './support/test';

/** Through the drawer of a brief or a program. Leads to the collaboration's page. */
async function invite(page: Page, name: string, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: 'Invite somebody' });
  await expectAccessible(page);
  await drawer.getByRole('textbox', { name: 'Name' }).fill(name);
  await drawer.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.keyboard.press('Enter');
  await expect(drawer).toBeHidden();
  await page.goto('/collaborations');
  await page.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
}

const portalOf = async (page: Page): Promise<string> =>
  (await page.getByRole('link', { name: /^Open their page/ }).getAttribute('href')) ?? '';

/** The creator's page is open to everybody on a phone. */
async function expectPublicPage(browser: Browser, path: string): Promise<void> {
  for (const colorScheme of themesOf('creators')) {
    const phone = await browser.newContext({ ...devices['Pixel 5'], locale: 'en-US', colorScheme });
    const theirs = await phone.newPage();
    await theirs.goto(path);
    await expect(theirs.getByRole('heading', { name: 'Seduh pagi' })).toBeVisible();
    await expectAccessible(theirs);
    await expectNoSidewaysScroll(theirs);
    await theirs.locator('.brand').getByRole('link').click();
    await expect(theirs.getByRole('link', { name: 'Seduh pagi' })).toBeVisible();
    await expectAccessible(theirs);
    await phone.close();
  }
}

test('a brief is made, a creator accepts on a phone and hands in, and the merchant approves it', async ({
  page,
  browser,
}) => {
  // A long way: every step of it is a page.
  test.slow();
  await signUp(page, 'Melati Putri');
  await page.goto('/campaigns');
  await expect(page.getByText(/^Ask creators for posts/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'New brief' }).first().click();
  const drawer = page.getByRole('dialog', { name: 'New brief' });
  await drawer.getByRole('textbox', { name: 'Title' }).fill('Seduh pagi');
  await drawer.getByRole('textbox', { name: 'Disclosure in every caption' }).fill('#iklan');
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Create brief' }).click();
  await page.waitForURL(/\/campaigns\/c[a-z0-9]{24}$/);
  const brief = page.url();
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText(/^You cannot publish it yet\. .*: Description\.$/)).toBeVisible();
  const edit = page.getByRole('dialog', { name: 'Edit brief' });
  await edit.getByRole('textbox', { name: 'Description' }).fill('Satu **video** pendek.');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toBeHidden();
  await expect(page.getByText('video', { exact: true })).toBeVisible();
  // Nobody else sees the page yet.
  const preview = page.frameLocator('iframe[title="The page on a phone"]');
  await expect(preview.getByRole('heading', { name: 'Seduh pagi' })).toBeVisible();
  await expect(preview.getByText('video', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Open', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Edit' }).click();
  await edit.getByText('Anybody can apply').click();
  await edit.getByRole('button', { name: 'Save' }).click();
  const publicPath = await page.getByRole('link', { name: 'Open public page' }).getAttribute('href');
  await expectPublicPage(browser, publicPath ?? '');
  await invite(page, 'Ayu Lestari', `${unique('ayu')}@contoh.example`);

  const phone = await browser.newContext({ ...devices['Pixel 5'], locale: 'en-US' });
  const theirs = await phone.newPage();
  await theirs.goto(await portalOf(page));
  await expect(theirs.getByRole('heading', { name: 'Seduh pagi' })).toBeVisible();
  await expectAccessible(theirs);
  await expectNoSidewaysScroll(theirs);
  await theirs.getByRole('button', { name: 'Accept' }).click();
  await expect(theirs.getByRole('status')).toHaveText('You accepted. Welcome!');
  await theirs.locator('input[name=url]').fill('https://social.example/ayu/1');
  await theirs.locator('textarea[name=caption]').fill('Pagi yang hangat.');
  await theirs.getByRole('button', { name: 'Send content' }).click();
  await expect(theirs.getByRole('status')).toHaveText('Your content is sent.');
  await expectAccessible(theirs);
  await expectNoSidewaysScroll(theirs);

  await page.reload();
  const submissions = page.getByRole('region').or(page.locator('section')).filter({ hasText: 'Submissions' });
  await expect(submissions.getByText('The caption does not include the disclosure.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Requested change' }).fill('Tambahkan #iklan.');
  await page.getByRole('button', { name: 'Request change' }).click();
  await expect(page.getByText('You asked: Tambahkan #iklan.')).toBeVisible();
  await theirs.reload();
  await expect(theirs.getByText('Tambahkan #iklan.')).toBeVisible();
  await page.getByRole('button', { name: 'Submit for them' }).click();
  const handIn = page.getByRole('dialog', { name: 'Submit for them' });
  await handIn.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(handIn.getByText('Fill this in.')).toBeVisible();
  await expectAccessible(page);
  await handIn.getByRole('button', { name: 'Cancel' }).click();
  await theirs.locator('input[name=url]').fill('https://social.example/ayu/2');
  await theirs.locator('textarea[name=caption]').fill('Pagi yang hangat. #iklan');
  await theirs.getByRole('button', { name: 'Send content' }).click();
  await page.reload();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeHidden();
  await page.getByRole('button', { name: 'Edit' }).click();
  const about = page.getByRole('dialog', { name: 'Edit details' });
  await expectAccessible(page);
  await about.getByText('Sent', { exact: true }).click();
  await about.getByRole('textbox', { name: 'Carrier' }).fill('JNE');
  await about.getByRole('textbox', { name: 'Tracking number' }).fill('KN-1');
  await about.getByRole('textbox', { name: 'Your note' }).fill('Suka kopi gelap.');
  await about.getByRole('button', { name: 'Save' }).click();
  await expect(about).toBeHidden();
  await expect(page.getByText('JNE KN-1')).toBeVisible();
  await expect(page.getByText('Suka kopi gelap.')).toBeVisible();
  await theirs.reload();
  await expect(theirs.getByText('Suka kopi gelap.')).toHaveCount(0);
  await page.goto(brief);
  await expect(page.getByRole('heading', { name: 'Done (1)' })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await phone.close();
});

test('an affiliate brings a sale that looks wrong; it is looked at, approved, put on a statement and paid', async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow();
  await signUp(page, 'Melati Putri');
  const key = await makeKey(page);
  await page.goto('/programs');
  await page.getByRole('button', { name: 'New program' }).first().click();
  const drawer = page.getByRole('dialog', { name: 'New program' });
  await drawer.getByRole('textbox', { name: 'Name' }).fill('Mitra');
  await drawer.getByRole('textbox', { name: 'Link destination' }).fill('https://toko.example/mulai');
  await drawer.getByRole('textbox', { name: 'Refund period' }).fill('0');
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Create program' }).click();
  await page.waitForURL(/\/programs\/c[a-z0-9]{24}$/);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  const local = unique('indra');
  await invite(page, 'Indra Kusuma', `${local}@contoh.example`);

  const phone = await browser.newContext({ ...devices['Pixel 5'], locale: 'en-US' });
  const theirs = await phone.newPage();
  const portal = await portalOf(page);
  await theirs.goto(portal);
  await theirs.getByRole('button', { name: 'Accept' }).click();
  const link = theirs.getByRole('link', { name: /\/a\// });
  const address = (await link.getAttribute('href')) ?? '';
  await expectAccessible(theirs);
  await expectNoSidewaysScroll(theirs);

  const led = await fetch(address, { redirect: 'manual', headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux)' } });
  const landing = new URL(led.headers.get('location') ?? '');
  expect(landing.origin + landing.pathname).toBe('https://toko.example/mulai');
  const clickId = landing.searchParams.get('click');
  const sell = async (checkoutSessionId: string, customerEmail: string, amount: number) =>
    await callApi(
      baseURL,
      'POST',
      '/api/v1/programs/conversions',
      { checkoutSessionId, customerEmail, amount, clickId, customerId: customerEmail, currency: 'IDR' },
      key,
    );
  const first = unique('sesi-');
  expect((await sell(first, `${local}s@contoh.example`, 250_000)).data).toMatchObject({ status: 'held' });

  await page.goto('/commissions');
  await expect(page.getByText(/is almost the same as the affiliate’s/)).toBeVisible();
  await expect(page.getByText('IDR 25,000')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Approve, Indra Kusuma' }).click();
  await expect(page.getByRole('button', { name: 'Approve, Indra Kusuma' })).toBeHidden();
  await page.getByRole('tab', { name: 'Statements' }).click();
  await page.getByRole('button', { name: 'Make statements' }).click();
  await page.getByRole('link', { name: 'Statement 1' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Statement 1');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Mark as paid' }).click();
  const asked = page.getByRole('dialog', { name: 'Mark statement 1 as paid?' });
  await expectAccessible(page);
  await asked.getByRole('textbox', { name: 'Payment reference' }).fill('BCA 4711');
  await asked.getByRole('button', { name: 'Paid' }).click();
  await expect(page.getByText('BCA 4711')).toBeVisible();

  // It is given back after that: the next statement takes it back.
  await callApi(baseURL, 'POST', '/api/v1/programs/conversions/void', { checkoutSessionId: first }, key);
  const second = await sell(unique('sesi-'), 'bunga@tetangga.example', 600_000);
  const approved = { ids: [second.data.commissionId] };
  await callApi(baseURL, 'POST', '/api/v1/programs/commissions/approve', approved, key);
  await page.goto('/commissions?view=statements');
  await page.getByRole('button', { name: 'Make statements' }).click();
  await page.getByRole('link', { name: 'Statement 2' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Reversed' })).toContainText('25,000');
  await expect(page.getByText('IDR 35,000')).toBeVisible();

  await theirs.goto(portal);
  await expect(theirs.getByText('IDR 25,000').first()).toBeVisible();
  await expect(theirs.getByText(`${local}s`)).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await phone.close();
});

test('a sale in the shop with an affiliate’s code is held, approved and paid; given back, the next statement takes it back', async ({
  page,
  browser,
}) => {
  test.slow();
  await signUp(page, 'Melati Putri');
  await page.goto('/integrations');
  await page.getByRole('button', { name: 'Connect a shop' }).first().click();
  const connect = page.getByRole('dialog', { name: 'Connect a shop' });
  await connect.getByRole('button', { name: 'Use the sandbox shop' }).click();
  for (const left of ['Products', 'Customers'])
    await connect.getByRole('checkbox', { name: left, exact: true }).uncheck();
  await connect.getByRole('checkbox', { name: 'Discount codes', exact: true }).check();
  await connect.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sandbox at Shopify');

  await page.goto('/programs');
  await page.getByRole('button', { name: 'New program' }).first().click();
  const drawer = page.getByRole('dialog', { name: 'New program' });
  await drawer.getByRole('textbox', { name: 'Name' }).fill('Mitra toko');
  await drawer.getByRole('textbox', { name: 'Link destination' }).fill('https://toko.example/');
  await drawer.getByRole('textbox', { name: 'Discount for their followers' }).fill('10');
  await drawer.getByRole('textbox', { name: 'Refund period' }).fill('0');
  await drawer.getByRole('button', { name: 'Create program' }).click();
  await page.waitForURL(/\/programs\/c[a-z0-9]{24}$/);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  const local = unique('joko');
  await invite(page, 'Joko Susilo', `${local}@contoh.example`);
  const portal = await portalOf(page);
  const theirs = await browser.newPage({ locale: 'en-US' });
  await theirs.goto(portal);
  await theirs.getByRole('button', { name: 'Accept' }).click();
  const code = await theirs.getByText(/^AFF-[A-HJ-NP-Z2-9]{6}$/).innerText();

  await page.goto(`/discount-codes?origin=&q=${code}`);
  await page.getByRole('link', { name: code }).click();
  await expect(page.getByRole('list', { name: 'In your shops' })).toContainText('In the shop');
  const buy = async (email: string): Promise<void> => {
    await page.goto('/integrations/sandbox');
    await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
    await page.getByRole('textbox', { name: 'Code' }).fill(code);
    await page.getByRole('button', { name: 'Buy', exact: true }).click();
    await expect(page.getByRole('table', { name: 'Webhooks of the shop' }).getByRole('row').nth(1)).toContainText(
      email,
    );
  };
  const approve = page.getByRole('button', { name: 'Approve, Joko Susilo' });
  /** The webhook of the shop is applied a moment later. */
  const waitFor = async (address: string, count: number): Promise<void> =>
    await expect(async () => {
      await page.goto(address);
      await expect(approve).toHaveCount(count, { timeout: 2000 });
    }).toPass();
  const buyer = `${local}s@contoh.example`;
  await buy(buyer);
  await waitFor('/commissions', 1);
  await expect(page.getByText(/is almost the same as the affiliate’s/)).toBeVisible();
  await approve.click();
  await expect(approve).toHaveCount(0);
  await page.goto('/commissions?view=statements');
  await page.getByRole('button', { name: 'Make statements' }).click();
  await page.getByRole('link', { name: 'Statement 1' }).click();
  await page.getByRole('button', { name: 'Mark as paid' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Paid' }).click();
  await expect(page.getByText('Paid', { exact: true }).first()).toBeVisible();

  await page.goto('/orders');
  await page
    .getByRole('row', { name: new RegExp(buyer) })
    .getByRole('link')
    .first()
    .click();
  await expect(page.getByText('of Joko Susilo')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/integrations/sandbox');
  const orders = page.getByRole('table', { name: 'Newest orders' });
  // Whoever leaves the page before the shop has answered has not asked it.
  await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'POST' && response.ok()),
    orders
      .getByRole('row', { name: new RegExp(buyer) })
      .getByRole('button', { name: 'Refund' })
      .click(),
  ]);
  await expect(async () => {
    await page.goto('/commissions?status=all');
    await expect(page.getByText(/^reversed from an order/)).toHaveCount(1, { timeout: 2000 });
  }).toPass();

  // Two more, for one takes back no more than the other gave.
  for (const email of ['bunga@tetangga.example', 'cahya@tetangga.example']) await buy(email);
  await waitFor('/commissions?status=pending', 2);
  for (const left of [1, 0]) {
    await approve.first().click();
    await expect(approve).toHaveCount(left);
  }
  await page.goto('/commissions?view=statements');
  await page.getByRole('button', { name: 'Make statements' }).click();
  await page.getByRole('link', { name: 'Statement 2' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Reversed' })).toHaveCount(1);
  await expect(page.getByRole('row').filter({ hasText: 'Sale' })).toHaveCount(2);
  await theirs.close();
});

test('a creator’s e-mail is put right, and is never the one of another creator', async ({ page, baseURL }) => {
  await signUp(page, 'Melati Putri');
  const key = await makeKey(page);
  const post = async (path: string, body: object) => (await callApi(baseURL, 'POST', `/api/v1${path}`, body, key)).data;
  const commission = { type: 'percent', rate: 1000, currency: 'IDR' };
  const landingUrl = 'https://toko.example/';
  const { id: programId } = await post('/programs', { name: 'Mitra', commission, landingUrl });
  await post(`/programs/${String(programId)}/activate`, {});
  const [first, wrong, right] = [unique('ayu'), unique('buid'), unique('budi')].map(
    (local) => `${local}@contoh.example`,
  );
  await post('/collaborations', { programId, creator: { name: 'Ayu Lestari', email: first } });
  const { id } = await post('/collaborations', { programId, creator: { name: 'Budi Santoso', email: wrong } });

  await page.goto(`/collaborations/${String(id)}`);
  await page.getByRole('button', { name: 'Edit' }).click();
  const drawer = page.getByRole('dialog', { name: 'Edit details' });
  const email = drawer.getByRole('textbox', { name: 'E-mail' });
  await expect(email).toHaveValue(wrong ?? '');
  const faults = { 'no address': /./, [first ?? '']: 'A person with this e-mail already takes part.' };
  for (const [typed, words] of Object.entries(faults)) {
    await email.fill(typed);
    await drawer.getByRole('button', { name: 'Save' }).click();
    await expect(email).toHaveAccessibleDescription(words);
    await expect(email).toHaveAttribute('aria-invalid', 'true');
  }
  await expectAccessible(page);
  await email.fill(right ?? '');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(drawer).toBeHidden();
  await expect(page.getByText(right ?? '')).toBeVisible();

  await page.goto(`/programs/${String(programId)}`);
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const invited = page.getByRole('dialog', { name: 'Invite somebody' });
  await invited.getByRole('textbox', { name: 'Name' }).fill('Ayu');
  await invited.getByRole('textbox', { name: 'E-mail' }).fill(first ?? '');
  await page.keyboard.press('Enter');
  await expect(invited.getByRole('textbox', { name: 'E-mail' })).toHaveAccessibleDescription(
    'A person with this e-mail already takes part.',
  );
});
