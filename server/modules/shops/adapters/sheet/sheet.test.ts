/** Sheets by their address, as servers and Google answer for them, through the worker's own way out. */
import { createServer, type IncomingHttpHeaders, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isNothing, withoutApostrophe } from '@/components/csv/values';
import { NotSentError } from '@/server/platform/vendors/provider';
import { createTransport } from '@/server/platform/vendors/transport';
import type { Config } from '@/server/modules/shops/connections/schema';
import { fileAddress } from '@/server/modules/shops/adapters/sheet/fetch-file';
import { isSheetField, missingFields } from '@/server/modules/shops/adapters/sheet/fields';
import { sheetStore } from '@/server/modules/shops/adapters/stores';
import {
  ShopAnswerError,
  ShopBusyError,
  ShopGoneError,
  ShopRefusedError,
  type Candidate,
  type OpenedShop,
  type Page,
  type Reader,
  type Refusal,
} from '@/server/modules/shops/adapters/store';
import { splitRows } from '@/server/modules/shops/adapters/parsed-rows';
import { toLoopback } from '@/server/testing/vendor';

const NOW = new Date('2026-03-01T08:00:00.000Z');
const PRODUCTS = { externalRef: 'id', name: 'title', price: 'price' };
const EVERYTHING = {
  products: true,
  customers: true,
  orders: false,
  checkouts: false,
  codes: false,
};

type Answer = (response: ServerResponse, asked: { url: string; headers: IncomingHttpHeaders }) => void;
let answer: Answer;
let asked: string[] = [];
const server = createServer(({ url = '', headers }, response) => {
  asked.push(`${headers.host ?? ''}${url}`);
  answer(response, { url, headers });
});
let transport: ReturnType<typeof createTransport>;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  transport = createTransport(toLoopback(() => String(port)));
});
beforeEach(() => {
  asked = [];
});
afterAll(async () => {
  await transport.close();
  server.closeAllConnections();
  server.close();
});

const answers = (status: number, headers: OutgoingHttpHeaders, body: string | Buffer = ''): void => {
  answer = (response) => response.writeHead(status, headers).end(body);
};
const file = (body: string | Buffer, headers: OutgoingHttpHeaders = {}): void =>
  answers(200, { 'content-type': 'text/csv', ...headers }, body);

function shopOf(config: Partial<Config> = {}, workspace = { country: 'ID', currency: 'IDR' }): OpenedShop {
  return {
    integrationId: 'i1',
    externalId: 'shop.example',
    credentials: {},
    config: {
      sync: EVERYTHING,
      consent: null,
      abandonAfterMinutes: 60,
      cartConsent: 'accepting',
      redeem: false,
      url: 'https://shop.example/catalogue.csv',
      kind: 'products',
      mapping: PRODUCTS,
      everyMinutes: 1440,
      ...config,
    },
    base: '',
    isGuarded: true,
    transport,
    app: null,
    now: NOW,
    workspace,
  };
}

const open = (shop: OpenedShop, mark: string | null = null): Reader =>
  sheetStore.open!(shop, { resource: shop.config.kind ?? 'products', since: null, kind: 'file', mark });

/** Every page from there on. */
async function pagesOf(
  shop: OpenedShop,
  { mark = null, from = null }: { mark?: string | null; from?: string | null } = {},
): Promise<Page[]> {
  const reader = open(shop, mark);
  const pages: Page[] = [];
  try {
    for (let position = from; ;) {
      const page = await reader.next(position);
      pages.push(page);
      ({ position } = page);
      if (position === null) return pages;
    }
  } finally {
    await reader.close();
  }
}

async function readAll(shop: OpenedShop): Promise<{ rows: Candidate[]; refused: Refusal[] }> {
  const reported = (await pagesOf(shop)).flatMap((page) => page.rowSets);
  return { rows: reported.flatMap(({ rows }) => rows), refused: reported.flatMap(({ refused }) => refused) };
}

const failureOf = async (work: Promise<unknown>): Promise<Error> => {
  try {
    await work;
  } catch (error) {
    return error as Error;
  }
  throw new Error('It did not fail.');
};

describe('products', () => {
  it('are read by the heads that are mapped, and told as our schema takes them', async () => {
    file(
      [
        ' Kode Produk ,NAMA,Harga,Stok,Tautan,Gambar,Merek',
        'SKU-1,Kopi Gayo,"Rp 150.000",12,https://toko.example/kopi-gayo?v=1,https://toko.example/g.jpg,Gayo',
        'SKU-2,Teh,"12.500,00",habis,https://toko.example/teh,,-',
      ].join('\r\n'),
    );
    const shop = shopOf({
      mapping: {
        externalRef: 'kode produk',
        name: 'Nama',
        price: 'HARGA',
        available: 'stok',
        slug: 'tautan',
        url: 'tautan',
        imageUrl: 'gambar',
        brand: 'merek',
      },
    });
    const { rows, refused } = await readAll(shop);
    expect(refused).toEqual([]);
    expect(rows.map(({ ref }) => ref)).toEqual(['SKU-1', 'SKU-2']);
    expect(rows[0]!.row).toMatchObject({
      externalRef: 'SKU-1',
      name: 'Kopi Gayo',
      slug: 'kopi-gayo',
      priceCents: 150_000,
      currency: 'IDR',
      available: true,
      description: null,
      imageUrl: 'https://toko.example/g.jpg',
      brand: 'Gayo',
      productCategory: null,
      url: 'https://toko.example/kopi-gayo?v=1',
      updatedAt: NOW.toISOString(),
    });
    expect(rows[1]!.row).toMatchObject({ priceCents: 12_500, available: false, brand: null });
    expect(splitRows({ resource: 'products', rows, refused }).refused).toEqual([]);
  });

  it('without a slug have their reference as one', async () => {
    file('id,title,price\nSKU 1,Kopi,1\n');
    expect((await readAll(shopOf())).rows[0]!.row).toMatchObject({ slug: 'SKU 1' });
  });

  it('whose rows cannot be read are refused with the reasons of an import, and hold up no other', async () => {
    file(
      [
        'id,title,price,cur,stock,link',
        'good,Kopi,1000,,1,',
        ',Teh,1000,,1,',
        'price,Teh,gratis,,1,',
        'cur,Teh,1000,rupiah,1,',
        'stock,Teh,1000,,mungkin,',
        'wide,Teh,1000,,1,,more',
        `name,${'x'.repeat(1001)},1000,,1,`,
        'address,Teh,1000,,1,javascript:alert(1)',
      ].join('\n'),
    );
    const shop = shopOf({ mapping: { ...PRODUCTS, currency: 'cur', available: 'stock', url: 'link' } });
    const { rows, refused } = await readAll(shop);
    expect(refused).toEqual([
      { ref: 'row 3', reason: 'NO_ID' },
      { ref: 'price', reason: 'PRICE' },
      { ref: 'cur', reason: 'CURRENCY' },
      { ref: 'stock', reason: 'AVAILABILITY' },
      { ref: 'row 7', reason: 'TOO_MANY_CELLS' },
      { ref: 'name', reason: 'VALUE: name' },
    ]);
    const reported = splitRows({ resource: 'products', rows, refused: [] });
    expect(reported.parsed.rows.map(({ externalRef }) => externalRef)).toEqual(['good']);
    expect(reported.refused).toEqual([{ ref: 'address', reason: 'url: must be an http or https address' }]);
  });

  it('keep their price exactly, however the workspace writes it', async () => {
    const price = fc.record({
      units: fc.integer({ min: 0, max: 9_999_999_999_999 }),
      cents: fc.integer({ min: 0, max: 99 }),
      isGrouped: fc.boolean(),
      place: fc.constantFrom('', 'USD ', ' USD'),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(price, { minLength: 1, maxLength: 30 }),
        fc.constantFrom('ID', 'US'),
        async (prices, country) => {
          const point = country === 'ID' ? ',' : '.';
          const lines = prices.map(({ units, cents, isGrouped, place }, at) => {
            const whole = new Intl.NumberFormat(country === 'ID' ? 'id' : 'en', { useGrouping: isGrouped }).format(
              units,
            );
            const text = `${whole}${point}${String(cents).padStart(2, '0')}`;
            return `p${at},Kopi,"${place.startsWith(' ') ? text + place : place + text}"`;
          });
          file(['id,title,price', ...lines].join('\n'));
          const { rows, refused } = await readAll(shopOf({}, { country, currency: 'USD' }));
          expect(refused).toEqual([]);
          expect(rows.map(({ row }) => row['priceCents'])).toEqual(
            prices.map(({ units, cents }) => units * 100 + cents),
          );
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('customers', () => {
  const MAPPING = {
    email: 'E-mail',
    phone: 'No. HP',
    fullName: 'Nama',
    subscription: 'Langganan',
    'attributes.city': 'Kota',
    'attributes.points:number': 'Poin',
  };
  const shop = (): OpenedShop => shopOf({ kind: 'customers', mapping: MAPPING, consent: 'subscribed' });

  it('are contacts, named by their reference, their e-mail or their phone', async () => {
    file(
      [
        'E-mail;No. HP;Nama;Langganan;Kota;Poin',
        "Siti@Example.com;'+62 812-3456-7890;Siti Nur Haliza;ya;Bandung;1.500",
        ';0812 3456 7891;Budi;tidak;;',
        'tati@example.com;;;;-;banyak',
      ].join('\n'),
    );
    const { rows, refused } = await readAll(shop());
    expect(refused).toEqual([]);
    expect(rows.map(({ ref }) => ref)).toEqual(['siti@example.com', '+6281234567891', 'tati@example.com']);
    expect(rows.map(({ row }) => row)).toEqual([
      {
        externalRef: 'siti@example.com',
        email: 'Siti@Example.com',
        phone: '+62 812-3456-7890',
        firstName: 'Siti Nur',
        lastName: 'Haliza',
        subscriptions: { email: 'subscribed', sms: 'subscribed', whatsapp: 'subscribed' },
        attributes: { city: 'Bandung', points: 1500 },
        updatedAt: NOW.toISOString(),
      },
      {
        externalRef: '+6281234567891',
        phone: '0812 3456 7891',
        firstName: 'Budi',
        // Nobody can be written to at an address that is not here.
        subscriptions: { sms: 'unsubscribed', whatsapp: 'unsubscribed' },
        updatedAt: NOW.toISOString(),
      },
      {
        externalRef: 'tati@example.com',
        email: 'tati@example.com',
        attributes: { points: 'banyak' },
        updatedAt: NOW.toISOString(),
      },
    ]);
    expect(splitRows({ resource: 'customers', rows, refused }).refused).toEqual([]);
  });

  it('whose rows cannot be read are refused with the reasons of an import', async () => {
    file(
      [
        'E-mail,No. HP,Nama,Langganan,Kota,Poin',
        'a@example.com,6.28E+11,A,,,',
        'b@example.com,,B,mungkin,,',
        ',,C,,,',
        ',tidak ada,D,,,',
        'e@example.com,,E,,,,1',
        'not an address,,F,,,',
      ].join('\n'),
    );
    const { rows, refused } = await readAll(shop());
    expect(refused).toEqual([
      { ref: 'a@example.com', reason: 'PHONE_SCIENTIFIC' },
      { ref: 'b@example.com', reason: 'SUBSCRIPTION_UNREADABLE' },
      { ref: 'row 4', reason: 'NO_IDENTITY' },
      { ref: 'row 5', reason: 'NO_IDENTITY' },
      { ref: 'row 6', reason: 'TOO_MANY_CELLS' },
    ]);
    expect(splitRows({ resource: 'customers', rows, refused: [] }).refused).toEqual([
      { ref: 'not an address', reason: 'email: must be an e-mail address' },
    ]);
  });

  it('may have attributes, but not those that a shop tells', () => {
    expect(isSheetField('customers', 'attributes.city')).toBe(true);
    expect(isSheetField('customers', 'attributes.points:number')).toBe(true);
    expect(isSheetField('customers', 'attributes.birthday:date')).toBe(true);
    for (const field of ['attributes.shop', 'attributes.', 'attributes.a.b', 'attributes.a:moment', 'price', 'name'])
      expect(isSheetField('customers', field), field).toBe(false);
    expect(isSheetField('products', 'attributes.city')).toBe(false);
    expect(isSheetField('products', 'url')).toBe(true);
  });

  it('need an e-mail or a phone, products what they are, are called and cost', () => {
    expect(missingFields('customers', { fullName: 'Nama' })).toEqual([['email', 'phone']]);
    expect(missingFields('customers', { phone: 'HP' })).toEqual([]);
    expect(missingFields('products', { name: 'Nama' })).toEqual([['externalRef'], ['price']]);
  });
});

/** As a program writes it: by RFC 4180, every cell in quotes or only those that need them. */
const csv = (
  table: readonly (readonly string[])[],
  { delimiter = ',', newline = '\r\n', isQuoted = false } = {},
): string =>
  table
    .map((cells) =>
      cells
        .map((cell) => (isQuoted || /["\r\n,;\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
        .join(delimiter),
    )
    .join(newline) + newline;

const ENCODED: Record<string, (text: string) => Buffer> = {
  'UTF-8': (text) => Buffer.from(text, 'utf8'),
  'UTF-8 with its mark': (text) => Buffer.from(`\ufeff${text}`, 'utf8'),
  'UTF-16 with its mark': (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'UTF-16 the other way round, with its mark': (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
  'UTF-16 without a mark': (text) => Buffer.from(text, 'utf16le'),
  'UTF-16 the other way round, without a mark': (text) => Buffer.from(text, 'utf16le').swap16(),
};

describe('files', () => {
  it.each(Object.keys(ENCODED).flatMap((encoding) => [',', ';', '\t'].map((delimiter) => [encoding, delimiter])))(
    'in %s, cut by %j',
    async (encoding, delimiter) => {
      const table = [
        ['id', 'title', 'price'],
        ['1', 'Kopi "Gayo",\nséré; ☕\t日本', '1'],
        ['2', 'Teh', '2'],
      ];
      file(ENCODED[encoding]!(csv(table, { delimiter: delimiter })));
      const { rows, refused } = await readAll(shopOf());
      expect(refused).toEqual([]);
      expect(rows.map(({ row }) => [row['externalRef'], row['name'], String(row['priceCents'])])).toEqual(
        table.slice(1),
      );
    },
  );

  it('say what their tables say, whatever the texts are', async () => {
    // What every cell is cleaned of: spaces around it, words for nothing, the apostrophe before a formula.
    const text = fc
      .string({ unit: 'binary', maxLength: 40 })
      .map((value) => value.replaceAll('\0', '').replaceAll('\r', '\n').trim())
      .filter((value) => !isNothing(value) && withoutApostrophe(value) === value);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 40 }),
        fc.record({
          delimiter: fc.constantFrom(',', ';', '\t'),
          newline: fc.constantFrom('\n', '\r\n', '\r'),
          isQuoted: fc.boolean(),
        }),
        fc.constantFrom(...Object.keys(ENCODED).slice(0, 4)),
        async (texts, written, encoding) => {
          const rows = texts.map(([name, description], at) => [`p${at}`, name, '1', description]);
          file(ENCODED[encoding]!(csv([['id', 'title', 'price', 'text'], ...rows], written)));
          const read = await readAll(shopOf({ mapping: { ...PRODUCTS, description: 'text' } }));
          expect(read.refused).toEqual([]);
          expect(read.rows.map(({ row }) => [row['externalRef'], row['name'], '1', row['description']])).toEqual(rows);
        },
      ),
      { numRuns: 150 },
    );
  });

  it.each<[string, Buffer | string, string]>([
    ['nothing', '', 'The file is empty.'],
    ['blank lines', '\n\n , \n', 'The file is empty.'],
    ['a workbook', Buffer.from('504b0304140006000800', 'hex'), 'The file is a workbook. Save it as CSV.'],
    [
      'Latin-1',
      Buffer.from('id,title,price\n1,Caf\xe9,1\n', 'latin1'),
      'The file is neither UTF-8 nor UTF-16. Save it as UTF-8.',
    ],
    [
      'Latin-1 further down',
      Buffer.from(`id,title,price\n${'1,Kopi,1\n'.repeat(40_000)}2,Caf\xe9,1\n`, 'latin1'),
      'The file is neither UTF-8 nor UTF-16. Save it as UTF-8.',
    ],
    [
      'a quote that stays open',
      'id,title,price\n1,Kopi,1\n2,"Teh,1\n',
      'Row 3 of the file has an opening quote without a closing one.',
    ],
    [
      'a page',
      '<!DOCTYPE html><html><body>Sign in</body></html>',
      'The address leads to a web page, not to a file. Enter the address of the file.',
    ],
    ['other heads', 'id,name,price\n1,Kopi,1\n', 'The sheet has no column with the heading “title”.'],
  ])('with %s are refused as a whole', async (_, body, message) => {
    file(body, { 'content-type': 'application/octet-stream' });
    expect(await failureOf(pagesOf(shopOf()))).toMatchObject({ constructor: ShopAnswerError, message });
  });

  it('with a head alone have no rows', async () => {
    file('id,title,price\n');
    expect(await pagesOf(shopOf())).toMatchObject([{ count: 0, total: 0, position: null }]);
  });
});

describe('pages', () => {
  const lines = (count: number, name = 'Kopi'): string =>
    `id,title,price\n${Array.from({ length: count }, (_, at) => `p${at},${name},1\n`).join('')}`;
  const refsOf = (pages: readonly Page[]): string[] =>
    pages.flatMap(({ rowSets }) => rowSets.flatMap(({ rows }) => rows.map(({ ref }) => ref)));

  it('have a thousand rows', async () => {
    file(lines(2500));
    const pages = await pagesOf(shopOf());
    expect(pages.map(({ count, total }) => [count, total])).toEqual([
      [1000, 2500],
      [1000, 2500],
      [500, 2500],
    ]);
    expect(pages.map(({ position, mark }) => [position !== null, mark !== undefined])).toEqual([
      [true, false],
      [true, false],
      [false, true],
    ]);
    expect(refsOf(pages)).toEqual(Array.from({ length: 2500 }, (_, at) => `p${at}`));
  });

  it('go on after a restart where they stood, and may be read again', async () => {
    file(lines(2500));
    const shop = shopOf();
    const [first, second] = await pagesOf(shop);
    expect(refsOf(await pagesOf(shop, { from: first!.position }))[0]).toBe('p1000');
    expect(refsOf(await pagesOf(shop, { from: second!.position }))).toEqual(
      Array.from({ length: 500 }, (_, at) => `p${at + 2000}`),
    );
    const reader = open(shop);
    const once = await reader.next(first!.position);
    await reader.next(second!.position);
    expect(await reader.next(first!.position)).toEqual(once);
    await reader.close();
  });

  it('begin anew where the file, or how it is read, is another than it was', async () => {
    file(lines(2500));
    const shop = shopOf();
    const [first] = await pagesOf(shop);
    const remapped = shopOf({ mapping: { ...PRODUCTS, brand: 'title' } });
    expect(refsOf(await pagesOf(remapped, { from: first!.position }))).toHaveLength(2500);
    file(lines(2400, 'Teh'));
    expect(refsOf(await pagesOf(shop, { from: first!.position }))).toHaveLength(2400);
  });

  it.each([
    [200_000, []],
    [200_003, [{ ref: 'row 200002', reason: 'TOO_MANY_ROWS' }]],
  ])('end at 200,000 rows: %i, refused %j', async (count, refused) => {
    file(lines(count));
    const reader = open(shopOf());
    const { position, total } = await reader.next(null);
    expect(total).toBe(200_000);
    const [last, ...more] = await pagesOf(shopOf(), { from: position!.replace(/:1000$/, ':199000') });
    await reader.close();
    expect(more).toEqual([]);
    expect(last!.rowSets[0]!.refused).toEqual(refused);
    expect(refsOf([last!]).at(-1)).toBe('p199999');
  });
});

describe('what has not changed', () => {
  const BODY = 'id,title,price\n1,Kopi,1\n';

  it('is known by its ETag, and not sent again', async () => {
    answer = (response, { headers }) =>
      headers['if-none-match'] === '"v 1"'
        ? response.writeHead(304).end()
        : response.writeHead(200, { etag: '"v 1"' }).end(BODY);
    const [first] = await pagesOf(shopOf());
    expect(first!.count).toBe(1);
    expect(await pagesOf(shopOf(), { mark: first!.mark! })).toEqual([
      {
        rowSets: [{ resource: 'products', rows: [], refused: [] }],
        count: 0,
        total: 0,
        position: null,
        mark: first!.mark,
      },
    ]);
    // By another mapping it says other things.
    expect(
      (await pagesOf(shopOf({ mapping: { ...PRODUCTS, brand: 'title' } }), { mark: first!.mark! }))[0]!.count,
    ).toBe(1);
    expect((await pagesOf(shopOf({}, { country: 'ID', currency: 'USD' }), { mark: first!.mark! }))[0]!.count).toBe(1);
  });

  it('is known by its content where there is no ETag, or another', async () => {
    file(BODY);
    const [first] = await pagesOf(shopOf());
    file(BODY, { etag: '"2"' });
    const [again] = await pagesOf(shopOf(), { mark: first!.mark! });
    expect(again).toMatchObject({ count: 0, position: null });
    answer = (response, { headers }) => response.writeHead(headers['if-none-match'] === '"2"' ? 304 : 500).end();
    expect((await pagesOf(shopOf(), { mark: again!.mark! }))[0]!.count).toBe(0);
    file(`${BODY}2,Teh,1\n`);
    expect((await pagesOf(shopOf(), { mark: first!.mark! }))[0]!.count).toBe(2);
  });

  it('is asked for whole by whoever goes on in the middle of it', async () => {
    answer = (response, { headers }) =>
      response.writeHead(headers['if-none-match'] === undefined ? 200 : 304, { etag: '"1"' }).end(BODY);
    const [first] = await pagesOf(shopOf());
    expect((await pagesOf(shopOf(), { mark: first!.mark!, from: 'of another file:1000' }))[0]!.count).toBe(1);
  });
});

describe('addresses', () => {
  it.each([
    [
      'https://docs.google.com/spreadsheets/d/1aB_c-9/edit#gid=0',
      'https://docs.google.com/spreadsheets/d/1aB_c-9/export?format=csv&gid=0',
    ],
    [
      'https://docs.google.com/spreadsheets/d/1aB/edit?gid=7#gid=7',
      'https://docs.google.com/spreadsheets/d/1aB/export?format=csv&gid=7',
    ],
    ['https://docs.google.com/spreadsheets/d/1aB/view', 'https://docs.google.com/spreadsheets/d/1aB/export?format=csv'],
    [
      'https://docs.google.com/spreadsheets/d/1aB/edit?usp=sharing',
      'https://docs.google.com/spreadsheets/d/1aB/export?format=csv',
    ],
    [
      'https://docs.google.com/spreadsheets/u/1/d/1aB/edit#gid=3',
      'https://docs.google.com/spreadsheets/d/1aB/export?format=csv&gid=3',
    ],
    [
      'https://docs.google.com/a/toko.example/spreadsheets/d/1aB',
      'https://docs.google.com/spreadsheets/d/1aB/export?format=csv',
    ],
    [
      'https://docs.google.com/spreadsheets/d/1aB/export?format=csv&gid=5',
      'https://docs.google.com/spreadsheets/d/1aB/export?format=csv&gid=5',
    ],
    [
      'https://docs.google.com/spreadsheets/d/e/2PACX-1v/pubhtml?gid=4&single=true',
      'https://docs.google.com/spreadsheets/d/e/2PACX-1v/pub?output=csv&gid=4&single=true',
    ],
    [
      'https://docs.google.com/spreadsheets/d/e/2PACX-1v/pub?output=csv',
      'https://docs.google.com/spreadsheets/d/e/2PACX-1v/pub?output=csv',
    ],
    ['https://docs.google.com/document/d/1aB/edit', 'https://docs.google.com/document/d/1aB/edit'],
    ['https://shop.example/spreadsheets/d/1aB/edit#gid=0', 'https://shop.example/spreadsheets/d/1aB/edit#gid=0'],
  ])('%s is read at %s', (url, file) => {
    expect(fileAddress(url).url).toBe(file);
  });

  it('of a Google Sheet that is shared by link leads to its export', async () => {
    // As Google answers since 2021: a temporary redirect to another host of its own.
    answer = (response, { url, headers }) =>
      headers.host === 'docs.google.com'
        ? response
            .writeHead(307, {
              location: `https://doc-0s-sheets.googleusercontent.com/export${url.slice(url.indexOf('?'))}`,
              'content-type': 'text/html; charset=UTF-8',
            })
            .end('<HTML><H1>Temporary Redirect</H1></HTML>')
        : response
            .writeHead(200, {
              'content-type': 'text/csv',
              'content-disposition': `attachment; filename="HargaKopi-Sheet1.csv"; filename*=UTF-8''Harga%20Kopi%20-%20Sheet1.csv`,
            })
            .end('id,title,price\n1,Kopi,1\n');
    const shop = shopOf({ url: 'https://docs.google.com/spreadsheets/d/1aB/edit#gid=0' });
    expect((await sheetStore.check(shop)).name).toBe('Harga Kopi - Sheet1');
    expect((await readAll(shop)).rows).toHaveLength(1);
    expect(asked.slice(0, 2)).toEqual([
      'docs.google.com/spreadsheets/d/1aB/export?format=csv&gid=0',
      'doc-0s-sheets.googleusercontent.com/export?format=csv&gid=0',
    ]);
  });

  it.each<[string, Answer]>([
    [
      'a redirect to the sign-in',
      (response) =>
        response
          .writeHead(302, { location: 'https://accounts.google.com/ServiceLogin?continue=https://docs.google.com/' })
          .end('<HTML>'),
    ],
    ['a page', (response) => response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<html>')],
    ['401', (response) => response.writeHead(401, { 'content-type': 'text/html' }).end('<html>')],
  ])('of a Google Sheet that is not shared: %s', async (_, given) => {
    answer = given;
    const shop = shopOf({ url: 'https://docs.google.com/spreadsheets/d/1aB/edit#gid=0' });
    for (const work of [() => sheetStore.check(shop), () => pagesOf(shop)])
      expect(await failureOf(work())).toMatchObject({
        constructor: ShopRefusedError,
        message: 'The Google Sheet is not shared by link. Set its access to “Anyone with the link”.',
      });
    expect(asked).toHaveLength(2);
  });

  it.each<[number, OutgoingHttpHeaders, unknown, string]>([
    [404, {}, ShopGoneError, 'There is no file at the address (404). Check the address.'],
    [410, {}, ShopGoneError, 'There is no file at the address (410). Check the address.'],
    [403, {}, ShopRefusedError, 'The address does not allow Laris to read the file (403). Check its access.'],
    [500, {}, ShopAnswerError, 'The address answered with the status 500.'],
    [304, {}, ShopAnswerError, 'The address answered with the status 304.'],
    [
      200,
      { 'content-type': 'text/html' },
      ShopAnswerError,
      'The address leads to a web page, not to a file. Enter the address of the file.',
    ],
    [200, { 'content-encoding': 'gzip' }, ShopAnswerError, 'The file is compressed (gzip). Save it uncompressed.'],
  ])('that answer %i %j', async (status, headers, kind, message) => {
    answers(status, headers, status === 304 ? '' : 'a,b');
    expect(await failureOf(pagesOf(shopOf()))).toMatchObject({ constructor: kind, message });
  });

  it('that ask to wait are waited for', async () => {
    answers(429, { 'retry-after': '120' });
    expect(await failureOf(pagesOf(shopOf()))).toMatchObject({ constructor: ShopBusyError, afterMs: 120_000 });
    answers(503, {});
    expect(await failureOf(pagesOf(shopOf()))).toMatchObject({ constructor: ShopBusyError, afterMs: 60_000 });
  });

  it.each(['http://shop.example/a.csv', 'https://10.0.0.1/a.csv', 'https://localhost/a.csv'])(
    '%s is not asked',
    async (url) => {
      file('id,title,price\n');
      for (const work of [() => sheetStore.check(shopOf({ url })), () => pagesOf(shopOf({ url }))])
        expect(await failureOf(work())).toMatchObject({ constructor: NotSentError, final: true });
      answers(302, { location: url });
      expect(await failureOf(pagesOf(shopOf()))).toMatchObject({ constructor: NotSentError, final: true });
      expect(asked).toEqual(['shop.example/catalogue.csv']);
    },
  );
});

describe('the check', () => {
  it.each([
    [{}, 'catalogue'],
    [{ 'content-disposition': 'attachment; filename="Daftar Harga.csv"' }, 'Daftar Harga'],
    [{ 'content-disposition': 'attachment; filename=harga.tsv' }, 'harga'],
    [{ 'content-disposition': "attachment; filename*=UTF-8''Kopi%20%E2%98%95.csv" }, 'Kopi ☕'],
  ])('names the file by %j', async (headers, name) => {
    file('id,title,price\n', headers);
    expect(await sheetStore.check(shopOf())).toEqual({
      name,
      scopesGranted: [],
      lacking: [],
      ordersSince: null,
      expiresAt: null,
    });
  });

  it('reads the head of a file of any length, and no more', async () => {
    let sent = 0;
    answer = (response) => {
      response.writeHead(200).write('id,title,price\n');
      const timer = setInterval(() => {
        sent += 65_536;
        response.write('1,Kopi,1\n'.repeat(7282));
      }, 1);
      response.on('close', () => clearInterval(timer));
    };
    expect(await sheetStore.check(shopOf())).toMatchObject({ name: 'catalogue' });
    expect(sent).toBeLessThan(20 * 1024 * 1024);
  });

  it('finds what is not mapped, and what is mapped and not there', async () => {
    file('id,title,price\n');
    expect(await failureOf(sheetStore.check(shopOf({ mapping: { name: 'title', price: 'price' } })))).toMatchObject({
      constructor: ShopAnswerError,
      message: 'No column is mapped to externalRef. Choose one in the settings.',
    });
    expect(await failureOf(sheetStore.check(shopOf({ mapping: { ...PRODUCTS, brand: 'Merek' } })))).toMatchObject({
      constructor: ShopAnswerError,
      message: 'The sheet has no column with the heading “Merek”.',
    });
  });
});

/** MiB that something holds, without what nobody holds any more. */
const memoryInUse = (() => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  return (): number => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    return (heapUsed + external) / 1024 / 1024;
  };
})();

describe('50 MiB', () => {
  const MIB = 1024 * 1024;
  /** Sends rows as fast as they are taken, without holding them. @param bytes in all, whole lines of 64 bytes */
  const sends = (bytes: number): void => {
    const block = Buffer.from(`p,${'x'.repeat(59)},1\n`.repeat(1024));
    answer = (response) => {
      response.writeHead(200, { 'content-type': 'text/csv' });
      const head = 'id,title,price\n';
      let left = bytes - head.length;
      response.write(head);
      const more = (): void => {
        while (left > 0) {
          const piece = block.subarray(0, Math.min(left, block.length));
          left -= piece.length;
          if (!response.write(piece)) return void response.once('drain', more);
        }
        response.end();
      };
      more();
    };
  };

  it('are taken, and more is refused', async () => {
    sends(50 * MIB + 1);
    expect(await failureOf(open(shopOf()).next(null))).toMatchObject({
      constructor: ShopAnswerError,
      message: 'The file is larger than 50 MiB. Split it.',
    });
  });

  it('are never in memory as a whole', async () => {
    sends(50 * MIB);
    const reader = open(shopOf());
    const before = memoryInUse();
    let most = 0;
    // Looking takes longer the more the process holds: it must not leave the reading without time.
    let timer: ReturnType<typeof setTimeout>;
    const watch = (): void => {
      const began = performance.now();
      most = Math.max(most, memoryInUse());
      timer = setTimeout(watch, 100 + 9 * (performance.now() - began));
    };
    timer = setTimeout(watch, 100);
    let position = (await reader.next(null)).position;
    for (let pages = 1; pages < 20; pages++) ({ position } = await reader.next(position));
    const [, left] = position!.split(/:(?=\d+$)/);
    most = Math.max(most, memoryInUse());
    clearTimeout(timer);
    await reader.close();
    expect(left).toBe('20000');
    // The file has 50; what is held is a step of it, and a page of rows.
    expect(most - before).toBeLessThan(32);
  });
});
