/** Category rules (docs/contract/feeds.md#category-rules): the first that matches decides what every document says. */
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { googleCategoryOf } from '@/server/modules/shops/feeds/category-rules';
import { makeFeedConfig, makeFeedProduct } from '@/server/testing/factories/shops';
import { unique } from '@/server/testing/factories/unique';
import { expectData, expectError } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer();
const database = () => server.services.database;
const RULES = '/api/v1/feeds/category-rules';
const put = (tenant: Tenant, rules: object[]) => server.call(tenant.key, 'PUT', RULES, { body: { rules } });
const stored = async (tenant: Tenant) =>
  expectData(await server.call(tenant.key, 'GET', RULES)) as { rules: { googleCategory: string }[] };
const COFFEE = 'Food, Beverages & Tobacco > Beverages > Coffee';

describe('category rules', () => {
  it('are replaced as a whole, and say the same in every document and in the list', async () => {
    const tenant = await server.makeTenant();
    const { accountId } = tenant;
    for (const productCategory of ['Kopi > Biji', ' kopi ', 'Alat seduh', null])
      await makeFeedProduct(database(), accountId, { name: unique('p'), productCategory });
    await makeFeedConfig(database(), accountId, { defaultProductCategory: '1' });
    const xml = () => server.fetch('GET', `/api/v1/feeds/shopping/${accountId}.xml`);
    const inCatalogue = async () =>
      Papa.parse<Record<string, string>>(
        (await server.fetch('GET', `/api/v1/feeds/public/${accountId}/meta.csv`)).text.trimEnd(),
        { header: true },
      )
        .data.map((row) => row.google_product_category)
        .sort();
    const before = (await xml()).headers.get('etag');

    const rules = [
      { match: 'is', category: 'KOPI', googleCategory: '1868' },
      { match: 'begins', category: 'kopi', googleCategory: COFFEE },
    ];
    expect(expectData(await put(tenant, rules))).toEqual({ rules });
    expect(await stored(tenant)).toEqual({ rules });
    const said = ['1', '1868', 'Alat seduh', COFFEE].sort();
    expect(await inCatalogue()).toEqual(said);
    const { text, headers } = await xml();
    expect(headers.get('etag')).not.toBe(before);
    const plain = text.replaceAll('&gt;', '>').replaceAll('&amp;', '&');
    for (const category of said) expect(plain).toContain(`<g:google_product_category>${category}<`);
    const { items } = expectData(await server.call(tenant.key, 'GET', '/api/v1/feeds/products')) as {
      items: { feedItem: { googleProductCategory: string } }[];
    };
    expect(items.map(({ feedItem }) => feedItem.googleProductCategory).sort()).toEqual(said);

    // `match` is `is` where it is left out; without rules all is as it was.
    const left = { category: 'a', googleCategory: '2' };
    expect(expectData(await put(tenant, [left]))).toEqual({ rules: [{ match: 'is', ...left }] });
    expect(expectData(await put(tenant, []))).toEqual({ rules: [] });
    expect(await inCatalogue()).toEqual([' kopi ', '1', 'Alat seduh', 'Kopi > Biji'].sort());
  });

  it('are whole of one call, also of ten at once', async () => {
    const tenant = await server.makeTenant();
    const of = (n: number) =>
      Array.from({ length: 20 }, (_, at) => ({ match: 'is', category: `c${at}`, googleCategory: String(n) }));
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => put(tenant, of(n + 1))));
    for (const answer of answers) expectData(answer);
    const { rules } = await stored(tenant);
    expect(rules).toHaveLength(20);
    expect(new Set(rules.map(({ googleCategory }) => googleCategory)).size).toBe(1);
  });

  it('are refused where they say nothing, and beyond 200; and are a workspace’s own', async () => {
    const rule = { category: 'a', googleCategory: '1' };
    for (const rules of [
      [{ ...rule, category: '' }],
      [{ ...rule, match: 'like' }],
      Array.from({ length: 201 }, () => rule),
    ])
      expectError(await put(server.ours, rules), 400, 'VALIDATION');
    expectData(await put(server.theirs, [rule]));
    expectData(await put(server.ours, []));
    expect((await stored(server.theirs)).rules).toHaveLength(1);
  });

  it('leave a category alone that none matches', () => {
    const contains = [{ match: 'contains', category: 'KOPI', googleCategory: '1' }] as const;
    expect(googleCategoryOf('Teh', contains)).toBe('Teh');
    expect(googleCategoryOf('Bubuk Kopi', contains)).toBe('1');
    expect(googleCategoryOf(null, contains)).toBeNull();
  });
});
