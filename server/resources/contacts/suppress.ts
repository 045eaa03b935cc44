/** The table of addresses that must not be sent to (4 §E), and the contacts that stand at them. */
import { workspaceStatement } from '@/server/db/statement';
import type { StatementTx, WorkspaceDb } from '@/server/db/workspace';
import { lockContacts } from '@/server/resources/contacts/lock';
import type { Place, Suppressed } from '@/server/resources/contacts/opt-outs';
import type { SuppressionReason } from '@/server/resources/contacts/schema';

/** Writes one word into the subscriptions of every contact at these places; a contact may stand at several. */
const subscribePlaces = workspaceStatement<never, [places: string, now: Date, value: 'subscribed' | 'unsubscribed']>(
  'contacts.subscribe-places',
  `WITH place AS (SELECT * FROM jsonb_to_recordset($2::jsonb) AS p(family text, address text)),
   there AS (
    SELECT id, jsonb_object_agg(family, $4::text) AS subscriptions FROM (
      SELECT c.id, p.family FROM place p JOIN "Contact" c ON c."accountId" = $1 AND c.email = p.address WHERE p.family = 'email'
      UNION ALL
      SELECT c.id, p.family FROM place p JOIN "Contact" c ON c."accountId" = $1 AND c."phoneE164" = p.address WHERE p.family <> 'email') each
    GROUP BY id)
   UPDATE "Contact" c SET subscriptions = c.subscriptions || there.subscriptions, "updatedAt" = $3
   FROM there WHERE c."accountId" = $1 AND c.id = there.id AND NOT c.subscriptions @> there.subscriptions`,
);

/** A reason of the recipient's side takes the place of a merchant's. */
const beginSuppressions = workspaceStatement<never, [suppressed: string, now: Date]>(
  'contacts.begin-suppressions',
  `INSERT INTO "Suppression" AS s ("accountId", family, address, reason, "createdAt")
   SELECT $1, n.family, n.address, n.reason, $3 FROM jsonb_to_recordset($2::jsonb) AS n(family text, address text, reason text)
   ON CONFLICT ("accountId", family, address) DO UPDATE SET reason = excluded.reason, "createdAt" = excluded."createdAt"
   WHERE s.reason = 'merchant' AND excluded.reason <> 'merchant'`,
);

const endSuppressions = workspaceStatement<
  { family: string; address: string },
  [places: string, reasons: SuppressionReason[]]
>(
  'contacts.end-suppressions',
  `DELETE FROM "Suppression" s USING jsonb_to_recordset($2::jsonb) AS p(family text, address text)
   WHERE s."accountId" = $1 AND s.family = p.family AND s.address = p.address AND s.reason = ANY ($3::text[])
   RETURNING s.family, s.address`,
);

/** Writes what a series of writes did to opt-outs, before the writes themselves. Called under the lock. */
export async function applyOptOuts(
  tx: StatementTx,
  { begun, ended, closed }: { begun: Suppressed[]; ended: Place[]; closed: Place[] },
): Promise<void> {
  if (begun.length > 0) await tx.rows(beginSuppressions, JSON.stringify(begun), tx.now);
  if (ended.length > 0) await tx.rows(endSuppressions, JSON.stringify(ended), ['merchant']);
  if (closed.length > 0) await tx.rows(subscribePlaces, JSON.stringify(closed), tx.now, 'unsubscribed');
}

/**
 * Nobody is sent to at this address any more: recorded, and written to every contact of the workspace that has it.
 * Safe to repeat.
 * @param suppressed.address an e-mail in any case, or E.164
 */
export async function suppress(db: WorkspaceDb, suppressed: Suppressed): Promise<void> {
  const place = { ...suppressed, address: suppressed.address.toLowerCase() };
  await db.transaction(async (tx) => {
    await lockContacts(tx);
    await applyOptOuts(tx, { begun: [place], ended: [], closed: [place] });
  });
}

/** The recipient's own undo: ends an opt-out that they or the merchant began, never one of a bounce or a complaint. Safe to repeat. */
export async function unsuppress(db: WorkspaceDb, place: Place): Promise<{ ended: boolean }> {
  return await db.transaction(async (tx) => {
    await lockContacts(tx);
    const places = JSON.stringify([{ ...place, address: place.address.toLowerCase() }]);
    const ended = await tx.rows(endSuppressions, places, ['recipient', 'merchant']);
    if (ended.length > 0) await tx.rows(subscribePlaces, places, tx.now, 'subscribed');
    return { ended: ended.length > 0 };
  });
}
