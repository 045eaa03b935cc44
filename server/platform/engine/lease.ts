/**
 * A claim is a lease: while a worker has a row, no other worker can claim it; the worker may extend its lease. When a
 * worker is killed, the lease lapses and anybody can claim the row. A worker that lost a row writes nothing to it,
 * because `claimedBy` then names another worker.
 */
import { randomUUID } from 'node:crypto';

/** A name for this start of this worker, which no other start and no other worker has. */
export const workerName = (): string => `${process.pid}-${randomUUID().slice(0, 8)}`;

/**
 * SQL of a recursive query `first`, with a row for each queue that is not empty: its key and, as `at`, when its first
 * row is due. It jumps from queue to queue in the index over (key, column), so its cost follows the number of queues
 * and not of rows.
 * @param key columns that name a queue, in the order of the index
 * @param column the time from which a row may be claimed; null: never
 * @param more.carried further columns to return, which depend on the key
 * @param more.only a further condition on a row, as SQL after others; its column is the first of the index
 */
export function firstOfEach(
  table: string,
  key: readonly string[],
  column: string,
  { carried = [], only = () => '' }: { carried?: readonly string[]; only?: (alias: string) => string } = {},
): string {
  const quoted = (names: readonly string[]): string => names.map((name) => `r."${name}"`).join(', ');
  const columns = quoted([...key, ...carried]);
  const order = `${quoted(key)}, r."${column}"`;
  const last = key.map((name) => `f."${name}"`).join(', ');
  return `first AS (
      (SELECT ${columns}, r."${column}" AS at FROM "${table}" r WHERE r."${column}" IS NOT NULL${only('r')}
        ORDER BY ${order} LIMIT 1)
      UNION ALL
      SELECT n.* FROM first f CROSS JOIN LATERAL (
        SELECT ${columns}, r."${column}" FROM "${table}" r
          WHERE r."${column}" IS NOT NULL${only('r')} AND (${quoted(key)}) > (${last})
        ORDER BY ${order} LIMIT 1) n
    )`;
}
