/** What a key has called (docs/contract/api-keys.md#calls). */
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { KeyCalls } from '@/server/platform/auth/key-calls';
import { createApp } from '@/server/doors/app';
import { setClockOffset } from '@/server/platform/lib/clock';
import { pruneKeyCallsJob } from '@/server/modules/account/api-keys/jobs';
import { createServices } from '@/server/assembly/services';
import { makeContact } from '@/server/testing/factories/audience';
import { makeKey } from '@/server/testing/factories/account';
import { unique } from '@/server/testing/factories/unique';
import { bySession, eventually, expectData, expectError } from '@/server/testing/http';
import { signedHeaders } from '@/server/testing/sign';
import { useServer } from '@/server/testing/server';

const server = useServer();

afterEach(() => setClockOffset(0));

const DAY = 24 * 60 * 60_000;
const keyWith = (bounds: Parameters<typeof makeKey>[3] = {}, accountId = server.ours.accountId) =>
  makeKey(server.services.database, server.services.keys, accountId, bounds);
const read = (id: string, query = '') => server.call(server.ours.key, 'GET', `/api/v1/api-keys/${id}/calls${query}`);
interface Call {
  at: string;
  method: string;
  route: string;
  status: number;
  ms: number;
  requestId: string;
}
/** The calls once there are so many: they are written behind the requests. */
async function callsOf(id: string, count: number): Promise<Call[]> {
  let data: Call[] = [];
  await eventually(async () => {
    await server.services.keyCalls.flush();
    ({ data } = expectData(await read(id)));
    expect(data).toHaveLength(count);
  });
  return data;
}
const rowsOf = async (id: string): Promise<number> => {
  const { rows } = await server.services.database.pool.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM "ApiKeyCalls" WHERE "apiKeyId" = $1',
    [id],
  );
  return rows[0]?.count ?? 0;
};
/** So many requests of a key, answered in this order, without asking them one by one. */
async function noteCalls(id: string, count: number, writer = server.services.keyCalls): Promise<string[]> {
  const ids = Array.from({ length: count }, () => unique('request-'));
  for (const requestId of ids)
    writer.note({ accountId: server.ours.accountId, id }, 'GET', '/api/v1/whoami', 200, 1, requestId);
  await writer.flush();
  return ids;
}

describe('GET /api-keys/:id/calls', () => {
  it('tells method, route, status, time and request id of what the key signed, the newest first', async () => {
    const key = await keyWith();
    const { id } = await makeContact(server.services.database, server.ours.accountId);
    const before = Date.now();
    const answers = [
      await server.call(key, 'GET', '/api/v1/whoami'),
      await server.call(key, 'GET', `/api/v1/contacts/${id}?secret=in-the-query`),
      await server.call(key, 'PATCH', `/api/v1/contacts/${id}`, { body: { firstName: 'in-the-body' } }),
      await server.call(key, 'GET', '/api/v1/contacts/cunknown'),
      await server.call(key, 'POST', '/api/v1/contacts', { body: {} }),
      await server.call(key, 'GET', '/api/v1/contacts/export'),
      await server.call(key, 'HEAD', '/api/v1/whoami'),
    ];
    const data = await callsOf(key.id, answers.length);
    expect(data.map(({ method, route, status }) => [method, route, status]).reverse()).toEqual([
      ['GET', '/whoami', 200],
      ['GET', '/contacts/{id}', 200],
      ['PATCH', '/contacts/{id}', 200],
      ['GET', '/contacts/{id}', 404],
      ['POST', '/contacts', 400],
      ['GET', '/contacts/export', 200],
      ['HEAD', '/whoami', 200],
    ]);
    expect(data.map(({ requestId }) => requestId).reverse()).toEqual(
      answers.map(({ headers }) => headers.get('x-request-id')),
    );
    for (const call of data) {
      expect(Object.keys(call).sort()).toEqual(['at', 'method', 'ms', 'requestId', 'route', 'status']);
      expect(call.ms).toBeGreaterThanOrEqual(0);
      expect(Date.parse(call.at)).toBeGreaterThanOrEqual(before);
      expect(Date.parse(call.at)).toBeLessThanOrEqual(Date.now());
    }
    const text = JSON.stringify(data);
    for (const inside of [id, 'in-the-query', 'in-the-body', 'cunknown']) expect(text).not.toContain(inside);
  });

  it('has what was refused after the signature, and nothing that others sent under its key id', async () => {
    const revoked = await keyWith();
    expectData(await server.call(server.ours.key, 'POST', `/api/v1/api-keys/${revoked.id}/revoke`));
    const refused: [Awaited<ReturnType<typeof keyWith>>, string, number][] = [
      [revoked, 'GET', 401],
      [await keyWith({ expiresAt: new Date(Date.now() - DAY) }), 'GET', 401],
      [await keyWith({ allowedIps: ['203.0.113.9/32'] }), 'GET', 403],
      [await keyWith({ scopes: ['read'] }), 'POST', 403],
    ];
    for (const [key, method, status] of refused) {
      const wrong = await server.call({ ...key, secret: 'svcs_wrong' }, method, '/api/v1/api-keys');
      expectError(wrong, 401, 'INVALID_SIGNATURE');
      const late = await server.call(key, method, '/api/v1/api-keys', { timestamp: 1 });
      expectError(late, 401, 'TIMESTAMP_OUT_OF_RANGE');
      expect((await server.call(key, method, '/api/v1/api-keys')).status).toBe(status);
      expect(await callsOf(key.id, 1)).toMatchObject([{ method, route: '/api-keys', status }]);
    }
  });

  it('is there within 5 seconds without anybody waiting for it', async () => {
    const key = await keyWith();
    expectData(await server.call(key, 'GET', '/api/v1/whoami'));
    await eventually(async () => expect(expectData(await read(key.id)).data).toHaveLength(1));
  });

  it('shows its own calls to the key itself, and to the dashboard', async () => {
    const tenant = await server.makeTenant();
    const url = `/api/v1/api-keys/${tenant.key.id}/calls`;
    expect(expectData(await server.call(tenant.key, 'GET', url))).toEqual({ data: [], cursor: null, hasMore: false });
    await eventually(async () => {
      await server.services.keyCalls.flush();
      const { data } = expectData(await bySession(server, tenant.cookie, 'GET', url));
      expect(data).toMatchObject([{ method: 'GET', route: '/api-keys/{id}/calls', status: 200 }]);
    });
  });

  it('keeps the last hundred of each key, also in the database', async () => {
    const [key, other] = [await keyWith(), await keyWith()];
    await noteCalls(other.id, 3);
    const ids = [
      ...(await noteCalls(key.id, 60)),
      ...(await noteCalls(key.id, 60)),
      ...(await noteCalls(key.id, 250)),
      ...(await noteCalls(key.id, 7)),
    ];
    const { data, hasMore } = expectData(await read(key.id));
    expect(data.map(({ requestId }: Call) => requestId)).toEqual(ids.slice(-100).reverse());
    expect(hasMore).toBe(false);
    // A row for each time that something was written, whatever was called meanwhile.
    expect(await rowsOf(key.id)).toBe(4);
    for (let round = 4; round < 99; round++) await noteCalls(key.id, 1);
    expect(await rowsOf(key.id)).toBe(99);
    for (let round = 99; round < 199; round++) ids.push(...(await noteCalls(key.id, 1)));
    expect(await rowsOf(key.id)).toBeLessThan(200);
    expect(expectData(await read(key.id)).data.map(({ requestId }: Call) => requestId)).toEqual(
      ids.slice(-100).reverse(),
    );
    expect(await rowsOf(other.id)).toBe(1);
    expect(expectData(await read(other.id)).data).toHaveLength(3);
  });

  it('is walked page by page within the last hundred', async () => {
    const key = await keyWith();
    const ids = [...(await noteCalls(key.id, 70)), ...(await noteCalls(key.id, 70))];
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = expectData(await read(key.id, `?limit=30${cursor === null ? '' : `&cursor=${cursor}`}`)) as {
        data: Call[];
        cursor: string | null;
        hasMore: boolean;
      };
      seen.push(...page.data.map(({ requestId }) => requestId));
      expect(page.hasMore).toBe(page.cursor !== null);
      cursor = page.cursor;
    } while (cursor !== null);
    expect(seen).toEqual(ids.slice(-100).reverse());
    expect(expectData(await read(key.id, '?limit=1000')).data).toHaveLength(100);
    expect(expectData(await read(key.id, '?limit=0')).data).toHaveLength(1);
    expectError(await read(key.id, '?limit=many'), 400, 'VALIDATION');
    expectError(await read(key.id, '?cursor=nonsense'), 400, 'VALIDATION');
  });

  it('is of 24 hours by the clock of the service; a job removes what is older', async () => {
    const key = await keyWith();
    const [old] = await noteCalls(key.id, 1);
    setClockOffset(DAY - 60_000);
    const [late] = await noteCalls(key.id, 1);
    expect((await callsOf(key.id, 2)).map(({ requestId }) => requestId)).toEqual([late, old]);
    await pruneKeyCallsJob.run(server.services, {});
    expect(await rowsOf(key.id)).toBe(2);
    setClockOffset(DAY + 60_000);
    expect((await callsOf(key.id, 1)).map(({ requestId }) => requestId)).toEqual([late]);
    await pruneKeyCallsJob.run(server.services, {});
    expect(await rowsOf(key.id)).toBe(1);
  });

  it.each(['c0000000000000000000000000', 'UPPER', '%00'])('is 404 for the unknown id %s', async (id) => {
    expectError(await read(id), 404, 'NOT_FOUND');
  });

  it("is 404 for the neighbour's key and for a platform's, whose calls are nobody's here", async () => {
    expectError(await read(server.theirs.key.id), 404, 'NOT_FOUND');
    expectData(await server.call(server.platform, 'GET', '/api/v1/api-keys', { onBehalfOf: server.ours.accountId }));
    await server.services.keyCalls.flush();
    expectError(await read(server.platform.id), 404, 'NOT_FOUND');
    expect(await rowsOf(server.platform.id)).toBe(0);
  });
});

describe('the writing', () => {
  it('puts together what two processes answer', async () => {
    const { settings, database } = server.services;
    const other = createServices(settings, { name: 'other', answersRequests: true });
    const app = await createApp(other);
    await app.listen({ host: '127.0.0.1', port: 0 });
    const key = await keyWith();
    const ask = (url: string, from: string) =>
      fetch(from + url, { headers: signedHeaders(key, { method: 'GET', url }) });
    const otherUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
    const answers = await Promise.all(
      Array.from({ length: 80 }, (_, index) => ask('/api/v1/whoami', index % 2 === 0 ? server.baseUrl : otherUrl)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await app.close();
    // What a process noted is written when it ends.
    await other.close();
    const data = await callsOf(key.id, 80);
    expect(data.map(({ requestId }) => requestId).sort()).toEqual(
      answers.map(({ headers }) => headers.get('x-request-id')).sort(),
    );

    // Written and trimmed at once, over and over.
    const failures: unknown[] = [];
    const writers = Array.from({ length: 4 }, () => new KeyCalls(database, (error) => failures.push(error)));
    for (let round = 0; round < 10; round++) await Promise.all(writers.map((writer) => noteCalls(key.id, 150, writer)));
    expect(expectData(await read(key.id)).data).toHaveLength(100);
    expect(await rowsOf(key.id)).toBeLessThanOrEqual(100 + writers.length * 100);
    expect(failures).toEqual([]);
  });

  it('writes what it could not write, once, when the database is there again', async () => {
    const { database } = server.services;
    const key = await keyWith();
    const failures: unknown[] = [];
    let isAway = true;
    // The answer to the first write never comes: it was written all the same.
    const pool = {
      async query(text: string, values: unknown[]) {
        const answer = await database.pool.query(text, values);
        if (isAway) throw new Error('the connection broke');
        return answer;
      },
    } as unknown as typeof database.pool;
    const writer = new KeyCalls({ pool }, (error) => failures.push(error));
    const first = await noteCalls(key.id, 5, writer);
    isAway = false;
    const second = await noteCalls(key.id, 5, writer);
    expect(failures).toHaveLength(1);
    expect(expectData(await read(key.id)).data.map(({ requestId }: Call) => requestId)).toEqual(
      [...first, ...second].reverse(),
    );
  });

  it('holds no more than it may while nothing can be written', async () => {
    const pool = { query: () => Promise.reject(new Error('away')) } as unknown as typeof server.services.database.pool;
    const writer = new KeyCalls({ pool }, () => undefined);
    for (let index = 0; index < 60_000; index++)
      writer.note({ accountId: 'a', id: `key-${index}` }, 'GET', '/api/v1/whoami', 200, 1, 'r');
    await writer.flush();
    let written = 0;
    pool.query = ((_text: string, [ids]: [string[]]) => {
      written = Math.max(written, ids.length);
      return Promise.resolve();
    }) as unknown as typeof pool.query;
    await writer.flush();
    expect(written).toBe(50_000);
  });
});
