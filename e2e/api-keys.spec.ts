/** API keys: the secret in its one moment, the ready commands, and revoking. */
import { themesOf } from './support/looks';
import { paste } from './support/shell';
import { test } from './support/signed-in';
import { expect, expectAccessible, expectNoSidewaysScroll, unique } from './support/test';

test('a key shows its secret once, signs what the page shows, and is revoked', async ({ page }) => {
  const name = unique('POS Kemang ');
  await page.goto('/api-keys');
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByRole('button', { name: 'Create key' }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(/Fill this in\./);
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.keyboard.press('Enter');
  const secret = await page.getByRole('region', { name: 'Secret' }).locator('code').innerText();
  expect(secret).toMatch(/^svcs_/);
  await expectAccessible(page);

  const whoami = await page.getByRole('tabpanel').locator('pre').innerText();
  expect((await paste(whoami)).data).toMatchObject({ scopes: ['read', 'write'] });
  await page.getByRole('tab', { name: 'Validate a code' }).click();
  const validate = await page.getByRole('tabpanel').locator('pre').innerText();
  expect((await paste(validate)).data).toHaveProperty('valid');
  await page.getByRole('button', { name: 'I have copied the secret' }).click();

  const row = page.getByRole('row', { name });
  await expect(row).toContainText(secret.slice(0, 8));
  await page.reload();
  await expect(row).toBeVisible();
  await expect(page.getByText(secret)).toHaveCount(0);

  await row.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
  await expect(row).toContainText('Revoked');
  expect((await paste(whoami)).error?.code).toBe('REVOKED_KEY');
});

test('a key is bound to networks and to a time, and tells what it called', async ({ page }) => {
  const name = unique('Kasir Blok M ');
  await page.goto('/api-keys?new=1');
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  const networks = page.getByRole('combobox', { name: 'Allowed addresses' });
  await networks.pressSequentially('nowhere,');
  await page.getByRole('button', { name: 'Create key' }).click();
  await expect(page.getByText('“nowhere” is not an IP address or a network')).toBeVisible();
  await networks.press('Backspace');
  await networks.pressSequentially('203.0.113.0/24,');
  await page.getByRole('button', { name: 'Create key' }).click();
  const whoami = await page.getByRole('tabpanel').locator('pre').innerText();
  expect((await paste(whoami)).error?.code).toBe('FORBIDDEN');
  await page.getByRole('button', { name: 'I have copied the secret' }).click();

  const row = page.getByRole('row', { name });
  const choose = async (item: string): Promise<void> => {
    await row.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await expect(row).toContainText('From 1 network only');
  await choose('Expiry and addresses');
  await expectAccessible(page);
  await networks.press('Backspace');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(row).not.toContainText('From 1 network only');
  expect((await paste(whoami)).data).toMatchObject({ scopes: ['read', 'write'] });

  await choose('Last requests');
  const calls = page.getByRole('list', { name: 'Requests, newest first' }).getByRole('listitem');
  await expect(calls).toHaveCount(2, { timeout: 15_000 });
  await expect(calls.first()).toContainText('GET /whoami');
  await expect(calls.first()).toContainText('200');
  await expect(calls.last()).toContainText('403');
  await expectAccessible(page);
});

for (const colorScheme of themesOf('api-keys')) {
  test(`nothing stands in anybody's way, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto('/api-keys');
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    await expectAccessible(page);
    await page.goto('/');
    await expect(page.getByRole('img', { name: /^New contacts per day/ })).toBeVisible();
    await expectAccessible(page);
  });
}

test('on a phone keys are cards', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/api-keys?q=kasir');
  await expect(page.getByRole('row', { name: /Kasir Menteng/ }).first()).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.goto('/');
  await expect(page.getByRole('img', { name: /^New contacts per day/ })).toBeVisible();
  await expectNoSidewaysScroll(page);
});
