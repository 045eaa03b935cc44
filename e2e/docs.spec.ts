/** The reference of the API follows the theme of the system, and the one that was chosen in the dashboard. */
import { expect, expectAccessible, test } from './support/test';

const GROUND = { light: 'rgb(255, 255, 255)', dark: 'rgb(24, 24, 23)' };

for (const colorScheme of ['light', 'dark'] as const)
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
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expectAccessible(page);
    }
  });
