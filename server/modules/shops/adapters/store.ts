/**
 * The worker's requests to a shop's adapter (docs/contract/integrations.md). One folder a vendor exports a `Store`;
 * server/modules/shops/adapters/stores.ts has one line for each. Adapters keep no state, read no settings, know no
 * database and open no connection of their own: the transport is given to them, so tests, benchmarks and the sandbox
 * give theirs.
 *
 * Rows leave an adapter as plain JSON in the shape that the PUTs take (server/modules/shops/orders/schema.ts; products
 * that of PUT /feeds/products with `url`), and are checked in one place, server/modules/shops/adapters/parsed-rows.ts.
 */
import type { Transport } from '@/server/platform/vendors/provider';
import type { Config } from '@/server/modules/shops/connections/schema';
import type { Resource, SyncResource } from '@/server/modules/shops/connections/vocabulary';
import type { ParsedRows } from '@/server/modules/shops/adapters/parsed-rows';

/** A shop, opened: its credentials in the clear. Lives only as long as a page of work in the worker. */
export interface OpenedShop {
  integrationId: string;
  /** The id of the shop, as Integration.externalId has it. */
  externalId: string;
  credentials: Readonly<Record<string, string>>;
  config: Config;
  /** The vendor's address or the shop's own, without a slash at the end; PROVIDER_BASE_<ID> where it is set. */
  base: string;
  /** True where `base` is an address that a merchant gave: it is asked for through the guard. */
  isGuarded: boolean;
  transport: Transport;
  /** The operator's app at the vendor, where there is one: what OAuth's shops sign and renew with. */
  app: { clientId: string; clientSecret: string } | null;
  /** The service's time. */
  now: Date;
  /** The shop's workspace: how numbers are written in it, and what a price without a currency is in. */
  workspace: { country: string; currency: string };
}

/** The shop does not take our credentials: counted, and after three times in 15 minutes it is an error. */
export class ShopRefusedError extends Error {}

/** Thrown when the requested thing is not there (any more), e.g. a sheet's file: counted like a refusal. */
export class ShopGoneError extends Error {}

/** The shop asks to wait. */
export class ShopBusyError extends Error {
  constructor(
    message: string,
    readonly afterMs: number,
  ) {
    super(message);
  }
}

/** Anything else that the shop answers, in its words: tried again, and after five times in a row the run fails. */
export class ShopAnswerError extends Error {}

/** The shop's data about itself. */
export interface ShopCheck {
  /** The shop's own name. */
  name: string;
  /** The scopes that credentials allow; as the vendor calls them. */
  scopesGranted: string[];
  /** Resources that the scopes do not allow, with why; they are left out of runs. */
  lacking: { resource: SyncResource; reason: string }[];
  /** From when on orders are shown to us; null: all of them. */
  ordersSince: Date | null;
  /** The time at which the credentials lapse and cannot be renewed by us; null: never, or we renew them. */
  expiresAt: Date | null;
}

/** One row as the adapter reads it, unchecked; `ref` names it where it is refused. */
export interface Candidate {
  ref: string;
  row: Record<string, unknown>;
}

/** A row that cannot be taken at all. */
export interface Refusal {
  ref: string;
  reason: string;
}

/** One kind of rows, as they are told by a webhook, a page or a look at one row. */
export interface Rows {
  resource: Resource;
  rows: Candidate[];
  refused: Refusal[];
}

/** A page of a resource. A WooCommerce order also reports a checkout, so a page may have several kinds. */
export interface Page {
  rowSets: Rows[];
  /** The number of rows of the resource it had, as the shop counts them. */
  count: number;
  /** The start of the next page; null: this was the last. Text that the adapter alone understands. */
  position: string | null;
  /** The number of rows of the resource in all, where reading tells it. */
  total?: number;
  /** The mark of the last page: by it we know that nothing has changed (Reading.mark). */
  mark?: string;
}

export interface Reading {
  resource: Resource;
  /** Only what changed since; null: all. Orders and checkouts that were made since of a backfill. */
  since: Date | null;
  kind: 'backfill' | 'reconcile' | 'file';
  /**
   * The mark from the last page of the resource's last run: what is still the same is not read again. Null where that
   * run refused rows or did not end, for then what is here is not all that the shop has, and where all is asked for.
   */
  mark: string | null;
}

/** Reads a resource page by page. */
export interface Reader {
  /**
   * @param position what the page before said; null: the first
   * @throws ShopRefusedError, ShopGoneError, ShopBusyError, ShopAnswerError, NotSentError, OutcomeUnknownError
   */
  next(position: string | null): Promise<Page>;
  /** Lets go of what it holds, e.g. a file. */
  close(): Promise<void>;
}

/** A webhook as it came in. */
export interface RawWebhook {
  /** The headers that `webhookHeaders` of the adapter names, in lower case. */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  /** By the service's clock. */
  receivedAt: Date;
}

/** The message of a webhook. */
export type ShopChange =
  | ({ kind: 'rows' } & Rows)
  /** Rows that were checked by the adapter. */
  | { kind: 'checked'; parsed: ParsedRows }
  /** The row is gone there. */
  | { kind: 'deleted'; resource: Resource; ref: string; at: Date }
  /** The row has changed, and the webhook does not say how: it is looked up. */
  | { kind: 'changed'; resource: Resource; ref: string }
  /** The app was taken out of the shop. */
  | { kind: 'uninstalled'; at: Date };

/** `dropped`: well signed, and nothing that we take, e.g. a ping, a test order. */
export type WebhookReading =
  | { kind: 'refused' }
  | { kind: 'dropped'; deliveryId: string | null }
  | { kind: 'malformed'; reason: string }
  | { kind: 'changes'; deliveryId: string; changes: ShopChange[] };

/** A discount code as it is to stand in the shop. */
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
  /** The shop's words; TAKEN_IN_SHOP where the shop has made that string itself. */
  | { state: 'failed'; reason: string }
  /** The shop has no such rule. */
  | { state: 'not_expressible'; reason: string };

export interface Codes {
  /** Why the shop cannot have this code; null: it can. Pure. */
  inexpressible(code: CodeToPush): string | null;
  /**
   * Makes or changes it, or switches it off. Safe to repeat: found by its string where `shopRef` is null.
   * @param shopRef the shop's id of what was pushed before
   */
  push(shop: OpenedShop, code: CodeToPush, shopRef: string | null): Promise<PushOutcome>;
}

export interface Store {
  /** The headers by which the vendor names its calls; their values are kept with each webhook. In lower case. */
  webhookHeaders: readonly string[];
  /** @throws as Reader.next */
  check(shop: OpenedShop): Promise<ShopCheck>;
  /**
   * Sets up what is missing of the webhooks of the resources that are taken, and what the shop dropped or switched off.
   * @param address Integration.webhookUrl
   * @returns topics that the shop does not allow, in its words
   */
  setUpWebhooks?(shop: OpenedShop, address: string): Promise<string[]>;
  /** Takes away what setUpWebhooks made. */
  removeWebhooks?(shop: OpenedShop, address: string): Promise<void>;
  /** Returns how many there are; null: the shop does not say. */
  count?(shop: OpenedShop, reading: Reading): Promise<number | null>;
  /** Reading begins with a file that is downloaded whole: a run does not give way in the middle of it. */
  readsWhole?: true;
  /** Absent: the shop tells everything itself. */
  open?(shop: OpenedShop, reading: Reading): Reader;
  /** Rows by their refs, at most 50 of them; those that are not there are left out of every `told`. */
  lookUp?(shop: OpenedShop, resource: Resource, refs: readonly string[]): Promise<Rows[]>;
  /** Checks whether the webhook is the shop's, and returns what it says. Pure. */
  readWebhook?(
    shop: Pick<OpenedShop, 'externalId' | 'credentials' | 'app' | 'config'>,
    raw: RawWebhook,
  ): Promise<WebhookReading>;
  codes?: Codes;
  /** Present where access tokens lapse. */
  tokens?: {
    /** Checks whether the credentials need new ones now. Pure. */
    isDue(credentials: Readonly<Record<string, string>>, now: Date): boolean;
    /** @returns the whole credentials, with the new tokens */
    renew(shop: OpenedShop): Promise<Record<string, string>>;
  };
}
