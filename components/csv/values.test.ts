import { expect, test } from 'vitest';
import { LANGUAGES } from '@/server/lib/language';
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

test.each(['0812 0000', '0812', '12 pcs', 'SKU123', 'INV 100', '100A', 'Rp', '1.2.3', '1,50,000', '812 0000 111', ''])(
  '“%s” is not read as a number',
  (written) => {
    for (const language of LANGUAGES) expect(readNumber(written, language)).toBeNull();
  },
);
