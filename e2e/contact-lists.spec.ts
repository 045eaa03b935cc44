/** Lists: made, filled by search, emptied, renamed and deleted, while the people stay. */
import { createContact, createList, listAddress } from './support/contacts';
import { themesOf } from './support/looks';
import { test } from './support/signed-in';
import { expect, expectAccessible, expectNoSidewaysScroll, unique } from './support/test';

test('a list is made, filled by search, emptied, and its people stay', async ({ page }) => {
  const tag = unique('daftar');
  await createContact(page, { firstName: `Budi ${tag}`, email: `budi-${tag}@surel.example` });
  await createContact(page, { firstName: `Citra ${tag}`, email: `citra-${tag}@surel.example` });
  await createList(page, `Tamu ${tag}`);
  await expect(page.getByText('This list has no contacts yet.')).toBeVisible();

  await page.getByRole('button', { name: 'Add contacts' }).click();
  const drawer = page.getByRole('dialog', { name: `Add to Tamu ${tag}` });
  await drawer.getByRole('searchbox').fill(tag);
  await expect(drawer.getByRole('checkbox')).toHaveCount(2);
  await drawer.getByRole('checkbox', { name: `Budi ${tag}` }).check();
  await drawer.getByRole('checkbox', { name: `Citra ${tag}` }).check();
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Add 2 contacts' }).click();
  await expect(page.getByRole('main').locator('header')).toContainText('2 contacts');

  await page.getByRole('button', { name: `Remove Budi ${tag} from the list` }).click();
  await expect(page.getByText(`Budi ${tag} is no longer on this list.`)).toBeVisible();
  await expect(page.getByRole('main').locator('header')).toContainText('1 contact');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name' });
  await name.fill('Pelanggan setia');
  await page.keyboard.press('Enter');
  await expect(name).toHaveAccessibleDescription(/You already have a list with this name\./);
  await name.fill(`Tetap ${tag}`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Tetap ${tag}`);

  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: `Delete Tetap ${tag}?` });
  await expect(question).toContainText('Its contact is kept; only the list is deleted.');
  await question.getByRole('button', { name: 'Delete' }).click();
  await page.waitForURL('**/contact-lists');
  await expect(page.getByText(`Tetap ${tag} is deleted.`)).toBeVisible();
  await page.goto(`/contacts?q=citra-${tag}`);
  await expect(page.getByRole('link', { name: `Citra ${tag}` })).toBeVisible();
});

test('lists are searched and ordered, and lead to their contacts', async ({ page }) => {
  await page.goto('/contact-lists');
  const names = page.getByRole('table', { name: 'Lists' }).getByRole('link');
  await expect(names.first()).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search lists' }).fill('gayo');
  await expect(names).toHaveCount(1);
  await expect(names).toContainText('Penyuka Gayo');
  await page.getByRole('searchbox', { name: 'Search lists' }).fill('');
  await page.getByRole('button', { name: /^Contacts/ }).click();
  await page.waitForURL('**/contact-lists?sort=largest');

  await page.getByRole('link', { name: /Buletin mingguan/ }).click();
  await page.waitForURL(listAddress);
  await expect(page.getByText(/^100 of \d+ contacts, last added first\.$/)).toBeVisible();
  await page.getByRole('link', { name: 'See all', exact: true }).click();
  await page.waitForURL('**/contacts?list=*');
  await expect(page.getByRole('combobox', { name: 'List' })).toHaveText(/Buletin mingguan/);
  await expect(page.getByRole('table', { name: 'Contacts' })).toBeVisible();
});

for (const colorScheme of themesOf('contact-lists')) {
  test(`nothing stands in anybody's way, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto('/contact-lists');
    await expect(page.getByRole('table').getByRole('link').first()).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: /Pelanggan setia/ }).click();
    await page.waitForURL(listAddress);
    await expect(page.getByRole('table', { name: 'Members' })).toBeVisible();
    await expectAccessible(page);
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('nothing scrolls sideways', async ({ page }) => {
    await page.goto('/contact-lists');
    await expect(page.getByRole('table').getByRole('link').first()).toBeVisible();
    await expectNoSidewaysScroll(page);
    await page.getByRole('link', { name: /Pelanggan setia/ }).click();
    await page.waitForURL(listAddress);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});

test('an unknown list has a page that says so', async ({ page }) => {
  await page.goto('/contact-lists/cffffffffffffffffffffffff');
  await expect(page.getByRole('heading', { name: 'This list does not exist' })).toBeVisible();
});
