/** Pages of mirrored products, last updated first, over a keyset. */
import { keysOf } from '@/server/platform/lib/records';
import { workspaceStatement, type WorkspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { productColumns, type ProductRow } from '@/server/modules/shops/feeds/rows';

/** The selections of products; `listed` are all that are not archived. */
export const SELECTIONS = {
  any: 'true',
  listed: 'p."archivedAt" IS NULL',
  live: 'p."archivedAt" IS NULL AND p.available',
  unavailable: 'p."archivedAt" IS NULL AND NOT p.available',
  archived: 'p."archivedAt" IS NOT NULL',
};
export type Selection = keyof typeof SELECTIONS;

export interface PageOf {
  selection: Selection;
  /** Part of the name, the reference or the brand, in any case. */
  q?: string | undefined;
  /** The last product of the page before. */
  after?: { updatedAt: Date | string; id: string } | undefined;
}

const nameOf = (selection: Selection, q: boolean, after: boolean): string =>
  `feeds.products.${selection}${q ? '.q' : ''}${after ? '.after' : ''}`;

/** Declares a page's statement. Every combination has its own, so that PostgreSQL plans each with its own index. */
function pageStatement(selection: Selection, q: boolean, after: boolean): WorkspaceStatement<ProductRow, unknown[]> {
  let next = 3;
  const filter = ['p."accountId" = $1', SELECTIONS[selection]];
  if (q) {
    const part = `lower($${next++}::text)`;
    filter.push(
      `(strpos(lower(p.name), ${part}) > 0 OR strpos(lower(p."externalRef"), ${part}) > 0 OR strpos(lower(p.brand), ${part}) > 0)`,
    );
  }
  if (after) filter.push(`(p."updatedAt", p.id) < ($${next++}::timestamptz, $${next++}::text)`);
  return workspaceStatement(
    nameOf(selection, q, after),
    `SELECT ${productColumns('p')} FROM "FeedProduct" p WHERE ${filter.join(' AND ')}
      ORDER BY p."updatedAt" DESC, p.id DESC LIMIT $2`,
  );
}

const BOTH = [false, true];
const STATEMENTS = new Map(
  keysOf(SELECTIONS).flatMap((selection) =>
    BOTH.flatMap((q) =>
      BOTH.map((after) => [nameOf(selection, q, after), pageStatement(selection, q, after)] as const),
    ),
  ),
);

export async function productPage(
  db: WorkspaceDb,
  { selection, q, after }: PageOf,
  size: number,
): Promise<ProductRow[]> {
  const statement = STATEMENTS.get(nameOf(selection, q !== undefined, after !== undefined));
  if (statement === undefined) throw new Error('There is no statement for this page.');
  return await db.rows(
    statement,
    size,
    ...(q === undefined ? [] : [q]),
    ...(after === undefined ? [] : [after.updatedAt, after.id]),
  );
}

/** Yields all products page by page, so that memory holds one page. */
export async function* productPages(db: WorkspaceDb, from: PageOf, size: number): AsyncGenerator<ProductRow[], void> {
  for (let after = from.after; ;) {
    const rows = await productPage(db, { ...from, after }, size);
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
    after = rows.at(-1);
  }
}
