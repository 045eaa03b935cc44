/** How a product becomes an item of the feed (3 §4.6). The feed and the dashboard's preview are made of the same item. */
import type { ProductRow } from '@/server/resources/feeds/rows';
import type { FeedItem } from '@/server/resources/feeds/schema';

/** What an item needs to know beside its product. */
export interface ItemSetting {
  /** As `storefrontOf` has it. */
  storefront: string;
  defaultProductCategory: string | null;
}

/** `<storefront base>/s/<accountId>`: the channel's link, and what an item's link begins with. */
export const storefrontOf = (storefrontBaseUrl: string, accountId: string): string =>
  `${storefrontBaseUrl}/s/${accountId}`;

/** Rupiah are stored whole, every other currency in hundredths. Integers all the way: a float would lose cents. */
export function priceOf(priceCents: bigint, currency: string): string {
  const code = currency.toUpperCase();
  return code === 'IDR'
    ? `${priceCents} IDR`
    : `${priceCents / 100n}.${String(priceCents % 100n).padStart(2, '0')} ${code}`;
}

/** The columns that an item is made of. */
export const ITEM_COLUMNS = [
  'externalRef',
  'slug',
  'name',
  'description',
  'priceCents',
  'currency',
  'available',
  'imageUrl',
  'brand',
  'productCategory',
] as const;
export type ItemSource = Pick<ProductRow, (typeof ITEM_COLUMNS)[number]>;

export function itemOf(product: ItemSource, { storefront, defaultProductCategory }: ItemSetting): FeedItem {
  return {
    id: product.externalRef,
    title: product.name,
    description: product.description ?? product.name,
    link: `${storefront}/products/${encodeURIComponent(product.slug)}`,
    imageLink: product.imageUrl,
    availability: product.available ? 'in_stock' : 'out_of_stock',
    price: priceOf(product.priceCents, product.currency),
    brand: product.brand,
    googleProductCategory: product.productCategory ?? defaultProductCategory,
  };
}
