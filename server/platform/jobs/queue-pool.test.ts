/** The queue outlives its database being away: it does not end, and what was done meanwhile is not done again. */
import { once } from 'node:events';
import { EventEmitter } from 'node:events';
import { Logger, run, type Runner } from 'graphile-worker';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrateQueue } from '@/server/platform/jobs/queue-tables';
import { type CutLine, startLine } from '@/server/testing/cut-line';
import { createTestDatabase, type TestDatabase } from '@/server/testing/database';
import { eventually } from '@/server/testing/http';
import { testSettings } from '@/server/testing/server';
import { openQueuePool, type QueuePool } from '@/server/platform/jobs/queue-pool';
import { createLogger } from '@/server/assembly/services';

let database: TestDatabase;
let line: CutLine;
let direct: pg.Pool;
let pool: QueuePool;
let runner: Runner;
/** What the jobs do: begin, and end when they are told to. */
const jobs = new EventEmitter();
let begun = 0;
let ended = '';

beforeAll(async () => {
  database = await createTestDatabase();
  await migrateQueue(database.url);
  line = await startLine(database.url);
  direct = new pg.Pool({ connectionString: database.url, max: 1 });
  const settings = testSettings(line.url);
  pool = openQueuePool({ settings, log: createLogger(settings, 'test') }, 3);
  const work = async (): Promise<void> => {
    begun++;
    const reported = once(jobs, 'end');
    jobs.emit('begun');
    await reported;
  };
  runner = await run({
    pgPool: pool,
    concurrency: 1,
    pollInterval: 100,
    noHandleSignals: true,
    logger: new Logger(() => () => {}),
    taskList: { work, fail: () => work().then(() => Promise.reject(new Error('It failed.'))) },
  });
  pool.isPatient = true;
  runner.promise.then(
    () => (ended = 'ended'),
    (error: unknown) => (ended = String(error)),
  );
});
afterAll(async () => {
  await runner.stop();
  await pool.end();
  await direct.end();
  line.cut();
  await database.drop();
});

const waiting = async (): Promise<{ attempts: number; locked: boolean }[]> =>
  (
    await direct.query<{ attempts: number; locked: boolean }>(
      'SELECT attempts, locked_at IS NOT NULL AS locked FROM graphile_worker.jobs',
    )
  ).rows;

/** Adds a job by another way, and waits until it is under way. */
async function begin(task: 'work' | 'fail'): Promise<void> {
  const isBegun = once(jobs, 'begun');
  await direct.query(`SELECT graphile_worker.add_job($1, run_at => now())`, [task]);
  await isBegun;
}

it('writes that a job has ended once the database is back, and goes on with others', async () => {
  await begin('work');
  line.cut();
  jobs.emit('end');
  // It is asked for a while, and finds nobody.
  await eventually(() => expect(pool.waitingCount + pool.totalCount).toBe(0));
  expect(await waiting()).toEqual([{ attempts: 1, locked: true }]);
  await line.mend();
  await eventually(async () => expect(await waiting()).toEqual([]));
  expect([begun, ended]).toEqual([1, '']);

  await begin('work');
  jobs.emit('end');
  await eventually(async () => expect(await waiting()).toEqual([]));
  expect([begun, ended]).toEqual([2, '']);
});

it('writes that a job has failed once the database is back', async () => {
  await begin('fail');
  line.cut();
  jobs.emit('end');
  await eventually(() => expect(pool.waitingCount + pool.totalCount).toBe(0));
  await line.mend();
  await eventually(async () => expect(await waiting()).toEqual([{ attempts: 1, locked: false }]));
  expect(ended).toBe('');
});

it('outlives a server that ends connections in the middle of what they do', async () => {
  await direct.query('DELETE FROM graphile_worker._private_jobs');
  for (let times = 0; times < 20; times++)
    await direct.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'laris queue' AND datname = current_database()`,
    );
  await begin('work');
  jobs.emit('end');
  await eventually(async () => expect(await waiting()).toEqual([]));
  expect(ended).toBe('');
});
