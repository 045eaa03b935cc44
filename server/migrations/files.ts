/** The migrations and the schema as they lie in prisma/. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { packageRoot } from '@/server/platform/lib/package-root';

export interface MigrationFile {
  /** The folder's name: a timestamp and what it does. */
  name: string;
  script: string;
  /** SHA-256, as Prisma records it. */
  checksum: string;
}

export interface SchemaFile {
  path: string;
  content: string;
}

export const migrationsDir: string = path.join(packageRoot, 'prisma', 'migrations');
export const schemaDir: string = path.join(packageRoot, 'prisma', 'schema');

/** Every migration, in the order in which they are applied. */
export function readMigrations(dir: string = migrationsDir): MigrationFile[] {
  if (!fs.existsSync(dir)) return [];
  return fs
    .readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
    .map((name) => {
      const script = fs.readFileSync(path.join(dir, name, 'migration.sql'), 'utf8');
      return { name, script, checksum: createHash('sha256').update(script).digest('hex') };
    });
}

/** The schema, a file a resource. */
export function readSchema(dir: string = schemaDir): SchemaFile[] {
  return fs
    .readdirSync(dir)
    .filter((name) => name.endsWith('.prisma'))
    .sort()
    .map((name) => ({ path: path.join(dir, name), content: fs.readFileSync(path.join(dir, name), 'utf8') }));
}
