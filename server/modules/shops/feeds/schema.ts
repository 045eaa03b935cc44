/**
 * The product feed (docs/contract/feeds.md#mirrored-products): its config, the mirrored products, and their items in
 * the feed. The dashboard's forms use the same schemas.
 */
import * as z from 'zod';
import { list } from '@/server/platform/lib/bounded';
import {
  clampedInteger,
  currencyIn,
  currencyOut,
  cursor,
  foreignId,
  id,
  idIn,
  instantIn,
  instantOut,
  money,
  text,
} from '@/server/platform/lib/fields';
import {
  AGE_GROUPS,
  CATEGORY_MATCHES,
  CONDITIONS,
  GENDERS,
  MOST_ADDITIONAL_IMAGES,
  MOST_CATEGORY_RULES,
  STATES,
} from '@/server/modules/shops/feeds/vocabulary';

/**
 * The number of products in one page of the feed; the last updated ones are in the first (docs/contract/feeds.md#feed).
 */
export const FEED_LIMIT = 5000;
/** The most products in one call. */
export const PUT_LIMIT = 1000;

export const LEFT_OUT = ['archived', 'unavailable', 'over_limit'] as const;
export type State = (typeof STATES)[number];
export type LeftOut = (typeof LEFT_OUT)[number];

/** The names of the feed's rules; rules.ts has the checks. */
export const RULE_IDS = [
  'id_too_long',
  'id_characters',
  'title_missing',
  'title_too_long',
  'title_all_capitals',
  'title_promotional',
  'description_missing',
  'description_too_long',
  'description_all_capitals',
  'description_html',
  'description_link',
  'link_without_slug',
  'link_too_long',
  'image_missing',
  'image_not_absolute',
  'image_not_encoded',
  'image_too_long',
  'price_zero',
  'currency_unknown',
  'brand_missing',
  'brand_too_long',
  'category_malformed',
  'gtin_invalid',
  'mpn_too_long',
  'condition_unknown',
  'item_group_too_long',
  'sale_price_not_lower',
  'sale_dates_incomplete',
  'color_too_long',
  'size_too_long',
  'gender_unknown',
  'age_group_unknown',
  'additional_image_not_absolute',
  'shipping_weight_malformed',
] as const;
const ruleId = z.enum(RULE_IDS).meta({ id: 'FeedRule' });
export type RuleId = (typeof RULE_IDS)[number];

export const SEVERITIES = ['error', 'warning'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** The item that the crawler reads, element by element; null: the element is left out. */
export const feedItem = z
  .object({
    id: z.string(),
    title: z.string(),
    description: z.string(),
    link: z.string(),
    imageLink: z.string().nullable(),
    availability: z.enum(['in_stock', 'out_of_stock']),
    price: z.string().meta({ sample: '150000 IDR' }),
    brand: z.string().nullable(),
    googleProductCategory: z.string().nullable(),
    // What was not in the first contract is there only where the shop sent it.
    gtin: z.string().optional(),
    mpn: z.string().optional(),
    identifierExists: z.literal('no').optional().meta({
      description:
        'no: the product has none of gtin, mpn and brand. Present when the shop sends any of the later fields.',
    }),
    condition: z.enum(CONDITIONS).optional(),
    itemGroupId: z.string().optional(),
    salePrice: z.string().optional().meta({ sample: '120000 IDR' }),
    salePriceEffectiveDate: z.string().optional().meta({ sample: '2026-12-01T00:00:00Z/2026-12-08T00:00:00Z' }),
    color: z.string().optional(),
    size: z.string().optional(),
    gender: z.enum(GENDERS).optional(),
    ageGroup: z.enum(AGE_GROUPS).optional(),
    additionalImageLinks: z.array(z.string()).optional(),
    shippingWeight: z.string().optional().meta({ sample: '250 g' }),
  })
  .meta({ id: 'FeedItem' });
export type FeedItem = z.output<typeof feedItem>;
export type ItemField = keyof FeedItem;

const settings = {
  enabled: z.boolean().meta({ description: 'False: the feed answers 404. Default: true.' }),
  defaultProductCategory: text(0, 200).nullable().meta({
    id: 'DefaultProductCategory',
    description: 'Google product category of products without one.',
    sample: 'Apparel & Accessories',
  }),
  includeUnpublished: z
    .boolean()
    .meta({ description: 'True: unavailable products are in the feed, as out of stock. Default: false.' }),
};

export const updateConfigInput = z.object({ ...settings, marketingCampaignId: idIn.nullable() }).partial();
export type UpdateConfigInput = z.output<typeof updateConfigInput>;

export const feedConfig = z
  .object({
    id,
    accountId: id,
    ...settings,
    marketingCampaignId: id.nullable(),
    createdAt: instantOut,
    updatedAt: instantOut,
  })
  .meta({ id: 'FeedConfig' });
export type FeedConfig = z.output<typeof feedConfig>;

/** The config of a workspace that never saved one, without a row's own fields. */
export const feedConfigStub = z.object(settings).meta({ id: 'FeedConfigStub' });
export type FeedConfigStub = z.output<typeof feedConfigStub>;
export const getConfigOutput = z.union([feedConfig, feedConfigStub]);

/** An optional text: partners often send '' for "none", so '' counts as none. */
const optionalText = (max: number) =>
  text(0, max)
    .nullish()
    .transform((value) => (value === null || value === undefined || value.trim() === '' ? null : value));

const optionalInstant = z
  .union([instantIn, z.literal('')])
  .nullish()
  .transform((value) => (value === undefined || value === '' ? null : value));

/**
 * One product as the partner sends it. Values that Google would refuse are accepted, because one such product would
 * otherwise block the others of its call; the findings report them.
 */
export const productInput = z.object({
  externalRef: foreignId.meta({ description: 'Your product id; the id of the item in the feed.' }),
  slug: text(0, 500).meta({ description: "Last part of the product page's address.", sample: 'kemeja-linen' }),
  name: text(0, 1000),
  description: optionalText(50_000).meta({ description: 'Description; the feed shows the name when there is none.' }),
  priceCents: money.meta({ description: 'Price in minor units: rupiah for IDR, hundredths for every other currency.' }),
  currency: currencyIn,
  available: z.boolean(),
  imageUrl: optionalText(4000),
  brand: optionalText(500),
  productCategory: optionalText(1000).meta({
    description: 'Category of the shop or of Google; replaces defaultProductCategory.',
  }),
  gtin: optionalText(50).meta({ description: 'Barcode number: EAN, UPC, JAN or ISBN.', sample: '8991234567891' }),
  mpn: optionalText(200).meta({ description: "Manufacturer's part number." }),
  condition: optionalText(50).meta({ description: 'Condition: new, refurbished or used.', sample: 'new' }),
  itemGroupId: optionalText(255).meta({ description: 'Id that all variants of a product share.' }),
  salePrice: money
    .nullish()
    .transform((value) => value ?? null)
    .meta({ description: 'Sale price, in units as priceCents. Left out of the feed unless it is lower.' }),
  salePriceFrom: optionalInstant.meta({ description: 'Begin of the sale; needs salePriceTo.' }),
  salePriceTo: optionalInstant,
  color: optionalText(200),
  size: optionalText(200),
  gender: optionalText(50).meta({ description: 'Gender: male, female or unisex.', sample: 'unisex' }),
  ageGroup: optionalText(50).meta({
    description: 'Age group: newborn, infant, toddler, kids or adult.',
    sample: 'adult',
  }),
  additionalImages: list(text(1, 4000), MOST_ADDITIONAL_IMAGES)
    .nullish()
    .transform((value) => value ?? []),
  shippingWeight: optionalText(50).meta({
    description: 'Shipping weight, a number with g, kg, oz or lb.',
    sample: '250 g',
  }),
  archivedAt: instantIn
    .nullish()
    .transform((value) => value ?? null)
    .meta({ description: 'Time of archiving: the product is not in the feed. Null or not sent: it is in the feed.' }),
  updatedAt: instantIn
    .nullish()
    .meta({ description: 'Time by which the feed is sorted; the time of the call unless sent.' }),
});
export type ProductInput = z.output<typeof productInput>;

export const putProductsInput = z.object({
  accountId: idIn.nullish(),
  products: list(productInput, PUT_LIMIT).min(1),
});
/** Products from a file in the dashboard, one part of the file a call. */
export const importProductsInput = putProductsInput.omit({ accountId: true });
export const knownProductsInput = z.object({ externalRefs: list(foreignId, PUT_LIMIT) });
export const knownProductsOutput = z.object({ known: z.number() });

export const putProductsOutput = z.object({ created: z.number(), updated: z.number() });
export type PutResult = z.output<typeof putProductsOutput>;

export const feedProduct = z
  .object({
    id,
    accountId: id,
    externalRef: z.string(),
    slug: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    priceCents: z.number(),
    currency: currencyOut,
    available: z.boolean(),
    imageUrl: z.string().nullable(),
    brand: z.string().nullable(),
    productCategory: z.string().nullable(),
    archivedAt: instantOut.nullable(),
    updatedAt: instantOut,
    gtin: z.string().optional(),
    mpn: z.string().optional(),
    condition: z.string().optional(),
    itemGroupId: z.string().optional(),
    salePrice: z.number().optional(),
    salePriceFrom: instantOut.optional(),
    salePriceTo: instantOut.optional(),
    color: z.string().optional(),
    size: z.string().optional(),
    gender: z.string().optional(),
    ageGroup: z.string().optional(),
    additionalImages: z.array(z.string()).optional(),
    shippingWeight: z.string().optional(),
  })
  .meta({
    id: 'FeedProduct',
    description: 'The product as sent. Later fields that were not sent are absent.',
  });
export type FeedProduct = z.output<typeof feedProduct>;

const rule = {
  rule: ruleId,
  severity: z
    .enum(SEVERITIES)
    .meta({ description: 'error: Google does not show the product. warning: Google shows it less well.' }),
  field: feedItem.keyof().meta({ description: 'Field of the feed item.' }),
  message: z.string(),
  limit: z.number().nullable().meta({ description: 'Most characters, for a rule about length; null for all others.' }),
  source: z.url().meta({ description: "Page of Google's specification." }),
};
export const finding = z.object(rule).meta({ id: 'FeedFinding' });
export type Finding = z.output<typeof finding>;

export const listProductsInput = z.object({
  limit: clampedInteger({ fallback: 50, min: 1, max: 100 }),
  cursor,
  q: text(0, 100).optional().meta({ description: 'Part of the name, the externalRef or the brand; case is ignored.' }),
  state: z
    .enum(STATES)
    .optional()
    .meta({ description: 'live: available and not archived; unavailable: not available and not archived.' }),
  rule: ruleId.optional().meta({ description: 'Only products in the feed that break this rule.' }),
});
export type ListProductsInput = z.output<typeof listProductsInput>;

export const listedProduct = feedProduct.extend({
  feedItem: feedItem
    .nullable()
    .meta({ description: 'The product as crawlers see it; null when it is not in the feed.' }),
  leftOut: z
    .enum(LEFT_OUT)
    .nullable()
    .meta({ description: `Reason why it is not in the feed; over_limit: ${FEED_LIMIT} others were updated later.` }),
  findings: z.array(finding).meta({ description: 'Broken rules, for products in the feed only.' }),
});
export type ListedProduct = z.output<typeof listedProduct>;
export const listProductsOutput = z.object({
  items: z.array(listedProduct),
  nextCursor: z.string().nullable(),
  hasMore: z.boolean(),
});

const words = text(1, 200)
  .overwrite((value) => value.trim())
  .refine((value) => value !== '', { error: 'must not be blank' });

export const categoryRule = z
  .object({
    match: z
      .enum(CATEGORY_MATCHES)
      .default('is')
      .meta({ description: "Comparison with the shop's category; case is ignored." }),
    category: words.meta({ description: 'Category of the shop, or a part of it.', sample: 'Kopi' }),
    googleCategory: words.meta({
      description: 'Google category, its id or its path.',
      sample: 'Food, Beverages & Tobacco > Beverages > Coffee',
    }),
  })
  .meta({ id: 'FeedCategoryRule' });
export type CategoryRule = z.output<typeof categoryRule>;
export const categoryRules = z.object({
  rules: list(categoryRule, MOST_CATEGORY_RULES).meta({
    description: 'Rules in their order, at most 200. The first that matches wins.',
  }),
});
export type CategoryRules = z.output<typeof categoryRules>;

export const categoriesOutput = z.object({
  categories: z.array(
    z.object({
      category: z.string().nullable().meta({ description: 'Category of the shop; null for products without one.' }),
      products: z.number(),
      googleCategory: z.string().nullable().meta({ description: 'Google category in the feed.' }),
      rule: z.number().nullable().meta({ description: 'Index of the matching rule, from 0.' }),
    }),
  ),
});
export type Categories = z.output<typeof categoriesOutput>;

const feedIssue = z.object({
  issue: z.enum(['shop_address_missing']),
  severity: z.enum(SEVERITIES),
  message: z.string(),
});
export type FeedIssue = z.output<typeof feedIssue>;

export const issuesOutput = z.object({
  feedUrl: z.url().meta({ description: 'Public address for Google Merchant Center.' }),
  metaUrl: z.url().meta({ description: 'Public address of the CSV for Meta Commerce Manager.' }),
  tiktokUrl: z.url().meta({ description: 'Public address of the CSV for TikTok Ads Manager.' }),
  enabled: z.boolean(),
  counts: z.object({ inFeed: z.number(), overLimit: z.number(), unavailable: z.number(), archived: z.number() }).meta({
    description: 'Number of products, each counted once. unavailable: not in the feed because it is not available.',
  }),
  products: z
    .object({ withErrors: z.number(), withWarnings: z.number(), clean: z.number() })
    .meta({ description: 'Products in the feed. withWarnings: warnings only.' }),
  feed: z.array(feedIssue).meta({ description: 'Problems of the feed as a whole.' }),
  rules: z
    .array(
      z.object({
        ...rule,
        products: z.number().meta({ description: 'Number of products in the feed that break the rule.' }),
      }),
    )
    .meta({ description: 'All rules, errors first, most frequent first.' }),
});
export type Issues = z.output<typeof issuesOutput>;
