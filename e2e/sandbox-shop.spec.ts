/** The sandbox's shop: connected in the browser, read, and what happens there stands in Laris. */
import { createCode, uniqueCode } from './support/discount-codes';
import { themesOf } from './support/looks';
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, signUp, test, unique } from './support/test';

test('a sandbox shop is connected and reports a cart that is left', async ({ page }) => {
  const name = unique('Sandbox ');
  // Of its own: the demo workspace has a shop there.
  await signUp(page);
  await page.goto('/integrations');
  await page.getByRole('button', { name: 'Connect a shop' }).first().click();
  const drawer = page.getByRole('dialog', { name: 'Connect a shop' });
  await drawer.getByRole('textbox', { name: 'Name' }).fill(name);
  await drawer.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(drawer.getByRole('textbox', { name: 'Shop' })).toHaveAttribute('aria-invalid', 'true');
  await drawer.getByRole('button', { name: 'Use the sandbox shop' }).click();
  await expect(drawer.getByText('read_customers')).toBeVisible();
  for (const left of ['Products', 'Customers', 'Orders'])
    await drawer.getByRole('checkbox', { name: left, exact: true }).uncheck();
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Connect', exact: true }).click();

  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  const runs = page.getByRole('table', { name: 'Earlier' });
  await expect(runs.getByRole('row', { name: /Checkouts/ })).toContainText('Done');
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Sandbox shop' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sandbox shop' })).toBeVisible();
  const email = `${unique('pembeli')}@example.test`.toLowerCase();
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByRole('button', { name: 'Abandon the cart' }).click();
  const changes = page.getByRole('table', { name: 'Webhooks of the shop' });
  await expect(changes.getByRole('row', { name: new RegExp(email) })).toContainText('Once');
  await changes
    .getByRole('row', { name: new RegExp(email) })
    .getByRole('button', { name: 'Send twice' })
    .click();
  await expect(changes.getByRole('row', { name: new RegExp(email) })).toContainText('3 times');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 900 });

  await page.goto('/orders?view=checkouts');
  await expect(page.locator('#content').getByText(email)).toHaveCount(1);

  await page.goto('/integrations');
  await page.getByRole('link', { name }).click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Disconnect' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect shop' }).click();
  await expect(page.getByText('The shop is disconnected.')).toBeVisible();
});

test('a whole shop is read; a code that is used there is redeemed here', async ({ page }) => {
  await signUp(page);
  await page.goto('/integrations');
  await page.getByRole('button', { name: 'Connect a shop' }).first().click();
  const drawer = page.getByRole('dialog', { name: 'Connect a shop' });
  await drawer.getByRole('button', { name: 'Use the sandbox shop' }).click();
  await drawer.getByRole('checkbox', { name: 'Discount codes', exact: true }).check();
  await drawer.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sandbox at Shopify');
  const runs = page.getByRole('table', { name: 'Earlier' });
  for (const part of ['Products', 'Customers', 'Orders', 'Checkouts'])
    await expect(runs.getByRole('row', { name: new RegExp(part) })).toContainText('Done', { timeout: 30_000 });

  await page.goto('/feeds');
  await expect(page.getByRole('row', { name: /Fine|Price|Image/ })).toHaveCount(12);
  await page.goto('/audience-segments');
  await page.getByRole('button', { name: 'Count “New in 7 days” now' }).click();
  await expect(page.getByRole('row', { name: /New in 7 days/ })).toContainText('60');

  const code = uniqueCode('TOKO');
  await createCode(page, code);
  const codePage = page.url();
  await expect(page.getByRole('list', { name: 'In your shops' })).toContainText('In the shop');
  const email = `${unique('pembeli')}@example.test`.toLowerCase();
  await page.goto('/integrations/sandbox');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByRole('textbox', { name: 'Code' }).fill(code);
  await page.getByRole('button', { name: 'Buy', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Webhooks of the shop' }).getByRole('row').nth(1)).toContainText(email);

  await page.goto(codePage);
  const redemptions = page.getByRole('table', { name: 'Redemptions' }).getByRole('row');
  await expect(async () => {
    await page.reload();
    await expect(redemptions).toHaveCount(2, { timeout: 2000 });
  }).toPass();
  await page.goto('/orders');
  await expect(page.getByRole('row', { name: new RegExp(email) })).toContainText(code);
});

test('the demo workspace has a shop of its own there, where its customers buy', async ({ page }) => {
  await signIn(page);
  await page.goto('/integrations');
  await page.getByRole('link', { name: 'Toko online' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Toko online' })).toBeVisible();
  await expect(
    page
      .getByRole('table', { name: 'Earlier' })
      .getByRole('row', { name: /Orders/ })
      .first(),
  ).toContainText('Done');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Sandbox shop' }).click();
  const product = page.getByRole('combobox', { name: 'Product' });
  await expect(product).toContainText('Kopi Toraja Sapan');
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue(/@/);
  await expect(page.getByRole('table', { name: 'Newest orders' }).getByRole('row')).toHaveCount(13);
  for (const colorScheme of themesOf('sandbox-shop')) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
});
