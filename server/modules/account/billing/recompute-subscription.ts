/** Computes the subscription from its invoices, in the transaction of each new fact about an invoice. */
import { workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';
import { enqueue } from '@/server/platform/jobs/enqueue';
import type { PaymentProviders } from '@/server/modules/account/billing/payments/providers';
import { endSubscriptionJob } from '@/server/modules/account/billing/jobs';
import { recordUpdate } from '@/server/modules/account/billing/subscription-audit';
import {
  computeSubscription,
  subscriptionOf,
  type InvoiceFacts,
  type ComputedSubscription,
  type SubscriptionState,
} from '@/server/modules/account/billing/subscription-state';

/**
 * Locks the billing of a workspace: a second writer that changes what the workspace pays waits for the first. Other
 * writers of the workspace do not wait.
 */
export const lockBilling = workspaceStatement(
  'billing.lock',
  `SELECT $1::text FROM "Account" WHERE id = $1 FOR NO KEY UPDATE`,
);

const STATE = [
  'plan',
  'status',
  'currentPeriodStart',
  'currentPeriodEnd',
  'provider',
  'upstreamId',
  'currency',
  'email',
  'renewsAt',
] as const;

const findState = workspaceStatement<SubscriptionState>(
  'billing.state',
  `SELECT ${STATE.map((column) => `s."${column}"`).join(', ')} FROM "Subscription" s WHERE s."accountId" = $1`,
);

/** The facts of all invoices, without unpaid checkouts, which change nothing. */
const findFacts = workspaceStatement<InvoiceFacts>(
  'billing.facts',
  `SELECT i.id, i.kind, i.plan, i.status, i.provider, i.currency, i.email, i."upstreamSubscriptionId", i."periodStart",
    i."paidAt", i."failedAt", i."endedAt"
   FROM "Invoice" i WHERE i."accountId" = $1
     AND (i.kind = 'renewal' OR i."paidAt" IS NOT NULL OR i."failedAt" IS NOT NULL)`,
);

/** Writes the row only if it differs, so that nobody is notified without a change. */
const writeState = workspaceStatement<
  { accountId: string },
  [
    plan: string,
    status: string,
    start: Date | null,
    end: Date | null,
    provider: string | null,
    upstreamId: string | null,
    currency: string | null,
    email: string | null,
    renewsAt: Date | null,
    now: Date,
  ]
>(
  'billing.write-state',
  `INSERT INTO "Subscription" AS s ("accountId", ${STATE.map((column) => `"${column}"`).join(', ')}, "createdAt", "updatedAt")
   VALUES ($1, $2, $3, $4::timestamptz, $5::timestamptz, $6, $7, $8, $9, $10::timestamptz, $11::timestamptz,
     $11::timestamptz)
   ON CONFLICT ("accountId") DO UPDATE SET ${STATE.map((column) => `"${column}" = excluded."${column}"`).join(', ')}, "cancelAt" = NULL, "updatedAt" = excluded."updatedAt"
   WHERE (${STATE.map((column) => `s."${column}"`).join(', ')}, s."cancelAt") IS DISTINCT FROM (${STATE.map((column) => `excluded."${column}"`).join(', ')}, NULL)
   RETURNING s."accountId"`,
);

const writePeriods = workspaceStatement<never, [ids: string[], starts: Date[], ends: Date[], now: Date]>(
  'billing.write-periods',
  `UPDATE "Invoice" i SET "periodStart" = p.start, "periodEnd" = p.end, "updatedAt" = $5::timestamptz
   FROM unnest($2::text[], $3::timestamptz[], $4::timestamptz[]) AS p(id, start, "end")
   WHERE i."accountId" = $1 AND i.id = p.id AND (i."periodStart", i."periodEnd") IS DISTINCT FROM (p.start, p.end)`,
);

const voidRenewals = workspaceStatement<never, [subscriptions: string[], now: Date]>(
  'billing.void-renewals',
  `UPDATE "Invoice" i SET status = 'void', "updatedAt" = $3::timestamptz
   WHERE i."accountId" = $1 AND i.kind = 'renewal' AND i.status = 'open'
     AND i."upstreamSubscriptionId" = ANY($2::text[])`,
);

/**
 * Computes the subscription from the stored facts; writes nothing. A caller that writes the result holds lockBilling.
 */
export async function readSubscription(
  db: Pick<StatementTx, 'rows' | 'now'>,
  payments: PaymentProviders,
): Promise<ComputedSubscription & { stored: SubscriptionState | null; invoices: InvoiceFacts[] }> {
  const [stored = null] = await db.rows(findState);
  const invoices = await db.rows(findFacts);
  return {
    ...computeSubscription(stored, invoices, db.now, (provider) => (payments.find(provider)?.renew ?? null) !== null),
    stored,
    invoices,
  };
}

/**
 * Updates the subscription, the periods of its invoices and the replaced subscriptions to match the facts of the
 * invoices. Safe to repeat. The caller holds lockBilling.
 */
export async function recomputeSubscription(tx: StatementTx, payments: PaymentProviders): Promise<void> {
  const { row, coverage, replaced, stored, invoices } = await readSubscription(tx, payments);
  if (row !== null) {
    const [written] = await tx.rows(
      writeState,
      row.plan,
      row.status,
      row.currentPeriodStart,
      row.currentPeriodEnd,
      row.provider,
      row.upstreamId,
      row.currency,
      row.email,
      row.renewsAt,
      tx.now,
    );
    if (written !== undefined) await recordUpdate(tx, stored, row);
  }
  const periods = [...(coverage?.periods ?? [])];
  if (periods.length > 0)
    await tx.rows(
      writePeriods,
      periods.map(([id]) => id),
      periods.map(([, { start }]) => start),
      periods.map(([, { end }]) => end),
      tx.now,
    );
  // Nothing more is asked for a subscription that has ended or was replaced.
  const over = [...replaced, ...invoices.filter(({ endedAt }) => endedAt !== null)].map(subscriptionOf);
  if (over.length > 0) await tx.rows(voidRenewals, over, tx.now);
  for (const { id } of replaced) await enqueue(tx, endSubscriptionJob, { invoiceId: id });
}
