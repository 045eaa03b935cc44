/**
 * How a product becomes an item of the feed (docs/contract/feeds.md#feed). The feed and the dashboard's preview are
 * made of the same item.
 */
import type { Settings } from '@/server/env';
import type { ProductRow } from '@/server/resources/feeds/rows';
import type { FeedItem, ItemField } from '@/server/resources/feeds/schema';

/** The settings of the feed that an item depends on, beside its product. */
export interface ItemSetting {
  /** As `storefrontOf` has it. */
  storefront: string;
  defaultProductCategory: string | null;
}

export type StorefrontSettings = Pick<Settings, 'baseUrl' | 'storefrontBaseUrl'>;

/**
 * The channel's link, and what an item's link begins with: the operator's storefront, else the workspace's shop. Where
 * neither is known, an address of our own that leads nowhere, because every item needs a link.
 */
export function storefrontOf(
  { baseUrl, storefrontBaseUrl }: StorefrontSettings,
  { accountId, shopUrl }: { accountId: string; shopUrl: string | null },
): string {
  if (storefrontBaseUrl === null && shopUrl !== null) return shopUrl;
  return `${storefrontBaseUrl ?? baseUrl}/s/${accountId}`;
}

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

/** The feed's elements by the fields of an item, in the order in which they are written. */
export const ELEMENTS = {
  id: 'g:id',
  title: 'g:title',
  description: 'g:description',
  link: 'g:link',
  imageLink: 'g:image_link',
  availability: 'g:availability',
  price: 'g:price',
  brand: 'g:brand',
  googleProductCategory: 'g:google_product_category',
} as const satisfies Record<ItemField, string>;

/** Products that take every way through `itemOf` and the XML between them: with everything, and with as little as there can be. */
export const SPECIMENS: readonly ItemSource[] = [
  {
    externalRef: 'ref-1',
    slug: 'slug of/one',
    name: 'Name <&> "\'\u0001é☕',
    description: 'Its description',
    priceCents: 123_405n,
    currency: 'usd',
    available: true,
    imageUrl: 'https://images.example/1.jpg?a=1&b=2',
    brand: 'Brand',
    productCategory: 'Own category',
  },
  {
    externalRef: 'ref-2',
    slug: '',
    name: 'Unadorned',
    description: null,
    priceCents: 0n,
    currency: 'IDR',
    available: false,
    imageUrl: null,
    brand: null,
    productCategory: null,
  },
];
