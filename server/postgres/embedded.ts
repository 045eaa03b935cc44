/**
 * The PostgreSQL that npm installed, as a child process: `npm start` needs no other database, and every test run and
 * benchmark has one of its own. It listens on 127.0.0.1 only and asks for a password.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { LockedError, type ProcessLock, takeLock } from '@/scripts/lib/process-lock.mjs';
import { findPostgresBinaries, type PostgresBinaries } from './binaries';
import { EmbeddedDatabaseError } from './error';
import { initialiseFolder } from './folder';
import { endLeftover, readPidFile } from './leftover';
import { boundLog, lastFatalLine } from './log';
import { choosePostgresRunner, giveTo, type Runner } from './user';

export { EmbeddedDatabaseError };

const MAJOR_VERSION = '18';
const USER = 'laris';
const DATABASE = 'laris';

/**
 * The longest time until PostgreSQL is ready, in milliseconds. Long: after a crash it replays what was not yet written
 * to its tables.
 */
const START_TIMEOUT = 120_000;
/** The time that a start waits for what a killed PostgreSQL left behind: its processes and their shared memory. */
const LEFTOVER_TIMEOUT = 30_000;
const STOP_TIMEOUT = 20_000;

/** For a small server that shares its machine. Later flags win, so a caller's own come after these. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  // No socket file: its path may be too long for the system, and nothing here needs it.
  unix_socket_directories: '',
  timezone: 'UTC',
  log_timezone: 'UTC',
  max_connections: '100',
  shared_buffers: '256MB',
  synchronous_commit: 'on',
  // Solid-state disks, where reading here and there costs little more than reading on.
  random_page_cost: '1.1',
  log_checkpoints: 'off',
  // Statements and the details of their errors hold personal data, which does not belong in a log.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

/** Settings for databases that are thrown away: they are fast, and lose their data when the machine stops. */
export const THROWAWAY = ['-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'synchronous_commit=off'];

export interface EmbeddedPostgresOptions {
  /** The folder of its files; made when it is not there. */
  dir: string;
  /** Listens here or fails. */
  port?: number;
  /** Listens here when nobody else does; otherwise, and by default, on any free port. */
  preferredPort?: number;
  /** The password of the database user; made at random when the folder is new, so give it for a folder that is kept. */
  password?: string;
  /** Further arguments of `postgres`. */
  flags?: string[];
  /** A lock on the folder that the caller has; otherwise one is taken while PostgreSQL runs. */
  lock?: ProcessLock;
  /** PostgreSQL ended without being asked to. */
  onExit?: (reason: string) => void;
}

export interface EmbeddedPostgres {
  url: string;
  port: number;
  pid: number;
  /** Ends PostgreSQL: open transactions are rolled back, everything committed is kept. */
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL; its folder is made when it is new.
 * @throws EmbeddedDatabaseError with one line that says what is wrong
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dir = path.resolve(options.dir);
  fs.mkdirSync(path.dirname(dir), { recursive: true, mode: 0o711 });
  const lock = options.lock ?? takeFolder(dir);
  try {
    const binaries = findPostgresBinaries();
    const runner = choosePostgresRunner([binaries.postgres, path.dirname(dir)]);
    const throwaway = options.flags?.includes('fsync=off') ?? false;
    const password = options.password ?? randomBytes(24).toString('base64url');

    checkVersion(dir);
    const fresh = !fs.existsSync(path.join(dir, 'PG_VERSION'));
    if (fresh) initialiseFolder(dir, { user: USER, password, binaries, runner, throwaway });
    else {
      giveTo(runner.owner, dir);
      await endLeftover(dir, LEFTOVER_TIMEOUT);
    }

    const port = options.port ?? (await freePort(options.preferredPort));
    const running = await launch(dir, port, binaries, runner, options);
    const url = (database: string) =>
      `postgresql://${USER}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
    try {
      await ensureDatabase(url('postgres'));
    } catch (error) {
      await running.stop();
      throw new EmbeddedDatabaseError(`The built-in PostgreSQL in ${dir} refuses us: ${(error as Error).message}`);
    }
    return {
      url: url(DATABASE),
      port,
      pid: running.pid,
      async stop() {
        await running.stop();
        if (!options.lock) lock.release();
      },
    };
  } catch (error) {
    if (!options.lock) lock.release();
    throw error;
  }
}

function takeFolder(dir: string): ProcessLock {
  try {
    return takeLock(`${dir}.lock`);
  } catch (error) {
    if (error instanceof LockedError)
      throw new EmbeddedDatabaseError(`PostgreSQL is already running in ${dir} (process ${error.pid})`);
    throw error;
  }
}

function checkVersion(dir: string): void {
  const file = path.join(dir, 'PG_VERSION');
  const version = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : MAJOR_VERSION;
  if (version !== MAJOR_VERSION) {
    throw new EmbeddedDatabaseError(
      `${dir} was made by PostgreSQL ${version}, this is PostgreSQL ${MAJOR_VERSION}; take a backup with the old Laris and restore it here`,
    );
  }
}

/** A port of 127.0.0.1 that nobody listens on, the preferred one if it is so. */
async function freePort(preferred?: number): Promise<number> {
  const listen = (port: number) =>
    new Promise<number | null>((resolve) => {
      const server = net.createServer();
      server.once('error', () => resolve(null));
      server.listen({ port, host: '127.0.0.1' }, () => {
        const { port: got } = server.address() as net.AddressInfo;
        server.close(() => resolve(got));
      });
    });
  const port = (preferred ? await listen(preferred) : null) ?? (await listen(0));
  if (port === null) throw new EmbeddedDatabaseError('127.0.0.1 has no free port for the built-in PostgreSQL');
  return port;
}

async function launch(
  dir: string,
  port: number,
  binaries: PostgresBinaries,
  runner: Runner,
  options: EmbeddedPostgresOptions,
) {
  const logFile = `${dir}.log`;
  const [command = binaries.postgres, ...args] = [
    ...runner.prefix,
    binaries.postgres,
    '-D',
    dir,
    '-p',
    String(port),
    ...Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ...(options.flags ?? []),
  ];

  const deadline = Date.now() + LEFTOVER_TIMEOUT;
  for (;;) {
    const log = boundLog(logFile);
    // In a session of its own: Ctrl-C reaches every process of a terminal's, and the database has to outlive the
    // others.
    const child = spawn(command, args, {
      cwd: '/',
      detached: true,
      stdio: ['ignore', log.handle, log.handle],
      uid: runner.uid,
      gid: runner.gid,
    });
    log.release();
    const fault = await readiness(child, dir);
    if (fault === null) return supervise(child, log.watch(), options, logFile, log.start);
    const reason = lastFatalLine(logFile, log.start) ?? fault;
    // A killed PostgreSQL's last processes and their shared memory are there a moment longer than itself, and their
    // last words may stand in the log after why the new one did not start.
    if (
      /shared memory block|lock file .* already exists|unexpected postmaster exit/.test(reason) &&
      Date.now() < deadline
    ) {
      await sleep(250);
      continue;
    }
    throw new EmbeddedDatabaseError(`The built-in PostgreSQL does not start: ${reason} (see ${logFile})`);
  }
}

/** Waits until PostgreSQL takes connections; gives what went wrong otherwise. */
async function readiness(child: ChildProcess, dir: string): Promise<string | null> {
  const faults: string[] = [];
  child.once('error', (error) => faults.push(error.message));
  child.once('exit', (code, signal) => faults.push(howItEnded(code, signal)));
  for (const deadline = Date.now() + START_TIMEOUT; Date.now() < deadline; await sleep(15)) {
    if (faults[0] !== undefined) return faults[0];
    const noted = readPidFile(dir);
    if (noted !== null && noted.pid === child.pid && noted.status === 'ready') return null;
  }
  child.kill('SIGQUIT');
  return `it was not ready within ${START_TIMEOUT / 1000} seconds`;
}

const howItEnded = (code: number | null, signal: string | null) => `it ended with ${signal ?? `code ${code ?? '?'}`}`;

function supervise(
  child: ChildProcess,
  logWatch: { stop(): void },
  options: EmbeddedPostgresOptions,
  logFile: string,
  logStart: number,
) {
  let stopping = false;
  const ended = new Promise<void>((resolve) => {
    const onEnd = (code: number | null, signal: string | null) => {
      logWatch.stop();
      resolve();
      if (!stopping) options.onExit?.(lastFatalLine(logFile, logStart) ?? howItEnded(code, signal));
    };
    if (child.exitCode !== null || child.signalCode !== null) onEnd(child.exitCode, child.signalCode);
    else child.once('exit', onEnd);
  });
  return {
    pid: child.pid as number,
    async stop() {
      stopping = true;
      // Fast, then at once (the next start replays), then by force.
      for (const [signal, patience] of [
        ['SIGINT', STOP_TIMEOUT],
        ['SIGQUIT', 5000],
        ['SIGKILL', 5000],
      ] as const) {
        child.kill(signal);
        const timer = new AbortController();
        const done = await Promise.race([
          ended.then(() => true),
          sleep(patience, false, { signal: timer.signal }).catch(() => false),
        ]);
        timer.abort();
        if (done) return;
      }
    },
  };
}

async function ensureDatabase(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const found = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  } finally {
    await client.end();
  }
}
