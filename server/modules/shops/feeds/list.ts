/** GET /feeds/products: the mirrored products, each with its item in the feed and Google's likely findings. */
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { cutPage, decodeCursor } from '@/server/platform/db/cursor';
import { frameOf, leftOutOf, type Frame } from '@/server/modules/shops/feeds/feed-membership';
import { itemOf } from '@/server/modules/shops/feeds/item';
import { storefrontOf, type StorefrontSettings } from '@/server/platform/lib/storefront-address';
import { productPage, productPages, type PageOf, type Selection } from '@/server/modules/shops/feeds/pages';
import { presentProduct, type ProductRow } from '@/server/modules/shops/feeds/rows';
import { brokenRules, describeRule } from '@/server/modules/shops/feeds/rules';
import type { ListedProduct, ListProductsInput, RuleId, State } from '@/server/modules/shops/feeds/schema';

/** The number of products that are read at once to find those that break a rule. */
const SCAN = 500;

export interface ProductList {
  items: ListedProduct[];
  nextCursor: string | null;
  hasMore: boolean;
}

function present(row: ProductRow, frame: Frame, storefront: string): ListedProduct {
  const product = presentProduct(row);
  const leftOut = leftOutOf(frame, row);
  if (leftOut !== null) return { ...product, feedItem: null, leftOut, findings: [] };
  const { config, categoryRules } = frame;
  const feedItem = itemOf(row, {
    storefront,
    defaultProductCategory: config.defaultProductCategory,
    categoryRules,
  });
  return { ...product, feedItem, leftOut, findings: brokenRules(feedItem, product).map(describeRule) };
}

/** Selects the products of a state that are in the feed; null when none can be. */
function emittedOf(state: State | undefined, { config }: Frame): Selection | null {
  switch (state) {
    case undefined:
      return config.includeUnpublished ? 'listed' : 'live';
    case 'live':
      return 'live';
    case 'unavailable':
      return config.includeUnpublished ? 'unavailable' : null;
    case 'archived':
      return null;
  }
}

/** The next `size` products of the feed that break the rule. */
async function breaking(
  db: WorkspaceDb,
  from: PageOf,
  rule: RuleId,
  size: number,
  presented: (row: ProductRow) => ListedProduct,
): Promise<ListedProduct[]> {
  const found: ListedProduct[] = [];
  for await (const rows of productPages(db, from, SCAN)) {
    for (const product of rows.map(presented)) {
      // What comes after is older still.
      if (product.leftOut === 'over_limit') return found;
      if (product.findings.some((finding) => finding.rule === rule)) found.push(product);
      if (found.length === size) return found;
    }
  }
  return found;
}

/** @throws AppError VALIDATION for a cursor that is not from this list */
export async function listProducts(
  db: WorkspaceDb,
  settings: StorefrontSettings,
  { limit, cursor, q, state, rule }: ListProductsInput,
): Promise<ProductList> {
  const position = cursor === undefined ? undefined : decodeCursor(cursor, 'instant');
  const from = {
    q: q === '' ? undefined : q,
    after: position === undefined ? undefined : { updatedAt: position.key, id: position.id },
  };
  const frame = await frameOf(db);
  const storefront = storefrontOf(settings, { accountId: db.accountId, shopUrl: frame.shopUrl });
  const presented = (row: ProductRow): ListedProduct => present(row, frame, storefront);

  const selection = rule === undefined ? (state ?? 'any') : emittedOf(state, frame);
  if (selection === null) return { items: [], nextCursor: null, hasMore: false };
  const products =
    rule === undefined
      ? (await productPage(db, { ...from, selection }, limit + 1)).map(presented)
      : await breaking(db, { ...from, selection }, rule, limit + 1, presented);
  const page = cutPage(products, limit, ({ updatedAt }) => updatedAt);
  return { items: page.rows, nextCursor: page.nextCursor, hasMore: page.hasMore };
}
