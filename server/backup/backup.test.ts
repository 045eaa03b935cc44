/** backup and restore, on a database with rows in every table and odd values in them. */
import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backUp } from '@/server/backup/backup';
import { quoted, readTables } from '@/server/backup/catalogue';
import { restore } from '@/server/backup/restore';
import type { Settings } from '@/server/platform/env';
import { createApp } from '@/server/doors/app';
import { migrate } from '@/server/migrations/migrate';
import { readMigrations } from '@/server/migrations/files';
import { linkAll } from '@/server/modules/account/audit-log/chainer';
import { createServices } from '@/server/assembly/services';
import { fillTables } from '@/server/testing/fill-tables';
import { createTestDatabase, testAdminUrl, type TestDatabase } from '@/server/testing/database';
import { makeAuditEntry, makeKey, type MadeKey } from '@/server/testing/factories/account';
import { makeContact } from '@/server/testing/factories/audience';
import { makeDiscountCode } from '@/server/testing/factories/offers';
import { unique } from '@/server/testing/factories/unique';
import { expectData } from '@/server/testing/http';
import { testSettings, useServer } from '@/server/testing/server';
import { signedHeaders } from '@/server/testing/sign';

const server = useServer();
const databases: TestDatabase[] = [];
let folder: string;
/** A backup of the server's database. */
let file: string;
let settings: Settings;
let writer: MadeKey;

const ODD = [
  '',
  ' ',
  'NULL',
  '\\N',
  '\\',
  '"',
  `'`,
  '{a,b}',
  '(a,"b")',
  'baris\nbaru\r\n\t',
  '🛍️ Toko Kopi — «ナイス» \u0001\uFFFD',
  '{"json":"\\u00e9"}',
];

const to = (url: string, more: Record<string, string> = {}): Settings =>
  testSettings(url, { APP_SECRET: settings.appSecret, DATA_DIR: folder, ...more });
const emptyDatabase = async (): Promise<TestDatabase> => {
  const database = await createTestDatabase();
  databases.push(database);
  return database;
};

async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, options: '-c timezone=UTC' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A checksum and the number of rows of every table. */
const contentsOf = (url: string): Promise<Record<string, { rows: string; sum: string }>> =>
  withClient(url, async (client) => {
    const contents: Record<string, { rows: string; sum: string }> = {};
    for (const { name } of await readTables(client)) {
      const { rows } = await client.query<{ rows: string; sum: string }>(
        `SELECT count(*) AS rows, coalesce(md5(string_agg(t::text, chr(10) ORDER BY t::text COLLATE "C")), '') AS sum FROM ${quoted(name)} t`,
      );
      contents[name] = rows[0]!;
    }
    return contents;
  });

const stateOf = (url: string): Promise<unknown> =>
  withClient(url, async (client) => {
    const triggers = await client.query(
      'SELECT tgrelid::regclass::text AS on, tgname, tgenabled FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1, 2',
    );
    const sequences = await client.query('SELECT last_value FROM "DomainEvent_position_seq"');
    return { triggers: triggers.rows, sequences: sequences.rows };
  });

const isEmpty = async (url: string): Promise<boolean> =>
  Object.values(await contentsOf(url)).every(({ rows }) => rows === '0');

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'laris-backup-'));
  ({ settings } = server.services);
  const { database } = server.services;
  writer = await makeKey(database, server.services.keys, server.ours.accountId);
  // Of the audit log one entry is in the chain, and one waits for the worker.
  await linkAll(server.services);
  await makeAuditEntry(database, server.ours.accountId);
  for (const odd of ODD)
    await makeContact(database, server.ours.accountId, {
      firstName: odd,
      lastName: null,
      attributes: { [odd]: odd, list: [odd, null, 1.5e300] },
    });
  await makeDiscountCode(database, server.theirs.accountId, {
    type: 'fixed',
    value: 9_223_372_036_854_775_807n,
    productIds: ODD,
    tagFilter: [],
    minPurchaseAmount: 9_007_199_254_740_993n,
  });
  // A number that no float holds: PostgreSQL keeps it.
  await database.pool.query(
    `UPDATE "Contact" SET attributes = '{"big": 123456789012345678901234567890.000000000000001}' WHERE "firstName" = 'NULL'`,
  );
  await fillTables(database.pool, server.theirs.accountId);
  await database.pool.query(
    `UPDATE "ChannelCallback" SET body = (SELECT string_agg(set_byte('\\x00', 0, n), '' ORDER BY n) FROM generate_series(0, 255) n)`,
  );
  file = path.join(folder, 'laris.backup');
  await backUp({ settings, file, now: new Date('2026-11-21T10:00:00Z') });
});

afterAll(async () => {
  fs.rmSync(folder, { recursive: true, force: true });
  for (const database of databases) await database.drop();
});

describe('backup', () => {
  it('has rows in every table to show what it can do', async () => {
    expect(Object.entries(await contentsOf(settings.databaseUrl)).filter(([, { rows }]) => rows === '0')).toEqual([]);
  });

  it('writes one file for its owner only, and says what it does not hold', async () => {
    const another = path.join(folder, 'another.backup');
    const result = await backUp({ settings, file: another, now: new Date() });
    const contents = await contentsOf(settings.databaseUrl);
    expect(result).toMatchObject({
      file: another,
      bytes: fs.statSync(another).size,
      rows: Object.values(contents).reduce((sum, { rows }) => sum + Number(rows), 0),
      notIncluded: { secrets: expect.stringContaining('APP_SECRET'), uploads: expect.stringContaining('uploads') },
    });
    expect(fs.statSync(another).mode & 0o777).toBe(0o600);
    expect(fs.readdirSync(folder).filter((name) => name.endsWith('.partial'))).toEqual([]);
    const text = gunzipSync(fs.readFileSync(another)).toString();
    for (const secret of [
      settings.appSecret,
      settings.unsubscribeSecret,
      writer.secret,
      createHash('sha256').update(writer.secret).digest('hex'),
    ])
      expect(text).not.toContain(secret);
  });

  it('never writes over a file, and leaves nothing behind when it fails', async () => {
    await expect(backUp({ settings, file, now: new Date() })).rejects.toThrow(/already/);
    await expect(backUp({ settings, file: path.join(folder, 'nowhere', 'x'), now: new Date() })).rejects.toThrow(
      /^Cannot write/,
    );
    const empty = `laris_${randomUUID().replaceAll('-', '')}`;
    await withClient(testAdminUrl(), (admin) => admin.query(`CREATE DATABASE ${empty}`));
    const url = new URL(testAdminUrl());
    url.pathname = `/${empty}`;
    await expect(backUp({ settings: to(url.href), file: path.join(folder, 'none'), now: new Date() })).rejects.toThrow(
      'This database has no tables of Laris.',
    );
    await withClient(testAdminUrl(), (admin) => admin.query(`DROP DATABASE ${empty} WITH (FORCE)`));
    expect(fs.existsSync(path.join(folder, 'none'))).toBe(false);
  });

  it('is of one moment, whatever is written meanwhile', async () => {
    const { pool } = server.services.database;
    const stop = new AbortController();
    const busy = (async () => {
      // A code and its tally always change together.
      while (!stop.signal.aborted)
        await pool.query(
          `INSERT INTO "DiscountCode" ("accountId", code, type, value, currency, scope, "createdAt", "updatedAt") VALUES ($1, $2, 'percent', 1, 'IDR', 'cart', now(), now())`,
          [server.theirs.accountId, unique('BUSY')],
        );
    })();
    const while_ = path.join(folder, 'busy.backup');
    await backUp({ settings, file: while_, now: new Date() });
    stop.abort();
    await busy;
    const target = await emptyDatabase();
    await restore({ settings: to(target.url), file: while_, replace: false });
    const [row] = (
      await withClient(target.url, (client) =>
        client.query<{ counted: number; tally: number }>(
          `SELECT count(*) FILTER (WHERE active)::int AS counted, (SELECT active FROM "DiscountCodeTally" t WHERE t."accountId" = $1)::int AS tally FROM "DiscountCode" d WHERE d."accountId" = $1`,
          [server.theirs.accountId],
        ),
      )
    ).rows;
    expect(row!.tally).toBe(row!.counted);
  });
});

describe('restore', () => {
  it('brings every row of every table back as it was, and the triggers and sequences with them', async () => {
    const source = path.join(folder, 'whole.backup');
    await backUp({ settings, file: source, now: new Date('2026-11-21T10:00:00Z') });
    const target = await emptyDatabase();
    const result = await restore({ settings: to(target.url), file: source, replace: false });
    expect(result).toMatchObject({
      file: source,
      madeAt: '2026-11-21T10:00:00.000Z',
      secrets: 'APP_SECRET is that of the backup.',
    });
    expect(await contentsOf(target.url)).toEqual(await contentsOf(settings.databaseUrl));
    expect(await stateOf(target.url)).toEqual(await stateOf(settings.databaseUrl));
  });

  it('gives a server that takes the same keys, counts on, and still refuses to change the audit log', async () => {
    const target = await emptyDatabase();
    await restore({ settings: to(target.url), file, replace: false });
    const services = createServices(to(target.url), { name: 'restored' });
    const app = await createApp(services);
    await app.listen({ host: '127.0.0.1', port: 0 });
    try {
      const call = async (method: string, url: string, body?: object) => {
        const text = body === undefined ? undefined : JSON.stringify(body);
        const response = await fetch(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}${url}`, {
          method,
          headers: {
            ...signedHeaders(writer, { method, url, body: text }),
            ...(text === undefined ? {} : { 'content-type': 'application/json' }),
          },
          ...(text === undefined ? {} : { body: text }),
        });
        const answer = await response.text();
        return { status: response.status, headers: response.headers, text: answer, body: JSON.parse(answer) };
      };
      expect(expectData(await call('GET', '/api/v1/whoami')).accountId).toBe(server.ours.accountId);
      const before = expectData(await call('GET', '/api/v1/discount-codes?limit=1')).total as number;
      expectData(
        await call('POST', '/api/v1/discount-codes', {
          code: unique('NEW'),
          type: 'percent',
          value: 5,
          currency: 'IDR',
          scope: 'cart',
        }),
        201,
      );
      expect(expectData(await call('GET', '/api/v1/discount-codes?limit=1')).total).toBe(before + 1);
      expect(expectData(await call('GET', '/api/v1/audit-log?limit=1')).entries[0].action).toBe('discount_code.create');
      await expect(services.database.pool.query('DELETE FROM "AuditEntry"')).rejects.toThrow();
      await expect(services.database.pool.query('DELETE FROM "AuditLink"')).rejects.toThrow();
      await linkAll(services);
      const { ok, checked } = expectData(await call('GET', '/api/v1/audit-log/verify'));
      expect({ ok, checked }).toEqual({ ok: true, checked: 3 });
      const { rows } = await services.database.pool.query(
        `INSERT INTO "DomainEvent" ("accountId", type, "subjectId", data, "createdAt") VALUES ($1, 'x', 'x', '{}', now()) RETURNING position > (SELECT max(position) FROM "DomainEvent") AS later`,
        [server.ours.accountId],
      );
      expect(rows).toEqual([{ later: true }]);
    } finally {
      await app.close();
      await services.close();
    }
  });

  it('needs no superuser and no tables: an ordinary owner of an empty database will do', async () => {
    const name = `laris_${randomUUID().replaceAll('-', '')}`;
    await withClient(testAdminUrl(), async (admin) => {
      await admin.query(`CREATE ROLE ${name} LOGIN PASSWORD 'secret' NOSUPERUSER`);
      await admin.query(`CREATE DATABASE ${name} OWNER ${name} TEMPLATE template0`);
    });
    const url = new URL(testAdminUrl());
    [url.username, url.password, url.pathname] = [name, 'secret', `/${name}`];
    try {
      await restore({ settings: to(url.href), file, replace: false });
      expect(await contentsOf(url.href)).toMatchObject({ Contact: { rows: String(ODD.length + 1) } });
    } finally {
      await withClient(testAdminUrl(), async (admin) => {
        await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
        await admin.query(`DROP ROLE ${name}`);
      });
    }
  });

  it('takes the backup of an older Laris and brings it up to date', async () => {
    const name = `laris_${randomUUID().replaceAll('-', '')}`;
    const names = [`${name}_old`, `${name}_new`];
    const [old, fresh] = names.map((each) => Object.assign(new URL(testAdminUrl()), { pathname: `/${each}` }).href) as [
      string,
      string,
    ];
    await withClient(testAdminUrl(), async (admin) => {
      for (const each of names) await admin.query(`CREATE DATABASE ${each}`);
    });
    try {
      await migrate(old, readMigrations().slice(0, 2));
      await withClient(old, (client) =>
        client.query(
          `INSERT INTO "Account" (id, name, "createdAt", "updatedAt") VALUES ('cold', 'Toko Lama', now(), now())`,
        ),
      );
      const source = path.join(folder, 'old.backup');
      await backUp({ settings: to(old), file: source, now: new Date() });
      const newer = await emptyDatabase();
      await expect(restore({ settings: to(newer.url), file: source, replace: false })).rejects.toThrow(
        /other migrations/,
      );
      await restore({ settings: to(fresh), file: source, replace: false });
      await withClient(fresh, async (client) => {
        expect((await client.query('SELECT name FROM "Account"')).rows).toEqual([{ name: 'Toko Lama' }]);
        expect(
          (await client.query('SELECT count(*)::int AS n FROM _prisma_migrations WHERE finished_at IS NOT NULL')).rows,
        ).toEqual([{ n: readMigrations().length }]);
      });
    } finally {
      await withClient(testAdminUrl(), async (admin) => {
        for (const each of names) await admin.query(`DROP DATABASE ${each} WITH (FORCE)`);
      });
    }
  });

  it('refuses a database that is not empty; with --replace it holds what the backup holds and nothing else', async () => {
    const target = await emptyDatabase();
    const services = createServices(to(target.url), { name: 'test' });
    await withClient(target.url, (client) =>
      client.query(
        `INSERT INTO "Account" (id, name, "createdAt", "updatedAt") VALUES ('cother', 'Lain', now(), now())`,
      ),
    );
    await withClient(target.url, (client) =>
      client.query(
        `INSERT INTO "AuditEntry" ("accountId", "actorKind", action, "targetType", "targetId", data, "createdAt") VALUES ('cother', 'system', 'x.y', 'x', 'x', '{}', now())`,
      ),
    );
    await services.close();
    const before = await contentsOf(target.url);
    await expect(restore({ settings: to(target.url), file, replace: false })).rejects.toThrow(
      /not empty: there are rows in Account, AuditEntry, AuditPending\./,
    );
    expect(await contentsOf(target.url)).toEqual(before);
    await restore({ settings: to(target.url), file, replace: true });
    expect(
      (await withClient(target.url, (client) => client.query(`SELECT 1 FROM "Account" WHERE id = 'cother'`))).rowCount,
    ).toBe(0);
    expect(await stateOf(target.url)).toMatchObject({
      triggers: ((await stateOf(settings.databaseUrl)) as { triggers: unknown }).triggers,
    });
    await expect(withClient(target.url, (client) => client.query('TRUNCATE "AuditEntry"'))).rejects.toThrow();
  });

  it('says so when APP_SECRET is another', async () => {
    const target = await emptyDatabase();
    const result = await restore({ settings: to(target.url, { APP_SECRET: 'f'.repeat(64) }), file, replace: false });
    expect(result.secrets).toMatch(/not that of the backup/);
  });

  describe('of a file that is not as it was written', () => {
    const lines = (): string[] => gunzipSync(fs.readFileSync(file)).toString().split('\n');
    const rewritten = (change: (lines: string[]) => string[]): Buffer =>
      gzipSync(change(lines()).join('\n'), { level: 1 });
    const resealed = (change: (lines: string[]) => string[]): Buffer =>
      rewritten((all) => {
        const changed = change(all.slice(0, -2));
        const end = JSON.parse(all.at(-2)!) as object;
        return [
          ...changed,
          JSON.stringify({
            ...end,
            sha256: createHash('sha256')
              .update(changed.map((line) => `${line}\n`).join(''))
              .digest('hex'),
          }),
          '',
        ];
      });
    const whole = (): Buffer => fs.readFileSync(file);
    const row = (all: string[]): number => all.findIndex((line) => line.startsWith('"'));

    it.each<[string, () => Buffer, RegExp]>([
      ['cut in half', () => whole().subarray(0, whole().length / 2), /damaged/],
      ['without its last byte', () => whole().subarray(0, -1), /damaged/],
      [
        'with a byte changed',
        () => {
          const bytes = Buffer.from(whole());
          bytes[bytes.length >> 1]! ^= 0x40;
          return bytes;
        },
        /damaged/,
      ],
      [
        'with a row changed',
        () => rewritten((all) => all.with(row(all), all[row(all)]!.replace(/.\)"$/, 'x)"'))),
        /checksum/,
      ],
      ['with a row taken out', () => rewritten((all) => all.toSpliced(row(all), 1)), /checksum/],
      [
        'with a row taken out and a new checksum',
        () => resealed((all) => all.toSpliced(row(all), 1)),
        /rows are missing/,
      ],
      ['without its last line', () => rewritten((all) => [...all.slice(0, -2), '']), /end is missing/],
      ['with more behind its end', () => rewritten((all) => [...all.slice(0, -1), '"x"', '']), /behind its end/],
      [
        'of a later format',
        () => resealed((all) => all.with(0, JSON.stringify({ ...(JSON.parse(all[0]!) as object), version: 2 }))),
        /format 2/,
      ],
      [
        'with a migration that nobody knows',
        () => resealed((all) => all.with(0, all[0]!.replace(/"checksum":"[0-9a-f]/, '"checksum":"x'))),
        /of another Laris/,
      ],
      [
        'with a table that is none of ours',
        () => resealed((all) => all.map((line) => line.replace('"Account"', '"Account\\"; DROP TABLE x; --"'))),
        /tables of this database are not those|damaged/,
      ],
      ['of text', () => Buffer.from('not a backup'), /no backup of Laris/],
      ['of other things, packed', () => gzipSync('{"a":1}\n'), /no backup of Laris/],
      ['with nothing in it', () => Buffer.alloc(0), /damaged|no backup/],
    ])('%s: nothing is written', async (name, bytes, message) => {
      const bad = path.join(folder, `${name}.bad`);
      fs.writeFileSync(bad, bytes());
      const target = await emptyDatabase();
      await expect(restore({ settings: to(target.url), file: bad, replace: false })).rejects.toThrow(message);
      expect(await isEmpty(target.url)).toBe(true);
    });

    it('writes nothing either when a row is refused half-way', async () => {
      const bad = path.join(folder, 'row.bad');
      fs.writeFileSync(
        bad,
        resealed((all) =>
          all.with(
            all.findLastIndex((line) => line.startsWith('"')),
            '"(1,2)"',
          ),
        ),
      );
      const target = await emptyDatabase();
      await expect(restore({ settings: to(target.url), file: bad, replace: false })).rejects.toThrow();
      expect(await isEmpty(target.url)).toBe(true);
      expect(
        ((await stateOf(target.url)) as { triggers: { tgenabled: string }[] }).triggers.every(
          ({ tgenabled }) => tgenabled !== 'D',
        ),
      ).toBe(true);
    });

    it('says so when there is no such file', async () => {
      await expect(
        restore({ settings: to((await emptyDatabase()).url), file: path.join(folder, 'nothing'), replace: false }),
      ).rejects.toThrow(/^Cannot read/);
    });
  });
});
