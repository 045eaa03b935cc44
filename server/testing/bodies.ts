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
