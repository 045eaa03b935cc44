/**
 * Renewals (docs/contract/billing.md#subscription): the worker creates the next period's invoice and requests its
 * payment from the provider.
 */
import { castStored } from '@/server/platform/db/stored';
import type { Services } from '@/server/platform/access/context';
import { workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { enqueue } from '@/server/platform/jobs/enqueue';
import { addMonths } from '@/server/platform/lib/calendar';
import { toNumber } from '@/server/platform/lib/money';
import { PAYABLE_MS, returnUrlOf } from '@/server/modules/account/billing/checkout';
import { renewJob } from '@/server/modules/account/billing/jobs';
import { PAID_PLAN_IDS, PRICES } from '@/server/modules/account/billing/plans';
import { lockBilling, readSubscription } from '@/server/modules/account/billing/recompute-subscription';

type Renewing = Pick<Services, 'payments' | 'settings'>;

/** Claims a due renewal; only the worker that claims it creates the invoice. */
const takeDue = workspaceStatement<{ provider: string; upstreamId: string }, [now: Date]>(
  'billing.take-due',
  `UPDATE "Subscription" s SET "renewsAt" = NULL WHERE s."accountId" = $1 AND s."renewsAt" <= $2::timestamptz
    RETURNING s.provider, s."upstreamId"`,
);

/**
 * Creates the invoice of the next period when it is due; its payment is requested after the commit. A repeated call
 * does nothing.
 */
export async function startRenewal({ payments }: Renewing, db: WorkspaceDb): Promise<void> {
  await db.prismaTransaction(async (tx) => {
    await tx.rows(lockBilling);
    const [due] = await tx.rows(takeDue, tx.now);
    const { coverage, row, invoices } = await readSubscription(tx, payments);
    const last = invoices.find(({ upstreamSubscriptionId }) => upstreamSubscriptionId === due?.upstreamId);
    if (
      due === undefined ||
      coverage === null ||
      last === undefined ||
      coverage.subscriptionId !== due.upstreamId ||
      row?.status === 'canceling'
    )
      return;
    const { id } = await tx.prisma.invoice.create({
      data: {
        accountId: tx.accountId,
        plan: coverage.plan,
        amount: PRICES[coverage.plan][last.currency],
        currency: last.currency,
        kind: 'renewal',
        provider: due.provider,
        email: last.email,
        upstreamSubscriptionId: due.upstreamId,
        periodStart: coverage.periodEnd,
        periodEnd: addMonths(coverage.periodEnd, 1),
        expiresAt: new Date(tx.now.getTime() + PAYABLE_MS),
        createdAt: tx.now,
        updatedAt: tx.now,
      },
      select: { id: true },
    });
    await enqueue(tx, renewJob, { invoiceId: id });
  });
}

/**
 * Requests a renewal's payment from the provider, unless it is settled or no longer wanted. The outcome comes by
 * callback. Safe to repeat: the invoice's id is the provider's idempotency key.
 * @throws AppError CHECKOUT_FAILED; the queue tries again
 */
export async function askForRenewal(
  { payments, settings }: Renewing,
  db: WorkspaceDb,
  invoiceId: string,
): Promise<void> {
  const invoice = await db.prisma.invoice.findUnique({
    where: { accountId_id: { accountId: db.accountId, id: invoiceId } },
  });
  const plan = PAID_PLAN_IDS.find((id) => id === invoice?.plan);
  if (
    invoice?.status !== 'open' ||
    invoice.upstreamSubscriptionId === null ||
    invoice.periodStart === null ||
    invoice.periodEnd === null ||
    plan === undefined
  )
    return;
  const renew = payments.find(invoice.provider)?.renew ?? null;
  if (renew === null) return;
  const { upstreamInvoiceId, checkoutUrl } = await renew({
    invoiceId,
    accountId: db.accountId,
    plan,
    amount: toNumber(invoice.amount),
    currency: castStored(invoice.currency),
    email: invoice.email,
    name: null,
    returnUrl: returnUrlOf({ settings }, invoiceId),
    expiresAt: invoice.expiresAt,
    subscriptionId: invoice.upstreamSubscriptionId,
    periodStart: invoice.periodStart,
    periodEnd: invoice.periodEnd,
  });
  await db.prisma.invoice.updateMany({
    where: { id: invoiceId },
    data: { upstreamInvoiceId, checkoutUrl, updatedAt: db.now },
  });
}
