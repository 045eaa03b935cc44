/** A PostgreSQL and a streaming standby of it, each with a folder that is thrown away. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { migrate } from '@/server/migrations/migrate';
import { migrateQueue } from '@/server/platform/jobs/queue-tables';
import { findPostgresBinaries } from '@/server/postgres/binaries';
import { startEmbeddedPostgres, THROWAWAY } from '@/server/postgres/embedded';
import { choosePostgresRunner, giveTo } from '@/server/postgres/user';
import { freePort } from '@/server/testing/free-port';
import { eventually } from '@/server/testing/http';

export interface WithStandby {
  url: string;
  standbyUrl: string;
  /** Asked of the standby itself. */
  onStandby<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]>;
  /** Resolves once the standby has all that is committed by now. */
  caughtUp(): Promise<void>;
  /** As a machine that goes away. */
  killStandby(): Promise<void>;
  startStandby(): Promise<void>;
  stop(): Promise<void>;
}

/** @returns both, the primary migrated */
export async function startWithStandby(): Promise<WithStandby> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'laris-standby-'));
  fs.chmodSync(folder, 0o711);
  const [primaryDir, standbyDir] = [path.join(folder, 'primary'), path.join(folder, 'standby')];
  // What is acknowledged stands in the log that the standby reads.
  const primary = await startEmbeddedPostgres({
    dir: primaryDir,
    flags: [...THROWAWAY, '-c', 'synchronous_commit=on'],
  });
  await migrate(primary.url);
  await migrateQueue(primary.url);
  await copy(primary.url, primaryDir, standbyDir);

  const address = new URL(primary.url);
  const port = await freePort();
  const standbyUrl = Object.assign(new URL(primary.url), { port: String(port) }).href;
  const binaries = findPostgresBinaries();
  const runner = choosePostgresRunner([binaries.postgres, folder]);
  fs.writeFileSync(path.join(standbyDir, 'standby.signal'), '');
  fs.appendFileSync(
    path.join(standbyDir, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=${address.username} password=${decodeURIComponent(address.password)}'\n`,
  );
  giveTo(runner.owner, standbyDir);

  let standby: ChildProcess | undefined;
  const [onPrimary, there] = [oneConnection(primary.url), oneConnection(standbyUrl)];
  const onStandby = async <Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> =>
    (await there.query<Row>(sql)).rows;
  const startStandby = async (): Promise<void> => {
    const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'wal_retrieve_retry_interval=100ms'];
    const [command = binaries.postgres, ...args] = [
      ...runner.prefix,
      binaries.postgres,
      ...['-D', standbyDir, '-p', String(port)],
      ...settings.flatMap((each) => ['-c', each]),
    ];
    standby = spawn(command, args, { cwd: '/', stdio: 'ignore', uid: runner.uid, gid: runner.gid });
    await eventually(async () => void (await onStandby('SELECT 1')));
  };
  const killStandby = async (): Promise<void> => {
    if (standby === undefined || standby.exitCode !== null || standby.signalCode !== null) return;
    const ended = once(standby, 'exit');
    // Its own processes see that it is gone, and end.
    standby.kill('SIGKILL');
    await ended;
  };
  await startStandby();
  return {
    url: primary.url,
    standbyUrl,
    onStandby,
    async caughtUp() {
      const { rows } = await onPrimary.query<{ position: string }>('SELECT pg_current_wal_lsn()::text AS position');
      const sql = `SELECT pg_last_wal_replay_lsn() >= '${rows[0]?.position ?? ''}' AS "isThere"`;
      const check = async (): Promise<void> => {
        if ((await onStandby<{ isThere: boolean }>(sql))[0]?.isThere !== true) throw new Error('The standby lags.');
      };
      await eventually(check, 20_000, 2);
    },
    killStandby,
    startStandby,
    async stop() {
      await there.end();
      await onPrimary.end();
      await killStandby();
      await primary.stop();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A connection that stays open. One that breaks with its server is replaced when it is next asked. */
function oneConnection(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 1 });
  pool.on('error', () => {});
  return pool;
}

/** A copy of the files of a PostgreSQL that goes on writing, with what it says that has to be replayed. */
async function copy(url: string, from: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`SELECT pg_backup_start('copy', true)`);
    fs.cpSync(from, to, {
      recursive: true,
      filter: (source) => !/postmaster\.(pid|opts)$|\/pgsql_tmp/.test(source),
    });
    const { rows } = await client.query<{ label: string }>(
      'SELECT labelfile AS label FROM pg_backup_stop(wait_for_archive => false)',
    );
    fs.writeFileSync(path.join(to, 'backup_label'), rows[0]?.label ?? '');
    fs.chmodSync(to, 0o700);
  } finally {
    await client.end();
  }
}
