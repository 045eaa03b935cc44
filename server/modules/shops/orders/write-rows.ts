/** Writes what a shop told, by a webhook, a page of a run, or a look at single rows. */
import type { StatementTx, WorkspaceDb } from '@/server/platform/db/workspace';
import { inTurn, lockContacts } from '@/server/modules/audience/contacts/lock';
import { checkoutsWrite } from '@/server/modules/shops/orders/put-checkouts';
import { customersWrite } from '@/server/modules/shops/orders/put-customers';
import { writeDeletions, type Deletion } from '@/server/modules/shops/orders/put-deletions';
import { ordersWrite } from '@/server/modules/shops/orders/put-orders';
import { productsWrite } from '@/server/modules/shops/orders/put-products';
import type { Outcome, Write } from '@/server/modules/shops/orders/put-rows';
import type { Shop } from '@/server/modules/shops/orders/shop';
import { RESOURCES, type Resource } from '@/server/modules/shops/connections/vocabulary';
import type { ParsedRows, ParsedRow } from '@/server/modules/shops/adapters/parsed-rows';

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

/**
 * Rows of the same resource are told together, and resources in their own order, so that an order finds its customer.
 */
function together(parsed: readonly ParsedRows[]): ParsedRows[] {
  return RESOURCES.flatMap((resource): ParsedRows[] => {
    const rows = parsed
      .filter((each) => each.resource === resource)
      .flatMap<ParsedRow<Resource>>((each) => [...each.rows]);
    return rows.length === 0 ? [] : [{ resource, rows } as ParsedRows];
  });
}

/**
 * All of it in one transaction, or nothing. Safe to run again: what a row comes to is the same however often it is
 * told.
 * @param also what else belongs to the transaction, after the rows
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
