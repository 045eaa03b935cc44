import { expect, test } from 'vitest';
import { readNumber } from './values';

test.each([
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
  ['-Rp 5.000', -5000],
])('%s is a number', (written, number) => {
  expect(readNumber(written)).toBe(number);
});

test.each(['1.250', '1,250', '$1.250', '0812 0000', '0812', '12 pcs', 'Rp', '1.2.3', '1,50,000', '812 0000 111', ''])(
  '“%s” is not read as a number',
  (written) => {
    expect(readNumber(written)).toBeNull();
  },
);
