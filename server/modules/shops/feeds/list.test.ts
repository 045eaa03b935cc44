/** GET /feeds/products and /feeds/issues: what is mirrored, what a crawler sees of it, what Google would say. */
import { beforeAll, describe, expect, it } from 'vitest';
import { makeFeedConfig, makeFeedProduct } from '@/server/testing/factories/shops';
import { bySession, expectData, expectError } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';
import type { Issues, ListedProduct } from '@/server/modules/shops/feeds/schema';

const server = useServer({ STOREFRONT_BASE_URL: 'https://toko.example' });

interface Page {
  items: ListedProduct[];
  nextCursor: string | null;
  hasMore: boolean;
}

const list = async (tenant: Tenant, query: Record<string, string> = {}): Promise<Page> =>
  expectData(await server.call(tenant.key, 'GET', `/api/v1/feeds/products?${new URLSearchParams(query)}`)) as Page;
const issues = async (tenant: Tenant): Promise<Issues> =>
  expectData(await server.call(tenant.key, 'GET', '/api/v1/feeds/issues')) as Issues;
const make = (tenant: Tenant, options: Parameters<typeof makeFeedProduct>[2] = {}) =>
  makeFeedProduct(server.services.database, tenant.accountId, options);
const refs = (page: Page): string[] => page.items.map(({ externalRef }) => externalRef);
const rulesOf = (product: ListedProduct | undefined): string[] => product?.findings.map(({ rule }) => rule) ?? [];

async function walk(tenant: Tenant, query: Record<string, string>): Promise<string[][]> {
  const pages: string[][] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page: Page = await list(tenant, { ...query, ...(cursor === undefined ? {} : { cursor }) });
    expect(page.hasMore).toBe(page.nextCursor !== null);
    pages.push(refs(page));
    cursor = page.nextCursor;
  }
  return pages;
}

describe('GET /feeds/products', () => {
  it('is empty for a workspace without products', async () => {
    expect(await list(await server.makeTenant())).toEqual({ items: [], nextCursor: null, hasMore: false });
  });

  it('has every field of a product, the item that the crawler sees, and its findings', async () => {
    const tenant = await server.makeTenant();
    const { id } = await make(tenant, {
      externalRef: 'a',
      slug: 'kemeja 1',
      priceCents: 1999n,
      currency: 'USD',
      brand: null,
      updatedAt: new Date('2026-01-01'),
    });
    expect((await list(tenant)).items).toEqual([
      {
        id,
        accountId: tenant.accountId,
        externalRef: 'a',
        slug: 'kemeja 1',
        name: 'Kemeja Linen',
        description: 'Kemeja linen lengan panjang.',
        priceCents: 1999,
        currency: 'USD',
        available: true,
        imageUrl: 'https://toko.example/kemeja.jpg',
        brand: null,
        productCategory: null,
        archivedAt: null,
        updatedAt: '2026-01-01T00:00:00.000Z',
        feedItem: {
          id: 'a',
          title: 'Kemeja Linen',
          description: 'Kemeja linen lengan panjang.',
          link: `https://toko.example/s/${tenant.accountId}/products/kemeja%201`,
          imageLink: 'https://toko.example/kemeja.jpg',
          availability: 'in_stock',
          price: '19.99 USD',
          brand: null,
          googleProductCategory: null,
        },
        leftOut: null,
        findings: [
          {
            rule: 'brand_missing',
            severity: 'warning',
            field: 'brand',
            message: expect.any(String),
            limit: null,
            source: 'https://support.google.com/merchants/answer/6324351',
          },
        ],
      },
    ]);
  });

  it('says why a product is left out, and finds nothing in it', async () => {
    const tenant = await server.makeTenant();
    await make(tenant, { externalRef: 'archived', archivedAt: new Date(), brand: null });
    await make(tenant, { externalRef: 'unavailable', available: false, brand: null });
    const seen = async () =>
      Object.fromEntries(
        (await list(tenant)).items.map((product) => [
          product.externalRef,
          [product.leftOut, product.feedItem === null, rulesOf(product)],
        ]),
      );
    expect(await seen()).toEqual({ archived: ['archived', true, []], unavailable: ['unavailable', true, []] });
    await makeFeedConfig(server.services.database, tenant.accountId, {
      includeUnpublished: true,
      defaultProductCategory: '5',
    });
    expect(await seen()).toEqual({ archived: ['archived', true, []], unavailable: [null, false, ['brand_missing']] });
  });

  it('walks all of them once, the last updated first, ties by id', async () => {
    const tenant = await server.makeTenant();
    const made: { externalRef: string; key: string }[] = [];
    for (let n = 0; n < 13; n++) {
      const updatedAt = new Date(Date.UTC(2026, 0, 1, 0, 0, Math.floor(n / 4)));
      const { id, externalRef } = await make(tenant, { updatedAt });
      made.push({ externalRef, key: `${updatedAt.toISOString()} ${id}` });
    }
    const expected = made.sort((a, b) => (a.key < b.key ? 1 : -1)).map(({ externalRef }) => externalRef);
    const pages = await walk(tenant, { limit: '5' });
    expect(pages.map((page) => page.length)).toEqual([5, 5, 3]);
    expect(pages.flat()).toEqual(expected);
    expect((await walk(tenant, { limit: '13' })).map((page) => page.length)).toEqual([13]);
  });

  it('filters by state and by a part of name, reference and brand, in any case', async () => {
    const tenant = await server.makeTenant();
    await make(tenant, { externalRef: 'SKU-1', name: 'Kopi GAYO' });
    await make(tenant, { externalRef: 'SKU-2', name: 'Teh', available: false, brand: 'Gayo Kita' });
    await make(tenant, { externalRef: 'gayo-3', name: 'Tas 100%_', archivedAt: new Date() });
    for (const [query, expected] of [
      [{ state: 'live' }, ['SKU-1']],
      [{ state: 'unavailable' }, ['SKU-2']],
      [{ state: 'archived' }, ['gayo-3']],
      [{ q: 'gayo' }, ['gayo-3', 'SKU-2', 'SKU-1']],
      [{ q: 'sku' }, ['SKU-2', 'SKU-1']],
      [{ q: '%_' }, ['gayo-3']],
      [{ q: '%', state: 'live' }, []],
      [{ q: 'gayo', state: 'unavailable' }, ['SKU-2']],
      [{ q: '' }, ['gayo-3', 'SKU-2', 'SKU-1']],
    ] as const)
      expect([query, refs(await list(tenant, query)).sort()]).toEqual([query, [...expected].sort()]);
  });

  it('filters by rule, over pages, within what is in the feed', async () => {
    const tenant = await server.makeTenant();
    const expected: string[] = [];
    for (let n = 0; n < 12; n++) {
      const { externalRef } = await make(tenant, {
        updatedAt: new Date(Date.UTC(2026, 0, 1, 0, 0, n)),
        imageUrl: n % 3 === 0 ? null : 'https://a.example/a.jpg',
        ...(n === 3 ? { archivedAt: new Date() } : n === 6 ? { available: false } : {}),
      });
      if (n % 3 === 0 && n !== 3 && n !== 6) expected.unshift(externalRef);
    }
    expect((await walk(tenant, { rule: 'image_missing', limit: '1' })).flat()).toEqual(expected);
    expect(refs(await list(tenant, { rule: 'image_missing', state: 'live' }))).toEqual(expected);
    for (const state of ['archived', 'unavailable'])
      expect(refs(await list(tenant, { rule: 'image_missing', state }))).toEqual([]);
    expect(refs(await list(tenant, { rule: 'image_missing', q: expected[0] ?? '' }))).toEqual(expected.slice(0, 1));
    expect(refs(await list(tenant, { rule: 'price_zero' }))).toEqual([]);
    await makeFeedConfig(server.services.database, tenant.accountId, { includeUnpublished: true });
    expect(refs(await list(tenant, { rule: 'image_missing', state: 'unavailable' }))).toHaveLength(1);
    expect(refs(await list(tenant, { rule: 'image_missing' }))).toHaveLength(3);
  });

  it('clamps limit, and refuses what is no cursor, state or rule', async () => {
    expect((await list(server.ours, { limit: '0' })).items.length).toBeLessThanOrEqual(1);
    expect((await list(server.ours, { limit: '1000' })).hasMore).toBe(false);
    for (const query of [
      'limit=x',
      'cursor=x',
      `cursor=${Buffer.from('["x","c1"]').toString('base64url')}`,
      'state=deleted',
      'rule=none',
    ])
      expectError(await server.call(server.ours.key, 'GET', `/api/v1/feeds/products?${query}`), 400, 'VALIDATION');
  });

  it("has nothing of a neighbour, also with the neighbour's cursor", async () => {
    const [one, other] = [await server.makeTenant(), await server.makeTenant()];
    const own = await make(one, { updatedAt: new Date('2025-01-01') });
    await make(other, { updatedAt: new Date('2026-01-02') });
    await make(other, { updatedAt: new Date('2026-01-01') });
    expect(refs(await list(one))).toEqual([own.externalRef]);
    const { nextCursor } = await list(other, { limit: '1' });
    expect(refs(await list(one, { cursor: nextCursor ?? '' }))).toEqual([own.externalRef]);
  });

  it('is there for a person in the dashboard too', async () => {
    expectData(await bySession(server, server.ours.cookie, 'GET', '/api/v1/feeds/products'));
    expectData(await bySession(server, server.ours.cookie, 'GET', '/api/v1/feeds/issues'));
  });
});

describe('GET /feeds/issues', () => {
  it('counts every product in one place, and every rule', async () => {
    const tenant = await server.makeTenant();
    await make(tenant);
    await make(tenant, { brand: null });
    await make(tenant, { brand: null, imageUrl: null });
    await make(tenant, { available: false, priceCents: 0n });
    await make(tenant, { archivedAt: new Date(), priceCents: 0n });
    await make(server.theirs, { priceCents: 0n });
    const before = await issues(tenant);
    expect(before).toMatchObject({
      feedUrl: `${server.services.settings.baseUrl}/api/v1/feeds/shopping/${tenant.accountId}.xml`,
      enabled: true,
      // The operator's storefront is known, so no workspace needs an address of its own.
      feed: [],
      counts: { inFeed: 3, overLimit: 0, unavailable: 1, archived: 1 },
      products: { withErrors: 1, withWarnings: 1, clean: 1 },
    });
    expect(before.rules.filter(({ products }) => products > 0).map(({ rule, products }) => [rule, products])).toEqual([
      ['image_missing', 1],
      ['brand_missing', 2],
    ]);
    expect(before.rules.map(({ rule }) => rule)).toContain('price_zero');

    await makeFeedConfig(server.services.database, tenant.accountId, { enabled: false, includeUnpublished: true });
    const after = await issues(tenant);
    expect(after).toMatchObject({
      enabled: false,
      counts: { inFeed: 4, overLimit: 0, unavailable: 0, archived: 1 },
      products: { withErrors: 2, withWarnings: 1, clean: 1 },
    });
    expect(after.rules[0]).toMatchObject({
      rule: expect.stringMatching(/image_missing|price_zero/),
      severity: 'error',
      products: 1,
    });
  });

  it('is all zeros for a workspace without products', async () => {
    const { counts, products, rules } = await issues(await server.makeTenant());
    expect([counts, products]).toEqual([
      { inFeed: 0, overLimit: 0, unavailable: 0, archived: 0 },
      { withErrors: 0, withWarnings: 0, clean: 0 },
    ]);
    expect(rules.every(({ products: count }) => count === 0)).toBe(true);
  });
});

describe('more products than a feed holds', () => {
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await server.makeTenant();
    // Of one instant by threes, so that the edge of the feed lies within a tie.
    await server.services.database.pool.query(
      `INSERT INTO "FeedProduct" ("accountId", "externalRef", slug, name, description, "priceCents", currency, available, "imageUrl", "updatedAt")
       SELECT $1, 'sku-' || n, 'p', 'Kopi', 'Kopi dari ' || n, CASE WHEN n % 100 = 0 THEN 0 ELSE 5 END, 'IDR', n % 11 <> 0, 'https://a.example/a.jpg', timestamptz '2026-01-01' + (n / 3) * interval '1 second' FROM generate_series(1, 5600) n`,
      [tenant.accountId],
    );
  });

  it('leaves out the oldest, and list, counts and feed agree on which', async () => {
    const { counts, products } = await issues(tenant);
    const live = 5600 - Math.floor(5600 / 11);
    expect(counts).toEqual({ inFeed: 5000, overLimit: live - 5000, unavailable: 5600 - live, archived: 0 });
    expect(products.withErrors + products.withWarnings + products.clean).toBe(5000);
    const xml = (await server.fetch('GET', `/api/v1/feeds/shopping/${tenant.accountId}.xml`)).text;
    const inFeed = [...xml.matchAll(/<g:id>([^<]*)</g)].map(([, id]) => id);
    const listed: ListedProduct[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page: Page = await list(tenant, { limit: '100', ...(cursor === undefined ? {} : { cursor }) });
      listed.push(...page.items);
      cursor = page.nextCursor;
    }
    expect(listed.filter(({ leftOut }) => leftOut === null).map(({ externalRef }) => externalRef)).toEqual(inFeed);
    expect(listed.filter(({ leftOut }) => leftOut === 'over_limit')).toHaveLength(live - 5000);
  });

  it('finds the products of a rule up to the edge, as many as the counts say', async () => {
    const zero = (await issues(tenant)).rules.find(({ rule }) => rule === 'price_zero');
    expect(zero?.products).toBeGreaterThan(0);
    expect((await walk(tenant, { rule: 'price_zero', limit: '7' })).flat()).toHaveLength(zero?.products ?? 0);
  });

  it('is counted in well under a second', async () => {
    const took: number[] = [];
    for (let round = 0; round < 3; round++) {
      const began = performance.now();
      await issues(tenant);
      took.push(performance.now() - began);
    }
    expect(Math.min(...took)).toBeLessThan(1000);
  });
});
