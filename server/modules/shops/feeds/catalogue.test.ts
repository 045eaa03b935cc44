/** The catalogue for Meta and TikTok, the later fields of the feed, and pages (docs/contract/feeds.md#catalogues). */
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { makeFeedConfig, makeFeedProduct } from '@/server/testing/factories/shops';
import { expectData } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer();
const database = () => server.services.database;
const read = (tenant: Tenant, file: string, headers: Record<string, string> = {}) =>
  server.fetch('GET', `/api/v1/feeds/${file.replace('{id}', tenant.accountId)}`, { headers });
const META = 'public/{id}/meta.csv';
const TIKTOK = 'public/{id}/tiktok.csv';
const XML = 'shopping/{id}.xml';
const rowsOf = (text: string) => Papa.parse<Record<string, string>>(text.trimEnd(), { header: true });

/**
 * What each network calls required, and which words it takes:
 * https://developers.facebook.com/docs/commerce-platform/catalog/fields,
 * https://ads.tiktok.com/help/article/catalog-product-parameters
 */
const REQUIRED = ['title', 'description', 'availability', 'condition', 'price', 'link', 'image_link', 'brand'];
const AVAILABILITY = ['in stock', 'out of stock', 'preorder', 'available for order', 'discontinued'];

const WHOLE = {
  name: 'Kopi "Gayo", 200 g',
  description: 'Baris satu\nbaris dua, dengan koma',
  gtin: '8991234567891',
  mpn: 'GY-200',
  condition: 'New',
  itemGroupId: 'gayo',
  salePrice: 120_000n,
  salePriceFrom: new Date('2026-12-01T00:00:00Z'),
  salePriceTo: new Date('2026-12-08T00:00:00Z'),
  color: 'Cokelat',
  size: '200 g',
  gender: 'unisex',
  ageGroup: 'adult',
  additionalImages: ['https://toko.example/2.jpg', 'https://toko.example/3.jpg'],
  shippingWeight: '250 G',
};

describe('the catalogue of a network', () => {
  it('has no sale price of which nobody can say whether it holds, and one picture for each address', async () => {
    const tenant = await server.makeTenant();
    const [from, to] = [new Date('2026-12-01T00:00:00Z'), new Date('2026-12-08T00:00:00Z')];
    const sale = { salePrice: 1n, salePriceFrom: null, salePriceTo: null };
    await makeFeedProduct(database(), tenant.accountId, { ...sale, name: 'always' });
    await makeFeedProduct(database(), tenant.accountId, { ...sale, name: 'from', salePriceFrom: from });
    await makeFeedProduct(database(), tenant.accountId, { ...sale, name: 'to', salePriceTo: to });
    await makeFeedProduct(database(), tenant.accountId, {
      ...{ ...sale, name: 'back', salePriceFrom: to, salePriceTo: from },
      additionalImages: ['https://toko.example/a,b.jpg', 'https://toko.example/c.jpg'],
    });
    const { data } = rowsOf((await read(tenant, META)).text);
    const of = (title: string) => data.find((row) => row.title === title);
    expect(['always', 'from', 'to', 'back'].map((title) => of(title)?.sale_price !== '')).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(of('back')?.additional_image_link).toBe('https://toko.example/a%2Cb.jpg,https://toko.example/c.jpg');
  });

  it.each([
    ['Meta', META, 'id'],
    ['TikTok', TIKTOK, 'sku_id'],
  ])('has for %s all that it requires, in words that it takes, and what was sent beside', async (_name, file, id) => {
    const tenant = await server.makeTenant();
    const made = await makeFeedProduct(database(), tenant.accountId, WHOLE);
    await makeFeedProduct(database(), tenant.accountId, { name: '=1+1', description: null, brand: null });
    const answer = await read(tenant, file);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const { data, errors, meta } = rowsOf(answer.text);
    expect(errors).toEqual([]);
    expect(meta.fields?.[0]).toBe(id);
    expect(meta.fields).toEqual(expect.arrayContaining(REQUIRED));
    for (const row of data) {
      for (const field of [id, ...REQUIRED]) expect([field, row[field]]).not.toEqual([field, '']);
      expect(AVAILABILITY).toContain(row.availability);
      expect(['new', 'refurbished', 'used']).toContain(row.condition);
      expect(row.price).toMatch(/^\d+(?:\.\d\d)? [A-Z]{3}$/);
      expect(row.link).toMatch(/^https?:\/\//);
    }
    expect(data.find((row) => row[id] === made.externalRef)).toMatchObject({
      title: WHOLE.name,
      description: WHOLE.description,
      condition: 'new',
      price: '150000 IDR',
      sale_price: '120000 IDR',
      sale_price_effective_date: '2026-12-01T00:00:00Z/2026-12-08T00:00:00Z',
      item_group_id: 'gayo',
      gtin: '8991234567891',
      mpn: 'GY-200',
      color: 'Cokelat',
      size: '200 g',
      gender: 'unisex',
      age_group: 'adult',
      additional_image_link: 'https://toko.example/2.jpg,https://toko.example/3.jpg',
      shipping_weight: '250 g',
    });
    // A crawler reads it as it is, and a product without a brand goes by the shop's name.
    const plain = data.find((row) => row.title === '=1+1');
    expect(plain).toMatchObject({ sale_price: '', condition: 'new' });
    expect(plain?.brand).not.toBe('');
  });

  it('is not there where the feed is not, nor for a page that is none', async () => {
    const tenant = await server.makeTenant();
    for (const file of [META, TIKTOK, XML])
      for (const page of ['0', '-1', 'x', '1.5', '99999', ''])
        expect([page, (await read(tenant, `${file}?page=${page}`)).status]).toEqual([page, 404]);
    await makeFeedConfig(database(), tenant.accountId, { enabled: false });
    for (const file of [META, TIKTOK]) expect((await read(tenant, file)).text).toBe('feed disabled');
    expect((await server.fetch('GET', '/api/v1/feeds/public/cunknown/meta.csv')).text).toBe('feed not found');
  });

  it('is known again by its tag until something of it changes', async () => {
    const tenant = await server.makeTenant();
    await makeFeedProduct(database(), tenant.accountId);
    const tagOf = async (file: string) => (await read(tenant, file)).headers.get('etag') ?? '';
    const tags = [await tagOf(META), await tagOf(TIKTOK), await tagOf(XML), await tagOf(`${META}?page=2`)];
    expect(new Set(tags).size).toBe(4);
    const known = { 'if-none-match': tags[0] ?? '' };
    expect((await read(tenant, META, known)).status).toBe(304);
    await makeFeedProduct(database(), tenant.accountId);
    expect((await read(tenant, META, known)).status).toBe(200);
    const before = await tagOf(META);
    await database().prisma.account.update({ where: { id: tenant.accountId }, data: { name: 'Another name' } });
    expect(await tagOf(META)).not.toBe(before);
  });
});

describe('pages', () => {
  it('have 5,000 products each, every one once, the last updated first', async () => {
    const tenant = await server.makeTenant();
    await database().pool.query(
      `INSERT INTO "FeedProduct" ("accountId", "externalRef", slug, name, "priceCents", currency, available, "updatedAt")
       SELECT $1, 'sku-' || n, 's' || n, 'Produk ' || n, 1000, 'IDR', true, '2026-01-01'::timestamptz + n * interval '1 second' FROM generate_series(1, 12001) n`,
      [tenant.accountId],
    );
    const refs = async (page: string) => rowsOf((await read(tenant, `${META}${page}`)).text).data.map(({ id }) => id);
    const pages = [await refs(''), await refs('?page=2'), await refs('?page=3'), await refs('?page=4')];
    expect(pages.map(({ length }) => length)).toEqual([5000, 5000, 2001, 0]);
    expect(pages.flat()).toEqual(Array.from({ length: 12_001 }, (_, at) => `sku-${12_001 - at}`));
    expect((await read(tenant, `${XML}?page=3`)).text.match(/<item>/g)).toHaveLength(2001);
    expect((await read(tenant, XML)).text.match(/<item>/g)).toHaveLength(5000);
  });
});

describe('the later fields', () => {
  it('are elements of the feed only where they were sent', async () => {
    const tenant = await server.makeTenant();
    await makeFeedProduct(database(), tenant.accountId);
    const bare = (await read(tenant, XML)).text;
    for (const element of ['gtin', 'identifier_exists', 'condition', 'sale_price', 'additional_image_link'])
      expect(bare).not.toContain(`g:${element}>`);
    await makeFeedProduct(database(), tenant.accountId, { ...WHOLE, name: 'Semua' });
    const { text } = await read(tenant, XML);
    expect(text).toContain(
      '<g:sale_price_effective_date>2026-12-01T00:00:00Z/2026-12-08T00:00:00Z</g:sale_price_effective_date>',
    );
    expect(text.match(/<g:additional_image_link>/g)).toHaveLength(2);
  });

  it('say that there is no identifier only where a shop that sends more sends none of the three', async () => {
    const tenant = await server.makeTenant();
    const make = (name: string, more: Parameters<typeof makeFeedProduct>[2]) =>
      makeFeedProduct(database(), tenant.accountId, { name, brand: null, ...more });
    await make('first', {});
    await make('handmade', { color: 'Merah' });
    await make('branded', { color: 'Merah', brand: 'Toko' });
    await make('numbered', { mpn: '1' });
    const items = (await read(tenant, XML)).text.split('<item>').slice(1);
    expect(
      items
        .filter((item) => item.includes('<g:identifier_exists>no<'))
        .map((item) => /<g:title>(.*?)</.exec(item)?.[1]),
    ).toEqual(['handmade']);
  });

  it('are in the list with what Google would say to them', async () => {
    const tenant = await server.makeTenant();
    await makeFeedProduct(database(), tenant.accountId, { gtin: '8991234567890', salePrice: 200_000n });
    const { items } = expectData(await server.call(tenant.key, 'GET', '/api/v1/feeds/products?rule=gtin_invalid'));
    expect(items).toMatchObject([{ gtin: '8991234567890', salePrice: 200_000, feedItem: { gtin: '8991234567890' } }]);
    expect(items[0].feedItem).not.toHaveProperty('salePrice');
    expect(items[0].findings.map(({ rule }: { rule: string }) => rule)).toEqual([
      'gtin_invalid',
      'sale_price_not_lower',
    ]);
  });
});
