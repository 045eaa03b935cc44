/** Orders and checkouts that the till and the online shop of Kopi Nusantara reported: 25 orders of two weeks. */
import type { Database } from '@/server/platform/db/client';
import { madeId } from '@/server/platform/db/new-id';

type Transaction = Parameters<Parameters<Database['prisma']['$transaction']>[0]>[0];

const HOUR = 60 * 60_000;
const ORDERS = 25;

const PRODUCTS = [
  { productRef: 'KN-101-1', name: 'Kopi Gayo Natural, 200 g', price: 98_000 },
  { productRef: 'KN-103-2', name: 'Kopi Toraja Sapan, 500 g', price: 257_500 },
  { productRef: 'KN-104-1', name: 'Kopi Kintamani, 200 g', price: 105_000 },
  { productRef: 'KN-106-1', name: 'Kopi Java Preanger, 200 g', price: 108_000 },
  { productRef: 'KN-V60-P', name: 'Dripper V60 Keramik Putih', price: 185_000 },
  { productRef: 'KN-F-100', name: 'Kertas Saring V60, 100 lembar', price: 58_000 },
] as const;
const SHIPPING = 18_000;
/** A code of the shop's own, which redeems nothing here. */
const OWN_CODE = { code: 'KASIR10', discount: 10_000 };
/** Of the orders, by their place: what did not end in a paid one. */
const STATUSES: Readonly<Record<number, string>> = {
  0: 'pending',
  6: 'refunded',
  11: 'partially_refunded',
  17: 'canceled',
};
/** Of the checkouts, the newest first. */
const STATES = ['open', 'open', 'abandoned', 'abandoned', 'expired', 'abandoned', 'abandoned', 'expired', 'expired'];

const itemsOf = (n: number) =>
  [PRODUCTS[n % PRODUCTS.length], ...(n % 3 === 0 ? [PRODUCTS[(n + 2) % PRODUCTS.length]] : [])].flatMap((product) =>
    product === undefined ? [] : [{ ...product, quantity: 1 + (n % 2) }],
  );
const goods = (items: ReturnType<typeof itemsOf>): number =>
  items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);

interface Buyer {
  id: string;
  email: string | null;
  phone: string | null;
  phoneE164: string | null;
}

/** So long before an order somebody clicked who bought because of it. */
const THOUGHT_ABOUT = 5 * 24 * HOUR;

/** Who clicked in a message not long before each order, where somebody did. */
async function findClickers(
  transaction: Transaction,
  accountId: string,
  placedAt: readonly Date[],
): Promise<Map<number, Buyer>> {
  const clicks = await transaction.marketingMessage.findMany({
    where: {
      ...{ accountId, contactId: { not: null } },
      clickedAt: { gt: new Date(Math.min(...placedAt.map(Number)) - THOUGHT_ABOUT) },
    },
    orderBy: [{ clickedAt: 'asc' }, { id: 'asc' }],
    select: { contactId: true, clickedAt: true },
  });
  const people = await transaction.contact.findMany({
    where: { accountId, email: { not: null }, id: { in: clicks.flatMap(({ contactId }) => contactId ?? []) } },
    select: { id: true, email: true, phone: true, phoneE164: true },
  });
  const free = new Map(people.map((person) => [person.id, person]));
  const found = new Map<number, Buyer>();
  for (const [n, at] of placedAt.entries()) {
    const click = clicks.find(
      ({ contactId, clickedAt }) =>
        clickedAt !== null &&
        clickedAt < at &&
        Number(at) - Number(clickedAt) < THOUGHT_ABOUT &&
        free.has(contactId ?? ''),
    );
    const buyer = free.get(click?.contactId ?? '');
    if (buyer === undefined) continue;
    found.set(n, buyer);
    free.delete(buyer.id);
  }
  return found;
}

/** Of contacts that are there already: those who clicked before two of three orders, else the newest. */
export async function makeOrders(
  transaction: Transaction,
  accountId: string,
  integration: { id: string; externalSource: string },
  at: Date,
): Promise<void> {
  const buyers = await transaction.contact.findMany({
    where: { accountId, email: { not: null } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: ORDERS + STATES.length,
    select: { id: true, email: true, phone: true, phoneE164: true },
  });
  const placedAt = Array.from({ length: ORDERS }, (_, n) => new Date(at.getTime() - (0.4 + n * 13.3) * HOUR));
  const clickers = await findClickers(transaction, accountId, placedAt);
  const of = (n: number) => {
    const clicker = n % 3 === 2 ? undefined : clickers.get(n);
    const { id: contactId = null, ...reach } = clicker ?? buyers[n % buyers.length] ?? {};
    return {
      accountId,
      ...reach,
      contactId,
      integrationId: integration.id,
      externalSource: integration.externalSource,
    };
  };
  await transaction.order.createMany({
    data: placedAt.map((placedAt, n) => {
      const externalRef = String(7_300 - n);
      const status = STATUSES[n] ?? 'paid';
      const items = itemsOf(n);
      const hasCode = n % 4 === 1;
      const discount = hasCode ? OWN_CODE.discount : 0;
      const amount = goods(items) + SHIPPING - discount;
      const refunded = status === 'refunded' ? amount : status === 'partially_refunded' ? (items[0]?.price ?? 0) : 0;
      const paidAt = status === 'pending' ? null : new Date(placedAt.getTime() + 90_000);
      return {
        id: madeId(),
        ...of(n),
        externalRef,
        number: `#${externalRef}`,
        checkoutSessionId: `${integration.externalSource}:${externalRef}`,
        amount: BigInt(amount),
        shipping: BigInt(SHIPPING),
        refunded: BigInt(refunded),
        currency: 'IDR',
        status,
        discount: BigInt(discount),
        discountCodes: hasCode ? [OWN_CODE.code] : [],
        items,
        placedAt,
        paidAt,
        refundedAt: refunded > 0 ? new Date(placedAt.getTime() + 20 * HOUR) : null,
        sourceUpdatedAt: paidAt ?? placedAt,
        createdAt: placedAt,
        updatedAt: placedAt,
      };
    }),
  });
  await transaction.checkout.createMany({
    data: STATES.map((status, n) => {
      const age = status === 'expired' ? 31 * 24 + n * 11 : 0.3 + n * 0.2 + (status === 'abandoned' ? n * 17 : 0);
      const madeAt = new Date(at.getTime() - age * HOUR);
      const items = itemsOf(n + 1);
      const externalRef = `c-${5_120 - n}`;
      return {
        id: madeId(),
        ...of(ORDERS + n),
        externalRef,
        value: BigInt(goods(items)),
        currency: 'IDR',
        url: `https://kopinusantara.example/checkout/${externalRef}`,
        items,
        acceptsMarketing: true,
        status,
        abandonedAt: status === 'abandoned' ? new Date(madeAt.getTime() + HOUR) : null,
        madeAt,
        sourceUpdatedAt: madeAt,
        dueAt: status === 'open' ? new Date(madeAt.getTime() + HOUR) : null,
        createdAt: madeAt,
        updatedAt: madeAt,
      };
    }),
  });
}
