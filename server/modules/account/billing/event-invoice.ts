/** Finds the invoice that a payment provider's callback is about. */
import { workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';
import type { PaymentEvent, PaymentProviderId } from '@/server/modules/account/billing/payments/payment';
import type { PaymentProviders } from '@/server/modules/account/billing/payments/providers';
import { readSubscription } from '@/server/modules/account/billing/recompute-subscription';

interface Row {
  id: string;
  plan: string;
  amount: bigint;
  currency: string;
  provider: string;
  email: string;
  kind: string;
  status: string;
  upstreamInvoiceId: string | null;
  upstreamSubscriptionId: string | null;
}

/** renewal: an invoice that we do not have, of the subscription that began with `first`. */
export type EventInvoice = { kind: 'known'; invoice: Row } | { kind: 'renewal'; first: Row; periodStart: Date };

const COLUMNS = `i.id, i.plan, i.amount, i.currency, i.provider, i.email, i.kind, i.status, i."upstreamInvoiceId", i."upstreamSubscriptionId"`;

const byIds = workspaceStatement<Row, [provider: string, id: string | null, upstreamInvoiceId: string | null]>(
  'billing.event-invoice',
  `SELECT ${COLUMNS} FROM "Invoice" i WHERE i."accountId" = $1 AND i.provider = $2
    AND (i.id = $3 OR i."upstreamInvoiceId" = $4)
   ORDER BY (i."upstreamInvoiceId" = $4) DESC NULLS LAST LIMIT 1`,
);

const firstOf = workspaceStatement<Row, [provider: string, upstreamSubscriptionId: string | null]>(
  'billing.event-first',
  `SELECT ${COLUMNS} FROM "Invoice" i WHERE i."accountId" = $1 AND i.provider = $2 AND i."upstreamSubscriptionId" = $3
    AND i.kind = 'first' LIMIT 1`,
);

/** A renewal that waits for its payment, whose invoice at the vendor we have not heard of. */
const unpaidRenewalOf = workspaceStatement<Row, [provider: string, upstreamSubscriptionId: string | null]>(
  'billing.event-renewal',
  `SELECT ${COLUMNS} FROM "Invoice" i
   WHERE i."accountId" = $1 AND i.provider = $2 AND i."upstreamSubscriptionId" = $3 AND i.kind = 'renewal'
     AND i."paidAt" IS NULL AND i."upstreamInvoiceId" IS NULL
   ORDER BY i."periodStart" DESC LIMIT 1`,
);

/**
 * Finds the invoice that was paid later: if the vendor names no invoice, an earlier failed attempt belongs to that
 * invoice.
 */
const paidSince = workspaceStatement<Row, [provider: string, upstreamSubscriptionId: string | null, at: Date]>(
  'billing.event-paid-since',
  `SELECT ${COLUMNS} FROM "Invoice" i WHERE i."accountId" = $1 AND i.provider = $2 AND i."upstreamSubscriptionId" = $3
    AND i."paidAt" >= $4::timestamptz ORDER BY i."paidAt", i.id LIMIT 1`,
);

/**
 * Checks whether the event is about another payment than the invoice's own: vendors that renew by themselves send the
 * id of the first invoice with each payment.
 */
const isAnotherPayment = (invoice: Row, event: PaymentEvent): boolean =>
  invoice.status === 'paid' &&
  event.upstreamInvoiceId !== null &&
  event.upstreamInvoiceId !== invoice.upstreamInvoiceId;

/**
 * Finds the invoice of an event; null when the event names none of the workspace's invoices. The caller holds
 * lockBilling.
 */
export async function findInvoice(
  tx: StatementTx,
  payments: PaymentProviders,
  provider: PaymentProviderId,
  event: PaymentEvent,
): Promise<EventInvoice | null> {
  const [named] = await tx.rows(byIds, provider, event.invoiceId, event.upstreamInvoiceId);
  const subscription = event.upstreamSubscriptionId ?? named?.upstreamSubscriptionId ?? null;
  const [first] = await tx.rows(firstOf, provider, subscription);
  // That a subscription has ended is a fact of its first invoice.
  if (event.outcome === 'canceled') return known(first ?? named);
  if (named !== undefined && !isAnotherPayment(named, event)) return known(named);
  if (first === undefined) return known(named);
  if (first.status !== 'paid' || event.outcome === 'expired') return known(first);
  const [paid] = event.outcome === 'failed' ? await tx.rows(paidSince, provider, subscription, event.occurredAt) : [];
  if (paid !== undefined) return known(paid);
  const [waiting] = await tx.rows(unpaidRenewalOf, provider, subscription);
  if (waiting !== undefined) return known(waiting);
  const { coverage } = await readSubscription(tx, payments);
  return {
    kind: 'renewal',
    first,
    periodStart: coverage?.subscriptionId === subscription ? coverage.periodEnd : event.occurredAt,
  };
}

const known = (invoice: Row | undefined): EventInvoice | null =>
  invoice === undefined ? null : { kind: 'known', invoice };
