/** Things that a block document names and only the workspace knows: uploads, products of the mirror, discount codes. */
import type { Services } from '@/server/platform/access/context';
import { workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { isWebAddress } from '@/server/platform/email/addresses';
import type { CompileOptions } from '@/server/platform/email/compile';
import type { ShownCode, ShownProduct } from '@/server/platform/email/shop-blocks';
import { EMAIL_WORDS } from '@/server/platform/email/words';
import { dateTimeFormat } from '@/server/platform/lib/formats';
import { languageIn, type Language } from '@/server/platform/lib/language';
import { discountInWords } from '@/server/platform/email/discount-words';
import { formatMoney } from '@/server/platform/lib/currency';
import { blocksIn, type BlockDocument, type SimpleBlock } from '@/server/platform/email/blocks-schema';
import { storefrontOf } from '@/server/platform/lib/storefront-address';

/** Amounts come as JSON numbers: they are at most 2^53 − 1. */
interface ProductRow {
  externalRef: string;
  name: string;
  slug: string;
  priceCents: number;
  currency: string;
  available: boolean;
  imageUrl: string | null;
  archived: boolean;
}

interface CodeRow {
  id: string;
  code: string;
  type: 'percent' | 'fixed' | 'shipping_percent' | 'shipping_fixed';
  value: number;
  currency: string;
  scope: string;
  minPurchaseAmount: number | null;
  expiresAt: string | null;
}

interface Known {
  country: string;
  timeZone: string;
  shopUrl: string | null;
  keys: string[];
  products: ProductRow[];
  codes: CodeRow[];
}

/** The workspace's country, zone and shop, and what it has of the things named. */
const lookUp = workspaceStatement<Known, [keys: string[], products: string[], codes: string[]]>(
  'broadcasts.compile-look-up',
  `SELECT a.country, a."timeZone", a."shopUrl",
     ARRAY(SELECT u.key FROM "Upload" u WHERE u."accountId" = $1 AND u.key = ANY($2::text[])) AS keys,
     coalesce((SELECT jsonb_agg(jsonb_build_object('externalRef', p."externalRef", 'name', p.name, 'slug', p.slug,
       'priceCents', p."priceCents", 'currency', p.currency,
       'available', p.available, 'imageUrl', p."imageUrl", 'archived', p."archivedAt" IS NOT NULL))
       FROM "FeedProduct" p WHERE p."accountId" = $1 AND p."externalRef" = ANY($3::text[])), '[]') AS products,
     coalesce((SELECT jsonb_agg(jsonb_build_object('id', c.id, 'code', c.code, 'type', c.type, 'value', c.value,
       'currency', c.currency, 'scope', c.scope,
       'minPurchaseAmount', c."minPurchaseAmount", 'expiresAt', c."expiresAt"))
       FROM "DiscountCode" c WHERE c."accountId" = $1 AND c.id = ANY($4::text[])), '[]') AS codes
   FROM "Account" a WHERE a.id = $1`,
);

/** A thing that a block names, and the field that names it. */
interface Named {
  what: 'upload' | 'product' | 'code';
  key: string;
  path: string;
}

const FIELDS: Readonly<Partial<Record<SimpleBlock['kind'], [what: Named['what'], field: string]>>> = {
  header: ['upload', 'logoKey'],
  image: ['upload', 'assetKey'],
  product: ['product', 'externalRef'],
  code: ['code', 'discountCodeId'],
};
const WORDS: Record<Named['what'], string> = {
  upload: 'does not name an upload of this workspace',
  product: 'does not name a product of this workspace',
  code: 'does not name a discount code of this workspace',
};

function* namedIn(document: BlockDocument): Generator<Named> {
  for (const [block, path] of blocksIn(document)) {
    const [what, field] = FIELDS[block.kind] ?? [];
    const key: unknown = field === undefined ? undefined : new Map<string, unknown>(Object.entries(block)).get(field);
    if (what !== undefined && typeof key === 'string' && key !== '') yield { what, key, path: `${path}.${field}` };
  }
}

/** Prices of the mirror have two decimals but for the rupiah (docs/contract/feeds.md#feed). */
const productDigits = (currency: string): number => (currency.toUpperCase() === 'IDR' ? 0 : 2);

const shownProduct = (row: ProductRow, storefront: string, language: Language): ShownProduct => ({
  name: row.name,
  price: formatMoney(row.priceCents, row.currency.toUpperCase(), language, productDigits(row.currency)),
  imageUrl: row.imageUrl !== null && isWebAddress(row.imageUrl) ? row.imageUrl : null,
  url: `${storefront}/products/${encodeURIComponent(row.slug)}`,
  available: row.available,
});

function shownCode(row: CodeRow, language: Language, timeZone: string): ShownCode {
  const words = EMAIL_WORDS[language];
  const terms: string[] = [];
  if (row.minPurchaseAmount !== null && row.minPurchaseAmount > 0)
    terms.push(words.minimum(formatMoney(row.minPurchaseAmount, row.currency, language)));
  if (row.scope !== 'cart') terms.push(words.selected);
  if (row.expiresAt !== null)
    terms.push(words.until(dateTimeFormat(language, { dateStyle: 'long', timeZone }).format(new Date(row.expiresAt))));
  return { code: row.code, value: discountInWords(row, language), terms };
}

export interface NamedThings extends CompileOptions {
  /** The things that the workspace does not have, in the order of the document. */
  missing: { path: string; words: string }[];
}

/**
 * Looks up everything that a document names, in one statement. An archived product is found, but not shown.
 * @param assetUrls addresses that replace the addresses of the workspace's uploads
 */
export async function lookUpNamed(
  db: Pick<WorkspaceDb, 'rows' | 'accountId'>,
  { uploads, settings }: Pick<Services, 'uploads' | 'settings'>,
  document: BlockDocument,
  assetUrls: Readonly<Record<string, string>>,
): Promise<NamedThings> {
  const assets = new Map(Object.entries(assetUrls));
  const wanted = [...namedIn(document)].filter(({ what, key }) => what !== 'upload' || !assets.has(key));
  const keysOf = (kind: Named['what']) => wanted.flatMap(({ what, key }) => (what === kind ? [key] : []));
  const [known] = await db.rows(lookUp, keysOf('upload'), keysOf('product'), keysOf('code'));
  const { country = '', timeZone = 'UTC', shopUrl = null, keys = [], products = [], codes = [] } = known ?? {};
  const language = languageIn(country);
  const storefront = storefrontOf(settings, { accountId: db.accountId, shopUrl });
  for (const key of keys) assets.set(key, uploads.publicUrl(key));
  const has: Record<Named['what'], ReadonlySet<string>> = {
    upload: new Set(keys),
    product: new Set(products.map(({ externalRef }) => externalRef)),
    code: new Set(codes.map(({ id }) => id)),
  };
  return {
    language,
    assets,
    products: new Map(
      products.flatMap((row) => (row.archived ? [] : [[row.externalRef, shownProduct(row, storefront, language)]])),
    ),
    codes: new Map(codes.map((row) => [row.id, shownCode(row, language, timeZone)])),
    missing: wanted
      .filter(({ what, key }) => !has[what].has(key))
      .map(({ what, path }) => ({ path, words: WORDS[what] })),
  };
}
