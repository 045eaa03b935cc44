/**
 * The data of a stand-in for a Shopify shop, and the operations on it. Tests and benchmarks keep the data in memory
 * here; the sandbox brings its own store. Ids are digits as text, instants ISO 8601 in UTC, amounts decimals of major
 * units as text.
 */
import type { Resource } from '@/server/modules/shops/connections/vocabulary';

export interface StandInShop {
  name: string;
  /** x.myshopify.com */
  domain: string;
  currency: string;
  scopes: string[];
  clientId: string;
  clientSecret: string;
}

interface Dated {
  id: string;
  createdAt: string;
  updatedAt: string;
}

export interface StandInProduct extends Dated {
  title: string;
  handle: string;
  vendor: string;
  descriptionHtml: string;
  status: 'ACTIVE' | 'DRAFT' | 'ARCHIVED' | 'UNLISTED';
  publishedAt: string | null;
  onlineStoreUrl: string | null;
  imageUrl: string | null;
  variants: { id: string; price: string; availableForSale: boolean }[];
}

export type MarketingState = 'SUBSCRIBED' | 'UNSUBSCRIBED' | 'NOT_SUBSCRIBED' | 'PENDING';

export interface StandInCustomer extends Dated {
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  emailState: MarketingState;
  phone: string | null;
  smsState: MarketingState;
  /** Absent of a sandbox's customer from before 0.2: never said. */
  whatsAppState?: MarketingState;
  ordersCount: number;
  amountSpent: string;
  tags: string[];
  city: string | null;
  country: string | null;
  lastOrderAt: string | null;
}

export interface StandInLine {
  productId: string | null;
  title: string;
  quantity: number;
  price: string;
}

export interface StandInOrder extends Dated {
  name: string;
  test: boolean;
  email: string | null;
  phone: string | null;
  customerId: string | null;
  checkoutToken: string | null;
  financialStatus:
    | 'AUTHORIZED'
    | 'EXPIRED'
    | 'PAID'
    | 'PARTIALLY_PAID'
    | 'PARTIALLY_REFUNDED'
    | 'PENDING'
    | 'REFUNDED'
    | 'VOIDED';
  total: string;
  shipping: string;
  tax: string;
  discount: string;
  refunded: string;
  discountCodes: string[];
  /** Path and query. */
  landingSite: string | null;
  processedAt: string;
  cancelledAt: string | null;
  lines: StandInLine[];
}

export interface StandInCheckout extends Dated {
  token: string;
  email: string | null;
  phone: string | null;
  acceptsMarketing: boolean;
  total: string;
  completedAt: string | null;
  lines: StandInLine[];
}

export interface StandInRows {
  products: StandInProduct;
  customers: StandInCustomer;
  orders: StandInOrder;
  checkouts: StandInCheckout;
}

export interface StandInDiscount {
  id: string;
  kind: 'basic' | 'freeShipping';
  title: string;
  code: string;
  startsAt: string;
  endsAt: string | null;
  usageLimit: number | null;
  appliesOncePerCustomer: boolean;
  /** The percentage of a basic discount, from 0 to 1. */
  percentage: number | null;
  amount: string | null;
  /** Null: the discount is for all products. */
  productIds: string[] | null;
  minimumSubtotal: string | null;
}

export interface StandInSubscription {
  id: string;
  /** The topic as GraphQL names it. */
  topic: string;
  uri: string;
}

export interface StandInToken {
  accessToken: string;
  refreshToken: string | null;
  /** Null: the discount does not expire. */
  expiresAt: string | null;
}

/** The filter for the rows of a page or a count. */
export interface StandInFilter {
  /** Rows with a greater id. */
  after: string | null;
  createdSince: string | null;
  updatedSince: string | null;
}

export interface ShopifyData {
  shop(): Promise<StandInShop>;
  /** Sorted by id. */
  page<Of extends Resource>(resource: Of, filter: StandInFilter, limit: number): Promise<StandInRows[Of][]>;
  count(resource: Resource, filter: StandInFilter): Promise<number>;
  /** Returns the existing rows among these ids, in any order. */
  byIds<Of extends Resource>(resource: Of, ids: readonly string[]): Promise<StandInRows[Of][]>;
  /** The newest made first. */
  newestCheckouts(since: string | null, offset: number, limit: number): Promise<StandInCheckout[]>;
  discountById(id: string): Promise<StandInDiscount | null>;
  /** Finds a discount by its code, in upper or lower case. */
  discountByCode(code: string): Promise<StandInDiscount | null>;
  putDiscount(discount: StandInDiscount): Promise<void>;
  removeDiscount(id: string): Promise<void>;
  subscriptions(): Promise<StandInSubscription[]>;
  putSubscription(subscription: StandInSubscription): Promise<void>;
  removeSubscription(id: string): Promise<void>;
  /** Returns an unused id. */
  nextId(): Promise<string>;
  tokenByAccess(accessToken: string): Promise<StandInToken | null>;
  tokenByRefresh(refreshToken: string): Promise<StandInToken | null>;
  putToken(token: StandInToken): Promise<void>;
  removeToken(accessToken: string): Promise<void>;
  /** Checks a merchant's authorisation code; each code is good once. */
  takeCode(code: string): Promise<boolean>;
}
