/**
 * A claim is a lease: a row that is taken cannot be taken by others until its end, which whoever has it may move on. A
 * row whose worker was killed is anybody's again when the lease lapses; whoever lost it writes nothing, for `claimedBy`
 * names another.
 */
import { randomUUID } from 'node:crypto';

/** A name for this start of this worker, which no other start and no other worker has. */
export const workerName = (): string => `${process.pid}-${randomUUID().slice(0, 8)}`;

/**
 * SQL of a recursive query `first`, with a row for each queue that has something: its key and, as `at`, when its first
 * row may be taken. It jumps from queue to queue in the index over (key, column), so its cost follows the number of
 * queues and not that of their rows.
 * @param key columns that name a queue, in the order of the index
 * @param column of the time from which a row may be taken; null: never
 * @param more.carried columns that follow from the key and are wanted too
 * @param more.only a further condition on a row of the alias, to be put after others: its column stands first in the
 * index
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
