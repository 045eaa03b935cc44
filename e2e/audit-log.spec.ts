/** The audit log: a change shows as a sentence, opens with its data, is filtered, exported, and asked for by curl. */
import { readFileSync } from 'node:fs';
import { themesOf } from './support/looks';
import { test } from './support/signed-in';
import { expect, expectAccessible, expectNoSidewaysScroll, unique } from './support/test';

test('what somebody changes stands in the log at once, and leads to its history', async ({ page }) => {
  const name = unique('Kasir Dago ');
  await page.goto('/api-keys?new=1');
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'I have copied the secret' }).click();
  const key = page.getByRole('row', { name });
  await key.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
  await expect(key).toContainText('Revoked');

  await page.goto('/audit-log?what=api_key');
  const revoked = page.getByRole('row', { name: `revoked the API key ${name}` });
  await expect(revoked).toContainText('Rina Wulandari');
  await page.getByRole('combobox', { name: 'Kind of change' }).selectOption('Created');
  await expect(revoked).toHaveCount(0);
  await page
    .getByRole('row', { name: `created the API key ${name}` })
    .getByRole('link')
    .click();
  const drawer = page.getByRole('dialog', { name: 'Change' });
  await expect(drawer).toContainText('demo@kopinusantara.example');
  await expect(drawer.locator('pre')).toContainText('"action": "api_key.create"');
  await expectAccessible(page);

  await drawer.getByRole('button', { name: 'All changes of this item' }).click();
  await expect(drawer).toHaveCount(0);
  await expect(page.getByRole('row')).toHaveCount(3);
  await page.reload();
  await expect(page.getByRole('row')).toHaveCount(3);
  await page.getByRole('button', { name: /Show all changes/ }).click();
  await expect(page.getByRole('row').nth(3)).toBeVisible();
});

test('exports what is shown, and shows the request for it', async ({ page }) => {
  await page.goto('/audit-log?what=broadcast');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const files: Record<string, string> = {};
  for (const [format, label] of [
    ['csv', 'CSV, for spreadsheets'],
    ['ndjson', 'NDJSON, for programs'],
  ] as const) {
    await page.getByRole('button', { name: 'Export' }).click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: label }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(new RegExp(`^audit-log-\\d{4}-\\d\\d-\\d\\d\\.${format}$`));
    files[format] = readFileSync(await download.path(), 'utf8');
  }
  const [head, ...rows] = files.csv!.trimEnd().split('\r\n');
  expect(head).toBe('id,accountId,actorKind,actorId,partnerId,onBehalfOf,action,targetType,targetId,createdAt,data');
  const lines = files
    .ndjson!.trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { targetType: string });
  expect(rows).toHaveLength(lines.length);
  expect(new Set(lines.map(({ targetType }) => targetType))).toEqual(new Set(['broadcast']));

  await page.getByRole('button', { name: 'Copy as curl' }).click();
  const command = page.getByRole('dialog').locator('pre').first();
  await expect(command).toContainText("'?targetType=broadcast&limit=50'");
});

test('filters that let nothing through say so, and are cleared', async ({ page }) => {
  await page.goto('/audit-log?period=dates&from=2001-01-01%2000:00:00&to=2001-01-02%2000:00:00');
  await expect(page.getByText('Nothing matches this search.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Any time' })).toBeChecked();
});

test('the chain is verified, and a broken one says what that means', async ({ page }) => {
  await page.goto('/audit-log');
  await expect(page.getByText('entries in the chain, up to')).toBeVisible();
  await page.getByRole('button', { name: 'Verify now' }).click();
  await expect(page.getByText('Chain verified:')).toBeVisible();
  await expectAccessible(page);

  // Nobody can break one from here, nor fill one that takes two parts.
  const newest = page.getByRole('row').nth(1).getByRole('link');
  const id = new URL((await newest.getAttribute('href'))!, page.url()).searchParams.get('entry')!;
  const cursor = `50000.${'a'.repeat(64)}`;
  let secondPart = (): void => undefined;
  const isShown = new Promise<void>((resolve) => (secondPart = resolve));
  let firstBrokenId = id;
  await page.route('**/api/trpc/**auditLog.verify**', async (route) => {
    const url = new URL(route.request().url());
    const isSecond = url.searchParams.get('input')!.includes(cursor);
    if (isSecond) await isShown;
    const part = isSecond
      ? { ok: false, checked: 12, firstBrokenId, cursor: null }
      : { ok: true, checked: 50_000, firstBrokenId: null, cursor };
    const chain = { entries: 60_000, newestAt: new Date().toISOString(), waiting: 0, isBackfilling: false };
    const answers = url.pathname
      .split('/')
      .at(-1)!
      .split(',')
      .map((name) => ({ result: { data: name === 'auditLog.verify' ? part : chain } }));
    await route.fulfill({ json: url.searchParams.has('batch') ? answers : answers[0] });
  });
  await page.getByRole('button', { name: 'Verify now' }).click();
  await expect(page.getByText('Verifying the chain: 50,000 of 60,000 entries so far')).toBeVisible();
  secondPart();
  const broken = page.getByRole('alert').filter({ hasText: 'The chain is broken after 50,012 entries' });
  await expect(broken).toBeVisible();
  await expectAccessible(page);
  await broken.getByRole('button', { name: 'Show the entry' }).click();
  const drawer = page.getByRole('dialog', { name: 'Change' });
  await expect(drawer.locator('pre')).toContainText(id);
  await page.keyboard.press('Escape');

  firstBrokenId = 'cremoved';
  const answered = page.waitForResponse((response) => response.url().includes(cursor));
  await broken.getByRole('button', { name: 'Verify again' }).click();
  await answered;
  await expect(broken.getByRole('button', { name: 'Verify again' })).toBeEnabled();
  await broken.getByRole('button', { name: 'Show the entry' }).click();
  await expect(drawer).toContainText('There is no entry cremoved in this log.');
});

for (const colorScheme of themesOf('audit-log')) {
  test(`nothing stands in anybody's way, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto('/audit-log?period=dates');
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page);
    await page.getByRole('row').nth(1).getByRole('link').click();
    await expect(page.getByRole('dialog', { name: 'Change' })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
}
