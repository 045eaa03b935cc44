/** Segments: written with live counts, counted, made a list of, archived; on a phone, in the dark, in Indonesian. */
import type { Locator, Page } from '@playwright/test';
import { themesOf } from './support/looks';
import { test } from './support/signed-in';
import { expect, expectAccessible, expectNoSidewaysScroll, unique } from './support/test';

const condition = (page: Page, position: number, group = 1): Locator =>
  page.getByRole('region', { name: `Group ${group}` }).getByRole('group', { name: `Condition ${position}` });

async function pick(box: Locator, option: string): Promise<void> {
  await box.click();
  await box.page().getByRole('option', { name: option, exact: true }).click();
}

test('a segment is written with its counts in sight, counted, made a list of, archived and brought back', async ({
  page,
}) => {
  const name = unique('Pembuka ');
  await page.goto('/audience-segments');
  await page.getByRole('link', { name: 'New segment' }).click();
  await page.getByRole('button', { name: 'Create segment' }).first().click();
  await expect(condition(page, 1).getByRole('combobox', { name: 'Field' })).toHaveAccessibleDescription(
    'Choose a field.',
  );

  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await pick(condition(page, 1).getByRole('combobox', { name: 'Field' }), 'Subscription to e-mail');
  await pick(condition(page, 1).getByRole('combobox', { name: 'Comparison' }), 'is not');
  await pick(condition(page, 1).getByRole('combobox', { name: 'Value' }), 'unsubscribed');
  await expect(condition(page, 1)).toContainText(/\d people match/);
  await page.getByRole('button', { name: 'Add a condition' }).click();
  await pick(condition(page, 2).getByRole('combobox', { name: 'Field' }), 'Joined');
  await expect(condition(page, 2)).toContainText(/\d people match/);
  await expect(page.getByRole('heading', { name: 'Newest matches' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create segment' }).first().click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(page.getByText('Joined in the last 30 days')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Create a list' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create list' }).click();
  await page.waitForURL('**/contact-lists/*');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);

  await page.goto('/audience-segments');
  await page.getByRole('link', { name }).click();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByText(`“${name}” archived.`)).toBeVisible();
  await page.goto('/audience-segments?show=archived');
  await expect(page.getByRole('link', { name })).toBeVisible();
});

test('built-in segments are counted and cannot be edited', async ({ page }) => {
  await page.goto('/audience-segments');
  await page.getByRole('button', { name: 'Count “New in 7 days” now' }).click();
  await expect(page.getByRole('row', { name: /New in 7 days/ })).not.toContainText('Not counted yet');
  await page.getByRole('link', { name: /New in 7 days/ }).click();
  await expect(page.getByRole('heading', { name: 'People in it now' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'More', exact: true })).toHaveCount(0);
});

for (const colorScheme of themesOf('audience-segments')) {
  test(`on a phone nothing stands in anybody's way, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/audience-segments');
    await expect(page.getByRole('row', { name: /New in 7 days/ })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.goto('/audience-segments/new');
    await pick(condition(page, 1).getByRole('combobox', { name: 'Field' }), 'Opened a message');
    await expect(condition(page, 1)).toContainText(/match/);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
}
