/** A person asks what is held of them, and then to be forgotten. */
import { readFile } from 'node:fs/promises';
import { createContact } from './support/contacts';
import { test } from './support/signed-in';
import { expect, expectAccessible, unique } from './support/test';

test('what is held of a person is handed over as a file, and erased for good after a question', async ({ page }) => {
  const tag = unique('lupa');
  const name = `Sari ${tag}`;
  await createContact(page, { firstName: name, email: `${tag}@surel.example` });
  const address = page.url();

  await page.getByRole('button', { name: 'More' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export their data' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^contact-c[a-z0-9]{24}\.json$/);
  expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({
    contact: { firstName: name, email: `${tag}@surel.example` },
    messages: [],
    redemptions: [],
  });

  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Erase person' }).click();
  const dialog = page.getByRole('dialog', { name: `Erase ${name} for good?` });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(dialog).toContainText('The unsubscribe of an address, so that nobody writes to it again.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Erase for good' }).click();
  await page.waitForURL('**/contacts');
  await expect(page.getByText(`${name} is erased.`)).toBeVisible();

  await page.goto(address);
  await expect(page.getByRole('heading', { name: 'This contact does not exist' })).toBeVisible();

  // Both are on record, without whose they were.
  await page.goto('/settings/privacy');
  const requests = page.getByRole('table', { name: 'Data requests' });
  await expect(requests.getByRole('row').nth(1)).toContainText('Erasure of a person');
  await expect(requests.getByRole('row').nth(2)).toContainText('Export of a person');
  await expect(requests).not.toContainText(tag);
  await expectAccessible(page);
});
