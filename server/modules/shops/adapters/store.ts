/**
 * The interface between the worker and a shop's adapter (docs/contract/integrations.md). One folder a vendor exports a
 * `Store`; server/modules/shops/adapters/stores.ts has one line for each. Adapters keep no state, read no settings, use
 * no database and open no connection: the caller passes the transport, so that tests, benchmarks and the sandbox can
 * pass their own.
 *
 * Rows leave an adapter as plain JSON in the form that the PUTs accept (server/modules/shops/orders/schema.ts; products
 * as in PUT /feeds/products, with `url`). Only server/modules/shops/adapters/parsed-rows.ts checks them.
 */
import type { Transport } from '@/server/platform/vendors/provider';
import type { Config } from '@/server/modules/shops/connections/schema';
import type { Resource, SyncResource } from '@/server/modules/shops/connections/vocabulary';
import type { ParsedRows } from '@/server/modules/shops/adapters/parsed-rows';

/** A shop with its credentials in the clear. The worker keeps it only while it works on one page. */
export interface OpenedShop {
  integrationId: string;
  /** The id of the shop, in the form of Integration.externalId. */
  externalId: string;
  credentials: Readonly<Record<string, string>>;
  config: Config;
  /** The vendor's address or the shop's own, without a slash at the end; PROVIDER_BASE_<ID> if that is set. */
  base: string;
  /** True when a merchant gave the address in `base`; requests then go through the guard against private networks. */
  isGuarded: boolean;
  transport: Transport;
  /** The operator's app at the vendor, if there is one: OAuth shops sign webhooks and renew tokens with it. */
  app: { clientId: string; clientSecret: string } | null;
  /** The service's time. */
  now: Date;
  /**
   * The shop's workspace: its country decides how numbers are written, and its currency holds for a price without one.
   */
  workspace: { country: string; currency: string };
}

/** The shop refuses our credentials. After three refusals in 15 minutes the integration is in error. */
export class ShopRefusedError extends Error {}

/** The requested thing does not exist (any more), e.g. a sheet's file; counted like a refusal. */
export class ShopGoneError extends Error {}

/** The shop asks us to wait. */
export class ShopBusyError extends Error {
  constructor(
    message: string,
    readonly afterMs: number,
  ) {
    super(message);
  }
}

/** Any other error answer of the shop, in its words. The page is tried again; after five in a row the run fails. */
export class ShopAnswerError extends Error {}

/** The shop's data about itself. */
export interface ShopCheck {
  /** The shop's own name. */
  name: string;
  /** The scopes that the credentials have, in the vendor's names. */
  scopesGranted: string[];
  /** Resources that the scopes do not allow, with the reason; runs leave these out. */
  lacking: { resource: SyncResource; reason: string }[];
  /** The time since which the shop shows us orders; null: all orders. */
  ordersSince: Date | null;
  /** The time at which the credentials expire and we cannot renew them; null: they never expire, or we renew them. */
  expiresAt: Date | null;
}

/** One row as the adapter reads it, unchecked; `ref` names the row if it is refused. */
export interface Candidate {
  ref: string;
  row: Record<string, unknown>;
}

/** A row that cannot be used at all. */
export interface Refusal {
  ref: string;
  reason: string;
}

/** Rows of one kind, as a webhook, a page or the lookup of one row returns them. */
export interface Rows {
  resource: Resource;
  rows: Candidate[];
  refused: Refusal[];
}

/** A page of a resource. A WooCommerce order also reports a checkout, so a page may have several kinds. */
export interface Page {
  rowSets: Rows[];
  /** The number of rows of the resource on this page, as the shop counts them. */
  count: number;
  /** The start of the next page; null: this was the last. Text that the adapter alone understands. */
  position: string | null;
  /** The number of rows of the resource in all, if reading tells it. */
  total?: number;
  /** The mark of the last page; the next run compares it to find out that nothing has changed (Reading.mark). */
  mark?: string;
}

export interface Reading {
  resource: Resource;
  /** Reads only rows changed since this time, in a backfill only orders and checkouts made since; null: all. */
  since: Date | null;
  kind: 'backfill' | 'reconcile' | 'file';
  /**
   * The mark from the last page of the resource's last run; parts that still have it are not read again. Null when that
   * run refused rows or did not end, because then we do not have all rows of the shop, and when everything is to be
   * read.
   */
  mark: string | null;
}

/** Reads a resource page by page. */
export interface Reader {
  /**
   * Reads the next page. @param position from the page before; null: the first
   * @throws ShopRefusedError, ShopGoneError, ShopBusyError, ShopAnswerError, NotSentError, OutcomeUnknownError
   */
  next(position: string | null): Promise<Page>;
  /** Releases what the reader holds, e.g. a file. */
  close(): Promise<void>;
}

/** A webhook as received. */
export interface RawWebhook {
  /** The headers that `webhookHeaders` of the adapter names, in lower case. */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  /** The time of arrival, by the service's clock. */
  receivedAt: Date;
}

/** The message of a webhook. */
export type ShopChange =
  | ({ kind: 'rows' } & Rows)
  /** Rows that were checked by the adapter. */
  | { kind: 'checked'; parsed: ParsedRows }
  /** The row is gone there. */
  | { kind: 'deleted'; resource: Resource; ref: string; at: Date }
  /** The row has changed, but the webhook does not contain the row, so it is looked up in the shop. */
  | { kind: 'changed'; resource: Resource; ref: string }
  /** The merchant removed the app from the shop. */
  | { kind: 'uninstalled'; at: Date };

/** `dropped`: the signature is good, but we ignore the content, e.g. a ping or a test order. */
export type WebhookReading =
  | { kind: 'refused' }
  | { kind: 'dropped'; deliveryId: string | null }
  | { kind: 'malformed'; reason: string }
  | { kind: 'changes'; deliveryId: string; changes: ShopChange[] };

/** A discount code as the shop should have it. */
export interface CodeToPush {
  /** Our id. */
  id: string;
  code: string;
  type: 'percent' | 'fixed' | 'shipping_percent' | 'shipping_fixed';
  /** Percent 1..100, or the smallest unit of `currency`. */
  value: number;
  currency: string;
  scope: 'cart' | 'products' | 'tags';
  /** externalRefs of products. */
  productIds: string[];
  /** Smallest unit of `currency`. */
  minPurchaseAmount: number | null;
  maxUsesTotal: number | null;
  maxUsesPerCustomer: number | null;
  startsAt: Date | null;
  expiresAt: Date | null;
  active: boolean;
  /** Set when the code is not for everybody, which no shop can ask us. */
  isForSome?: true;
}

/** The ability that every shop lacks. */
export const FOR_EVERYBODY = 'The code is not for everybody, and a shop cannot check who uses it.';

export type PushOutcome =
  | { state: 'pushed'; shopRef: string }
  /** The shop's words; TAKEN_IN_SHOP when the shop itself made a code with the same string. */
  | { state: 'failed'; reason: string }
  /** The shop has no such rule. */
  | { state: 'not_expressible'; reason: string };

export interface Codes {
  /** Returns why the shop cannot have this code; null: it can. Pure. */
  inexpressible(code: CodeToPush): string | null;
  /**
   * Creates, changes or deactivates the code in the shop. Safe to repeat: without `shopRef` the code is found by its
   * string.
   * @param shopRef the shop's id of the code from an earlier push
   */
  push(shop: OpenedShop, code: CodeToPush, shopRef: string | null): Promise<PushOutcome>;
}

export interface Store {
  /**
   * The webhook headers by which the vendor identifies its calls, in lower case; their values are stored with each
   * webhook.
   */
  webhookHeaders: readonly string[];
  /** @throws as Reader.next */
  check(shop: OpenedShop): Promise<ShopCheck>;
  /**
   * Creates missing webhooks for the chosen resources, also those that the shop removed or disabled.
   * @param address Integration.webhookUrl
   * @returns topics that the shop does not allow, in its words
   */
  setUpWebhooks?(shop: OpenedShop, address: string): Promise<string[]>;
  /** Removes the webhooks that setUpWebhooks made. */
  removeWebhooks?(shop: OpenedShop, address: string): Promise<void>;
  /** Returns how many there are; null: the shop does not say. */
  count?(shop: OpenedShop, reading: Reading): Promise<number | null>;
  /** True when reading begins with the download of a whole file; a run then does not pause in the middle of it. */
  readsWhole?: true;
  /** Opens a resource for reading. Absent when the shop sends everything itself. */
  open?(shop: OpenedShop, reading: Reading): Reader;
  /** Reads at most 50 rows by their refs; rows that do not exist are left out of every result. */
  lookUp?(shop: OpenedShop, resource: Resource, refs: readonly string[]): Promise<Rows[]>;
  /** Checks whether the shop signed the webhook, and parses it. Pure. */
  readWebhook?(
    shop: Pick<OpenedShop, 'externalId' | 'credentials' | 'app' | 'config'>,
    raw: RawWebhook,
  ): Promise<WebhookReading>;
  codes?: Codes;
  /** Present where access tokens lapse. */
  tokens?: {
    /** Checks whether the credentials must be renewed now. Pure. */
    isDue(credentials: Readonly<Record<string, string>>, now: Date): boolean;
    /** @returns the whole credentials, with the new tokens */
    renew(shop: OpenedShop): Promise<Record<string, string>>;
  };
}
