/**
 * The online shop of Kopi Nusantara at Shopify, which the sandbox plays: what it holds, and what was read of it. Its orders
 * here are what the adapter makes of those there, so that a shop that is read again says nothing new.
 */
import type { Prisma } from '@/prisma/generated/client';
import type { Database } from '@/server/platform/db/client';
import { castJson } from '@/server/platform/db/stored';
import { madeId } from '@/server/platform/db/new-id';
import type { AppSecrets } from '@/server/platform/lib/crypto';
import { sealCredentials } from '@/server/modules/shops/connections/credentials';
import { wholeConfig } from '@/server/modules/shops/connections/rows';
import { mergeOrder } from '@/server/modules/shops/orders/merge';
import { RECONCILE_EVERY_HOURS } from '@/server/modules/shops/connections/vocabulary';
import { shopSettings } from '@/server/sandbox/shop-seed';
import { orderOfPayload } from '@/server/modules/shops/adapters/shopify/order-row';
import { parseExactly } from '@/server/modules/shops/adapters/shopify/exact-json';
import type {
  StandInCustomer,
  StandInOrder,
  StandInProduct,
} from '@/server/modules/shops/adapters/shopify/stand-in-data';
import type { ShopSnapshot } from '@/server/modules/shops/adapters/shopify/stand-in-memory';
import { webhooksOf } from '@/server/modules/shops/adapters/shopify/stand-in-webhooks';
import { splitRows } from '@/server/modules/shops/adapters/parsed-rows';

type Transaction = Parameters<Parameters<Database['prisma']['$transaction']>[0]>[0];
type Buyer = Pick<
  Prisma.ContactGetPayload<object>,
  'id' | 'email' | 'phone' | 'phoneE164' | 'firstName' | 'lastName' | 'createdAt'
>;

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const ORDERS = 25;
/** What was ordered before it was connected is history. */
const CONNECTED_DAYS = 41;

const DOMAIN = 'sandbox-kopi-nusantara.myshopify.com';
const KEYS = { clientId: 'sandbox', clientSecret: 'sandbox' };
const SETTINGS = shopSettings({ domain: DOMAIN, ...KEYS });

const FIRST_ID = 7_400_000_000_000;
const SHIPPING = 18_000;
/** A code of the shop's own, which redeems nothing here. */
const OWN_CODE = { code: 'ONLINE5', discount: 5_000 };
/** Of the orders, by their place, the newest first. */
const STATUSES: Readonly<Record<number, StandInOrder['financialStatus']>> = { 1: 'PENDING', 8: 'REFUNDED' };

const GOODS = [
  ['Kopi Gayo Natural, 200 g', 98_000],
  ['Kopi Gayo Wine, 200 g', 145_000],
  ['Kopi Toraja Sapan, 200 g', 112_000],
  ['Kopi Kintamani, 200 g', 105_000],
  ['Kopi Flores Bajawa, 200 g', 99_000],
  ['Kopi Java Preanger, 200 g', 108_000],
  ['Dripper V60 Keramik Putih', 185_000],
  ['Kertas Saring V60, 100 lembar', 58_000],
] as const;

const units = (amount: number): string => `${amount}.00`;

/** As the vendor has its times: whole seconds. */
const second = (at: Date): string => new Date(Math.floor(at.getTime() / 1000) * 1000).toISOString();

const slugOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

function productsSince(begun: string): StandInProduct[] {
  return GOODS.map(([title, price], n) => ({
    id: String(FIRST_ID + n),
    createdAt: begun,
    updatedAt: begun,
    title,
    handle: slugOf(title),
    vendor: 'Kopi Nusantara',
    descriptionHtml: `<p>${title}</p>`,
    status: 'ACTIVE',
    publishedAt: begun,
    onlineStoreUrl: `https://${DOMAIN}/products/${slugOf(title)}`,
    imageUrl: null,
    variants: [{ id: String(FIRST_ID + 100 + n), price: units(price), availableForSale: true }],
  }));
}

const customerOf = (buyer: Buyer, n: number): StandInCustomer => ({
  id: String(FIRST_ID + 1000 + n),
  createdAt: second(buyer.createdAt),
  updatedAt: second(buyer.createdAt),
  firstName: buyer.firstName,
  lastName: buyer.lastName,
  email: buyer.email,
  emailState: 'SUBSCRIBED',
  phone: buyer.phone,
  smsState: 'NOT_SUBSCRIBED',
  ordersCount: 1,
  amountSpent: '0.00',
  tags: [],
  city: null,
  country: 'Indonesia',
  lastOrderAt: null,
});

/** @param n its place, the newest first */
function orderOf({ email, phoneE164 }: Buyer, n: number, at: Date): StandInOrder {
  const place = (n * 3) % GOODS.length;
  const [title, price] = GOODS[place] ?? GOODS[0];
  const quantity = 1 + (n % 3);
  const discount = n % 5 === 2 ? OWN_CODE.discount : 0;
  const total = price * quantity + SHIPPING - discount;
  const financialStatus = STATUSES[n] ?? 'PAID';
  const placedAt = second(new Date(at.getTime() - (5.2 + n * 31.7) * HOUR));
  const isRefunded = financialStatus === 'REFUNDED';
  return {
    id: String(FIRST_ID + 5000 + ORDERS - n),
    createdAt: placedAt,
    updatedAt: isRefunded ? second(new Date(Date.parse(placedAt) + DAY)) : placedAt,
    name: `#${2001 + ORDERS - n}`,
    test: false,
    email,
    phone: phoneE164,
    customerId: String(FIRST_ID + 1000 + n),
    checkoutToken: `sandbox-kopi-${ORDERS - n}`,
    financialStatus,
    total: units(total),
    shipping: units(SHIPPING),
    tax: '0.00',
    discount: units(discount),
    refunded: units(isRefunded ? total : 0),
    discountCodes: discount > 0 ? [OWN_CODE.code] : [],
    landingSite: '/',
    processedAt: placedAt,
    cancelledAt: null,
    lines: [{ productId: String(FIRST_ID + place), title, quantity, price: units(price) }],
  };
}

/** An order of the shop as its adapter tells it, and as it then stands here. */
function rowOf(order: StandInOrder, source: string): Omit<Prisma.OrderCreateManyInput, 'accountId'> {
  const [webhook] = webhooksOf({ resource: 'orders', before: null, after: order }, SETTINGS, new Date(order.updatedAt));
  const parsed = orderOfPayload(parseExactly(webhook?.body ?? ''), DOMAIN, null);
  const { parsed: taken } = splitRows({
    resource: 'orders',
    rows: parsed.kind === 'row' ? [parsed.candidate] : [],
    refused: [],
  });
  const [row] = taken.resource === 'orders' ? taken.rows : [];
  if (row === undefined) throw new Error(`The order ${order.name} of the demo's shop cannot be read.`);
  const terms = { at: new Date(order.updatedAt), deletedAt: null, equals: 'newer' } as const;
  const { state } = mergeOrder(null, row, source, terms);
  const exact = (amount: number | null): bigint | null => (amount === null ? null : BigInt(amount));
  return {
    ...state,
    id: madeId(),
    externalSource: source,
    amount: BigInt(state.amount),
    refunded: BigInt(state.refunded),
    shipping: exact(state.shipping),
    tax: exact(state.tax),
    discount: exact(state.discount),
    items: state.items.map((item) => castJson({ ...item })),
    createdAt: state.placedAt,
    updatedAt: state.sourceUpdatedAt,
  };
}

const runOf = (kind: string, resource: string, done: number, startedAt: Date) => ({
  id: madeId(),
  kind,
  resource,
  status: 'succeeded',
  total: done,
  done,
  created: kind === 'backfill' ? done : 0,
  startedAt,
  finishedAt: new Date(startedAt.getTime() + 4_000),
  createdAt: startedAt,
  updatedAt: startedAt,
});

/** Of contacts that are there already, who are its customers. */
export async function makeOnlineShop(
  transaction: Transaction,
  accountId: string,
  userId: string,
  appSecrets: AppSecrets,
  at: Date,
): Promise<void> {
  const buyers = await transaction.contact.findMany({
    where: { accountId, email: { not: null } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    skip: 2 * ORDERS,
    take: ORDERS,
    select: {
      id: true,
      email: true,
      phone: true,
      phoneE164: true,
      firstName: true,
      lastName: true,
      createdAt: true,
    },
  });
  const orders = buyers.map((buyer, n) => orderOf(buyer, n, at));
  const begun = second(new Date(at.getTime() - 2 * CONNECTED_DAYS * DAY));
  const held: ShopSnapshot = {
    rows: {
      products: productsSince(begun),
      customers: buyers.map(customerOf),
      orders: orders.toReversed(),
      checkouts: [],
    },
    discounts: [],
    webhooks: [],
    tokens: [],
    lastId: String(FIRST_ID + 100_000),
  };
  const id = madeId();
  const connectedAt = new Date(at.getTime() - CONNECTED_DAYS * DAY);
  const lookedAt = new Date(at.getTime() - 2 * HOUR);
  const displayName = 'Toko online';
  // Its products come with the catalogue, and its customers are contacts already.
  const config = wholeConfig('storefront_p1', { sync: { products: false, customers: false } });
  await transaction.sandboxShop.create({
    data: {
      accountId,
      provider: 'storefront_p1',
      state: castJson({ ...held }),
      createdAt: connectedAt,
      updatedAt: lookedAt,
    },
  });
  await transaction.integration.create({
    data: {
      id,
      accountId,
      provider: 'storefront_p1',
      externalId: DOMAIN,
      displayName,
      status: 'active',
      config: castJson(config),
      bringsProducts: false,
      credentials: sealCredentials(appSecrets, { id, accountId }, { shop: DOMAIN, ...KEYS }),
      scopesGranted: SETTINGS.scopes,
      shopName: 'Kopi Nusantara',
      lastSyncedAt: lookedAt,
      lastEventAt: new Date(orders[0]?.updatedAt ?? connectedAt),
      reconcileAt: new Date(lookedAt.getTime() + RECONCILE_EVERY_HOURS * HOUR),
      activatedAt: connectedAt,
      createdAt: connectedAt,
      updatedAt: connectedAt,
    },
  });
  const source = `storefront_p1:${DOMAIN}`;
  await transaction.order.createMany({
    data: orders.map((order, n) => ({
      ...rowOf(order, source),
      accountId,
      integrationId: id,
      contactId: buyers[n]?.id ?? null,
      phoneE164: buyers[n]?.phoneE164 ?? null,
    })),
  });
  const before = orders.filter(({ createdAt }) => new Date(createdAt) < connectedAt).length;
  await transaction.integrationRun.createMany({
    data: [
      runOf('backfill', 'orders', before, connectedAt),
      runOf('backfill', 'checkouts', 0, new Date(connectedAt.getTime() + 5_000)),
      runOf('reconcile', 'orders', 0, lookedAt),
      runOf('reconcile', 'checkouts', 0, new Date(lookedAt.getTime() + 5_000)),
    ].map((run) => ({ ...run, accountId, integrationId: id })),
  });
  await transaction.integrationWebhook.createMany({
    data: orders.slice(0, 12).map(({ updatedAt }) => ({
      id: madeId(),
      accountId,
      integrationId: id,
      headers: {},
      body: Buffer.alloc(0),
      receivedAt: new Date(updatedAt),
      appliedAt: new Date(updatedAt),
      dueAt: new Date(updatedAt),
      attempts: 1,
      result: 'applied',
    })),
  });
  await transaction.auditEntry.create({
    data: {
      accountId,
      actorKind: 'session',
      actorId: userId,
      action: 'integration.connect',
      targetType: 'integration',
      targetId: id,
      data: { provider: 'storefront_p1', displayName },
      createdAt: connectedAt,
    },
  });
}
