/** What shoppers of Kopi Nusantara did in the last weeks: pages, products, carts, and a name of the shop's own. */
import type { Prisma } from '@/prisma/generated/client';
import type { Database } from '@/server/platform/db/client';

type Transaction = Parameters<Parameters<Database['prisma']['$transaction']>[0]>[0];

const HOUR = 60 * 60_000;
const EVENTS = 420;
const SHOPPERS = 60;
const PRODUCTS = [
  { productId: 'KN-101-1', category: 'kopi', price: 98_000 },
  { productId: 'KN-103-2', category: 'kopi', price: 257_500 },
  { productId: 'KN-104-1', category: 'kopi', price: 105_000 },
  { productId: 'KN-V60-P', category: 'alat', price: 185_000 },
  { productId: 'KN-F-100', category: 'alat', price: 58_000 },
] as const;

/** Of contacts that are there already; one in six of somebody who is none. */
export async function makeEvents(
  transaction: Transaction,
  accountId: string,
  at: Date,
  roll: () => number,
): Promise<void> {
  const shoppers = await transaction.contact.findMany({
    where: { accountId, externalRef: { not: null } },
    orderBy: { createdAt: 'desc' },
    take: SHOPPERS,
    select: { id: true },
  });
  const rows = Array.from({ length: EVENTS }, (_, n): Prisma.ShopperEventCreateManyInput => {
    const product = PRODUCTS[Math.floor(roll() * PRODUCTS.length)] ?? PRODUCTS[0];
    // Few do much, as in any shop.
    const shopper = shoppers[Math.floor(roll() ** 2 * shoppers.length)];
    const isKnown = n % 6 !== 5 && shopper !== undefined;
    const when = new Date(at.getTime() - (n * 1.9 + roll()) * HOUR);
    const event = { accountId, id: `demo-${n}`, at: when, createdAt: when };
    const whose = isKnown ? { contactId: shopper.id } : { customerId: `tamu-${1_000 + (n % 37)}` };
    const kind = roll();
    if (kind < 0.45)
      return {
        ...event,
        ...whose,
        name: 'page_viewed',
        properties: { path: `/kopi/${product.productId.toLowerCase()}` },
      };
    if (kind < 0.8) return { ...event, ...whose, name: 'product_viewed', properties: product };
    if (kind < 0.93)
      return {
        ...event,
        ...whose,
        name: 'cart_updated',
        properties: { items: 1 + Math.floor(roll() * 3), value: product.price },
      };
    return {
      ...event,
      ...whose,
      name: 'Kelas seduh dilihat',
      properties: { kota: roll() < 0.5 ? 'Bandung' : 'Jakarta' },
    };
  });
  await transaction.shopperEvent.createMany({ data: rows });
}
