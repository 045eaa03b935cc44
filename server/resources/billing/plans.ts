/** The plans and their limits (1 §8). -1 means unlimited. */

export interface Plan {
  id: PlanId;
  name: string;
  contacts: number;
  discountCodes: number;
  referralPrograms: number;
  blogPosts: number;
  /** Segments of one's own (part 5): all or none. */
  segments: 0 | -1;
}

export const PLAN_IDS = ['free', 'starter', 'growth', 'scale', 'svc_internal'] as const;
export type PlanId = (typeof PLAN_IDS)[number];

export const PLANS: Record<PlanId, Plan> = {
  free: { id: 'free', name: 'Free', contacts: 500, discountCodes: 1, referralPrograms: 1, blogPosts: 1, segments: 0 },
  starter: { id: 'starter', name: 'Starter', contacts: 10_000, discountCodes: -1, referralPrograms: 1, blogPosts: 25, segments: 0 },
  growth: { id: 'growth', name: 'Growth', contacts: 50_000, discountCodes: -1, referralPrograms: 5, blogPosts: -1, segments: 0 },
  scale: { id: 'scale', name: 'Scale', contacts: -1, discountCodes: -1, referralPrograms: -1, blogPosts: -1, segments: -1 },
  svc_internal: { id: 'svc_internal', name: 'Internal', contacts: -1, discountCodes: -1, referralPrograms: -1, blogPosts: -1, segments: -1 },
};

/** A plan by its stored id; what is no plan of ours counts as free. */
export const planOf = (id: string): Plan => PLANS[PLAN_IDS.find((known) => known === id) ?? 'free'];
