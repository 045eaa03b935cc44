/**
 * PUT /feeds/products and `products import` (docs/contract/feeds.md#mirrored-products): mirrors the partner's
 * catalogue, in one statement.
 */
import { listed, namesOf } from '@/server/platform/db/columns';
import { workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import type { ProductInput, PutResult } from '@/server/modules/shops/feeds/schema';

/** The columns of a product that a partner sends: every column but these. */
const SENT = namesOf('FeedProduct', 'id', 'accountId');
const KEPT = SENT.filter((name) => name !== 'externalRef');

/**
 * Upserts products; if a reference comes twice, the later one counts. Rows are locked in the order of their references,
 * so that parallel calls cannot deadlock. Unchanged products are not written, so that a partner who sends the whole
 * catalogue every hour, with new `updatedAt` values, does not change the feed's ETag. The JSON's keys are the table's
 * columns, with their types.
 */
const upsert = workspaceStatement<{ created: number }, [products: string, now: Date]>(
  'feeds.products.put',
  `WITH input AS (
     SELECT DISTINCT ON (i."externalRef" COLLATE "C") i.*
     FROM jsonb_populate_recordset(NULL::"FeedProduct", $2::jsonb) WITH ORDINALITY i
     ORDER BY i."externalRef" COLLATE "C", i.ordinality DESC),
   written AS (
     INSERT INTO "FeedProduct" AS p ("accountId", ${listed(SENT)})
     SELECT $1, ${SENT.map((name) => (name === 'updatedAt' ? `coalesce(i."updatedAt", $3::timestamptz)` : `i."${name}"`)).join(', ')}
     FROM input i ORDER BY i."externalRef" COLLATE "C"
     ON CONFLICT ("accountId", "externalRef") DO UPDATE SET (${listed(KEPT)}) = ROW (${listed(KEPT, 'excluded')})
     WHERE (${listed(KEPT, 'p')}) IS DISTINCT FROM (${listed(KEPT, 'excluded')})
     RETURNING xmax = 0 AS created)
   SELECT count(*) FILTER (WHERE w.created)::int AS created FROM written w`,
);

const countKnown = workspaceStatement<{ known: number }, [refs: string[]]>(
  'feeds.products.known',
  `SELECT count(*)::int AS known FROM "FeedProduct" p WHERE p."accountId" = $1 AND p."externalRef" = ANY ($2::text[])`,
);

/** Counts the given references that are mirrored already; an import would update those and create the rest. */
export async function knownProducts(db: WorkspaceDb, externalRefs: string[]): Promise<{ known: number }> {
  return { known: (await db.rows(countKnown, externalRefs))[0]?.known ?? 0 };
}

/** Replaces each product's mirrored row. A reference that comes twice counts as created, then updated. */
export async function putProducts(
  db: Pick<WorkspaceDb, 'rows' | 'now'>,
  products: readonly ProductInput[],
): Promise<PutResult> {
  const [row] = await db.rows(upsert, JSON.stringify(products), db.now);
  const created = row?.created ?? 0;
  return { created, updated: products.length - created };
}
