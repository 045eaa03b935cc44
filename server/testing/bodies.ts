/** Bodies that are made to be slow: large, deep, wide, or wrong in as many places as fit. */
import { MAX_BODY } from '@/server/doors/body-limit';

type Maker = (fields: readonly string[], bytes: number) => Buffer;

/** Bytes from the start: ten megabytes of text in pieces would cost more than what is measured with them. */
const joined = (...parts: (string | Buffer)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
const repeated = (text: string, bytes: number): Buffer =>
  Buffer.alloc(Math.max(1, Math.floor(bytes / text.length)) * text.length, text);
/** The same with a comma between each and the next. */
const listed = (text: string, bytes: number): Buffer => repeated(`${text},`, bytes).subarray(0, -1);
/** Every field holds what `value` makes for its share of the bytes. */
const each =
  (value: (bytes: number) => Buffer): Maker =>
  (fields, bytes) =>
    joined(
      '{',
      ...fields.flatMap((name, index) => [
        `${index === 0 ? '' : ','}"${name}":`,
        value(Math.floor(bytes / fields.length) - name.length - 8),
      ]),
      '}',
    );
const arrayOf =
  (element: string) =>
  (bytes: number): Buffer =>
    joined('[', listed(element, bytes - 2), ']');

let keys: Buffer | undefined;
/** As many keys as there is room for, each another. */
function manyKeys(bytes: number): Buffer {
  keys ??= differentKeys(MAX_BODY);
  return joined('{', keys.subarray(0, keys.lastIndexOf(',', bytes - 2)), '}');
}
function differentKeys(bytes: number): Buffer {
  const made: string[] = [];
  for (let length = 0, number = 0; length <= bytes; number++) {
    const key = `"${number.toString(36)}":1`;
    length += key.length + 1;
    made.push(key);
  }
  return Buffer.from(made.join(','));
}

/** The inputs that the route refuses before the schema is asked, whatever the schema says. */
export const REFUSED_BEFORE_SCHEMA: Record<string, Maker> = {
  deep: each((bytes) => joined(Buffer.alloc(Math.floor(bytes / 2), '['), Buffer.alloc(Math.floor(bytes / 2), ']'))),
  'another encoding': (_fields, bytes) => Buffer.from(`{"a":"${'x'.repeat(Math.floor(bytes / 2) - 8)}"}`, 'utf16le'),
  'bytes that are no UTF-8': (_fields, bytes) => joined(Buffer.alloc(bytes - 1, 0x20), Buffer.from([0xff])),
};

/** The route lets no more than this of them to the schema (server/platform/lib/json-in-portions.ts). */
export const MANY_VALUES_BYTES = 2 * 1024 * 1024;
export const MANY_VALUES: Record<string, Maker> = {
  wide: each(arrayOf('1')),
  'many keys': each(manyKeys),
  'wrong types': each(arrayOf('{"a":[true,null],"b":{"c":1}}')),
  'wrong elements': each(arrayOf('"\\u0000"')),
  'empty objects': each(arrayOf('{}')),
  'empty arrays': each(arrayOf('[]')),
  'one key again and again': (fields, bytes) => joined('{', listed(`"${fields[0]}":[1]`, bytes - 2), '}'),
};

export const LONG_VALUES: Record<string, Maker> = {
  'long texts': each((bytes) => joined('"', Buffer.alloc(bytes - 2, 'x'), '"')),
  'huge numbers': each((bytes) =>
    joined('[', listed('-1.7976931348623157e308', bytes / 2), ',', Buffer.alloc(Math.floor(bytes / 2) - 4, '9'), ']'),
  ),
  'unicode escapes': each((bytes) => joined('"', repeated('\\ud83d\\ude00', bytes - 2), '"')),
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
  'events.tell': () => ({
    events: times(500, (event) => ({
      name: 'product_viewed',
      id: `view-${event}`,
      customerId: `customer-${event}`,
      email: `pelanggan.${event}@toko-oleh-oleh.example`,
      at: new Date(Date.now() - event * 1000).toISOString(),
      properties: Object.fromEntries(
        times(50, (key) => [`property_${key}`, `nilai é ${event}.${key}`.padEnd(55, 'x')]),
      ),
    })),
  }),
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
