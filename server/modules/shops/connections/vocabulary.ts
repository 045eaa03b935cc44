/**
 * The values that fields of integrations, orders and checkouts accept (docs/contract/integrations.md). The dashboard
 * imports this file too, so it must not import Node.
 */
import type { OrderStatus } from '@/server/platform/lib/shared-vocabulary';

/** The resources that a shop brings here. */
export const RESOURCES = ['products', 'customers', 'orders', 'checkouts'] as const;
export type Resource = (typeof RESOURCES)[number];
/** The resources that are exchanged with a shop: its rows, which we import, and our codes, which we push. */
export const SYNC_RESOURCES = [...RESOURCES, 'codes'] as const;
export type SyncResource = (typeof SYNC_RESOURCES)[number];

export const PROVIDERS = ['storefront_p1', 'storefront_p2', 'sheet_p1', 'http_generic'] as const;
export type Provider = (typeof PROVIDERS)[number];

/** The kinds of rows in a sheet. */
export const SHEET_KINDS = ['products', 'customers'] as const;
export type SheetKind = (typeof SHEET_KINDS)[number];
/** The default interval at which a sheet is read, in minutes. */
export const SHEET_EVERY_MINUTES = 1440;
/** Characters of a config, as JSON. */
export const LONGEST_CONFIG = 32_000;

export const RUN_KINDS = ['backfill', 'reconcile', 'codes', 'file'] as const;
export type RunKind = (typeof RUN_KINDS)[number];
export const RUN_STATUSES = ['queued', 'running', 'succeeded', 'partial', 'failed', 'canceled'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** The states of one of our codes in a shop. */
export const CODE_STATES = ['pending', 'pushed', 'failed', 'not_expressible'] as const;
export type CodeState = (typeof CODE_STATES)[number];
/** The reason why a code was not made in a shop: the shop made a code with the same string itself. */
export const TAKEN_IN_SHOP = 'TAKEN_IN_SHOP';

export const INTEGRATION_STATUSES = ['pending', 'active', 'error', 'revoked'] as const;
export type IntegrationStatus = (typeof INTEGRATION_STATUSES)[number];

/** The results of a shop's calls (docs/contract/integrations.md#webhooks). */
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

/** The consent for a new contact of whom the shop reports none. */
export const CONSENTS = ['subscribed', 'unsubscribed'] as const;
/** The people whose abandoned checkouts are reported: those who accept marketing, or anyone. */
export const CART_CONSENTS = ['accepting', 'anyone'] as const;
export type CartConsent = (typeof CART_CONSENTS)[number];

/** The statuses of an order that was paid for, if only for a while. */
export const PAID_STATUSES: readonly OrderStatus[] = ['paid', 'partially_refunded', 'refunded'];

/** The default minutes without a change after which a checkout counts as abandoned. */
export const ABANDON_AFTER_MINUTES = 60;
/** The age in days at which an open checkout expires. */
export const EXPIRES_AFTER_DAYS = 30;
/** A checkout that is first reported more than this many hours after it was made is history, and no abandoned cart. */
export const FRESH_HOURS = 24;

/** The age in days beyond which checkouts are not read. */
export const CHECKOUTS_BACKFILL_DAYS = 30;
/** The interval, in hours, at which a shop is asked for changes. */
export const RECONCILE_EVERY_HOURS = 6;

/** The reason why a customer becomes no contact: the shop has neither their e-mail nor their phone. */
export const NO_IDENTITY = 'NO_IDENTITY';
