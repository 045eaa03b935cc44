/** Ends everything that depends on a revoked connection. */
import { workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';
import { enqueue } from '@/server/platform/jobs/enqueue';
import { endPushes } from '@/server/modules/shops/connections/codes-push';
import { wipeCredentialsJob } from '@/server/modules/shops/connections/jobs';

const cancelRuns = workspaceStatement<never, [integrationId: string, now: Date]>(
  'integrations.cancel-runs',
  `UPDATE "IntegrationRun" r SET status = 'canceled', "dueAt" = NULL, "claimedBy" = NULL,
    "finishedAt" = $3::timestamptz, "updatedAt" = $3::timestamptz
   WHERE r."accountId" = $1 AND r."integrationId" = $2 AND r."dueAt" IS NOT NULL`,
);

/**
 * Stops all reads from the shop and pushes to it; the worker then removes the webhooks and deletes the credentials.
 */
export async function endRevoked(tx: StatementTx, id: string): Promise<void> {
  await tx.rows(cancelRuns, id, tx.now);
  await endPushes(tx, id);
  await enqueue(tx, wipeCredentialsJob, { integrationId: id });
}
