/**
 * What the second wall costs (docs/architecture.md#the-second-wall): our own server without ROW_SECURITY and with it, by turns.
 * Each server's own CPU, and that of PostgreSQL, in which the policies are.
 */
import pg from 'pg';
import { switchOnRowSecurity } from '@/server/migrations/row-security';
import { compare, median } from './lib/compare';
import { cpuOfPostgres, startOurs, type OurOptions, type RunningServer } from './lib/servers';
import { signedHeaders } from '@/server/testing/sign';
import { lay } from './lib/table';
import { INSERT_CONTACTS } from './contacts';
import { discountCodes } from './discount-codes';
import type { World } from './lib/world';

/** More than this share of a request and it stays off by default (spec 7.7). */
const GOAL = 1.05;
const CONTACTS = 100_000;
const SEARCHES = 20;

interface RowSecurityOptions {
  server: OurOptions;
  world: World;
  rounds: number;
  seconds: number;
}

export async function measureRowSecurity({ server, world, rounds, seconds }: RowSecurityOptions): Promise<string> {
  await switchOnRowSecurity(server.databaseUrl);
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  const [without, bound] = [await startOurs(server), await startOurs({ ...server, rowSecurity: true })];
  try {
    await client.query(INSERT_CONTACTS, [world.accountId, new Date(), 1, CONTACTS]);
    await client.query('VACUUM ANALYZE "Contact"');
    const backend = (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid ?? 0;
    // They take turns, so what PostgreSQL uses meanwhile is of the one whose turn it is.
    const withPostgres = (each: RunningServer): RunningServer => ({
      ...each,
      cpu: () => each.cpu() + cpuOfPostgres(backend),
    });
    const sides = { floor: withPostgres(without), ours: withPostgres(bound) };
    const lines = [['Request', 'without', 'CPU', 'with', 'CPU', 'Rate', 'CPU ×', 'Goal']];
    for (const measurement of discountCodes.measurements) {
      const { floor, ours, rate, cpu } = await compare(measurement, { world, ...sides, rounds, seconds });
      lines.push([
        measurement.title,
        `${floor.rate.toFixed(0)} /s`,
        `${floor.cpu.toFixed(0)} µs`,
        `${ours.rate.toFixed(0)} /s`,
        `${ours.cpu.toFixed(0)} µs`,
        rate.median.toFixed(2),
        cpu.toFixed(2),
        `≤ ${GOAL} ${cpu <= GOAL ? 'met' : 'missed'}`,
      ]);
    }
    const [plain, walled] = [await search(without, world), await search(bound, world)];
    const title = `GET /contacts?q=, one of ${CONTACTS.toLocaleString('en')}`;
    const ms = (value: number): string => `${value.toFixed(1)} ms`;
    lines.push([title, ms(plain), '', ms(walled), '', (plain / walled).toFixed(2), '', '']);
    return lay(lines);
  } finally {
    await Promise.all([without.stop(), bound.stop(), client.end()]);
  }
}

/** Milliseconds of a search by a part of an address that one contact has; the median of twenty. */
async function search({ url }: RunningServer, { key }: World): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < SEARCHES; n++) {
    const path = `/api/v1/contacts?q=.${90_000 + n}%40`;
    const headers = signedHeaders(key, { method: 'GET', url: path });
    const began = performance.now();
    const answer = await fetch(url + path, { headers });
    const { data } = (await answer.json()) as { data: { data: unknown[] } };
    times.push(performance.now() - began);
    if (answer.status !== 200 || data.data.length !== 1)
      throw new Error(`A search found ${data.data.length} contacts.`);
  }
  return median(times);
}
