/**
 * What Kopi Nusantara has paid in two years: it grew from Starter to Scale, twice without going through with it at first,
 * and once with a card that was refused. By the sandbox, on whose side the same is kept, so that receipts open, and the
 * subscription can be canceled and goes on by itself.
 */
import { randomBytes } from 'node:crypto';
import type { Database } from '@/server/platform/db/client';
import { madeId } from '@/server/platform/db/new-id';
import { addMonths } from '@/server/platform/lib/calendar';
import { coverageOf, type PaidInvoice } from '@/server/modules/account/billing/paid-periods';
import { PRICES, type PaidPlanId } from '@/server/modules/account/billing/plans';
import { RENEWAL_LEAD_MS } from '@/server/modules/account/billing/subscription-state';

type Transaction = Parameters<Parameters<Database['prisma']['$transaction']>[0]>[0];

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A checkout, and the renewals that followed it. */
interface Chapter {
  plan: PaidPlanId;
  monthsAgo: number;
  /** Beside the months. */
  daysAgo: number;
  /** None: nobody went through with it. */
  renewals?: number;
  /** The renewal that was refused at first. */
  refused?: number;
}

/** The oldest first; each paid one begins while the one before it is still paid for. */
const STORY: readonly Chapter[] = [
  { plan: 'starter', monthsAgo: 26, daysAgo: 0, renewals: 14, refused: 9 },
  { plan: 'growth', monthsAgo: 12, daysAgo: 3 },
  { plan: 'growth', monthsAgo: 11, daysAgo: 16, renewals: 11, refused: 4 },
  { plan: 'scale', monthsAgo: 0, daysAgo: 21 },
  { plan: 'scale', monthsAgo: 0, daysAgo: 12, renewals: 0 },
];

/** When the shop came, before its first payment. */
export const beganAt = (at: Date): Date => new Date(addMonths(at, -(STORY[0]?.monthsAgo ?? 0)).getTime() - DAY);

interface DemoInvoice {
  id: string;
  subscriptionId: string;
  plan: PaidPlanId;
  kind: 'first' | 'renewal';
  createdAt: Date;
  failedAt: Date | null;
  paidAt: Date | null;
}

/** Every invoice of the story. A renewal is asked for a day before its month begins. */
const invoicesOf = (at: Date): DemoInvoice[] =>
  STORY.flatMap(({ plan, monthsAgo, daysAgo, renewals, refused }) => {
    const began = new Date(addMonths(at, -monthsAgo).getTime() - daysAgo * DAY);
    const subscriptionId = madeId();
    return Array.from({ length: 1 + (renewals ?? 0) }, (_, month): DemoInvoice => {
      const createdAt = month === 0 ? began : new Date(addMonths(began, month).getTime() - RENEWAL_LEAD_MS);
      const after = (minutes: number): Date => new Date(createdAt.getTime() + minutes * MINUTE);
      const wasRefused = month > 0 && month === refused;
      return {
        id: madeId(),
        subscriptionId,
        plan,
        kind: month === 0 ? 'first' : 'renewal',
        createdAt,
        failedAt: wasRefused ? after(1) : null,
        paidAt: renewals === undefined ? null : after(wasRefused ? 310 : month === 0 ? 4 : 1),
      };
    });
  });

/** @param owner who checked out and is billed @param at now */
export async function makeBilling(
  transaction: Transaction,
  accountId: string,
  owner: { id: string; email: string },
  baseUrl: string,
  at: Date,
): Promise<void> {
  const invoices = invoicesOf(at);
  const paid = invoices.flatMap(({ paidAt, ...invoice }): PaidInvoice[] =>
    paidAt === null ? [] : [{ ...invoice, paidAt }],
  );
  const coverage = coverageOf(paid);
  if (coverage === null) throw new Error('The demo has paid for nothing.');
  /** What was replaced ended when the next plan was paid for. */
  const endOf = ({ kind, subscriptionId, paidAt }: DemoInvoice): Date | null =>
    kind === 'renewal' || paidAt === null
      ? null
      : (paid.find((later) => later.subscriptionId !== subscriptionId && later.paidAt > paidAt)?.paidAt ?? null);
  const rows = invoices.map((invoice) => {
    const { id, plan, createdAt, paidAt } = invoice;
    const token = randomBytes(24).toString('base64url');
    const expiresAt = new Date(createdAt.getTime() + DAY);
    const shared = {
      accountId,
      plan,
      amount: PRICES[plan].IDR,
      currency: 'IDR',
      email: owner.email,
      status: paidAt === null ? 'void' : 'paid',
      expiresAt,
      paidAt,
      createdAt,
      updatedAt: paidAt ?? expiresAt,
    };
    return { invoice, shared, upstreamId: madeId(), token, checkoutUrl: `${baseUrl}/sandbox-checkout/${token}`, id };
  });
  await transaction.sandboxSubscription.createMany({
    data: invoices
      .filter(({ kind }) => kind === 'first')
      .map(({ subscriptionId, createdAt }) => ({
        id: subscriptionId,
        accountId,
        status: subscriptionId === coverage.subscriptionId ? 'active' : 'canceled',
        createdAt,
        updatedAt: createdAt,
      })),
  });
  await transaction.sandboxInvoice.createMany({
    data: rows.map(({ invoice, shared, upstreamId, token, id }) => ({
      ...shared,
      id: upstreamId,
      subscriptionId: invoice.subscriptionId,
      reference: id,
      token,
      returnUrl: `${baseUrl}/billing?checkout=${id}`,
    })),
  });
  await transaction.invoice.createMany({
    data: rows.map(({ invoice, shared, upstreamId, token, checkoutUrl, id }) => ({
      ...shared,
      id,
      kind: invoice.kind,
      provider: 'sandbox',
      upstreamInvoiceId: upstreamId,
      upstreamSubscriptionId: invoice.subscriptionId,
      checkoutSessionId: token,
      checkoutUrl,
      receiptUrl: invoice.paidAt === null ? null : checkoutUrl,
      failedAt: invoice.failedAt,
      endedAt: endOf(invoice),
      periodStart: coverage.periods.get(id)?.start ?? null,
      periodEnd: coverage.periods.get(id)?.end ?? null,
    })),
  });
  await transaction.auditEntry.createMany({
    data: invoices
      .filter(({ kind }) => kind === 'first')
      .map(({ id, plan, createdAt }) => ({
        accountId,
        actorKind: 'session',
        actorId: owner.id,
        action: 'billing.checkout',
        targetType: 'invoice',
        targetId: id,
        data: { plan, amount: PRICES[plan].IDR, currency: 'IDR' },
        createdAt,
      })),
  });
  const { plan, subscriptionId, periodStart, periodEnd } = coverage;
  await transaction.subscription.create({
    data: {
      accountId,
      plan,
      status: 'active',
      currentPeriodStart: periodStart,
      currentPeriodEnd: periodEnd,
      provider: 'sandbox',
      upstreamId: subscriptionId,
      currency: 'IDR',
      email: owner.email,
      renewsAt: new Date(periodEnd.getTime() - RENEWAL_LEAD_MS),
      createdAt: paid[0]?.paidAt ?? at,
      updatedAt: periodStart,
    },
  });
}
