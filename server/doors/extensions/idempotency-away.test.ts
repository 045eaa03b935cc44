/** Idempotency keys of requests whose database went away: free again, or with their reply, as soon as it is back. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Principal } from '@/server/platform/auth/principal';
import { once, type KeyedRequest, type Reply } from '@/server/doors/extensions/idempotency';
import { now } from '@/server/platform/lib/clock';
import { createServices, type ServicesHandle } from '@/server/assembly/services';
import { type CutLine, startLine } from '@/server/testing/cut-line';
import { createTestDatabase, type TestDatabase } from '@/server/testing/database';
import { makeAccount } from '@/server/testing/factories/account';
import { eventually } from '@/server/testing/http';
import { testSettings } from '@/server/testing/server';

let database: TestDatabase;
let line: CutLine;
let services: ServicesHandle;
let principal: Principal;
beforeAll(async () => {
  database = await createTestDatabase();
  line = await startLine(database.url);
  services = createServices(testSettings(line.url), { name: 'test' });
  const accountId = await makeAccount(services.database);
  principal = {
    kind: 'session',
    sessionId: 's',
    userId: 'u',
    accountId,
    role: 'owner',
    email: 'a@example.test',
  };
});
afterAll(async () => {
  await services.close();
  line.cut();
  await database.drop();
});

const gone = (): Error => Object.assign(new Error('gone'), { code: 'ECONNRESET' });
const request = (): KeyedRequest => ({ key: randomUUID(), method: 'POST', url: '/a', body: Buffer.from('{}') });
const ask = (keyed: KeyedRequest, run: () => Promise<string>): Promise<Reply> =>
  once(services, principal, keyed, now(), run);
const again = (keyed: KeyedRequest): Promise<Reply> => ask(keyed, () => Promise.resolve('"again"'));

it('a request that failed for it may be tried again at once', async () => {
  const keyed = request();
  const first = ask(keyed, () => {
    line.cut();
    return Promise.reject(gone());
  });
  await expect(first).rejects.toMatchObject({ code: 'ECONNRESET' });
  await line.mend();
  await eventually(async () => expect(await again(keyed)).toEqual({ payload: '"again"', replayed: false }));
});

it('a request that was done keeps its reply', async () => {
  const keyed = request();
  const first = await ask(keyed, () => {
    line.cut();
    return Promise.resolve('"first"');
  });
  expect(first).toEqual({ payload: '"first"', replayed: false });
  await line.mend();
  await eventually(async () => expect(await again(keyed)).toEqual({ payload: '"first"', replayed: true }));
});

it('a key that was taken without our hearing of it is free again', async () => {
  const keyed = request();
  const { pool } = services.database;
  const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<unknown>;
  let asked = 0;
  const losing = async (...given: unknown[]): Promise<unknown> => {
    const answer = await query(...given);
    if (asked++ === 0) throw gone();
    return answer;
  };
  Object.assign(pool, { query: losing });
  let ran = false;
  const first = ask(keyed, () => {
    ran = true;
    return Promise.resolve('"first"');
  });
  await expect(first).rejects.toMatchObject({ code: 'ECONNRESET' });
  expect(asked).toBeGreaterThan(0);
  expect(ran).toBe(false);
  await eventually(async () => expect(await again(keyed)).toEqual({ payload: '"again"', replayed: false }));
  Reflect.deleteProperty(pool, 'query');
});
