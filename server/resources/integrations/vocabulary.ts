/** What integrations, orders and checkouts can be (docs/contract/integrations.md). The dashboard reads it too, so nothing here may reach for Node. */

/** What a shop brings here. */
export const RESOURCES = ['products', 'customers', 'orders', 'checkouts'] as const;
export type Resource = (typeof RESOURCES)[number];
/** What goes between a shop and us: what it brings, and our codes, which go there. */
export const SYNC_RESOURCES = [...RESOURCES, 'codes'] as const;
export type SyncResource = (typeof SYNC_RESOURCES)[number];

export const PROVIDERS = ['storefront_p1', 'storefront_p2', 'sheet_p1', 'http_generic'] as const;
export type Provider = (typeof PROVIDERS)[number];
/** Those that have an address of their vendor's, which PROVIDER_BASE_<ID> replaces, and an app of the operator's. */
export const STOREFRONTS = ['storefront_p1', 'storefront_p2'] as const;
export type Storefront = (typeof STOREFRONTS)[number];

/** What the rows of a sheet are. */
export const SHEET_KINDS = ['products', 'customers'] as const;
export type SheetKind = (typeof SHEET_KINDS)[number];
/** How often a sheet is read, in minutes, unless it says otherwise. */
export const SHEET_EVERY_MINUTES = 1440;
/** Characters of a config, as JSON. */
export const LONGEST_CONFIG = 32_000;

export const RUN_KINDS = ['backfill', 'reconcile', 'codes', 'file'] as const;
export type RunKind = (typeof RUN_KINDS)[number];
export const RUN_STATUSES = ['queued', 'running', 'succeeded', 'partial', 'failed', 'canceled'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** How one of our codes stands in a shop. */
export const CODE_STATES = ['pending', 'pushed', 'failed', 'not_expressible'] as const;
export type CodeState = (typeof CODE_STATES)[number];
/** Why a code was not made in a shop: it has one with that string, which it made itself. */
export const TAKEN_IN_SHOP = 'TAKEN_IN_SHOP';

export const INTEGRATION_STATUSES = ['pending', 'active', 'error', 'revoked'] as const;
export type IntegrationStatus = (typeof INTEGRATION_STATUSES)[number];

/** What became of what a shop called with (docs/contract/integrations.md#webhooks). */
export const CALL_RESULTS = [
  'applied',
  'repeated',
  'refused',
  'malformed',
  'left_out',
  'dropped',
  'held',
  'failed',
] as const;
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

/** Checkouts that were begun before are not asked for. */
export const CHECKOUTS_BACKFILL_DAYS = 30;
/** How often a shop is asked what changed. */
export const RECONCILE_EVERY_HOURS = 6;

/** The key of a contact's attributes under which what a shop knows of its customer stands. */
export const SHOP_ATTRIBUTE = 'shop';
/** Why a customer is no contact: neither an e-mail nor a phone is known of it. */
export const NO_IDENTITY = 'NO_IDENTITY';
