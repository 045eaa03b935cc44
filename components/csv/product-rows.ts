/**
 * Makes products of a file's rows, by the mapping that the person chose. What cannot be read of a row is said of it.
 */
import { readBoolean } from '@/components/csv/contact-columns';
import { isTooWide } from '@/components/csv/inspect';
import { readPrice } from '@/components/csv/price';
import type { ProductField, ProductMapping } from '@/components/csv/product-columns';
import type { RowRead } from '@/components/csv/row';
import { isNothing, withoutApostrophe } from '@/components/csv/values';
import { isUrl } from '@/server/platform/lib/is-url';
import type { Language } from '@/server/platform/lib/language';
import { productInput, type ProductInput } from '@/server/modules/shops/feeds/schema';
import { MOST_ADDITIONAL_IMAGES } from '@/server/modules/shops/feeds/vocabulary';

/** The way the workspace writes prices. */
export interface Prices {
  language: Language;
  currency: string;
}

/**
 * AVAILABILITY: whether it can be bought cannot be told, and must not be guessed.
 * TOO_MANY_CELLS: more cells than the head has; the values may stand in the wrong columns.
 * VALUE: of a field that the server does not take, such as one that is too long.
 */
export const PRODUCT_PROBLEMS = ['NO_ID', 'PRICE', 'CURRENCY', 'AVAILABILITY', 'TOO_MANY_CELLS', 'VALUE'] as const;
export type ProductProblem = (typeof PRODUCT_PROBLEMS)[number];

/** A file says nothing of when a product was archived or changed, nor of how long a sale price holds. */
export type FiledProduct = Omit<ProductInput, 'archivedAt' | 'updatedAt' | 'salePriceFrom' | 'salePriceTo'>;

export type ProductRead = RowRead<FiledProduct, ProductField, ProductProblem>;

const refused = (problem: ProductProblem, field: ProductField | null = null): ProductRead => ({
  item: null,
  problem,
  field,
});

const IN_STOCK = new Set([
  'in stock',
  'instock',
  'available',
  'tersedia',
  'ada',
  'ready',
  'ready stock',
  'aktif',
  'active',
  'publish',
  'published',
  'preorder',
  'backorder',
]);
const OUT_OF_STOCK = new Set([
  'out of stock',
  'outofstock',
  'sold out',
  'unavailable',
  'habis',
  'kosong',
  'stok habis',
  'tidak tersedia',
  'nonaktif',
  'inactive',
  'draft',
  'discontinued',
]);

/** A yes or no, the words of shops, or how many there are; null: it cannot be told. */
export function readAvailability(value: string): boolean | null {
  const word = value
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ');
  if (IN_STOCK.has(word)) return true;
  if (OUT_OF_STOCK.has(word)) return false;
  if (/^\d{1,9}$/.test(word)) return Number(word) > 0;
  return readBoolean(word);
}

/** The last part of an address, or the text itself. */
function slugOf(value: string): string {
  if (!isUrl(value)) return value.split('/').filter(Boolean).at(-1) ?? '';
  const last = new URL(value).pathname.split('/').filter(Boolean).at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** Taken as they stand; what a crawler cannot read of them the findings say. */
const PLAIN = [
  'gtin',
  'mpn',
  'condition',
  'itemGroupId',
  'color',
  'size',
  'gender',
  'ageGroup',
  'shippingWeight',
] as const satisfies ProductField[];

const FIELD_OF: Partial<Record<string, ProductField>> = { priceCents: 'price' };

/** @param cells as they stand in the file */
export function productOf(cells: readonly string[], mapping: ProductMapping, prices: Prices): ProductRead {
  if (isTooWide(cells, mapping.length)) return refused('TOO_MANY_CELLS');
  const value = (field: ProductField): string => {
    const at = mapping.indexOf(field);
    const cell = at === -1 ? '' : withoutApostrophe((cells[at] ?? '').trim());
    return isNothing(cell) ? '' : cell;
  };
  if (value('externalRef') === '') return refused('NO_ID', 'externalRef');
  const currency = value('currency').toUpperCase() || prices.currency;
  if (!/^[A-Z]{3}$/.test(currency)) return refused('CURRENCY', 'currency');
  const price = readPrice(value('price'), { ...prices, currency });
  if (price === null) return refused('PRICE', 'price');
  const available = value('available') === '' ? true : readAvailability(value('available'));
  if (available === null) return refused('AVAILABILITY', 'available');
  const sale = value('salePrice') === '' ? undefined : readPrice(value('salePrice'), { ...prices, currency });
  if (sale === null) return refused('PRICE', 'salePrice');
  const parsed = productInput.safeParse({
    ...price,
    externalRef: value('externalRef'),
    name: value('name'),
    slug: slugOf(value('slug')),
    description: value('description'),
    available,
    imageUrl: value('imageUrl'),
    brand: value('brand'),
    productCategory: value('productCategory'),
    salePrice: sale?.priceCents,
    ...Object.fromEntries(PLAIN.map((field) => [field, value(field)])),
    additionalImages: value('additionalImages')
      .split(/[\s,;|]+/)
      .filter(Boolean)
      .slice(0, MOST_ADDITIONAL_IMAGES),
  });
  if (parsed.success) {
    const { archivedAt: _a, updatedAt: _u, salePriceFrom: _from, salePriceTo: _to, ...product } = parsed.data;
    return { item: product, problem: null };
  }
  const name = String(parsed.error.issues[0]?.path[0]);
  return refused('VALUE', FIELD_OF[name] ?? mapping.find((field) => field === name) ?? null);
}

/** Checks whether the mapping says which product a row is and what it costs; without it every row would be refused. */
export const isUsable = (mapping: ProductMapping): boolean =>
  (['externalRef', 'name', 'price'] as const).every((field) => mapping.includes(field));
