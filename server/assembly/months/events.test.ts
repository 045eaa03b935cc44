/** The months of events by the clock (docs/contract/events.md#kept), on a server of its own: its tables are everybody's. */
import { afterEach, expect, it } from 'vitest';
import { setClockOffset } from '@/server/platform/lib/clock';
import { keepMonths } from '@/server/platform/jobs/months';
import { forgetOldEventsJob } from '@/server/modules/audience/events/jobs';
import { EVENTS } from '@/server/modules/audience/events/months';
import { analyzeMonthsJob, keepMonthsJob } from '@/server/assembly/months/jobs';
import { unique } from '@/server/testing/factories/unique';
import { eventually, expectData } from '@/server/testing/http';
import { useServer } from '@/server/testing/server';

const server = useServer();
const pool = () => server.services.database.pool;
const DAY_MS = 86_400_000;

afterEach(() => setClockOffset(0));

const partitions = async (): Promise<string[]> =>
  (
    await pool().query<{ name: string }>(
      `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = '"ShopperEvent"'::regclass ORDER BY 1`,
    )
  ).rows.map(({ name }) => name);
const rowsIn = async (table: string): Promise<string[]> =>
  (await pool().query<{ id: string }>(`SELECT id FROM "${table}" ORDER BY id`)).rows.map(({ id }) => id);
const keysOfAll = async (): Promise<number> =>
  (await pool().query<{ n: number }>(`SELECT count(*)::int AS n FROM "ShopperEventKey"`)).rows[0]?.n ?? -1;
/** @param at of the service's time */
const report = async (at: Date, id = unique('e')): Promise<string> => {
  const body = { events: [{ name: 'page_viewed', id, at: at.toISOString() }] };
  expectData(await server.call(server.ours.key, 'POST', '/api/v1/events', { body }));
  return id;
};
const setClock = (at: Date): void => setClockOffset(at.getTime() - Date.now());
const month = (name: string): string => `ShopperEvent_${name}`;

it('are made ahead, take over what came before them, and go when all of them is older than 13 months', async () => {
  const start = new Date('2026-11-27T08:00:00Z');
  setClock(start);
  expect(await partitions()).toEqual([month('rest')]);
  // Nobody has made a month yet: nothing is lost.
  const early = await report(new Date('2026-11-05T00:00:00Z'));
  const first = await report(new Date('2026-10-31T23:59:59.999Z'));
  const edge = await report(new Date('2026-11-01T00:00:00Z'));
  expect(await rowsIn(month('rest'))).toEqual([early, first, edge].sort());

  await keepMonthsJob.run(server.services, {});
  const made = await partitions();
  // 2025-10-26 is the oldest instant that is kept.
  expect(made.filter((name) => name !== month('rest'))).toEqual([
    ...['2025_10', '2025_11', '2025_12'].map(month),
    ...Array.from({ length: 12 }, (_, n) => month(`2026_${String(n + 1).padStart(2, '0')}`)),
    ...['2027_01', '2027_02'].map(month),
  ]);
  expect(await rowsIn(month('rest'))).toEqual([]);
  expect(await rowsIn(month('2026_10'))).toEqual([first]);
  expect(await rowsIn(month('2026_11'))).toEqual([early, edge].sort());
  // They have the indexes of the table, those by hand as well.
  const { rows: indexes } = await pool().query<{ n: number }>(
    `SELECT count(*)::int AS n FROM pg_indexes WHERE tablename IN ('ShopperEvent', '${month('2026_10')}') GROUP BY tablename`,
  );
  expect(new Set(indexes.map(({ n }) => n)).size).toBe(1);
  // Again changes nothing.
  expect(await keepMonths(pool(), EVENTS, start)).toEqual({ made: [], dropped: [], putOff: [] });

  // Thirteen months and some days on, October 2026 is over and November is not.
  setClock(new Date('2027-12-10T00:00:00Z'));
  const keys = await keysOfAll();
  await keepMonthsJob.run(server.services, {});
  await forgetOldEventsJob.run(server.services, {});
  const later = await partitions();
  expect(later).not.toContain(month('2026_10'));
  expect(later).toContain(month('2026_11'));
  expect(later).toContain(month('2028_03'));
  expect(await rowsIn('ShopperEvent')).toEqual([early, edge].sort());
  expect(await keysOfAll()).toBe(keys - 1);
  // Its id is free again, for a time that can be.
  await report(new Date('2027-12-09T00:00:00Z'), first);
  expect(await rowsIn(month('2027_12'))).toEqual([first]);
});

it('are analyzed together: PostgreSQL does it by itself for each of them alone', async () => {
  const at = new Date('2027-12-09T00:00:00Z');
  setClock(at);
  await keepMonths(pool(), EVENTS, at);
  await report(new Date(at.getTime() - DAY_MS));
  const known = async (): Promise<string[]> =>
    (
      await pool().query<{ name: string }>(
        `SELECT attname AS name FROM pg_stats WHERE tablename = 'ShopperEvent' AND inherited AND attname IN ('name', 'at') ORDER BY 1`,
      )
    ).rows.map(({ name }) => name);
  expect(await known()).toEqual([]);
  await analyzeMonthsJob.run(server.services, {});
  expect(await known()).toEqual(['at', 'name']);
});

it('wait for nobody: what somebody holds is done the next time', async () => {
  const far = new Date(Date.now() + 900 * DAY_MS);
  setClock(far);
  const reader = await pool().connect();
  try {
    await reader.query('BEGIN');
    await reader.query('SELECT count(*) FROM "ShopperEvent"');
    const held = await keepMonths(pool(), EVENTS, far);
    expect(held.dropped).toEqual([]);
    expect(held.putOff.length).toBeGreaterThan(0);
    await reader.query('COMMIT');
  } finally {
    reader.release();
  }
  const done = await keepMonths(pool(), EVENTS, far);
  expect(done.putOff).toEqual([]);
  expect(done.dropped.length).toBeGreaterThan(0);
  expect(done.made.length).toBeGreaterThan(0);
});

it('of two workers at once, each month is made once', async () => {
  const far = new Date(Date.now() + 2_000 * DAY_MS);
  const both = await Promise.all([keepMonths(pool(), EVENTS, far), keepMonths(pool(), EVENTS, far)]);
  const made = both.flatMap((each) => each.made);
  expect(new Set(made).size).toBe(made.length);
  await keepMonths(pool(), EVENTS, far);
  expect(await partitions()).toHaveLength(18);
});

it('of a worker that is killed in the middle of it leave all as it was, and are made by the next one', async () => {
  const far = new Date(Date.now() + 4_000 * DAY_MS);
  setClock(far);
  const id = await report(far);
  const holder = await pool().connect();
  try {
    await holder.query('BEGIN; LOCK TABLE "ShopperEvent_rest" IN ROW EXCLUSIVE MODE');
    const killed = keepMonths(pool(), EVENTS, far).then(
      () => 'went on',
      () => 'died',
    );
    // It has made a table and waits for the rest.
    await eventually(async () => {
      const { rows } = await pool().query<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'LOCK TABLE "ShopperEvent_rest"%ACCESS EXCLUSIVE%'`,
      );
      expect(rows).toHaveLength(1);
      await pool().query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
    }, 900);
    expect(await killed).toBe('died');
    await holder.query('COMMIT');
  } finally {
    holder.release();
  }
  expect(await rowsIn(month('rest'))).toEqual([id]);
  expect((await keepMonths(pool(), EVENTS, far)).putOff).toEqual([]);
  expect(await rowsIn(month('rest'))).toEqual([]);
  expect(await rowsIn('ShopperEvent')).toContain(id);
});
