import { expect, test } from 'vitest';
import { formatRelative } from '@/components/ui/format';
import { currencyDigits, formatMoney } from '@/server/platform/lib/currency';

/** Intl sets no-break spaces. */
const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ');

test.each([
  [150_000, 'IDR', 'id', 'Rp150.000'],
  [150_000, 'IDR', 'en', 'IDR 150,000'],
  [2_294, 'USD', 'en', '$22.94'],
  [2_294, 'USD', 'id', 'US$22,94'],
  [500, 'JPY', 'en', '¥500'],
  [1_234, 'KWD', 'en', 'KWD 1.234'],
  [0, 'IDR', 'id', 'Rp0'],
  [Number.MAX_SAFE_INTEGER, 'IDR', 'id', 'Rp9.007.199.254.740.991'],
])('%i %s in %s is %s', (amount, currency, locale, expected) => {
  expect(plain(formatMoney(amount, currency, locale))).toBe(expected);
});

test('a currency has as many decimals as people write', () => {
  expect(['IDR', 'USD', 'JPY', 'KWD'].map(currencyDigits)).toEqual([0, 2, 0, 3]);
});

test.each([
  [-90, 'en', '1 minute ago'],
  [-3 * 3600, 'id', '3 jam yang lalu'],
  [-26 * 3600, 'en', 'yesterday'],
  [3 * 86400, 'en', 'in 3 days'],
])('%i seconds in %s', (seconds, locale, expected) => {
  const now = new Date('2026-01-31T12:00:00Z');
  expect(formatRelative(new Date(now.getTime() + seconds * 1000), now, locale)).toBe(expected);
});
