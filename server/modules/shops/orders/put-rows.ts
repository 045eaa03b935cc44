/**
 * Code that the writes of all resources of a shop share: each merges its rows with the stored ones, and respects the
 * shop's deletions.
 */
import { workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx, WorkspaceDb } from '@/server/platform/db/workspace';
import { mapYielding } from '@/server/platform/lib/yield-to-others';
import { contactOfCustomer, contactOfEmail, contactOfPhone } from '@/server/modules/audience/contacts/find';
import { phoneReader } from '@/server/modules/audience/contacts/write';
import type { Merged, Terms } from '@/server/modules/shops/orders/merge';
import type { PutOutput } from '@/server/modules/shops/orders/schema';
import type { Resource } from '@/server/modules/shops/connections/vocabulary';

/** The result of a set of rows. */
export interface Outcome extends PutOutput {
  /** externalRefs of which another report of the very same time says something else: only the shop knows. */
  disputed: string[];
}

/** A prepared write. Slow work, such as parsing phones, was done before; the write joins the caller's transaction. */
export type Write = (tx: StatementTx) => Promise<Outcome>;

/** Returns the answer that people get. */
export const toPutOutput = ({ disputed: _, ...output }: Outcome): PutOutput => output;

interface State {
  externalRef: string;
  sourceUpdatedAt: Date;
}

const findDeleted = workspaceStatement<
  { externalRef: string; deletedAt: Date },
  [source: string, resource: string, refs: string[]]
>(
  'integrations.deleted',
  `SELECT d."externalRef", d."deletedAt" FROM "ShopDeletion" d
    WHERE d."accountId" = $1 AND d."externalSource" = $2 AND d.resource = $3 AND d."externalRef" = ANY ($4::text[])`,
);

/** Returns the times when the shop deleted rows, by externalRef. */
export async function deletionsOf(
  tx: StatementTx,
  source: string,
  resource: Resource,
  refs: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const rows = await tx.rows(findDeleted, source, resource, [...refs]);
  return new Map(rows.map(({ externalRef, deletedAt }) => [externalRef, deletedAt]));
}

/** Computes the result of each row of a report, upon the rows that are here. */
export function outcomesOf<Parsed extends { externalRef: string }, Row extends State>(
  parsed: readonly Parsed[],
  known: ReadonlyMap<string, Row>,
  terms: Omit<Terms, 'deletedAt'> & { deletions: ReadonlyMap<string, Date> },
  merge: (known: Row | null, row: Parsed, terms: Terms) => Merged<Row>,
): { states: Map<string, Row>; outcome: Outcome } {
  const states = new Map<string, Row>();
  const outcome: Outcome = { created: 0, updated: 0, unchanged: 0, errors: [], disputed: [] };
  for (const row of parsed) {
    const { externalRef } = row;
    const deletedAt = terms.deletions.get(externalRef) ?? null;
    const before = states.get(externalRef) ?? known.get(externalRef) ?? null;
    const { state, change } = merge(before, row, { ...terms, deletedAt });
    states.set(externalRef, state);
    if (change === 'disputed') outcome.disputed.push(externalRef);
    else outcome[change]++;
  }
  return { states, outcome };
}

/**
 * Returns a function that parses the rows' phones. The parsing is done here, before the transaction, because each
 * number takes a moment.
 */
export async function phonesOf(
  db: WorkspaceDb,
  rows: readonly { phone?: string | null | undefined }[],
): Promise<(phone: string | null) => string | null> {
  const read = await phoneReader(db);
  const phones = [...new Set(rows.flatMap(({ phone }) => (phone === null || phone === undefined ? [] : [phone])))];
  const known = new Map(await mapYielding(phones, (phone) => [phone, read(phone)] as const));
  return (phone) => (phone === null ? null : (known.get(phone) ?? read(phone)));
}

/**
 * Finds the contact of a row, as SQL: the newest contact with the row's e-mail, else with its phone, else with the
 * shop's customer id.
 */
export const contactOf = (row: string, customerRef: string): string =>
  `coalesce(${contactOfEmail(`${row}.email`)}, ${contactOfPhone(`${row}."phoneE164"`)}, ${contactOfCustomer(customerRef)})`;
