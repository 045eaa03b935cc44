/**
 * One lock of a workspace's funnels. Transactions that enrol people or move them share the lock; activate, pause,
 * publish and archive take it alone. So after pause has answered, nobody moves any more. The lock is advisory: waiters
 * for the exclusive lock are served in turn, which a row lock with many sharers would never allow.
 */
import { workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';

const share = workspaceStatement<never>(
  'funnels.lock-shared',
  `SELECT $1::text AS "accountId", pg_advisory_xact_lock_shared(hashtextextended('funnels ' || $1, 0))::text AS locked`,
);
const alone = workspaceStatement<never>(
  'funnels.lock-alone',
  `SELECT $1::text AS "accountId", pg_advisory_xact_lock(hashtextextended('funnels ' || $1, 0))::text AS locked`,
);

/** Takes the lock until the transaction ends, before any other lock of the transaction. */
export async function lockFunnels(tx: Pick<StatementTx, 'rows'>, how: 'shared' | 'alone'): Promise<void> {
  await tx.rows(how === 'shared' ? share : alone);
}

const tryAddresses = workspaceStatement<{ id: string; held: boolean }, [funnelIds: string[]]>(
  'funnels.lock-addresses',
  `SELECT $1::text AS "accountId", f.id,
    pg_try_advisory_xact_lock(hashtextextended('funnel addresses ' || $1 || ' ' || f.id, 0)) AS held
    FROM unnest($2::text[]) AS f(id)`,
);

/**
 * Locks funnels with steps that write to an address once: one transaction at a time leads people through each. Nobody
 * waits, as with SKIP LOCKED: people of a locked funnel stay due.
 * @returns the funnels that are locked until the transaction ends
 */
export async function lockAddresses(
  tx: Pick<StatementTx, 'rows'>,
  funnelIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (funnelIds.length === 0) return new Set();
  return new Set((await tx.rows(tryAddresses, [...funnelIds])).flatMap(({ id, held }) => (held ? [id] : [])));
}
