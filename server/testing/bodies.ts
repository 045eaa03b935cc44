/** Bodies that are made to be slow: large, deep, wide, or wrong in as many places as fit. */
type Maker = (fields: readonly string[], bytes: number) => string | Buffer;

const repeated = (text: string, bytes: number): string => text.repeat(Math.max(1, Math.floor(bytes / text.length)));
/** Every field holds what `value` makes for its share of the bytes. */
const each =
  (value: (bytes: number) => string): Maker =>
  (fields, bytes) =>
    `{${fields.map((name) => `"${name}":${value(Math.floor(bytes / fields.length) - name.length - 8)}`).join(',')}}`;
const arrayOf =
  (element: string) =>
  (bytes: number): string =>
    `[${repeated(`${element},`, bytes - 2).slice(0, -1)}]`;

export const SLOW_BODIES: Record<string, Maker> = {
  deep: each((bytes) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2)),
  wide: each(arrayOf('1')),
  'long texts': each((bytes) => `"${'x'.repeat(bytes - 2)}"`),
  'many keys': each((bytes) => {
    const keys: string[] = [];
    for (let length = 2, number = 0; ; number++) {
      const key = `"${number.toString(36)}":1`;
      length += key.length + 1;
      if (length > bytes) return `{${keys.join(',')}}`;
      keys.push(key);
    }
  }),
  'wrong types': each(arrayOf('{"a":[true,null],"b":{"c":1}}')),
  'wrong elements': each(arrayOf('"\\u0000"')),
  'empty objects': each(arrayOf('{}')),
  'empty arrays': each(arrayOf('[]')),
  'huge numbers': each(
    (bytes) =>
      `[${repeated('-1.7976931348623157e308,', bytes / 2).slice(0, -1)},${'9'.repeat(Math.floor(bytes / 2) - 4)}]`,
  ),
  'one key again and again': (fields, bytes) => `{${repeated(`"${fields[0]}":[1],`, bytes - 2).slice(0, -1)}}`,
  'unicode escapes': each((bytes) => `"${repeated('\\ud83d\\ude00', bytes - 2)}"`),
  'another encoding': (_fields, bytes) => Buffer.from(`{"a":"${'x'.repeat(Math.floor(bytes / 2) - 8)}"}`, 'utf16le'),
  'bytes that are no UTF-8': (_fields, bytes) => Buffer.concat([Buffer.alloc(bytes - 1, 0x20), Buffer.from([0xff])]),
};

const contact = (row: number, attributes: number) => ({
  email: `pelanggan.${row}@toko-oleh-oleh.example`,
  phone: `+628123${row}`,
  firstName: 'Sari',
  lastName: 'Wulandari',
  source: 'toko',
  externalRef: `customer-${row}`,
  subscriptions: { email: 'subscribed', sms: 'unsubscribed' },
  attributes: Object.fromEntries(
    Array.from({ length: attributes }, (_, key) => [`attribute_${key}`, `nilai ${row}.${key}`]),
  ),
});
const product = (number: number) => ({
  externalRef: `product-${number}`,
  slug: `produk-${number}`,
  name: 'x'.repeat(1000),
  description: 'y'.repeat(8000),
  priceCents: 150_000,
  currency: 'IDR',
  available: true,
  imageUrl: `https://images.example/${'z'.repeat(500)}`,
});
const times = <Each>(length: number, make: (index: number) => Each): Each[] =>
  Array.from({ length }, (_, index) => make(index));
const content = () => ({
  email: { subject: 'x', html: `<p>${'é <a href="https://a.example/{firstName}">kopi</a> '.repeat(9500)}</p>` },
});
const audience = () => ({ contactIds: times(100_000, () => 'c06b6cfa81f3a9d2e4b7c6058') });

/** The largest honest bodies of the procedures that take large ones, by the key in the router. `accountId` is the caller's. */
export const LARGEST_BODIES: Record<string, (accountId: string) => Record<string, unknown>> = {
  'contacts.import': () => ({ rows: times(5000, (row) => contact(row, 60)) }),
  'feeds.putProducts': () => ({ products: times(1000, product) }),
  'feeds.importProducts': () => ({ products: times(1000, product) }),
  'broadcasts.create': () => ({ name: 'x', providers: ['email_p1'], content: content(), audience: audience() }),
  'broadcasts.check': () => ({ providers: ['email_p1'], content: content(), audience: audience() }),
  'broadcasts.templates.create': () => ({ name: 'x', content: content() }),
  'blog.create': () => ({ slug: 'x', title: 'x', body: 'x'.repeat(10_000_000) }),
  'discountCodes.importCodes': () => ({
    codes: times(1000, (row) => ({
      code: `${row}`.padStart(50, 'x'),
      type: 'fixed',
      value: 1,
      currency: 'IDR',
      description: 'é'.repeat(500),
    })),
  }),
  'discountCodes.validate': (accountId) => ({
    accountId,
    code: 'x',
    subtotal: 1,
    currency: 'IDR',
    items: times(1000, () => ({ price: 1, quantity: 1, tags: times(400, () => 'kopi-gayo') })),
  }),
  'audienceSegments.preview': () => ({
    definition: {
      match: 'all',
      groups: times(5, () => ({
        match: 'any',
        conditions: times(10, () => ({ field: 'source', op: 'in', value: times(100, () => 'x'.repeat(200)) })),
      })),
    },
  }),
  'contacts.imports.putChunk': () => ({
    id: 'c06b6cfa81f3a9d2e4b7c6058',
    position: 0,
    firstRow: 0,
    rows: times(2000, (row) => ({
      row,
      contact: contact(row, 20),
      cells: times(40, (cell) => `nilai ${row}.${cell}`),
    })),
  }),
};

/** The same with the last of what it holds most of made wrong: everything before it is looked at in vain. */
export const nearly = (body: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(body).map(([key, value]) => [key, Array.isArray(value) ? [...value.slice(0, -1), 0] : value]),
  );
