/**
 * Makes an item of the feed from a product (docs/contract/feeds.md#feed). The feed and the dashboard's preview are made
 * of the same item.
 */
import { googleCategoryOf } from '@/server/modules/shops/feeds/category-rules';
import type { ProductRow } from '@/server/modules/shops/feeds/rows';
import type { CategoryRule, FeedItem } from '@/server/modules/shops/feeds/schema';
import { AGE_GROUPS, CONDITIONS, GENDERS } from '@/server/modules/shops/feeds/vocabulary';

/** The settings of the feed that an item depends on, beside its product. */
export interface ItemSetting {
  /** The shop's address from `storefrontOf`. */
  storefront: string;
  defaultProductCategory: string | null;
  categoryRules: readonly CategoryRule[];
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
  'gtin',
  'mpn',
  'condition',
  'itemGroupId',
  'salePrice',
  'salePriceFrom',
  'salePriceTo',
  'color',
  'size',
  'gender',
  'ageGroup',
  'additionalImages',
  'shippingWeight',
] as const;
export type ItemSource = Pick<ProductRow, (typeof ITEM_COLUMNS)[number]>;

/** The weights with units that Google accepts (https://support.google.com/merchants/answer/6324503). */
export const WEIGHT = /^\d+(?:\.\d+)?\s?(?:g|kg|oz|lb)$/;

/** Returns the crawlers' word for a text in any case; undefined for an unknown text. */
const known = <Word extends string>(words: readonly Word[], said: string | null): Word | undefined =>
  words.find((word) => word === said?.trim().toLowerCase());

const isWeight = (said: string | null): said is string => said !== null && WEIGHT.test(said.trim().toLowerCase());

/**
 * Returns the sale price and its period. A period with one end only, or with its ends in the wrong order, leaves the
 * sale price out, because nobody can say whether it holds.
 */
function saleOf({
  priceCents,
  salePrice,
  salePriceFrom,
  salePriceTo,
  currency,
}: ItemSource): Pick<FeedItem, 'salePrice' | 'salePriceEffectiveDate'> {
  if (salePrice === null || salePrice <= 0n || salePrice >= priceCents) return {};
  const isDated = salePriceFrom !== null && salePriceTo !== null && salePriceFrom < salePriceTo;
  if (!isDated && (salePriceFrom !== null || salePriceTo !== null)) return {};
  const instant = (at: Date): string => at.toISOString().replace(/\.\d{3}Z$/, 'Z');
  return {
    salePrice: priceOf(salePrice, currency),
    ...(isDated && { salePriceEffectiveDate: `${instant(salePriceFrom)}/${instant(salePriceTo)}` }),
  };
}

/** Returns the fields that the first contract did not have, if the shop sent them and a crawler can read them. */
function laterFieldsOf(product: ItemSource): Partial<FeedItem> {
  const { gtin, mpn, brand, itemGroupId, color, size, shippingWeight, additionalImages } = product;
  const condition = known(CONDITIONS, product.condition);
  const gender = known(GENDERS, product.gender);
  const ageGroup = known(AGE_GROUPS, product.ageGroup);
  const fields: Partial<FeedItem> = {
    ...(gtin !== null && { gtin }),
    ...(mpn !== null && { mpn }),
    ...(condition !== undefined && { condition }),
    ...(itemGroupId !== null && { itemGroupId }),
    ...saleOf(product),
    ...(color !== null && { color }),
    ...(size !== null && { size }),
    ...(gender !== undefined && { gender }),
    ...(ageGroup !== undefined && { ageGroup }),
    ...(additionalImages.length > 0 && { additionalImageLinks: additionalImages }),
    ...(isWeight(shippingWeight) && { shippingWeight: shippingWeight.trim().toLowerCase() }),
  };
  // A shop that sends the first fields only has not said that there are none.
  const hasNone = gtin === null && mpn === null && brand === null && Object.keys(fields).length > 0;
  return hasNone ? { ...fields, identifierExists: 'no' } : fields;
}

export function itemOf(
  product: ItemSource,
  { storefront, defaultProductCategory, categoryRules }: ItemSetting,
): FeedItem {
  return {
    id: product.externalRef,
    title: product.name,
    description: product.description ?? product.name,
    link: `${storefront}/products/${encodeURIComponent(product.slug)}`,
    imageLink: product.imageUrl,
    availability: product.available ? 'in_stock' : 'out_of_stock',
    price: priceOf(product.priceCents, product.currency),
    brand: product.brand,
    googleProductCategory: googleCategoryOf(product.productCategory, categoryRules) ?? defaultProductCategory,
    ...laterFieldsOf(product),
  };
}

/** The fields that were added to products later, empty, for a shop that sends only the first ones. */
export const NO_LATER_FIELDS = {
  gtin: null,
  mpn: null,
  condition: null,
  itemGroupId: null,
  salePrice: null,
  salePriceFrom: null,
  salePriceTo: null,
  color: null,
  size: null,
  gender: null,
  ageGroup: null,
  additionalImages: [],
  shippingWeight: null,
} satisfies Partial<ItemSource>;

/** Sample products that reach every branch of `itemOf` and its XML: with all fields, and with as few as possible. */
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
    gtin: '8991234567891',
    mpn: 'MPN-1',
    condition: 'New',
    itemGroupId: 'group-1',
    salePrice: 99_900n,
    salePriceFrom: new Date('2026-12-01T00:00:00Z'),
    salePriceTo: new Date('2026-12-08T00:00:00Z'),
    color: 'Blue',
    size: 'M',
    gender: 'unisex',
    ageGroup: 'adult',
    additionalImages: ['https://images.example/2.jpg', 'https://images.example/3.jpg'],
    shippingWeight: '250 g',
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
    ...NO_LATER_FIELDS,
  },
  {
    externalRef: 'ref-3',
    slug: 'handmade',
    name: 'Handmade',
    description: null,
    priceCents: 1n,
    currency: 'IDR',
    available: true,
    imageUrl: null,
    brand: null,
    productCategory: null,
    ...NO_LATER_FIELDS,
    color: 'Red',
  },
];
