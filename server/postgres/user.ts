/**
 * The way the embedded PostgreSQL is run, and the user who runs it.
 *
 * PostgreSQL refuses to run as root. Started by root, it becomes "nobody": in a user namespace where that user is root
 * outside of it, so that nothing has to change hands; where namespaces are blocked (most containers), as the real
 * nobody, to whom the data folder is given.
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { EmbeddedDatabaseError } from './error';

/** The user id of nobody on every Linux. */
const NOBODY = 65534;

export interface Runner {
  /** Goes in front of a PostgreSQL program and its arguments. */
  prefix: string[];
  /** Set when Node itself has to change the user. */
  uid?: number;
  gid?: number;
  /** The user that the data folder has to belong to; undefined leaves it as it is. */
  owner?: number;
}

/**
 * Chooses how to run PostgreSQL's programs.
 * @param reachable what the user must be able to run or enter: the binary, and the folder in which the data folder lies
 */
export function choosePostgresRunner(reachable: string[]): Runner {
  // Ends PostgreSQL with its parent, however that ends. Linux only; elsewhere the next start ends what was left over.
  const dieWithParent = works(['setpriv', '--pdeathsig', 'INT', '--'], [])
    ? ['setpriv', '--pdeathsig', 'INT', '--']
    : [];
  const inNamespace = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--', ...dieWithParent];
  if (process.getuid?.() !== 0) {
    // initdb asks for the user's name, and a container may run us as a number that has none.
    return { prefix: !hasName() && works(inNamespace, reachable) ? inNamespace : dieWithParent };
  }
  if (works(inNamespace, reachable)) return { prefix: inNamespace, owner: 0 };

  // dac_override lets nobody in below folders such as /root, which only their owner may enter.
  const asNobody = [
    'setpriv',
    `--reuid=${NOBODY}`,
    `--regid=${NOBODY}`,
    '--clear-groups',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
    '--pdeathsig',
    'INT',
    '--',
  ];
  if (works(asNobody, reachable)) return { prefix: asNobody, owner: NOBODY };

  const nobody =
    process.platform === 'darwin' ? Number(spawnSync('id', ['-u', 'nobody'], { encoding: 'utf8' }).stdout) : NOBODY;
  const runner = { prefix: dieWithParent, uid: nobody, gid: nobody, owner: nobody };
  if (works(dieWithParent, reachable, runner)) return runner;
  throw new EmbeddedDatabaseError(
    `PostgreSQL refuses to run as root, and the user nobody cannot enter ${reachable.join(' and ')}; start Laris as another user, or move it where others may enter`,
  );
}

function hasName(): boolean {
  try {
    return os.userInfo().username !== '';
  } catch {
    return false;
  }
}

function works(prefix: string[], reachable: string[], user: { uid?: number; gid?: number } = {}): boolean {
  const shell = 'sh';
  const test = ['-c', 'for path do test -x "$path" || exit 1; done', 'sh', ...reachable];
  const [command = shell, ...args] = [...prefix, shell, ...test];
  return spawnSync(command, args, { stdio: 'ignore', cwd: '/', uid: user.uid, gid: user.gid }).status === 0;
}

/** Gives a folder and all below it to the user that PostgreSQL runs as. */
export function giveTo(owner: number | undefined, dir: string): void {
  if (owner === undefined || fs.statSync(dir).uid === owner) return;
  for (const entry of fs.readdirSync(dir, { recursive: true, encoding: 'utf8' }))
    fs.lchownSync(path.join(dir, entry), owner, owner);
  // The folder itself last: it tells a later start that all of it was given.
  fs.chownSync(dir, owner, owner);
}
