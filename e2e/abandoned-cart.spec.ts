/** Abandoned carts: settings kept, a reminder reported and recovered over the API, buyers who opt out here and by their link. */
import type { Page } from '@playwright/test';
import { callApi } from './support/api';
import { themesOf } from './support/looks';
import { operator } from './support/operator';
import { test } from './support/signed-in';
import { expect, expectAccessible, expectNoSidewaysScroll, unique } from './support/test';

const origin = `http://localhost:${process.env.E2E_PORT}`;

/** A call of the platform that sends the reminders. */
async function call(method: 'GET' | 'POST', path: string, body?: object): Promise<Record<string, unknown>> {
  const answer = await callApi(origin, method, `/api/v1${path}`, body);
  expect(answer.error ?? null).toBeNull();
  return answer.data;
}

interface Buyer {
  customerId: string;
  email: string;
}

function makeBuyer(): Buyer {
  const customerId = unique('beli');
  return { customerId, email: `${customerId}@surel.example` };
}

const record = ({ customerId, email }: Buyer) =>
  call('POST', '/abandoned-cart/reminders', {
    customerId,
    email,
    cartId: `cart-${customerId}`,
    cartSnapshot: {
      cart: {
        line_items: [
          { title: 'Kopi Gayo Wine', variant_title: '200 g', quantity: 2, price: '145000.00' },
          { title: 'Dripper V60', quantity: 1, price: '185000.00' },
        ],
        shipping: 15_000,
        gift_note: 'Untuk <b>Ibu</b>',
      },
    },
    valueAtSend: 490_000,
    currencyAtSend: 'IDR',
  });

/** The link that the platform puts into the e-mail, as an operator prints it. */
async function unsubscribeUrl({ email }: Buyer): Promise<string> {
  const { accountId } = await call('GET', '/whoami');
  const args = ['--account', String(accountId), '--email', email];
  return (await operator<{ url: string }>('unsubscribe-url', ...args)).url;
}

const suppressionRow = (page: Page, { email }: Buyer) => page.getByRole('row', { name: email });

test('settings are kept, with faults at their field and the inbox in sight', async ({ page }) => {
  const subject = `{{ first_name }}, ${unique('kopi')} menunggu`;
  await page.goto('/abandoned-cart');
  await page.getByRole('link', { name: 'Edit settings' }).click();
  const delay = page.getByRole('textbox', { name: 'Wait after the last cart change' });
  await delay.fill('200');
  await delay.press('Enter');
  await expect(delay).toBeFocused();
  await expect(delay).toHaveAccessibleDescription(/Enter a whole number of hours from 1 to 168\./);
  await expectAccessible(page);

  await delay.fill('48');
  await page.getByRole('textbox', { name: 'Subject' }).fill(subject);
  await expect(page.getByText(subject.replace('{{ first_name }}', 'Sari')).first()).toBeVisible();
  const code = page.getByRole('combobox', { name: 'Discount code' });
  await code.fill('gratisong');
  await page.getByRole('option', { name: /GRATISONGKIR/ }).click();
  await expect(code).toHaveValue('GRATISONGKIR');
  await page.getByRole('button', { name: 'Save changes' }).first().click();
  await page.waitForURL(/\/abandoned-cart$/);
  await expect(page.getByText(/sends buyers a reminder e-mail 2 days after/)).toBeVisible();

  await page.goto('/abandoned-cart/settings');
  await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue(subject);
  await expect(code).toHaveValue('GRATISONGKIR');
  const config = await call('GET', '/abandoned-cart/config');
  expect(config).toMatchObject({ enabled: true, delayHours: 48, emailSubject: subject });
});

test('a reminder is recorded over the API, shows its cart, and is recovered and counted', async ({ page }) => {
  const buyer = makeBuyer();
  const { id } = await record(buyer);
  await page.goto(`/abandoned-cart?q=${buyer.customerId}`);
  await expect(page.getByRole('row', { name: buyer.email })).toContainText(/Not recovered.*IDR\s490,000/);
  await expect(page.getByRole('img', { name: /Over the last 30 days \d+ reminders were sent/ })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: buyer.email }).click();
  await page.waitForURL(`**/abandoned-cart/reminders/${String(id)}`);
  const lines = page.getByRole('list', { name: 'Products' }).getByRole('listitem');
  await expect(lines).toHaveCount(2);
  await expect(lines.first()).toContainText(/Kopi Gayo Wine.*200 g.*2 × IDR\s145,000.*IDR\s290,000/);
  await page.getByText('Everything the shop sent').click();
  await expect(page.getByText('Untuk <b>Ibu</b>')).toBeVisible();
  await expectAccessible(page);
  // The reminder made a contact of the buyer.
  await page.getByRole('link', { name: buyer.email }).click();
  await page.waitForURL(/\/contacts\/c[a-z0-9]{24}$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(buyer.email);

  const before = await call('GET', '/abandoned-cart/stats');
  expect(
    await call('POST', '/abandoned-cart/recover', {
      customerId: buyer.customerId,
      checkoutSessionId: `co-${buyer.customerId}`,
    }),
  ).toEqual({ recovered: true, reminderId: id });
  const after = await call('GET', '/abandoned-cart/stats');
  expect(Number(after.cartsRecovered)).toBeGreaterThan(Number(before.cartsRecovered));
  await page.goto(`/abandoned-cart/reminders/${String(id)}`);
  await expect(page.getByRole('main').locator('header').first()).toContainText('Recovered');
  await expect(page.getByText(`co-${buyer.customerId}`)).toBeVisible();
  await page.goto(`/abandoned-cart?q=${buyer.customerId}&state=recovered`);
  await expect(page.getByRole('row', { name: buyer.email })).toBeVisible();
  await page.getByText('Not recovered', { exact: true }).click();
  await expect(page.getByText('Nothing matches this search.')).toBeVisible();
});

test('a buyer who is opted out is not reminded, and is again when allowed', async ({ page }) => {
  const buyer = makeBuyer();
  await page.goto('/abandoned-cart');
  await page.getByRole('link', { name: 'Opted out' }).click();
  await page.getByRole('button', { name: 'Add a buyer' }).click();
  const field = page.getByRole('dialog', { name: 'Opt a buyer out' }).getByRole('textbox', { name: 'E-mail' });
  await field.fill('nobody');
  await field.press('Enter');
  await expect(field).toHaveAccessibleDescription(/Enter an e-mail address/);
  await expectAccessible(page);
  await field.fill(buyer.email.toUpperCase());
  await field.press('Enter');
  await expect(page.getByText(`${buyer.email} no longer gets cart reminders.`)).toBeVisible();
  expect(await record(buyer)).toEqual({ id: '', created: false, reason: 'opted_out' });

  await page.goto(`/abandoned-cart/suppressions?q=${buyer.customerId}`);
  await page.getByRole('button', { name: `Allow reminders to ${buyer.email}` }).click();
  const dialog = page.getByRole('dialog', { name: `Allow reminders to ${buyer.email}?` });
  await expect(dialog).toContainText('most buyers here opted out themselves');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Allow reminders' }).click();
  await expect(page.getByText(`${buyer.email} can get reminders again.`)).toBeVisible();
  await expect(page.getByText('Nothing matches this search.')).toBeVisible();
  expect(await record(buyer)).toMatchObject({ created: true });
});

test('a reminder that does not exist says so', async ({ page }) => {
  await page.goto('/abandoned-cart/reminders/c000000000000000000000000');
  await expect(page.getByRole('heading', { name: 'This reminder does not exist' })).toBeVisible();
  await page.getByRole('link', { name: 'See all reminders' }).click();
  await expect(page.getByRole('table', { name: 'Reminders' })).toBeVisible();
});

test('the pages speak Indonesian', async ({ browser, signedIn, baseURL }) => {
  const context = await browser.newContext({ baseURL, locale: 'id-ID', storageState: signedIn });
  const page = await context.newPage();
  await page.goto('/abandoned-cart');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Keranjang yang ditinggalkan');
  await page.getByRole('table', { name: 'Pengingat' }).getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: 'Isi keranjang' })).toBeVisible();
  await page.goto('/abandoned-cart/settings');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pengaturan pengingat keranjang');
  await context.close();
});

for (const colorScheme of themesOf('abandoned-cart')) {
  test.describe(`on a phone, ${colorScheme}`, () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme });

    test('nothing stands in anybody’s way', async ({ page }) => {
      await page.goto('/abandoned-cart?days=90');
      await expect(page.getByRole('table', { name: 'Reminders' })).toBeVisible();
      await expect(page.getByRole('img', { name: /Over the last 90 days/ })).toBeVisible();
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
      await page.getByRole('table', { name: 'Reminders' }).getByRole('link').first().click();
      await expect(page.getByRole('heading', { name: 'Cart contents' })).toBeVisible();
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
      await page.goto('/abandoned-cart/settings');
      await expect(page.getByRole('textbox', { name: 'Subject' })).toBeVisible();
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
      await page.goto('/abandoned-cart/suppressions');
      await expect(page.getByRole('table', { name: 'Opted out' })).toBeVisible();
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    });
  });
}

for (const { locale, done, undo, back } of [
  {
    locale: 'en-US',
    done: 'Cart reminders are off',
    undo: 'Keep reminding me',
    back: 'Cart reminders are on',
  },
  {
    locale: 'id-ID',
    done: 'Pengingat keranjang dihentikan',
    undo: 'Tetap ingatkan saya',
    back: 'Pengingat keranjang aktif',
  },
]) {
  test(`a buyer opts out by the link in the e-mail and takes it back, ${locale}`, async ({ browser }) => {
    const buyer = makeBuyer();
    const context = await browser.newContext({
      locale,
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
      storageState: undefined,
    });
    const page = await context.newPage();
    await page.goto(await unsubscribeUrl(buyer));
    await expect(page.getByRole('heading', { name: done })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', locale.slice(0, 2));
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    expect(await record(buyer)).toEqual({ id: '', created: false, reason: 'opted_out' });
    await page.getByRole('button', { name: undo }).click();
    await expect(page.getByRole('heading', { name: back })).toBeVisible();
    await expectAccessible(page);
    expect(await record(buyer)).toMatchObject({ created: true });
    await context.close();
  });
}

test('an unsubscribe link that was tampered with opens nothing', async ({ page }) => {
  const buyer = makeBuyer();
  const url = new URL(await unsubscribeUrl(buyer));
  url.searchParams.set('email', 'somebody@else.example');
  const answer = await page.goto(url.href);
  expect(answer?.status()).toBe(401);
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  await expectAccessible(page);
});

test('everything is called over the API with one copy', async ({ page }) => {
  await page.goto('/abandoned-cart');
  await page.getByRole('button', { name: 'Copy as curl' }).click();
  const commands = page.getByRole('dialog', { name: 'Reminders over the API' }).locator('pre');
  await expect(commands).toHaveCount(5);
  await expectAccessible(page);
});

test('suppressions come and go by keyboard', async ({ page }) => {
  const buyer = makeBuyer();
  await page.goto('/abandoned-cart/suppressions?new=1');
  await expect(page.getByRole('textbox', { name: 'E-mail', exact: true })).toBeFocused();
  await page.keyboard.type(buyer.email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.goto(`/abandoned-cart/suppressions?q=${buyer.customerId}`);
  await suppressionRow(page, buyer).getByRole('button').focus();
  await page.keyboard.press('Enter');
  // The way back has the focus; the next Tab leads to the act.
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${buyer.email} can get reminders again.`)).toBeVisible();
});
