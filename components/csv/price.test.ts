/** Prices as spreadsheets, shops and people write them. */
import { expect, test } from 'vitest';
import { readPrice } from '@/components/csv/price';

test.each([
  ['id', 'IDR', '150000', 150000, 'IDR'],
  ['id', 'IDR', 'Rp 150.000', 150000, 'IDR'],
  ['id', 'IDR', 'Rp. 1.250.000,00', 1250000, 'IDR'],
  ['id', 'IDR', 'rp150.000,-', 150000, 'IDR'],
  ['id', 'IDR', '150.000 IDR', 150000, 'IDR'],
  // The rupiah has no decimals, so a comma before three digits can only be English.
  ['id', 'IDR', 'IDR 98,000', 98000, 'IDR'],
  ['en', 'IDR', '98.000', 98000, 'IDR'],
  ['id', 'IDR', '19.90 USD', 1990, 'USD'],
  ['id', 'IDR', '$19.90', 1990, 'USD'],
  ['id', 'USD', '1.250', 125000, 'USD'],
  ['id', 'USD', '1.250,5', 125050, 'USD'],
  ['en', 'USD', '$1,250.50', 125050, 'USD'],
  ['en', 'SGD', '$5', 500, 'SGD'],
  ['en', 'USD', 'S$ 5.00', 500, 'SGD'],
  ['en', 'MYR', 'RM12.30', 1230, 'MYR'],
  ['en', 'USD', '12,3 €', 1230, 'EUR'],
  ['en', 'USD', '0', 0, 'USD'],
  ['id', 'USD', '0,50', 50, 'USD'],
  ['en', 'USD', '1234,500', 123450, 'USD'],
  ['id', 'IDR', '150000,0000', 150000, 'IDR'],
] as const)('%s, %s: %s', (language, currency, text, priceCents, written) => {
  expect(readPrice(text, { language, currency })).toEqual({ priceCents, currency: written });
});

test.each([
  ['en', 'USD', '1.250'],
  ['id', 'USD', '1,250'],
  ['id', 'IDR', '150.000,50'],
  ['id', 'IDR', '1.50.000'],
  ['en', 'USD', '0,125'],
  ['id', 'IDR', '0,125'],
  ['id', 'IDR', '0.125'],
  ['en', 'USD', '.50'],
  ['id', 'IDR', 'gratis'],
  ['id', 'IDR', '-5'],
  ['id', 'IDR', '5 - 7'],
  ['id', 'IDR', ''],
  ['id', 'IDR', '1.5E+5'],
  ['en', 'USD', '99999999999999999999'],
] as const)('%s, %s: %s is no price', (language, currency, text) => {
  expect(readPrice(text, { language, currency })).toBeNull();
});
