/**
 * Cursors (docs/contract/shared.md#lists): opaque base64url over (sort key, id); what is not one of ours is 400
 * VALIDATION.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '@/server/platform/errors';
import { cutPage, decodeCursor, encodeCursor, type KeyShape } from '@/server/platform/db/cursor';

const id = fc.stringMatching(/^c[a-z0-9]{24}$/);
const instant = fc
  .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true })
  .map((date) => date.toISOString());
const storable = fc.string({ unit: 'binary', maxLength: 60 }).filter((text) => !text.includes('\0'));
const shapes: KeyShape[] = ['instant', 'text', 'integer'];

const refused = (cursor: string, shape: KeyShape): boolean => {
  try {
    decodeCursor(cursor, shape);
    return false;
  } catch (error) {
    return (
      error instanceof AppError &&
      error.appCode === 'VALIDATION' &&
      (error.details as { issues: { path: string }[] }).issues[0]?.path === 'cursor'
    );
  }
};

describe('cursors', () => {
  it('come back as they went in, and are base64url', () => {
    fc.assert(
      fc.property(instant, storable, fc.integer({ min: 0, max: 2_147_483_647 }), id, (at, text, count, row) => {
        for (const [key, shape] of [
          [at, 'instant'],
          [text, 'text'],
          [count, 'integer'],
        ] as const) {
          const cursor = encodeCursor({ key, id: row });
          expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/);
          expect(decodeCursor(cursor, shape)).toEqual({ key, id: row });
        }
      }),
    );
  });

  it('are refused with 400 VALIDATION when they are arbitrary text', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.base64String(), fc.string({ unit: 'binary' })),
        fc.constantFrom(...shapes),
        (text, shape) => refused(text, shape),
      ),
    );
  });

  it('are refused when they hold arbitrary JSON of another shape', () => {
    const encoded = fc.json().map((json) => Buffer.from(json).toString('base64url'));
    fc.assert(fc.property(encoded, fc.constantFrom(...shapes), (cursor, shape) => refused(cursor, shape)));
  });

  it('are refused when one character was changed to what no encoder writes, or was added', () => {
    fc.assert(
      fc.property(instant, id, fc.constantFrom('=', '+', '/', ' ', '\n', '%', '.'), (at, row, stray) => {
        const cursor = encodeCursor({ key: at, id: row });
        expect(refused(cursor + stray, 'instant')).toBe(true);
        expect(refused(stray + cursor, 'instant')).toBe(true);
        expect(refused(cursor.slice(0, 5) + stray + cursor.slice(6), 'instant')).toBe(true);
      }),
    );
  });

  it.each<[string, unknown, KeyShape]>([
    ['no day of the calendar', '2026-02-30T00:00:00.000Z', 'instant'],
    ['no hour of the day', '2026-01-01T24:00:00.001Z', 'instant'],
    ['a year that PostgreSQL does not know', '0000-06-01T00:00:00.000Z', 'instant'],
    ['another way to write an instant', '2026-01-01T00:00:00Z', 'instant'],
    ['a number for an instant', 1, 'instant'],
    ['text for a count', '1', 'integer'],
    ['a fraction', 1.5, 'integer'],
    ['a count that no 32-bit column holds', 2 ** 31, 'integer'],
    ['NUL', 'a\0b', 'text'],
    ['null', null, 'text'],
  ])('are refused when the key is %s', (_, key, shape) => {
    expect(refused(Buffer.from(JSON.stringify([key, 'c1'])).toString('base64url'), shape)).toBe(true);
  });

  it.each([[''], ['A'], ["'; DROP TABLE x; --"], ['a\0'], [5], [null], [['c1']], ['c'.repeat(41)]])(
    'are refused when the id is %j',
    (bad) => {
      expect(
        refused(Buffer.from(JSON.stringify(['2026-01-01T00:00:00.000Z', bad])).toString('base64url'), 'instant'),
      ).toBe(true);
    },
  );
});

describe('cutPage', () => {
  it('walks any list in pages of any size, losing and repeating nothing', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 0, max: 1e9 }), { maxLength: 40 }),
        fc.integer({ min: 1, max: 7 }),
        (keys, limit) => {
          const all = keys.sort((a, b) => b - a).map((key) => ({ id: `c${key}`, key }));
          const seen: typeof all = [];
          let from = Number.POSITIVE_INFINITY;
          for (;;) {
            const page = cutPage(all.filter((row) => row.key < from).slice(0, limit + 1), limit, (row) => row.key);
            expect(page.rows.length).toBeLessThanOrEqual(limit);
            expect(page.hasMore).toBe(page.nextCursor !== null);
            seen.push(...page.rows);
            if (page.nextCursor === null) break;
            from = decodeCursor(page.nextCursor, 'integer').key;
          }
          expect(seen).toEqual(all);
        },
      ),
    );
  });

  it('writes an instant as an instant', () => {
    const at = new Date('2026-01-31T02:00:00.123Z');
    const { nextCursor } = cutPage([{ id: 'c1' }, { id: 'c2' }], 1, () => at);
    expect(decodeCursor(nextCursor!, 'instant')).toEqual({ key: at.toISOString(), id: 'c1' });
  });
});
