/** A command waits for its database: a script that runs one does not try again. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { isUnavailable } from '@/server/platform/errors';

/**
 * The time limit of one attempt, in milliseconds. On a busy machine the start of a command itself takes seconds, and
 * its timers run out before its sockets are read.
 */
export const CONNECT_TIMEOUT_MS = 15_000;
const BETWEEN_MS = 500;

/**
 * Tries to connect until it works, for `patience` milliseconds; a connection is then in the pool.
 * @throws the last error of the connection, or at once one that does not pass by itself, such as a wrong password
 */
export async function reach(pool: Pick<Pool, 'connect'>, patience = 30_000): Promise<void> {
  const until = performance.now() + patience;
  for (;;) {
    try {
      (await pool.connect()).release();
      return;
    } catch (error) {
      if (!isUnavailable(error) || performance.now() > until) throw error;
      await sleep(BETWEEN_MS);
    }
  }
}
