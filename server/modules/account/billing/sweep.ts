/** Finds due billing work every minute: expired checkouts, renewals, lost jobs. */
import type { Services } from '@/server/platform/access/context';
import { systemDb, type WorkspaceDb } from '@/server/platform/db/workspace';
import { now } from '@/server/platform/lib/clock';
import { askAgain, endAgain, workspacesWithLost } from '@/server/modules/account/billing/lost-jobs';
import { lockBilling, recomputeSubscription } from '@/server/modules/account/billing/recompute-subscription';
import { startRenewal } from '@/server/modules/account/billing/renew';

/** The most workspaces of one round; the rest follows in the next minute. */
const BATCH = 500;

const RENEWALS_DUE = {
  name: 'billing.renewals-due',
  text: `SELECT s."accountId" FROM "Subscription" s WHERE s."renewsAt" <= $1 ORDER BY s."renewsAt" LIMIT ${BATCH}`,
};
const EXPIRED = {
  name: 'billing.expired',
  text: `SELECT DISTINCT i."accountId" FROM (SELECT "accountId" FROM "Invoice"
    WHERE status = 'open' AND "expiresAt" <= $1 ORDER BY "expiresAt" LIMIT ${BATCH}) i`,
};

/**
 * An invoice that nobody has paid in time (docs/contract/billing.md#subscription); of a renewal that means that the
 * next period is not paid.
 */
async function voidUnpaid(services: Services, db: WorkspaceDb): Promise<void> {
  await db.prismaTransaction(async (tx) => {
    await tx.rows(lockBilling);
    await tx.prisma.invoice.updateMany({
      where: { status: 'open', expiresAt: { lte: tx.now } },
      data: { status: 'void', updatedAt: tx.now },
    });
    await recomputeSubscription(tx, services.payments);
  });
}

/** Runs by the service's clock. Each workspace runs alone, so that a failing one does not stop the others. */
export async function sweepBilling(services: Services): Promise<void> {
  const rounds = [
    { query: EXPIRED, act: voidUnpaid },
    { query: RENEWALS_DUE, act: startRenewal },
    { query: workspacesWithLost('renewal', BATCH), act: askAgain },
    { query: workspacesWithLost('end', BATCH), act: endAgain },
  ];
  let failed = 0;
  for (const { query, act } of rounds) {
    const { rows } = await services.database.pool.query<{ accountId: string }>({ ...query, values: [now()] });
    for (const { accountId } of rows) {
      await act(services, systemDb(services.database, accountId)).catch((error: unknown) => {
        failed += 1;
        services.log.error({ err: error, accountId }, 'billing could not be swept');
      });
    }
  }
  if (failed > 0) throw new Error(`${failed} workspaces could not be swept.`);
}
