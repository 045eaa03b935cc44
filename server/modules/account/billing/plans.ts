/** The plans and their limits (docs/contract/billing.md#plan-limits). -1 means unlimited. */

/** A feature that a plan lacks (limit 0) or includes without limit (-1). */
type Feature = 0 | -1;

export interface Plan {
  id: PlanId;
  name: string;
  /** Requests a minute: returned by GET /billing/plan, enforced only by the extension `rate-limit`. */
  rateLimit: number;
  contacts: number;
  discountCodes: number;
  /** Batches of codes (docs/contract/discount-codes.md#batches). */
  discountBatches: Feature;
  referralPrograms: number;
  blogPosts: number;
  /** The workspace's own segments (docs/contract/audience-segments.md): all or none. */
  segments: Feature;
  pixels: Feature;
  abandonedCart: Feature;
  feeds: Feature;
  /** Shops that are connected (docs/contract/integrations.md#plan). */
  integrations: number;
  /** Funnels that are live (docs/contract/funnels.md#plan). */
  funnels: number;
  /** Briefs that are open (docs/contract/campaigns.md). */
  campaigns: number;
  /** Affiliate programs that are live (docs/contract/programs.md). */
  programs: number;
}

export const PLAN_IDS = ['free', 'starter', 'growth', 'scale', 'svc_internal'] as const;
export type PlanId = (typeof PLAN_IDS)[number];

/** The plans that can be bought. */
export const PAID_PLAN_IDS = ['starter', 'growth', 'scale'] as const;
export type PaidPlanId = (typeof PAID_PLAN_IDS)[number];

export const PLANS: Record<PlanId, Plan> = {
  free: {
    id: 'free',
    name: 'Free',
    rateLimit: 60,
    contacts: 500,
    discountCodes: 1,
    discountBatches: 0,
    referralPrograms: 1,
    blogPosts: 1,
    segments: 0,
    pixels: 0,
    abandonedCart: 0,
    feeds: 0,
    integrations: 1,
    funnels: 1,
    campaigns: 1,
    programs: 1,
  },
  starter: {
    id: 'starter',
    name: 'Starter',
    rateLimit: 600,
    contacts: 10_000,
    discountCodes: -1,
    discountBatches: -1,
    referralPrograms: 1,
    blogPosts: 25,
    segments: 0,
    pixels: -1,
    abandonedCart: -1,
    feeds: 0,
    integrations: 2,
    funnels: 5,
    campaigns: 3,
    programs: 1,
  },
  growth: {
    id: 'growth',
    name: 'Growth',
    rateLimit: 2_000,
    contacts: 50_000,
    discountCodes: -1,
    discountBatches: -1,
    referralPrograms: 5,
    blogPosts: -1,
    segments: 0,
    pixels: -1,
    abandonedCart: -1,
    feeds: -1,
    integrations: 5,
    funnels: 20,
    campaigns: 10,
    programs: 5,
  },
  scale: {
    id: 'scale',
    name: 'Scale',
    rateLimit: 5_000,
    contacts: -1,
    discountCodes: -1,
    discountBatches: -1,
    referralPrograms: -1,
    blogPosts: -1,
    segments: -1,
    pixels: -1,
    abandonedCart: -1,
    feeds: -1,
    integrations: -1,
    funnels: -1,
    campaigns: -1,
    programs: -1,
  },
  svc_internal: {
    id: 'svc_internal',
    name: 'Internal',
    rateLimit: -1,
    contacts: -1,
    discountCodes: -1,
    discountBatches: -1,
    referralPrograms: -1,
    blogPosts: -1,
    segments: -1,
    pixels: -1,
    abandonedCart: -1,
    feeds: -1,
    integrations: -1,
    funnels: -1,
    campaigns: -1,
    programs: -1,
  },
};

/** Returns a plan by its stored id; an unknown id counts as free. */
export const planOf = (id: string): Plan => PLANS[PLAN_IDS.find((known) => known === id) ?? 'free'];

/** The price of a month of a plan: IDR units, and USD cents. */
export const PRICES: Record<PaidPlanId, { IDR: number; USD: number }> = {
  starter: { IDR: 299_000, USD: 1_900 },
  growth: { IDR: 799_000, USD: 4_900 },
  scale: { IDR: 2_499_000, USD: 15_900 },
};
