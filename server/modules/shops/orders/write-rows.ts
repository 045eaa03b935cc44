/** Writes the rows that a shop reported in a webhook, on a page of a run, or in the lookup of single rows. */
import type { StatementTx, WorkspaceDb } from '@/server/platform/db/workspace';
import { inTurn, lockContacts } from '@/server/modules/audience/contacts/lock';
import { checkoutsWrite } from '@/server/modules/shops/orders/put-checkouts';
import { customersWrite } from '@/server/modules/shops/orders/put-customers';
import { writeDeletions, type Deletion } from '@/server/modules/shops/orders/put-deletions';
import { ordersWrite } from '@/server/modules/shops/orders/put-orders';
import { type Outcome, type Write, deletionsOf } from '@/server/modules/shops/orders/put-rows';
import type { Shop } from '@/server/modules/shops/orders/shop';
import { RESOURCES, type Resource } from '@/server/modules/shops/connections/vocabulary';
import type { ParsedRows, ParsedRow } from '@/server/modules/shops/adapters/parsed-rows';
import { workspaceStatement } from '@/server/platform/db/statement';
import { putProducts } from '@/server/modules/shops/feeds/put-products';
import { lockShop } from '@/server/modules/shops/orders/lock';
import { Deduper, type Sighting } from '@/server/modules/shops/orders/dedupe';

/**
 * Writes a shop's products into the mirror, as PUT /feeds/products does (docs/contract/integrations.md#products), and
 * stores each product's address in its shop.
 */
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

/** Writes products. Safe to repeat in any order: a report older than the stored row is dropped. */
function productsWrite(
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

/** The results of the rows of each resource. */
export type Outcomes = Partial<Record<Resource, Outcome>>;

export interface ToWrite {
  parsed: readonly ParsedRows[];
  deletions: readonly { resource: Resource; deletions: Deletion[] }[];
}

async function writeOf(db: WorkspaceDb, shop: Shop, parsed: ParsedRows): Promise<Write> {
  switch (parsed.resource) {
    case 'products':
      return productsWrite(shop, parsed.rows);
    case 'customers':
      return await customersWrite(db, shop, parsed.rows);
    case 'orders':
      return await ordersWrite(db, shop, parsed.rows);
    case 'checkouts':
      return await checkoutsWrite(db, shop, parsed.rows);
  }
}

/** Combines rows of the same resource, and puts resources in an order in which an order finds its customer. */
function together(parsed: readonly ParsedRows[]): ParsedRows[] {
  return RESOURCES.flatMap((resource): ParsedRows[] => {
    const rows = parsed
      .filter((each) => each.resource === resource)
      .flatMap<ParsedRow<Resource>>((each) => [...each.rows]);
    return rows.length === 0 ? [] : [{ resource, rows } as ParsedRows];
  });
}

/**
 * Writes all rows in one transaction, or none. Safe to repeat, because repeated reports lead to the same rows.
 * @param also further work of the transaction, after the rows
 */
export async function writeParsedRows(
  db: WorkspaceDb,
  shop: Shop,
  { parsed, deletions }: ToWrite,
  also: (tx: StatementTx, outcomes: Outcomes) => Promise<void> = () => Promise.resolve(),
): Promise<Outcomes> {
  const kinds = together(parsed);
  const writes: [Resource, Write][] = [];
  for (const kind of kinds) writes.push([kind.resource, await writeOf(db, shop, kind)]);
  const work = async (tx: StatementTx): Promise<Outcomes> => {
    const outcomes: Outcomes = {};
    // Taken first, whatever else is: two that need both never wait for each other in a circle.
    if (touchesContacts) await lockContacts(tx);
    for (const [resource, write] of writes) outcomes[resource] = await write(tx);
    for (const gone of deletions) await writeDeletions(tx, shop.externalSource, gone.resource, gone.deletions);
    await also(tx, outcomes);
    return outcomes;
  };
  const touchesContacts = [...kinds, ...deletions].some(({ resource }) => resource === 'customers');
  const run = (): Promise<Outcomes> => db.longTransaction(work);
  return touchesContacts ? await inTurn(db.accountId, run) : await run();
}
