/**
 * The content of DATA_DIR when Laris brings its own database: the secrets, made once, and the address where the
 * database listens. Both files are for their owner only (mode 600). The secrets are never printed.
 */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { lockHolder } from '@/scripts/lib/process-lock.mjs';

const secretsSchema = z.object({ appSecret: z.string(), unsubscribeSecret: z.string(), databasePassword: z.string() });
export type Secrets = z.output<typeof secretsSchema>;

const connectionSchema = z.object({ url: z.string(), port: z.number() });
/** The address where the embedded database listens. */
export type Connection = z.output<typeof connectionSchema>;

/** The folder of the embedded database's files. */
export const postgresDir = (dataDir: string): string => path.join(dataDir, 'postgres');

/** The lock that the process running the embedded database holds. */
export const runningLock = (dataDir: string): string => path.join(dataDir, 'running.lock');

/** Makes DATA_DIR. Others may pass through, for PostgreSQL may have to run as another user, but see nothing in it. */
export function makeDataDir(dataDir: string): void {
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o711 });
}

/**
 * The secrets of this DATA_DIR, made at the first call.
 * @throws when secrets.json is damaged: to make new ones would lose what the old ones encrypted
 */
export function loadSecrets(dataDir: string): Secrets {
  const file = path.join(dataDir, 'secrets.json');
  const known = readJson(file, secretsSchema);
  if (known) return known;
  if (fs.existsSync(file)) throw new Error(`${file} is damaged; restore it from a backup`);
  const fresh = () => randomBytes(32).toString('base64url');
  writeJson(file, { appSecret: fresh(), unsubscribeSecret: fresh(), databasePassword: fresh() });
  return loadSecrets(dataDir);
}

/** Returns the address where the embedded database listened last, whether or not it still does. */
export function lastConnection(dataDir: string): Connection | null {
  return readJson(path.join(dataDir, 'connection.json'), connectionSchema);
}

/** Returns the address where the embedded database listens; null when it does not run. For operator commands. */
export function runningConnection(dataDir: string): Connection | null {
  return lockHolder(runningLock(dataDir)) === null ? null : lastConnection(dataDir);
}

/** Remembers where the embedded database listens. */
export function rememberConnection(dataDir: string, connection: Connection): void {
  writeJson(path.join(dataDir, 'connection.json'), { url: connection.url, port: connection.port });
}

const servingSchema = z.object({ baseUrl: z.string() });

/** Remembers under which address people reach this installation, for addresses that operator commands print. */
export function rememberServing(dataDir: string, { baseUrl }: { baseUrl: string }): void {
  writeJson(path.join(dataDir, 'serving.json'), { baseUrl });
}

/** The address of the last start; null before the first. */
export function lastServing(dataDir: string): { baseUrl: string } | null {
  return readJson(path.join(dataDir, 'serving.json'), servingSchema);
}

function readJson<T>(file: string, schema: z.ZodType<T>): T | null {
  try {
    return schema.parse(JSON.parse(fs.readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

/** Writes a file that is there with all of its content or not at all. */
function writeJson(file: string, value: object): void {
  const temporary = `${file}.${process.pid}`;
  const handle = fs.openSync(temporary, 'w', 0o600);
  fs.writeSync(handle, `${JSON.stringify(value, null, 2)}\n`);
  fs.fsyncSync(handle);
  fs.closeSync(handle);
  fs.renameSync(temporary, file);
}
