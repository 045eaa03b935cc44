/** A code in the shops: the first step on Home leads to one, and a code's page says how it stands there. */
import { createCode, uniqueCode } from './support/discount-codes';
import { themesOf } from './support/looks';
import { expect, expectAccessible, expectNoSidewaysScroll, signUp, test } from './support/test';

test('a shop is connected from Home, and a code’s page says that it is there, and why one is not', async ({ page }) => {
  await signUp(page);
  const setup = page.getByRole('region', { name: 'Set up your shop' });
  await expect(setup).toContainText('0 of 10 done');
  await setup.getByRole('link', { name: 'Connect a shop' }).click();
  await page.getByRole('button', { name: 'Connect a shop' }).click();
  const drawer = page.getByRole('dialog', { name: 'Connect a shop' });
  await drawer.getByRole('button', { name: 'Use the sandbox shop' }).click();
  await drawer.getByRole('checkbox', { name: 'Discount codes', exact: true }).check();
  await drawer.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sandbox at Shopify');
  const shop = page.url();

  await createCode(page, uniqueCode('HERE'));
  const inShops = page.getByRole('list', { name: 'In your shops' });
  await expect(inShops.getByRole('listitem')).toHaveCount(1);
  // It says so by itself once a worker has brought it there.
  await expect(inShops).toContainText('In the shop');
  await expect(inShops).toContainText('Unchanged since');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Archive' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByRole('button', { name: 'Reactivate' })).toBeVisible();

  await page.goto('/discount-codes/new');
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill(uniqueCode('NOTHERE'));
  await page.getByRole('radio', { name: /^Amount off shipping/ }).check();
  await page.getByRole('textbox', { name: 'Amount', exact: true }).fill('20000');
  await page.getByRole('button', { name: 'Create code' }).click();
  await expect(inShops).toContainText('Not supported');
  await expect(inShops).toContainText('Shopify cannot take an amount off the shipping.');
  for (const colorScheme of themesOf('codes-in-shops')) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await inShops.getByRole('link', { name: 'Sandbox at Shopify' }).click();
  await expect(page).toHaveURL(shop);
  await page.getByRole('link', { name: 'Home' }).click();
  const step = setup.getByRole('listitem').filter({ hasText: 'Connect your shop' });
  await expect(step.getByRole('img', { name: 'Done' })).toBeVisible();
  await expect(setup.getByRole('link', { name: 'Connect a shop' })).toHaveCount(0);
});
