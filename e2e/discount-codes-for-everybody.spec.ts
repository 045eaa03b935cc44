/** The pages of discount codes by keyboard, by screen reader, in the dark, in Indonesian and on a phone. */
import { detailAddress, uniqueCode } from './support/discount-codes';
import { themesOf } from './support/looks';
import { test } from './support/signed-in';
import { expect, expectAccessible, expectNoSidewaysScroll } from './support/test';

test('everything goes by keyboard', async ({ page }) => {
  const code = uniqueCode('KEYS');
  await page.goto('/discount-codes');
  await expect(page.getByRole('table').getByRole('link').first()).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  for (const name of ['Import codes', 'Batches of codes']) {
    await expect(page.getByRole('link', { name })).toBeFocused();
    await page.keyboard.press('Tab');
  }
  await expect(page.getByRole('link', { name: 'New code' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/discount-codes/new');
  await expect(page.getByRole('textbox', { name: 'Code', exact: true })).toBeFocused();
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
  // The one field that is still empty.
  await expect(page.getByRole('textbox', { name: 'Percentage' })).toBeFocused();
  await page.keyboard.type('15');
  await page.keyboard.press('Enter');
  await page.waitForURL(detailAddress);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(code);
});

test('the dashboard speaks Indonesian and dims its lights', async ({ page }) => {
  await page.goto('/discount-codes?q=gratisongkir');
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.getByRole('menuitemradio', { name: 'Bahasa Indonesia' }).click();
  await expect(page.getByRole('heading', { name: 'Kode diskon' })).toBeVisible();
  await expect(page.getByRole('row', { name: /GRATISONGKIR/ })).toContainText('Gratis ongkir hingga Rp20.000');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'id');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

for (const colorScheme of themesOf('discount-codes-for-everybody')) {
  test(`nothing stands in anybody's way, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto('/discount-codes');
    await expect(page.getByRole('table').getByRole('link').first()).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    await expect(page.getByRole('dialog').locator('pre')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');

    await page.getByRole('link', { name: /GAYOHONEY/ }).click();
    await expect(page.getByText(/^GAYOHONEY takes/)).toBeVisible();
    await expect(page.getByRole('table', { name: 'Redemptions' })).toBeVisible();
    await expectAccessible(page);

    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await expect(page.getByText(/^GAYOHONEY takes/)).toBeVisible();
    await page.getByRole('textbox', { name: 'Amount', exact: true }).fill('');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Enter an amount greater than zero.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Starts' }).click();
    await expect(page.getByRole('button', { name: 'Set the time' })).toBeVisible();
    await expectAccessible(page);
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('tables are cards, the navigation a drawer, and nothing scrolls sideways', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Open navigation' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Discount codes' }).click();
    await page.waitForURL('**/discount-codes');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByRole('table').getByRole('link').first()).toBeVisible();
    const [first, second] = await Promise.all(
      [0, 1].map((at) => page.getByRole('row').nth(1).getByRole('cell').nth(at).boundingBox()),
    );
    expect(second?.y).toBeGreaterThan((first?.y ?? 0) + (first?.height ?? 0) - 1);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);

    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Most redeemed');
    await expect(page.getByRole('table').getByRole('link').first()).toContainText('GRATISONGKIR');
    await page.getByRole('link', { name: /GRATISONGKIR/ }).click();
    await expect(page.getByRole('table', { name: 'Redemptions' })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Save changes' })).toBeInViewport();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});
