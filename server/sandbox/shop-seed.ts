/**
 * The initial content of a shop of the sandbox (docs/contract/integrations.md#sandbox): products, customers and three
 * months of orders, the same in every workspace but for their times.
 */
import { DAY_MS, HOUR_MS } from '@/server/platform/lib/durations';
import type { Storefront } from '@/server/platform/lib/shared-vocabulary';
import type { ShopSnapshot } from '@/server/modules/shops/adapters/shopify/stand-in-memory';
import type {
  StandInCustomer,
  StandInOrder,
  StandInProduct,
  StandInShop,
} from '@/server/modules/shops/adapters/shopify/stand-in-data';
import type { WooSnapshot } from '@/server/modules/shops/adapters/woocommerce/memory-woo-data';
import type { WooRow, WooShop } from '@/server/modules/shops/adapters/woocommerce/woo-data';

/** Names and prices in rupiah. */
const GOODS = [
  ['Kemeja Linen Bandung', 289_000],
  ['Kaus Katun Polos', 99_000],
  ['Celana Chino Slim', 249_000],
  ['Rok Plisket Midi', 179_000],
  ['Jaket Denim Klasik', 399_000],
  ['Outer Tenun Sumba', 459_000],
  ['Kopi Gayo 250 g', 85_000],
  ['Kopi Toraja 250 g', 92_000],
  ['Teh Melati 100 g', 45_000],
  ['Totebag Kanvas', 75_000],
  ['Sandal Kulit Garut', 215_000],
  ['Hijab Voal Premium', 69_000],
] as const;
const FIRST = ['Ani', 'Budi', 'Citra', 'Dewi', 'Eka', 'Fajar', 'Gita', 'Hadi', 'Indah', 'Joko'];
const LAST = ['Wijaya', 'Santoso', 'Lestari', 'Pratama', 'Utami', 'Nugroho'];
const CITIES = ['Bandung', 'Jakarta', 'Surabaya', 'Yogyakarta', 'Denpasar'];
const CUSTOMERS = 60;
const ORDERS = 90;
const FIRST_ID = 8_100_000_000_000;

export const SANDBOX_SHOP = 'sandbox.myshopify.com';
export const SANDBOX_STORE = 'https://sandbox.example';

/** @param typed its address, and what is signed and asked with: the shop is called what a merchant calls it */
export const shopSettings = (typed: { domain: string; clientId: string; clientSecret: string }): StandInShop => ({
  name: 'Toko Sandbox',
  currency: 'IDR',
  scopes: ['read_products', 'read_customers', 'read_orders', 'read_all_orders', 'read_discounts', 'write_discounts'],
  ...typed,
});

/** @param address without a slash at the end */
export const storeSettings = (address: string): WooShop => ({
  name: 'Toko Sandbox',
  currency: 'IDR',
  address: `${address}/`,
});

/**
 * Returns the number of an order at Shopify that is made later: greater than all before, whatever was deleted of them.
 */
export const orderNumber = (id: string): string => `#${Number(id) % 1_000_000}`;

const slugOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
const of = <Value>(values: readonly Value[], n: number): Value => values[n % values.length] as Value;

interface Person {
  n: number;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  city: string;
  isSubscribed: boolean;
}

const PEOPLE: readonly Person[] = Array.from({ length: CUSTOMERS }, (_, n) => ({
  n,
  firstName: of(FIRST, n),
  lastName: of(LAST, Math.floor(n / FIRST.length)),
  email: `${of(FIRST, n)}.${of(LAST, Math.floor(n / FIRST.length))}${n}@example.test`.toLowerCase(),
  phone: `+62812${String(70_000_000 + n * 137)}`,
  city: of(CITIES, n),
  isSubscribed: n % 4 !== 3,
}));

interface Sale {
  n: number;
  at: Date;
  person: Person;
  goods: (typeof GOODS)[number];
  product: number;
  quantity: number;
}

/** The newest last. */
const salesUntil = (now: Date): Sale[] =>
  Array.from({ length: ORDERS }, (_, n) => ({
    n,
    at: new Date(now.getTime() - (ORDERS - n) * DAY_MS + (n % 12) * HOUR_MS),
    person: of(PEOPLE, n * 7),
    goods: of(GOODS, n * 5),
    product: (n * 5) % GOODS.length,
    quantity: 1 + (n % 3),
  }));

function shopify(now: Date): ShopSnapshot {
  const begun = new Date(now.getTime() - 120 * DAY_MS).toISOString();
  const products = GOODS.map(([title, price], n): StandInProduct => ({
    id: String(FIRST_ID + n),
    createdAt: begun,
    updatedAt: begun,
    title,
    handle: slugOf(title),
    vendor: 'Toko Sandbox',
    descriptionHtml: `<p>${title}, dari toko sandbox.</p>`,
    status: 'ACTIVE',
    publishedAt: begun,
    onlineStoreUrl: `https://${SANDBOX_SHOP}/products/${slugOf(title)}`,
    imageUrl: `https://cdn.example/${slugOf(title)}.jpg`,
    variants: [{ id: String(FIRST_ID + 500 + n), price: `${price}.00`, availableForSale: n !== 4 }],
  }));
  const customers = PEOPLE.map(({ n, firstName, lastName, email, phone, city, isSubscribed }): StandInCustomer => ({
    id: String(FIRST_ID + 1000 + n),
    createdAt: begun,
    updatedAt: begun,
    firstName,
    lastName,
    email,
    emailState: isSubscribed ? 'SUBSCRIBED' : 'NOT_SUBSCRIBED',
    phone,
    smsState: isSubscribed ? 'SUBSCRIBED' : 'NOT_SUBSCRIBED',
    whatsAppState: isSubscribed ? 'SUBSCRIBED' : 'NOT_SUBSCRIBED',
    ordersCount: 1,
    amountSpent: '150000.0',
    tags: n % 5 === 0 ? ['vip'] : [],
    city,
    country: 'Indonesia',
    lastOrderAt: null,
  }));
  const orders = salesUntil(now).map(({ n, at, person, goods: [title, price], product, quantity }): StandInOrder => ({
    id: String(FIRST_ID + 5000 + n),
    createdAt: at.toISOString(),
    updatedAt: at.toISOString(),
    name: `#${1001 + n}`,
    test: false,
    email: person.email,
    phone: person.phone,
    customerId: String(FIRST_ID + 1000 + person.n),
    checkoutToken: `sandbox-token-${n}`,
    financialStatus: 'PAID',
    total: `${price * quantity + 10_000}.00`,
    shipping: '10000.00',
    tax: '0.00',
    discount: '0.00',
    refunded: '0.00',
    discountCodes: [],
    landingSite: '/',
    processedAt: at.toISOString(),
    cancelledAt: null,
    lines: [{ productId: String(FIRST_ID + product), title, quantity, price: `${price}.00` }],
  }));
  return {
    rows: { products, customers, orders, checkouts: [] },
    discounts: [],
    webhooks: [],
    tokens: [],
    lastId: String(FIRST_ID + 100_000),
  };
}

/** Without a zone, as the vendor writes its times. */
const gmt = (at: Date): string => at.toISOString().slice(0, 19);

export const billingOf = ({ firstName, lastName, email, phone, city }: Omit<Person, 'n' | 'isSubscribed'>) => ({
  first_name: firstName,
  last_name: lastName,
  email,
  phone,
  city,
  country: 'ID',
});

function wooCommerce(now: Date): WooSnapshot {
  const begun = gmt(new Date(now.getTime() - 120 * DAY_MS));
  const times = { date_created_gmt: begun, date_modified_gmt: begun };
  const products = GOODS.map(([name, price], n): WooRow => ({
    id: 100 + n,
    ...times,
    name,
    slug: slugOf(name),
    permalink: `${SANDBOX_STORE}/product/${slugOf(name)}/`,
    type: 'simple',
    status: 'publish',
    catalog_visibility: 'visible',
    description: `<p>${name}, dari toko sandbox.</p>`,
    short_description: '',
    price: String(price),
    regular_price: String(price),
    stock_status: n === 4 ? 'outofstock' : 'instock',
    images: [{ id: n, src: `https://cdn.example/${slugOf(name)}.jpg` }],
    brands: [],
    variations: [],
    parent_id: 0,
  }));
  const customers = PEOPLE.map(({ n, ...person }): WooRow => ({
    id: 1000 + n,
    ...times,
    email: person.email,
    first_name: person.firstName,
    last_name: person.lastName,
    role: 'customer',
    is_paying_customer: true,
    billing: billingOf(person),
  }));
  const orders = salesUntil(now).map(({ n, at, person, goods: [name, price], product, quantity }): WooRow => ({
    id: 5000 + n,
    number: String(5000 + n),
    status: 'completed',
    currency: 'IDR',
    date_created_gmt: gmt(at),
    date_modified_gmt: gmt(at),
    date_paid_gmt: gmt(at),
    date_completed_gmt: gmt(at),
    discount_total: '0',
    shipping_total: '10000',
    total_tax: '0',
    total: String(price * quantity + 10_000),
    customer_id: 1000 + person.n,
    billing: billingOf(person),
    payment_url: `${SANDBOX_STORE}/checkout/order-pay/${5000 + n}/`,
    line_items: [{ id: n, name, product_id: 100 + product, quantity, price, total: String(price * quantity) }],
    coupon_lines: [],
    refunds: [],
    meta_data: [],
  }));
  return { rows: { products, customers, orders, coupons: [], webhooks: [] }, offers: [], lastId: 10_000 };
}

export const seedOf = (provider: Storefront, now: Date): ShopSnapshot | WooSnapshot =>
  provider === 'storefront_p1' ? shopify(now) : wooCommerce(now);
