/**
 * The tests' PostgreSQL: one server for a whole run, started before it (vitest's globalSetup), and on it a database for
 * whoever asks, copied from one that is migrated once.
 */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { lockHolder } from '@/scripts/lib/process-lock.mjs';
import { startEmbeddedPostgres, THROWAWAY } from '@/server/postgres/embedded';
import { migrate } from '@/server/migrations/migrate';
import { migrateQueue } from '@/server/platform/jobs/queue-tables';

const FOLDER = 'laris-test-';
const TEMPLATE = 'laris_template';
/**
 * The variable by which the test processes find the server: they are started with the environment of the one that
 * started it.
 */
const VARIABLE = 'LARIS_TEST_DATABASE';
/** One copy at a time: PostgreSQL may refuse to copy a database that is being copied. */
const COPY_LOCK = 0x74_65_73_74;

export interface TestServer {
  /** A database of the server from which others can be made. */
  adminUrl: string;
  stop(): Promise<void>;
}

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** Starts a server whose data is thrown away, with a migrated template. For runs that are not vitest's. */
export async function startTestServer(): Promise<TestServer> {
  removeLeftovers();
  const dir = fs.mkdtempSync(path.join(placeForData(), FOLDER));
  // PostgreSQL may have to run as another user.
  fs.chmodSync(dir, 0o711);
  const server = await startEmbeddedPostgres({ dir: path.join(dir, 'postgres'), flags: THROWAWAY });
  const adminUrl = server.url;
  await asAdmin(adminUrl, (admin) => admin.query(`CREATE DATABASE ${TEMPLATE}`));
  await migrate(databaseUrl(adminUrl, TEMPLATE));
  await migrateQueue(databaseUrl(adminUrl, TEMPLATE));
  return {
    adminUrl,
    async stop() {
      await server.stop();
      fs.rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** vitest's globalSetup. Each project of vitest.config.ts calls it, and the first one starts the server of all. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[VARIABLE] !== undefined) return undefined;
  const server = await startTestServer();
  process.env[VARIABLE] = server.adminUrl;
  return () => server.stop();
}

/** A database on the tests' server from which others can be made. */
export function testAdminUrl(): string {
  const url = process.env[VARIABLE];
  if (url === undefined) throw new Error('The tests have no database: run them with npm test, or npx vitest');
  return url;
}

/** A migrated database of one's own. */
export async function createTestDatabase(adminUrl: string = testAdminUrl()): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await asAdmin(adminUrl, async (admin) => {
    await admin.query('SELECT pg_advisory_lock($1)', [COPY_LOCK]);
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY FILE_COPY`);
  });
  return {
    url: databaseUrl(adminUrl, name),
    drop: () => dropDatabase(adminUrl, name),
  };
}

/** One without a table. */
export async function createEmptyDatabase(adminUrl: string = testAdminUrl()): Promise<TestDatabase> {
  const name = `empty_${randomUUID().replaceAll('-', '')}`;
  await asAdmin(adminUrl, (admin) => admin.query(`CREATE DATABASE ${name}`));
  return { url: databaseUrl(adminUrl, name), drop: () => dropDatabase(adminUrl, name) };
}

const dropDatabase = (adminUrl: string, name: string): Promise<void> =>
  asAdmin(adminUrl, async (admin) => void (await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)));

function databaseUrl(adminUrl: string, name: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function asAdmin<T>(adminUrl: string, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

const ROOM = 1024 ** 3;

/** In memory where there is room: a copy is 400 small files, 10 ms there and up to 300 ms on a slow disk. */
function placeForData(): string {
  try {
    const { bavail, bsize } = fs.statfsSync('/dev/shm');
    fs.accessSync('/dev/shm', fs.constants.W_OK);
    return bavail * bsize > ROOM ? '/dev/shm' : os.tmpdir();
  } catch {
    return os.tmpdir();
  }
}

/** Removes the folders of runs that were killed. Young ones are left: their server may be starting. */
function removeLeftovers(): void {
  const place = placeForData();
  for (const name of fs.readdirSync(place).filter((entry) => entry.startsWith(FOLDER))) {
    const dir = path.join(place, name);
    try {
      const old = Date.now() - fs.statSync(dir).mtimeMs > 10 * 60_000;
      if (old && lockHolder(path.join(dir, 'postgres.lock')) === null) fs.rmSync(dir, { recursive: true, force: true });
    } catch {
      // Another run removes it, or it is another user's.
    }
  }
}
