import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '@/server/errors';
import { cutPage, decodeCursor, encodeCursor } from '@/server/lib/cursor';

const id = fc.stringMatching(/^c[a-z0-9]{24}$/);
const refuses = (cursor: string, shape: 'instant' | 'text' | 'integer'): void => {
  expect(() => decodeCursor(cursor, shape)).toThrow(AppError);
};

describe('cursors', () => {
  it('come back as they went', () => {
    const instant = fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true }).map((date) => date.toISOString());
    fc.assert(fc.property(instant, id, (key, rowId) => void expect(decodeCursor(encodeCursor({ key, id: rowId }), 'instant')).toEqual({ key, id: rowId })));
    fc.assert(fc.property(fc.maxSafeInteger(), id, (key, rowId) => void expect(decodeCursor(encodeCursor({ key, id: rowId }), 'integer')).toEqual({ key, id: rowId })));
    fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 50 }).filter((text) => !text.includes('\0')), id, (key, rowId) => void expect(decodeCursor(encodeCursor({ key, id: rowId }), 'text')).toEqual({ key, id: rowId })));
  });

  it('are refused when they are made up', () => {
    fc.assert(fc.property(fc.string(), (text) => refuses(text, 'instant')));
    fc.assert(fc.property(fc.base64String(), (text) => refuses(text, 'instant')));
    fc.assert(fc.property(fc.json(), (text) => refuses(Buffer.from(text).toString('base64url'), 'instant')));
  });

  it('are refused by a list of another order, and with a NUL or an impossible date', () => {
    refuses(encodeCursor({ key: 5, id: 'c1' }), 'instant');
    refuses(encodeCursor({ key: '2026-01-01T00:00:00.000Z', id: 'c1' }), 'integer');
    refuses(encodeCursor({ key: 'a\0b', id: 'c1' }), 'text');
    refuses(encodeCursor({ key: '2026-13-45T00:00:00.000Z', id: 'c1' }), 'instant');
    refuses(encodeCursor({ key: '2026-01-01T00:00:00.000Z', id: "c1'; --" }), 'instant');
    refuses(`${encodeCursor({ key: 5, id: 'c1' })}=`, 'integer');
  });
});

describe('pages', () => {
  it('give a cursor exactly when the extra row is there', () => {
    const rows = Array.from({ length: 4 }, (_, index) => ({ id: `c${index}`, at: new Date(index) }));
    const key = (row: { at: Date }): Date => row.at;
    expect(cutPage(rows.slice(0, 3), 3, key)).toMatchObject({ nextCursor: null, hasMore: false });
    expect(cutPage([], 3, key)).toEqual({ rows: [], nextCursor: null, hasMore: false });
    const page = cutPage(rows, 3, key);
    expect(page.rows).toHaveLength(3);
    expect(decodeCursor(page.nextCursor ?? '', 'instant')).toEqual({ key: rows[2]!.at.toISOString(), id: 'c2' });
  });
});
