/** The reference of the API follows the theme of the system, and the one that was chosen in the dashboard. */
import { createHmac } from 'node:crypto';
import { themesOf, widthsOf } from './support/looks';
import { demo, expect, expectAccessible, test } from './support/test';

const GROUND = { light: 'rgb(255, 255, 255)', dark: 'rgb(24, 24, 23)' };

for (const colorScheme of themesOf('docs reference'))
  test(`the reference of the API is drawn for a ${colorScheme} system`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto('/docs');
    await expect(page.locator('.opblock-tag').first()).toBeVisible();
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(await ground()).toBe(GROUND[colorScheme]);
    const other = colorScheme === 'dark' ? 'light' : 'dark';
    await page.evaluate((chosen) => localStorage.setItem('mantine-color-scheme-value', chosen), other);
    await page.reload();
    expect(await ground()).toBe(GROUND[other]);

    // Open to everybody, with an operation that reads and one that writes unfolded.
    await page.locator('.opblock-get .opblock-summary-control').first().click();
    await page.locator('.opblock-post .opblock-summary-control').first().click();
    await expect(page.locator('.opblock-body .responses-table')).toHaveCount(2);
    for (const width of widthsOf('docs reference')) {
      await page.setViewportSize({ width, height: 900 });
      await expectAccessible(page);
    }
  });

test('a route is tried with a key that stays in the tab', async ({ page }) => {
  const { keyId, secret } = demo();
  await page.goto('/docs');
  await page.getByLabel('Key id').fill(keyId);
  await page.getByLabel('Secret').fill(secret);
  await expect(page.getByRole('status')).toContainText('Calls that you try are signed');
  await page.getByPlaceholder('Filter by tag or path').fill('whoami');
  const operation = page.locator('.opblock').filter({ hasText: '/api/v1/whoami' });
  await operation.locator('.opblock-summary-control').click();
  await operation.getByRole('button', { name: 'Try it out' }).click();
  const answered = page.waitForResponse(/\/api\/v1\/whoami/);
  await operation.getByRole('button', { name: 'Execute' }).click();
  expect((await answered).status()).toBe(200);
  await expect(operation.locator('.live-responses-table')).toContainText(keyId);
  const kept = await page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie]),
  );
  expect(kept).not.toContain(secret);
});

for (const colorScheme of themesOf('docs signature'))
  test(`the debugger names what is wrong with a signature, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto('/docs');
    await page.getByRole('link', { name: 'Signature debugger' }).click();
    const secret = 'svcs_FAKE-test-secret-1-for-test-vectors-only__A';
    await page.getByLabel('X-Svc-Timestamp').fill('1760000240');
    await page.getByLabel('Secret').fill(secret);
    await expect(page.getByText('0c492d1a3bcfe24a6ece6ee5f15a07a7bedfb285bb2b6b14aa2ca8e7c0e14fd6')).toBeVisible();
    await page.getByLabel('The string that your code signs').fill('POST\n/api/v1/discount-codes/\n1760000240');
    await expect(page.getByRole('status')).toHaveText('The path is another than the server signs.');
    // Made with the secret itself as its key.
    const wrong = createHmac('sha256', secret)
      .update(
        'POST\n/api/v1/discount-codes\n1760000240\nfcf523fa9a8a53a30ac5feb2ecfaab96baf600cda7aad927eb2bba54c5cf924d',
      )
      .digest('hex');
    await page.getByLabel('The signature that your code sends').fill(wrong);
    await expect(page.getByRole('status')).toContainText('The HMAC was made with the secret itself.');
    for (const width of widthsOf('docs signature')) {
      await page.setViewportSize({ width, height: 900 });
      await expectAccessible(page);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wide).toBeLessThanOrEqual(0);
    }
  });

for (const colorScheme of themesOf('docs guides'))
  test(`a guide is found by its words, read, and read in the other language, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto('/docs/en');
    await page.getByRole('searchbox', { name: 'Search the guides' }).fill('NEVER_SUBSCRIBED pending');
    await page.getByRole('list').filter({ hasText: '…' }).getByRole('link', { name: 'Move from Klaviyo' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Move from Klaviyo');
    for (const width of widthsOf('docs guides')) {
      await page.setViewportSize({ width, height: 900 });
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    }
    await page.getByRole('link', { name: 'Bahasa Indonesia' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pindah dari Klaviyo');
    await page.getByRole('searchbox', { name: 'Cari di panduan' }).fill('kucingterbang');
    await expect(page.getByText('Tidak ada yang cocok.')).toBeVisible();
  });
