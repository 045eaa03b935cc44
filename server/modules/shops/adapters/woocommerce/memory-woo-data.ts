/** A stand-in's shop in memory, for tests. */
import {
  WOO_COLLECTIONS,
  type WooCollection,
  type WooData,
  type WooFields,
  type WooFilter,
  type WooKey,
  type WooRow,
  type WooShop,
  type WooWindow,
} from '@/server/modules/shops/adapters/woocommerce/woo-data';

type Test = (row: WooRow) => boolean;

const isAfter = (field: string, time: string): Test => {
  return (row) => typeof row[field] === 'string' && row[field] > time;
};

function testsOf({ ids, statuses, role, code, createdAfter, modifiedAfter }: WooFilter): Test[] {
  const tests: Test[] = [];
  if (ids !== null) {
    const known = new Set(ids);
    tests.push(({ id }) => known.has(id));
  }
  if (statuses !== null) tests.push(({ status }) => statuses.some((each) => each === status));
  if (role !== null) tests.push((row) => row.role === role);
  if (code !== null) tests.push((row) => row.code === code && row.status === 'publish');
  if (createdAfter !== null) tests.push(isAfter('date_created_gmt', createdAfter));
  if (modifiedAfter !== null) tests.push(isAfter('date_modified_gmt', modifiedAfter));
  return tests;
}

/** All data of a shop, as plain JSON. */
export interface WooSnapshot {
  rows: Record<WooCollection, WooRow[]>;
  offers: [number, WooRow[]][];
  lastId: number;
}

export class MemoryWooData implements WooData {
  readonly keys = new Map<string, WooKey>();
  /** The offers of variable products, by the product's id. */
  readonly offers = new Map<number, WooRow[]>();
  /** Each ascending by id. */
  readonly rows: Readonly<Record<WooCollection, WooRow[]>> = {
    products: [],
    customers: [],
    orders: [],
    coupons: [],
    webhooks: [],
  };
  private lastId = 1_000_000;

  constructor(private readonly about: WooShop) {}

  /** Restores a shop from a snapshot. */
  static of(about: WooShop, { rows, offers, lastId }: WooSnapshot): MemoryWooData {
    const data = new MemoryWooData(about);
    for (const collection of WOO_COLLECTIONS) data.rows[collection].push(...rows[collection]);
    for (const [product, variations] of offers) data.offers.set(product, variations);
    data.lastId = lastId;
    return data;
  }

  snapshot(): WooSnapshot {
    return { rows: this.rows, offers: [...this.offers], lastId: this.lastId };
  }

  shop(): Promise<WooShop> {
    return Promise.resolve(this.about);
  }

  key(consumerKey: string): Promise<WooKey | null> {
    return Promise.resolve(this.keys.get(consumerKey) ?? null);
  }

  list(
    collection: WooCollection,
    filter: WooFilter,
    { offset, limit, descending }: WooWindow,
  ): Promise<{ rows: WooRow[]; total: number }> {
    const tests = testsOf(filter);
    const all = this.rows[collection];
    const found = tests.length === 0 ? all : all.filter((row) => tests.every((test) => test(row)));
    const total = found.length;
    const rows = descending
      ? found.slice(Math.max(total - offset - limit, 0), Math.max(total - offset, 0)).reverse()
      : found.slice(offset, offset + limit);
    return Promise.resolve({ rows, total });
  }

  find(collection: WooCollection, id: number): Promise<WooRow | null> {
    return Promise.resolve(this.rows[collection].find((row) => row.id === id) ?? null);
  }

  variations(product: number): Promise<WooRow[]> {
    return Promise.resolve(this.offers.get(product) ?? []);
  }

  insert(collection: WooCollection, fields: WooFields): Promise<WooRow> {
    const row = { ...fields, id: ++this.lastId };
    this.rows[collection].push(row);
    return Promise.resolve(row);
  }

  async update(collection: WooCollection, id: number, fields: WooFields): Promise<WooRow | null> {
    const row = await this.find(collection, id);
    return row === null ? null : Object.assign(row, fields, { id });
  }

  remove(collection: WooCollection, id: number): Promise<boolean> {
    const index = this.rows[collection].findIndex((row) => row.id === id);
    if (index >= 0) this.rows[collection].splice(index, 1);
    return Promise.resolve(index >= 0);
  }
}
