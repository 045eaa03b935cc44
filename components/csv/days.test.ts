/** Days as people write them: birthdays of files. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_ORDERS, isOpen, orderIn, readDay } from '@/components/csv/days';

test.each([
  ['17/08/1990', '1990-08-17'],
  ['08/17/1990', '1990-08-17'],
  // LibreOffice 7.4 under de-DE writes a date cell so, and under id-ID with slashes.
  ['17.08.1990', '1990-08-17'],
  ['29/11/90', '1990-11-29'],
  ['8/17/90', '1990-08-17'],
  ['17/8/05', '2005-08-17'],
  ['17-08-1990 00:00', '1990-08-17'],
  ['1990-11-29', '1990-11-29'],
  ['1990/1/2', '1990-01-02'],
  ['1990-11-29T00:00:00Z', '1990-11-29'],
  ['11-29', '--11-29'],
  ['29/11', '--11-29'],
  ['--11-29', '--11-29'],
  ['--03-04', '--03-04'],
  ['07/07', '--07-07'],
  ['29/02', '--02-29'],
  ['17 Agustus 1990', '1990-08-17'],
  ['17 Agu 1990', '1990-08-17'],
  ['29-Nov-1990', '1990-11-29'],
  ['Nov 29, 1990', '1990-11-29'],
  ['5 Mei', '--05-05'],
  ['December 1', '--12-01'],
])('%s needs no order', (text, day) => {
  for (const order of [null, ...DAY_ORDERS]) expect(readDay(text, order)).toBe(day);
});

test.each([
  '31/02/1990',
  '29/02/1991',
  '00/01/1990',
  '13/13/1990',
  '1990-02-30',
  '',
  'besok',
  '12',
  '1,5',
  '0812/3456',
])('“%s” is no day', (text) => {
  for (const order of [null, ...DAY_ORDERS]) expect(readDay(text, order)).toBeNull();
});

test('any day that is written with its order is that day, and without an order it is that day or none', () => {
  const given = fc.record({
    date: fc.date({ min: new Date('1900-01-01'), max: new Date('2100-12-31'), noInvalidDate: true }),
    order: fc.constantFrom(...DAY_ORDERS),
    mark: fc.constantFrom('/', '-', '.'),
    isPadded: fc.boolean(),
  });
  fc.assert(
    fc.property(given, ({ date, order, mark, isPadded }) => {
      const iso = date.toISOString().slice(0, 10);
      const [year = '', month = '', day = ''] = iso.split('-').map((part) => (isPadded ? part : String(Number(part))));
      const text = [...(order === 'dmy' ? [day, month] : [month, day]), year].join(mark);
      expect(readDay(text, order)).toBe(iso);
      expect(readDay(text, null)).toBe(isOpen(text) ? null : iso);
      expect([order, null]).toContain(orderIn(text));
    }),
  );
});
