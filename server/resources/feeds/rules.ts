/**
 * What Google would refuse or warn about (docs/contract/feeds.md#findings), from the pages of its product data
 * specification. A rule looks at what the crawler reads, and at the product where the item hides what is missing. One
 * source of truth: the list's findings and the counts of all products come from here.
 */
import { entriesOf } from '@/server/lib/records';
import { CURRENCIES } from '@/server/resources/feeds/currencies';
import type { FeedItem, FeedProduct, Finding, RuleId } from '@/server/resources/feeds/schema';

/** What of a product the rules look at, beside its item. */
export type RuledProduct = Pick<FeedProduct, 'slug' | 'description' | 'priceCents' | 'currency'>;

interface Rule extends Omit<Finding, 'rule'> {
  /** Whether the product breaks the rule. */
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

/** Google counts characters, not UTF-16 units; there are never more of those than of these. */
const isLonger = (text: string, limit: number): boolean => text.length > limit && Array.from(text).length > limit;

const isBlank = (text: string): boolean => text.trim() === '';

/** Shorter ones are acronyms, sizes and model numbers. */
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

/** An id of the taxonomy, or the names of a path, never both. */
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
    message: 'The id is longer than 50 characters.',
    breaks: ({ id }) => isLonger(id, 50),
  },
  id_characters: {
    severity: 'warning',
    field: 'id',
    limit: null,
    source: ID,
    message: 'The id has white space or control characters.',
    breaks: ({ id }) => /[\s\p{Cc}\p{Co}]/u.test(id),
  },

  title_missing: {
    severity: 'error',
    field: 'title',
    limit: null,
    source: TITLE,
    message: 'There is no title.',
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
    message: 'The title is in capitals.',
    breaks: ({ title }) => isAllCapitals(title),
  },
  title_promotional: {
    severity: 'warning',
    field: 'title',
    limit: null,
    source: TITLE,
    message: 'The title advertises instead of naming the product.',
    breaks: ({ title }) => PROMOTION.test(title),
  },

  description_missing: {
    severity: 'warning',
    field: 'description',
    limit: null,
    source: DESCRIPTION,
    message: 'There is no description; the feed repeats the name.',
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
    message: 'The description is in capitals.',
    breaks: (_item, { description }) => description !== null && isAllCapitals(description),
  },
  description_html: {
    severity: 'warning',
    field: 'description',
    limit: null,
    source: DESCRIPTION,
    message: 'The description has HTML tags in it.',
    breaks: ({ description }) => TAG.test(description),
  },
  description_link: {
    severity: 'warning',
    field: 'description',
    limit: null,
    source: DESCRIPTION,
    message: 'The description has a link in it.',
    breaks: ({ description }) => ADDRESS.test(description),
  },

  link_without_slug: {
    severity: 'error',
    field: 'link',
    limit: null,
    source: LINK,
    message: 'The product has no slug, so its link leads to no page.',
    breaks: (_item, { slug }) => isBlank(slug),
  },
  link_too_long: {
    severity: 'error',
    field: 'link',
    limit: 2000,
    source: LINK,
    message: 'The link is longer than 2,000 characters.',
    breaks: ({ link }) => isLonger(link, 2000),
  },

  image_missing: {
    severity: 'error',
    field: 'imageLink',
    limit: null,
    source: IMAGE,
    message: 'There is no image.',
    breaks: ({ imageLink }) => imageLink === null,
  },
  image_not_absolute: {
    severity: 'error',
    field: 'imageLink',
    limit: null,
    source: IMAGE,
    message: "The image's address does not begin with http:// or https://.",
    breaks: ({ imageLink }) => imageLink !== null && !/^https?:\/\/[^/]/i.test(imageLink),
  },
  image_not_encoded: {
    severity: 'error',
    field: 'imageLink',
    limit: null,
    source: IMAGE,
    message: "The image's address has spaces or characters that must be percent-encoded.",
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
    message: 'The price is 0.',
    breaks: (_item, { priceCents }) => priceCents === 0,
  },
  currency_unknown: {
    severity: 'error',
    field: 'price',
    limit: null,
    source: PRICE,
    message: 'The currency is not one of ISO 4217.',
    breaks: (_item, { currency }) => !CURRENCIES.has(currency.toUpperCase()),
  },

  brand_missing: {
    severity: 'warning',
    field: 'brand',
    limit: null,
    source: BRAND,
    message: 'There is no brand; all but unbranded goods, books and media need one.',
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
    message: "The category is neither an id nor a path of Google's taxonomy.",
    breaks: ({ googleProductCategory }) => googleProductCategory !== null && !isCategory(googleProductCategory),
  },
};

const ENTRIES = entriesOf(RULES);

/** A rule as an answer shows it. */
export function describeRule(rule: RuleId): Finding {
  const { severity, field, message, limit, source } = RULES[rule];
  return { rule, severity, field, message, limit, source };
}

/** The rules that a product of the feed breaks, in the order of the list. */
export const brokenRules = (item: FeedItem, product: RuledProduct): RuleId[] =>
  ENTRIES.filter(([, rule]) => rule.breaks(item, product)).map(([rule]) => rule);
