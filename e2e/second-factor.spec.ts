/** Codes of an authenticator app at sign-in, through the pages. */
import type { Page } from '@playwright/test';
import { codeField, codeOf, drawer, setUpCodes } from './support/codes';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  signIn,
  signUp,
  test,
  unique,
  type Account,
} from './support/test';

/** E-mail and password, to the second step. */
async function toCode(page: Page, login: Account): Promise<void> {
  await page.goto('/sign-in');
  await page.getByLabel('E-mail').fill(login.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(login.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
}

test('signing in asks for a code of the app, or a recovery code, once each', async ({ page, browser, baseURL }) => {
  const login = await signUp(page);
  const options = { ...(baseURL !== undefined && { baseURL }), locale: 'en-US' };
  const elsewhere = await browser.newPage(options);
  await signIn(elsewhere, login);
  const { secret, recovery } = await setUpCodes(page, login);
  const panel = page
    .getByRole('region', { name: 'Sign-in security' })
    .or(page.locator('section', { hasText: 'Sign-in security' }));
  await expect(panel.first()).toContainText('10 left');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  // This browser goes on, the other one does not.
  await expect.poll(async () => (await elsewhere.request.get('/api/v1/whoami')).status(), { timeout: 2_500 }).toBe(401);
  expect((await page.request.get('/api/v1/whoami')).status()).toBe(200);
  await elsewhere.context().close();

  const phone = await browser.newPage({ ...options, viewport: { width: 390, height: 844 } });
  await toCode(phone, login);
  expect((await phone.request.get('/api/v1/whoami')).status()).toBe(401);
  await expect(codeField(phone)).toBeFocused();
  await expect(codeField(phone)).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(codeField(phone)).toHaveAttribute('inputmode', 'numeric');
  await expectAccessible(phone);
  await expectNoSidewaysScroll(phone);
  await codeField(phone).fill(codeOf(secret, 20));
  await phone.keyboard.press('Enter');
  await expect(phone.getByText('This code is wrong or already used.')).toBeVisible();
  await expectAccessible(phone);
  const code = codeOf(secret, 1);
  await codeField(phone).fill(` ${code.slice(0, 3)} ${code.slice(3)} `);
  await phone.keyboard.press('Enter');
  await phone.waitForURL((url) => url.pathname === '/');
  await phone.context().close();

  const laptop = await browser.newPage(options);
  await toCode(laptop, login);
  await codeField(laptop).fill(code);
  await laptop.keyboard.press('Enter');
  await expect(laptop.getByText('This code is wrong or already used.')).toBeVisible();
  await laptop.getByRole('button', { name: 'Back' }).click();
  await expect(laptop.getByLabel('E-mail')).toHaveValue(login.email);
  await toCode(laptop, login);
  await laptop.getByRole('button', { name: 'Use a recovery code' }).click();
  await expect(laptop.getByRole('textbox', { name: 'Recovery code' })).toBeFocused();
  await expectAccessible(laptop);
  await laptop.keyboard.type(recovery[0]!.toUpperCase());
  await laptop.keyboard.press('Enter');
  await laptop.waitForURL((url) => url.pathname === '/');
  await laptop.goto('/settings/account');
  await expect(laptop.getByText('9 left')).toBeVisible();

  // New ones, then none at all.
  await laptop.getByRole('button', { name: 'New recovery codes' }).click();
  await drawer(laptop).getByRole('textbox', { name: 'Current password' }).fill(login.password);
  await drawer(laptop).getByRole('button', { name: 'Use a recovery code' }).click();
  await drawer(laptop).getByRole('textbox', { name: 'Recovery code' }).fill(recovery[1]!);
  await expectAccessible(laptop);
  await laptop.keyboard.press('Enter');
  await expect(drawer(laptop).getByRole('listitem')).toHaveCount(10);
  const fresh = await drawer(laptop).getByRole('listitem').allInnerTexts();
  expect(fresh).not.toContain(recovery[2]);
  await drawer(laptop).getByRole('button', { name: 'I have saved them' }).click();
  await expect(drawer(laptop)).toBeHidden();
  await laptop.getByRole('button', { name: 'Switch off' }).click();
  await drawer(laptop).getByRole('textbox', { name: 'Current password' }).fill(login.password);
  await drawer(laptop).getByRole('button', { name: 'Use a recovery code' }).click();
  await drawer(laptop).getByRole('textbox', { name: 'Recovery code' }).fill(fresh[0]!);
  await laptop.keyboard.press('Enter');
  await expect(laptop.getByText('Codes at sign-in are off.')).toBeVisible();
  await expect(laptop.getByRole('button', { name: 'Set up codes at sign-in' })).toBeVisible();
  await laptop.goto('/audit-log');
  for (const words of ['switched off codes at sign-in', 'created new recovery codes', 'used a recovery code'])
    await expect(laptop.getByText(words).first()).toBeVisible();
  await laptop.context().close();
});

test('a session that ended is opened again in place with a code as well', async ({ page }) => {
  const login = await signUp(page);
  const { secret } = await setUpCodes(page, login);
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Change name' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Sari Baru');
  await page.keyboard.press('Enter');
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await again.getByRole('textbox', { name: 'Password' }).fill(login.password);
  await page.keyboard.press('Enter');
  await again.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret, 1));
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(again).toBeHidden();
  // What was under way goes on.
  await expect(page.getByText('Your name is changed.')).toBeVisible();
  expect((await page.request.get('/api/v1/whoami')).status()).toBe(200);
});

test('another password and another e-mail take a code as well', async ({ page }) => {
  const login = await signUp(page);
  const { secret, recovery } = await setUpCodes(page, login);
  const next = 'teh tarik tanpa gula';
  await page.getByLabel('Current password').fill(login.password);
  await page.getByLabel('New password').fill(next);
  await page.keyboard.press('Enter');
  // No code, then a wrong one: the password stays, and so does what was typed.
  await expect(codeField(page)).toHaveAttribute('aria-invalid', 'true');
  await codeField(page).fill(codeOf(secret, 20));
  await page.keyboard.press('Enter');
  await expect(page.getByText('This code is wrong or already used.')).toBeVisible();
  await expectAccessible(page);
  await codeField(page).fill(codeOf(secret));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your password is changed.')).toBeVisible();
  await page.getByRole('button', { name: 'Change e-mail' }).click();
  const form = page.locator('form').filter({ has: page.getByLabel('New e-mail') });
  const email = `${unique('baru-')}@toko.example`;
  await form.getByLabel('New e-mail').fill(email);
  await form.getByRole('textbox', { name: 'Current password' }).fill(next);
  await form.getByRole('button', { name: 'Use a recovery code' }).click();
  await form.getByRole('textbox', { name: 'Recovery code' }).fill(recovery[0]!);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(form).toBeHidden();
  await expect(page.getByText('9 left')).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
});
