/** Brings a folder's node_modules in line with its package-lock.json: the root's, or the deep tests'. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { root, runNode, task, TaskError } from './tasks.mjs';

const lockFile = (folder) => path.join(folder, 'package-lock.json');
const modules = (folder) => path.join(folder, 'node_modules');
/** Written after an installation, with what was installed. */
const stampFile = (folder) => path.join(modules(folder), '.laris-installed');

/** Installs the packages unless they are there. */
export async function install(folder = root) {
  if (isInstalled(folder)) return;
  await task('Installing packages', async () => {
    try {
      // Also what is needed to build, which npm leaves out under NODE_ENV=production.
      await runNode(
        [npmProgram(), 'ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'],
        { cwd: folder },
      );
    } catch (error) {
      if (!(error instanceof TaskError)) throw error;
      // What is wrong comes first; npm's instructions for use follow.
      throw new TaskError(
        error.message
          .split('\n')
          .filter((line) => !/^npm (error|warn)\s*$/.test(line))
          .slice(0, 12)
          .join('\n'),
      );
    }
  });
  markInstalled(folder);
}

/** Checks whether node_modules holds what the lock says, by our own installation or by somebody's `npm install`. */
export function isInstalled(folder = root) {
  try {
    if (fs.readFileSync(stampFile(folder), 'utf8') === stamp(folder)) return true;
  } catch {
    // Never installed by us.
  }
  if (!matchesLock(folder)) return false;
  markInstalled(folder);
  return true;
}

export function markInstalled(folder = root) {
  fs.writeFileSync(stampFile(folder), stamp(folder));
}

/** The lock's content, and the machine's kind: a folder copied from another lacks this one's binaries. */
function stamp(folder) {
  const digest = createHash('sha256')
    .update(fs.readFileSync(lockFile(folder)))
    .digest('hex');
  return `${digest} ${process.platform}-${process.arch}\n`;
}

/** Compares the lock with npm's own list of what it installed, which it writes last. */
function matchesLock(folder) {
  const wanted = readPackages(lockFile(folder));
  const present = readPackages(path.join(modules(folder), '.package-lock.json'));
  if (wanted === null || present === null) return false;
  return (
    Object.entries(wanted).every(
      ([where, entry]) => present[where]?.version === entry.version || (!present[where] && !isNeeded(where, entry)),
    ) && Object.keys(present).every((where) => where in wanted)
  );
}

/**
 * Checks whether npm installs the package on this machine.
 * @param {string} where
 * @param {{ optional?: boolean, integrity?: string, os?: string[], cpu?: string[], libc?: string[] }} entry
 */
function isNeeded(where, entry) {
  if (where === '') return false;
  if (!entry.optional) return true;
  // Of the optional ones only those that are plainly for this machine; see complete-lock.mjs for those without integrity.
  return Boolean(
    entry.integrity && !entry.libc && entry.os?.includes(process.platform) && entry.cpu?.includes(process.arch),
  );
}

/** @param {string} file */
function readPackages(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')).packages ?? null;
  } catch {
    return null;
  }
}

/** npm's own program: the one that runs this script, or the one that came with Node. */
function npmProgram() {
  const given = process.env.npm_execpath;
  if (given && path.basename(given) === 'npm-cli.js') return given;
  const folders = [path.dirname(process.execPath), ...(process.env.PATH ?? '').split(path.delimiter)];
  for (const folder of folders) {
    for (const candidate of [
      path.join(folder, 'npm'),
      path.join(folder, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    ]) {
      if (fs.existsSync(candidate) && fs.realpathSync(candidate).endsWith('.js')) return fs.realpathSync(candidate);
    }
  }
  throw new Error('npm is not installed');
}
