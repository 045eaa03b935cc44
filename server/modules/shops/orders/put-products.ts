/**
 * Products of a shop into the mirror, through the service behind PUT /feeds/products
 * (docs/contract/integrations.md#products). Where each stands in its shop is kept beside it.
 */
import { workspaceStatement } from '@/server/platform/db/statement';
import { putProducts } from '@/server/modules/shops/feeds/put-products';
import { lockShop } from '@/server/modules/shops/orders/lock';
import { deletionsOf, type Write } from '@/server/modules/shops/orders/put-rows';
import type { Shop } from '@/server/modules/shops/orders/shop';
import { Deduper, type Sighting } from '@/server/modules/shops/orders/dedupe';
import type { ParsedRow } from '@/server/modules/shops/adapters/parsed-rows';

const findKnown = workspaceStatement<
  { externalRef: string; print: string; sourceUpdatedAt: Date },
  [source: string, refs: string[]]
>(
  'integrations.products.known',
  `SELECT s."externalRef", s.print, s."sourceUpdatedAt" FROM "ShopProduct" s
    WHERE s."accountId" = $1 AND s."externalSource" = $2 AND s."externalRef" = ANY ($3::text[])`,
);

const write = workspaceStatement<never, [rows: string, source: string, now: Date]>(
  'integrations.products.write',
  `INSERT INTO "ShopProduct" AS s ("accountId", "externalSource", "externalRef", slug, url, print, "sourceUpdatedAt",
    "createdAt", "updatedAt")
   SELECT $1, $3::text, i."externalRef", i.slug, i.url, i.print, i."sourceUpdatedAt", $4::timestamptz, $4::timestamptz
   FROM jsonb_to_recordset($2::jsonb) AS i("externalRef" text, slug text, url text, print text,
     "sourceUpdatedAt" timestamptz) ORDER BY i."externalRef" COLLATE "C"
   ON CONFLICT ("accountId", "externalSource", "externalRef") DO UPDATE SET
     slug = excluded.slug, url = excluded.url, print = excluded.print, "sourceUpdatedAt" = excluded."sourceUpdatedAt",
     "updatedAt" = CASE WHEN s.print = excluded.print THEN s."updatedAt" ELSE excluded."updatedAt" END
   WHERE (s.print, s."sourceUpdatedAt") IS DISTINCT FROM (excluded.print, excluded."sourceUpdatedAt")`,
);

type Counted = Sighting & { row: ParsedRow<'products'> };

const mirrored = ({ row: { url: _, ...row }, sourceUpdatedAt, deletedAt }: Counted) => ({
  ...row,
  archivedAt: deletedAt ?? row.archivedAt,
  updatedAt: sourceUpdatedAt,
});

const NOTHING = { created: 0, updated: 0 };

/** Safe to write again, in any order: what is older than what is here is dropped. */
export function productsWrite(
  { externalSource, equals }: Pick<Shop, 'externalSource' | 'equals'>,
  parsed: readonly ParsedRow<'products'>[],
): Write {
  return async (tx) => {
    await lockShop(tx, externalSource);
    const refs = [...new Set(parsed.map(({ externalRef }) => externalRef))];
    const known = await tx.rows(findKnown, externalSource, refs);
    const deletions = await deletionsOf(tx, externalSource, 'products', refs);
    const deduper = new Deduper(known, { at: tx.now, equals, deletions });
    // Of one that was reported twice, the last report holds.
    const newest = new Map<string, Counted>();
    for (const row of parsed) {
      const sighting = deduper.look(row);
      if (sighting === null) continue;
      deduper.take(row, sighting);
      newest.set(row.externalRef, { row, ...sighting });
    }
    await tx.rows(
      write,
      JSON.stringify(
        [...newest.values()].map(({ row: { externalRef, slug, url = null }, print, sourceUpdatedAt }) => ({
          externalRef,
          slug,
          url,
          print,
          sourceUpdatedAt,
        })),
      ),
      externalSource,
      tx.now,
    );
    const before = new Map(known.map((row) => [row.externalRef, row]));
    // What says nothing new is left alone: a partner may have reported it since, and the later call wins.
    const changed = [...newest.values()].filter(({ row, print, deletedAt }) => {
      const here = before.get(row.externalRef);
      const gone = deletions.get(row.externalRef);
      const wasGone = here !== undefined && gone !== undefined && gone >= here.sourceUpdatedAt;
      return here?.print !== print || wasGone !== (deletedAt !== null);
    });
    const { created, updated } = changed.length === 0 ? NOTHING : await putProducts(tx, changed.map(mirrored));
    const { disputed } = deduper;
    return { created, updated, unchanged: parsed.length - created - updated, errors: [], disputed };
  };
}
