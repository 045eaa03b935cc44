/** Makes the folder in which the embedded PostgreSQL keeps its files. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import type { PostgresBinaries } from './binaries';
import { EmbeddedDatabaseError } from './error';
import type { Runner } from './user';

export interface FolderOptions {
  /** The database user that may do everything. */
  user: string;
  password: string;
  binaries: PostgresBinaries;
  runner: Runner;
  /** Does not wait until the files are on the disk. */
  throwaway: boolean;
}

/**
 * Makes the folder aside and moves it into place, so that a start that is killed in the middle leaves no half of it.
 * @throws EmbeddedDatabaseError
 */
export function initialiseFolder(dir: string, { user, password, binaries, runner, throwaway }: FolderOptions): void {
  const making = `${dir}.new`;
  const passwordFile = `${dir}.password`;
  fs.rmSync(making, { recursive: true, force: true });
  fs.mkdirSync(making, { mode: 0o700 });
  fs.rmSync(passwordFile, { force: true });
  fs.writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (runner.owner !== undefined)
    for (const given of [making, passwordFile]) fs.chownSync(given, runner.owner, runner.owner);
  try {
    // Case is folded by PostgreSQL's own full Unicode rules, the same on every system: lower('É') = 'é'. What still
    // asks the C library (the word boundaries of pg_trgm) needs a UTF-8 locale; which one there is depends on the
    // system.
    let said = '';
    for (const locale of process.platform === 'darwin'
      ? ['en_US.UTF-8', 'C.UTF-8', 'C']
      : ['C.UTF-8', 'en_US.UTF-8', 'C']) {
      const [command = binaries.initdb, ...args] = [
        ...runner.prefix,
        binaries.initdb,
        '-D',
        making,
        '-U',
        user,
        '--encoding=UTF8',
        `--locale=${locale}`,
        '--lc-messages=C',
        '--locale-provider=builtin',
        '--builtin-locale=PG_UNICODE_FAST',
        '--auth=scram-sha-256',
        `--pwfile=${passwordFile}`,
        '--no-instructions',
        ...(throwaway ? ['--no-sync'] : []),
      ];
      const made = spawnSync(command, args, { encoding: 'utf8', cwd: '/', uid: runner.uid, gid: runner.gid });
      if (made.status === 0) {
        fs.renameSync(making, dir);
        return;
      }
      said = made.error?.message ?? made.stderr;
      if (!said.includes('invalid locale name')) break;
    }
    const line = said.split('\n').find((text) => text.includes('error')) ?? said;
    throw new EmbeddedDatabaseError(
      `Cannot make the built-in database in ${dir}: ${line.replace(/^initdb: error: /, '').trim()}`,
    );
  } finally {
    fs.rmSync(passwordFile, { force: true });
    fs.rmSync(making, { recursive: true, force: true });
  }
}
