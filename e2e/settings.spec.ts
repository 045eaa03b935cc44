/** Settings: the workspace, its members, several workspaces of one person, passwords. */
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { codeOf, setUpCodes } from './support/codes';
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, signUp, test, unique } from './support/test';

const PASSWORD = 'kopi susu gula aren';

const anotherBrowser = async (browser: Browser): Promise<Page> =>
  (await browser.newContext({ locale: 'en-US' })).newPage();
const accountMenu = (page: Page) => page.getByRole('button', { name: /^Account menu/ });

/** Makes a link as the owner does, and reads it where it is shown. */
async function invite(page: Page, email = ''): Promise<string> {
  await page.goto('/settings/members');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('textbox', { name: 'E-mail (optional)' }).fill(email);
  await page.keyboard.press('Enter');
  await expect(drawer.getByText('Share this link')).toBeVisible();
  await expectAccessible(page);
  const link = await drawer.locator('code').innerText();
  await drawer.getByRole('button', { name: 'Copy: Invitation link' }).click();
  await drawer.getByRole('button', { name: 'Done' }).click();
  return new URL(link).pathname;
}

test('somebody is invited by link, joins as a new person, and is removed again', async ({ page, browser, baseURL }) => {
  const { shop } = await signUp(page);
  const email = `${unique('budi-')}@toko.example`;
  const path = await invite(page, email);
  await expect(page.getByRole('table', { name: 'Open invitations' })).toContainText(email);

  const guest = await anotherBrowser(browser);
  await guest.goto(`${baseURL ?? ''}${path}`);
  await expect(guest.getByRole('heading', { name: `Join ${shop}` })).toBeVisible();
  await expect(guest.getByLabel('E-mail')).toHaveValue(email);
  await expectAccessible(guest);
  await guest.getByLabel('Your name').fill('Budi Santoso');
  await guest.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await guest.keyboard.press('Enter');
  await guest.waitForURL((url) => url.pathname === '/');
  await expect(accountMenu(guest)).toContainText(shop);
  await guest.goto(`${baseURL ?? ''}/settings/workspace`);
  await expect(guest.getByText('Only the owner and admins can change these settings.')).toBeVisible();
  await expect(guest.getByRole('textbox', { name: 'Name' })).toBeDisabled();

  // A marketer finds neither keys nor billing, and is told why a page that is typed in does not open.
  const navigation = guest.getByRole('navigation', { name: 'Main navigation' });
  await expect(navigation.getByRole('link', { name: 'Broadcasts' })).toBeVisible();
  await expect(navigation.getByRole('link', { name: 'API keys' })).toHaveCount(0);
  await expect(navigation.getByRole('link', { name: 'Billing' })).toHaveCount(0);
  await guest.goto(`${baseURL ?? ''}/billing`);
  await expect(guest.getByText('Your role in this workspace does not allow this.')).toBeVisible();
  await expectAccessible(guest);

  // Once only: the link is over for the next one.
  const late = await anotherBrowser(browser);
  await late.goto(`${baseURL ?? ''}${path}`);
  await expect(late.getByText('Somebody has already joined with this link')).toBeVisible();
  await late.context().close();

  await page.reload();
  const row = page.getByRole('row').filter({ hasText: email });
  await expect(row).toContainText('Marketer');
  await page.getByRole('button', { name: 'Actions for Budi Santoso' }).click();
  await page.getByRole('menuitem', { name: 'Change role' }).click();
  await expect(page.getByRole('menu')).toBeHidden();
  await page.getByRole('radio', { name: 'Analyst' }).check();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Budi Santoso now has the role Analyst.')).toBeVisible();
  await expect(row).toContainText('Analyst');
  // An analyst sees everything, and no way to change it.
  await guest.goto(`${baseURL ?? ''}/contact-lists`);
  await expect(guest.getByText('You are an analyst in this workspace')).toBeVisible();
  await expect(guest.getByRole('button', { name: 'New list' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Actions for Budi Santoso' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await expect(page.getByRole('menu')).toBeHidden();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Budi Santoso is no longer a member.')).toBeVisible();
  await expect(row).toBeHidden();
  await guest.waitForTimeout(2_000);
  await guest.reload();
  await guest.waitForURL((url) => url.pathname === '/sign-in');
  await guest.context().close();
});

test('the owner hands the workspace over, for password and code', async ({ page, browser, baseURL }) => {
  const login = await signUp(page);
  const { secret } = await setUpCodes(page, login);
  const path = await invite(page);
  const guest = await anotherBrowser(browser);
  await guest.goto(`${baseURL ?? ''}${path}`);
  await guest.getByLabel('Your name').fill('Budi Santoso');
  await guest.getByLabel('E-mail').fill(`${unique('budi-')}@toko.example`);
  await guest.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await guest.keyboard.press('Enter');
  await guest.waitForURL((url) => url.pathname === '/');

  await page.reload();
  await page.getByRole('button', { name: 'Actions for Budi Santoso' }).click();
  await page.getByRole('menuitem', { name: 'Make owner' }).click();
  await expect(page.getByRole('menu')).toBeHidden();
  const dialog = page.getByRole('dialog', { name: 'Make Budi Santoso the owner?' });
  await expect(dialog.getByRole('textbox', { name: 'Current password' })).toBeFocused();
  await dialog.getByRole('textbox', { name: 'Current password' }).fill('not this one');
  await dialog.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret));
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('This is not your current password.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('textbox', { name: 'Current password' }).fill(login.password);
  await dialog.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret, 20));
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('This code is wrong or already used.')).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  // The code that stood beside the wrong password was not spent by it.
  await dialog.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret));
  await dialog.getByRole('button', { name: 'Make owner' }).click();
  await expect(page.getByText('Budi Santoso is the owner now.')).toBeVisible();
  const rows = page.getByRole('table', { name: 'Members' }).getByRole('row');
  await expect(rows.filter({ hasText: 'Budi Santoso' })).toContainText('Owner');
  await expect(rows.filter({ hasText: login.email })).toContainText('Admin');
  await expect(page.getByRole('button', { name: 'Actions for Budi Santoso' })).toHaveCount(0);
  await guest.goto(`${baseURL ?? ''}/audit-log`);
  await expect(guest.getByText('transferred the workspace to').first()).toBeVisible();
  await guest.context().close();
});

test('a person has several workspaces; a page of one cannot write into another', async ({ page }) => {
  const { shop } = await signUp(page);
  const second = unique('Kedua ');
  const left = await page.context().newPage();
  await left.goto('/settings/account');

  await accountMenu(page).click();
  await page.getByRole('menuitem', { name: 'New workspace' }).click();
  await page.getByRole('dialog').getByLabel('Shop or company').fill(second);
  await page.keyboard.press('Enter');
  await expect(accountMenu(page)).toContainText(second);

  // The tab that was left behind asks which one is meant.
  const question = left.getByRole('dialog', { name: 'You opened another workspace' });
  await expect(question).toContainText(second);
  await expectAccessible(left);
  await question.getByRole('button', { name: `Stay in ${shop}` }).click();
  await expect(question).toBeHidden();
  await expect(page.getByRole('dialog', { name: 'You opened another workspace' })).toBeVisible();
  // The name in the corner is known before the page is left.
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: `Go to ${shop}` }).click()]);
  await expect(accountMenu(page)).toContainText(shop);
  await left.close();

  await accountMenu(page).click();
  await expect(page.getByRole('menuitemradio', { name: shop })).toHaveAttribute('aria-checked', 'true');
  await expectAccessible(page);
  await page.getByRole('menuitemradio', { name: second }).click();
  await expect(accountMenu(page)).toContainText(second);
});

test('the settings of a workspace show where they say they do', async ({ page, baseURL }) => {
  const { shop } = await signUp(page);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Workspace', exact: true }).click();
  const name = `${shop} & Anak`;
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.locator('input[type=file]').setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  });
  await expect(page.getByRole('button', { name: 'Remove' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Currency' }).fill('SGD');
  await page.getByRole('option', { name: /^SGD/ }).click();
  await expect(page.getByText('Laris converts nothing')).toBeVisible();
  await page.getByRole('combobox', { name: 'Time zone' }).fill('singapore');
  await page.getByRole('option', { name: /Singapore/ }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save changes' }).first().click();
  await expect(page.getByText('Workspace saved.')).toBeVisible();
  await expect(accountMenu(page)).toContainText(name);
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue(/Singapore/);
  const blog = await page.request.get(
    new URL((await page.getByRole('link', { name: 'Open the blog' }).getAttribute('href')) ?? '', baseURL).href,
  );
  expect(await blog.text()).toMatch(/<img class="logo" src="[^"]+" alt=""\/>/);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
});

test('a new password ends the sessions elsewhere and keeps this one', async ({ page, browser, baseURL }) => {
  const login = await signUp(page);
  const elsewhere = await browser.newPage({ ...(baseURL !== undefined && { baseURL }), locale: 'en-US' });
  await signIn(elsewhere, login);
  await accountMenu(page).click();
  await page.getByRole('menuitem', { name: 'Your account' }).click();
  await page.waitForURL('**/settings/account');
  const next = 'teh tarik tanpa gula';
  await page.getByLabel('Current password').fill('not this one');
  await page.getByLabel('New password').fill(next);
  await page.keyboard.press('Enter');
  await expect(page.getByText('This is not your current password.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Current password').fill(login.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your password is changed.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible();
  await elsewhere.waitForTimeout(2_000);
  await elsewhere.reload();
  await elsewhere.waitForURL((url) => url.pathname === '/sign-in');
  await signIn(elsewhere, { email: login.email, password: next });
  await elsewhere.close();
});

test('the browsers of a person are listed, end one by one, and a copied cookie dies with them', async ({
  page,
  browser,
  baseURL,
}) => {
  const login = await signUp(page);
  const options = { ...(baseURL !== undefined && { baseURL }), locale: 'en-US' };
  const laptop = await browser.newContext({
    ...options,
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
  });
  const phone = await browser.newContext({
    ...options,
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1',
  });
  const [onLaptop, onPhone] = [await laptop.newPage(), await phone.newPage()];
  for (const each of [onLaptop, onPhone]) await signIn(each, login);
  // What a thief has: the cookie, in a client that never signs out.
  const copy = await browser.newContext({ ...options, storageState: await phone.storageState() });
  const statuses = async (context: BrowserContext): Promise<number[]> =>
    Promise.all(
      ['/api/v1/whoami', '/api/trpc/accounts.current'].map(async (path) => (await context.request.get(path)).status()),
    );
  expect(await statuses(copy)).toEqual([200, 200]);
  await onPhone.getByRole('button', { name: /^Account menu/ }).click();
  await onPhone.getByRole('menuitem', { name: 'Sign out' }).click();
  await onPhone.waitForURL((url) => url.pathname === '/sign-in');
  await expect.poll(() => statuses(copy), { timeout: 2_500 }).toEqual([401, 401]);
  expect(await statuses(laptop)).toEqual([200, 200]);

  await page.goto('/settings/account');
  const table = page.getByRole('table', { name: 'Where you are signed in' });
  await expect(table.getByRole('row')).toHaveCount(3);
  await expect(table.getByRole('row', { name: /This browser/ })).toBeVisible();
  await expect(table.getByRole('row', { name: /Firefox on Windows/ })).toContainText(/10(\.\d+){3}/);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await table.getByRole('button', { name: 'Sign out Firefox on Windows' }).click();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('Signed out there.')).toBeVisible();
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect.poll(() => statuses(laptop), { timeout: 2_500 }).toEqual([401, 401]);

  await signIn(onPhone, login);
  await page.reload();
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect.poll(() => statuses(phone), { timeout: 2_500 }).toEqual([401, 401]);
  expect(await statuses(page.context())).toEqual([200, 200]);
  for (const context of [laptop, phone, copy]) await context.close();
});

test('whoever forgot the password learns what helps where no mail is sent', async ({ page }) => {
  await page.goto('/sign-in');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByText(/laris -- user set-password/)).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.goto('/reset-password/nothing');
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await page.goto('/invitation/nothing');
  await expect(page.getByRole('heading', { name: 'This invitation no longer works' })).toBeVisible();
  await expectAccessible(page);
});

test("the shop's address is entered once, and the feed and referral links lead there", async ({ page }) => {
  await signUp(page);
  await page.goto('/settings/workspace');
  const field = page.getByRole('textbox', { name: 'Address of the shop' });
  await field.fill('http://toko.example');
  await page.keyboard.press('Enter');
  await expect(field).toHaveAccessibleDescription(/must start with https/);
  await expectAccessible(page);
  await field.fill('toko.example/');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Workspace saved.')).toBeVisible();
  await page.reload();
  await expect(field).toHaveValue('https://toko.example');

  await page.goto('/referrals/program?sample=friends');
  await page.getByRole('switch', { name: /^On If you turn this off/ }).check();
  await page.getByRole('button', { name: 'Save program' }).click();
  await page.waitForURL('**/referrals');
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/referrals?issue=1');
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('combobox', { name: 'Customer' }).fill('pelanggan-7');
    await drawer.getByRole('button', { name: 'Create link' }).click();
    await expect(drawer.getByText(/^https:\/\/toko\.example\/r\/[a-z2-9]{8}$/)).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await drawer.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText('pelanggan-7')).toHaveCount(1);
  }
});
