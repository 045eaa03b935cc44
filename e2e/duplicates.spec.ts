/** Contacts that are one person become one, and several again. */
import { callApi } from './support/api';
import { test } from './support/signed-in';
import { expect, expectAccessible, expectNoSidewaysScroll, unique } from './support/test';

test('duplicates are found, made one, and taken back', async ({ page, baseURL }) => {
  const local = unique('dup');
  const make = (fields: object) => callApi(baseURL, 'POST', '/api/v1/contacts', fields);
  await make({ email: `${local}@gmail.com`, firstName: 'Sari', lastName: local });
  await make({ email: `${local}+shop@gmail.com`, firstName: 'S.', attributes: { city: 'Solo' } });
  const found = async () =>
    (await callApi<{ data: { email: string; attributes: object }[] }>(baseURL, 'GET', `/api/v1/contacts?q=${local}`))
      .data.data;

  await page.goto('/contacts');
  await page.getByRole('link', { name: 'Find duplicates' }).click();
  const group = page.getByRole('group', { name: `${local}@gmail.com` });
  await expect(group).toContainText('Sari');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await expectNoSidewaysScroll(page);
  const panel = page.locator('section').filter({ has: group });
  await group.getByLabel('Keep S.').check();
  await panel.getByRole('button', { name: 'Merge 2 contacts' }).click();
  await expect(page.getByText('2 contacts merged into S.', { exact: false })).toBeVisible();
  await expect(group).toBeHidden();
  expect(await found()).toMatchObject([
    { email: `${local}+shop@gmail.com`, lastName: local, attributes: { city: 'Solo' } },
  ]);

  await page
    .getByRole('button', { name: /^Undo the merge into S\./ })
    .first()
    .click();
  await expect(page.getByText('is 2 contacts again', { exact: false })).toBeVisible();
  await expect(group).toBeVisible();
  expect(await found()).toHaveLength(2);
});
