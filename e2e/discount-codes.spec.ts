/** Discount codes as a merchant meets them: made, found, changed, archived, and counted while a shop redeems them. */
import type { Page } from '@playwright/test';
import { callApi } from './support/api';
import { createCode, detailAddress, uniqueCode } from './support/discount-codes';
import { paste } from './support/shell';
import { test } from './support/signed-in';
import { expect, expectAccessible, unique } from './support/test';

/** What the page shows as a command, with the secret put where the page says it belongs. */
async function commandOf(page: Page, tab: string, keyName: string, secret: string): Promise<string> {
  await page.getByRole('tab', { name: tab }).click();
  const shown = await page.getByRole('tabpanel').locator('pre').innerText();
  expect(shown).toContain(`<secret of ${keyName}>`);
  return shown.replace(`<secret of ${keyName}>`, secret);
}

test('a code is made in the browser, redeemed over the API, and its count moves', async ({ page }) => {
  const code = uniqueCode('STORY');
  await createCode(page, code, '25');
  const detail = page.url();
  await expect(page.getByText(`${code} takes IDR 104,750 off this cart.`)).toBeVisible();

  const keyName = uniqueCode('Shop');
  await page.goto('/api-keys');
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(keyName);
  await page.getByRole('button', { name: 'Create key' }).click();
  const secret = await page.getByRole('region', { name: 'Secret' }).locator('code').innerText();
  await expect(page.getByText('Laris shows this secret only once.')).toBeVisible();
  const whoami = await paste(await page.getByRole('tabpanel').locator('pre').innerText());
  expect(whoami.data).toMatchObject({ scopes: ['read', 'write'] });

  await page.goto(detail);
  await page.getByRole('combobox', { name: 'Sign with the key' }).selectOption(keyName);
  const validated = await paste(await commandOf(page, 'Validate', keyName, secret));
  expect(validated.data).toMatchObject({ valid: true, discountAmount: 104_750, code: { code } });
  const redeem = await commandOf(page, 'Redeem', keyName, secret);
  expect((await paste(redeem)).data).toMatchObject({ created: true, appliedAmount: 104_750 });
  expect((await paste(redeem)).data).toMatchObject({ created: false });

  await page.reload();
  await expect(page.getByRole('group', { name: 'Redemptions', exact: true })).toContainText('1');
  await expect(page.getByRole('table', { name: 'Redemptions' }).getByRole('row').nth(1)).toContainText('IDR 104,750');
  await page.goto(`/discount-codes?q=${code}`);
  await expect(page.getByRole('row', { name: code })).toContainText('25% off');
  await expect(page.getByRole('row', { name: code }).getByRole('cell').nth(3)).toHaveText('1');
});

test('a redemption shows its revenue, is taken back with a reason, and counts no longer', async ({ page, baseURL }) => {
  await createCode(page, uniqueCode('BACK'));
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const checkoutSessionId = unique('co-');
  const { status } = await callApi(baseURL, 'POST', '/api/v1/discount-codes/redeem', {
    discountCodeId: id,
    checkoutSessionId,
    appliedAmount: 10_000,
    orderTotal: 90_000,
  });
  expect(status).toBe(200);
  await page.reload();
  await expect(page.getByText('11% discount, of 1 order with a known total')).toBeVisible();
  await page.getByRole('button', { name: `Reverse the redemption of ${checkoutSessionId}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Reverse this redemption?' });
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Pesanan batal');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Reverse' }).click();
  await expect(page.getByText('The redemption is reversed.')).toBeVisible();
  await expect(page.getByRole('row', { name: checkoutSessionId })).toContainText('Reversed');
  await expect(page.getByText('of 1 order with a known total')).toBeHidden();
  await expect(page.getByText('Nothing yet')).toBeVisible();
  await page.goto('/audit-log');
  await expect(page.getByRole('table').getByText('discount_code.rollback', { exact: true }).first()).toBeVisible();
});

test('a code is archived and reactivated', async ({ page }) => {
  const code = uniqueCode('REST');
  await createCode(page, code);
  await page.getByRole('button', { name: 'Archive' }).click();
  await page
    .getByRole('dialog', { name: `Archive ${code}?` })
    .getByRole('button', { name: 'Archive' })
    .click();
  await expect(page.getByText(`${code} is archived.`)).toBeVisible();
  await expect(page.getByRole('main').locator('header').filter({ hasText: code })).toContainText('Archived');
  await expect(page.getByText('The code is archived.')).toBeVisible();
  await page.goto(`/discount-codes?show=archived&q=${code}`);
  await expect(page.getByRole('row', { name: code })).toBeVisible();

  await page.getByRole('link', { name: code }).click();
  await page.getByRole('button', { name: 'Reactivate' }).click();
  await expect(page.getByText(`${code} is active again.`)).toBeVisible();
  await page.goto(`/discount-codes?show=archived&q=${code}`);
  await expect(page.getByText('Nothing matches this search.')).toBeVisible();
});

test('wrong values are explained at their field, and what is right is saved', async ({ page }) => {
  const code = uniqueCode('FIX');
  await createCode(page, code);
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Code', exact: true })).toHaveAttribute('readonly', '');
  const percentage = page.getByRole('textbox', { name: 'Percentage' });
  await percentage.fill('120');
  await percentage.press('Enter');
  await expect(percentage).toBeFocused();
  await expect(percentage).toHaveAccessibleDescription(/Enter a percentage from 1 to 100\./);

  await percentage.fill('30');
  await page.getByRole('radio', { name: /Some products/ }).check();
  await page.getByRole('button', { name: 'Save changes' }).click();
  const products = page.getByRole('combobox', { name: 'Products' });
  await expect(products).toHaveAccessibleDescription(/Choose at least one product\./);
  await products.pressSequentially('kopi-1,');
  await expect(page.getByText("The cart has none of the code's products.")).toBeVisible();
  await page.getByRole('button', { name: 'Put kopi-1 in the cart' }).click();
  await expect(page.getByText(`${code} takes IDR 69,000 off this cart.`)).toBeVisible();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.waitForURL(detailAddress);
  await expect(page.getByText('30% off · on one product')).toBeVisible();
});

test('a name that is taken is said at the field, and leaving with changes asks first', async ({ page }) => {
  await page.goto('/discount-codes/new');
  const name = page.getByRole('textbox', { name: 'Code', exact: true });
  await name.fill('gratisongkir');
  await page.getByRole('button', { name: 'Write it as GRATISONGKIR' }).click();
  await page.getByRole('radio', { name: /^Amount off Such/ }).check();
  await page.getByRole('textbox', { name: 'Amount', exact: true }).fill('15000');
  await expect(page.getByText('The code takes IDR 15,000 off this cart.')).toBeVisible();
  await page.getByRole('button', { name: 'Create code' }).click();
  await expect(name).toHaveAccessibleDescription(/You already have a code with this name\./);

  await page.getByRole('link', { name: 'Templates' }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(name).toHaveValue('GRATISONGKIR');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  await page.waitForURL('**/discount-codes');
});

test('search, filter and order stand in the address and survive a reload', async ({ page }) => {
  await page.goto('/discount-codes');
  await page.getByRole('searchbox', { name: 'Search codes' }).fill('kopi');
  await page.waitForURL('**/discount-codes?q=kopi');
  await page.getByRole('button', { name: /^Uses/ }).click();
  await page.getByRole('radio', { name: 'Active' }).click();
  await page.waitForURL((url) => url.search === '?q=kopi&sort=most_redeemed&show=active');
  const codes = page.getByRole('table').getByRole('link');
  await expect(codes.first()).toContainText('KOPIPAGI');
  // Not what is drawn at this moment: rows are laid out when they come into sight.
  const found = await codes.allTextContents();

  await page.reload();
  await expect(page.getByRole('searchbox')).toHaveValue('kopi');
  await expect(page.getByRole('columnheader', { name: /^Uses/ })).toHaveAttribute('aria-sort', 'descending');
  await expect(page.getByRole('radio', { name: 'Active' })).toBeChecked();
  await expect(codes).toHaveText(found);
});

test('more of a long list comes on request', async ({ page }) => {
  await page.goto('/discount-codes?sort=oldest');
  const rows = page.getByRole('table').getByRole('link');
  await expect(rows).toHaveCount(25);
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect.poll(() => rows.count()).toBeGreaterThan(25);
  await page.getByRole('link', { name: /GRATISONGKIR/ }).click();
  const redemptions = page.getByRole('table', { name: 'Redemptions' }).getByRole('row');
  await expect(redemptions).toHaveCount(11);
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(redemptions).toHaveCount(21);
});

test('amounts are in the units of their currency, and times in those of the workspace', async ({ page }) => {
  await page.goto('/discount-codes/new');
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill(uniqueCode('USD'));
  await page.getByRole('radio', { name: /^Amount off Such/ }).check();
  const currency = page.getByRole('main').getByRole('combobox', { name: 'Currency' }).first();
  await currency.fill('us dollar');
  await currency.press('Enter');
  await expect(currency).toHaveValue('USD');
  await page.getByRole('textbox', { name: 'Amount', exact: true }).fill('12.5');
  await expect(page.getByText('The code takes $12.50 off this cart.')).toBeVisible();

  await page.getByRole('button', { name: 'Expires' }).click();
  await page.getByRole('button', { name: 'Next month' }).click();
  await page.getByRole('dialog').getByText('15', { exact: true }).click();
  await page.getByRole('button', { name: 'Set the time' }).click();
  await page.getByRole('button', { name: 'Create code' }).click();
  await page.waitForURL(detailAddress);
  await expect(page.getByText('$12.50 off', { exact: true }).first()).toBeVisible();
  const expires = page.getByRole('definition').filter({ hasText: '11:59 PM' }).locator('time');
  await expect(expires).toHaveAttribute('datetime', /-15T16:59:00\.000Z$/);
});

test('an unknown code has a page that says so', async ({ page }) => {
  await page.goto('/discount-codes/cffffffffffffffffffffffff');
  await expect(page.getByRole('heading', { name: 'This code does not exist' })).toBeVisible();
  await page.getByRole('link', { name: 'See all codes' }).click();
  await page.waitForURL('**/discount-codes');
});
