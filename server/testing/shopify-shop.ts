/** Shops at Shopify for tests and benchmarks: as many rows as one asks for, the same each time. */
import { MINUTE_MS } from '@/server/platform/lib/durations';
import type { Resource } from '@/server/modules/shops/connections/vocabulary';
import type {
  StandInCheckout,
  StandInCustomer,
  StandInOrder,
  StandInProduct,
  StandInShop,
} from '@/server/modules/shops/adapters/shopify/stand-in-data';
import { MemoryShop } from '@/server/modules/shops/adapters/shopify/stand-in-memory';

export const SHOP: StandInShop = {
  name: 'Toko Bandung',
  domain: 'toko-bandung.myshopify.com',
  currency: 'IDR',
  scopes: ['read_products', 'read_customers', 'read_orders', 'read_all_orders', 'write_discounts'],
  clientId: 'client-4711',
  clientSecret: 'client-secret-4711',
};

/** The values that a merchant enters to connect it. */
export const KEYS = { shop: SHOP.domain, clientId: SHOP.clientId, clientSecret: SHOP.clientSecret };

/** No bucket of points is ever empty. */
export const GENEROUS = { maximumAvailable: 1_000_000_000, restoreRate: 1_000_000_000 };

/** Ids that no number of JavaScript holds. */
const idOf = (n: number): string => String(9_007_199_254_741_000n + BigInt(n));

/** Row n was made so many minutes before `now`. */
const timesOf = (n: number, now: Date) => {
  const at = new Date(now.getTime() - (n + 1) * MINUTE_MS).toISOString();
  return { createdAt: at, updatedAt: at };
};

export const product = (n: number, now: Date, more: Partial<StandInProduct> = {}): StandInProduct => ({
  id: idOf(n),
  ...timesOf(n, now),
  title: `Kemeja ${n}`,
  handle: `kemeja-${n}`,
  vendor: 'Toko Bandung',
  descriptionHtml: `<p>Kemeja <b>linen</b> ${n}</p>`,
  status: 'ACTIVE',
  publishedAt: timesOf(n, now).createdAt,
  onlineStoreUrl: `https://toko.example/products/kemeja-${n}`,
  imageUrl: `https://cdn.example/${n}.jpg`,
  variants: [{ id: idOf(5_000_000 + n), price: `${150_000 + n}.00`, availableForSale: true }],
  ...more,
});

export const customer = (n: number, now: Date, more: Partial<StandInCustomer> = {}): StandInCustomer => ({
  id: idOf(n),
  ...timesOf(n, now),
  firstName: 'Ani',
  lastName: `Nomor ${n}`,
  email: `ani${n}@example.test`,
  emailState: n % 3 === 0 ? 'UNSUBSCRIBED' : 'SUBSCRIBED',
  phone: null,
  smsState: 'NOT_SUBSCRIBED',
  whatsAppState: 'NOT_SUBSCRIBED',
  ordersCount: 1,
  amountSpent: '150000.0',
  tags: ['vip'],
  city: 'Bandung',
  country: 'Indonesia',
  lastOrderAt: timesOf(n, now).createdAt,
  ...more,
});

export const order = (n: number, now: Date, more: Partial<StandInOrder> = {}): StandInOrder => ({
  id: idOf(n),
  ...timesOf(n, now),
  name: `#${1000 + n}`,
  test: false,
  email: `ani${n}@example.test`,
  phone: null,
  customerId: idOf(n),
  checkoutToken: `token-${n}`,
  financialStatus: 'PAID',
  total: '150000.00',
  shipping: '10000.00',
  tax: '0.00',
  discount: '0.00',
  refunded: '0.00',
  discountCodes: [],
  landingSite: '/?utm_source=ig',
  processedAt: timesOf(n, now).createdAt,
  cancelledAt: null,
  lines: [{ productId: idOf(n), title: `Kemeja ${n}`, quantity: 1, price: '140000.00' }],
  ...more,
});

export const checkout = (n: number, now: Date, more: Partial<StandInCheckout> = {}): StandInCheckout => ({
  id: idOf(n),
  ...timesOf(n, now),
  token: `left-${n}`,
  email: `ani${n}@example.test`,
  phone: null,
  acceptsMarketing: true,
  total: '150000.00',
  completedAt: null,
  lines: [{ productId: idOf(n), title: `Kemeja ${n}`, quantity: 1, price: '150000.00' }],
  ...more,
});

/** A shop with so many rows of each resource. */
export function makeShop(counts: Partial<Record<Resource, number>>, now: Date): MemoryShop {
  const shop = new MemoryShop(SHOP);
  for (let n = 0; n < (counts.products ?? 0); n++) shop.put('products', product(n, now));
  for (let n = 0; n < (counts.customers ?? 0); n++) shop.put('customers', customer(n, now));
  for (let n = 0; n < (counts.orders ?? 0); n++) shop.put('orders', order(n, now));
  for (let n = 0; n < (counts.checkouts ?? 0); n++) shop.put('checkouts', checkout(n, now));
  return shop;
}
