import { expect, test } from 'vitest';
import { castJson, objectIn, castStored } from '@/server/platform/db/stored';

interface Known {
  status: 'draft' | 'live';
  goal: 'sales' | null;
  tags: ('a' | 'b')[];
  map: { key: string };
  at: Date;
}
const row = { status: 'draft', goal: null, tags: ['a'], map: { key: 'k' }, at: new Date(0), more: 1 };

test('a row is the row that was given', () => {
  expect(castStored<Known>(row)).toBe(row);
  expect(castStored<'draft' | 'live'>('live')).toBe('live');
});

test('a column that is missing, nullable or of another type does not compile', () => {
  const { goal: _goal, ...without } = row;
  // @ts-expect-error goal is missing
  expect(castStored<Known>(without)).toBe(without);
  const nullable = { ...row, status: null };
  // @ts-expect-error status is nullable
  expect(castStored<Known>(nullable)).toBe(nullable);
  const other = { ...row, at: '2026-01-01' };
  // @ts-expect-error at is a text
  expect(castStored<Known>(other)).toBe(other);
});

test('a document for a JSON column is what was given; what is no object is an empty one', () => {
  const document = { a: 1 };
  expect(castJson(document)).toBe(document);
  expect(objectIn(document)).toEqual(document);
  for (const value of [undefined, null, 'text', 7, ['a']]) expect(objectIn(value)).toEqual({});
});
