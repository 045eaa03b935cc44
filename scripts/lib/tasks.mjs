/** Running one step after another, with a short line for each. Everything goes to stderr: stdout belongs to the command. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The package's folder. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

const OLDEST_NODE = [20, 19];

/** Ends the process with one clear line when Node is too old for what Laris is built on. */
export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  fail(`Laris needs Node.js ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node}.`);
}

/**
 * @param {string} line
 * @returns {never}
 */
export function fail(line) {
  console.error(line);
  process.exit(1);
}

/** The output of a program that failed, shortened to its end. */
export class TaskError extends Error {}

/**
 * Does one step, and says so: `Building… 31 s`.
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function task(title, work) {
  const begun = performance.now();
  process.stderr.write(`${title}… `);
  try {
    const result = await work();
    process.stderr.write(`${seconds(begun)}\n`);
    return result;
  } catch (error) {
    process.stderr.write('failed\n');
    throw error;
  }
}

/** @param {number} begun */
export function seconds(begun) {
  return `${((performance.now() - begun) / 1000).toFixed(1)} s`;
}

/**
 * Runs a Node program to its end; rejects with what it printed when it fails. It is ended with this process.
 * @param {string[]} args of Node
 * @param {{ cwd?: string, env?: Record<string, string | undefined>, show?: boolean }} [options] show: let it print as it goes
 */
export async function runNode(args, { cwd = root, env = {}, show = false } = {}) {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  });
  // Ctrl-C reaches the child by itself; a signal to this process alone does not.
  const pass = () => child.kill('SIGTERM');
  process.once('SIGTERM', pass);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (said = (said + data).slice(-8000)));
  const [code, signal] = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (...end) => resolve(end));
  });
  process.removeListener('SIGTERM', pass);
  if (signal !== null) process.exit(signal === 'SIGINT' ? 130 : 143);
  if (code !== 0) throw new TaskError(said.trim() || `${path.basename(args[0])} ended with code ${code}`);
}
