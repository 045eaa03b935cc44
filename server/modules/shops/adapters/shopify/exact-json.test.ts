import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseExactly } from '@/server/modules/shops/adapters/shopify/exact-json';
import { digitsOf, gidOf, payloadId } from '@/server/modules/shops/adapters/shopify/ids';
import { expectLinear } from '@/server/testing/cost';

/** JSON as a shop may write it: numbers of any length bare, texts with all that needs escaping. */
const written = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.record({ text: fc.constant('null'), expected: fc.constant<unknown>(null) }),
    fc.boolean().map((flag) => ({ text: String(flag), expected: flag })),
    fc.string({ unit: 'binary' }).map((text) => ({ text: JSON.stringify(text), expected: text })),
    fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }).map((big) => {
      const digits = big.toString();
      return { text: digits, expected: digits.replace('-', '').length >= 16 ? digits : Number(digits) };
    }),
    fc
      .tuple(fc.nat(999), fc.nat(99))
      .map(([whole, part]) => ({ text: `${whole}.${part}5`, expected: Number(`${whole}.${part}5`) })),
    fc.array(tie('value'), { maxLength: 4 }).map((parts) => {
      const each = parts as Written[];
      return { text: `[ ${each.map(({ text }) => text).join(' ,')}]`, expected: each.map(({ expected }) => expected) };
    }),
    fc.dictionary(fc.string(), tie('value'), { maxKeys: 4 }).map((parts) => {
      const each = Object.entries(parts as Record<string, Written>).filter(([key]) => key !== '__proto__');
      return {
        text: `{${each.map(([key, { text }]) => `${JSON.stringify(key)}:\n${text}`).join(', ')}}`,
        expected: Object.fromEntries(each.map(([key, { expected }]) => [key, expected])),
      };
    }),
  ),
})).value as fc.Arbitrary<Written>;
interface Written {
  text: string;
  expected: unknown;
}

describe('JSON with ids beyond 2^53', () => {
  it('keeps every digit, whatever stands around it, and reads all else as JSON.parse does', () => {
    fc.assert(
      fc.property(written, ({ text, expected }) => {
        expect(parseExactly(text)).toEqual(expected);
      }),
    );
  });

  it('reads every JSON without a long integer as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const hasLong = /\d{16}/.test(text);
        if (!hasLong) expect(parseExactly(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('leaves decimals and exponents numbers, and long digits in texts alone', () => {
    expect(
      parseExactly('[1234567890123456.5,1e21,0.12345678901234567,"1234567890123456789","a\\"9007199254740993"]'),
    ).toEqual([1234567890123456.5, 1e21, 0.12345678901234567, '1234567890123456789', 'a"9007199254740993']);
  });

  it.each(['', '{', '"open', '{"a":12345678901234567', '[1,]', '\\"'])('reads %s as nothing', (text) => {
    expect(parseExactly(text)).toBeUndefined();
  });

  it('takes time in proportion to a text of 5 MiB of quotes and backslashes', () => {
    for (const piece of ['"\\', '\\', '9']) expectLinear((text) => parseExactly(`"${text}`), piece, 5_000_000);
    expectLinear((digits) => parseExactly(digits), '9', 5_000_000);
  });
});

describe('ids', () => {
  it('are the digits of a global id or a number, and nothing of anything else', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 20n - 1n }), (big) => {
        const digits = big.toString();
        expect(digitsOf(gidOf('Order', digits))).toBe(digits);
        expect(payloadId(parseExactly(`{"id":${digits}}`))).toBe(digits);
      }),
    );
    expect(digitsOf('gid://shopify/Order/12?key=1')).toBe('12');
    for (const other of [
      '',
      'Order/12',
      'gid://shopify/Order/',
      'gid://elsewhere/Order/1',
      '12a',
      -1,
      1.5,
      2 ** 53,
      null,
    ])
      expect(digitsOf(other)).toBeNull();
  });
});
