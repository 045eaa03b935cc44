/** Batches of codes as a merchant meets them, and codes that are not for everybody. */
import { readFile } from 'node:fs/promises';
import { callApi } from './support/api';
import { createCode, detailAddress, uniqueCode } from './support/discount-codes';
import { test } from './support/signed-in';
import { expect, expectAccessible, expectNoSidewaysScroll, unique } from './support/test';

test('a batch is made, its codes are there, downloaded, used and ended', async ({ page, baseURL }) => {
  const name = unique('Selebaran ');
  await page.goto('/discount-codes');
  await page.getByRole('link', { name: 'Batches of codes' }).click();
  await page.getByRole('link', { name: 'New batch' }).first().click();
  await page.waitForURL('**/discount-codes/batches/new');
  await page.getByRole('button', { name: 'Create codes' }).click();
  await expect(page.getByText('Enter a name.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('textbox', { name: 'Codes', exact: true }).fill('25');
  await page.getByRole('textbox', { name: 'Begins with' }).fill('raya-');
  await page.getByRole('textbox', { name: 'Total redemptions of the batch' }).fill('10');
  await page.getByRole('textbox', { name: 'Percentage' }).fill('15');
  await expect(page.getByText('RAYA-K7QM4XZ9')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create codes' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByText('Ready', { exact: true })).toBeVisible({ timeout: 30_000 });
  const table = page.getByRole('table', { name: 'Codes' });
  await expect(table.getByRole('link', { name: /^RAYA-/ }).first()).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 900 });

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download as CSV' }).click(),
  ]);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(26);
  const code = lines[1]?.split(',')[0] ?? '';
  const href = await table.getByRole('link', { name: code }).getAttribute('href');
  const { status } = await callApi(baseURL, 'POST', '/api/v1/discount-codes/redeem', {
    discountCodeId: href?.split('/').at(-1),
    checkoutSessionId: unique('co-'),
    appliedAmount: 5,
  });
  expect(status).toBe(200);
  await page.reload();
  await page.locator('label', { hasText: /^Redeemed$/ }).click();
  await expect(table.getByRole('row')).toHaveCount(2);
  await page.getByRole('button', { name: 'End the batch' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End the batch' }).click();
  await expect(page.getByText('The batch has ended; 24 codes are switched off.')).toBeVisible();
  await page.goto('/discount-codes');
  await page.getByRole('searchbox').fill(code);
  await expect(page.getByRole('link', { name: code })).toHaveCount(0);
});

test('a code is for first orders only, and says so', async ({ page, baseURL }) => {
  const code = uniqueCode('PERTAMA');
  await page.goto('/discount-codes/new');
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill(code);
  await page.getByRole('textbox', { name: 'Percentage' }).fill('10');
  await page.getByRole('switch', { name: 'First order only' }).click();
  await page.getByRole('button', { name: 'Create code' }).click();
  await page.waitForURL(detailAddress);
  await expect(page.getByText('New customers')).toBeVisible();
  const { data } = await callApi<{ reason: string; code: { accountId: string } }>(
    baseURL,
    'POST',
    '/api/v1/discount-codes/validate',
    { accountId: await accountOf(baseURL), code, subtotal: 1000, currency: 'IDR' },
  );
  expect(data.reason).toBe('NOT_ELIGIBLE');
});

test('a code is passed on by its link and its picture', async ({ page }) => {
  const code = uniqueCode('BAGI');
  await createCode(page, code);
  for (const [button, type] of [
    ['QR code as PNG', 'png'],
    ['QR code as SVG', 'svg'],
  ] as const) {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: button }).click(),
    ]);
    expect(file.suggestedFilename()).toBe(`${code}.${type}`);
    const bytes = await readFile(await file.path());
    expect(bytes.subarray(0, 4).toString('latin1')).toBe(type === 'png' ? '\x89PNG' : '<svg');
  }
  // The shop's own server is not there to be opened.
  const href = (await page.getByRole('link', { name: 'Open the link' }).getAttribute('href')) ?? '';
  const answer = await page.request.get(href, { maxRedirects: 0 });
  if (answer.status() === 302) expect(new URL(answer.headers().location ?? '').searchParams.get('discount')).toBe(code);
  else expect(await answer.text()).toContain(code);
  await page.goto(new URL(`/d/cnobody/${code}`, page.url()).href);
  await expect(page.getByRole('heading', { name: 'This code is not valid' })).toBeVisible();
  await expectAccessible(page);
});

async function accountOf(baseURL: string | undefined): Promise<string> {
  const { data } = await callApi<{ accountId: string }>(baseURL, 'GET', '/api/v1/whoami');
  return data.accountId;
}
