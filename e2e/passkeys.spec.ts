/** Passkeys through the pages, with the authenticator that the browser brings for tests. */
import type { Page } from '@playwright/test';
import { codeField, codeOf } from './support/codes';
import { expect, expectAccessible, expectNoSidewaysScroll, signUp, test } from './support/test';

/** What holds the passkeys of this page, and shows finger or face unasked. @returns what can be done to it */
async function plugIn(page: Page) {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    /** From now on the finger is a stranger's. */
    refuse: () => client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false }),
    accept: () => client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true }),
    unplug: () => client.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }),
    credentials: async () => (await client.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
  };
}

test('a passkey is added, signs in, is named and removed', async ({ page }) => {
  const login = await signUp(page);
  const authenticator = await plugIn(page);
  await page.goto('/settings/account');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('textbox', { name: 'Name' }).fill('Laptop');
  await drawer.getByRole('textbox', { name: 'Current password' }).fill('not this one');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This is not your current password.')).toBeVisible();
  await expectAccessible(page);
  await drawer.getByRole('textbox', { name: 'Current password' }).fill(login.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your passkey is added.')).toBeVisible();
  const table = page.getByRole('table', { name: 'Passkeys' });
  await expect(table.getByRole('row', { name: /Laptop/ })).toContainText('Never');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await authenticator.credentials()).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }]);

  // It opens the account by itself, and only for its person.
  await page.context().clearCookies();
  await page.goto('/sign-in');
  await authenticator.refuse();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeEnabled();
  expect((await page.request.get('/api/v1/whoami')).status()).toBe(401);
  await authenticator.accept();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  expect((await page.request.get('/api/v1/whoami')).status()).toBe(200);

  await page.goto('/settings/account');
  await expect(table.getByRole('row', { name: /Laptop/ })).not.toContainText('Never');
  await table.getByRole('button', { name: 'Rename Laptop' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Office laptop');
  await page.keyboard.press('Enter');
  await expect(table.getByRole('row', { name: /Office laptop/ })).toBeVisible();
  await table.getByRole('button', { name: 'Remove Office laptop' }).click();
  await expectAccessible(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Current password' }).fill('not this one');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(dialog.getByText('This is not your current password.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('textbox', { name: 'Current password' }).fill(login.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('The passkey is removed.')).toBeVisible();
  await expect(table).toBeHidden();

  // The device still has it; it opens nothing.
  await page.context().clearCookies();
  await page.goto('/sign-in');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByText('No account here uses this passkey.')).toBeVisible();
  await expectAccessible(page);
});

test('switching on codes shows the passkeys of before, and those that stay are chosen', async ({ page }) => {
  const login = await signUp(page);
  await page.goto('/settings/account');
  const drawer = page.getByRole('dialog');
  for (const name of ['Laptop', 'Old tablet']) {
    const device = await plugIn(page);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await drawer.getByRole('textbox', { name: 'Name' }).fill(name);
    await drawer.getByRole('textbox', { name: 'Current password' }).fill(login.password);
    await page.keyboard.press('Enter');
    await expect(drawer).toBeHidden();
    await device.unplug();
  }
  const table = page.getByRole('table', { name: 'Passkeys' });
  await expect(table.getByRole('row')).toHaveCount(3);
  await page.getByRole('button', { name: 'Set up codes at sign-in' }).click();
  await drawer.getByRole('textbox', { name: 'Current password' }).fill(login.password);
  await page.keyboard.press('Enter');
  await expect(drawer.getByRole('checkbox', { name: 'Laptop' })).toBeChecked();
  await drawer.getByRole('checkbox', { name: 'Old tablet' }).uncheck();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  }
  const secret = (await drawer.locator('code').innerText()).replaceAll(/\s/g, '');
  await codeField(page).fill(codeOf(secret));
  await page.keyboard.press('Enter');
  await expect(drawer.getByRole('listitem')).toHaveCount(10);
  await drawer.getByRole('button', { name: 'I have saved them' }).click();
  await expect(table.getByRole('row', { name: /Laptop/ })).toBeVisible();
  await expect(table.getByRole('row')).toHaveCount(2);
});
