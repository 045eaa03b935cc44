/** Instants as requests send them (docs/contract/shared.md#instants). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instantIn } from '@/server/platform/lib/fields';

const read = (text: unknown): string | null => {
  const parsed = instantIn.safeParse(text);
  return parsed.success ? parsed.data.toISOString() : null;
};

describe('instantIn', () => {
  it.each([
    ['2026-01-31T09:00:00+07:00', '2026-01-31T02:00:00.000Z'],
    ['2026-01-31T09:00:00+0700', '2026-01-31T02:00:00.000Z'],
    ['2026-01-31T09:00:00+07', '2026-01-31T02:00:00.000Z'],
    ['2026-01-31t09:00:00.5-0330', '2026-01-31T12:30:00.500Z'],
    ['2026-01-31T09:00:00z', '2026-01-31T09:00:00.000Z'],
    ['2026-01-31t09:00:00z', '2026-01-31T09:00:00.000Z'],
    ['2026-01-31T09:00:00-00', '2026-01-31T09:00:00.000Z'],
    ['2024-02-29T23:59:59.999999999Z', '2024-02-29T23:59:59.999Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ])('reads %s', (text, instant) => {
    expect(read(text)).toBe(instant);
  });

  it.each([
    '2026-01-31',
    '2026-01-31T09:00:00',
    '2026-01-31T09:00Z',
    '2026-01-31T09:00:00+7',
    '2026-01-31T09:00:00+070',
    '2026-01-31T09:00:00+07:0',
    '2026-01-31T09:00:00+07:60',
    '2026-01-31T09:00:00+24',
    '2026-01-31T09:00:00+07:00Z',
    '2026-01-31T09:00:00Z+07',
    '2026-01-31T09:00:00++07',
    '2026-01-31 09:00:00Z',
    '2026-01-31T09:00:00 +07:00',
    '2026-02-29T09:00:00Z',
    '2026-13-01T09:00:00Z',
    '2026-01-31T24:00:00Z',
    '20260131T090000Z',
    '2026-01-31tt09:00:00Z',
    '0000-06-01T00:00:00Z',
    '0001-01-01T00:00:00+07',
    '9999-12-31T23:59:59-0100',
    '',
    'now',
    `2026-01-31T09:00:00.${'0'.repeat(1_000_000)}Z`,
    `2026-01-31T09:00:00${'+07'.repeat(300_000)}`,
    1769850000000,
    null,
  ])('refuses %.40s', (text) => {
    expect(read(text)).toBeNull();
  });

  const digits = (max: number) => fc.integer({ min: 0, max }).map((value) => String(value).padStart(2, '0'));
  const offset = fc.record({ sign: fc.constantFrom('+', '-'), hours: digits(23), minutes: digits(59) });
  const local = fc.date({
    min: new Date('0002-01-01T00:00:00Z'),
    max: new Date('9998-12-31T23:59:59Z'),
    noInvalidDate: true,
  });

  it('reads every spelling of an instant as the same instant', () => {
    fc.assert(
      fc.property(local, offset, fc.integer({ min: 0, max: 9 }), (date, { sign, hours, minutes }, fraction) => {
        const iso = date.toISOString();
        const shift = (sign === '+' ? 1 : -1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
        const millis = fraction === 0 ? 0 : Number(iso.slice(20, 20 + Math.min(fraction, 3)).padEnd(3, '0'));
        const instant = new Date(Math.floor(date.getTime() / 1000) * 1000 + millis - shift).toISOString();
        const seconds = `${iso.slice(0, 19)}${fraction === 0 ? '' : `.${iso.slice(20, 23).padEnd(9, '0').slice(0, fraction)}`}`;
        const zones = [`${hours}:${minutes}`, `${hours}${minutes}`, ...(minutes === '00' ? [hours] : [])];
        for (const zone of zones)
          for (const spelled of [seconds, seconds.replace('T', 't')])
            expect(read(`${spelled}${sign}${zone}`)).toBe(instant);
        if (shift === 0) for (const zone of ['Z', 'z']) expect(read(`${seconds}${zone}`)).toBe(instant);
      }),
    );
  });

  it('reads nothing but instants in any text, and never throws', () => {
    const piece = fc.constantFrom(
      '2026',
      '-01',
      '-31',
      'T',
      't',
      '09',
      ':00',
      '.5',
      'Z',
      'z',
      '+07',
      '00',
      ':',
      '-',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const text = pieces.join('');
        const parsed = read(text);
        const isInstant = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d(:\d\d(\.\d+)?)?([Zz]|[+-]\d\d(:?\d\d)?)$/.test(text);
        if (!isInstant) expect(parsed).toBeNull();
        else if (parsed !== null) expect(Number.isNaN(Date.parse(parsed))).toBe(false);
      }),
    );
  });
});
