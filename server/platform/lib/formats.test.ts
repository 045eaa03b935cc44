import { expect, test } from 'vitest';
import { collator, dateTimeFormat, numberFormat, relativeTimeFormat } from '@/server/platform/lib/formats';

const AT = new Date('2026-01-31T18:30:00Z');

test('what is asked for again is what was made', () => {
  const options = () => ({ dateStyle: 'long', timeZone: 'Asia/Jakarta' }) as const;
  expect(dateTimeFormat('id', options())).toBe(dateTimeFormat('id', options()));
  expect(numberFormat('id')).toBe(numberFormat('id'));
  expect(relativeTimeFormat('id', { numeric: 'auto' })).toBe(relativeTimeFormat('id', { numeric: 'auto' }));
  expect(collator('id')).toBe(collator('id'));
});

test('another language, style or zone is another format', () => {
  const written = [
    dateTimeFormat('id', { dateStyle: 'long', timeZone: 'Asia/Jakarta' }).format(AT),
    dateTimeFormat('en', { dateStyle: 'long', timeZone: 'Asia/Jakarta' }).format(AT),
    dateTimeFormat('id', { dateStyle: 'long', timeZone: 'UTC' }).format(AT),
    dateTimeFormat('id', { dateStyle: 'short', timeZone: 'UTC' }).format(AT),
    numberFormat('id').format(0.5),
    numberFormat('en').format(0.5),
    numberFormat('en', { style: 'percent' }).format(0.5),
  ];
  expect(written).toEqual(['1 Februari 2026', 'February 1, 2026', '31 Januari 2026', '31/01/26', '0,5', '0.5', '50%']);
});

test('what there is not is refused each time', () => {
  for (let time = 0; time < 2; time++) {
    expect(() => dateTimeFormat('en', { timeZone: 'Mars/Olympus' })).toThrow(RangeError);
    expect(() => numberFormat('en', { style: 'currency', currency: 'Rp' })).toThrow(RangeError);
  }
});

test('what there is no room for any more is made anew, so that what strangers ask for does not pile up', () => {
  const format = (n: number) =>
    numberFormat('en', { minimumIntegerDigits: 1 + (n % 20), maximumSignificantDigits: 1 + Math.floor(n / 20) });
  const first = format(0);
  expect(format(0)).toBe(first);
  for (let n = 1; n < 400; n++) expect(format(n).format(5)).toMatch(/^[0,]*5$/);
  for (let n = 0; n < 400; n++)
    numberFormat(n % 2 === 0 ? 'id' : 'de', {
      maximumSignificantDigits: 1 + (n % 20),
      minimumIntegerDigits: 1 + Math.floor(n / 20),
    });
  expect(format(0)).not.toBe(first);
});
