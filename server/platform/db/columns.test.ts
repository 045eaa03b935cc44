import { expect, test } from 'vitest';
import { columnsOf, listed, namesOf } from '@/server/platform/db/columns';
import { useServer } from '@/server/testing/server';

const server = useServer();

test('the names are the columns that the table has', async () => {
  const { rows } = await server.services.database.pool.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = 'ReferralAttribution'`,
  );
  expect(namesOf('ReferralAttribution').sort()).toEqual(rows.map(({ name }) => name).sort());
});

test('what is left out is not among them', () => {
  expect(namesOf('FeedRevision', 'revision')).toEqual(['accountId']);
  expect(columnsOf('FeedRevision', 'r')).toBe('r."accountId", r."revision"');
  expect(columnsOf('FeedRevision', 'r', 'accountId')).toBe('r."revision"');
});

test('a list for INSERT and SET has no alias', () => {
  expect(listed(['a', 'bC'])).toBe('"a", "bC"');
  expect(listed(['a', 'bC'], 'excluded')).toBe('excluded."a", excluded."bC"');
});

test('a column that the table does not have does not compile', () => {
  // @ts-expect-error there is no such column
  expect(namesOf('FeedRevision', 'colour')).toEqual(['accountId', 'revision']);
  // @ts-expect-error there is no such table
  expect(() => namesOf('FeedColour')).toThrow();
});
