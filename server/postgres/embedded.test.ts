/** The embedded PostgreSQL as its callers see it: made, refused twice, and back after everything was killed. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmbeddedPostgres, THROWAWAY } from '@/server/postgres/embedded';
import { packageRoot } from '@/server/platform/lib/package-root';
import { processIdentity } from '@/scripts/lib/process-lock.mjs';

const PASSWORD = 'a password that is kept';
let folder: string;
let dir: string;

beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'laris-embedded-test-'));
  fs.chmodSync(folder, 0o711);
  dir = path.join(folder, 'postgres');
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const start = () => startEmbeddedPostgres({ dir, password: PASSWORD, flags: THROWAWAY });

async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Another process that runs the database until it is killed. */
async function startElsewhere(): Promise<{ launcher: ChildProcess; pid: number }> {
  const program = `
    import { startEmbeddedPostgres, THROWAWAY } from ${JSON.stringify(path.join(packageRoot, 'server/postgres/embedded.ts'))};
    const { pid } = await startEmbeddedPostgres({ dir: ${JSON.stringify(dir)}, password: ${JSON.stringify(PASSWORD)}, flags: THROWAWAY });
    process.send({ pid });
    setInterval(() => {}, 1000);
  `;
  const file = path.join(folder, 'launcher.mts');
  fs.writeFileSync(file, program);
  const launcher = fork(file, { cwd: packageRoot, execArgv: ['--import', import.meta.resolve('tsx')] });
  const [{ pid }] = (await once(launcher, 'message')) as [{ pid: number }];
  return { launcher, pid };
}

test('runs as whoever we are, folds case beyond ASCII, and keeps its data', async () => {
  const first = await start();
  expect(
    await query(first.url, `SELECT lower('É') = 'é' AS accent, lower('İ') AS dotted, 'ÉCOLE' ILIKE 'éc%' AS pattern`),
  ).toEqual([{ accent: true, dotted: 'İ'.toLowerCase(), pattern: true }]);
  await query(first.url, 'CREATE EXTENSION pg_trgm');
  expect(
    await query(first.url, `SELECT similarity('CAFÉ', 'café') AS alike, current_setting('TimeZone') AS zone`),
  ).toEqual([{ alike: 1, zone: 'UTC' }]);
  await first.stop();

  const second = await start();
  expect(await query(second.url, `SELECT extname FROM pg_extension WHERE extname = 'pg_trgm'`)).toHaveLength(1);
  await second.stop();
});

test('listens on the loopback only and asks for the password', async () => {
  const database = await start();
  expect(
    await query(
      database.url,
      `SELECT current_setting('listen_addresses') AS host, current_setting('unix_socket_directories') AS socket`,
    ),
  ).toEqual([{ host: '127.0.0.1', socket: '' }]);
  const wrong = new URL(database.url);
  wrong.password = 'wrong';
  await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
  await database.stop();
});

test('refuses a second start in one line that names the first', async () => {
  const database = await start();
  await expect(start()).rejects.toThrow(`PostgreSQL is already running in ${dir} (process ${process.pid})`);
  expect(await query(database.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await database.stop();
});

test('says when PostgreSQL ends by itself, and starts again on the same port', async () => {
  let report: (reason: string) => void = () => undefined;
  const reported = new Promise<string>((resolve) => (report = resolve));
  const database = await startEmbeddedPostgres({ dir, password: PASSWORD, flags: THROWAWAY, onExit: report });
  process.kill(database.pid, 'SIGKILL');
  expect(await reported).toContain('SIGKILL');
  await database.stop();

  const again = await startEmbeddedPostgres({ dir, password: PASSWORD, flags: THROWAWAY, port: database.port });
  expect(again.port).toBe(database.port);
  await again.stop();
});

test('starts at once after its launcher was killed', async () => {
  const { launcher, pid } = await startElsewhere();
  launcher.kill('SIGKILL');
  await once(launcher, 'exit');
  const database = await start();
  expect(processIdentity(pid)).toBeNull();
  expect(await query(database.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await database.stop();
});

test('starts after launcher and PostgreSQL were both killed', async () => {
  const { launcher, pid } = await startElsewhere();
  launcher.kill('SIGKILL');
  process.kill(pid, 'SIGKILL');
  await once(launcher, 'exit');
  const database = await start();
  await database.stop();
});

test('is not held up by another process that has got the id of the PostgreSQL that was killed', async () => {
  const database = await start();
  const note = fs.readFileSync(path.join(dir, 'postmaster.pid'), 'utf8');
  await database.stop();
  const program = path.join(folder, 'stranger.cjs');
  fs.writeFileSync(program, 'setInterval(() => {}, 1000)');
  const stranger = fork(program);
  fs.writeFileSync(path.join(dir, 'postmaster.pid'), note.replace(/^\d+/, String(stranger.pid)));
  const again = await start();
  expect(stranger.exitCode).toBeNull();
  await again.stop();
  stranger.kill();
});

test('explains a folder of another PostgreSQL, and a port that is taken', async () => {
  const other = path.join(folder, 'other');
  fs.mkdirSync(other);
  fs.writeFileSync(path.join(other, 'PG_VERSION'), '17\n');
  await expect(startEmbeddedPostgres({ dir: other })).rejects.toThrow(`${other} was made by PostgreSQL 17`);

  const database = await start();
  await expect(
    startEmbeddedPostgres({ dir: path.join(folder, 'third'), port: database.port, flags: THROWAWAY }),
  ).rejects.toThrow('does not start');
  await database.stop();
});
