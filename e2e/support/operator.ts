/** The operator's commands, on the database of this run. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** @param args as after `npm run -s laris --` @returns what the command prints */
export async function operator<Printed = Record<string, unknown>>(...args: string[]): Promise<Printed> {
  const { stdout } = await run(process.execPath, ['scripts/run.mjs', 'cli', ...args], {
    env: { ...process.env, DATA_DIR: process.env.E2E_DATA_DIR, DATABASE_URL: '' },
  });
  return JSON.parse(stdout) as Printed;
}
