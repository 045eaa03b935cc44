/** Compares prisma/migrations with prisma/schema, and writes the migration that leads from the one to the other. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres, THROWAWAY } from '@/server/postgres/embedded';
import { migrationsDir, readMigrations, readSchema } from './files';
import { openSchemaEngine } from './schema-engine';

/**
 * The SQL by which the schema differs from the migrations; null when they agree. What Prisma cannot express (functions,
 * triggers, checks, expression indexes) is not compared.
 * @param serverUrl a database on a server where databases may be created; the migrations are replayed on one
 */
export async function migrationDifference(serverUrl: string): Promise<string | null> {
  const schema = readSchema();
  const engine = await openSchemaEngine(serverUrl, schema);
  try {
    return await engine.difference(readMigrations(), schema);
  } finally {
    await engine.close();
  }
}

/** The same, with a database that is made for it and thrown away. */
export async function migrationDifferenceAlone(): Promise<string | null> {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'laris-migration-'));
  try {
    const database = await startEmbeddedPostgres({ dir: path.join(dir, 'postgres'), flags: THROWAWAY });
    try {
      return await migrationDifference(database.url);
    } finally {
      await database.stop();
    }
  } finally {
    fs.rmSync(dir, { recursive: true, force: true });
  }
}

/**
 * Writes the next migration.
 * @param title what it does, in snake_case
 * @returns its path
 */
export function writeMigration(title: string, sql: string): string {
  const name = `${nextTimestamp(readMigrations().at(-1)?.name)}_${title}`;
  const file = path.join(migrationsDir, name, 'migration.sql');
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, sql);
  fs.writeFileSync(
    path.join(migrationsDir, 'migration_lock.toml'),
    '# Prisma asks for this file.\nprovider = "postgresql"\n',
  );
  return file;
}

/**
 * `20260131093000`: now, or one second after the last migration where its author's clock was ahead, for the order is by
 * name.
 */
function nextTimestamp(last = ''): string {
  const stamp = (date: Date) => date.toISOString().replace(/\D/g, '').slice(0, 14);
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)_/.exec(last) ?? [];
  const now = stamp(new Date());
  if (year === undefined || now > last.slice(0, 14)) return now;
  return stamp(new Date(Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) + 1000));
}
