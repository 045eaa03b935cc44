/**
 * Converts GraphQL's nodes of a resource into rows. Fetches the remaining variants of a product with more than its node
 * contains.
 */
import { at, textAt, listAt } from '@/server/platform/vendors/json';
import type { Resource } from '@/server/modules/shops/connections/vocabulary';
import { checkoutRow } from '@/server/modules/shops/adapters/shopify/checkout-row';
import type { ShopifyClient } from '@/server/modules/shops/adapters/shopify/client';
import { orderRow } from '@/server/modules/shops/adapters/shopify/order-row';
import { MORE_VARIANTS } from '@/server/modules/shops/adapters/shopify/queries';
import type { Candidate, Rows } from '@/server/modules/shops/adapters/store';
import { SHOP_ATTRIBUTE } from '@/server/platform/lib/shared-vocabulary';
import { currencyDigits } from '@/server/platform/lib/currency';
import { scaled, textOr, plainText, productUnits } from '@/server/modules/shops/adapters/amounts';
import { emailOf, instantOf, phoneOf, addressOf } from '@/server/modules/shops/adapters/shopify/fields';
import { digitsOf } from '@/server/modules/shops/adapters/shopify/ids';
import { clipped } from '@/server/platform/lib/text';

/**
 * Facts about the shop that a product's row needs. Only GraphQL has them: webhooks name neither the currency nor
 * whether stock is counted.
 */
interface Shopfront {
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
 * @param product a GraphQL node
 * @param variants all variants, including those beyond the node
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
const variantsIn = (product: unknown): readonly unknown[] => listAt(product, 'variants', 'nodes');

/** Returns the subscription for a marketing state; undefined when nothing has to be written. */
function subscriptionOf(state: unknown): string | undefined {
  if (typeof state !== 'string' || state === 'SUBSCRIBED') return undefined;
  return state === 'PENDING' ? 'pending' : 'unsubscribed';
}

/**
 * Converts a customer from GraphQL; since 2025-01, webhooks contain neither tags nor consent.
 * @param customer a GraphQL node
 */
export function customerRow(customer: unknown): Candidate {
  const ref = digitsOf(at(customer, 'id')) ?? '';
  const email = emailOf(at(customer, 'defaultEmailAddress', 'emailAddress'));
  const phone = phoneOf(at(customer, 'defaultPhoneNumber', 'phoneNumber'));
  const byEmail = subscriptionOf(at(customer, 'defaultEmailAddress', 'marketingState'));
  const byWhatsApp = subscriptionOf(at(customer, 'defaultPhoneNumber', 'whatsAppMarketingConsent', 'state'));
  const bySms = subscriptionOf(at(customer, 'defaultPhoneNumber', 'smsMarketingConsent', 'state'));
  const currency = textAt(customer, 'amountSpent', 'currencyCode') ?? null;
  const orders = Number(textAt(customer, 'numberOfOrders') ?? Number.NaN);
  return {
    ref,
    row: {
      externalRef: ref,
      email,
      phone,
      firstName: textOr(at(customer, 'firstName'), 120),
      lastName: textOr(at(customer, 'lastName'), 120),
      subscriptions: {
        ...(email === null || byEmail === undefined ? {} : { email: byEmail }),
        ...(phone === null || bySms === undefined ? {} : { sms: bySms }),
        ...(phone === null || byWhatsApp === undefined ? {} : { whatsapp: byWhatsApp }),
      },
      attributes: {
        [SHOP_ATTRIBUTE]: {
          ordersCount: Number.isSafeInteger(orders) ? orders : null,
          totalSpent:
            currency === null ? null : scaled(at(customer, 'amountSpent', 'amount'), currencyDigits(currency)),
          currency,
          tags: listAt(customer, 'tags').flatMap((tag) => textOr(tag, 255) ?? []),
          city: textOr(at(customer, 'defaultAddress', 'city'), 255),
          country: textOr(at(customer, 'defaultAddress', 'country'), 255),
          lastOrderAt: instantOf(at(customer, 'lastOrder', 'processedAt')),
        },
      },
      updatedAt: instantOf(at(customer, 'updatedAt')),
    },
  };
}

/** @param data an answer with the field `shop` */
export const shopfrontIn = (data: unknown, domain: string): Shopfront => ({
  currency: textAt(data, 'shop', 'currencyCode') ?? '',
  domain,
});

async function allVariants(client: ShopifyClient, product: unknown): Promise<readonly unknown[]> {
  const variants = [...variantsIn(product)];
  let from: unknown = product;
  while (at(from, 'variants', 'pageInfo', 'hasNextPage') === true) {
    const variables = { id: at(product, 'id'), after: at(from, 'variants', 'pageInfo', 'endCursor') };
    // Patient: whoever gave up here would lose the page.
    from = await client.askFor('product', MORE_VARIANTS, variables, true);
    variants.push(...variantsIn(from));
  }
  return variants;
}

async function candidateOf(
  client: ShopifyClient,
  resource: Resource,
  node: unknown,
  shopfront: Shopfront,
): Promise<Candidate | null> {
  switch (resource) {
    case 'products':
      return productRow(node, await allVariants(client, node), shopfront);
    case 'customers':
      return customerRow(node);
    case 'orders':
      return orderRow(node, shopfront.domain);
    case 'checkouts':
      return checkoutRow(node);
  }
}

/** Converts nodes into rows. @param nodes null stands for a row that does not exist */
export async function rowsOf(
  client: ShopifyClient,
  resource: Resource,
  nodes: readonly unknown[],
  shopfront: Shopfront,
): Promise<Rows> {
  const rows: Candidate[] = [];
  for (const node of nodes) {
    // Of a node of another kind nothing of the fragment is told.
    if (at(node, 'id') === undefined) continue;
    const candidate = await candidateOf(client, resource, node, shopfront);
    if (candidate !== null) rows.push(candidate);
  }
  return { resource, rows, refused: [] };
}
