/**
 * Long deletions in small transactions, so that they hold no lock for long and a job that is killed has done a part.
 */
import type { Pool } from 'pg';

const BATCH = 5_000;

/**
 * Repeats a statement until it changes less than a full batch.
 * @param text changes at most as many rows as its last parameter says
 * @returns how many rows were changed
 */
export async function inBatches(pool: Pool, text: string, values: readonly unknown[]): Promise<number> {
  let all = 0;
  for (;;) {
    const { rowCount } = await pool.query(text, [...values, BATCH]);
    all += rowCount ?? 0;
    if ((rowCount ?? 0) < BATCH) return all;
  }
}
