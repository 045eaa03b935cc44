/** What telling of orders and of checkouts have in common: rows one after the other, each upon what it finds. */
import type { WorkspaceDb } from '@/server/db/workspace';
import { mapYielding } from '@/server/lib/yield-to-others';
import { phoneReader } from '@/server/resources/contacts/write';
import type { Merged } from '@/server/resources/integrations/merge';
import type { PutOutput } from '@/server/resources/integrations/schema';

interface State {
  externalRef: string;
  phone: string | null;
  sourceUpdatedAt: Date;
}

/** A row as it is written: with the form of its phone that contacts are found by. */
export type Written<Row extends State> = Row & { phoneE164: string | null };

export interface Outcome<Row extends State> {
  written: Written<Row>[];
  counts: PutOutput;
}

/** What each row of a call comes to, upon the rows that are here. */
export function tellAll<Told extends { externalRef: string }, Row extends State>(
  told: readonly Told[],
  known: ReadonlyMap<string, Row>,
  merge: (known: Row | null, row: Told) => Merged<Row>,
): { states: Map<string, Row>; counts: PutOutput } {
  const states = new Map<string, Row>();
  const counts: PutOutput = { created: 0, updated: 0, unchanged: 0, errors: [] };
  for (const row of told) {
    const { state, change } = merge(states.get(row.externalRef) ?? known.get(row.externalRef) ?? null, row);
    states.set(row.externalRef, state);
    counts[change]++;
  }
  return { states, counts };
}

/** Phones are read before the transaction, for it takes a moment each. */
export async function phonesOf(
  db: WorkspaceDb,
  rows: readonly { phone?: string | null | undefined }[],
): Promise<(phone: string | null) => string | null> {
  const read = await phoneReader(db);
  const phones = [...new Set(rows.flatMap(({ phone }) => (phone === null || phone === undefined ? [] : [phone])))];
  const known = new Map(await mapYielding(phones, (phone) => [phone, read(phone)] as const));
  return (phone) => (phone === null ? null : (known.get(phone) ?? read(phone)));
}

/** Whose row it is, as SQL: the newest contact with the e-mail, else with the phone, else whose id in the shop it names. */
export const contactOf = (row: string, customerRef: string): string => `coalesce(
  (SELECT c.id FROM "Contact" c WHERE c."accountId" = $1 AND c.email = ${row}.email ORDER BY c."createdAt" DESC, c.id DESC LIMIT 1),
  (SELECT c.id FROM "Contact" c WHERE c."accountId" = $1 AND c."phoneE164" = ${row}."phoneE164" ORDER BY c."createdAt" DESC, c.id DESC LIMIT 1),
  (SELECT c.id FROM "Contact" c WHERE c."accountId" = $1 AND c."externalRef" = ${customerRef} ORDER BY c."createdAt" DESC, c.id DESC LIMIT 1))`;
