/** Words that several modules use. This file does not import zod, so that pages can import it. */

/** Shops that have a fixed address at their vendor, which PROVIDER_BASE_<ID> replaces, and an app of the operator. */
export const STOREFRONTS = ['storefront_p1', 'storefront_p2'] as const;
export type Storefront = (typeof STOREFRONTS)[number];

export const ORDER_STATUSES = ['pending', 'paid', 'partially_refunded', 'refunded', 'canceled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

export const CHECKOUT_STATUSES = ['open', 'abandoned', 'completed', 'expired'] as const;
export type CheckoutStatus = (typeof CHECKOUT_STATUSES)[number];

export const ENROLMENT_STATUSES = ['active', 'completed', 'exited'] as const;
export type EnrolmentStatus = (typeof ENROLMENT_STATUSES)[number];

/** The `lastError` of a message that was skipped because its funnel was paused. */
export const FUNNEL_PAUSED = 'funnel paused';

/** The key in a contact's attributes for a shop's facts about its customer. */
export const SHOP_ATTRIBUTE = 'shop';

/** The number of calls of an API key that are kept. */
export const KEPT_CALLS = 100;
