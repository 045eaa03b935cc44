/**
 * Rules for what Google would refuse or warn about (docs/contract/feeds.md#findings), from its product data
 * specification. A rule checks the item that the crawler reads, and the product where the item hides a missing value.
 * The list's findings and the counts of all products both come from here.
 */
import { entriesOf } from '@/server/platform/lib/records';
import { CURRENCIES } from '@/server/modules/shops/feeds/currencies';
import type { FeedItem, FeedProduct, Finding, RuleId } from '@/server/modules/shops/feeds/schema';

/** The fields of a product that the rules check, beside its item. */
export type RuledProduct = Pick<
  FeedProduct,
  | 'slug'
  | 'description'
  | 'priceCents'
  | 'currency'
  | 'condition'
  | 'salePrice'
  | 'salePriceFrom'
  | 'salePriceTo'
  | 'gender'
  | 'ageGroup'
  | 'shippingWeight'
>;

interface Rule extends Omit<Finding, 'rule'> {
  /** Checks whether the product breaks the rule. */
  breaks(item: FeedItem, product: RuledProduct): boolean;
}

const page = (answer: number): string => `https://support.google.com/merchants/answer/${answer}`;
const ID = page(6324405);
const TITLE = page(6324415);
const DESCRIPTION = page(6324468);
const LINK = page(6324416);
const IMAGE = page(6324350);
const PRICE = page(6324371);
const BRAND = page(6324351);
const CATEGORY = page(6324436);
const GTIN = page(6324461);
const MPN = page(6324482);
const CONDITION = page(6324469);
const ITEM_GROUP = page(6324507);
const SALE_PRICE = page(6324471);
const SALE_DATES = page(6324460);
const COLOR = page(6324487);
const SIZE = page(6324492);
const GENDER = page(6324479);
const AGE_GROUP = page(6324463);
const MORE_IMAGES = page(6324370);
const WEIGHT = page(6324503);

/**
 * Checks a GTIN: 8, 12, 13 or 14 digits, the last of which is a check digit
 * (https://www.gs1.org/services/how-calculate-check-digit-manually).
 */
function isGtin(text: string): boolean {
  const digits = text.replace(/[\s-]/g, '');
  if (!/^(?:\d{8}|\d{12,14})$/.test(digits)) return false;
  const sum = Array.from(digits.slice(0, -1), Number)
    .reverse()
    .reduce((total, digit, at) => total + digit * (at % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10 === Number(digits.at(-1));
}

/**
 * Checks a text's length in characters, as Google counts, not in UTF-16 units; a text never has more characters than
 * units.
 */
const isLonger = (text: string, limit: number): boolean => text.length > limit && Array.from(text).length > limit;

const isBlank = (text: string): boolean => text.trim() === '';

/** The least number of capitals that counts as shouting; shorter words are acronyms, sizes and model numbers. */
const FEWEST_CAPITALS = 10;
const isAllCapitals = (text: string): boolean =>
  !/\p{Ll}/u.test(text) && (text.match(/\p{Lu}/gu)?.length ?? 0) >= FEWEST_CAPITALS;

/** English and Indonesian, the languages that merchants here write in. */
const PROMOTION =
  /\b(?:free (?:shipping|delivery)|buy now|best price|on sale|limited time|\d+ ?% off|(?:gratis|bebas) ongkir|beli sekarang|harga termurah|diskon|cuci gudang|promo)\b/i;

const TAG = /<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?\/?>/i;
const ADDRESS = /\bhttps?:\/\/|\bwww\.\w/i;

/** RFC 3986: ASCII without spaces and without what must be percent-encoded. */
const URI = /^[\w\-.~:/?#[\]@!$&'()*+,;=%]*$/;

/** Checks for an id of the taxonomy or for the names of a path, never both. */
function isCategory(text: string): boolean {
  if (/^\d{1,7}$/.test(text.trim())) return true;
  return !/^\s*\d+\s*[-–,:>]/.test(text) && text.split('>').every((name) => !isBlank(name));
}

export const RULES: Readonly<Record<RuleId, Rule>> = {
  id_too_long: {
    severity: 'error',
    field: 'id',
    limit: 50,
    source: ID,
    message: 'The id is longer than 50 characters. Shorten it.',
    breaks: ({ id }) => isLonger(id, 50),
  },
  id_characters: {
    severity: 'warning',
    field: 'id',
    limit: null,
    source: ID,
    message: 'The id has spaces or control characters. Remove them.',
    breaks: ({ id }) => /[\s\p{Cc}\p{Co}]/u.test(id),
  },

  title_missing: {
    severity: 'error',
    field: 'title',
    limit: null,
    source: TITLE,
    message: 'The product has no title. Add one.',
    breaks: ({ title }) => isBlank(title),
  },
  title_too_long: {
    severity: 'warning',
    field: 'title',
    limit: 150,
    source: TITLE,
    message: 'The title is longer than 150 characters; Google cuts it off.',
    breaks: ({ title }) => isLonger(title, 150),
  },
  title_all_capitals: {
    severity: 'warning',
    field: 'title',
    limit: null,
    source: TITLE,
    message: 'The title is all in capitals. Use capitals only where they belong.',
    breaks: ({ title }) => isAllCapitals(title),
  },
  title_promotional: {
    severity: 'warning',
    field: 'title',
    limit: null,
    source: TITLE,
    message: 'The title advertises instead of naming the product. Remove words such as promo or free shipping.',
    breaks: ({ title }) => PROMOTION.test(title),
  },

  description_missing: {
    severity: 'warning',
    field: 'description',
    limit: null,
    source: DESCRIPTION,
    message: 'The product has no description, so the feed repeats the name. Add one.',
    breaks: (_item, { description }) => description === null,
  },
  description_too_long: {
    severity: 'warning',
    field: 'description',
    limit: 5000,
    source: DESCRIPTION,
    message: 'The description is longer than 5,000 characters; Google cuts it off.',
    breaks: ({ description }) => isLonger(description, 5000),
  },
  description_all_capitals: {
    severity: 'warning',
    field: 'description',
    limit: null,
    source: DESCRIPTION,
    message: 'The description is all in capitals. Use capitals only where they belong.',
    breaks: (_item, { description }) => description !== null && isAllCapitals(description),
  },
  description_html: {
    severity: 'warning',
    field: 'description',
    limit: null,
    source: DESCRIPTION,
    message: 'The description has HTML tags. Remove them.',
    breaks: ({ description }) => TAG.test(description),
  },
  description_link: {
    severity: 'warning',
    field: 'description',
    limit: null,
    source: DESCRIPTION,
    message: 'The description has a link. Remove it.',
    breaks: ({ description }) => ADDRESS.test(description),
  },

  link_without_slug: {
    severity: 'error',
    field: 'link',
    limit: null,
    source: LINK,
    message: 'The product has no slug, so its link does not work. Add the last part of its address.',
    breaks: (_item, { slug }) => isBlank(slug),
  },
  link_too_long: {
    severity: 'error',
    field: 'link',
    limit: 2000,
    source: LINK,
    message: 'The link is longer than 2,000 characters. Shorten the slug.',
    breaks: ({ link }) => isLonger(link, 2000),
  },

  image_missing: {
    severity: 'error',
    field: 'imageLink',
    limit: null,
    source: IMAGE,
    message: 'The product has no image. Add one.',
    breaks: ({ imageLink }) => imageLink === null,
  },
  image_not_absolute: {
    severity: 'error',
    field: 'imageLink',
    limit: null,
    source: IMAGE,
    message: "The image's address does not begin with http:// or https://. Enter the full address.",
    breaks: ({ imageLink }) => imageLink !== null && !/^https?:\/\/[^/]/i.test(imageLink),
  },
  image_not_encoded: {
    severity: 'error',
    field: 'imageLink',
    limit: null,
    source: IMAGE,
    message: "The image's address has spaces or special characters. Percent-encode them.",
    breaks: ({ imageLink }) => imageLink !== null && !URI.test(imageLink),
  },
  image_too_long: {
    severity: 'error',
    field: 'imageLink',
    limit: 2000,
    source: IMAGE,
    message: "The image's address is longer than 2,000 characters.",
    breaks: ({ imageLink }) => imageLink !== null && isLonger(imageLink, 2000),
  },

  price_zero: {
    severity: 'error',
    field: 'price',
    limit: null,
    source: PRICE,
    message: 'The price is 0. Enter a price.',
    breaks: (_item, { priceCents }) => priceCents === 0,
  },
  currency_unknown: {
    severity: 'error',
    field: 'price',
    limit: null,
    source: PRICE,
    message: 'The currency is not an ISO 4217 code, such as IDR.',
    breaks: (_item, { currency }) => !CURRENCIES.has(currency.toUpperCase()),
  },

  brand_missing: {
    severity: 'warning',
    field: 'brand',
    limit: null,
    source: BRAND,
    message: 'The product has no brand. Only unbranded goods, books and media need none.',
    breaks: ({ brand }) => brand === null,
  },
  brand_too_long: {
    severity: 'warning',
    field: 'brand',
    limit: 70,
    source: BRAND,
    message: 'The brand is longer than 70 characters.',
    breaks: ({ brand }) => brand !== null && isLonger(brand, 70),
  },

  category_malformed: {
    severity: 'warning',
    field: 'googleProductCategory',
    limit: null,
    source: CATEGORY,
    message: "The category is not in Google's taxonomy. Enter an id or a path of it.",
    breaks: ({ googleProductCategory }) => googleProductCategory !== null && !isCategory(googleProductCategory),
  },

  gtin_invalid: {
    severity: 'error',
    field: 'gtin',
    limit: null,
    source: GTIN,
    message: 'The barcode number is not valid. Check its digits.',
    breaks: ({ gtin }) => gtin !== undefined && !isGtin(gtin),
  },
  mpn_too_long: {
    severity: 'warning',
    field: 'mpn',
    limit: 70,
    source: MPN,
    message: "The manufacturer's number is longer than 70 characters.",
    breaks: ({ mpn }) => mpn !== undefined && isLonger(mpn, 70),
  },
  condition_unknown: {
    severity: 'error',
    field: 'condition',
    limit: null,
    source: CONDITION,
    message: 'The condition is not new, refurbished or used, so the feed leaves it out.',
    breaks: ({ condition }, product) => product.condition !== undefined && condition === undefined,
  },
  item_group_too_long: {
    severity: 'error',
    field: 'itemGroupId',
    limit: 50,
    source: ITEM_GROUP,
    message: 'The id of its variants is longer than 50 characters.',
    breaks: ({ itemGroupId }) => itemGroupId !== undefined && isLonger(itemGroupId, 50),
  },
  sale_price_not_lower: {
    severity: 'warning',
    field: 'salePrice',
    limit: null,
    source: SALE_PRICE,
    message: 'The sale price is not lower than the price, so the feed leaves it out.',
    breaks: (_item, { salePrice, priceCents }) =>
      salePrice !== undefined && (salePrice <= 0 || salePrice >= priceCents),
  },
  sale_dates_incomplete: {
    severity: 'warning',
    field: 'salePriceEffectiveDate',
    limit: null,
    source: SALE_DATES,
    message: 'The sale has only one of its ends, or ends before it begins; the feed leaves the sale price out.',
    breaks: ({ salePriceEffectiveDate }, { salePriceFrom, salePriceTo }) =>
      (salePriceFrom !== undefined || salePriceTo !== undefined) && salePriceEffectiveDate === undefined,
  },
  color_too_long: {
    severity: 'warning',
    field: 'color',
    limit: 100,
    source: COLOR,
    message: 'The color is longer than 100 characters.',
    breaks: ({ color }) => color !== undefined && isLonger(color, 100),
  },
  size_too_long: {
    severity: 'warning',
    field: 'size',
    limit: 100,
    source: SIZE,
    message: 'The size is longer than 100 characters.',
    breaks: ({ size }) => size !== undefined && isLonger(size, 100),
  },
  gender_unknown: {
    severity: 'warning',
    field: 'gender',
    limit: null,
    source: GENDER,
    message: 'The gender is not male, female or unisex, so the feed leaves it out.',
    breaks: ({ gender }, product) => product.gender !== undefined && gender === undefined,
  },
  age_group_unknown: {
    severity: 'warning',
    field: 'ageGroup',
    limit: null,
    source: AGE_GROUP,
    message: 'The age group is not newborn, infant, toddler, kids or adult, so the feed leaves it out.',
    breaks: ({ ageGroup }, product) => product.ageGroup !== undefined && ageGroup === undefined,
  },
  additional_image_not_absolute: {
    severity: 'warning',
    field: 'additionalImageLinks',
    limit: null,
    source: MORE_IMAGES,
    message: "A further image's address is not an absolute one, or has characters that must be percent-encoded.",
    breaks: ({ additionalImageLinks = [] }) =>
      additionalImageLinks.some((link) => !/^https?:\/\/[^/]/i.test(link) || !URI.test(link)),
  },
  shipping_weight_malformed: {
    severity: 'warning',
    field: 'shippingWeight',
    limit: null,
    source: WEIGHT,
    message: 'The shipping weight is not a number with g, kg, oz or lb, so the feed leaves it out.',
    breaks: ({ shippingWeight }, product) => product.shippingWeight !== undefined && shippingWeight === undefined,
  },
};

const ENTRIES = entriesOf(RULES);

/** Returns a rule as an answer shows it. */
export function describeRule(rule: RuleId): Finding {
  const { severity, field, message, limit, source } = RULES[rule];
  return { rule, severity, field, message, limit, source };
}

/** The rules that a product of the feed breaks, in the order of the list. */
export const brokenRules = (item: FeedItem, product: RuledProduct): RuleId[] =>
  ENTRIES.filter(([, rule]) => rule.breaks(item, product)).map(([rule]) => rule);
