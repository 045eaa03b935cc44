/** The audit log through the doors (docs/contract/audit-log.md). */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { readRecords } from '@/components/csv/read';
import { exportLog } from '@/server/modules/account/audit-log/routes';
import { SYSTEM, workspaceDb } from '@/server/platform/db/workspace';
import { makeAuditEntry, makePlatformKey, makeSession } from '@/server/testing/factories/account';
import { unique } from '@/server/testing/factories/unique';
import { bySession, expectData, expectError, trpc } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer();

const AUDIT = '/api/v1/audit-log';
const get = (query: Record<string, string> = {}, tenant: Tenant = server.ours) =>
  server.call(tenant.key, 'GET', `${AUDIT}?${new URLSearchParams(query).toString()}`);
const at = (day: number, second = 0): Date => new Date(Date.UTC(2026, 0, day, 0, 0, second));
const make = (tenant: Tenant, options: Parameters<typeof makeAuditEntry>[2]) =>
  makeAuditEntry(server.services.database, tenant.accountId, options);
const idsOf = (data: { entries: { id: string }[] }): string[] => data.entries.map(({ id }) => id);

async function walk(query: Record<string, string>, tenant: Tenant): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const data = expectData(await get({ ...query, ...(cursor === '' ? {} : { cursor }) }, tenant));
    ids.push(...idsOf(data));
    expect(data.hasMore).toBe(data.cursor !== null);
    cursor = data.cursor as string | null;
  }
  return ids;
}

describe('GET /audit-log', () => {
  it('answers with the fields of the contract, newest first, and nothing of the neighbour', async () => {
    const tenant = await server.makeTenant();
    const first = expectData(
      await server.call(tenant.key, 'POST', '/api/v1/api-keys', { body: { name: 'Storefront' } }),
      201,
    ).apiKey;
    await make(server.theirs, {});
    const data = expectData(await get({}, tenant));
    expect(Object.keys(data).sort()).toEqual(['cursor', 'entries', 'hasMore']);
    expect(data).toMatchObject({ cursor: null, hasMore: false });
    expect(data.entries[0]).toEqual({
      id: expect.stringMatching(/^c[a-z0-9]{24}$/),
      accountId: tenant.accountId,
      actorKind: 'key',
      actorId: tenant.key.id,
      partnerId: null,
      onBehalfOf: null,
      action: 'api_key.create',
      targetType: 'api_key',
      targetId: first.id,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      data: { name: 'Storefront', keyId: first.keyId, scopes: ['read', 'write'] },
    });
    expect(data.entries.every(({ accountId }: { accountId: string }) => accountId === tenant.accountId)).toBe(true);
  });

  it('names the partner and the workspace that it acted for', async () => {
    const tenant = await server.makeTenant();
    expectData(
      await server.call(server.platform, 'POST', '/api/v1/api-keys', {
        body: { name: 'By partner' },
        onBehalfOf: tenant.accountId,
      }),
      201,
    );
    expect(expectData(await get({}, tenant)).entries[0]).toMatchObject({
      actorKind: 'platform',
      actorId: server.platform.id,
      partnerId: server.platform.id,
      onBehalfOf: tenant.accountId,
    });
  });

  it('pages by keyset: every entry once, also those of one instant, and none that came in meanwhile', async () => {
    const tenant = await server.makeTenant();
    const made = [];
    for (let n = 0; n < 7; n++)
      made.push(await make(tenant, { action: 'walk.step', createdAt: at(2 + Math.floor(n / 3)) }));
    const expected = made
      .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1))
      .map(({ id }) => id);
    const first = expectData(await get({ action: 'walk.step', limit: '2' }, tenant));
    await make(tenant, { action: 'walk.step', createdAt: at(9) });
    expect(idsOf(first)).toEqual(expected.slice(0, 2));
    expect(
      await walk({ action: 'walk.step', limit: '2', cursor: first.cursor }, tenant).then((ids) => ids.slice(-2)),
    ).toEqual(expected.slice(-2));
    expect((await walk({ action: 'walk.step', limit: '2' }, tenant)).slice(1)).toEqual(expected);
  });

  describe('filters', () => {
    let tenant: Tenant;
    const one: Record<string, string> = {};
    beforeAll(async () => {
      tenant = await server.makeTenant();
      const rows = {
        a: ['x.one', 'x', 'ct1', 'cani', 1],
        b: ['x.two', 'x', 'ct1', 'cbudi', 2],
        c: ['y.one', 'y', 'ct2', 'cani', 3],
        d: ['y.one', 'y', 'ct3', null, 4],
      } as const;
      for (const [name, [action, targetType, targetId, actorId, day]] of Object.entries(rows))
        one[name] = (await make(tenant, { action, targetType, targetId, actorId, createdAt: at(day) })).id;
      await make(server.theirs, {
        action: 'x.one',
        targetType: 'x',
        targetId: 'ct1',
        actorId: 'cani',
        createdAt: at(1),
      });
    });

    it.each([
      [{ action: 'x.one' }, 'a'],
      [{ action: 'X.ONE' }, ''],
      [{ targetType: 'x' }, 'ba'],
      [{ targetId: 'ct1' }, 'ba'],
      [{ actorId: 'cani' }, 'ca'],
      [{ actorId: 'cani', targetType: 'y' }, 'c'],
      [{ actorId: 'cani', action: 'x.two' }, ''],
      [{ action: 'y.one', targetId: 'ct3' }, 'd'],
      [{ from: at(2).toISOString() }, 'dcba'.slice(0, 3)],
      [{ to: at(2).toISOString() }, 'ba'],
      [{ from: at(2).toISOString(), to: at(3).toISOString() }, 'cb'],
      [{ from: '2026-01-03T06:59:59+07:00', to: '2026-01-03T07:00:00+07:00' }, 'c'],
      [{ from: at(4).toISOString(), to: at(1).toISOString() }, ''],
      [{ targetId: 'not an id\u0000' }, ''],
      [
        {
          action: 'x.one',
          targetType: 'x',
          targetId: 'ct1',
          actorId: 'cani',
          from: at(1).toISOString(),
          to: at(1).toISOString(),
        },
        'a',
      ],
    ])('%j', async (query, names) => {
      const ids = idsOf(expectData(await get({ ...(query as Record<string, string>), limit: '100' }, tenant))).filter(
        (id) => Object.values(one).includes(id),
      );
      expect(ids).toEqual(Array.from(names, (name) => one[name]));
    });
  });

  it.each([
    ['0', 1],
    ['-5', 1],
    ['2', 2],
    ['1000', 100],
  ])('clamps limit=%s', async (limit, size) => {
    const tenant = await server.makeTenant();
    await server.services.database.prisma.auditEntry.createMany({
      data: Array.from({ length: 101 }, (_, n) => ({
        accountId: tenant.accountId,
        actorKind: 'system',
        action: 'x.y',
        targetType: 'x',
        targetId: `c${n}`,
        data: {},
        createdAt: at(1),
      })),
    });
    expect(expectData(await get({ limit }, tenant)).entries).toHaveLength(size);
    if (size === 1) expect(expectData(await get({}, tenant)).entries).toHaveLength(50);
  });

  it.each([
    ['limit', { limit: 'ten' }],
    ['limit', { limit: '1.5' }],
    ['cursor', { cursor: 'forged' }],
    ['cursor', { cursor: Buffer.from('["x","y"]').toString('base64url') }],
    ['from', { from: '2026-01-01' }],
    ['to', { to: '2026-01-01T00:00:00' }],
    ['from', { from: 'yesterday' }],
    ['to', { to: '' }],
    ['action', { action: '' }],
  ])('refuses a %s that is none: %j', async (field, query) => {
    expect(expectError(await get(query as Record<string, string>), 400, 'VALIDATION').details.issues[0].path).toBe(
      field,
    );
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('takes no %s, here and below: the log is append-only', async (method) => {
    const { id } = await make(server.ours, {});
    for (const url of [AUDIT, `${AUDIT}/${id}`, `${AUDIT}/export`]) {
      const answer = await server.call(server.ours.key, method, url, { body: {} });
      expectError(answer, 405, 'METHOD_NOT_ALLOWED');
      expect(answer.headers.get('allow')).toBe('GET, HEAD');
    }
  });

  it('reads its pages from an index, whatever it is filtered by, among twenty thousand entries', async () => {
    const { pool } = server.services.database;
    const tenant = await server.makeTenant();
    await pool.query(
      `INSERT INTO "AuditEntry" ("accountId", "actorKind", "actorId", action, "targetType", "targetId", data, "createdAt")
       SELECT $1, 'key', 'ca' || n % 7, 'thing' || n % 5 || '.do', 'thing' || n % 5, 'ct' || n % 5000, '{}', timestamptz '2026-01-01' + n * interval '1 second' FROM generate_series(1, 20000) n`,
      [tenant.accountId],
    );
    await pool.query('ANALYZE "AuditEntry"');
    const { pageStatement } = await import('@/server/modules/account/audit-log/entries');
    const filters = [
      {},
      { action: 'thing1.do' },
      { targetType: 'thing1' },
      { targetId: 'ct12' },
      { actorId: 'ca3' },
      { action: 'nothing.at_all' },
      { actorId: 'ca3', action: 'thing2.do' },
      { targetType: 'thing1', targetId: 'ct1' },
      { from: at(1), to: at(2) },
      { actorId: 'ca3', from: at(1), to: at(2) },
    ];
    for (const filter of filters) {
      for (const after of [undefined, { key: at(1, 10_000).toISOString(), id: 'cz' }]) {
        const { statement, values } = pageStatement(filter, after, 51);
        const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${statement.text}`, [
          tenant.accountId,
          ...values,
        ]);
        expect(rows.map((row) => row['QUERY PLAN']).join('\n'), JSON.stringify(filter)).not.toContain('Seq Scan');
      }
    }
  });
});

describe('GET /audit-log/{id}', () => {
  it('answers with the entry, and 404 for what is not ours', async () => {
    const [ours, theirs] = [await make(server.ours, {}), await make(server.theirs, {})];
    expect(expectData(await server.call(server.ours.key, 'GET', `${AUDIT}/${ours.id}`))).toMatchObject({
      id: ours.id,
      accountId: server.ours.accountId,
    });
    for (const id of [theirs.id, 'cunknown', 'exports'])
      expectError(await server.call(server.ours.key, 'GET', `${AUDIT}/${id}`), 404, 'NOT_FOUND');
  });
});

describe('GET /audit-log/export', () => {
  const FIELDS = [
    'id',
    'accountId',
    'actorKind',
    'actorId',
    'partnerId',
    'onBehalfOf',
    'action',
    'targetType',
    'targetId',
    'createdAt',
    'data',
  ];
  const download = (query: string, tenant: Tenant = server.ours) =>
    server.call(tenant.key, 'GET', `${AUDIT}/export${query}`);
  const readCsv = async (text: string): Promise<string[][]> => {
    const rows: string[][] = [];
    for await (const { records } of readRecords(new Blob([text]), { encoding: 'utf-8', delimiter: ',' }))
      rows.push(...records.map(({ cells }) => cells));
    return rows;
  };

  it('is every entry of the filter as CSV, and wins over the route of one entry', async () => {
    const tenant = await server.makeTenant();
    const answer = await download('?action=a.b', tenant);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="audit-log-\d{4}-\d\d-\d\d\.csv"$/,
    );
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.text).toBe(`${FIELDS.join(',')}\r\n`);

    await make(tenant, {
      action: 'a.b',
      createdAt: at(1),
      data: { name: 'He said "hi",\nand left', n: 1 },
      targetId: 'ct',
    });
    await make(tenant, { action: 'a.c' });
    await make(server.theirs, { action: 'a.b' });
    const [head, ...rows] = await readCsv((await download('?action=a.b', tenant)).text);
    expect(head).toEqual(FIELDS);
    expect(rows.map((row) => row.slice(1))).toEqual([
      [
        tenant.accountId,
        'system',
        '',
        '',
        '',
        'a.b',
        'discount_code',
        'ct',
        '2026-01-01T00:00:00.000Z',
        '{"n":1,"name":"He said \\"hi\\",\\nand left"}',
      ],
    ]);
  });

  it('is NDJSON that says what the list says, over many pages and in its order', async () => {
    const tenant = await server.makeTenant();
    await server.services.database.prisma.auditEntry.createMany({
      data: Array.from({ length: 2500 }, (_, n) => ({
        accountId: tenant.accountId,
        actorKind: 'system',
        action: 'many.rows',
        targetType: 'x',
        targetId: `c${n}`,
        data: { n },
        createdAt: at(1, n % 700),
      })),
    });
    const answer = await download('?format=ndjson&action=many.rows', tenant);
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    const lines = answer.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string });
    expect(lines.map(({ id }) => id)).toEqual(await walk({ action: 'many.rows', limit: '100' }, tenant));
    expect(new Set(lines.map(({ id }) => id)).size).toBe(2500);
    expect(Object.keys(lines[0]!)).toEqual(FIELDS);
    expect(lines[0]).toEqual(expectData(await get({ action: 'many.rows', limit: '1' }, tenant)).entries[0]);
  });

  it('writes nothing that a spreadsheet would take for a formula, whatever stands in an entry', async () => {
    const tenant = await server.makeTenant();
    await make(tenant, {
      action: '=HYPERLINK("https://evil.example")',
      targetType: '+x',
      targetId: '@SUM(1)',
      data: { name: '=1+1' },
    });
    const { text } = await download('', tenant);
    expect(text).toContain(`"'=HYPERLINK(""https://evil.example"")","'+x","'@SUM(1)"`);
    const db = workspaceDb(server.services.database, {
      accountId: tenant.accountId,
      actor: SYSTEM,
      now: new Date(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme', maxLength: 20 }).filter((value) => !value.includes('\0')),
        async (value) => {
          const action = unique('p.');
          await make(tenant, { action, targetType: value.toWellFormed() });
          let file = '';
          for await (const piece of exportLog(db, { action }, { format: 'csv' })) file += piece;
          const cell = (await readCsv(file))[1]![7]!;
          const written = value.toWellFormed();
          const shown = '=+-@\t\r'.includes(written.charAt(0)) && written !== '' ? `'${written}` : written;
          expect(cell).toBe(shown.replaceAll(/\r\n?/g, '\n'));
        },
      ),
      { numRuns: 40 },
    );
  });

  it('answers HEAD with the headers alone', async () => {
    const answer = await server.call(server.ours.key, 'HEAD', `${AUDIT}/export?format=ndjson`);
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(answer.headers.get('content-disposition')).toMatch(/\.ndjson"$/);
  });

  it('is read by people, keys that may read, and partners on behalf of the workspace', async () => {
    const { id } = await make(server.ours, { action: 'who.may' });
    const partner = await makePlatformKey(server.services.database, server.services.keys);
    for (const answer of [
      await bySession(server, server.ours.cookie, 'GET', `${AUDIT}/export?action=who.may`),
      await server.call(partner, 'GET', `${AUDIT}/export?action=who.may`, { onBehalfOf: server.ours.accountId }),
    ]) {
      expect(answer.status).toBe(200);
      expect(answer.text).toContain(id);
    }
    const homeless = await makeSession(server.services, {
      sub: server.ours.user.id,
      accountId: null,
    });
    expectError(await server.fetch('GET', `${AUDIT}/export`), 401, 'UNAUTHENTICATED');
    expectError(await server.call(partner, 'GET', `${AUDIT}/export`), 403, 'NO_ACCOUNT');
    expectError(await bySession(server, homeless, 'GET', `${AUDIT}/export`), 403, 'NO_ACCOUNT');
  });

  it.each(['?format=xml', '?from=2026-01-01', '?format=csv&format=ndjson', '?to=x&format=csv'])(
    'refuses %s in the envelope, and not as a file',
    async (query) => {
      const answer = await download(query);
      expectError(answer, 400, 'VALIDATION');
      expect(answer.headers.get('content-disposition')).toBeNull();
    },
  );
});

describe('the dashboard', () => {
  it('is told the names of people, keys and partners, of those who left too, and nothing of strangers', async () => {
    const tenant = await server.makeTenant();
    await bySession(server, tenant.cookie, 'POST', '/api/v1/api-keys', { name: 'Storefront' });
    await server.call(tenant.key, 'POST', '/api/v1/api-keys', { body: { name: 'By key' } });
    await server.call(server.platform, 'POST', '/api/v1/api-keys', {
      body: { name: 'By partner' },
      onBehalfOf: tenant.accountId,
    });
    await make(tenant, {
      actorKind: 'operator',
      action: 'member.add',
      targetType: 'user',
      targetId: tenant.user.id,
      data: {},
    });
    await server.services.database.prisma.membership.deleteMany({ where: { accountId: tenant.accountId } });
    const { data } = await trpc(server, 'query', 'auditLog.listNamed', {}, { cookie: tenant.cookie });
    const named = data.entries.map((each: Record<string, unknown>) => [
      each.action,
      each.actorName,
      each.actorHandle,
      each.subject,
    ]);
    expect(named).toEqual([
      ['member.add', null, null, 'Sari'],
      ['api_key.create', 'Partner', server.platform.keyId, 'By partner'],
      ['api_key.create', 'Test', tenant.key.keyId, 'By key'],
      ['api_key.create', 'Sari', tenant.user.email, 'Storefront'],
      ['workspace.create', null, null, expect.any(String)],
    ]);
    const actors = (await trpc(server, 'query', 'auditLog.actors', undefined, { cookie: tenant.cookie })).data.actors;
    expect(actors).toEqual([
      { id: server.platform.id, kind: 'platform', name: 'Partner', handle: server.platform.keyId },
      { id: tenant.user.id, kind: 'session', name: 'Sari', handle: tenant.user.email },
      { id: tenant.key.id, kind: 'key', name: 'Test', handle: tenant.key.keyId },
    ]);

    // An entry that names somebody else's person or key tells nothing: ours alone are looked up.
    const theirs = await server.makeTenant();
    expect((await trpc(server, 'query', 'auditLog.actors', undefined, { cookie: theirs.cookie })).data.actors).toEqual(
      [],
    );
  });
});
