import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LANGUAGES } from '@/server/platform/lib/language';
import { readNumber } from './values';

const EVERYWHERE: readonly (readonly [string, number])[] = [
  ['150000', 150_000],
  ['-12.5', -12.5],
  ['Rp 150.000', 150_000],
  ['rp150.000,-', 150_000],
  ['Rp. 1.250.000,50', 1_250_000.5],
  ['IDR 150,000', 150_000],
  ['1.500,5', 1500.5],
  ['1500,5', 1500.5],
  ['1.250.000', 1_250_000],
  ['$1,299.00', 1299],
  ['EUR 12.50', 12.5],
  ['19.90 USD', 19.9],
  ['150.000 IDR', 150_000],
  ['-Rp 5.000', -5000],
  // A group of thousands never begins with 0. LibreOffice 7.4 writes 12.5 % so under id-ID and de-DE.
  ['0,125', 0.125],
  ['0.125', 0.125],
  ['-0,250', -0.25],
  // An average as LibreOffice 7.4 writes it under id-ID.
  ['83333,3333333333', 83333.3333333333],
  ['1,2345', 1.2345],
  ['1234,567', 1234.567],
  ['1.500,125', 1500.125],
  ['1,500.125', 1500.125],
  ["1'250.50", 1250.5],
];

test.each(LANGUAGES.flatMap((language) => EVERYWHERE.map((each) => [language, ...each] as const)))(
  'in %s, %s is a number',
  (language, written, number) => {
    expect(readNumber(written, language)).toBe(number);
  },
);

test.each([
  ['1.250', 'id', 1250],
  ['1.250', 'en', null],
  ['1,250', 'id', null],
  ['1,250', 'en', 1250],
  ['$1.250', 'en', null],
  ['$1,250', 'en', 1250],
  ['-1.250', 'id', -1250],
] as const)('a mark that may be of thousands: %s in %s is %s', (written, language, number) => {
  expect(readNumber(written, language)).toBe(number);
});

// The number of an Indonesian identity card is a code, as everything of more than 15 digits.
test.each([
  '3273010503900001',
  '3.273.010.503.900.001',
  "'0812345",
  '$0812',
  '.5',
  '0.500,25',
  '0812 0000',
  '0812',
  '12 pcs',
  'SKU123',
  'INV 100',
  '100A',
  'Rp',
  '1.2.3',
  '1,50,000',
  '812 0000 111',
  '',
])('“%s” is not read as a number', (written) => {
  for (const language of LANGUAGES) expect(readNumber(written, language)).toBeNull();
});

/** What stands between thousands and before decimals, in a language of ours. */
const MARKS = { en: [',', '.'], id: ['.', ','] } as const;

test('a number that is written with the marks of any language is that number, or is not read', () => {
  const written = fc.record({
    whole: fc.bigInt({ min: 0n, max: 999_999_999_999n }).map(String),
    decimals: fc.stringMatching(/^\d{0,5}$/),
    isGrouped: fc.boolean(),
    by: fc.constantFrom(...LANGUAGES),
    read: fc.constantFrom(...LANGUAGES),
  });
  fc.assert(
    fc.property(written, ({ whole, decimals, isGrouped, by, read }) => {
      const [thousand, decimal] = MARKS[by];
      const groups = Array.from(
        whole,
        (digit, at) => (at > 0 && (whole.length - at) % 3 === 0 ? thousand : '') + digit,
      );
      const text = `${isGrouped ? groups.join('') : whole}${decimals === '' ? '' : decimal}${decimals}`;
      const isTwofold = /^[1-9]\d{0,2}[.,]\d{3}$/.test(text);
      const number = readNumber(text, read);
      if (!isTwofold || (by === read && decimals === '')) expect(number).toBe(Number(`${whole}.${decimals}`));
      // One mark before three digits is of thousands where the language has it there, else nothing.
      else expect(number).toBe(text.includes(MARKS[read][0]) ? Number(text.replace(/[.,]/, '')) : null);
    }),
  );
});

test('digits alone are their number up to 15, without leading zeros, and else a code', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{1,20}$/), fc.constantFrom(...LANGUAGES), (digits, language) => {
      const isNumber = digits.length <= 15 && (digits === '0' || !digits.startsWith('0'));
      expect(readNumber(digits, language)).toBe(isNumber ? Number(digits) : null);
    }),
  );
});
