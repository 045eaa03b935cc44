/** The collections of a stand-in for a WooCommerce shop, wherever they are stored. */

export const WOO_COLLECTIONS = ['products', 'customers', 'orders', 'coupons', 'webhooks'] as const;
export type WooCollection = (typeof WOO_COLLECTIONS)[number];

/** A row as REST v3 writes it. Times end in `_gmt` and have no zone. */
export interface WooRow {
  id: number;
  [field: string]: unknown;
}

export type WooFields = Readonly<Record<string, unknown>>;

export interface WooKey {
  secret: string;
  permissions: 'read' | 'write' | 'read_write';
}

export interface WooShop {
  name: string;
  /** ISO 4217. */
  currency: string;
  /** The shop's address in its webhooks, with a slash at the end. */
  address: string;
}

/** A list's filter; null: not filtered by that. Times are in the form of rows, and exclusive. */
export interface WooFilter {
  ids: readonly number[] | null;
  statuses: readonly string[] | null;
  role: string | null;
  /** In lower case, as coupons store codes. */
  code: string | null;
  createdAfter: string | null;
  modifiedAfter: string | null;
}

export interface WooWindow {
  offset: number;
  limit: number;
  /** True to sort by id in descending order. */
  descending: boolean;
}

export interface WooData {
  shop(): Promise<WooShop>;
  key(consumerKey: string): Promise<WooKey | null>;
  list(collection: WooCollection, filter: WooFilter, window: WooWindow): Promise<{ rows: WooRow[]; total: number }>;
  find(collection: WooCollection, id: number): Promise<WooRow | null>;
  /** Ascending by id. */
  variations(product: number): Promise<WooRow[]>;
  /** Inserts a row with the next id. */
  insert(collection: WooCollection, fields: WooFields): Promise<WooRow>;
  /** @returns the changed row; null when there is none */
  update(collection: WooCollection, id: number, fields: WooFields): Promise<WooRow | null>;
  remove(collection: WooCollection, id: number): Promise<boolean>;
}
