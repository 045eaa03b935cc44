/** The frame of the dashboard: the navigation that folds, and the palette that finds pages, actions and records. */
import type { Locator, Page } from '@playwright/test';
import { createContact } from './support/contacts';
import { createCode, detailAddress, uniqueCode } from './support/discount-codes';
import { themesOf, widthsOf } from './support/looks';
import { test } from './support/signed-in';
import { expect, expectAccessible, expectNoSidewaysScroll, unique } from './support/test';

const navigation = (page: Page): Locator => page.getByRole('navigation', { name: 'Main navigation' });
const group = (page: Page, name: string): Locator => navigation(page).getByRole('button', { name, exact: true });
const link = (page: Page, name: string): Locator => navigation(page).getByRole('link', { name, exact: true });
const palette = (page: Page): Locator => page.getByRole('dialog', { name: 'Search' });
const field = (page: Page): Locator => palette(page).getByRole('combobox');
const options = (page: Page): Locator => palette(page).getByRole('option');

test.describe('the navigation', () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test('folds its groups by the keyboard, and has them as they were left in the first answer of the server', async ({
    page,
  }) => {
    await page.goto('/');
    await expect(group(page, 'Audience')).toHaveAttribute('aria-expanded', 'true');
    await expect(group(page, 'Settings')).toHaveAttribute('aria-expanded', 'false');
    await expect(link(page, 'Billing')).toBeHidden();
    await group(page, 'Audience').focus();
    await page.keyboard.press('Enter');
    await expect(link(page, 'Contacts')).toBeHidden();
    await group(page, 'Settings').click();
    await expect(link(page, 'Billing')).toBeVisible();

    const html = await (await page.context().request.get('/')).text();
    expect(html).toMatch(/aria-expanded="false"[^>]*>Audience/);
    expect(html).toMatch(/aria-expanded="true"[^>]*>Settings/);
    await page.reload();
    await expect(group(page, 'Audience')).toHaveAttribute('aria-expanded', 'false');
    await expect(link(page, 'Billing')).toBeVisible();
  });

  test('keeps the group of the current page open, and fits a small laptop', async ({ page }) => {
    for (const [address, name] of [
      ['/', 'Home'],
      ['/pixels', 'Pixels'],
      ['/audit-log', 'Audit log'],
      ['/billing', 'Billing'],
    ] as const) {
      await page.goto(address);
      await expect(link(page, name)).toHaveAttribute('aria-current', 'page');
      await expect(link(page, name)).toBeInViewport({ ratio: 1 });
      expect(await navigation(page).evaluate((nav) => nav.scrollHeight - nav.clientHeight)).toBe(0);
    }
    await expect(group(page, 'Settings')).toHaveCount(0);
    await expect(group(page, 'Developers')).toBeVisible();
  });

  test('scrolls to the current page where the window is too low for all', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 480 });
    await page.goto('/billing');
    await expect(link(page, 'Billing')).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: 'Account menu' })).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });

  for (const colorScheme of themesOf('shell'))
    test(`is accessible, open and folded, as is the palette, in the ${colorScheme} theme`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await page.goto('/pixels');
      await group(page, 'Grow').click();
      await expectAccessible(page);
      await page.keyboard.press('Control+k');
      await field(page).fill('kop');
      await expect(palette(page).getByRole('group', { name: 'Discount codes' })).toBeVisible();
      await expectAccessible(page);
      await field(page).fill('zzzz');
      await expect(palette(page).getByText('Nothing found for “zzzz”.')).toBeVisible();
      await expectAccessible(page);
    });
});

test.describe('the palette', () => {
  test('finds a contact and a code by the keyboard, and goes there', async ({ page }) => {
    const firstName = unique('Melati');
    const code = uniqueCode('CARI');
    await createContact(page, { firstName, email: `${unique('melati')}@toko.example` });
    const contactPage = page.url();
    await createCode(page, code);
    const codePage = page.url();
    await page.goto('/');

    await page.keyboard.press('/');
    await page.keyboard.type(firstName.toLowerCase());
    await expect(options(page)).toHaveCount(1);
    await expect(options(page)).toContainText(firstName);
    await page.keyboard.press('Enter');
    await page.waitForURL(contactPage);
    await expect(palette(page)).toBeHidden();

    await page.keyboard.press('Control+k');
    await page.keyboard.type(code.slice(0, -1).toLowerCase());
    await expect(palette(page).getByRole('group', { name: 'Discount codes' })).toContainText(code);
    await page.keyboard.press('Enter');
    await page.waitForURL(detailAddress);
    expect(page.url()).toBe(codePage);
  });

  test('moves the choice with the arrows, does what is chosen, and closes by Escape', async ({ page }) => {
    await page.goto('/');
    // Actions alone: records come a moment later and below them, and other tests make some.
    await page.route('**/api/trpc/search.records**', (route) => route.fulfill({ status: 400, body: '{}' }));
    await page.keyboard.press('/');
    await field(page).fill('new ');
    await expect(palette(page).getByRole('status')).toContainText('The search failed.');
    await expect(options(page).first()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowUp');
    await expect(options(page).last()).toHaveAttribute('aria-selected', 'true');
    await expect(options(page).last()).toBeInViewport();
    await page.keyboard.press('ArrowDown');
    await expect(options(page).first()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Escape');
    await expect(palette(page)).toBeHidden();

    await page.keyboard.press('/');
    await expect(field(page)).toHaveValue('');
    await field(page).fill('invite');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Invite somebody' })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/settings/members');
  });

  test('leaves a slash to the field that somebody writes in', async ({ page }) => {
    await page.goto('/contacts');
    const search = page.getByRole('searchbox', { name: 'Search name, e-mail or phone' });
    await search.focus();
    await page.keyboard.type('a/b');
    await expect(search).toHaveValue('a/b');
    await expect(palette(page)).toHaveCount(0);
  });

  test('says when records could not be searched', async ({ page }) => {
    await page.goto('/');
    await page.route('**/api/trpc/search.records**', (route) => route.fulfill({ status: 400, body: '{}' }));
    await page.keyboard.press('/');
    await field(page).fill('zzzz');
    await expect(palette(page).getByRole('status')).toContainText('The search failed.');
  });
});

for (const width of [1280, 800, 390])
  test(`the way to the search is large enough to hit at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 700 });
    await page.goto('/');
    const button = page.getByRole('button', { name: /^Search/ });
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(24);
    await button.click();
    await expect(field(page)).toBeFocused();
    const box = await palette(page).boundingBox();
    if (width === 390) expect([box?.x, box?.width]).toEqual([0, 390]);
    await field(page).fill('kop');
    await expect(options(page).first()).toBeVisible();
    await expectNoSidewaysScroll(page);
  });

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the drawer folds its groups, shows the current page, and closes on the way', async ({ page }) => {
    await page.goto('/billing');
    await page.getByRole('button', { name: 'Open navigation' }).click();
    await expect(link(page, 'Billing')).toBeInViewport({ ratio: 1 });
    await group(page, 'Audience').click();
    await expect(link(page, 'Contacts')).toBeHidden();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await link(page, 'Home').click();
    await page.waitForURL('/');
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  test("the actions of a page's head leave the room to the title", async ({ page }) => {
    await createCode(page, uniqueCode('JUDUL-YANG-PANJANG'));
    expect((await page.getByRole('heading', { level: 1 }).boundingBox())?.width).toBeGreaterThan(180);
    await expect(page.getByRole('link', { name: 'Edit', exact: true })).toBeInViewport();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Archive' }).click();
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Archive' })).toBeVisible();
    await expectNoSidewaysScroll(page);
  });
});

test('an unknown address keeps the menu, says what happened, and leads to Home and the search', async ({
  page,
  browser,
  baseURL,
}) => {
  const answer = await page.goto('/contcats/melati');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: 'This page does not exist' })).toBeVisible();
  await expect(page.getByText('The address may be mistyped, or the page was deleted.')).toBeVisible();
  await expect(link(page, 'Contacts')).toBeVisible();
  for (const colorScheme of themesOf('unknown'))
    for (const width of widthsOf('unknown')) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    }
  await page.getByRole('button', { name: 'Search for it' }).click();
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Go to Home' }).click();
  await page.waitForURL('/');

  const stranger = await (
    await browser.newContext({ baseURL, storageState: { cookies: [], origins: [] }, locale: 'id-ID' })
  ).newPage();
  expect((await stranger.goto('/contcats/melati'))?.status()).toBe(404);
  await expect(stranger.getByRole('heading', { level: 1, name: 'Halaman ini tidak ada' })).toBeVisible();
  await expect(stranger.getByRole('link', { name: 'Ke Beranda' })).toBeVisible();
  await expect(stranger.getByRole('navigation')).toHaveCount(0);
  await expectAccessible(stranger);

  await page.goto('/settings');
  expect(new URL(page.url()).pathname).toBe('/settings/workspace');
});
