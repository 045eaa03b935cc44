/**
 * A lock that a process holds on a file, and that no longer counts once the process is gone, even after kill -9.
 *
 * Node cannot flock, so the file names its holder by process id and by the moment that process started: an id alone
 * may by then belong to another process, which is the rule rather than the exception when a container starts again.
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** The lock is held by a living process, `pid`. */
export class LockedError extends Error {
  /**
   * @param {string} file
   * @param {number} pid
   */
  constructor(file, pid) {
    super(`${file} is held by process ${pid}`);
    this.pid = pid;
  }
}

/**
 * Returns what tells a process from a later one with the same id; null when no process with that id lives.
 * @param {number} pid
 * @returns {string | null}
 */
export function processIdentity(pid) {
  if (process.platform === 'linux') {
    let stat;
    try {
      stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    } catch {
      return null;
    }
    // The fields after the command's name, which is in brackets and may hold anything: state is the first, start time the 20th.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return null;
    return `${bootId()}/${fields[19]}`;
  }
  const ps = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' });
  const line = ps.stdout?.trim() ?? '';
  if (ps.status !== 0 || line === '' || line.startsWith('Z')) return null;
  return line.replace(/^\S+\s+/, '');
}

function bootId() {
  try {
    return fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}

/**
 * @param {string} file
 * @returns {number | null} the process that holds the lock, or null
 */
export function lockHolder(file) {
  const held = read(file);
  return held !== null && held.identity !== null && processIdentity(held.pid) === held.identity ? held.pid : null;
}

/**
 * Takes the lock.
 * @param {string} file
 * @returns {{ release(): void }}
 * @throws {LockedError} when a living process has it
 */
export function takeLock(file) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const own = `${file}.${process.pid}`;
  const content = JSON.stringify({ pid: process.pid, identity: processIdentity(process.pid) });
  fs.writeFileSync(own, content, { mode: 0o600 });
  try {
    for (;;) {
      try {
        // A link appears at once with its whole content, and for one process only.
        fs.linkSync(own, file);
        return {
          release() {
            if (read(file)?.pid === process.pid) fs.rmSync(file, { force: true });
          },
        };
      } catch (error) {
        if (error.code !== 'EEXIST') throw error;
      }
      const holder = lockHolder(file);
      if (holder !== null) throw new LockedError(file, holder);
      discardStale(file, own);
    }
  } finally {
    fs.rmSync(own, { force: true });
  }
}

/**
 * Takes the lock, waiting as long as another process has it.
 * @param {string} file
 * @param {(pid: number) => void} [onWait] called once, when there is somebody to wait for
 */
export async function waitForLock(file, onWait) {
  for (let waited = false; ; waited = true) {
    try {
      return takeLock(file);
    } catch (error) {
      if (!(error instanceof LockedError)) throw error;
      if (!waited) onWait?.(error.pid);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

/**
 * Takes a dead process's lock away. One process at a time may do that, and looks once more before it does: so a lock that
 * another one has taken meanwhile is never moved, not even for a moment.
 * @param {string} file
 * @param {string} own names this process, as the lock would
 */
function discardStale(file, own) {
  const guard = `${file}.guard`;
  try {
    fs.linkSync(own, guard);
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    // Held for a moment. Whoever died within it holds it no more.
    if (lockHolder(guard) === null) fs.rmSync(guard, { force: true });
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
    return;
  }
  try {
    if (lockHolder(file) === null) fs.rmSync(file, { force: true });
  } finally {
    fs.rmSync(guard, { force: true });
  }
}

/**
 * @param {string} file
 * @returns {{ pid: number, identity: string | null } | null}
 */
function read(file) {
  try {
    const { pid, identity } = JSON.parse(fs.readFileSync(file, 'utf8'));
    return Number.isInteger(pid) ? { pid, identity } : null;
  } catch {
    return null;
  }
}
