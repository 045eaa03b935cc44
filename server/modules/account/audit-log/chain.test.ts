/** The chain of the audit log (docs/contract/audit-log.md#chain): linked by the worker's code, verified through the doors. */
import fc from 'fast-check';
import type { Logger } from 'pino';
import { describe, expect, it } from 'vitest';
import { systemDb } from '@/server/platform/db/workspace';
import { linkAll, startChainer } from '@/server/modules/account/audit-log/chainer';
import { verify as verifyIn } from '@/server/modules/account/audit-log/verify';
import { makeAuditEntry } from '@/server/testing/factories/account';
import { unique } from '@/server/testing/factories/unique';
import { modelHash, tamper, type ShownEntry } from '@/server/testing/audit-chain';
import { eventually, expectData, expectError, trpc } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer();

/** Of the entry `centry`. */
const GOLDEN = 'c788c57a95e5ea5c67f9d287c4e304cecba8018ae3e69c0aad9c7b4b829f99e7';
const AUDIT = '/api/v1/audit-log';

const make = (tenant: Tenant, options: Parameters<typeof makeAuditEntry>[2] = {}) =>
  makeAuditEntry(server.services.database, tenant.accountId, options);
const link = () => linkAll(server.services);
const verify = async (tenant: Tenant) => expectData(await server.call(tenant.key, 'GET', `${AUDIT}/verify`));

interface Chained extends ShownEntry {
  position: number | null;
  hash: string | null;
}

/** The export with its chain, in the order of the chain; what waits stands at the end. */
async function chainOf(tenant: Tenant): Promise<Chained[]> {
  const { text } = await server.call(tenant.key, 'GET', `${AUDIT}/export?format=ndjson&chain=true`);
  const rows = text.split('\n').filter(Boolean);
  return rows
    .map((row) => JSON.parse(row) as Chained)
    .sort(
      (a, b) => Number(a.position === null) - Number(b.position === null) || Number(a.position) - Number(b.position),
    );
}

/** A workspace without the entry of its making. */
async function emptyTenant(): Promise<Tenant> {
  const tenant = await server.makeTenant();
  const tables = ['AuditPending', 'AuditLink', 'AuditEntry'];
  await tamper(
    server.services.database,
    ...tables.map((table) => `DELETE FROM "${table}" WHERE "accountId" = '${tenant.accountId}'`),
  );
  return tenant;
}

/** A workspace with entries that are linked. @returns their ids in the order of the chain */
async function chained(count: number): Promise<{ tenant: Tenant; ids: string[] }> {
  const tenant = await emptyTenant();
  for (let n = 0; n < count; n++) await make(tenant);
  await link();
  return { tenant, ids: (await chainOf(tenant)).map(({ id }) => id) };
}

/** A workspace with entries cmany00001, cmany00002, …, linked in this order. */
async function manyEntries(count: number): Promise<Tenant> {
  const tenant = await emptyTenant();
  await server.services.database.pool.query(
    `INSERT INTO "AuditEntry" (id, "accountId", "actorKind", action, "targetType", "targetId", data, "createdAt")
     SELECT 'cmany' || lpad(n::text, 5, '0'), $1, 'system', 'x.y', 'x', 'x', '{}', now() + n * interval '1 ms' FROM generate_series(1, $2::int) n ORDER BY n`,
    [tenant.accountId, count],
  );
  await link();
  return tenant;
}

describe('the chain', () => {
  it('holds every entry once, in the order of writing, each hash over the one before', async () => {
    const tenant = await emptyTenant();
    const written = [];
    // The clock says something else than the order of writing.
    for (let n = 0; n < 5; n++)
      written.push((await make(tenant, { createdAt: new Date(Date.UTC(2026, 5, 20 - n)) })).id);
    await link();
    await make(tenant);
    const chain = await chainOf(tenant);
    expect(chain.slice(0, -1).map(({ id, position }) => [id, position])).toEqual(written.map((id, n) => [id, n + 1]));
    expect(chain.at(-1)).toMatchObject({ position: null, hash: null });
    let previous: string | null = null;
    for (const entry of chain.slice(0, -1)) previous = modelHash(previous, entry);
    expect(previous).toBe(chain.at(-2)?.hash);
    expect(new Set(chain.map(({ hash }) => hash)).size).toBe(6);
  });

  it('is hashed as it always was', async () => {
    // Worked out by Python over the text that stands in the contract.
    const tenant = await emptyTenant();
    await server.services.database.pool.query(
      `INSERT INTO "AuditEntry" (id, "accountId", "actorKind", "actorId", "partnerId", "onBehalfOf", action, "targetType", "targetId", data, "createdAt")
       VALUES ('centry', 'cgolden', 'session', 'cuser', NULL, NULL, 'discount_code.create', 'discount_code', 'ccode',
         '{"code": "HEMAT\\"10\\"\\n", "name": "Kopi Gayo é ☕ 😀", "a": [1, 2.5, 1e-7, 1e21, true, null], "ab": {}}', '2026-11-27T03:04:05.678Z')`,
    );
    await link();
    const { rows } = await server.services.database.pool.query<{ hash: string }>(
      `SELECT encode(hash, 'hex') AS hash FROM "AuditLink" WHERE "accountId" = 'cgolden'`,
    );
    expect(rows).toEqual([{ hash: GOLDEN }]);
    expect((await verify(tenant)).ok).toBe(true);
  });

  it('tells the dashboard how many entries it has, when the newest of them was written, and what waits', async () => {
    const tenant = await emptyTenant();
    const at = (day: number) => new Date(Date.UTC(2026, 5, day));
    const shown = async () => (await trpc(server, 'query', 'auditLog.chain', undefined, tenant)).data;
    expect(await shown()).toEqual({ entries: 0, newestAt: null, waiting: 0, isBackfilling: false });
    for (const day of [3, 9, 4]) await make(tenant, { createdAt: at(day) });
    await link();
    await make(tenant, { createdAt: at(20) });
    expect(await shown()).toEqual({ entries: 3, newestAt: at(9).toISOString(), waiting: 1, isBackfilling: false });
  });

  it('is what an independent program works out of the export, whatever the entries hold', async () => {
    const text = fc
      .string({ unit: 'grapheme', maxLength: 12 })
      .map((value) => value.toWellFormed().replaceAll('\0', ''));
    const data = fc.dictionary(
      // Prisma does not write a key of this name (server/platform/lib/free-form.ts).
      text.filter((key) => key !== '__proto__'),
      fc.oneof(
        text,
        fc.integer(),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.boolean(),
        fc.constant(null),
        fc.array(text, { maxLength: 3 }),
      ),
      { maxKeys: 5 },
    );
    const tenant = await emptyTenant();
    let previous: string | null = null;
    let position = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(text, data), { minLength: 1, maxLength: 5 }), async (entries) => {
        for (const [targetId, facts] of entries) await make(tenant, { targetId, data: facts });
        await link();
        const chain = (await chainOf(tenant)).slice(position);
        expect(chain).toHaveLength(entries.length);
        for (const entry of chain) {
          previous = modelHash(previous, entry);
          expect(entry).toMatchObject({ position: ++position, hash: previous });
        }
        expect(await verify(tenant)).toEqual({ ok: true, checked: position, firstBrokenId: null });
      }),
      { numRuns: 30 },
    );
  });

  it('links late what was committed late, and waits for nobody', async () => {
    const tenant = await emptyTenant();
    const { pool } = server.services.database;
    const slow = await pool.connect();
    await slow.query('BEGIN');
    const insert = `INSERT INTO "AuditEntry" (id, "accountId", "actorKind", action, "targetType", "targetId", data, "createdAt") VALUES ($1, $2, 'system', 'x.y', 'x', 'x', '{}', now())`;
    const late = unique('c');
    await slow.query(insert, [late, tenant.accountId]);
    const chainers = [1, 2].map(() => startChainer(server.services, { everyMs: 20 }));
    try {
      const WRITERS = 8;
      const PER_WRITER = 40;
      const ids: string[] = [];
      await Promise.all(
        Array.from({ length: WRITERS }, async () => {
          for (let n = 0; n < PER_WRITER; n++) ids.push((await make(tenant)).id);
        }),
      );
      // All but the one that nobody can see yet.
      await eventually(async () =>
        expect(await verify(tenant)).toEqual({ ok: true, checked: ids.length, firstBrokenId: null }),
      );
      await slow.query('COMMIT');
      await eventually(async () =>
        expect(await verify(tenant)).toEqual({ ok: true, checked: ids.length + 1, firstBrokenId: null }),
      );
      const chain = await chainOf(tenant);
      expect(chain.at(-1)?.id).toBe(late);
      expect(chain.map(({ position }) => position)).toEqual(chain.map((_, n) => n + 1));
      expect(chain.map(({ id }) => id).sort()).toEqual([...ids, late].sort());
    } finally {
      slow.release();
      await Promise.all(chainers.map((chainer) => chainer.stop()));
    }
  });

  it('takes in the entries of before it by time, and what is written meanwhile once', async () => {
    const tenant = await emptyTenant();
    const old = [];
    for (let n = 0; n < 5; n++)
      old.push((await make(tenant, { createdAt: new Date(Date.UTC(2026, 5, n < 3 ? 9 - n : 9)) })).id);
    const { pool } = server.services.database;
    // As the migration leaves them.
    await pool.query(`DELETE FROM "AuditPending" WHERE "accountId" = $1`, [tenant.accountId]);
    await pool.query(`INSERT INTO "AuditBackfill" VALUES ($1, '-infinity', '')`, [tenant.accountId]);
    const between = await make(tenant, { createdAt: new Date(Date.UTC(2026, 5, 8)) });
    expect(await verify(tenant)).toEqual({ ok: true, checked: 0, firstBrokenId: null });
    expect((await trpc(server, 'query', 'auditLog.chain', undefined, tenant)).data).toMatchObject({
      entries: 0,
      isBackfilling: true,
    });
    await link();
    const after = await make(tenant, { createdAt: new Date(Date.UTC(2026, 5, 1)) });
    await link();
    const [last, middle, first, ...same] = old as [string, string, string];
    expect((await chainOf(tenant)).map(({ id }) => id)).toEqual([
      first,
      ...[middle, between.id].sort(),
      ...[last, ...same].sort(),
      after.id,
    ]);
    expect(await verify(tenant)).toEqual({ ok: true, checked: 7, firstBrokenId: null });
  });
});

describe('GET /audit-log/verify', () => {
  it('knows its own workspace only, by key and by session', async () => {
    const { tenant } = await chained(3);
    const { tenant: neighbour, ids } = await chained(2);
    await tamper(server.services.database, `UPDATE "AuditEntry" SET action = 'x.y' WHERE id = '${ids[0]}'`);
    expect(await verify(tenant)).toEqual({ ok: true, checked: 3, firstBrokenId: null });
    expect((await trpc(server, 'query', 'auditLog.verify', {}, neighbour)).data).toEqual({
      ok: false,
      checked: 0,
      firstBrokenId: ids[0],
    });
    expect(await verify(await emptyTenant())).toEqual({ ok: true, checked: 0, firstBrokenId: null });
  });

  it('sees every column of an entry', async () => {
    const { database } = server.services;
    const { rows: columns } = await database.pool.query<{ name: string; type: string }>(
      `SELECT attname AS name, format_type(atttypid, NULL) AS type FROM pg_attribute WHERE attrelid = '"AuditEntry"'::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    );
    expect(columns.length).toBeGreaterThan(10);
    const others: Record<string, string> = {
      text: `'other'`,
      jsonb: `data || '{"more": 1}'`,
      'timestamp with time zone': `"createdAt" + interval '1 millisecond'`,
    };
    for (const { name, type } of columns) {
      const { tenant, ids } = await chained(3);
      await tamper(database, `UPDATE "AuditEntry" SET "${name}" = ${others[type]!} WHERE id = '${ids[1]}'`);
      expect(await verify(tenant), name).toEqual({ ok: false, checked: 1, firstBrokenId: ids[1] });
    }
  });

  const insertPast = (id: string): string =>
    `INSERT INTO "AuditEntry" (id, "accountId", "actorKind", action, "targetType", "targetId", data, "createdAt")
     SELECT e.id || 'x', e."accountId", 'system', 'x.y', 'x', 'x', '{}', e."createdAt" FROM "AuditEntry" e WHERE e.id = '${id}'`;
  const removeEntry = (id: string): string => `DELETE FROM "AuditEntry" WHERE id = '${id}'`;
  const removeLink = (id: string): string => `DELETE FROM "AuditLink" WHERE "entryId" = '${id}'`;
  const name = (id: string, other: string): string =>
    `UPDATE "AuditLink" SET "entryId" = '${other}' WHERE "entryId" = '${id}'`;

  /** Of five entries: what somebody did, how many are vouched for, and the one that is named. */
  const CASES: Record<string, (ids: string[]) => [does: string[], checked: number, broken: string | undefined]> = {
    'an entry that was removed': (ids) => [[removeEntry(ids[2]!)], 2, ids[2]],
    'the last entry removed, its link left': (ids) => [[removeEntry(ids[4]!)], 4, ids[4]],
    'an entry that was put in past the trigger': (ids) => [[insertPast(ids[2]!)], 5, `${ids[2]}x`],
    'an entry that was kept out of the chain': (ids) => [
      [insertPast(ids[2]!), `DELETE FROM "AuditPending" WHERE "entryId" = '${ids[2]}x'`],
      5,
      `${ids[2]}x`,
    ],
    'a hash that was changed': (ids) => [
      [`UPDATE "AuditLink" SET hash = sha256('') WHERE "entryId" = '${ids[2]}'`],
      2,
      ids[2],
    ],
    'a link that names an entry which there is not': (ids) => [[name(ids[2]!, 'cother')], 2, 'cother'],
    'links that changed places': (ids) => [[name(ids[2]!, 'c'), name(ids[3]!, ids[2]!), name('c', ids[3]!)], 2, ids[3]],
    'a link that was removed': (ids) => [[removeLink(ids[2]!)], 2, ids[3]],
    'the last link removed, its entry left': (ids) => [[removeLink(ids[4]!)], 4, ids[4]],
    'the first link removed': (ids) => [[removeLink(ids[0]!)], 0, ids[1]],
    'an entry that was put in past the trigger, with a link that is in no chain to make up for it': (ids) => [
      [
        insertPast(ids[2]!),
        `DELETE FROM "AuditPending" WHERE "entryId" = '${ids[2]}x'`,
        `INSERT INTO "AuditLink" SELECT "accountId", 0, '${ids[2]}x', hash FROM "AuditLink" WHERE "entryId" = '${ids[2]}'`,
      ],
      5,
      `${ids[2]}x`,
    ],
    'a link far beyond the head': (ids) => [
      [
        insertPast(ids[2]!),
        `INSERT INTO "AuditLink" SELECT "accountId", 99, '${ids[2]}x', hash FROM "AuditLink" WHERE "entryId" = '${ids[2]}'`,
      ],
      5,
      `${ids[2]}x`,
    ],
    'an entry and its link that were removed': (ids) => [[removeEntry(ids[2]!), removeLink(ids[2]!)], 2, ids[3]],
  };
  it.each(Object.entries(CASES))('finds %s', async (_, change) => {
    const { tenant, ids } = await chained(5);
    const [does, checked, firstBrokenId] = change(ids);
    await tamper(server.services.database, ...does);
    expect(await verify(tenant)).toEqual({ ok: false, checked, firstBrokenId });
  });

  it('walks a chain of many batches, to a change in the last of them', async () => {
    const tenant = await manyEntries(4_500);
    const { database } = server.services;
    expect(await verify(tenant)).toEqual({ ok: true, checked: 4500, firstBrokenId: null });
    await tamper(database, `UPDATE "AuditEntry" SET action = 'x.z' WHERE id = 'cmany04321'`);
    expect(await verify(tenant)).toEqual({ ok: false, checked: 4320, firstBrokenId: 'cmany04321' });
    await tamper(database, `UPDATE "AuditEntry" SET action = 'x.y' WHERE id = 'cmany04321'`, removeLink('cmany04500'));
    expect(await verify(tenant)).toEqual({ ok: false, checked: 4499, firstBrokenId: 'cmany04500' });
  });

  describe('in parts', () => {
    const part = async (tenant: Tenant, query: string) =>
      expectData(await server.call(tenant.key, 'GET', `${AUDIT}/verify?${query}`)) as Part;
    interface Part {
      ok: boolean;
      checked: number;
      firstBrokenId: string | null;
      cursor: string | null;
    }
    /** Every part until the last, or one that does not hold. */
    async function parts(tenant: Tenant, limit: number, first = ''): Promise<Part[]> {
      const all: Part[] = [];
      for (let cursor: string | null = first; cursor !== null && all.at(-1)?.ok !== false;) {
        all.push(await part(tenant, `limit=${limit}${cursor === '' ? '' : `&cursor=${cursor}`}`));
        cursor = all.at(-1)!.cursor;
      }
      return all;
    }

    it('comes to the same as at once, with entries that were written meanwhile', async () => {
      const { tenant, ids } = await chained(5);
      expect((await parts(tenant, 2)).map(({ ok, checked }) => [ok, checked])).toEqual([
        [true, 2],
        [true, 2],
        [true, 1],
      ]);
      expect(await part(tenant, 'limit=5')).toEqual({ ok: true, checked: 5, firstBrokenId: null, cursor: null });
      const { cursor } = await part(tenant, 'limit=4');
      await make(tenant);
      await link();
      expect(await part(tenant, `cursor=${cursor}`)).toEqual({
        ok: true,
        checked: 2,
        firstBrokenId: null,
        cursor: null,
      });
      await tamper(server.services.database, removeEntry(ids[3]!));
      expect((await parts(tenant, 2)).at(-1)).toEqual({
        ok: false,
        checked: 1,
        firstBrokenId: ids[3],
        cursor: null,
      });
    });

    it('finds in the last part what is in no chain', async () => {
      const { tenant, ids } = await chained(3);
      await tamper(
        server.services.database,
        insertPast(ids[0]!),
        `DELETE FROM "AuditPending" WHERE "entryId" = '${ids[0]}x'`,
      );
      const all = await parts(tenant, 2);
      expect(all.map(({ ok, firstBrokenId }) => [ok, firstBrokenId])).toEqual([
        [true, null],
        [false, `${ids[0]}x`],
      ]);
    });

    it.each([
      ['cut off', (ids: string[]) => ids.slice(2).flatMap((id) => [removeEntry(id), removeLink(id)])],
      [
        'written anew',
        (ids: string[]) => [
          removeEntry(ids[4]!),
          removeLink(ids[4]!),
          `UPDATE "AuditLink" SET hash = sha256('') WHERE "entryId" = '${ids[3]}'`,
        ],
      ],
    ])('finds that the chain was %s since the part before', async (_, does) => {
      const { tenant, ids } = await chained(5);
      const { cursor } = await part(tenant, 'limit=4');
      await tamper(server.services.database, ...does(ids));
      expect(await part(tenant, `limit=4&cursor=${cursor}`)).toEqual({
        ok: false,
        checked: 0,
        firstBrokenId: null,
        cursor: null,
      });
    });

    it.each(['limit=x', 'cursor=1', `cursor=0.${'0'.repeat(64)}`, `cursor=1.${'0'.repeat(65)}`])(
      'refuses %s',
      async (query) => {
        const { tenant } = await chained(1);
        expectError(await server.call(tenant.key, 'GET', `${AUDIT}/verify?${query}`), 400, 'VALIDATION');
      },
    );
  });

  it('asks for parts when one answer would take too long', async () => {
    const { tenant } = await chained(3);
    const db = systemDb(server.services.database, tenant.accountId);
    expect(await verify(tenant)).toMatchObject({ ok: true, checked: 3 });
    expect(await verifyIn(db, {}, 0)).toMatchObject({ ok: true, checked: 3 });
    const many = await manyEntries(4_500);
    const manyDb = systemDb(server.services.database, many.accountId);
    await expect(verifyIn(manyDb, {}, 0)).rejects.toMatchObject({ appCode: 'VALIDATION' });
    // A part goes as far as it comes, and the next goes on from there.
    const first = await verifyIn(manyDb, { limit: 4_000 }, 0);
    expect(first).toMatchObject({ ok: true, checked: 2_000, cursor: expect.stringMatching(/^2000\./) });
    expect(await verifyIn(manyDb, { cursor: first.cursor! })).toEqual({
      ok: true,
      checked: 2_500,
      firstBrokenId: null,
      cursor: null,
    });
  });

  it('counts an entry as broken that waits for ten minutes, and not sooner', async () => {
    const { tenant } = await chained(2);
    const { id } = await make(tenant);
    const waits = (minutes: number) =>
      server.services.database.pool.query(
        `UPDATE "AuditPending" SET "queuedAt" = now() - make_interval(mins => $2) WHERE "entryId" = $1`,
        [id, minutes],
      );
    await waits(9);
    expect(await verify(tenant)).toEqual({ ok: true, checked: 2, firstBrokenId: null });
    await waits(11);
    expect(await verify(tenant)).toEqual({ ok: false, checked: 2, firstBrokenId: id });
    await link();
    expect(await verify(tenant)).toEqual({ ok: true, checked: 3, firstBrokenId: null });
  });
});

describe('a link', () => {
  it.each(['UPDATE "AuditLink" SET position = position + 1', 'DELETE FROM "AuditLink"', 'TRUNCATE "AuditLink"'])(
    'is not changed by %s',
    async (sql) => {
      await chained(1);
      await expect(server.services.database.pool.query(sql)).rejects.toThrow('append-only');
    },
  );
});

describe('the worker', () => {
  it('says when a chain is more than a minute behind, once', async () => {
    const tenant = await emptyTenant();
    await make(tenant);
    const { pool } = server.services.database;
    await pool.query(`UPDATE "AuditPending" SET "queuedAt" = now() - interval '2 minutes' WHERE "accountId" = $1`, [
      tenant.accountId,
    ]);
    const warned: object[] = [];
    const log = { child: () => log, warn: (facts: object) => void warned.push(facts) } as unknown as Logger;
    const stuck = await pool.connect();
    await stuck.query('BEGIN');
    await stuck.query(`SELECT pg_advisory_xact_lock(hashtextextended('audit chain ' || $1, 0))`, [tenant.accountId]);
    const chainer = startChainer({ ...server.services, log }, { everyMs: 10 });
    try {
      await eventually(() => expect(warned).toHaveLength(1));
      expect(warned[0]).toMatchObject({ accountId: tenant.accountId, workspaces: 1 });
      expect((warned[0] as { behindSeconds: number }).behindSeconds).toBeGreaterThanOrEqual(120);
      await stuck.query('ROLLBACK');
      await eventually(async () => expect((await verify(tenant)).checked).toBe(1));
      expect(warned).toHaveLength(1);
    } finally {
      stuck.release();
      await chainer.stop();
    }
  });
});
