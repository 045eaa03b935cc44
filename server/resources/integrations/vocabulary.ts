/** What orders and checkouts can be (docs/contract/integrations.md). The dashboard reads it too, so nothing here may reach for Node. */

export const ORDER_STATUSES = ['pending', 'paid', 'partially_refunded', 'refunded', 'canceled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

export const CHECKOUT_STATUSES = ['open', 'abandoned', 'completed', 'expired'] as const;
export type CheckoutStatus = (typeof CHECKOUT_STATUSES)[number];

/** What of an order was paid for, if only for a while. */
export const PAID_STATUSES: readonly OrderStatus[] = ['paid', 'partially_refunded', 'refunded'];

/** Where an integration says nothing else: how long nothing may change until a checkout is left. */
export const ABANDON_AFTER_MINUTES = 60;
/** An open checkout that is older is over. */
export const EXPIRES_AFTER_DAYS = 30;
/** A checkout that was told of later than this after it was made is history, and is nobody's abandoned cart. */
export const FRESH_HOURS = 24;
