/** Dates of files by the workspace's clock. */
import { expect, test } from 'vitest';
import { readMoment } from '@/components/csv/dates';

const JAKARTA = { language: 'id', timeZone: 'Asia/Jakarta' } as const;
const NEW_YORK = { language: 'en', timeZone: 'America/New_York' } as const;

test.each([
  ['2026-12-31', '2026-12-30T17:00:00.000Z', '2026-12-31T16:59:59.000Z'],
  ['2026-12-31T10:00:00Z', '2026-12-31T10:00:00.000Z', '2026-12-31T10:00:00.000Z'],
  ['2026-12-31T10:00:00.123+07:00', '2026-12-31T03:00:00.000Z', '2026-12-31T03:00:00.000Z'],
  ['2026-12-31 10:00:00 +0700', '2026-12-31T03:00:00.000Z', '2026-12-31T03:00:00.000Z'],
  ['2026-12-31 10:00 UTC', '2026-12-31T10:00:00.000Z', '2026-12-31T10:00:00.000Z'],
  ['2026-12-31 9:30', '2026-12-31T02:30:00.000Z', '2026-12-31T02:30:00.000Z'],
  ['1/2/2027', '2027-01-31T17:00:00.000Z', '2027-02-01T16:59:59.000Z'],
  ['31.12.2026 23:59', '2026-12-31T16:59:00.000Z', '2026-12-31T16:59:00.000Z'],
])('%s in Jakarta', (text, start, end) => {
  expect(readMoment(text, 'start', JAKARTA)).toBe(start);
  expect(readMoment(text, 'end', JAKARTA)).toBe(end);
});

test.each([
  ['12/31/2026', '2026-12-31T05:00:00.000Z'],
  ['31/12/2026', '2026-12-31T05:00:00.000Z'],
  ['7/7/2026', '2026-07-07T04:00:00.000Z'],
  // The month or the day: nothing says which.
  ['3/4/2026', null],
])('%s in New York', (text, instant) => {
  expect(readMoment(text, 'start', NEW_YORK)).toBe(instant);
});

test.each(['', 'soon', '2026-02-30', '31/02/2026', '2026-13-01', '2026-12-31T25:00', '46022', '2026-12-31 10'])(
  '%s is no date',
  (text) => {
    expect(readMoment(text, 'end', JAKARTA)).toBeNull();
  },
);
