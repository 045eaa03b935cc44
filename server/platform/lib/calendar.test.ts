import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addMonths, startOfMonth, startOfNextMonth } from '@/server/platform/lib/calendar';

const instants = fc.date({
  min: new Date('1990-01-01T00:00:00Z'),
  max: new Date('2190-12-31T23:59:59Z'),
  noInvalidDate: true,
});

describe('addMonths', () => {
  it.each([
    ['2027-01-31T10:30:00.500Z', 1, '2027-02-28T10:30:00.500Z'],
    ['2028-01-31T00:00:00.000Z', 1, '2028-02-29T00:00:00.000Z'],
    ['2027-01-31T10:30:00.500Z', 2, '2027-03-31T10:30:00.500Z'],
    ['2027-12-15T00:00:00.000Z', 1, '2028-01-15T00:00:00.000Z'],
    ['2028-02-29T12:00:00.000Z', 12, '2029-02-28T12:00:00.000Z'],
    ['2027-05-31T23:59:59.999Z', -3, '2027-02-28T23:59:59.999Z'],
  ])('%s + %i → %s', (from, months, to) => expect(addMonths(new Date(from), months).toISOString()).toBe(to));

  it('moves the month by exactly that many, keeps the time of day, and never goes past the day', () => {
    fc.assert(
      fc.property(instants, fc.integer({ min: -60, max: 60 }), (from, months) => {
        const to = addMonths(from, months);
        expect(to.getUTCFullYear() * 12 + to.getUTCMonth()).toBe(
          from.getUTCFullYear() * 12 + from.getUTCMonth() + months,
        );
        expect(to.getTime() % 86_400_000).toBe(from.getTime() % 86_400_000);
        expect(to.getUTCDate()).toBeLessThanOrEqual(from.getUTCDate());
        // Only a month that has no such day shortens it, to its last.
        if (to.getUTCDate() < from.getUTCDate()) expect(new Date(to.getTime() + 86_400_000).getUTCDate()).toBe(1);
      }),
    );
  });

  it('counts several months in order, each later than the one before', () => {
    fc.assert(
      fc.property(
        instants,
        fc.integer({ min: 0, max: 40 }),
        (from, months) =>
          void expect(addMonths(from, months + 1).getTime()).toBeGreaterThan(addMonths(from, months).getTime()),
      ),
    );
  });
});

it('the month begins at its first instant in UTC and ends where the next begins', () => {
  fc.assert(
    fc.property(instants, (at) => {
      expect(startOfMonth(at).toISOString()).toMatch(/-01T00:00:00\.000Z$/);
      expect(startOfMonth(at).getTime()).toBeLessThanOrEqual(at.getTime());
      expect(startOfNextMonth(at).getTime()).toBeGreaterThan(at.getTime());
      expect(startOfNextMonth(at)).toEqual(addMonths(startOfMonth(at), 1));
    }),
  );
});
