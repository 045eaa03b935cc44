/** Words that several parts of Laris say: each is kept here once. Without zod, so that pages may have them. */

/** Shops that have an address of their vendor's, which PROVIDER_BASE_<ID> replaces, and an app of the operator's. */
export const STOREFRONTS = ['storefront_p1', 'storefront_p2'] as const;
export type Storefront = (typeof STOREFRONTS)[number];

export const ORDER_STATUSES = ['pending', 'paid', 'partially_refunded', 'refunded', 'canceled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

export const CHECKOUT_STATUSES = ['open', 'abandoned', 'completed', 'expired'] as const;
export type CheckoutStatus = (typeof CHECKOUT_STATUSES)[number];

export const ENROLMENT_STATUSES = ['active', 'completed', 'exited'] as const;
export type EnrolmentStatus = (typeof ENROLMENT_STATUSES)[number];

/** `lastError` of a message that was skipped because its funnel was paused. */
export const FUNNEL_PAUSED = 'funnel paused';

/** The key of a contact's attributes under which a shop's facts about its customer stand. */
export const SHOP_ATTRIBUTE = 'shop';

/** The number of calls of an API key that are kept. */
export const KEPT_CALLS = 100;
