/** The reference of the API follows the theme of the system, and the one that was chosen in the dashboard. */
import { expect, test } from './support/test';

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
  });
