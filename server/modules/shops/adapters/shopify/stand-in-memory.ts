/** A stand-in's shop in memory. Rows of a resource are sorted by id, so that a page starts without a full search. */
import { RESOURCES, type Resource } from '@/server/modules/shops/connections/vocabulary';
import type {
  ShopifyData,
  StandInCheckout,
  StandInDiscount,
  StandInFilter,
  StandInRows,
  StandInShop,
  StandInSubscription,
  StandInToken,
} from '@/server/modules/shops/adapters/shopify/stand-in-data';

/** Compares ids of digits without zeros in front. */
const compareIds = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);

/** Returns the first position whose id is not smaller. */
function placeOf(rows: readonly { id: string }[], id: string): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareIds(rows[middle]?.id ?? '', id) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

const isIn = (row: { createdAt: string; updatedAt: string }, { createdSince, updatedSince }: StandInFilter): boolean =>
  (createdSince === null || row.createdAt >= createdSince) && (updatedSince === null || row.updatedAt >= updatedSince);

/** All data of a shop, as plain JSON. */
export interface ShopSnapshot {
  rows: { [Of in Resource]: StandInRows[Of][] };
  discounts: StandInDiscount[];
  webhooks: StandInSubscription[];
  tokens: StandInToken[];
  lastId: string;
}

export class MemoryShop implements ShopifyData {
  private readonly rows: { [Of in Resource]: StandInRows[Of][] } = {
    products: [],
    customers: [],
    orders: [],
    checkouts: [],
  };
  private readonly discounts = new Map<string, StandInDiscount>();
  private readonly webhooks = new Map<string, StandInSubscription>();
  private readonly tokens = new Map<string, StandInToken>();
  private readonly codes = new Set<string>();
  private lastId = 9_007_199_254_740_993n;

  constructor(public settings: StandInShop) {}

  /** Restores a shop from a snapshot. */
  static of(settings: StandInShop, { rows, discounts, webhooks, tokens, lastId }: ShopSnapshot): MemoryShop {
    const shop = new MemoryShop(settings);
    for (const resource of RESOURCES) for (const row of rows[resource]) shop.put(resource, row);
    for (const discount of discounts) shop.discounts.set(discount.id, discount);
    for (const webhook of webhooks) shop.webhooks.set(webhook.id, webhook);
    for (const token of tokens) shop.tokens.set(token.accessToken, token);
    shop.lastId = BigInt(lastId);
    return shop;
  }

  snapshot(): ShopSnapshot {
    return {
      rows: this.rows,
      discounts: [...this.discounts.values()],
      webhooks: [...this.webhooks.values()],
      tokens: [...this.tokens.values()],
      lastId: this.lastId.toString(),
    };
  }

  /** Rows of a resource, sorted by id. */
  all<Of extends Resource>(resource: Of): readonly StandInRows[Of][] {
    return this.rows[resource];
  }

  /** Adds a row, or replaces the row with the same id. */
  put<Of extends Resource>(resource: Of, row: StandInRows[Of]): void {
    const rows: StandInRows[Of][] = this.rows[resource];
    const place = placeOf(rows, row.id);
    rows.splice(place, rows[place]?.id === row.id ? 1 : 0, row);
  }

  remove(resource: Resource, id: string): void {
    const rows: { id: string }[] = this.rows[resource];
    const place = placeOf(rows, id);
    if (rows[place]?.id === id) rows.splice(place, 1);
  }

  /** Registers an authorisation code, as if a merchant had come back with it. */
  allow(code: string): void {
    this.codes.add(code);
  }

  /** The number of rows in the shop. */
  get size(): number {
    return RESOURCES.reduce((sum, resource) => sum + this.rows[resource].length, 0);
  }

  shop(): Promise<StandInShop> {
    return Promise.resolve(this.settings);
  }

  page<Of extends Resource>(resource: Of, filter: StandInFilter, limit: number): Promise<StandInRows[Of][]> {
    const rows: StandInRows[Of][] = this.rows[resource];
    const found: StandInRows[Of][] = [];
    for (let at = this.begin(rows, filter); at < rows.length && found.length < limit; at++) {
      const row = rows[at];
      if (row !== undefined && isIn(row, filter)) found.push(row);
    }
    return Promise.resolve(found);
  }

  count(resource: Resource, filter: StandInFilter): Promise<number> {
    const rows: StandInRows[Resource][] = this.rows[resource];
    return Promise.resolve(rows.slice(this.begin(rows, filter)).filter((row) => isIn(row, filter)).length);
  }

  byIds<Of extends Resource>(resource: Of, ids: readonly string[]): Promise<StandInRows[Of][]> {
    const rows: StandInRows[Of][] = this.rows[resource];
    return Promise.resolve(
      ids.flatMap((id) => {
        const row = rows[placeOf(rows, id)];
        return row?.id === id ? row : [];
      }),
    );
  }

  newestCheckouts(since: string | null, offset: number, limit: number): Promise<StandInCheckout[]> {
    const made = this.rows.checkouts.filter(({ createdAt }) => since === null || createdAt >= since);
    made.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
    return Promise.resolve(made.slice(offset, offset + limit));
  }

  discountById(id: string): Promise<StandInDiscount | null> {
    return Promise.resolve(this.discounts.get(id) ?? null);
  }

  discountByCode(code: string): Promise<StandInDiscount | null> {
    const wanted = code.toLowerCase();
    return Promise.resolve([...this.discounts.values()].find((each) => each.code.toLowerCase() === wanted) ?? null);
  }

  putDiscount(discount: StandInDiscount): Promise<void> {
    this.discounts.set(discount.id, discount);
    return Promise.resolve();
  }

  removeDiscount(id: string): Promise<void> {
    this.discounts.delete(id);
    return Promise.resolve();
  }

  subscriptions(): Promise<StandInSubscription[]> {
    return Promise.resolve([...this.webhooks.values()]);
  }

  putSubscription(subscription: StandInSubscription): Promise<void> {
    this.webhooks.set(subscription.id, subscription);
    return Promise.resolve();
  }

  removeSubscription(id: string): Promise<void> {
    this.webhooks.delete(id);
    return Promise.resolve();
  }

  nextId(): Promise<string> {
    this.lastId += 1n;
    return Promise.resolve(this.lastId.toString());
  }

  tokenByAccess(accessToken: string): Promise<StandInToken | null> {
    return Promise.resolve(this.tokens.get(accessToken) ?? null);
  }

  tokenByRefresh(refreshToken: string): Promise<StandInToken | null> {
    return Promise.resolve([...this.tokens.values()].find((token) => token.refreshToken === refreshToken) ?? null);
  }

  putToken(token: StandInToken): Promise<void> {
    this.tokens.set(token.accessToken, token);
    return Promise.resolve();
  }

  removeToken(accessToken: string): Promise<void> {
    this.tokens.delete(accessToken);
    return Promise.resolve();
  }

  takeCode(code: string): Promise<boolean> {
    return Promise.resolve(this.codes.delete(code));
  }

  private begin(rows: readonly { id: string }[], { after }: StandInFilter): number {
    if (after === null) return 0;
    const place = placeOf(rows, after);
    return rows[place]?.id === after ? place + 1 : place;
  }
}
