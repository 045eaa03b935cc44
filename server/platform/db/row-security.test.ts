/**
 * The second wall (docs/architecture.md#the-second-wall): with ROW_SECURITY, PostgreSQL itself shows a request the rows of one
 * workspace and no others. The first wall, the narrowing of handles, is taken away here: the statements below bind no table,
 * and Prisma is asked without its extension.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { AS_REQUEST, READS_AS_CALLER, REQUEST_ROLE } from '@/server/platform/db/bound-connections';
import { checkRowSecurity } from '@/server/platform/db/check-row-security';
import { openDatabase } from '@/server/platform/db/client';
import { openSnapshot } from '@/server/platform/db/snapshot';
import { composedStatement, type WorkspaceStatement } from '@/server/platform/db/statement';
import { publicWorkspace, systemDb } from '@/server/platform/db/workspace';
import { switchOnRowSecurity } from '@/server/migrations/row-security';
import { now } from '@/server/platform/lib/clock';
import { procedures } from '@/server/doors/rest-routes';
import { createTestDatabase } from '@/server/testing/database';
import { entriesOf } from '@/server/testing/contract/entries';
import { makeContact } from '@/server/testing/factories/audience';
import { makeDiscountCode } from '@/server/testing/factories/offers';
import { fillTables } from '@/server/testing/fill-tables';
import { trpc } from '@/server/testing/http';
import { useServer } from '@/server/testing/server';
import { everyStatement } from '@/server/testing/statements';

const server = useServer({ ROW_SECURITY: 'true' });

const declared = await everyStatement();

const TENANT_TABLES = `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'accountId' AND NOT a.attisdropped
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`;

let tables: string[];
beforeAll(async () => {
  const { database } = server.services;
  const { pool } = database;
  for (const { accountId } of [server.ours, server.theirs]) {
    await makeContact(database, accountId);
    await makeDiscountCode(database, accountId);
    await fillTables(pool, accountId);
    // What a vendor calls with belongs to a workspace once its charge is known.
    await pool.query('UPDATE "BillingCallback" SET "accountId" = $1 WHERE "accountId" IS NULL', [accountId]);
  }
  tables = (await pool.query<{ name: string }>(TENANT_TABLES)).rows.map(({ name }) => name);
});

/** Whose rows a statement that forgets the workspace reads from a table. */
const whose = (table: string): string =>
  `SELECT DISTINCT t."accountId", (SELECT $1::text) AS named FROM "${table}" t WHERE t."accountId" IS NOT NULL`;
type Owners = { accountId: string }[];
const ownersOf = (rows: Owners): string[] => rows.map(({ accountId }) => accountId);

describe('a statement that forgets the workspace', () => {
  it('is asked of tables in which both have rows', async () => {
    expect(tables.length).toBeGreaterThan(100);
    for (const table of tables) {
      const { rows } = await server.services.database.pool.query<Owners[number]>(whose(table), ['']);
      expect(ownersOf(rows), table).toEqual(expect.arrayContaining([server.ours.accountId, server.theirs.accountId]));
    }
  });

  it('reads its own rows of every table, and nothing of the neighbour, in whatever way it is run', async () => {
    const { database } = server.services;
    const { accountId } = server.ours;
    const db = systemDb(database, accountId);
    for (const table of tables) {
      const statement = composedStatement<Owners[number]>(whose(table));
      const ways: Record<string, () => Promise<Owners>> = {
        alone: () => db.rows(statement),
        'joining sets': () => db.rows({ ...statement, joinsSets: true }),
        briefly: () => db.rows({ ...statement, isBrief: true }),
        'in a transaction': () => db.transaction((tx) => tx.rows(statement)),
        'in a long transaction': () => db.longTransaction((tx) => tx.rows(statement)),
        "in Prisma's transaction": () => db.prismaTransaction((tx) => tx.rows(statement)),
        publicly: () => publicWorkspace(database, accountId, now()).rows(statement),
      };
      for (const [way, run] of Object.entries(ways))
        expect(ownersOf(await run()), `${table} ${way}`).toEqual([accountId]);
    }
  });

  it('reads no more in pages of a snapshot', async () => {
    const socket = { bytesWritten: 0, writableLength: 0, destroyed: false };
    const snapshot = await openSnapshot(server.services.database, server.ours.accountId, {
      address: '127.0.0.1',
      socket,
    });
    try {
      for (const table of ['FeedProduct', 'Contact']) {
        const pages = [];
        for await (const page of snapshot.pages(composedStatement<Owners[number]>(whose(table)), 10))
          pages.push(...page);
        expect(ownersOf(pages)).toEqual([server.ours.accountId]);
      }
    } finally {
      await snapshot.close();
    }
  });

  it('changes and deletes nothing of the neighbour, and puts no row into its workspace', async () => {
    const db = systemDb(server.services.database, server.ours.accountId);
    const { accountId: theirs } = server.theirs;
    const contacts = () =>
      server.services.database.pool.query('SELECT * FROM "Contact" WHERE "accountId" = $1 ORDER BY id', [theirs]);
    const before = (await contacts()).rows;
    expect(before.length).toBeGreaterThan(0);
    const write = (text: string): WorkspaceStatement<never, unknown[]> => composedStatement<never>(text);
    await db.rows(write('UPDATE "Contact" SET "firstName" = (SELECT $1::text)'));
    await db.rows(write('DELETE FROM "ContactListMember" WHERE (SELECT $1::text) IS NOT NULL'));
    await expect(
      db.rows(write('UPDATE "ContactList" SET "accountId" = $2 WHERE (SELECT $1::text) IS NOT NULL'), theirs),
    ).rejects.toThrow(/row-level security/);
    await expect(
      db.rows(
        write(
          'INSERT INTO "ContactList" ("accountId", id, name, "createdAt", "updatedAt") SELECT $2, (SELECT $1::text), \'x\', now(), now()',
        ),
        theirs,
      ),
    ).rejects.toThrow(/row-level security/);
    expect((await contacts()).rows).toEqual(before);
  });

  it("reads nothing of the neighbour where Prisma's narrowing is gone", async () => {
    const { workspaces } = server.services.database;
    const { accountId } = server.ours;
    const read = () =>
      workspaces.prismaOperation(accountId, () => workspaces.prisma.contact.findMany({ select: { accountId: true } }));
    const rows = (await read()) as Owners;
    expect(new Set(ownersOf(rows))).toEqual(new Set([accountId]));
  });

  it('reads only its own when both ask at once, over the same connections', async () => {
    const { database } = server.services;
    const statement = composedStatement<Owners[number]>(whose('Contact'));
    const asked = Array.from({ length: 300 }, async (_, n) => {
      const { accountId } = n % 2 === 0 ? server.ours : server.theirs;
      const db = systemDb(database, accountId);
      const rows =
        n % 3 === 0
          ? await db.transaction((tx) => tx.rows(statement))
          : await db.rows({ ...statement, isBrief: n % 3 === 1 });
      expect(ownersOf(rows)).toEqual([accountId]);
    });
    await Promise.all(asked);
  });

  it('reads nothing over a connection to which no workspace was named, not even after a transaction that named one', async () => {
    const { pool } = server.services.database.workspaces;
    const client = await pool.connect();
    try {
      await client.query(`SELECT set_config('laris.account_id', '', false)`);
      for (const table of tables)
        expect((await client.query(whose(table), [server.ours.accountId])).rows, table).toEqual([]);
      await client.query(`BEGIN; SET LOCAL laris.account_id = '${server.ours.accountId}'`);
      expect((await client.query(whose('Contact'), [''])).rows).toHaveLength(1);
      await client.query('COMMIT');
      expect((await client.query(whose('Contact'), [''])).rows).toEqual([]);
    } finally {
      client.release(true);
    }
  });
});

describe('the role of requests', () => {
  /** Statements that only the worker runs, as the owner. */
  const OF_WORKER = new Set(['billing.find-lost-renewals', 'billing.find-lost-ends']);

  it.each(
    declared
      .filter(({ name, leaves }) => leaves !== true && !OF_WORKER.has(name))
      .map(({ name, text }) => ({ name, text })),
  )('may run $name', async ({ text }) => {
    const client = await server.services.database.pool.connect();
    try {
      await client.query(`BEGIN; ${AS_REQUEST}`);
      // PostgreSQL asks for the grants of what it plans.
      await client.query(`EXPLAIN (GENERIC_PLAN) ${text}`);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });

  it.each([
    'SELECT "passwordHash" FROM "User"',
    'SELECT "signingKey" FROM "PlatformKey"',
    'SELECT * FROM "SecondFactor"',
    'SELECT * FROM "Passkey"',
    'SELECT * FROM "PasswordReset"',
    'SELECT * FROM "ShopperEvent_rest"',
  ])('may not run %s', async (text) => {
    const client = await server.services.database.workspaces.pool.connect();
    await expect(client.query(text).finally(() => client.release())).rejects.toThrow(/permission denied/);
  });

  // A trigger runs as whoever writes: under a setting that no other test here has it may touch more than the statements do.
  it('may use all that a trigger names, and every view reads as its caller', async () => {
    const { rows } = await server.services.database.pool.query<{ fault: string }>(
      `WITH own AS (SELECT c.* FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace),
         triggers AS (SELECT p.prosrc || ' ' || pg_get_triggerdef(g.oid) AS text FROM pg_trigger g JOIN pg_proc p ON p.oid = g.tgfoid
           JOIN own c ON c.oid = g.tgrelid WHERE NOT g.tgisinternal AND NOT c.relispartition AND has_table_privilege($1, c.oid, 'INSERT')),
         named AS (SELECT c.oid, c.relname, c.relkind FROM own c WHERE c.relkind IN ('r', 'p', 'v')
           AND EXISTS (SELECT FROM triggers t WHERE t.text ~ ('\\m' || c.relname || '\\M')))
       SELECT relname || ' may not be read by a trigger' AS fault FROM named WHERE NOT has_table_privilege($1, oid, 'SELECT')
       UNION ALL SELECT relname || ' may not be written by a trigger' FROM named
         WHERE relkind <> 'v' AND NOT (has_table_privilege($1, oid, 'INSERT') AND has_table_privilege($1, oid, 'UPDATE') AND has_table_privilege($1, oid, 'DELETE'))
       UNION ALL SELECT relname || ' is a sequence of which no number may be taken' FROM own WHERE CASE relkind WHEN 'S' THEN NOT has_sequence_privilege($1, oid, 'USAGE') ELSE false END
       UNION ALL SELECT proname || ' may not be called' FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND NOT has_function_privilege($1, oid, 'EXECUTE')
       UNION ALL SELECT proname || ' runs as its owner' FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prosecdef
       UNION ALL SELECT relname || ' reads as its owner' FROM own c WHERE relkind IN ('v', 'm') AND NOT ${READS_AS_CALLER}`,
      [REQUEST_ROLE],
    );
    expect(rows).toEqual([]);
    const listeners = await server.services.database.pool.query(
      `SELECT has_table_privilege($1, '"Listener"', 'SELECT') AS may`,
      [REQUEST_ROLE],
    );
    expect(listeners.rows).toEqual([{ may: true }]);
  });

  // Statements that are put together for one call are in no list: every procedure is called once.
  it('answers every procedure', async () => {
    const us = await server.makeTenant();
    const entries = entriesOf(server);
    for (const { name, procedure } of procedures().filter(({ meta }) => meta.accessLevel !== 'platform')) {
      const entry = entries[name]!;
      const cookie = (await entry.cookie?.(us)) ?? us.cookie;
      const type = procedure._def.type === 'query' ? 'query' : 'mutation';
      const answer = await trpc(server, type, name, await entry.success(us), { cookie });
      expect(answer.status, `${name}: ${JSON.stringify(answer)}`).not.toBe(500);
    }
  });

  it('sees the jobs of one workspace', async () => {
    const { pool } = server.services.database;
    for (const { accountId } of [server.ours, server.theirs])
      await pool.query(`SELECT graphile_worker.add_job('test', json_build_object('accountId', $1::text))`, [accountId]);
    const jobs = composedStatement<Owners[number]>(
      `SELECT DISTINCT payload ->> 'accountId' AS "accountId", (SELECT $1::text) AS named FROM graphile_worker._private_jobs`,
    );
    expect(ownersOf(await systemDb(server.services.database, server.ours.accountId).rows(jobs))).toEqual([
      server.ours.accountId,
    ]);
  });
});

describe('a process with ROW_SECURITY', () => {
  const opened = async (
    work: (database: ReturnType<typeof openDatabase>, url: string) => Promise<void>,
  ): Promise<void> => {
    const own = await createTestDatabase();
    const database = openDatabase(own.url, { bindsRows: true });
    try {
      await work(database, own.url);
    } finally {
      await database.close();
      await own.drop();
    }
  };

  it('does not serve while a table binds nobody', () =>
    opened(async (database, url) => {
      await switchOnRowSecurity(url);
      await checkRowSecurity(database);
      await database.pool.query('CREATE TABLE "Later" ("accountId" text NOT NULL)');
      await database.pool.query(`GRANT SELECT ON "Later" TO laris_request`);
      await expect(checkRowSecurity(database)).rejects.toThrow(/Later binds nobody/);
    }));

  it('does not serve while a view leads past the policies', () =>
    opened(async (database, url) => {
      await database.pool.query('CREATE VIEW "Everybody" AS SELECT * FROM "Contact"');
      await switchOnRowSecurity(url);
      await checkRowSecurity(database);
      await database.pool.query(`GRANT SELECT ON "Everybody" TO laris_request`);
      await expect(checkRowSecurity(database)).rejects.toThrow(/the view Everybody reads as its owner/);
      await database.pool.query('ALTER VIEW "Everybody" SET (security_invoker = on)');
      await checkRowSecurity(database);
    }));

  it('may be switched on twice, and by two at once', () =>
    opened(async (database, url) => {
      await Promise.all([switchOnRowSecurity(url), switchOnRowSecurity(url)]);
      await switchOnRowSecurity(url);
      await checkRowSecurity(database);
    }));
});

it('has a policy for every table with an accountId', async () => {
  const { rows } = await server.services.database.pool.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_policy p ON p.polrelid = c.oid AND p.polname = 'workspace' WHERE c.relname <> 'Account' ORDER BY 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual(tables);
});
