/** Runs a command as somebody who pastes it into a terminal. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

interface Answer {
  data?: Record<string, unknown>;
  error?: { code: string };
}

/** @returns what the API answered */
export async function paste(command: string): Promise<Answer> {
  const { stdout } = await run('bash', ['-c', command], { timeout: 20_000 });
  return JSON.parse(stdout) as Answer;
}
