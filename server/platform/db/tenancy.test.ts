/**
 * No statement of a workspace touches another one's rows: each table with an accountId is bound to $1 in PostgreSQL's
 * own plan, by a condition of its own or by one that the planner derived from a join.
 */
import { describe, expect, it, vi } from 'vitest';
import type * as statements from '@/server/platform/db/statement';
import { THIS_WORKSPACE } from '@/server/platform/db/statement';
import { procedures } from '@/server/doors/rest-routes';
import { entriesOf } from '@/server/testing/contract/entries';
import { trpc } from '@/server/testing/http';
import { useServer } from '@/server/testing/server';
import { everyStatement } from '@/server/testing/statements';
import { unboundTables } from '@/server/testing/tenancy';

const composed = vi.hoisted(() => new Set<string>());
vi.mock('@/server/platform/db/statement', async (original) => {
  const actual = await original<typeof statements>();
  return {
    ...actual,
    composedStatement: (...given: Parameters<typeof actual.composedStatement>) => {
      composed.add(given[0]);
      return actual.composedStatement(...given);
    },
  };
});

const server = useServer();
const unbound = (text: string) => unboundTables(server.services.database.pool, text);

const declared = await everyStatement();

/** What leaves its workspace, and why it may. */
const CROSSING: Readonly<Record<string, string[]>> = {
  // Whoever leaves a workspace goes on in another one of theirs.
  'accounts.end-sessions': ['m (Membership)'],
};

describe('a statement of a workspace', () => {
  it.each(declared.map(({ name, text }) => ({ name, text })))('$name stays in it', async ({ name, text }) => {
    expect(await unbound(text)).toEqual(CROSSING[name] ?? []);
  });

  // It calls every procedure once, some of which hash passwords.
  it('that is composed for one call stays in it too', async () => {
    const entries = entriesOf(server);
    for (const { name, procedure } of procedures().filter(
      ({ meta }) => meta.accessLevel !== 'public' && meta.accessLevel !== 'platform',
    )) {
      const entry = entries[name]!;
      const cookie = (await entry.cookie?.(server.ours)) ?? server.ours.cookie;
      await trpc(
        server,
        procedure._def.type === 'query' ? 'query' : 'mutation',
        name,
        await entry.success(server.ours),
        { cookie },
      );
    }
    expect(composed.size).toBeGreaterThan(5);
    for (const text of composed) expect(await unbound(text), text).toEqual([]);
  });
});

it('only statements that say so leave their workspace, where row-level security would hold them in it', () => {
  const leaving = declared.filter(({ leaves }) => leaves === true);
  expect(leaving.map(({ name }) => name).sort()).toEqual(Object.keys(CROSSING).sort());
});

describe('the check catches', () => {
  it.each([
    [
      'a JOIN that forgets the workspace',
      `SELECT c.id FROM "ContactListMember" m JOIN "Contact" c ON c.id = m."contactId" WHERE m."accountId" = $1`,
      ['c (Contact)'],
    ],
    [
      'a JOIN that is bound under a condition only',
      `SELECT c.id FROM "ContactListMember" m JOIN "Contact" c ON c.id = m."contactId" AND (c."accountId" = $1 OR c.email = 'x') WHERE m."accountId" = $1`,
      ['c (Contact)'],
    ],
    [
      'two tables that are bound to each other and to nothing else',
      `SELECT c.id, (SELECT $1::text) FROM "ContactListMember" m JOIN "Contact" c ON c."accountId" = m."accountId" AND c.id = m."contactId"`,
      ['c (Contact)', 'm (ContactListMember)'],
    ],
    [
      'a workspace that is compared with another parameter',
      `SELECT c.id, (SELECT $1::text) FROM "Contact" c WHERE c."accountId" = $2`,
      ['c (Contact)'],
    ],
    [
      'a lookup in a LATERAL',
      `SELECT c.id FROM "ContactListMember" m, LATERAL (SELECT c.id FROM "Contact" c WHERE c.id = m."contactId" OFFSET 0) c WHERE m."accountId" = $1`,
      ['c (Contact)'],
    ],
    [
      'a subquery',
      `SELECT m."contactId" FROM "ContactListMember" m WHERE m."accountId" = $1 AND EXISTS (SELECT FROM "Contact" c WHERE c.id = m."contactId")`,
      ['c (Contact)'],
    ],
    [
      'an UPDATE by id',
      `WITH w AS (SELECT $1::text AS "accountId") UPDATE "Contact" c SET email = w."accountId" FROM w WHERE c.id = $2`,
      ['c (Contact)'],
    ],
    ['a DELETE by id', `DELETE FROM "Contact" c WHERE c.id = $2 AND $1 <> ''`, ['c (Contact)']],
    [
      'a row that is put into a workspace of its own choice',
      `INSERT INTO "ContactList" ("accountId", id, name, "createdAt", "updatedAt") SELECT $2, $1, 'x', $3, $3`,
      ['insert into ContactList: $2'],
    ],
  ])('%s', async (_, text, expected) => {
    expect((await unbound(text)).sort()).toEqual(expected);
  });

  it('nothing where a join or THIS_WORKSPACE binds', async () => {
    for (const text of [
      `SELECT c.id FROM "ContactListMember" m JOIN "Contact" c ON c."accountId" = m."accountId" AND c.id = m."contactId" WHERE m."accountId" = $1`,
      `SELECT c.id FROM "ContactListMember" m LEFT JOIN "Contact" c ON c."accountId" = m."accountId" AND c.id = m."contactId" WHERE m."accountId" = $1`,
      `SELECT c.id FROM "ContactListMember" m, LATERAL (SELECT c.id FROM "Contact" c WHERE c."accountId" = ${THIS_WORKSPACE} AND c.id = m."contactId" OFFSET 0) c WHERE m."accountId" = $1`,
    ])
      expect(await unbound(text)).toEqual([]);
  });
});
