/** PUT /feeds/products (docs/contract/feeds.md#mirrored-products). */
import { describe, expect, it } from 'vitest';
import { NO_LATER_FIELDS } from '@/server/modules/shops/feeds/item';
import { bySession, expectData, expectError, trpc } from '@/server/testing/http';
import { useServer, type CallOptions, type Tenant } from '@/server/testing/server';

const server = useServer();

const URL = '/api/v1/feeds/products';
const PRODUCT = {
  externalRef: 'a',
  slug: 'kemeja',
  name: 'Kemeja',
  priceCents: 150_000,
  currency: 'IDR',
  available: true,
};
const WHOLE = {
  ...PRODUCT,
  description: 'd',
  imageUrl: 'https://a.example/a.jpg',
  brand: 'b',
  productCategory: '5',
  archivedAt: '2026-01-02T03:04:05.678Z',
  updatedAt: '2026-01-01T07:00:00+07:00',
};

const send = (tenant: Tenant, products: unknown, more: Record<string, unknown> = {}, options: CallOptions = {}) =>
  server.call(tenant.key, 'PUT', URL, { ...options, body: { products, ...more } });
const put = async (tenant: Tenant, ...products: unknown[]): Promise<unknown> =>
  expectData(await send(tenant, products));
const rowsOf = (tenant: Tenant) =>
  server.services.database.prisma.feedProduct.findMany({
    where: { accountId: tenant.accountId },
    orderBy: { externalRef: 'asc' },
  });
const revisionOf = async (tenant: Tenant): Promise<bigint> =>
  (await server.services.database.prisma.feedRevision.findUnique({ where: { accountId: tenant.accountId } }))
    ?.revision ?? 0n;

describe('a file from the dashboard', () => {
  it("is told what it would do, and does it, as the shop's own server would", async () => {
    const tenant = await server.makeTenant();
    await put(tenant, PRODUCT);
    await put(server.theirs, { ...PRODUCT, externalRef: 'theirs' });
    const ask = (name: string, input: object) =>
      trpc(server, 'mutation', `feeds.${name}`, input, { cookie: tenant.cookie });
    expect((await ask('knownProducts', { externalRefs: ['a', 'b', 'theirs'] })).data).toEqual({ known: 1 });
    const products = [
      { ...PRODUCT, name: 'Lain' },
      { ...PRODUCT, externalRef: 'b' },
    ];
    expect((await ask('importProducts', { products })).data).toEqual({ created: 1, updated: 1 });
    expect((await rowsOf(tenant)).map(({ externalRef, name }) => [externalRef, name])).toEqual([
      ['a', 'Lain'],
      ['b', 'Kemeja'],
    ]);
    expect(await rowsOf(server.theirs)).toHaveLength(1);
  });
});

describe('PUT /feeds/products', () => {
  it('stores every field as sent', async () => {
    const tenant = await server.makeTenant();
    expect(await put(tenant, WHOLE)).toEqual({ created: 1, updated: 0 });
    const { id, ...row } = (await rowsOf(tenant))[0]!;
    expect(id).toMatch(/^c[a-z0-9]{24}$/);
    expect(row).toMatchObject({
      ...WHOLE,
      accountId: tenant.accountId,
      priceCents: 150_000n,
      archivedAt: new Date(WHOLE.archivedAt),
      updatedAt: new Date('2026-01-01T00:00:00Z'),
      ...NO_LATER_FIELDS,
    });
  });

  it('stores the later fields, and forgets them when they are not sent again', async () => {
    const tenant = await server.makeTenant();
    const later = {
      gtin: '8991234567891',
      mpn: 'KL-1',
      condition: 'new',
      itemGroupId: 'kemeja',
      color: 'Putih',
      size: 'M',
      gender: 'unisex',
      ageGroup: 'adult',
      additionalImages: ['https://toko.example/2.jpg', 'https://toko.example/3.jpg'],
      shippingWeight: '250 g',
    };
    const sale = { salePrice: 120_000, salePriceFrom: '2026-12-01T00:00:00Z', salePriceTo: '2026-12-08T00:00:00Z' };
    await put(tenant, { ...PRODUCT, ...later, ...sale });
    expect((await rowsOf(tenant))[0]).toMatchObject({
      ...later,
      salePrice: 120_000n,
      salePriceFrom: new Date(sale.salePriceFrom),
      salePriceTo: new Date(sale.salePriceTo),
    });
    await put(tenant, PRODUCT);
    expect((await rowsOf(tenant))[0]).toMatchObject(NO_LATER_FIELDS);
  });

  it('stamps a product without updatedAt with the time of the call', async () => {
    const tenant = await server.makeTenant();
    const before = Date.now();
    await put(tenant, { ...PRODUCT, updatedAt: null });
    const { updatedAt, ...row } = (await rowsOf(tenant))[0]!;
    expect(updatedAt.getTime()).toBeGreaterThanOrEqual(before);
    expect(updatedAt.getTime()).toBeLessThanOrEqual(Date.now());
    expect(row).toMatchObject({
      description: null,
      imageUrl: null,
      brand: null,
      productCategory: null,
      archivedAt: null,
    });
  });

  it('replaces what was mirrored: what is not sent becomes null, and an archived product comes back', async () => {
    const tenant = await server.makeTenant();
    await put(tenant, WHOLE);
    const { id } = (await rowsOf(tenant))[0]!;
    expect(await put(tenant, { ...PRODUCT, name: 'Tas' })).toEqual({ created: 0, updated: 1 });
    expect(await rowsOf(tenant)).toMatchObject([
      { id, name: 'Tas', description: null, imageUrl: null, brand: null, productCategory: null, archivedAt: null },
    ]);
    await put(tenant, { ...PRODUCT, archivedAt: WHOLE.archivedAt });
    await put(tenant, { ...PRODUCT, archivedAt: null });
    expect(await rowsOf(tenant)).toMatchObject([{ id, archivedAt: null }]);
  });

  it('counts what is created and what is updated; the later of two with one reference wins and counts twice', async () => {
    const tenant = await server.makeTenant();
    await put(tenant, { ...PRODUCT, externalRef: 'old' });
    expect(
      await put(
        tenant,
        { ...PRODUCT, name: 'first', brand: 'b' },
        { ...PRODUCT, externalRef: 'old' },
        { ...PRODUCT, name: 'second' },
        { ...PRODUCT, externalRef: 'other' },
      ),
    ).toEqual({ created: 2, updated: 2 });
    expect(await rowsOf(tenant)).toMatchObject([
      { externalRef: 'a', name: 'second', brand: null },
      { externalRef: 'old' },
      { externalRef: 'other' },
    ]);
  });

  it('takes references as they are: case and width tell them apart', async () => {
    const tenant = await server.makeTenant();
    expect(
      await put(
        tenant,
        ...['a', 'A', ' a', '\u00e1', 'a\u0301', '😀'].map((externalRef) => ({ ...PRODUCT, externalRef })),
      ),
    ).toEqual({ created: 6, updated: 0 });
  });

  it('takes 1 to 1,000 products', async () => {
    const tenant = await server.makeTenant();
    const many = Array.from({ length: 1001 }, (_, n) => ({ ...PRODUCT, externalRef: `sku-${n}` }));
    expectError(await send(tenant, []), 400, 'VALIDATION');
    expectError(await send(tenant, many), 400, 'VALIDATION');
    expectError(await send(tenant, undefined), 400, 'VALIDATION');
    expect(await put(tenant, ...many.slice(1))).toEqual({ created: 1000, updated: 0 });
    expect(await put(tenant, ...many.slice(1))).toEqual({ created: 0, updated: 1000 });
  });

  it.each([
    ['externalRef', undefined],
    ['externalRef', ''],
    ['externalRef', 'x'.repeat(256)],
    ['externalRef', 5],
    ['externalRef', 'a\0'],
    ['slug', undefined],
    ['slug', null],
    ['slug', 'x'.repeat(501)],
    ['name', undefined],
    ['name', null],
    ['name', 'x'.repeat(1001)],
    ['description', 5],
    ['description', 'x'.repeat(50_001)],
    ['description', '\0'],
    ['priceCents', undefined],
    ['priceCents', -1],
    ['priceCents', 1.5],
    ['priceCents', '1'],
    ['priceCents', 2 ** 53],
    ['currency', undefined],
    ['currency', 'RP'],
    ['currency', 'Rp1'],
    ['available', undefined],
    ['available', 'true'],
    ['archivedAt', '2026-01-01'],
    ['archivedAt', true],
    ['updatedAt', 'yesterday'],
  ])('refuses a product with %s %j, says which, and stores none of its call', async (field, value) => {
    const tenant = server.ours;
    const before = await rowsOf(tenant);
    const { details } = expectError(
      await send(tenant, [PRODUCT, { ...PRODUCT, externalRef: 'b', [field]: value }]),
      400,
      'VALIDATION',
    );
    expect(details.issues[0].path).toBe(`products.1.${field}`);
    expect(await rowsOf(tenant)).toEqual(before);
  });

  it('keeps what Google would refuse, takes an empty text for none, and writes currencies in upper case', async () => {
    const tenant = await server.makeTenant();
    await put(tenant, {
      ...PRODUCT,
      slug: '',
      name: '',
      priceCents: 0,
      currency: 'usd',
      description: '',
      imageUrl: ' ',
      brand: '\n',
      productCategory: '',
    });
    expect(await rowsOf(tenant)).toMatchObject([
      {
        slug: '',
        name: '',
        priceCents: 0n,
        currency: 'USD',
        description: null,
        imageUrl: null,
        brand: null,
        productCategory: null,
      },
    ]);
  });

  it('takes the largest price, and texts of every script', async () => {
    const tenant = await server.makeTenant();
    await put(tenant, { ...PRODUCT, priceCents: Number.MAX_SAFE_INTEGER, name: 'قميص 👕 \ud800', slug: 'シャツ/1?#' });
    expect(await rowsOf(tenant)).toMatchObject([
      { priceCents: 9_007_199_254_740_991n, name: 'قميص 👕 \ufffd', slug: 'シャツ/1?#' },
    ]);
  });

  it('writes nothing for what is as it was before, so that the feed stays as it is', async () => {
    const tenant = await server.makeTenant();
    await put(tenant, WHOLE, { ...WHOLE, externalRef: 'b', archivedAt: null });
    const revision = await revisionOf(tenant);
    expect(await put(tenant, WHOLE, { ...WHOLE, externalRef: 'b', archivedAt: null })).toEqual({
      created: 0,
      updated: 2,
    });
    expect(await revisionOf(tenant)).toBe(revision);
    await put(tenant, { ...WHOLE, description: null });
    expect(await revisionOf(tenant)).toBe(revision + 1n);
  });

  it("leaves a neighbour's product of the same reference alone", async () => {
    const [one, other] = [await server.makeTenant(), await server.makeTenant()];
    await put(other, { ...PRODUCT, name: 'theirs' });
    expect(await put(one, PRODUCT)).toEqual({ created: 1, updated: 0 });
    expect(await rowsOf(other)).toMatchObject([{ name: 'theirs' }]);
  });
});

describe('who may put', () => {
  it('is a partner platform on behalf of the merchant, or the merchant by a key', async () => {
    const tenant = await server.makeTenant();
    const asPlatform = (onBehalfOf: Record<string, string>) =>
      server.call(server.platform, 'PUT', URL, { headers: onBehalfOf, body: { products: [PRODUCT] } });
    expectData(await asPlatform({ 'x-svc-on-behalf-of': tenant.accountId }));
    expect(await rowsOf(tenant)).toHaveLength(1);
    expectError(await asPlatform({}), 403, 'NO_ACCOUNT');
    expectError(await bySession(server, tenant.cookie, 'PUT', URL, { products: [PRODUCT] }), 403, 'FORBIDDEN');
    expectError(await server.fetch('PUT', URL, { body: { products: [PRODUCT] } }), 401, 'UNAUTHENTICATED');
  });

  it('names no other workspace in the body', async () => {
    const tenant = await server.makeTenant();
    expectError(await send(tenant, [PRODUCT], { accountId: server.theirs.accountId }), 403, 'ACCOUNT_MISMATCH');
    expectData(await send(tenant, [PRODUCT], { accountId: tenant.accountId }));
  });
});

describe('many calls at once', () => {
  it('never wait for each other in a circle, and each reference is created once', async () => {
    const tenant = await server.makeTenant();
    const refs = Array.from({ length: 200 }, (_, n) => `sku-${n}`);
    const shuffled = (seed: number): string[] =>
      refs
        .map((ref, n) => [(n * (2 * seed + 7)) % 211, ref] as const)
        .sort(([a], [b]) => a - b)
        .map(([, ref]) => ref);
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, call) =>
          send(
            tenant,
            shuffled(call).map((externalRef) => ({ ...PRODUCT, externalRef, name: `${round} ${call}` })),
          ),
        ),
      );
      const counts = answers.map((answer) => expectData(answer) as { created: number; updated: number });
      expect(counts.reduce((sum, { created }) => sum + created, 0)).toBe(round === 0 ? 200 : 0);
      expect(counts.reduce((sum, { created, updated }) => sum + created + updated, 0)).toBe(2400);
    }
    expect(await rowsOf(tenant)).toHaveLength(200);
  });

  it('raises the revision for each that changes something', async () => {
    const tenant = await server.makeTenant();
    await Promise.all(Array.from({ length: 20 }, (_, n) => put(tenant, { ...PRODUCT, externalRef: `sku-${n}` })));
    expect(await revisionOf(tenant)).toBe(20n);
  });
});
