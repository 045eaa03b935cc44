/** The data that the Billing page knows, and what it makes of them. */
import type { Outputs } from '@/app/trpc';
import type { Limit } from '@/components/plan-limits';

export type Overview = Outputs['billing']['overview'];
export type Offer = Overview['plans'][number];
export type OfferId = Offer['id'];
export type PaidPlanId = Exclude<OfferId, 'free'>;
export type Currency = Overview['defaultCurrency'];
export type Meter = Overview['meters'][number];
export type OpenInvoice = Overview['payable'][number];
export type PaymentEffect = NonNullable<Offer['effect']>;

export const CURRENCIES = ['IDR', 'USD'] as const satisfies readonly Currency[];

type Feature = { [Name in Limit]: Offer['limits'][Name] extends boolean ? Name : never }[Limit];
const FEATURES = [
  'discountBatches',
  'abandonedCart',
  'pixels',
  'feeds',
  'segments',
] as const satisfies readonly Feature[];

/** The plans as checkout names them. */
export const checkoutPlan = (plan: PaidPlanId) => plan.toUpperCase() as Uppercase<PaidPlanId>;

export const offerOf = (overview: Overview, id: string): Offer | undefined =>
  overview.plans.find((offer) => offer.id === id);

/** Things that a smaller plan has no room for, and things that it does not have at all. */
export interface Shortfall {
  over: { meter: Meter; limit: number }[];
  lost: Feature[];
}

export function shortfallOf(overview: Overview, to: Offer): Shortfall {
  const now = offerOf(overview, overview.effectivePlan);
  return {
    over: overview.meters
      .map((meter) => ({ meter, limit: to.limits[meter.resource] }))
      .filter(({ meter, limit }) => limit !== -1 && meter.used > limit),
    lost: FEATURES.filter((feature) => now?.limits[feature] === true && !to.limits[feature]),
  };
}

/** Stored and enforced are two things once the period is over and no gated write has rewritten the row. */
export const hasLapsed = ({ subscription, effectivePlan }: Overview): boolean => subscription.plan !== effectivePlan;
