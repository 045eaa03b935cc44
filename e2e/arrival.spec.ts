/** Pages arrive with their data: what is shown first stands in the document, and nothing of it is asked for again. */
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { test } from './support/signed-in';
import { expect } from './support/test';
import { BUDGETS, CODE_LEEWAY, DOCUMENT_LEEWAY } from './support/weights';

/** Pages by what of the navigation they belong to. */
const PAGES = {
  home: ['/', '/insights', '/inbox', '/inbox?status=closed', '/inbox/settings'],
  audience: [
    '/contacts?sort=oldest&show=email.unsubscribed',
    '/contacts/import',
    '/audience-segments/new',
    '/audience-segments?status=active',
  ],
  messages: ['/broadcasts?status=draft', '/broadcasts/new', '/templates/new', '/channels/new', '/channels/sandbox'],
  grow: [
    '/discount-codes?origin=&sort=code&q=kopi',
    '/discount-codes/new',
    '/discount-codes/batches',
    '/discount-codes/batches/new',
    '/discount-codes/import',
    '/referrals/program',
    '/abandoned-cart/settings',
    '/abandoned-cart/suppressions',
  ],
  // A post opens in its editor, which reads it again for what somebody else may have written meanwhile.
  content: ['/blog', '/blog/new', '/blog/import', '/feeds', '/feeds/import', '/pixels'],
  campaigns: ['/marketing-campaigns?status=live'],
  developers: ['/events', '/api-keys', '/audit-log'],
  settings: ['/settings/workspace', '/settings/members', '/settings/account', '/billing'],
};

/** Lists whose first row opens a page of its own. */
const LISTS = {
  audience: ['/contacts', '/contact-lists', '/audience-segments', '/orders', '/orders?view=checkouts'],
  messages: ['/broadcasts', '/funnels', '/templates', '/channels'],
  grow: ['/discount-codes', '/referrals', '/referrals?view=attributions', '/abandoned-cart'],
  creators: ['/campaigns', '/programs', '/collaborations', '/commissions'],
  campaigns: ['/marketing-campaigns'],
  developers: ['/integrations', '/webhooks'],
};

/** Views of such a page, beside the one that it opens with. */
const VIEWS: Partial<Record<string, readonly string[]>> = { '/funnels': ['results', 'people'] };

/**
 * Forms that keep a draft begin once it is known whose it is, which is in the browser, and so do pictures of a public
 * page: their place is there until then.
 */
const BEGIN_IN_THE_BROWSER = new Set([
  '/blog/new',
  '/campaigns → record',
  '/discount-codes → record',
  '/discount-codes/batches/new',
  '/discount-codes/new',
  '/programs → record',
  '/referrals/program',
  '/settings/workspace',
  '/templates/new',
]);

/** Previews follow what a form holds, pictures of templates what is in sight, and an open inbox its clock. */
const FOLLOWS = new Set([
  'blog.preview',
  'broadcasts.templates.compile',
  'broadcasts.templates.get',
  'campaigns.preview',
  'discountCodes.validate',
  'inbox.pulse',
  'programs.preview',
  'referrals.preview',
]);

/** Compressed, as it travels. The same code belongs to many pages. */
const weights = new Map<string, Promise<number>>();
const weightOf = (page: Page, url: string): Promise<number> => {
  const weight =
    weights.get(url) ??
    page.request
      .get(url)
      .then((answer) => answer.body())
      .then((code) => gzipSync(code).length);
  weights.set(url, weight);
  return weight;
};
const kilobytes = (bytes: readonly number[]): number => Math.round(bytes.reduce((sum, each) => sum + each, 0) / 1024);

/** What is wrong with how a page arrives, as words. @param kind names its budget */
async function faultsOf(page: Page, address: string, kind = address): Promise<string[]> {
  const calls: string[] = [];
  const errors: string[] = [];
  const onRequest = (request: { url(): string }): void => {
    const called = /\/api\/trpc\/([^?]*)/.exec(request.url())?.[1]?.split(',') ?? [];
    calls.push(...called.filter((call) => !FOLLOWS.has(call)));
  };
  const onError = (error: Error): void => void errors.push(error.message.slice(0, 200));
  const document = await (await page.request.get(address)).text();
  page.on('request', onRequest);
  page.on('pageerror', onError);
  await page.goto(address);
  await page.waitForLoadState('networkidle');
  page.off('request', onRequest);
  page.off('pageerror', onError);
  // What a chart or a drawer needs comes later, and is not named here; what old browsers need is not for these.
  const scripts = new Set(
    document.replace(/<script[^>]* nomodule[^>]*>/gi, '').match(/\/_next\/static\/chunks\/[\w.~-]+\.js/g),
  );
  const code = kilobytes(await Promise.all([...scripts].map((url) => weightOf(page, url))));
  const words = kilobytes([gzipSync(document).length]);
  const [mostCode, mostWords] = BUDGETS[kind] ?? [0, 0];
  const main = /<main[^>]*>([\s\S]*?)<\/main>/.exec(document)?.[1] ?? '';
  return [
    ...(main.includes('<h1') ? [] : ['has no heading']),
    ...(main.includes('Skeleton-root') && !BEGIN_IN_THE_BROWSER.has(kind) ? ['shows a skeleton'] : []),
    ...calls.map((call) => `asks for ${call}`),
    ...(code > mostCode * CODE_LEEWAY ? [`has ${code} KB of code, more than ${mostCode}`] : []),
    ...(words > mostWords * DOCUMENT_LEEWAY ? [`is a document of ${words} KB, more than ${mostWords}`] : []),
    ...errors,
  ].map((fault) => `${address} ${fault}`);
}

/** Where the first record that a list leads to has its page. */
const firstRecord = (page: Page): Promise<string | undefined> =>
  page
    .locator('main a')
    .evaluateAll((links) =>
      links.map((link) => link.getAttribute('href') ?? '').find((href) => /^(?!\/b\/).*\/c[0-9a-f]{20,}$/.test(href)),
    );

// The server draws in the clock of the workspace, wherever the browser stands.
test.use({ timezoneId: 'America/New_York' });

for (const [area, addresses] of Object.entries(PAGES))
  test(`what pages of ${area} show first is there in their document, and asked for once`, async ({ page }) => {
    const faults: string[] = [];
    for (const address of addresses) faults.push(...(await faultsOf(page, address)));
    expect(faults).toEqual([]);
  });

for (const [area, addresses] of Object.entries(LISTS))
  test(`so it is with lists of ${area}, and with what they lead to`, async ({ page }) => {
    const faults: string[] = [];
    for (const address of addresses) {
      faults.push(...(await faultsOf(page, address)));
      const record = await firstRecord(page);
      if (record === undefined) continue;
      const views = (VIEWS[address] ?? []).map((view) => `${record}?view=${view}`);
      for (const each of [record, ...views]) faults.push(...(await faultsOf(page, each, `${address} → record`)));
    }
    expect(faults).toEqual([]);
  });
