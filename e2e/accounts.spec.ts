/** Signing up, in and out, and the first steps in a workspace of one's own. */
import type { Page } from '@playwright/test';
import { themesOf } from './support/looks';
import { demo, expect, expectAccessible, expectNoSidewaysScroll, signIn, signUp, test, unique } from './support/test';

const setup = (page: Page) => page.getByRole('region', { name: 'Set up your shop' });

test('a new workspace begins empty, and its first steps are ticked off', async ({ page }) => {
  await signUp(page);
  await expect(setup(page)).toContainText('0 of 10 done');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Developers' }).click();
  await page.getByRole('link', { name: 'API keys' }).click();
  await expect(
    page.getByText('Create an API key to let your checkout validate and redeem your discount codes.'),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Discount codes' }).click();
  await expect(page.getByText(/Discount codes give shoppers a reason/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: /Start from a sample/ }).click();
  await expect(page.getByRole('textbox', { name: 'Code', exact: true })).toHaveValue('WELCOME10');
  await page.getByRole('button', { name: 'Create code' }).click();
  await expect(page.getByText('WELCOME10 is ready.')).toBeVisible();
  await page.getByRole('link', { name: 'Create another' }).click();

  // The free plan has room for one.
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill('SECOND');
  await page.getByRole('textbox', { name: 'Percentage' }).fill('5');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your Free plan includes one active code.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save as archived' }).click();
  await expect(page.getByText('SECOND is ready.')).toBeVisible();
  await expect(page.getByRole('main').locator('header').filter({ hasText: 'SECOND' })).toContainText('Archived');
  await page.getByRole('button', { name: 'Reactivate' }).click();
  await expect(page.getByText('You have reached the limit of your plan.')).toBeVisible();

  await page.getByRole('link', { name: 'Home' }).click();
  await expect(setup(page)).toContainText('1 of 10 done');
});

test('signing out ends the session; signing in again leads back to the page that was asked for', async ({ page }) => {
  await signIn(page);
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL('**/sign-in');
  await page.goto('/discount-codes?q=kopi');
  await page.waitForURL((url) => url.pathname === '/sign-in');
  await page.getByLabel('E-mail').fill(demo().email);
  await page.getByRole('textbox', { name: 'Password' }).fill(demo().password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/discount-codes?q=kopi');
  await expect(page.getByRole('searchbox')).toHaveValue('kopi');
});

test('wrong passwords are refused in words, and too many of them for a while', async ({ page }) => {
  await page.goto('/sign-in');
  await page.getByLabel('E-mail').fill(`nobody-${unique()}@toko.example`);
  const password = page.getByRole('textbox', { name: 'Password' });
  for (let attempt = 1; attempt <= 10; attempt++) {
    await password.fill(`wrong password ${attempt}`);
    const answer = page.waitForResponse((response) => response.url().includes('/api/auth/callback/credentials'));
    await page.keyboard.press('Enter');
    await answer;
    await expect(password).toHaveAccessibleDescription('The e-mail or password is wrong.');
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled();
  }
  await page.keyboard.press('Enter');
  await expect(page.getByText('You have tried too often.')).toBeVisible();
  await expect(page.getByText('Wait 15 minutes and try again.')).toBeVisible();
});

test('who signed in here before is not shut out by others who guess', async ({ page, browser, baseURL }) => {
  const login = await signUp(page);
  const stranger = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) });
  const { csrfToken } = (await (await stranger.request.get('/api/auth/csrf')).json()) as { csrfToken: string };
  const form = { csrfToken, email: login.email, password: 'a guess', json: 'true' };
  const guess = async () => (await stranger.request.post('/api/auth/callback/credentials', { form })).text();
  for (let attempt = 1; attempt <= 10; attempt++) expect(await guess()).toContain('WRONG_CREDENTIALS');
  expect(await guess()).toContain('TOO_MANY_ATTEMPTS');
  await stranger.close();

  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL('**/sign-in');
  expect((await page.context().cookies()).map(({ name, httpOnly }) => [name, httpOnly])).toContainEqual([
    'laris-devices',
    true,
  ]);
  await page.getByLabel('E-mail').fill(login.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(login.password);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === '/');
});

for (const colorScheme of themesOf('accounts')) {
  test(`the doors are open to everybody, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto('/sign-in');
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Create a workspace' }).click();
    await page.waitForURL('**/sign-up');
    await page.getByRole('button', { name: 'Create workspace' }).click();
    await expect(page.getByLabel('Shop or company')).toHaveAccessibleDescription('Fill this in.');
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page);
  });
}
