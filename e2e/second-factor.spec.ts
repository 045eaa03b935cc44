/** Codes of an authenticator app at sign-in, through the pages. */
import { createHmac } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, signUp, test, type Account } from './support/test';

const STEP = 30_000;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** What an app shows that knows this secret, so many steps from now. */
function codeOf(secret: string, steps = 0): string {
  const bits = Array.from(secret, (letter) => LETTERS.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP) + steps));
  const mac = createHmac('sha1', Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))))
    .update(counter)
    .digest();
  return String((mac.readUInt32BE(mac.at(-1)! & 15) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

const drawer = (page: Page) => page.getByRole('dialog');
const codeField = (page: Page) => page.getByRole('textbox', { name: 'Code' });

/** Sets it up through the page. @returns the secret, and the recovery codes */
async function setUp(page: Page, { password }: Account): Promise<{ secret: string; recovery: string[] }> {
  await page.goto('/settings/account');
  await page.getByRole('button', { name: 'Set up codes at sign-in' }).click();
  await drawer(page).getByRole('textbox', { name: 'Present password' }).fill('not this one');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This is not your present password.')).toBeVisible();
  await drawer(page).getByRole('textbox', { name: 'Present password' }).fill(password);
  await page.keyboard.press('Enter');
  await expect(drawer(page).getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await expectAccessible(page);
  const secret = (await drawer(page).locator('code').innerText()).replaceAll(/\s/g, '');
  await codeField(page).fill(codeOf(secret, 20));
  await page.keyboard.press('Enter');
  await expect(page.getByText('This is not what the app should show.')).toBeVisible();
  await codeField(page).fill(codeOf(secret, -1).replace(/(...)/, '$1 '));
  await page.keyboard.press('Enter');
  await expect(drawer(page).getByRole('listitem')).toHaveCount(10);
  await expectAccessible(page);
  const recovery = await drawer(page).getByRole('listitem').allInnerTexts();
  await page.keyboard.press('Escape');
  await expect(page.getByText('The recovery codes are not copied yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Stay' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    drawer(page).getByRole('button', { name: 'Save as a file' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('laris-recovery-codes.txt');
  await drawer(page).getByRole('button', { name: 'I have kept them' }).click();
  await expect(drawer(page)).toBeHidden();
  return { secret, recovery };
}

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
  const { secret, recovery } = await setUp(page, login);
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
  await expect(phone.getByText('This code is wrong, or was used already.')).toBeVisible();
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
  await expect(laptop.getByText('This code is wrong, or was used already.')).toBeVisible();
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
  await drawer(laptop).getByRole('textbox', { name: 'Present password' }).fill(login.password);
  await drawer(laptop).getByRole('button', { name: 'Use a recovery code' }).click();
  await drawer(laptop).getByRole('textbox', { name: 'Recovery code' }).fill(recovery[1]!);
  await expectAccessible(laptop);
  await laptop.keyboard.press('Enter');
  await expect(drawer(laptop).getByRole('listitem')).toHaveCount(10);
  const fresh = await drawer(laptop).getByRole('listitem').allInnerTexts();
  expect(fresh).not.toContain(recovery[2]);
  await drawer(laptop).getByRole('button', { name: 'I have kept them' }).click();
  await expect(drawer(laptop)).toBeHidden();
  await laptop.getByRole('button', { name: 'Switch off' }).click();
  await drawer(laptop).getByRole('textbox', { name: 'Present password' }).fill(login.password);
  await drawer(laptop).getByRole('button', { name: 'Use a recovery code' }).click();
  await drawer(laptop).getByRole('textbox', { name: 'Recovery code' }).fill(fresh[0]!);
  await laptop.keyboard.press('Enter');
  await expect(laptop.getByText('Codes at sign-in are off.')).toBeVisible();
  await expect(laptop.getByRole('button', { name: 'Set up codes at sign-in' })).toBeVisible();
  await laptop.goto('/audit-log');
  for (const words of ['switched off codes at sign-in', 'made new recovery codes', 'used a recovery code'])
    await expect(laptop.getByText(words).first()).toBeVisible();
  await laptop.context().close();
});

test('a session that ended is opened again in place with a code as well', async ({ page }) => {
  const login = await signUp(page);
  const { secret } = await setUp(page, login);
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
