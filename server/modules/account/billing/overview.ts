/** The data of the Billing page. Reads only, and never rewrites an expired plan. */
import { castStored } from '@/server/platform/db/stored';
import type { Subscription } from '@/prisma/generated/client';
import type { Services } from '@/server/platform/access/context';
import { workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { RENEWS_BY_ITSELF } from '@/server/modules/account/billing/payments/payment';
import { currencyOf } from '@/server/modules/account/billing/checkout';
import { readEffectivePlan } from '@/server/modules/account/billing/effective-plan';
import { presentInvoice, type InvoiceRow } from '@/server/modules/account/billing/invoices';
import { meters } from '@/server/modules/account/billing/meters';
import { PAID_PLAN_IDS, PLANS, PRICES } from '@/server/modules/account/billing/plans';
import { effectOf, newCheckout } from '@/server/modules/account/billing/payment-effect';
import type { OpenInvoice, Overview } from '@/server/modules/account/billing/schema';
import { presentSubscription, storedSubscription } from '@/server/modules/account/billing/service';
import { readSubscription } from '@/server/modules/account/billing/recompute-subscription';
import { RENEWAL_LEAD_MS } from '@/server/modules/account/billing/subscription-state';
import { usage } from '@/server/modules/account/billing/usage';

type PayableRow = InvoiceRow &
  Omit<OpenInvoice, keyof InvoiceRow | 'amount' | 'effect'> & { upstreamSubscriptionId: string | null };

/** Open invoices, and failed renewals while the subscription continues and the period of the renewal lasts. */
const findPayable = workspaceStatement<PayableRow, [now: Date]>(
  'billing.payable',
  `SELECT i.id, i.plan, i.amount, i.currency, i.status, i."paidAt", i."receiptUrl", i."createdAt", i.kind,
    i."checkoutUrl", i."expiresAt", i."periodStart", i."periodEnd", i."upstreamSubscriptionId"
   FROM "Invoice" i LEFT JOIN "Subscription" s ON s."accountId" = i."accountId"
   WHERE i."accountId" = $1 AND (
     (i.status = 'open' AND i."expiresAt" > $2)
     OR (i.status = 'failed' AND i.kind = 'renewal' AND i."periodEnd" > $2
       AND s."upstreamId" = i."upstreamSubscriptionId" AND s.status <> 'canceling'))
   ORDER BY i."createdAt" DESC, i.id DESC LIMIT 20`,
);

const offerOf = (
  id: Overview['plans'][number]['id'],
  standing: Awaited<ReturnType<typeof readSubscription>>,
  now: Date,
): Overview['plans'][number] => {
  const {
    name,
    contacts,
    discountCodes,
    discountBatches,
    referralPrograms,
    integrations,
    funnels,
    campaigns,
    programs,
    blogPosts,
    pixels,
    abandonedCart,
    feeds,
    segments,
  } = PLANS[id];
  const limits = {
    contacts,
    discountCodes,
    discountBatches: discountBatches !== 0,
    referralPrograms,
    integrations,
    funnels,
    campaigns,
    programs,
    blogPosts,
    pixels: pixels !== 0,
    abandonedCart: abandonedCart !== 0,
    feeds: feeds !== 0,
    segments: segments !== 0,
  };
  return id === 'free'
    ? { id, name, prices: { IDR: 0, USD: 0 }, limits, effect: null }
    : { id, name, prices: PRICES[id], limits, effect: effectOf(standing, newCheckout(id), now) };
};

/** A vendor that renews by itself collects when the period ends; from the others we ask a day before. */
function nextCharge(row: Subscription | null, now: Date): Date | null {
  if (
    row === null ||
    row.upstreamId === null ||
    row.status !== 'active' ||
    row.currentPeriodEnd === null ||
    row.currentPeriodEnd < now
  )
    return null;
  return row.provider !== null && RENEWS_BY_ITSELF.has(castStored(row.provider))
    ? row.currentPeriodEnd
    : new Date(row.currentPeriodEnd.getTime() - RENEWAL_LEAD_MS);
}

/** @param country the country code from the edge; null: unknown */
export async function overview(
  { payments }: Pick<Services, 'payments'>,
  db: WorkspaceDb,
  country: string | null,
): Promise<Overview> {
  const [row, plan, used, standing, payable] = await Promise.all([
    storedSubscription(db),
    readEffectivePlan(db),
    usage(db),
    readSubscription(db, payments),
    db.rows(findPayable, db.now),
  ]);
  return {
    subscription: presentSubscription(row),
    effectivePlan: plan.id,
    // The columns hold only what billing writes.
    payment:
      row === null || row.upstreamId === null
        ? null
        : {
            currency: row.currency as 'IDR' | 'USD',
            provider: row.provider as 'sandbox' | 'xendit' | 'paypal',
            email: row.email ?? '',
          },
    renewsAt: nextCharge(row, db.now),
    defaultCurrency: currencyOf(country),
    providers: { IDR: payments.of('IDR')?.id ?? null, USD: payments.of('USD')?.id ?? null },
    plans: (['free', ...PAID_PLAN_IDS] as const).map((id) => offerOf(id, standing, db.now)),
    meters: await meters(db, plan, used.contacts),
    usage: used,
    payable: payable.map(({ upstreamSubscriptionId, ...invoice }) => ({
      ...invoice,
      ...presentInvoice(invoice),
      effect: effectOf(standing, { id: invoice.id, plan: invoice.plan, upstreamSubscriptionId }, db.now),
    })),
  };
}
