/** A product, as GraphQL tells it: webhooks know neither the currency nor whether stock is counted at all. */
import { at, listAt, textAt } from '@/server/providers/json';
import { plainText, productUnits, textOr } from '@/server/stores/amounts';
import { clipped } from '@/server/lib/text';
import { addressOf, instantOf } from '@/server/stores/shopify/fields';
import { digitsOf } from '@/server/stores/shopify/ids';
import type { Candidate } from '@/server/stores/store';

export interface Shopfront {
  currency: string;
  /** x.myshopify.com */
  domain: string;
}

interface Offer {
  price: string;
  units: number | null;
  isAvailable: boolean;
}

const cheapest = (offers: readonly Offer[]): Offer | undefined =>
  offers.reduce<Offer | undefined>(
    (least, offer) =>
      least === undefined || (offer.units ?? Number.POSITIVE_INFINITY) < (least.units ?? Number.POSITIVE_INFINITY)
        ? offer
        : least,
    undefined,
  );

/**
 * @param product its GraphQL node
 * @param variants all of them, beyond those in the node too
 */
export function productRow(product: unknown, variants: readonly unknown[], { currency, domain }: Shopfront): Candidate {
  const ref = digitsOf(at(product, 'id')) ?? '';
  const offers = variants.map((variant): Offer => {
    const price = textAt(variant, 'price') ?? '';
    return { price, units: productUnits(price, currency), isAvailable: at(variant, 'availableForSale') === true };
  });
  const available = offers.filter(({ isAvailable }) => isAvailable);
  const slug = textOr(at(product, 'handle'), 500) ?? '';
  const isPublished = at(product, 'status') === 'ACTIVE' && textAt(product, 'publishedAt') !== undefined;
  const html = at(product, 'descriptionHtml');
  return {
    ref,
    row: {
      externalRef: ref,
      slug,
      name: clipped(textAt(product, 'title') ?? '', 1000),
      description: typeof html === 'string' ? plainText(html, 50_000) : null,
      priceCents: cheapest(available.length > 0 ? available : offers)?.units ?? null,
      currency,
      available: isPublished && available.length > 0,
      imageUrl: addressOf(at(product, 'featuredMedia', 'preview', 'image', 'url'), 4000),
      brand: textOr(at(product, 'vendor'), 500),
      url:
        addressOf(at(product, 'onlineStoreUrl'), 2048) ??
        addressOf(`https://${domain}/products/${encodeURIComponent(slug)}`, 2048),
      updatedAt: instantOf(at(product, 'updatedAt')),
    },
  };
}

/** The variants that came with a product's node. */
export const variantsIn = (product: unknown): readonly unknown[] => listAt(product, 'variants', 'nodes');
