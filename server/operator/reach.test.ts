/** A command waits for a database that is slow to answer, and does not wait for one that says no. */
import net, { type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '@/server/platform/db/client';
import { CONNECT_TIMEOUT_MS, reach } from '@/server/operator/reach';
import { createTestDatabase, type TestDatabase } from '@/server/testing/database';

let own: TestDatabase;
let entry: net.Server;
let url: string;
/** How many milliseconds each connection waits; undefined: it is cut. The last one holds for all that follow. */
let waits: (number | undefined)[];
const sockets = new Set<Socket>();

beforeAll(async () => {
  own = await createTestDatabase();
  const there = new URL(own.url);
  entry = net.createServer((socket) => {
    const wait = waits.length > 1 ? waits.shift() : waits[0];
    if (wait === undefined) return void socket.destroy();
    const onward = net.connect(Number(there.port), there.hostname);
    for (const each of [socket, onward]) sockets.add(each.on('error', () => undefined));
    setTimeout(() => socket.pipe(onward).pipe(socket), wait);
  });
  entry.listen(0, '127.0.0.1');
  await once(entry, 'listening');
  url = Object.assign(new URL(own.url), { port: String((entry.address() as AddressInfo).port) }).href;
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  entry.close();
  await own.drop();
});

it('tries again where it is cut, and waits for an answer that takes seconds', async () => {
  waits = [undefined, undefined, 3_500];
  const database = openDatabase(url, { poolSize: 1, connectTimeout: CONNECT_TIMEOUT_MS });
  try {
    await reach(database.pool);
    expect((await database.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  } finally {
    await database.close();
  }
});

it('gives up after its patience, and at once where the database refuses', async () => {
  waits = [undefined];
  const away = openDatabase(url, { poolSize: 1 });
  await expect(reach(away.pool, 600)).rejects.toThrow();
  await away.close();
  waits = [0];
  const refused = openDatabase(Object.assign(new URL(url), { pathname: '/there_is_none' }).href, { poolSize: 1 });
  await expect(reach(refused.pool)).rejects.toMatchObject({ code: '3D000' });
  await refused.close();
});
