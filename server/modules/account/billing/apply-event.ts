/**
 * Applies a payment provider's verified callback (docs/contract/billing.md#payment-callbacks). The callback is stored
 * in the transaction of its effect, so that it counts once. The effect is one more fact of an invoice, and the
 * subscription follows from all facts (recompute-subscription.ts), so the order of callbacks does not matter.
 */
import type { Services } from '@/server/platform/access/context';
import { accountOfEvent, rememberUnknown } from '@/server/platform/db/payments';
import { workspaceStatement } from '@/server/platform/db/statement';
import { type StatementTx, systemDb, type WorkspaceTx } from '@/server/platform/db/workspace';
import { AppError, invalid } from '@/server/platform/errors';
import { addMonths } from '@/server/platform/lib/calendar';
import type { PaymentEvent, PaymentProviderId } from '@/server/modules/account/billing/payments/payment';
import { findInvoice, type EventInvoice } from '@/server/modules/account/billing/event-invoice';
import { lockBilling, recomputeSubscription } from '@/server/modules/account/billing/recompute-subscription';

/**
 * applied: it changed something. stale: it contained nothing new. unknown: it belongs to no workspace. duplicate: it
 * was received before.
 */
export type CallbackResult = 'applied' | 'stale' | 'unknown' | 'duplicate';

const remember = workspaceStatement<
  { eventId: string },
  [provider: string, eventId: string, type: string, occurredAt: Date, body: string, now: Date]
>(
  'billing.remember-callback',
  `INSERT INTO "BillingCallback" ("accountId", provider, "eventId", type, "occurredAt", body, result, "receivedAt")
   VALUES ($1, $2, $3, $4, $5::timestamptz, $6, 'applied', $7::timestamptz) ON CONFLICT DO NOTHING RETURNING "eventId"`,
);

const markStale = workspaceStatement<never, [provider: string, eventId: string]>(
  'billing.mark-stale',
  `UPDATE "BillingCallback" SET result = 'stale' WHERE "accountId" = $1 AND provider = $2 AND "eventId" = $3`,
);

type Change = [id: string, eventTime: Date, now: Date];

/** Paid stays paid, and void stays void unless it is paid after all. A statement that adds nothing returns no row. */
const CHANGES = {
  paid: workspaceStatement<
    { id: string },
    [...Change, upstreamInvoiceId: string | null, upstreamSubscriptionId: string | null, receiptUrl: string | null]
  >(
    'billing.mark-paid',
    `UPDATE "Invoice" i SET status = 'paid', "paidAt" = least(i."paidAt", $3::timestamptz),
      "receiptUrl" = coalesce($7, i."receiptUrl"), "updatedAt" = $4::timestamptz,
       "upstreamInvoiceId" = coalesce($5, i."upstreamInvoiceId"),
         "upstreamSubscriptionId" = coalesce(i."upstreamSubscriptionId", $6, $5)
     WHERE i."accountId" = $1 AND i.id = $2 AND (i."paidAt" IS NULL OR i."paidAt" > $3::timestamptz) RETURNING i.id`,
  ),
  failed: workspaceStatement<{ id: string }, Change>(
    'billing.mark-failed',
    `UPDATE "Invoice" i SET status = CASE i.status WHEN 'open' THEN 'failed'
      ELSE i.status END, "failedAt" = greatest(i."failedAt", $3::timestamptz), "updatedAt" = $4::timestamptz
     WHERE i."accountId" = $1 AND i.id = $2 AND (i."failedAt" IS NULL OR i."failedAt" < $3::timestamptz) RETURNING i.id`,
  ),
  expired: workspaceStatement<{ id: string }, Change>(
    'billing.mark-expired',
    `UPDATE "Invoice" i SET status = 'void', "updatedAt" = $4::timestamptz
     WHERE i."accountId" = $1 AND i.id = $2 AND i.status IN ('open', 'failed') AND $3::timestamptz IS NOT NULL
       RETURNING i.id`,
  ),
  canceled: workspaceStatement<{ id: string }, Change>(
    'billing.mark-ended',
    `UPDATE "Invoice" i SET "endedAt" = least(i."endedAt", $3::timestamptz), "updatedAt" = $4::timestamptz
     WHERE i."accountId" = $1 AND i.id = $2 AND (i."endedAt" IS NULL OR i."endedAt" > $3::timestamptz) RETURNING i.id`,
  ),
};

/**
 * Finds the event's invoice. A vendor that renews by itself names an invoice that is new to us: we insert it, for the
 * period after the last.
 */
async function invoiceOf(
  tx: WorkspaceTx,
  match: EventInvoice,
): Promise<{ id: string; amount: bigint; currency: string }> {
  if (match.kind === 'known') return match.invoice;
  const { first, periodStart } = match;
  return await tx.prisma.invoice.create({
    data: {
      accountId: tx.accountId,
      plan: first.plan,
      amount: first.amount,
      currency: first.currency,
      kind: 'renewal',
      provider: first.provider,
      email: first.email,
      upstreamSubscriptionId: first.upstreamSubscriptionId,
      periodStart,
      periodEnd: addMonths(periodStart, 1),
      expiresAt: addMonths(periodStart, 1),
      createdAt: tx.now,
      updatedAt: tx.now,
    },
    select: { id: true, amount: true, currency: true },
  });
}

/** @throws AppError VALIDATION when the paid amount is not the requested amount */
function requireAmount(event: PaymentEvent, invoice: { amount: bigint; currency: string }): void {
  if (event.currency !== invoice.currency)
    throw invalid('currency', `must be that of the invoice: ${invoice.currency}`);
  if (event.amount === null || event.amount < invoice.amount)
    throw invalid('amount', `must be that of the invoice: ${invoice.amount}`);
}

async function note(tx: StatementTx, event: PaymentEvent, id: string): Promise<boolean> {
  const change: Change = [id, event.occurredAt, tx.now];
  const changed =
    event.outcome === 'paid'
      ? await tx.rows(CHANGES.paid, ...change, event.upstreamInvoiceId, event.upstreamSubscriptionId, event.receiptUrl)
      : await tx.rows(CHANGES[event.outcome], ...change);
  return changed.length > 0;
}

/**
 * @param body the body as received, for the record
 * @throws AppError VALIDATION when amount or currency differ from the invoice; the callback is not stored then
 */
export async function applyEvent(
  services: Pick<Services, 'database' | 'payments'>,
  provider: PaymentProviderId,
  event: PaymentEvent,
  body: string,
  now: Date,
): Promise<CallbackResult> {
  const { database, payments } = services;
  const accountId = await accountOfEvent(database, provider, event);
  if (accountId === null) {
    await rememberUnknown(database, provider, event, body, now);
    return 'unknown';
  }
  const db = systemDb(database, accountId, now);
  return await db.prismaTransaction(async (tx) => {
    await tx.rows(lockBilling);
    const [isNew] = await tx.rows(remember, provider, event.id, event.type, event.occurredAt, body, now);
    if (isNew === undefined) return 'duplicate';
    const match = await findInvoice(tx, payments, provider, event);
    if (match === null)
      throw new AppError('INTERNAL', { cause: new Error('An invoice was there and is not any more.') });
    const invoice = await invoiceOf(tx, match);
    if (event.outcome === 'paid') requireAmount(event, invoice);
    if (await note(tx, event, invoice.id)) {
      await recomputeSubscription(tx, payments);
      return 'applied';
    }
    await tx.rows(markStale, provider, event.id);
    return 'stale';
  });
}
