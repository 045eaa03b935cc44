/**
 * What Kopi Nusantara has paid: it grew from Starter to Scale, once without going through with it, and once with a card
 * that was refused at first. By the sandbox, on whose side the same is kept, so that receipts open, and the subscription
 * can be canceled and goes on by itself.
 */
import { randomBytes } from 'node:crypto';
import type { Database } from '@/server/db/client';
import { coverageOf, type PaidInvoice } from '@/server/resources/billing/coverage';
import { PRICES, type PaidPlanId } from '@/server/resources/billing/plans';
import { RENEWAL_LEAD_MS } from '@/server/resources/billing/standing';

type Transaction = Parameters<Parameters<Database['prisma']['$transaction']>[0]>[0];

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

interface Chapter {
  plan: PaidPlanId;
  kind: 'first' | 'renewal';
  daysAgo: number;
  /** Minutes until it was refused, and until it was paid; neither: nobody came back. */
  failed?: number;
  paid?: number;
}

const STORY: readonly Chapter[] = [
  { plan: 'starter', kind: 'first', daysAgo: 88, paid: 4 },
  { plan: 'starter', kind: 'renewal', daysAgo: 58.5, failed: 1, paid: 310 },
  { plan: 'growth', kind: 'first', daysAgo: 45, paid: 3 },
  { plan: 'scale', kind: 'first', daysAgo: 21 },
  { plan: 'growth', kind: 'renewal', daysAgo: 15.5, paid: 1 },
  { plan: 'scale', kind: 'first', daysAgo: 12, paid: 6 },
];

/** Where the owner's checkouts stand in the audit log. */
const auditOf = (
  accountId: string,
  userId: string,
  invoice: { id: string; plan: string; amount: number; createdAt: Date },
) => ({
  accountId,
  actorKind: 'session',
  actorId: userId,
  action: 'billing.checkout',
  targetType: 'invoice',
  targetId: invoice.id,
  data: { plan: invoice.plan, amount: invoice.amount, currency: 'IDR' },
  createdAt: invoice.createdAt,
});

/** @param owner who checked out and is billed @param at now */
export async function makeBilling(
  transaction: Transaction,
  accountId: string,
  owner: { id: string; email: string },
  baseUrl: string,
  at: Date,
): Promise<void> {
  const subscriptions = new Map<PaidPlanId, string>();
  const paid: PaidInvoice[] = [];
  for (const { plan, kind, daysAgo, failed, paid: paidAfter } of STORY) {
    const createdAt = new Date(at.getTime() - daysAgo * DAY);
    const after = (minutes: number | undefined): Date | null =>
      minutes === undefined ? null : new Date(createdAt.getTime() + minutes * MINUTE);
    const [paidAt, failedAt] = [after(paidAfter), after(failed)];
    const isOver = plan !== 'scale' || paidAt === null;
    const running = kind === 'renewal' ? subscriptions.get(plan) : undefined;
    const subscriptionId =
      running ??
      (
        await transaction.sandboxSubscription.create({
          data: { accountId, status: isOver ? 'canceled' : 'active', createdAt, updatedAt: createdAt },
        })
      ).id;
    subscriptions.set(plan, subscriptionId);
    const token = randomBytes(24).toString('base64url');
    const amount = PRICES[plan].IDR;
    const status = paidAt === null ? 'void' : 'paid';
    const expiresAt = new Date(createdAt.getTime() + DAY);
    const updatedAt = paidAt ?? expiresAt;
    const checkoutUrl = `${baseUrl}/sandbox-checkout/${token}`;
    const invoice = await transaction.invoice.create({
      data: {
        accountId,
        plan,
        amount,
        currency: 'IDR',
        status,
        kind,
        provider: 'sandbox',
        upstreamSubscriptionId: subscriptionId,
        checkoutSessionId: token,
        checkoutUrl,
        email: owner.email,
        expiresAt,
        paidAt,
        failedAt,
        receiptUrl: paidAt === null ? null : checkoutUrl,
        createdAt,
        updatedAt,
      },
    });
    const upstream = await transaction.sandboxInvoice.create({
      data: {
        accountId,
        subscriptionId,
        reference: invoice.id,
        token,
        plan,
        amount,
        currency: 'IDR',
        email: owner.email,
        status,
        returnUrl: `${baseUrl}/billing?checkout=${invoice.id}`,
        expiresAt,
        paidAt,
        createdAt,
        updatedAt,
      },
    });
    await transaction.invoice.update({
      where: { accountId_id: { accountId, id: invoice.id } },
      data: { upstreamInvoiceId: upstream.id },
    });
    if (paidAt !== null) paid.push({ id: invoice.id, plan, subscriptionId, paidAt });
    if (kind === 'first')
      await transaction.auditEntry.create({
        data: auditOf(accountId, owner.id, { id: invoice.id, plan, amount, createdAt }),
      });
  }
  const coverage = coverageOf(paid);
  if (coverage === null) throw new Error('The demo has paid for nothing.');
  for (const [id, { start, end }] of coverage.periods)
    await transaction.invoice.update({
      where: { accountId_id: { accountId, id } },
      data: { periodStart: start, periodEnd: end },
    });
  // What was replaced ended when the next plan was paid for.
  for (const [index, { id, subscriptionId }] of paid.entries()) {
    const next = paid.slice(index).find((later) => later.subscriptionId !== subscriptionId);
    if (next !== undefined)
      await transaction.invoice.updateMany({ where: { accountId, id, kind: 'first' }, data: { endedAt: next.paidAt } });
  }
  const { plan, subscriptionId, periodStart, periodEnd } = coverage;
  const state = {
    plan,
    status: 'active',
    currentPeriodStart: periodStart,
    currentPeriodEnd: periodEnd,
    provider: 'sandbox',
    upstreamId: subscriptionId,
    currency: 'IDR',
    email: owner.email,
    renewsAt: new Date(periodEnd.getTime() - RENEWAL_LEAD_MS),
  };
  await transaction.subscription.create({
    data: { accountId, ...state, createdAt: paid[0]?.paidAt ?? at, updatedAt: periodStart },
  });
}
