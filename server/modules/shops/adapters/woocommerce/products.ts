/** Converts products of WooCommerce into rows of the mirror (docs/contract/feeds.md#mirrored-products). */
import { isWebAddress } from '@/server/platform/email/addresses';
import { at, listAt, textAt } from '@/server/platform/vendors/json';
import { plainText, productUnits, textOr } from '@/server/modules/shops/adapters/amounts';
import { clipped } from '@/server/platform/lib/text';
import type { Candidate } from '@/server/modules/shops/adapters/store';
import { instantText } from '@/server/modules/shops/adapters/parsed-rows';

const LONGEST_URL = 2048;

/** A thing to buy: a simple product, or one variation of a variable product. */
export interface Offer {
  /** The price as a decimal in the shop's currency; '' when there is none, and the offer cannot be bought. */
  price: string;
  isAvailable: boolean;
}

/** Backorders are sold as well. */
const isInStock = (row: unknown): boolean => ['instock', 'onbackorder'].includes(textAt(row, 'stock_status') ?? '');

export function offerOf(row: unknown): Offer {
  const price = textAt(row, 'price') ?? '';
  return { price, isAvailable: price !== '' && isInStock(row) };
}

const isPublished = (row: unknown): boolean =>
  textAt(row, 'status') === 'publish' && textAt(row, 'catalog_visibility') !== 'hidden';

/** True when the prices come from variations; the product's own price may be that of a variation that is sold out. */
export const hasVariations = (row: unknown): boolean =>
  isPublished(row) && (textAt(row, 'type') ?? '').startsWith('variable') && listAt(row, 'variations').length > 0;

function cheapest(offers: readonly Offer[], currency: string): number | null {
  const prices = offers.flatMap(({ price }) => productUnits(price, currency) ?? []);
  return prices.length === 0 ? null : prices.reduce((least, price) => Math.min(least, price));
}

/** @param offers the product's variations, or the product itself */
export function productOf(row: unknown, offers: readonly Offer[], currency: string): Candidate {
  const ref = textAt(row, 'id') ?? '';
  const available = offers.filter(({ isAvailable }) => isAvailable);
  const written = offers.filter(({ price }) => price !== '');
  const updatedAt = instantText(at(row, 'date_modified_gmt')) ?? instantText(at(row, 'date_created_gmt'));
  const permalink = textAt(row, 'permalink') ?? '';
  const description =
    plainText(textAt(row, 'description') ?? '', 50_000) || plainText(textAt(row, 'short_description') ?? '', 50_000);
  return {
    ref,
    row: {
      externalRef: ref,
      slug: clipped(textAt(row, 'slug') ?? '', 500),
      name: plainText(textAt(row, 'name') ?? '', 1000),
      description,
      // Without a price nobody can buy it, and 0 would say that it is free: it is out of the mirror until it has one.
      ...(written.length === 0
        ? { priceCents: 0, archivedAt: updatedAt ?? new Date(0).toISOString() }
        : { priceCents: cheapest(available, currency) ?? cheapest(written, currency) }),
      currency,
      available: isPublished(row) && available.length > 0,
      imageUrl: textOr(at(row, 'images', 0, 'src'), 4000),
      // ParsedRows since WooCommerce 9.6.
      brand: textOr(plainText(textAt(row, 'brands', 0, 'name') ?? '', 500), 500),
      url: permalink.length <= LONGEST_URL && isWebAddress(permalink) ? permalink : null,
      updatedAt,
    },
  };
}
