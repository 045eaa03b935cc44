/** Ends a subscription at the end of its period (docs/contract/billing.md#cancel): first at the provider, then here. */
import type { Services } from '@/server/platform/access/context';
import type { WorkspaceDb, WorkspaceTx } from '@/server/platform/db/workspace';
import { AppError } from '@/server/platform/errors';
import type { SubscriptionView } from '@/server/modules/account/billing/schema';
import { presentSubscription, storedSubscription, subscriptionView } from '@/server/modules/account/billing/service';
import { lockBilling, recomputeSubscription } from '@/server/modules/account/billing/recompute-subscription';

type Paying = Pick<Services, 'payments'>;

/**
 * Ends a subscription at its provider. Safe to repeat.
 * @throws AppError CANCEL_FAILED
 */
export async function endUpstream(
  { payments }: Paying,
  db: WorkspaceDb,
  provider: string,
  upstreamId: string,
): Promise<void> {
  const open = await db.prisma.invoice.findMany({
    where: {
      provider,
      upstreamSubscriptionId: upstreamId,
      status: { in: ['open', 'failed'] },
      upstreamInvoiceId: { not: null },
    },
    select: { upstreamInvoiceId: true },
  });
  const upstream = payments.find(provider);
  if (upstream === null)
    throw new AppError('CANCEL_FAILED', { cause: new Error(`${provider} is not set up any more.`) });
  try {
    await upstream.cancel(
      upstreamId,
      open.flatMap(({ upstreamInvoiceId }) => (upstreamInvoiceId === null ? [] : [upstreamInvoiceId])),
    );
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('CANCEL_FAILED', { cause: error });
  }
}

/** Records the end of a subscription as a fact of its first invoice. @returns true when it was not recorded before */
export async function noteEnd(db: WorkspaceDb, provider: string, upstreamId: string): Promise<boolean> {
  const { count } = await db.prisma.invoice.updateMany({
    where: { provider, upstreamSubscriptionId: upstreamId, kind: 'first', endedAt: null },
    data: { endedAt: db.now, updatedAt: db.now },
  });
  return count > 0;
}

/**
 * Ends a subscription at its provider that another one has replaced; its first invoice identifies it. Safe to repeat.
 */
export async function endReplaced(services: Paying, db: WorkspaceDb, firstInvoiceId: string): Promise<void> {
  const first = await db.prisma.invoice.findUnique({
    where: { accountId_id: { accountId: db.accountId, id: firstInvoiceId } },
  });
  // By its own id when the provider's answer to the checkout was lost: then there is nothing that could be named to it.
  if (first === null || first.upstreamSubscriptionId === null || first.endedAt !== null) return;
  await endUpstream(services, db, first.provider, first.upstreamSubscriptionId);
  await noteEnd(db, first.provider, first.upstreamSubscriptionId);
}

const CANCEL = 'billing.cancel';

/** Checks whether this subscription was ended before, by another of its calls that came at the same time. */
async function isRecorded(tx: WorkspaceTx, provider: string, upstreamSubscriptionId: string): Promise<boolean> {
  const first = await tx.prisma.invoice.findFirst({
    where: { provider, upstreamSubscriptionId, kind: 'first' },
    select: { createdAt: true },
  });
  const entry = await tx.prisma.auditEntry.findFirst({
    where: { action: CANCEL, createdAt: { gte: first?.createdAt ?? tx.now } },
    select: { id: true },
  });
  return entry !== null;
}

/**
 * Cancels the subscription. A workspace without a paid subscription, or with a canceled one, gets the view, and nothing
 * changes. A payment made before the provider knows of the cancellation still counts: the plan then stays for that
 * month as well.
 * @throws AppError CANCEL_FAILED; nothing is changed then
 */
export async function cancel(services: Paying, db: WorkspaceDb): Promise<SubscriptionView> {
  const row = await storedSubscription(db);
  if (row === null || row.provider === null || row.upstreamId === null || row.status === 'canceling')
    return presentSubscription(row);
  const { provider, upstreamId } = row;
  await endUpstream(services, db, provider, upstreamId);
  await db.prismaTransaction(async (tx) => {
    await tx.rows(lockBilling);
    // The provider's callback can be here before its answer: then the end is no news, and yet nobody's but this
    // caller's.
    if (!(await noteEnd(tx, provider, upstreamId)) && (await isRecorded(tx, provider, upstreamId))) return;
    await recomputeSubscription(tx, services.payments);
    await tx.audit({
      action: CANCEL,
      targetType: 'subscription',
      targetId: tx.accountId,
      data: { plan: row.plan, until: row.currentPeriodEnd?.toISOString() ?? null },
    });
  });
  return await subscriptionView(db);
}
