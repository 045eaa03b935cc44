/** Contacts as a merchant meets them: a file dropped and watched, refused rows, one person found, changed and let go. */
import { readFile } from 'node:fs/promises';
import { contactAddress, createContact, dropFile, importAddress } from './support/contacts';
import { themesOf } from './support/looks';
import { test } from './support/signed-in';
import { expect, expectAccessible, expectNoSidewaysScroll, unique } from './support/test';

/** 5,000 people as an Indonesian spreadsheet has them; three of the rows cannot go in. */
function fileOf(tag: string): string {
  const rows = Array.from(
    { length: 4997 },
    (_, at) =>
      `Orang ${tag} ${at},${tag}${at}@surel.example,0812 0001 ${String(at).padStart(4, '0')},Bandung,ya,"Gayo, Honey"`,
  );
  rows.splice(
    1000,
    0,
    `Ilmiah ${tag},ilmiah${tag}@surel.example,6.28E+11,Solo,ya,Toraja`,
    `=Kosong ${tag},,,Medan,ya,`,
    `Salah ${tag},bukan alamat,,Medan,ya,`,
  );
  return `Nama,Surel,No. HP,Kota,Langganan email,Kopi favorit\n${rows.join('\n')}\n`;
}

test('5,000 people are dropped on the page, checked, corrected, and come in', async ({ page }) => {
  test.setTimeout(120_000);
  const tag = unique('imp');
  await page.goto('/contacts');
  await expect(page.getByRole('table', { name: 'Contacts' })).toBeVisible();
  await dropFile(page, `pelanggan-${tag}.csv`, fileOf(tag));

  // Every column is guessed; the phone that a spreadsheet spoiled is pointed at.
  await page.waitForURL('**/contacts/import');
  await expect(page.getByRole('combobox', { name: 'Nama becomes' })).toHaveValue('field.fullName');
  await expect(page.getByRole('combobox', { name: 'Surel becomes' })).toHaveValue('field.email');
  await expect(page.getByRole('combobox', { name: 'No. HP becomes' })).toHaveValue('field.phone');
  await expect(page.getByRole('combobox', { name: 'Langganan email becomes' })).toHaveValue('subscription.email');
  await expect(page.getByRole('textbox', { name: 'Attribute name of Kota' })).toHaveValue('city');
  await expect(page.getByText('A spreadsheet turned 1 phone into a number such as 6.28E+11')).toBeVisible();
  await expectAccessible(page);

  // A mapping that cannot work says so, and is corrected.
  await page.getByRole('combobox', { name: 'Surel becomes' }).selectOption('Phone');
  await expect(page.getByText('Another column already uses this field.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Check 5,000 rows' })).toBeDisabled();
  await page.getByRole('combobox', { name: 'Surel becomes' }).selectOption('E-mail');
  await page.getByRole('textbox', { name: 'Attribute name of Kopi favorit' }).fill('favorite_coffee');
  await page.getByRole('combobox', { name: 'Add everybody to a list' }).fill(`Daftar ${tag}`);
  // Nobody comes in before it is said whether they agreed.
  await expect(page.getByRole('button', { name: 'Check 5,000 rows' })).toBeDisabled();
  await page.getByRole('radio', { name: 'Yes, as the file says' }).check();
  await page.getByRole('button', { name: 'Check 5,000 rows' }).click();

  await page.waitForURL(importAddress);
  await expect(page.getByRole('heading', { name: 'Result of the check' })).toBeVisible({ timeout: 45_000 });
  const figures = page.getByRole('main').locator('dl').first();
  await expect(figures).toContainText('Would be created4,997');
  await expect(figures).toContainText('Would be refused3');
  await expect(page.getByText('Nothing is saved yet.').first()).toBeVisible();
  await expect(page.getByRole('row', { name: 'Row 1,002' })).toContainText(
    'A spreadsheet turned the phone into a number such as 6.28E+11',
  );
  await expectAccessible(page);

  // What was dropped can still be mapped otherwise: now without phones nobody is refused for one.
  await page.getByRole('link', { name: 'Change the columns' }).click();
  await expect(page.getByRole('textbox', { name: 'Attribute name of Kopi favorit' })).toHaveValue('favorite_coffee');
  await expect(page.getByRole('radio', { name: 'Yes, as the file says' })).toBeChecked();
  await page.getByRole('combobox', { name: 'No. HP becomes' }).selectOption('Do not import');
  await page.getByRole('button', { name: 'Check 5,000 rows' }).click();
  await expect(page.getByRole('heading', { name: 'Result of the check' })).toBeVisible({ timeout: 45_000 });
  await expect(figures).toContainText('Would be created4,998');

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as CSV' }).click(),
  ]);
  const refused = (await readFile(await download.path(), 'utf8')).split('\r\n');
  expect(refused[0]).toBe('\uFEFFNama,Surel,No. HP,Kota,Langganan email,Kopi favorit,Row in the file,Reason');
  expect(refused[1]).toBe(`"'=Kosong ${tag}",,,Medan,ya,,1003,The e-mail and the phone are missing`);
  expect(refused[2]).toContain(`Salah ${tag},bukan alamat,,Medan,ya,,1004,`);

  await page.getByRole('button', { name: 'Import 4,998 contacts' }).click();
  await expect(page.getByRole('heading', { name: 'The import is done' })).toBeVisible({ timeout: 45_000 });
  await expect(figures).toContainText('Created4,998');
  await page.getByRole('link', { name: `See the list Daftar ${tag}` }).click();
  await expect(page.getByRole('main').locator('header').first()).toContainText('4,998 contacts');

  await page.goto(`/contacts?q=${tag}4000`);
  await page.getByRole('table').getByRole('link').first().click();
  await page.waitForURL(contactAddress);
  await expect(page.getByText('Gayo, Honey')).toBeVisible();
});

test('an upload goes on where it was when its tab was closed', async ({ page, context }) => {
  const tag = unique('res');
  await page.goto('/contacts/import');
  const rows = Array.from({ length: 9000 }, (_, at) => `${tag}${at}@surel.example,Orang ${at}`);
  await page.locator('input[type=file]').setInputFiles({
    name: `${tag}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(`email,nama\n${rows.join('\n')}\n`),
  });
  // From the third on no chunk arrives, and the tab is closed while it still tries.
  let chunks = 0;
  await page.route('**/api/trpc/contacts.imports.putChunk*', async (route) => {
    chunks++;
    await (chunks > 2 ? route.abort() : route.continue());
  });
  await page.getByRole('radio', { name: 'No, or I am not sure' }).check();
  await page.getByRole('button', { name: 'Check 9,000 rows' }).click();
  await page.waitForURL(importAddress);
  const address = page.url();
  await expect(page.getByText('4,000 of 9,000')).toBeVisible();
  await expect.poll(() => chunks).toBeGreaterThan(3);
  await page.close();

  const again = await context.newPage();
  const sent: number[] = [];
  again.on('request', (request) => {
    if (!request.url().includes('putChunk')) return;
    const body = request.postDataJSON() as Record<string, { position: number }>;
    sent.push(...Object.values(body).map(({ position }) => position));
  });
  await again.goto(address);
  await expect(again.getByRole('heading', { name: 'Result of the check' })).toBeVisible({ timeout: 30_000 });
  expect(sent).toEqual([2, 3, 4]);
  await again.getByRole('button', { name: 'Cancel import' }).click();
  await again.getByRole('dialog').getByRole('button', { name: 'Cancel import' }).click();
  await expect(again.getByRole('heading', { name: 'This import was canceled' })).toBeVisible();
  await again.goto(`/contacts?q=${tag}`);
  await expect(again.getByText('Nothing matches this search.')).toBeVisible();
});

test('a file that cannot be read is refused with what to do', async ({ page }) => {
  await page.goto('/contacts/import');
  await dropFile(page, 'pelanggan.xlsx', Buffer.from([0x50, 0x4b, 3, 4, 0, 0]));
  await expect(page.getByRole('main').getByRole('alert')).toContainText('This is a workbook, not a text file.');
  await dropFile(page, 'rusak.csv', 'email,nama\na@b.id,"Budi\nc@d.id,Siti\n');
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'Row 2 opens a quotation mark that is never closed',
  );
  await dropFile(page, 'excel.csv', Buffer.from('sep=;\r\nNama;E-mail\r\nAndr\xe9;andre@surel.example\r\n', 'latin1'));
  await expect(page.getByText('Windows-1252, separated by semicolons, the first row has the names')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Samples of Nama' })).toContainText('André');
  // A format that the person gets wrong leads back to the guess.
  await page.getByText('Windows-1252, separated by').click();
  await page.getByRole('combobox', { name: 'Encoding' }).selectOption('UTF-8');
  await expect(page.getByRole('main').getByRole('alert')).toContainText('does not match the chosen encoding');
  await page.getByRole('button', { name: 'Detect the format' }).click();
  await expect(page.getByRole('list', { name: 'Samples of Nama' })).toContainText('André');
});

test('one person is found, edited, unsubscribed and put on a list', async ({ page }) => {
  const tag = unique('satu');
  await createContact(page, { firstName: `Sari ${tag}`, email: `${tag}@surel.example` });

  await page.goto('/contacts');
  await page.getByRole('searchbox', { name: 'Search name, e-mail or phone' }).fill(tag.toUpperCase());
  await page.waitForURL((url) => url.search.includes('q='));
  await page.getByRole('link', { name: `Sari ${tag}` }).click();
  await page.waitForURL(contactAddress);

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: `Edit Sari ${tag}` });
  await drawer.getByRole('textbox', { name: 'E-mail' }).fill('bukan alamat');
  await page.keyboard.press('Enter');
  await expect(drawer.getByRole('textbox', { name: 'E-mail' })).toHaveAccessibleDescription(/Enter an e-mail address/);
  await drawer.getByRole('textbox', { name: 'E-mail' }).fill(`${tag}@surel.example`);
  await drawer.getByRole('textbox', { name: 'Last name' }).fill('Dewi');
  await drawer.getByRole('button', { name: 'Add an attribute' }).click();
  await drawer.getByRole('combobox', { name: 'Name', exact: true }).fill('points');
  await drawer.getByRole('combobox', { name: 'Kind of points' }).selectOption('Number');
  await drawer.getByRole('textbox', { name: 'Value of points' }).fill('banyak');
  await drawer.getByRole('button', { name: 'Save changes' }).click();
  await expect(drawer.getByText('“points” is not a number.')).toBeVisible();
  await drawer.getByRole('textbox', { name: 'Value of points' }).fill('120');
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Sari ${tag} Dewi`);
  await expect(page.getByRole('definition').filter({ hasText: '120' })).toBeVisible();

  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Add to a list' }).click();
  const list = page.getByRole('dialog', { name: 'Add to a list' });
  await list.getByRole('combobox', { name: 'List' }).click();
  await page.getByRole('option', { name: 'New list…' }).click();
  await list.getByRole('textbox', { name: 'Name of the new list' }).fill(`Tamu ${tag}`);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Added to Tamu ${tag}.`)).toBeVisible();
  await expect(page.getByRole('list').filter({ hasText: `Added to the list Tamu ${tag}` })).toBeVisible();

  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Unsubscribe' }).click();
  await page
    .getByRole('dialog', { name: `Unsubscribe Sari ${tag} Dewi?` })
    .getByRole('button', { name: 'Unsubscribe' })
    .click();
  await expect(page.getByText(`Sari ${tag} Dewi is unsubscribed.`)).toBeVisible();
  await expect(page.getByText(/You unsubscribed this address on/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Subscription history' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'E-mail from not set to' })).toContainText(
    'A member of your team',
  );
  await expectAccessible(page);
  await page.goto(`/contacts?q=${tag}&show=email.unsubscribed`);
  await expect(page.getByRole('row', { name: `Sari ${tag} Dewi` })).toContainText('E-mail off');
});

test('several are chosen and put on a list at once', async ({ page }) => {
  const tag = unique('pilih');
  await page.goto('/contacts?source=kelas-seduh');
  await page.getByRole('checkbox', { name: 'Choose all shown' }).check();
  await expect(page.getByRole('region', { name: 'Selection' })).toBeVisible();
  const count = await page.getByRole('checkbox', { name: /^Choose (?!all)/ }).count();
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Add to a list' }).click();
  const drawer = page.getByRole('dialog', { name: `Add ${count} contacts to a list` });
  await drawer.getByRole('combobox', { name: 'List' }).click();
  await page.getByRole('option', { name: 'New list…' }).click();
  await drawer.getByRole('textbox', { name: 'Name of the new list' }).fill(`Kelas ${tag}`);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'See the list' }).click();
  await expect(page.getByRole('main').locator('header').first()).toContainText(`${count} contacts`);
});

for (const colorScheme of themesOf('contacts')) {
  test(`nothing stands in anybody's way, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto('/contacts');
    await expect(page.getByRole('table').getByRole('link').first()).toBeVisible();
    await page
      .getByRole('checkbox', { name: /^Choose (?!all)/ })
      .first()
      .check();
    await expectAccessible(page);
    await page.getByRole('table').getByRole('link').first().click();
    await page.waitForURL(contactAddress);
    await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible();
    await expectAccessible(page);
    await page.goto('/contacts?new=1');
    await page.getByRole('dialog').getByRole('button', { name: 'Add an attribute' }).click();
    await page.getByRole('button', { name: 'Create contact' }).click();
    await expect(page.getByText('Enter an e-mail or a phone.')).toBeVisible();
    await expectAccessible(page);
    await page.goto('/contacts/import');
    await expect(page.getByText('Drop a CSV file here')).toBeVisible();
    await expectAccessible(page);
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('contacts are cards, a file can be mapped, and nothing scrolls sideways', async ({ page }) => {
    await page.goto('/contacts');
    await expect(page.getByRole('table').getByRole('link').first()).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.getByRole('table').getByRole('link').first().click();
    await page.waitForURL(contactAddress);
    await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await page.goto('/contacts/import');
    await page.locator('input[type=file]').setInputFiles({
      name: 'kecil.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        'Nama;Email;Catatan\nSari;sari@surel.example;Suka Gayo Honey dan menunggu panen bulan depan\n',
      ),
    });
    await expect(page.getByRole('combobox', { name: 'Email becomes' })).toHaveValue('field.email');
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});

test('the pages speak Indonesian', async ({ page }) => {
  await page.goto('/contacts');
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitemradio', { name: 'Bahasa Indonesia' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Kontak' })).toBeVisible();
  await page.getByRole('link', { name: 'Impor kontak' }).click();
  await expect(page.getByText('Tarik file CSV ke sini')).toBeVisible();
});

test('an unknown contact has a page that says so', async ({ page }) => {
  await page.goto('/contacts/cffffffffffffffffffffffff');
  await expect(page.getByRole('heading', { name: 'This contact does not exist' })).toBeVisible();
  await page.getByRole('link', { name: 'See all contacts' }).click();
  await page.waitForURL('**/contacts');
});

test('the contacts of a filter come as a file', async ({ page }) => {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/contacts?show=email.unsubscribed');
    // On a phone it stands in the menu.
    const isNarrow = width < 600;
    if (isNarrow) await page.getByRole('button', { name: 'More actions' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole(isNarrow ? 'menuitem' : 'link', { name: 'Export' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^contacts-\d{4}-\d\d-\d\d\.csv$/);
    const [head = '', ...rows] = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
    expect(head).toMatch(/^\uFEFFEmail,Phone,First name,Last name,.*,subscriptions\.email,/);
    expect(rows.length).toBeGreaterThan(0);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
});
