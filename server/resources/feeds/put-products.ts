/** PUT /feeds/products and `products import` (4 §H): mirrors what the partner's catalogue has, in one statement. */
import { workspaceStatement } from '@/server/db/statement';
import type { WorkspaceDb } from '@/server/db/workspace';
import type { ProductInput, PutResult } from '@/server/resources/feeds/schema';

/**
 * Of a reference that comes twice the later one counts. Rows are locked in the order of their reference, so that two
 * calls at once wait for each other and never both. What is as it was before is not written, so that a partner who
 * sends the whole catalogue every hour, with its own `updatedAt`, leaves the feed's ETag alone.
 */
const upsert = workspaceStatement<{ created: number }, [products: string, now: Date]>(
  'feeds.products.put',
  `WITH input AS (
     SELECT DISTINCT ON (i."externalRef" COLLATE "C") i.*
     FROM ROWS FROM (jsonb_to_recordset($2::jsonb) AS ("externalRef" text, slug text, name text, description text, "priceCents" bigint, currency text, available boolean,
       "imageUrl" text, brand text, "productCategory" text, "archivedAt" timestamptz, "updatedAt" timestamptz)) WITH ORDINALITY
       AS i("externalRef", slug, name, description, "priceCents", currency, available, "imageUrl", brand, "productCategory", "archivedAt", "updatedAt", place)
     ORDER BY i."externalRef" COLLATE "C", i.place DESC),
   written AS (
     INSERT INTO "FeedProduct" AS p ("accountId", "externalRef", slug, name, description, "priceCents", currency, available, "imageUrl", brand, "productCategory", "archivedAt", "updatedAt")
     SELECT $1, i."externalRef", i.slug, i.name, i.description, i."priceCents", i.currency, i.available, i."imageUrl", i.brand, i."productCategory", i."archivedAt", coalesce(i."updatedAt", $3::timestamptz)
     FROM input i ORDER BY i."externalRef" COLLATE "C"
     ON CONFLICT ("accountId", "externalRef") DO UPDATE SET
       slug = excluded.slug, name = excluded.name, description = excluded.description, "priceCents" = excluded."priceCents", currency = excluded.currency, available = excluded.available,
       "imageUrl" = excluded."imageUrl", brand = excluded.brand, "productCategory" = excluded."productCategory", "archivedAt" = excluded."archivedAt", "updatedAt" = excluded."updatedAt"
     WHERE (p.slug, p.name, p.description, p."priceCents", p.currency, p.available, p."imageUrl", p.brand, p."productCategory", p."archivedAt", p."updatedAt")
       IS DISTINCT FROM (excluded.slug, excluded.name, excluded.description, excluded."priceCents", excluded.currency, excluded.available, excluded."imageUrl", excluded.brand,
         excluded."productCategory", excluded."archivedAt", excluded."updatedAt")
     RETURNING xmax = 0 AS created)
   SELECT count(*) FILTER (WHERE w.created)::int AS created FROM written w`,
);

/** Each product replaces what was mirrored of it. A reference that comes twice counts as created, then updated. */
export async function putProducts(db: WorkspaceDb, products: readonly ProductInput[]): Promise<PutResult> {
  const [row] = await db.rows(upsert, JSON.stringify(products), db.now);
  const created = row?.created ?? 0;
  return { created, updated: products.length - created };
}
