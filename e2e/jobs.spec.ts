/**
 * What people come for, from Home to the end, each counted in presses of the mouse: a job that takes one more than it
 * did fails here. Typing counts nothing, and neither does the browser's own choice of a file.
 */
import type { Locator, Page } from '@playwright/test';
import { callApi } from './support/api';
import { dropFile, importAddress, listAddress } from './support/contacts';
import { detailAddress, uniqueCode } from './support/discount-codes';
import { test } from './support/signed-in';
import { expect, unique } from './support/test';

const COUNT = 'presses of this test';

/** A job that begins at Home and takes so many presses. */
const job = (what: string, presses: number, work: (page: Page) => Promise<void>): void =>
  test(`${what}: ${presses} presses`, async ({ page }) => {
    await page.addInitScript((key) => {
      // Not at the window: what Playwright holds back there, to try it again, was no press.
      document.addEventListener(
        'pointerdown',
        ({ isTrusted }) => {
          if (isTrusted) sessionStorage.setItem(key, String(Number(sessionStorage.getItem(key)) + 1));
        },
        true,
      );
    }, COUNT);
    await page.goto('/');
    await work(page);
    expect(await page.evaluate((key) => Number(sessionStorage.getItem(key)), COUNT)).toBe(presses);
  });

/** @param folded the group of the navigation that has to be opened first */
async function go(page: Page, to: string, folded?: string): Promise<void> {
  const navigation = page.getByRole('navigation', { name: 'Main navigation' });
  if (folded !== undefined) await navigation.getByRole('button', { name: folded }).click();
  await navigation.getByRole('link', { name: to, exact: true }).click();
}
const button = (within: Page | Locator, name: string | RegExp): Locator =>
  within.getByRole('button', { name, exact: true }).first();

job('a discount code is made', 3, async (page) => {
  const code = uniqueCode('CLICK');
  await go(page, 'Discount codes');
  await page.getByRole('link', { name: 'New code' }).click();
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill(code);
  await page.getByRole('textbox', { name: 'Percentage' }).fill('15');
  await button(page, 'Create code').click();
  await page.waitForURL(detailAddress);
});

job('a code is found and archived', 4, async (page) => {
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog', { name: 'Search' }).getByRole('combobox').fill('new code');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/discount-codes/new');
  const code = uniqueCode('FOUND');
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill(code);
  await page.getByRole('textbox', { name: 'Percentage' }).fill('15');
  await page.keyboard.press('Enter');
  await page.waitForURL(detailAddress);
  await go(page, 'Discount codes');
  await page.getByRole('searchbox').fill(code);
  await page.getByRole('link', { name: code }).click();
  await button(page, 'Archive').click();
  await button(page.getByRole('dialog'), 'Archive').click();
  await expect(page.getByText(`${code} is archived.`)).toBeVisible();
});

job('people of a file are imported onto a list', 5, async (page) => {
  const who = unique('berkas');
  await go(page, 'Contacts');
  await page.getByRole('link', { name: 'Import contacts' }).click();
  await page.waitForURL('**/contacts/import');
  await dropFile(page, `${who}.csv`, `email,nama\n${who}@surel.example,Budi Santoso\n`);
  await page.getByRole('combobox', { name: 'Add everybody to a list' }).fill(who);
  await page.getByRole('radio', { name: 'Yes, all of them' }).check();
  await button(page, /^Check/).click();
  await page.waitForURL(importAddress);
  await button(page, 'Import 1 contact').click();
  await expect(page.getByRole('heading', { name: 'The import is done' })).toBeVisible({ timeout: 45_000 });
});

job('a list is made', 3, async (page) => {
  await go(page, 'Lists');
  await button(page, 'New list').click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(unique('Daftar '));
  await button(page.getByRole('dialog'), 'Create list').click();
  await page.waitForURL(listAddress);
});

job('a segment of those who joined lately is made', 5, async (page) => {
  await go(page, 'Segments');
  await page.getByRole('link', { name: 'New segment' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(unique('Baru '));
  await page.getByRole('combobox', { name: 'Field' }).click();
  await page.getByRole('option', { name: 'Joined', exact: true }).click();
  await button(page, 'Create segment').click();
  await expect(page.getByText('Joined in the last 30 days')).toBeVisible();
});

job('a channel is connected', 4, async (page) => {
  const name = unique('Klik ');
  await go(page, 'Channels');
  await page.getByRole('link', { name: 'Connect channel' }).click();
  await button(page, /^Postmark /).click();
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await form.getByLabel('Server API token', { exact: true }).fill('token-of-nobody');
  await form.getByLabel('From address', { exact: true }).fill('halo@toko.example');
  await button(form, 'Connect').click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
});

job('a template is made of a sample', 4, async (page) => {
  await go(page, 'Templates');
  await page.getByRole('link', { name: 'New template' }).click();
  await page.getByRole('link', { name: 'New product' }).click();
  const name = unique('Sampel ');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await button(page, 'Create template').click();
  await expect(page.getByRole('link', { name })).toBeVisible();
});

job('an e-mail is written and sent to a list', 11, async (page) => {
  const name = unique('Kirim ');
  await go(page, 'Broadcasts');
  await page.getByRole('link', { name: 'New broadcast' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('checkbox', { name: 'Resend' }).check();
  await page.getByPlaceholder('Choose lists').click();
  await page.getByRole('option', { name: /^Pelanggan setia/ }).click();
  await page.keyboard.press('Escape');
  await button(page, 'Continue to content').click();
  await page.getByRole('textbox', { name: 'Subject' }).fill(name);
  await button(page, 'Add a block').click();
  await page.getByRole('menuitem', { name: /^Text/ }).click();
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Halo');
  await button(page, /^Continue to/).click();
  await button(page, /^Send/).click();
  await button(page.getByRole('dialog'), /^Send/).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
});

job('a post is written and published', 4, async (page) => {
  const name = unique('Tulisan ');
  await go(page, 'Blog');
  await page.getByRole('link', { name: 'New post' }).click();
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill(name);
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Satu paragraf.');
  await button(page, 'Publish…').click();
  await button(page.getByRole('dialog'), 'Publish now').click();
  await expect(
    page
      .getByRole('main')
      .locator('header')
      .getByText(/^Published/),
  ).toBeVisible();
});

job('a customer gets a referral link', 3, async (page) => {
  await go(page, 'Referrals');
  await button(page, 'Create a link').click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('combobox', { name: 'Customer' }).fill(unique('pelanggan-'));
  await button(drawer, 'Create link').click();
  await expect(drawer.getByRole('button', { name: /^Copy/ }).first()).toBeVisible();
});

job('products of a file come into the feed', 4, async (page) => {
  const id = unique('kopi');
  await go(page, 'Product feed');
  await page.getByRole('link', { name: 'Upload products' }).click();
  await page.waitForURL('**/feeds/import');
  await dropFile(
    page,
    `${id}.csv`,
    `id,title,price,availability,url\n${id},Kopi,Rp 50.000,in stock,https://toko.example/${id}\n`,
  );
  await button(page, /^Check/).click();
  await button(page, /^Import 1/).click();
  await expect(page.getByRole('heading', { name: 'The import is done' })).toBeVisible({ timeout: 30_000 });
});

job('codes of a file come in', 4, async (page) => {
  const code = unique('FILE-').toUpperCase();
  await go(page, 'Discount codes');
  await page.getByRole('link', { name: 'Import codes' }).click();
  await page.waitForURL('**/discount-codes/import');
  await dropFile(page, `${code}.csv`, `code,value,uses,valid until\n${code},25%,,2099-12-31\n${code}-X,120%,,\n`);
  await expect(page.getByText('25% off').first()).toBeVisible();
  await button(page, /^Check/).click();
  await expect(page.getByText('Use a whole percentage from 1 to 100')).toBeVisible();
  await button(page, /^Import 1/).click();
  await expect(page.getByRole('heading', { name: 'The import is done' })).toBeVisible({ timeout: 30_000 });
  await page.goto('/discount-codes');
  await expect(page.getByRole('row', { name: code, exact: false })).toContainText('25% off');
});

job('a campaign is made', 3, async (page) => {
  const name = unique('Lebaran ');
  await go(page, 'Campaigns');
  await button(page, 'New campaign').click();
  await page.getByRole('dialog').getByLabel('Name').fill(name);
  await button(page.getByRole('dialog'), 'Create campaign').click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
});

job('a key is made and its secret copied', 5, async (page) => {
  await go(page, 'API keys', 'Developers');
  await button(page, 'New key').click();
  await page.getByRole('textbox', { name: 'Name' }).fill(unique('Kasir '));
  await button(page, 'Create key').click();
  await expect(page.getByRole('region', { name: 'Secret' })).toBeVisible();
  await button(page, 'I have copied the secret').click();
});

job('an endpoint hears of everything', 4, async (page) => {
  await go(page, 'Webhooks', 'Developers');
  await button(page, 'New endpoint').click();
  await page.getByRole('textbox', { name: 'Address' }).fill(`https://hooks.example.com/${unique()}`);
  await button(page, 'Create endpoint').click();
  await expect(page.getByRole('region', { name: 'Signing secret' })).toBeVisible();
});

job('somebody is invited', 4, async (page) => {
  await go(page, 'Members', 'Settings');
  await button(page, 'Invite').click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('textbox', { name: 'E-mail (optional)' }).fill(`${unique('tamu-')}@toko.example`);
  await button(drawer, /^(Create|Make|Invite)/).click();
  await expect(drawer.getByRole('button', { name: 'Copy: Invitation link' })).toBeVisible();
});

job('somebody is found, and gets nothing any more', 3, async (page) => {
  const email = `${unique('berhenti-')}@surel.example`;
  await callApi(new URL(page.url()).origin, 'POST', '/api/v1/contacts', { email });
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog', { name: 'Search' }).getByRole('combobox').fill(email);
  await expect(page.getByRole('option').filter({ hasText: email })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible();
  await button(page, 'More').click();
  await page.getByRole('menuitem', { name: 'Unsubscribe' }).click();
  await button(page.getByRole('dialog'), 'Unsubscribe').click();
  await expect(page.getByText(`${email} is unsubscribed.`)).toBeVisible();
});
