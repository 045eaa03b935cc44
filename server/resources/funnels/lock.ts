/**
 * One lock of a workspace's funnels. Whoever lets people in or leads them on shares it; whoever activates, pauses, publishes
 * or archives has it alone. So once a pause has answered nobody moves any more. An advisory lock, because those who wait
 * for it alone are served in turn, which a row that many share would never let happen.
 */
import { workspaceStatement } from '@/server/db/statement';
import type { StatementTx } from '@/server/db/workspace';

const share = workspaceStatement<never>(
  'funnels.lock-shared',
  `SELECT $1::text AS "accountId", pg_advisory_xact_lock_shared(hashtextextended('funnels ' || $1, 0))::text AS locked`,
);
const alone = workspaceStatement<never>(
  'funnels.lock-alone',
  `SELECT $1::text AS "accountId", pg_advisory_xact_lock(hashtextextended('funnels ' || $1, 0))::text AS locked`,
);

/** Held until the transaction ends; taken before any other lock of it. */
export async function lockFunnels(tx: Pick<StatementTx, 'rows'>, how: 'shared' | 'alone'): Promise<void> {
  await tx.rows(how === 'shared' ? share : alone);
}
