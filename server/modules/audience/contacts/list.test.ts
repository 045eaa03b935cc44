/** GET /contacts (docs/contract/contacts.md#listing): pages, `q`, the dashboard's filters. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeContact, makeContactList } from '@/server/testing/factories/audience';
import { unique } from '@/server/testing/factories/unique';
import { expectData, trpc } from '@/server/testing/http';
import { useServer, type Answer, type Tenant } from '@/server/testing/server';

const server = useServer();
const list = (tenant: Tenant, query: Record<string, string> = {}): Promise<Answer> =>
  server.call(tenant.key, 'GET', `/api/v1/contacts?${new URLSearchParams(query).toString()}`);
const idsOf = async (tenant: Tenant, query: Record<string, string> = {}): Promise<string[]> =>
  expectData(await list(tenant, query)).data.map(({ id }: { id: string }) => id);
const add = async (tenant: Tenant, options: Parameters<typeof makeContact>[2] = {}): Promise<string> =>
  (await makeContact(server.services.database, tenant.accountId, options)).id;

describe('GET /contacts', () => {
  it('is a nested page, newest first', async () => {
    const tenant = await server.makeTenant();
    const at = Date.now();
    const ids = await Promise.all([3, 1, 2].map((age) => add(tenant, { createdAt: new Date(at - age) })));
    const data = expectData(await list(tenant, { limit: '2' }));
    expect(Object.keys(data).sort()).toEqual(['cursor', 'data', 'hasMore']);
    expect(data.data.map(({ id }: { id: string }) => id)).toEqual([ids[1], ids[2]]);
    expect(data.hasMore).toBe(true);
    expect(expectData(await list(tenant, { cursor: data.cursor }))).toMatchObject({
      data: [{ id: ids[0] }],
      cursor: null,
      hasMore: false,
    });
    expect(await idsOf(tenant, { sort: 'oldest' })).toEqual([ids[0], ids[2], ids[1]]);
  });

  it.each([
    ['limit', 'x'],
    ['limit', '1.5'],
    ['cursor', 'forged'],
    ['sort', 'price'],
    ['subscription', 'email.gone'],
  ])('refuses %s=%s', async (name, value) => {
    expect((await list(server.ours, { [name]: value })).body.error?.code).toBe('VALIDATION');
  });

  it('clamps the limit', async () => {
    const tenant = await server.makeTenant();
    await server.call(tenant.key, 'POST', '/api/v1/contacts/import', {
      body: { rows: Array.from({ length: 101 }, (_, i) => ({ email: `${i}@example.test` })) },
    });
    expect(
      await Promise.all(['0', '1000', '-5'].map(async (limit) => (await idsOf(tenant, { limit })).length)),
    ).toEqual([1, 100, 1]);
    expect(await idsOf(tenant)).toHaveLength(50);
  });

  it('loses and repeats nothing on a walk while imports come in', async () => {
    const tenant = await server.makeTenant();
    const more = (rows: number) =>
      server.call(tenant.key, 'POST', '/api/v1/contacts/import', {
        body: { rows: Array.from({ length: rows }, () => ({ email: `${unique('w')}@example.test` })) },
      });
    await more(400);
    const before = new Set(
      await server.services.database.prisma.contact
        .findMany({ where: { accountId: tenant.accountId }, select: { id: true } })
        .then((rows) => rows.map(({ id }) => id)),
    );
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query: Record<string, string> = cursor === null ? { limit: '37' } : { limit: '37', cursor };
      const [page]: [Answer, Answer] = await Promise.all([list(tenant, query), more(20)]);
      seen.push(...expectData(page).data.map(({ id }: { id: string }) => id));
      cursor = page.body.data.cursor;
    } while (cursor !== null);
    expect(new Set(seen).size).toBe(seen.length);
    expect([...before].filter((id) => !seen.includes(id))).toEqual([]);
  });
});

describe('q', () => {
  it('finds a part of e-mail, names or phone in any case, beyond ASCII too', async () => {
    const tenant = await server.makeTenant();
    const sari = await add(tenant, {
      email: 'sari.wati@example.test',
      firstName: 'SARI',
      lastName: 'Élodie 100%_\\',
      phone: '+62 812-345',
    });
    const istanbul = await add(tenant, { email: 'b@example.test', firstName: 'İstanbul', lastName: '王伟' });
    await add(tenant, { email: 'zzz@example.test', firstName: 'Budi' });
    await add(server.theirs, { email: 'sari@example.test', firstName: 'Sari' });
    for (const q of ['sari', 'ARI.W', 'élo', 'ÉLODIE', '2-345', '+62', '100%', '%_\\', '0%', '%_', '\\'])
      expect([q, await idsOf(tenant, { q })]).toEqual([q, [sari]]);
    for (const q of ['İSTAN', 'İ', '王伟', '王', 'b@'])
      expect([q, await idsOf(tenant, { q })]).toEqual([q, [istanbul]]);
    for (const q of ['sari\nélodie', 'test\nsari', 'saribudi', 'qq', 'ö'])
      expect([q, await idsOf(tenant, { q })]).toEqual([q, []]);
    expect(await idsOf(tenant, { q: '' })).toHaveLength(3);
    expect(await idsOf(tenant, { q: 'E' })).toHaveLength(3);
  });

  it('finds what a plain search would find', async () => {
    const tenant = await server.makeTenant();
    const rows = await Promise.all(
      Array.from({ length: 60 }, async (_, i) => ({
        id: await add(tenant, {
          email: `p${i}.aabba@example.test`,
          firstName: ['aa', 'aba', 'Abba', 'x%y', 'ab ba', null][i % 6]!,
          lastName: ['b', null, 'A_A', 'bb'][i % 4]!,
        }),
        fields: [
          `p${i}.aabba@example.test`,
          ['aa', 'aba', 'Abba', 'x%y', 'ab ba', null][i % 6],
          ['b', null, 'A_A', 'bb'][i % 4],
        ],
      })),
    );
    await fc.assert(
      fc.asyncProperty(
        fc
          .array(fc.constantFrom('a', 'B', 'b', '%', '_', ' ', '.', '1', 'x'), { minLength: 1, maxLength: 4 })
          .map((characters) => characters.join('')),
        async (q) => {
          const expected = rows
            .filter(({ fields }) => fields.some((field) => field?.toLowerCase().includes(q.toLowerCase())))
            .map(({ id }) => id);
          expect((await idsOf(tenant, { q, limit: '100' })).sort()).toEqual(expected.sort());
        },
      ),
      { numRuns: 60 },
    );
  });

  it('walks over pages', async () => {
    const tenant = await server.makeTenant();
    const ids = await Promise.all(
      Array.from({ length: 5 }, (_, i) =>
        add(tenant, { firstName: 'Walker', createdAt: new Date(1_700_000_000_000 - i) }),
      ),
    );
    const first = expectData(await list(tenant, { q: 'walk', limit: '3' }));
    expect([
      ...first.data.map(({ id }: { id: string }) => id),
      ...(await idsOf(tenant, { q: 'walk', cursor: first.cursor })),
    ]).toEqual(ids);
  });
});

describe('the dashboard', () => {
  it('filters by list, subscription and source, and counts', async () => {
    const tenant = await server.makeTenant();
    const open = await add(tenant, { source: 'shop' });
    const closed = await add(tenant, { source: 'fair', subscriptions: { email: 'unsubscribed' } });
    const pending = await add(tenant, { source: 'fair', subscriptions: { email: 'pending', sms: 'unsubscribed' } });
    const { id: listId } = await makeContactList(server.services.database, tenant.accountId, {
      contactIds: [open, pending],
    });
    expect(await idsOf(tenant, { subscription: 'email.unsubscribed' })).toEqual([closed]);
    expect(await idsOf(tenant, { subscription: 'email.pending' })).toEqual([pending]);
    expect(await idsOf(tenant, { subscription: 'email.subscribed' })).toEqual([open]);
    expect((await idsOf(tenant, { source: 'fair' })).sort()).toEqual([closed, pending].sort());
    expect((await idsOf(tenant, { listId })).sort()).toEqual([open, pending].sort());
    expect(await idsOf(tenant, { listId, source: 'fair', q: 'example' })).toEqual([pending]);
    expect(await idsOf(server.theirs, { listId })).toEqual([]);
    const query = (name: string, input?: unknown) =>
      trpc(server, 'query', `contacts.${name}`, input, { cookie: tenant.cookie });
    expect((await query('count', {})).data).toEqual({ total: 3, isMore: false });
    expect((await query('count', { source: 'fair' })).data).toEqual({ total: 2, isMore: false });
    expect((await query('sources')).data).toEqual({ sources: ['fair', 'shop'] });
    expect((await query('figures')).data).toEqual({
      total: 3,
      createdThisMonth: 3,
      monthlyLimit: -1,
      suppressed: { email: 0, sms: 0, whatsapp: 0 },
    });
  });
});

it('a word that few have is not believed to be in every hundredth contact, whatever sample is taken', async () => {
  const { accountId } = await server.makeTenant();
  const { pool } = server.services.database;
  await pool.query(
    `INSERT INTO "Contact" ("accountId", "identityHash", email, "createdAt", "updatedAt")
     SELECT $1, n || $1, md5(n || $1) || '@example.test', now(), now() FROM generate_series(1, 6000) n`,
    [accountId],
  );
  await pool.query('ANALYZE "Contact"');
  const only = async <Row extends Record<string, unknown>>(text: string, values: unknown[] = []): Promise<Row> =>
    (await pool.query<Row>(text, values)).rows[0]!;
  for (const [column, name, length] of [
    [2, 'lower', 12],
    // Three times each character.
    [3, 'regexp_replace', 36],
  ] as const) {
    // Other tests' contacts are in the table too: the sample is of one of these, the share is of all.
    const { sampled } = await only<{ sampled: string }>(
      `SELECT substr(bound, 1, ${length}) AS sampled FROM pg_stats, unnest(histogram_bounds::text::text[]) bound
       WHERE tablename = 'Contact_search_idx' AND attname = $1 AND bound ~ '^[0-9a-f]{${length}}' LIMIT 1`,
      [name],
    );
    const { total } = await only<{ total: number }>(
      `SELECT reltuples::float8 AS total FROM pg_class WHERE oid = '"Contact"'::regclass`,
    );
    const { text } = await only<{ text: string }>(
      `SELECT pg_get_indexdef('"Contact_search_idx"'::regclass, ${column}, true) AS text`,
    );
    const explained = await only<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
      `EXPLAIN (FORMAT JSON) SELECT FROM "Contact" WHERE ${text} LIKE '%${sampled}%'`,
    );
    expect(explained['QUERY PLAN'][0].Plan['Plan Rows']).toBeLessThan(total * 0.005);
  }
});
