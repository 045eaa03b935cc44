/**
 * The prices of products. Prices of a variable product come from its variations, which are requested one product at a
 * time.
 */
import { textAt } from '@/server/platform/vendors/json';
import type { Candidate, OpenedShop } from '@/server/modules/shops/adapters/store';
import { askList, twoAtATime, WooAnswerError } from '@/server/modules/shops/adapters/woocommerce/api';
import { hasVariations, type Offer, offerOf, productOf } from '@/server/modules/shops/adapters/woocommerce/products';

const PAGE = 100;

async function variationsOf(shop: OpenedShop, product: string): Promise<Offer[]> {
  const offers: Offer[] = [];
  for (let page = 1; ; page++) {
    const { rows, total } = await askList(shop, {
      path: `/wc/v3/products/${product}/variations`,
      query: {
        status: 'publish',
        orderby: 'id',
        order: 'asc',
        per_page: String(PAGE),
        page: String(page),
        _fields: 'id,price,stock_status',
      },
    });
    offers.push(...rows.map(offerOf));
    if (rows.length === 0 || page * PAGE >= (total ?? 0)) return offers;
  }
}

async function offersOf(shop: OpenedShop, row: unknown): Promise<Offer[]> {
  if (!hasVariations(row)) return [offerOf(row)];
  try {
    const offers = await variationsOf(shop, textAt(row, 'id') ?? '');
    return offers.length === 0 ? [offerOf(row)] : offers;
  } catch (error) {
    // Deleted since the page was read: its webhook reports it.
    if (error instanceof WooAnswerError && error.status === 404) return [offerOf(row)];
    throw error;
  }
}

/** Converts products, with the prices of their variations. */
export const productsOf = (shop: OpenedShop, rows: readonly unknown[], currency: string): Promise<Candidate[]> =>
  twoAtATime(rows, async (row) => productOf(row, await offersOf(shop, row), currency));
