/**
 * Creates lost billing jobs again. Backups do not contain the queue, so a restored database has renewals that nobody
 * requests and replaced subscriptions that nobody ends. A job that waits, runs or has failed is not lost.
 */
import type { Services } from '@/server/platform/access/context';
import { workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { enqueue } from '@/server/platform/jobs/enqueue';
import { endSubscriptionJob, renewJob } from '@/server/modules/account/billing/jobs';
import { lockBilling, readSubscription } from '@/server/modules/account/billing/recompute-subscription';

const prefixOf = (job: typeof renewJob): string => job.key({ invoiceId: '' }, '') ?? '';

/** Invoices that a job is to be there for. */
const LOST = {
  renewal: `i.status = 'open' AND i.kind = 'renewal' AND i."upstreamInvoiceId" IS NULL
    AND NOT EXISTS (SELECT FROM graphile_worker.jobs j WHERE j.key = '${prefixOf(renewJob)}' || i.id)`,
  /** Perhaps replaced: paid for, not ended, and not what the subscription says. */
  end: `i.kind = 'first' AND i."paidAt" IS NOT NULL AND i."endedAt" IS NULL
    AND NOT EXISTS (SELECT FROM graphile_worker.jobs j WHERE j.key = '${prefixOf(endSubscriptionJob)}' || i.id)
    AND NOT EXISTS (SELECT FROM "Subscription" s
      WHERE s."accountId" = i."accountId" AND s."upstreamId" = i."upstreamSubscriptionId")
    AND i."upstreamSubscriptionId" IS NOT NULL`,
};

/**
 * A query for workspaces with lost jobs, each once; $1 is the time, like in every query of the sweep. @param limit the
 * most workspaces of one round
 */
export const workspacesWithLost = (what: keyof typeof LOST, limit: number): { name: string; text: string } => ({
  name: `billing.lost-${what}`,
  text: `SELECT DISTINCT i."accountId" FROM "Invoice" i WHERE ${LOST[what]} AND i."createdAt" <= $1 LIMIT ${limit}`,
});

const findLostRenewals = workspaceStatement<{ id: string }>(
  'billing.find-lost-renewals',
  `SELECT i.id FROM "Invoice" i WHERE i."accountId" = $1 AND ${LOST.renewal}`,
);
const findLostEnds = workspaceStatement<{ id: string }>(
  'billing.find-lost-ends',
  `SELECT i.id FROM "Invoice" i WHERE i."accountId" = $1 AND ${LOST.end}`,
);

export async function askAgain(_: Services, db: WorkspaceDb): Promise<void> {
  for (const { id } of await db.rows(findLostRenewals)) await enqueue(db, renewJob, { invoiceId: id });
}

export async function endAgain({ payments }: Services, db: WorkspaceDb): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.rows(lockBilling);
    const lost = new Set((await tx.rows(findLostEnds)).map(({ id }) => id));
    const { replaced } = await readSubscription(tx, payments);
    for (const { id } of replaced.filter((invoice) => lost.has(invoice.id)))
      await enqueue(tx, endSubscriptionJob, { invoiceId: id });
  });
}
