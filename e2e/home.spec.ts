/** Home: what needs doing, the figures with their chart, what was changed. */
import { themesOf } from './support/looks';
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './support/test';

const chart = /per day over the last 30 days, [\d,]+ in all$/;

test('shows the month in figures, draws the one that is chosen, and leads to what is behind it', async ({ page }) => {
  await signIn(page);
  const choice = page.getByRole('group', { name: 'Figure in the chart' });
  await expect(choice.getByRole('button', { name: /^New contacts/ })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('img', { name: chart })).toHaveAccessibleName(/^New contacts/);
  await choice.getByRole('button', { name: /^Redemptions/ }).click();
  await expect(page.getByRole('img', { name: chart })).toHaveAccessibleName(/^Redemptions/);
  await expect(choice.getByRole('button', { name: /^New contacts/ })).toHaveAttribute('aria-pressed', 'false');
  await expectAccessible(page);

  // Currencies stand by themselves.
  const money = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Money' }) });
  await expect(money.getByText(/^IDR\s[\d,]+$/).first()).toBeVisible();
  await expect(money.getByText(/^\$[\d,.]+$/).first()).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Discount codes' }).click();
  await page.waitForURL('**/discount-codes');
});

test('goes by the period that is chosen, and a link shows the same', async ({ page }) => {
  await signIn(page);
  await page.getByText('90 days', { exact: true }).click();
  await expect(page.getByText('The last 90 days, compared with the 90 days before')).toBeVisible();
  await expect(page.getByRole('img', { name: /per day over the last 90 days/ })).toBeVisible();
  await expect(page).toHaveURL(/\?days=90$/);
  await page.reload();
  await expect(page.getByText('The last 90 days, compared with the 90 days before')).toBeVisible();
  await expectAccessible(page);
});

test('says what needs attention, each with a way to it', async ({ page }) => {
  await signIn(page);
  const problems = page.getByRole('region', { name: 'Needs attention' });
  await expect(problems.getByText(/no image or no price\. Google rejects products like that\.$/)).toBeVisible();
  await problems.getByRole('link', { name: 'See products' }).click();
  await page.waitForURL('**/feeds');
});

test('leads from what was changed to all changes', async ({ page }) => {
  await signIn(page);
  const activity = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Recent activity' }) });
  await expect(activity.getByRole('listitem').first()).toBeVisible();
  await activity.getByRole('link', { name: 'All changes' }).click();
  await page.waitForURL('**/audit-log');
});

for (const scheme of themesOf('home')) {
  test(`is for everybody on a phone, ${scheme}`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: scheme });
    await signIn(page);
    await expect(page.getByRole('img', { name: chart })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
}
