/** Pixels as a merchant meets them: ids are entered, the code to paste follows, a purchase reaches Meta, which the sandbox stands in for. */
import type { Page } from '@playwright/test';
import { callApi } from './support/api';
import { test as signedIn } from './support/signed-in';
import { expect, expectAccessible, expectNoSidewaysScroll, test, unique } from './support/test';

const table = (page: Page) => page.getByRole('table', { name: 'Purchases sent to ad platforms' });
/** A purchase goes to three in the demo. */
const ofMeta = (page: Page, session: string) =>
  table(page).getByRole('row', { name: session }).filter({ hasText: 'Meta' });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

signedIn(
  'ids and secrets are entered, the code follows, and a purchase is told to Meta once, with the exact amount',
  async ({ page, baseURL }) => {
    await page.goto('/pixels');
    await expect(table(page)).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    // What is typed stands in the code beside it; what looks like no id is asked about, and not refused.
    const analytics = page.getByLabel('Analytics measurement ID');
    await analytics.fill('UA-1234');
    await expect(page.getByText('Measurement ids begin with G-.', { exact: false })).toBeVisible();
    const id = unique('G-').toUpperCase();
    await analytics.fill(id);
    await expect(page.getByText('Measurement ids begin with G-.', { exact: false })).toBeHidden();
    const code = page.locator('pre').first();
    await expect(code).toContainText(`gtag('config', "${id}");`);
    await page.getByText('Always up to date').click();
    await expect(code).toContainText('/api/v1/pixels/public/');
    await expect(code).not.toContainText(id);
    await page.getByText('With these ids').click();

    // Secrets are masked until somebody asks.
    const token = page.getByRole('textbox', { name: 'Conversions API access token' });
    const secret = unique('EAA-secret-');
    await token.fill(secret);
    await expect(token).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Show the access token' }).click();
    await expect(token).toHaveAttribute('type', 'text');
    await page.getByRole('textbox', { name: 'Test event code' }).fill('TEST12345');
    await expect(page.getByText('Every purchase now carries this code', { exact: false })).toBeVisible();
    await expectAccessible(page);
    await save(page).click();
    await expect(page.getByText('Pixels saved.')).toBeVisible();
    await expect(save(page)).toBeDisabled();

    const { accountId } = (await callApi<{ accountId: string }>(baseURL, 'GET', '/api/v1/whoami')).data;
    const open = await (await fetch(`${baseURL ?? ''}/api/v1/pixels/public/${accountId}`)).text();
    expect(open).toContain(id);
    expect(open).not.toContain(secret);
    expect(open).not.toContain('TEST12345');

    // The connection is tried with what is no purchase.
    await page.getByRole('button', { name: 'Send a test event' }).click();
    await expect(
      table(page)
        .getByRole('row', { name: /Test event.*Sent/ })
        .first(),
    ).toBeVisible({ timeout: 15_000 });
    await table(page).getByRole('button', { name: 'Test event' }).first().click();
    const drawer = page.getByRole('dialog');
    await expect(drawer.locator('pre')).toContainText('"event_name": "LarisTest"');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();

    // A shop's platform reports one checkout twice: paid, by somebody that it does not name; and come back to a cart.
    const [session, customerId] = [unique('co-'), unique('plg-')];
    const cart = {
      customerId,
      cartId: unique('cart-'),
      email: `${customerId}@example.com`,
      cartSnapshot: {},
      valueAtSend: 99_000,
      currencyAtSend: 'IDR',
    };
    expect((await callApi(baseURL, 'POST', '/api/v1/abandoned-cart/reminders', cart)).status).toBe(200);
    expect(
      (
        await callApi(baseURL, 'POST', '/api/v1/referrals/attributions/fulfill', {
          checkoutSessionId: session,
          status: 'completed',
          currency: 'IDR',
          amount: 187_500,
        })
      ).status,
    ).toBe(200);
    await page.getByText('Waiting', { exact: true }).first().click();
    await expect(ofMeta(page, session)).toContainText('IDR 187,500');
    expect(
      (await callApi(baseURL, 'POST', '/api/v1/abandoned-cart/recover', { customerId, checkoutSessionId: session }))
        .data,
    ).toMatchObject({ recovered: true });
    await page.goto('/pixels?status=sent');
    const row = ofMeta(page, session);
    await expect(row).toContainText('IDR 187,500', { timeout: 15_000 });
    await expect(row).toContainText('200 · fbtrace_id sandbox-');
    // The others were told as well, each with its own answer.
    const rowOf = (to: string) => table(page).getByRole('row', { name: session }).filter({ hasText: to });
    await expect(rowOf('TikTok')).toContainText('200 · OK request_id sandbox-', { timeout: 15_000 });
    await expect(rowOf('Analytics')).toContainText('204 · HTTP 204', { timeout: 15_000 });
    await row.getByRole('button').click();
    await expect(drawer).toContainText(`e-mail, customer ${customerId}`);
    await expect(drawer.locator('pre')).toContainText('"value": 187500');
    await page.keyboard.press('Escape');

    // As it was before, for whoever looks at the demo next.
    await page.getByRole('textbox', { name: 'Test event code' }).fill('');
    await save(page).click();
    await expect(page.getByText('Pixels saved.').first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send a test event' })).toBeDisabled();
  },
);

signedIn('on a phone and in Indonesian nothing sticks out', async ({ browser, baseURL, signedIn: storageState }) => {
  const context = await browser.newContext({
    baseURL,
    locale: 'id-ID',
    storageState,
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  });
  const page = await context.newPage();
  await page.goto('/pixels');
  await expect(page.getByRole('heading', { name: 'Pembelian yang dikirim ke platform iklan' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Tempel di toko Anda' })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await context.close();
});

test('a plan without pixels says so, before and after somebody tries', async ({ page }) => {
  await page.goto('/sign-up');
  await page.getByLabel('Shop or company').fill('Toko Piksel');
  await page.getByLabel('Your name').fill('Putri');
  await page.getByLabel('E-mail').fill(`${unique('putri')}@toko.example`);
  await page.getByRole('textbox', { name: 'Password' }).fill('teh poci gula batu');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === '/');
  await page.getByRole('link', { name: 'Pixels' }).click();
  await expect(page.getByText('Pixels are included from the Starter plan up')).toBeVisible();
  await expect(page.getByText('Enter an ID to get the code for your shop.')).toBeVisible();
  await expect(
    page.getByText('Laris sends nothing yet. Save an ID with its token or secret', { exact: false }),
  ).toBeVisible();
  await expectAccessible(page);
  const field = page.getByLabel('Analytics measurement ID');
  await field.fill('G-NOPLAN');
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('alert').filter({ hasText: 'Nothing was saved, but your entries are still here' }),
  ).toBeVisible();
  await expect(field).toHaveValue('G-NOPLAN');
  await expectAccessible(page);
});
