/**
 * The possible values of integrations, orders and checkouts (docs/contract/integrations.md). The dashboard reads it
 * too, so nothing here may reach for Node.
 */
import type { OrderStatus } from '@/server/platform/lib/shared-vocabulary';

/** The resources that a shop brings here. */
export const RESOURCES = ['products', 'customers', 'orders', 'checkouts'] as const;
export type Resource = (typeof RESOURCES)[number];
/** The resources that go between a shop and us: what it brings, and our codes, which go there. */
export const SYNC_RESOURCES = [...RESOURCES, 'codes'] as const;
export type SyncResource = (typeof SYNC_RESOURCES)[number];

export const PROVIDERS = ['storefront_p1', 'storefront_p2', 'sheet_p1', 'http_generic'] as const;
export type Provider = (typeof PROVIDERS)[number];

/** The kinds of rows in a sheet. */
export const SHEET_KINDS = ['products', 'customers'] as const;
export type SheetKind = (typeof SHEET_KINDS)[number];
/** The interval at which a sheet is read, in minutes, unless it says otherwise. */
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
/** Why a code was not made in a shop: it has one with that string, which it made itself. */
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

/** The consents for a contact that is made and of which the shop says nothing. */
export const CONSENTS = ['subscribed', 'unsubscribed'] as const;
/** The people whose left checkouts are reported: those who accept marketing, or anyone. */
export const CART_CONSENTS = ['accepting', 'anyone'] as const;
export type CartConsent = (typeof CART_CONSENTS)[number];

/** The statuses of an order that was paid for, if only for a while. */
export const PAID_STATUSES: readonly OrderStatus[] = ['paid', 'partially_refunded', 'refunded'];

/** The time without changes after which a checkout is left, in minutes, where an integration says nothing else. */
export const ABANDON_AFTER_MINUTES = 60;
/** An open checkout that is older is over. */
export const EXPIRES_AFTER_DAYS = 30;
/** A checkout that was reported later than this after it was made is history, and is nobody's abandoned cart. */
export const FRESH_HOURS = 24;

/** Checkouts that were begun before are not asked for. */
export const CHECKOUTS_BACKFILL_DAYS = 30;
/** The interval, in hours, at which a shop is asked what changed. */
export const RECONCILE_EVERY_HOURS = 6;

/** Why a customer is no contact: neither an e-mail nor a phone is known of it. */
export const NO_IDENTITY = 'NO_IDENTITY';
