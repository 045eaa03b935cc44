/** The collections that the stand-in of a WooCommerce shop keeps, wherever that is. */

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
  /** The address that webhooks say they come from, with a slash at the end. */
  address: string;
}

/** Null: not asked for. Times are as rows have them, and exclude themselves. */
export interface WooFilter {
  ids: readonly number[] | null;
  statuses: readonly string[] | null;
  role: string | null;
  /** In lower case, as coupons keep it. */
  code: string | null;
  createdAfter: string | null;
  modifiedAfter: string | null;
}

export interface WooWindow {
  offset: number;
  limit: number;
  /** By id. */
  descending: boolean;
}

export interface WooData {
  shop(): Promise<WooShop>;
  key(consumerKey: string): Promise<WooKey | null>;
  list(collection: WooCollection, filter: WooFilter, window: WooWindow): Promise<{ rows: WooRow[]; total: number }>;
  find(collection: WooCollection, id: number): Promise<WooRow | null>;
  /** Ascending by id. */
  variations(product: number): Promise<WooRow[]>;
  /** Gives it the next id. */
  insert(collection: WooCollection, fields: WooFields): Promise<WooRow>;
  /** @returns the row as it is now; null where there is none */
  update(collection: WooCollection, id: number, fields: WooFields): Promise<WooRow | null>;
  remove(collection: WooCollection, id: number): Promise<boolean>;
}
