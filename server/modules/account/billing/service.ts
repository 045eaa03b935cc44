/** Answers about plans in general, and about the workspace's own plan (docs/contract/billing.md). */
import { castStored } from '@/server/platform/db/stored';
import type { Subscription } from '@/prisma/generated/client';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { startOfNextMonth } from '@/server/platform/lib/calendar';
import { PAID_PLAN_IDS, planOf, PLANS, PRICES } from '@/server/modules/account/billing/plans';
import type { CatalogueEntry, CurrentPlan, SubscriptionView } from '@/server/modules/account/billing/schema';

/** The features of each plan (docs/contract/billing.md#plan-limits), in words. */
const FEATURES: Record<CatalogueEntry['id'], string[]> = {
  free: ['500 contacts a month', '1 discount code', '1 referral program', '1 blog post', 'E-mail support'],
  starter: [
    '10,000 contacts a month',
    'Unlimited discount codes',
    '1 referral program',
    '25 blog posts',
    'Abandoned-cart recovery',
    'Pixels',
  ],
  growth: [
    '50,000 contacts a month',
    'Unlimited discount codes',
    '5 referral programs',
    'Unlimited blog posts',
    'Abandoned-cart recovery',
    'Pixels',
    'Product feeds',
    'Priority support',
  ],
  scale: [
    'Unlimited contacts',
    'Unlimited discount codes',
    'Unlimited referral programs',
    'Unlimited blog posts',
    'Abandoned-cart recovery',
    'Pixels',
    'Product feeds',
    'Custom segments',
    'SLA',
  ],
};

/** The public list of plans: the same for everybody. */
export const catalogue = (): CatalogueEntry[] =>
  (['free', ...PAID_PLAN_IDS] as const).map((id) => ({
    id,
    name: PLANS[id].name,
    price: id === 'free' ? 0 : PRICES[id].IDR,
    currency: 'IDR',
    features: FEATURES[id],
  }));

export const storedSubscription = (db: WorkspaceDb): Promise<Subscription | null> =>
  db.prisma.subscription.findUnique({ where: { accountId: db.accountId } });

/** The stored subscription in answers; without a row: free, active, without dates. */
export function presentSubscription(row: Subscription | null): SubscriptionView {
  const plan = planOf(row?.plan ?? 'free');
  return {
    plan: plan.id,
    planName: plan.name,
    isSvcInternal: plan.id === 'svc_internal',
    // The column holds only what billing writes.
    status: castStored(row?.status ?? 'active'),
    currentPeriodStart: row?.currentPeriodStart ?? null,
    currentPeriodEnd: row?.currentPeriodEnd ?? null,
    cancelAt: row?.cancelAt ?? null,
  };
}

export const subscriptionView = async (db: WorkspaceDb): Promise<SubscriptionView> =>
  presentSubscription(await storedSubscription(db));

/** A row that was rewritten to free keeps its paid period; after its end it has no period any more. */
function cycleEnd(row: Subscription | null, now: Date): Date {
  const end = row?.currentPeriodEnd ?? null;
  return end === null || (row?.plan === 'free' && end <= now) ? startOfNextMonth(now) : end;
}

/** The plan as stored, whatever is enforced. */
export async function currentPlan(db: WorkspaceDb): Promise<CurrentPlan> {
  const row = await storedSubscription(db);
  const plan = planOf(row?.plan ?? 'free');
  return {
    plan: plan.id,
    planName: plan.name,
    isSvcInternal: plan.id === 'svc_internal',
    contactsLimit: plan.contacts,
    rateLimit: plan.rateLimit,
    pixelsEnabled: plan.pixels !== 0,
    feedsEnabled: plan.feeds !== 0,
    blogPostsLimit: plan.blogPosts,
    discountCodesLimit: plan.discountCodes,
    referralProgramsLimit: plan.referralPrograms,
    billingCycleEnd: cycleEnd(row, db.now),
  };
}
