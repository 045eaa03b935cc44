/** A partner's platform works for a shop: the operator lets it in, the shop sees it in Settings, and parts from it. */
import type { TestKey } from '@/server/testing/sign';
import { callApi, makeKey } from './support/api';
import { operator } from './support/operator';
import { expect, expectAccessible, expectNoSidewaysScroll, signUp, test, unique } from './support/test';

const mint = async (...args: string[]): Promise<TestKey> => {
  const { keyId, secret } = await operator('key', 'mint', '--platform', ...args);
  return { keyId: String(keyId), secret: String(secret) };
};

test('a partner works for a shop until its owner ends the link', async ({ page, baseURL }) => {
  await signUp(page);
  const shopKey = await makeKey(page);
  const { data: whoami } = await callApi(baseURL, 'GET', '/api/v1/whoami', undefined, shopKey);
  const accountId = String(whoami.accountId);

  const operatorKey = await mint('--name', 'Operator');
  const name = unique('TokoPlus ');
  const asOperator = (method: 'POST' | 'PUT', path: string, body?: object) =>
    callApi(baseURL, method, `/api/v1/admin/partners${path}`, body, operatorKey);
  const { data: partner } = await asOperator('POST', '', {
    name,
    identifier: unique('tokoplus-'),
    linkMode: 'linked',
    contactEmail: 'ops@tokoplus.example',
  });
  const id = String(partner.id);
  const partnerKey = await mint('--name', 'Storefront', '--partner', id);
  const forShop = async (): Promise<number> =>
    (await callApi(baseURL, 'GET', '/api/v1/contacts', undefined, partnerKey, accountId)).status;
  expect(await forShop()).toBe(404);

  // Nobody works for most shops, and the page says nothing of it.
  await page.goto('/settings/members');
  await expect(page.getByRole('table', { name: 'Members' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Partners' })).toHaveCount(0);

  expect((await asOperator('PUT', `/${id}/merchants/${accountId}`)).data).toEqual({ linked: true });
  expect(await forShop()).toBe(200);
  await page.reload();
  const partners = page.getByRole('table', { name: 'Partners' });
  await expect(partners.getByRole('row', { name })).toContainText('ops@tokoplus.example');
  await expect(partners).toContainText('Active');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  await asOperator('POST', `/${id}/suspend`, { reason: 'Keys were leaked.' });
  expect(await forShop()).toBe(403);
  await page.reload();
  await expect(partners).toContainText('Suspended');
  await asOperator('POST', `/${id}/resume`);

  await page.getByRole('button', { name: `End link with ${name}` }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(`${name} loses access to this workspace within seconds.`);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'End link' }).click();
  await expect(page.getByText(`The link with ${name} has ended.`)).toBeVisible();
  await expect(partners).toHaveCount(0);
  expect(await forShop()).toBe(404);

  await page.goto('/audit-log?what=partner');
  await expect(page.getByRole('row', { name: `linked the workspace with the partner ${name}` })).toContainText(
    'Operator',
  );
  await expect(page.getByRole('row', { name: `ended the link with the partner ${name}` })).toContainText('Sari Dewi');

  // The operator reads who did what, and takes a key back.
  const { entries } = await operator<{ entries: { action: string }[] }>('audit', 'platform', '--partner', id);
  expect(entries.map(({ action }) => action)).toEqual([
    'partner.resume',
    'partner.suspend',
    'platform_key.mint',
    'partner.create',
  ]);
  await operator('key', 'revoke', '--platform', '--key', partnerKey.keyId);
  await expect
    .poll(async () => (await callApi(baseURL, 'GET', '/api/v1/whoami', undefined, partnerKey)).error?.code)
    .toBe('REVOKED_KEY');
});
