/**
 * The values that fields of the product feed accept, and their bounds. Without zod, so that pages that only show data
 * need not load it.
 */
import type { ItemField } from '@/server/modules/shops/feeds/schema';

export const STATES = ['live', 'unavailable', 'archived'] as const;

/** The values that Google, Meta and TikTok accept for a product's condition and audience. */
export const CONDITIONS = ['new', 'refurbished', 'used'] as const;
export const GENDERS = ['male', 'female', 'unisex'] as const;
export const AGE_GROUPS = ['newborn', 'infant', 'toddler', 'kids', 'adult'] as const;
/** The ways in which a category rule compares the shop's own category. */
export const CATEGORY_MATCHES = ['is', 'begins', 'contains'] as const;
export const MOST_CATEGORY_RULES = 200;
export const MOST_ADDITIONAL_IMAGES = 10;

/** The feed's elements by the fields of an item, in their written order. */
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
  gtin: 'g:gtin',
  mpn: 'g:mpn',
  identifierExists: 'g:identifier_exists',
  condition: 'g:condition',
  itemGroupId: 'g:item_group_id',
  salePrice: 'g:sale_price',
  salePriceEffectiveDate: 'g:sale_price_effective_date',
  color: 'g:color',
  size: 'g:size',
  gender: 'g:gender',
  ageGroup: 'g:age_group',
  additionalImageLinks: 'g:additional_image_link',
  shippingWeight: 'g:shipping_weight',
} as const satisfies Record<ItemField, string>;
