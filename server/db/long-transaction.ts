/**
 * A transaction that may take minutes, such as a send to a million: statements and transactions of requests end after
 * seconds, on the server's side and on ours. Opened by server/db/workspace.ts, which fills in the workspace.
 */
import type { PoolClient, QueryConfig } from 'pg';
import type { Database } from '@/server/db/client';

const TIMEOUT_MS = 10 * 60_000;

/** node-postgres takes it for each query; its types do not say so. */
type PatientQuery = QueryConfig & { query_timeout: number };

/**
 * Just-in-time compilation costs more than it saves at this size. What is sorted and hashed stays in memory.
 * Waiting for a lock is bounded, so that a stuck neighbour does not hold a connection for minutes.
 */
const BEGIN = `BEGIN; SET LOCAL statement_timeout = ${TIMEOUT_MS}; SET LOCAL lock_timeout = 60000; SET LOCAL work_mem = '64MB'; SET LOCAL jit = off`;

/** Runs a statement in the transaction. */
export type Run = (statement: { name: string; text: string }, values: unknown[]) => Promise<unknown[]>;

/** Commits what `work` did, or rolls it back when it throws. */
export async function longTransaction<Result>(
  database: Database,
  work: (run: Run) => Promise<Result>,
): Promise<Result> {
  const client = await database.pool.connect();
  let broken: Error | undefined;
  try {
    await client.query(BEGIN);
    const result = await work(async ({ name, text }, values) => {
      const query: PatientQuery = { name, text, values, query_timeout: TIMEOUT_MS + 1_000 };
      return (await client.query<Record<string, unknown>>(query)).rows;
    });
    await client.query('COMMIT');
    return result;
  } catch (error) {
    broken = await rollBack(client);
    throw error;
  } finally {
    client.release(broken);
  }
}

/** @returns the error that says that the connection is of no use any more */
async function rollBack(client: PoolClient): Promise<Error | undefined> {
  try {
    await client.query('ROLLBACK');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error('ROLLBACK failed');
  }
}
