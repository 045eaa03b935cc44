/** What integrations, orders and checkouts can be (docs/contract/integrations.md). The dashboard reads it too, so nothing here may reach for Node. */

/** What a shop brings here. */
export const RESOURCES = ['products', 'customers', 'orders', 'checkouts'] as const;
export type Resource = (typeof RESOURCES)[number];

export const PROVIDERS = ['http_generic'] as const;
export type Provider = (typeof PROVIDERS)[number];

export const INTEGRATION_STATUSES = ['pending', 'active', 'error', 'revoked'] as const;
export type IntegrationStatus = (typeof INTEGRATION_STATUSES)[number];

/** What became of what a shop called with (docs/contract/integrations.md#webhooks). */
export const CALL_RESULTS = ['applied', 'repeated', 'refused', 'malformed', 'left_out', 'held', 'failed'] as const;
export type CallResult = (typeof CALL_RESULTS)[number];

/** Of a contact that is made and of which the shop says nothing. */
export const CONSENTS = ['subscribed', 'unsubscribed'] as const;
/** Whose left checkout is told of: who accepts marketing, or anyone. */
export const CART_CONSENTS = ['accepting', 'anyone'] as const;
export type CartConsent = (typeof CART_CONSENTS)[number];

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

/** The key of a contact's attributes under which what a shop knows of its customer stands. */
export const SHOP_ATTRIBUTE = 'shop';
/** Why a customer is no contact: neither an e-mail nor a phone is known of it. */
export const NO_IDENTITY = 'NO_IDENTITY';
