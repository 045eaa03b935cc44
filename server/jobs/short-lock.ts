/** Changes of tables that others use: they wait for their locks for a moment, and otherwise change nothing. */
import type { Pool } from 'pg';

/** As long as whoever uses the table may have to wait for us: where two wait for each other, less than it takes PostgreSQL to end one of them. */
const WAIT_MS = 500;
/** A lock was not to be had in time, or not at all: two waited for each other. */
const NO_LOCK = new Set(['55P03', '40P01']);
/** Another worker makes it at this moment, or has, or has dropped it. */
const DONE_ALREADY = new Set(['42P07', '42P01', '23505']);

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;

/** Runs all of the statements or none. @returns whether it did; false when somebody held a lock for too long, or was there first */
export async function transactionOf(pool: Pool, statements: readonly string[]): Promise<boolean> {
  const client = await pool.connect();
  let broken: unknown;
  try {
    await client.query(`BEGIN; SET LOCAL lock_timeout = ${WAIT_MS}; SET LOCAL statement_timeout = 0`);
    for (const statement of statements) await client.query(statement);
    await client.query('COMMIT');
    return true;
  } catch (error) {
    await client.query('ROLLBACK').catch((rollback: unknown) => (broken = rollback));
    const code = codeOf(error);
    if (NO_LOCK.has(String(code)) || DONE_ALREADY.has(String(code))) return false;
    throw error;
  } finally {
    client.release(broken !== undefined);
  }
}
