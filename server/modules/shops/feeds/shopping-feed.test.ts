/** GET /feeds/shopping/:accountId.xml (docs/contract/feeds.md#feed). */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { makeFeedConfig, makeFeedProduct } from '@/server/testing/factories/shops';
import { eventually, expectData, expectError } from '@/server/testing/http';
import { rawHttp, rawText } from '@/server/testing/raw-http';
import { parseRss, type Rss } from '@/server/testing/rss';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer({ STOREFRONT_BASE_URL: 'https://toko.example/', TRUST_PROXY: 'true' }, { pages: true });

const urlOf = (accountId: string): string => `/api/v1/feeds/shopping/${accountId}.xml`;
const fetchFeed = (accountId: string, headers: Record<string, string> = {}, method = 'GET') =>
  server.fetch(method, urlOf(accountId), { headers });
const make = (tenant: Tenant, options: Parameters<typeof makeFeedProduct>[2] = {}) =>
  makeFeedProduct(server.services.database, tenant.accountId, options);
const put = (tenant: Tenant, ...products: Record<string, unknown>[]) =>
  server.call(tenant.key, 'PUT', '/api/v1/feeds/products', {
    body: {
      products: products.map((product) => ({
        slug: 's',
        name: 'n',
        priceCents: 1,
        currency: 'IDR',
        available: true,
        ...product,
      })),
    },
  });

async function feedOf(accountId: string): Promise<Rss> {
  const answer = await fetchFeed(accountId);
  expect(answer.status, answer.text).toBe(200);
  return parseRss(answer.text);
}
const ids = (rss: Rss): string[] => rss.items.map((item) => Object.fromEntries(item)['g:id'] ?? '');

/** `count` products, a second apart, the newest first in the feed; a statement for all of them. */
async function fill(accountId: string, count: number, description = 'Kopi'): Promise<void> {
  await server.services.database.pool.query(
    `INSERT INTO "FeedProduct" ("accountId", "externalRef", slug, name, description, "priceCents", currency, available, "updatedAt")
     SELECT $1, 'sku-' || n, 'p-' || n, 'Kopi ' || n, $3 || ' ' || md5(n::text), n, 'IDR', true, timestamptz '2026-01-01' + n * interval '1 second' FROM generate_series(1, $2::int) n`,
    [accountId, count, description],
  );
}

/** The bytes as they travelled. */
const raw = (path: string, headers: Record<string, string>): Promise<{ message: IncomingMessage; bytes: Buffer }> =>
  new Promise((resolve, reject) => {
    get(server.baseUrl + path, { headers, agent: false }, (message) => {
      const chunks: Buffer[] = [];
      message
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => resolve({ message, bytes: Buffer.concat(chunks) }))
        .on('error', reject);
    }).on('error', reject);
  });

describe('the feed', () => {
  it('is RSS 2.0 with the g namespace, and a channel of the account: title, link to the storefront, description', async () => {
    const { accountId } = await server.makeTenant();
    const answer = await fetchFeed(accountId);
    expect(answer.headers.get('content-type')).toMatch(/^application\/xml; charset=utf-8$/);
    expect(answer.text.startsWith('<?xml version="1.0" encoding="UTF-8"?>')).toBe(true);
    const rss = parseRss(answer.text);
    expect(rss.version).toBe('2.0');
    expect(rss.namespaces.g).toBe('http://base.google.com/ns/1.0');
    expect(rss.channel.title).toContain(accountId);
    expect(rss.channel.link).toBe(`https://toko.example/s/${accountId}`);
    expect(rss.channel.description).not.toBe('');
    expect(rss.items).toEqual([]);
  });

  it('has every element of the mapping, in its order, under its name', async () => {
    const tenant = await server.makeTenant();
    await make(tenant, {
      externalRef: 'SKU 1&2',
      slug: 'kemeja linen/ß',
      name: 'Kemeja <Linen>',
      description: 'Rp & "kain"',
      priceCents: 149_900n,
      imageUrl: 'https://toko.example/a.jpg?b=1&c=2',
      brand: 'Toko Kita',
      productCategory: 'Apparel & Accessories > Clothing',
    });
    expect((await feedOf(tenant.accountId)).items).toEqual([
      [
        ['g:id', 'SKU 1&2'],
        ['g:title', 'Kemeja <Linen>'],
        ['g:description', 'Rp & "kain"'],
        ['g:link', `https://toko.example/s/${tenant.accountId}/products/kemeja%20linen%2F%C3%9F`],
        ['g:image_link', 'https://toko.example/a.jpg?b=1&c=2'],
        ['g:availability', 'in_stock'],
        ['g:price', '149900 IDR'],
        ['g:brand', 'Toko Kita'],
        ['g:google_product_category', 'Apparel & Accessories > Clothing'],
      ],
    ]);
  });

  it('leaves out image, brand and category when they are null, and describes by the name', async () => {
    const tenant = await server.makeTenant();
    await make(tenant, { name: 'Tas', description: null, imageUrl: null, brand: null });
    const [item] = (await feedOf(tenant.accountId)).items;
    expect(item!.map(([name]) => name)).toEqual([
      'g:id',
      'g:title',
      'g:description',
      'g:link',
      'g:availability',
      'g:price',
    ]);
    expect(Object.fromEntries(item!)['g:description']).toBe('Tas');
  });

  it("takes the product's category before the config's", async () => {
    const tenant = await server.makeTenant();
    await makeFeedConfig(server.services.database, tenant.accountId, { defaultProductCategory: '166' });
    await make(tenant, { externalRef: 'own', productCategory: '5' });
    await make(tenant, { externalRef: 'default' });
    const categories = (await feedOf(tenant.accountId)).items
      .map((item) => Object.fromEntries(item))
      .map((item) => [item['g:id'], item['g:google_product_category']]);
    expect(categories.sort()).toEqual([
      ['default', '166'],
      ['own', '5'],
    ]);
  });

  it.each([
    [150_000n, 'IDR', '150000 IDR'],
    [0n, 'IDR', '0 IDR'],
    [1999n, 'USD', '19.99 USD'],
    [5n, 'USD', '0.05 USD'],
    [100n, 'usd', '1.00 USD'],
    [1000n, 'JPY', '10.00 JPY'],
    [9_007_199_254_740_991n, 'EUR', '90071992547409.91 EUR'],
  ])('prices %s of %s as %s', async (priceCents, currency, price) => {
    const tenant = await server.makeTenant();
    await make(tenant, { priceCents, currency });
    expect(Object.fromEntries((await feedOf(tenant.accountId)).items[0]!)['g:price']).toBe(price);
  });

  it('has the last updated first, and those of one instant by id, descending', async () => {
    const tenant = await server.makeTenant();
    const made = [];
    for (let n = 0; n < 4; n++) made.push(await make(tenant, { updatedAt: new Date('2026-01-02') }));
    const old = await make(tenant, { updatedAt: new Date('2026-01-01') });
    const fresh = await make(tenant, { updatedAt: new Date('2026-01-03') });
    const tied = made.sort((a, b) => (a.id < b.id ? 1 : -1)).map(({ externalRef }) => externalRef);
    expect(ids(await feedOf(tenant.accountId))).toEqual([fresh.externalRef, ...tied, old.externalRef]);
  });

  it('has no archived product, and those that are not available only when the config says so', async () => {
    const tenant = await server.makeTenant();
    const live = await make(tenant);
    const gone = await make(tenant, { available: false });
    await make(tenant, { archivedAt: new Date() });
    await make(tenant, { archivedAt: new Date(), available: false });
    expect(ids(await feedOf(tenant.accountId))).toEqual([live.externalRef]);
    await makeFeedConfig(server.services.database, tenant.accountId, { includeUnpublished: true });
    const rss = await feedOf(tenant.accountId);
    expect(
      Object.fromEntries(
        rss.items.map((item) => Object.fromEntries(item)).map((item) => [item['g:id'], item['g:availability']]),
      ),
    ).toEqual({ [live.externalRef]: 'in_stock', [gone.externalRef]: 'out_of_stock' });
  });

  it('has nothing of a neighbour', async () => {
    const tenant = await server.makeTenant();
    const own = await make(tenant);
    await make(server.theirs);
    await makeFeedConfig(server.services.database, server.theirs.accountId, { enabled: false });
    expect(ids(await feedOf(tenant.accountId))).toEqual([own.externalRef]);
  });

  it('has the 5,000 last updated of 5,001', async () => {
    const { accountId } = await server.makeTenant();
    await fill(accountId, 5001);
    const listed = ids(await feedOf(accountId));
    expect(listed).toHaveLength(5000);
    expect([listed[0], listed.at(-1)]).toEqual(['sku-5001', 'sku-2']);
  });
});

describe('what is no feed', () => {
  it('is 404 `feed disabled` in plain text when the config says so, and there again when it does not', async () => {
    const tenant = await server.makeTenant();
    const patch = (enabled: boolean) => server.call(tenant.key, 'PATCH', '/api/v1/feeds/config', { body: { enabled } });
    expectData(await patch(false));
    const answer = await fetchFeed(tenant.accountId);
    expect([answer.status, answer.headers.get('content-type'), answer.text]).toEqual([
      404,
      'text/plain; charset=utf-8',
      'feed disabled',
    ]);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect((await fetchFeed(tenant.accountId, { 'if-none-match': '*' })).status).toBe(404);
    expectData(await patch(true));
    expect((await fetchFeed(tenant.accountId)).status).toBe(200);
  });

  it.each(['cunknown', 'X', '%00', '%F0%9F%98%80', 'a'.repeat(900)])(
    'is 404 `feed not found` for the workspace %s',
    async (accountId) => {
      const answer = await fetchFeed(accountId);
      expect([answer.status, answer.headers.get('content-type'), answer.text]).toEqual([
        404,
        'text/plain; charset=utf-8',
        'feed not found',
      ]);
    },
  );

  it.each(['', '.xml', '/a.xml/', '/a.json', '/a', '/axxml', '/a.xml.xml/b'])(
    'is an unknown route at /feeds/shopping%s',
    async (rest) => {
      expectError(await server.fetch('GET', `/api/v1/feeds/shopping${rest}`), 404, 'NOT_FOUND');
    },
  );
});

describe('as a public route', () => {
  it('may be read from any site, and says how long it holds', async () => {
    const { accountId } = await server.makeTenant();
    const answer = await fetchFeed(accountId, { origin: 'https://shop.example' });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=60');
    expect(answer.headers.get('vary')).toMatch(/accept-encoding/i);
    expect(answer.headers.get('etag')).toMatch(/^W\/"[\x21\x23-\x7e]+"$/);
    expect(answer.headers.get('x-request-id')).toBeTruthy();
  });

  it('looks at no credentials', async () => {
    const { accountId } = await server.makeTenant();
    expect(
      (await fetchFeed(accountId, { authorization: 'Svc-HMAC-SHA256 nonsense', 'x-svc-on-behalf-of': 'cx' })).status,
    ).toBe(200);
  });

  it('answers HEAD like GET without a body, and OPTIONS and 405 with the methods that it takes', async () => {
    const tenant = await server.makeTenant();
    await make(tenant);
    const [head, whole] = [await fetchFeed(tenant.accountId, {}, 'HEAD'), await fetchFeed(tenant.accountId)];
    expect([head.status, head.text]).toEqual([200, '']);
    for (const name of ['content-type', 'etag', 'cache-control', 'vary'])
      expect(head.headers.get(name)).toBe(whole.headers.get(name));
    const options = await fetchFeed(
      tenant.accountId,
      { origin: 'https://a.example', 'access-control-request-method': 'GET' },
      'OPTIONS',
    );
    expect([options.status, options.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const refused = await fetchFeed(tenant.accountId, {}, method);
      expectError(refused, 405, 'METHOD_NOT_ALLOWED');
      expect(refused.headers.get('allow')?.split(/,\s*/).sort()).toEqual(['GET', 'HEAD', 'OPTIONS']);
    }
    expect((await fetchFeed('cunknown', {}, 'HEAD')).status).toBe(404);
  });

  it('keeps its ETag until a product or the config changes', async () => {
    const tenant = await server.makeTenant();
    const product = { externalRef: 'a', updatedAt: '2026-01-01T00:00:00Z' };
    expectData(await put(tenant, product));
    let tag = '';
    const changed = async (): Promise<boolean> => {
      const answer = await fetchFeed(tenant.accountId, { 'if-none-match': tag });
      const before = tag;
      tag = answer.headers.get('etag') ?? '';
      if (answer.status === 200) return tag !== before;
      expect([answer.status, answer.text, tag]).toEqual([304, '', before]);
      return false;
    };
    expect(await changed()).toBe(true);
    expect(await changed()).toBe(false);
    expectData(await put(tenant, { ...product, name: 'other' }));
    expect(await changed()).toBe(true);
    expectData(await put(tenant, { ...product, name: 'other' }));
    expect(await changed()).toBe(false);
    expectData(await server.call(tenant.key, 'PATCH', '/api/v1/feeds/config', { body: { includeUnpublished: true } }));
    expect(await changed()).toBe(true);
    expectData(await put(tenant, { ...product, name: 'other', archivedAt: '2026-01-01T00:00:00Z' }));
    expect(await changed()).toBe(true);
    await server.services.database.prisma.feedProduct.deleteMany({ where: { accountId: tenant.accountId } });
    expect(await changed()).toBe(true);
    // A neighbour's writes are none of ours.
    expectData(await put(server.theirs, product));
    expect(await changed()).toBe(false);
  });

  it('takes If-None-Match as a list, weak and strong, and as *', async () => {
    const { accountId } = await server.makeTenant();
    const tag = (await fetchFeed(accountId)).headers.get('etag') ?? '';
    for (const header of [tag, tag.replace('W/', ''), `"a", ${tag}`, '*'])
      expect((await fetchFeed(accountId, { 'if-none-match': header })).status, header).toBe(304);
    for (const header of ['"a"', 'W/""', tag.toUpperCase()])
      expect((await fetchFeed(accountId, { 'if-none-match': header })).status, header).toBe(200);
    expect((await fetchFeed(accountId, { 'if-none-match': tag }, 'HEAD')).status).toBe(304);
  });

  it('has the same text compressed and plain', async () => {
    const { accountId } = await server.makeTenant();
    await fill(accountId, 700);
    const plain = await raw(urlOf(accountId), {});
    expect(plain.message.headers['content-encoding']).toBeUndefined();
    const [br, gzip] = [
      await raw(urlOf(accountId), { 'accept-encoding': 'gzip, br' }),
      await raw(urlOf(accountId), { 'accept-encoding': 'gzip' }),
    ];
    expect([br.message.headers['content-encoding'], gzip.message.headers['content-encoding']]).toEqual(['br', 'gzip']);
    expect(br.bytes.length).toBeLessThan(plain.bytes.length / 3);
    expect(brotliDecompressSync(br.bytes).equals(plain.bytes)).toBe(true);
    expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true);
    for (const { message } of [br, gzip]) expect(message.headers.etag).toBe(plain.message.headers.etag);
  });

  it('does not compress what is small', async () => {
    const { accountId } = await server.makeTenant();
    const { message, bytes } = await raw(urlOf(accountId), { 'accept-encoding': 'br' });
    expect(message.headers['content-encoding']).toBeUndefined();
    parseRss(bytes.toString());
  });
});

describe('any text that a product can hold', () => {
  /** What XML 1.0 has no way to write. */
  const UNWRITABLE = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
  const nasty = fc.string({
    unit: fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
      fc.constantFrom(
        ']]>',
        '<![CDATA[',
        '&amp;',
        '&#0;',
        '<',
        '>',
        '"',
        "'",
        '\r\n',
        '\r',
        '\t',
        '\u0000',
        '\u0008',
        '\u001f',
        '\u007f',
        '\u0085',
        '\u2028',
        '\ufffe',
        '\uffff',
        '\ufeff',
        '\ud800',
        '\udc00',
        '😀',
        '-->',
        '<?xml ?>',
      ),
    ),
    maxLength: 20,
  });
  const optional = fc.option(nasty, { nil: null });

  it('comes out of a strict parser as it was sent, but for what XML cannot hold', async () => {
    const tenant = await server.makeTenant();
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          externalRef: nasty.filter((text) => text.replaceAll('\0', '') !== ''),
          slug: nasty,
          name: nasty,
          description: optional,
          imageUrl: optional,
          brand: optional,
          productCategory: optional,
        }),
        async (product) => {
          const storable = Object.fromEntries(
            Object.entries(product).map(([name, text]) => [name, text?.replaceAll('\0', '') ?? null]),
          ) as Record<string, string | null>;
          await server.services.database.prisma.feedProduct.deleteMany({ where: { accountId: tenant.accountId } });
          expectData(await put(tenant, storable));
          const [item] = (await feedOf(tenant.accountId)).items;
          const read = (text: string | null | undefined): string | null =>
            text === null || text === undefined || text.trim() === ''
              ? null
              : text.toWellFormed().replace(UNWRITABLE, '');
          const {
            'g:id': id,
            'g:title': title,
            'g:description': description,
            'g:link': link,
            'g:image_link': image = null,
            'g:brand': brand = null,
            'g:google_product_category': category = null,
          } = Object.fromEntries(item!);
          const name = (storable.name ?? '').toWellFormed().replace(UNWRITABLE, '');
          expect([id, title, description]).toEqual([
            (storable.externalRef ?? '').toWellFormed().replace(UNWRITABLE, ''),
            name,
            read(storable.description) ?? name,
          ]);
          expect([image, brand, category]).toEqual([
            read(storable.imageUrl),
            read(storable.brand),
            read(storable.productCategory),
          ]);
          expect(decodeURIComponent(link!.split('/products/')[1]!)).toBe((storable.slug ?? '').toWellFormed());
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('while it is read', () => {
  /** Larger than what may wait for a client. */
  const fillLarge = (accountId: string): Promise<void> => fill(accountId, 1200, 'kopi '.repeat(2000));
  const openCount = async (): Promise<number> => {
    const { rows } = await server.services.database.pool.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%' OR query LIKE 'FETCH%' AND state = 'active'`,
    );
    return rows[0]?.count ?? 0;
  };

  const ask = (accountId: string): Socket => {
    const { hostname, port } = new URL(server.baseUrl);
    const socket: Socket = connect({ host: hostname, port: Number(port) }, () =>
      socket.write(rawText('GET', urlOf(accountId))),
    );
    return socket.on('error', () => undefined).pause();
  };
  /** A client that takes nothing of its answer from the first byte on. */
  const stalled = async (accountId: string): Promise<Socket> => {
    const socket = ask(accountId);
    await new Promise((resolve) => socket.once('readable', resolve));
    return socket;
  };

  it('shows one moment of the catalogue, whatever is written meanwhile', async () => {
    const tenant = await server.makeTenant();
    await fillLarge(tenant.accountId);
    const chunks: Buffer[] = [];
    const message = await new Promise<IncomingMessage>((resolve, reject) =>
      get(server.baseUrl + urlOf(tenant.accountId), { agent: false }, resolve).on('error', reject),
    );
    message.pause();
    await new Promise((resolve) => message.once('readable', resolve));
    await server.services.database.pool.query(
      `UPDATE "FeedProduct" SET name = 'later' WHERE "accountId" = $1 AND id IN
       (SELECT id FROM "FeedProduct" WHERE "accountId" = $1 ORDER BY "updatedAt", id LIMIT 300)`,
      [tenant.accountId],
    );
    for await (const chunk of message) chunks.push(chunk as Buffer);
    const rss = parseRss(Buffer.concat(chunks).toString());
    expect(rss.items).toHaveLength(1200);
    expect(rss.items.filter((item) => Object.fromEntries(item)['g:title'] === 'later')).toEqual([]);
    // Its ETag is that of the moment, too.
    expect((await fetchFeed(tenant.accountId, { 'if-none-match': message.headers.etag ?? '' })).status).toBe(200);
  });

  it('gives its connection back when the client goes away', async () => {
    const { accountId } = await server.makeTenant();
    await fillLarge(accountId);
    const socket = await stalled(accountId);
    await eventually(async () => expect(await openCount()).toBe(1));
    socket.destroy();
    await eventually(async () => expect(await openCount()).toBe(0));
  });

  it('gives its connection back when the client takes nothing, long before its time is over', async () => {
    const { accountId } = await server.makeTenant();
    await fillLarge(accountId);
    const socket = await stalled(accountId);
    await eventually(async () => expect(await openCount()).toBe(1));
    await eventually(async () => expect(await openCount()).toBe(0));
    socket.destroy();
  });

  it('is read for other workspaces, and for other clients, while twelve clients of one feed take nothing', async () => {
    const { accountId } = await server.makeTenant();
    const other = await server.makeTenant();
    await fillLarge(accountId);
    await fillLarge(other.accountId);
    const first = await stalled(accountId);
    const others = Array.from({ length: 11 }, () => ask(accountId));
    const began = performance.now();
    for (const [id, from] of [
      [other.accountId, '192.0.2.1'],
      [accountId, '192.0.2.2'],
    ] as const)
      expect(parseRss((await fetchFeed(id, { 'x-forwarded-for': from })).text).items).toHaveLength(1200);
    // The stalled ones have their turn one after the other, for 3 s each.
    expect(performance.now() - began).toBeLessThan(20_000);
    for (const socket of [first, ...others]) socket.destroy();
    await eventually(async () => expect(await openCount()).toBe(0));
  });

  it('needs no snapshot while it is small', async () => {
    const { accountId } = await server.makeTenant();
    await fill(accountId, 250);
    // A statement alone takes its connection with a callback; what holds one does not.
    const connections = vi.spyOn(server.services.database.pool, 'connect');
    const held = (): number => connections.mock.calls.filter((parameters: unknown[]) => parameters.length === 0).length;
    expect(parseRss((await fetchFeed(accountId)).text).items).toHaveLength(250);
    expect(held()).toBe(0);
    await makeFeedProduct(server.services.database, accountId);
    expect(parseRss((await fetchFeed(accountId)).text).items).toHaveLength(251);
    expect(held()).toBe(1);
    connections.mockRestore();
  });

  it('breaks the connection off when the database fails, instead of ending a part as if it were the whole', async () => {
    const { accountId } = await server.makeTenant();
    await fillLarge(accountId);
    const message = await new Promise<IncomingMessage>((resolve, reject) =>
      get(server.baseUrl + urlOf(accountId), { agent: false }, resolve).on('error', reject),
    );
    message.pause();
    await eventually(async () => {
      const { rowCount } = await server.services.database.pool.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'`,
      );
      expect(rowCount).toBe(1);
    });
    const read = async (): Promise<number> => {
      let length = 0;
      for await (const chunk of message) length += (chunk as Buffer).length;
      return length;
    };
    await expect(read()).rejects.toThrow(/aborted/);
    expect((await fetchFeed(accountId)).status).toBe(200);
  });

  it('lets more ask than may read at once, and serves them all', async () => {
    const { accountId } = await server.makeTenant();
    await fill(accountId, 600);
    const answers = await Promise.all(Array.from({ length: 20 }, () => fetchFeed(accountId)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${parseRss(text).items.length}`))).toEqual(
      new Set(['200 600']),
    );
    await eventually(async () => expect(await openCount()).toBe(0));
  });

  it('takes a request that is cut off before the answer', async () => {
    const { accountId } = await server.makeTenant();
    await rawHttp(server.baseUrl, rawText('GET', urlOf(accountId)), { end: true });
    await eventually(async () => expect(await openCount()).toBe(0));
  });
});
