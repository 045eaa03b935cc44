/** Insights: what brought the revenue, and how e-mails arrive. */
import { themesOf } from './support/looks';
import { expect, expectAccessible, expectNoSidewaysScroll } from './support/test';
import { test } from './support/signed-in';

const panel = (name: string) => ({ hasText: name });

test('credits revenue to what brought it, by the model, the window and the period that are chosen', async ({
  page,
}) => {
  await page.goto('/insights');
  await expect(page).toHaveTitle(/^Insights/);
  const revenue = page.locator('section').filter(panel('Sources of revenue'));
  await expect(revenue.getByRole('listitem').filter({ hasText: 'Unattributed' })).toContainText(/orders/);
  await expect(revenue.getByRole('region', { name: 'Top sources' }).getByRole('link').first()).toBeVisible();
  await revenue.getByText('How this is counted').click();
  await expect(revenue.getByText(/The last touch before an order gets the credit/)).toBeVisible();
  await revenue.getByText('First touch', { exact: true }).click();
  await expect(revenue.getByText(/The first touch before an order gets the credit/)).toBeVisible();
  await revenue.getByLabel('Click window before an order').selectOption('30');
  await expect(revenue.getByText(/at most 30 days before the order/)).toBeVisible();
  await page.getByText('90 days', { exact: true }).click();
  await expect(page).toHaveURL(/model=first_touch&window=30&days=90/);
  await page.reload();
  await revenue.getByText('How this is counted').click();
  await expect(revenue.getByText(/Every paid order of the last 90 days/)).toBeVisible();
  await expectAccessible(page);
});

test('says of each domain how e-mails arrive there, and by whose thresholds', async ({ page }) => {
  await page.goto('/insights');
  const mail = page.locator('section').filter(panel('E-mail deliverability'));
  await expect(mail.getByRole('table', { name: 'By recipient domain' }).getByRole('row').nth(1)).toBeVisible();
  await expect(mail.getByRole('link', { name: 'Yahoo' })).toHaveAttribute('href', /senders\.yahooinc\.com/);
});

for (const scheme of themesOf('insights')) {
  test(`is for everybody on a phone, ${scheme}`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: scheme });
    await page.goto('/insights');
    await expect(page.getByText('Unattributed', { exact: true })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
}
