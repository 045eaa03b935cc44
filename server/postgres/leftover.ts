/** Deals with what a PostgreSQL left behind whose launcher was killed. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { processIdentity } from '@/scripts/lib/process-lock.mjs';
import { EmbeddedDatabaseError } from './error';

/** PostgreSQL's own note about itself: its process id on the first line, whether it takes connections on the eighth. */
export function readPidFile(dir: string): { pid: number; status: string } | null {
  try {
    const lines = fs.readFileSync(path.join(dir, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    return Number.isInteger(pid) && pid > 0 ? { pid, status: (lines[7] ?? '').trim() } : null;
  } catch {
    return null;
  }
}

/**
 * Ends a PostgreSQL that still runs on this folder without a launcher; the caller holds the folder's lock, so no
 * launcher lives. On Linux it is ending already, for it was told to when its launcher died.
 */
export async function endLeftover(dir: string, patience: number): Promise<void> {
  const noted = readPidFile(dir);
  if (noted === null) return;
  const { pid } = noted;
  const identity = processIdentity(pid);
  if (identity === null) return; // PostgreSQL itself sees that the note is stale, and checks its shared memory too.
  if (!isPostgresOn(pid, dir)) {
    disownPidFile(dir);
    return;
  }
  const gone = async (until: number) => {
    while (processIdentity(pid) === identity && Date.now() < until) await sleep(50);
    return processIdentity(pid) !== identity;
  };
  signal(pid, 'SIGINT');
  if (await gone(Date.now() + patience)) return;
  signal(pid, 'SIGQUIT');
  if (await gone(Date.now() + 5000)) return;
  throw new EmbeddedDatabaseError(`A PostgreSQL (process ${pid}) is still running in ${dir} and does not stop`);
}

function isPostgresOn(pid: number, dir: string): boolean {
  const command =
    process.platform === 'linux'
      ? read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')
      : spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout;
  return /postgres/.test(command) && command.includes(dir);
}

/**
 * The process that the note names lives but is another: ids are used again, in containers soon. PostgreSQL would take
 * it for itself and never start. To delete the note would lose its check for shared memory still in use, so we put the
 * id of its parent, ourselves, which it knows not to be a PostgreSQL.
 */
function disownPidFile(dir: string): void {
  const file = path.join(dir, 'postmaster.pid');
  const rest = read(file).split('\n').slice(1);
  fs.writeFileSync(file, [process.pid, ...rest].join('\n'));
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended in between, or belongs to somebody else; waiting tells.
  }
}

function read(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
