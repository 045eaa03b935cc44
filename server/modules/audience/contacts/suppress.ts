/**
 * The table of addresses that must not be sent to (docs/contract/contacts.md#opt-outs), and the contacts that stand at
 * them.
 */
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx, WorkspaceDb } from '@/server/platform/db/workspace';
import { providersOf } from '@/server/platform/vendors/catalog';
import { asParameters, recordsConsent, withBefore, type Origin } from '@/server/modules/audience/contacts/consents';
import { normalisedPhoneOf } from '@/server/modules/audience/contacts/identity';
import { ADDRESS_FAMILIES, WHATSAPP_USER_ID } from '@/server/modules/audience/contacts/vocabulary';
import { lockContacts } from '@/server/modules/audience/contacts/lock';
import type { Place, Suppressed } from '@/server/modules/audience/contacts/opt-outs';
import type { SuppressionReason } from '@/server/modules/audience/contacts/schema';
import { firesInside } from '@/server/platform/outbox/publish-trigger';

/** SQL: kinds of aliases that may have the address of a place. */
const aliasesOf = (place: string): string =>
  `CASE ${place}.family WHEN 'email' THEN ARRAY['email'] WHEN 'whatsapp' THEN ARRAY['phone', 'handle.${WHATSAPP_USER_ID}'] ELSE ARRAY['phone'] END`;

/** Writes one word into the subscriptions of every contact at these places; a contact may stand at several. */
const subscribePlaces = workspaceStatement<
  never,
  [places: string, now: Date, value: 'subscribed' | 'unsubscribed', by: string, source: string]
>(
  'contacts.subscribe-places',
  `WITH place AS (SELECT * FROM jsonb_to_recordset($2::jsonb) AS p(family text, address text)),
   there AS (
    SELECT id, jsonb_object_agg(family, $4::text) AS subscriptions FROM (
      SELECT c.id, p.family FROM place p JOIN "Contact" c ON c."accountId" = ${THIS_WORKSPACE} AND c.email = p.address
        WHERE p.family = 'email'
      UNION ALL
       SELECT c.id, p.family FROM place p
         JOIN "Contact" c ON c."accountId" = ${THIS_WORKSPACE} AND c."phoneE164" = p.address WHERE p.family <> 'email'
       UNION ALL
       SELECT c.id, p.family FROM place p
         JOIN "Contact" c ON c."accountId" = ${THIS_WORKSPACE} AND c."phoneE164" IS NULL
         AND ${normalisedPhoneOf('c.phone')} = p.address WHERE p.family <> 'email'
      UNION ALL
       SELECT c.id, p.family FROM place p
         JOIN "Contact" c ON c."accountId" = ${THIS_WORKSPACE} AND c."socialHandles"->>'${WHATSAPP_USER_ID}' = p.address
         WHERE p.family = 'whatsapp'
       -- Whoever an address was merged into has said it, too.
      UNION ALL
       SELECT a."contactId", p.family FROM place p
         JOIN "ContactAlias" a ON a."accountId" = ${THIS_WORKSPACE} AND a.kind = ANY (${aliasesOf('p')})
         AND a.value = p.address) each
    GROUP BY id),
   changed AS (
    UPDATE "Contact" c SET subscriptions = c.subscriptions || there.subscriptions, "updatedAt" = $3
    FROM there WHERE c."accountId" = ${THIS_WORKSPACE} AND c.id = there.id
      AND NOT c.subscriptions @> there.subscriptions
    RETURNING c.id, c.subscriptions)
   ${recordsConsent(withBefore('changed', THIS_WORKSPACE), { at: '$3', by: '$5', source: '$6' })}`,
);

/**
 * SQL of the ids of the contacts at a place, one that has a phone that cannot be read included. @param place relation
 * with family and address
 */
const standingAt = (place: string): string =>
  `SELECT k.id FROM "Contact" k WHERE k."accountId" = ${THIS_WORKSPACE} AND ${place}.family = 'email'
    AND k.email = ${place}.address
   UNION ALL SELECT k.id FROM "Contact" k
     WHERE k."accountId" = ${THIS_WORKSPACE} AND ${place}.family <> 'email' AND k."phoneE164" = ${place}.address
   UNION ALL SELECT k.id FROM "Contact" k
     WHERE k."accountId" = ${THIS_WORKSPACE} AND ${place}.family <> 'email' AND k."phoneE164" IS NULL
     AND ${normalisedPhoneOf('k.phone')} = ${place}.address
   UNION ALL SELECT k.id FROM "Contact" k
     WHERE k."accountId" = ${THIS_WORKSPACE} AND ${place}.family = 'whatsapp'
     AND k."socialHandles"->>'${WHATSAPP_USER_ID}' = ${place}.address
   UNION ALL SELECT a."contactId" FROM "ContactAlias" a
     WHERE a."accountId" = ${THIS_WORKSPACE} AND a.kind = ANY (${aliasesOf(place)}) AND a.value = ${place}.address`;

/** Tells that everybody at these places who is in a funnel may have to leave it. */
const publishToFunnels = workspaceStatement<never, [places: string, now: Date]>(
  'contacts.tell-inside',
  firesInside(
    'unsubscribed',
    `SELECT DISTINCT c.id AS "contactId", jsonb_build_object('family', p.family) AS data
     FROM jsonb_to_recordset($2::jsonb) AS p(family text, address text) CROSS JOIN LATERAL (${standingAt('p')}) c`,
    '$3',
  ),
);

/** SQL: the message `k` is of the family of `n`; a number gets SMS and WhatsApp. */
const OF_ITS_FAMILY = `CASE n.family ${ADDRESS_FAMILIES.map(
  (family) =>
    `WHEN '${family}' THEN k.provider IN (${providersOf(family)
      .map((provider) => `'${provider}'`)
      .join(', ')})`,
).join(' ')} END`;

/**
 * SQL of the broadcast that made a recipient leave: of the message whose link was used ($4), else of the last that had
 * left for the address, if it was a broadcast's. Found by the contacts who stand there, for messages have no index by
 * address.
 */
const BROADCAST_LEFT = `(SELECT m."campaignId" FROM (
    SELECT k."campaignId", 'infinity'::timestamptz AS at FROM "MarketingMessage" k
      WHERE k."accountId" = ${THIS_WORKSPACE} AND k.id = $4::text AND ${OF_ITS_FAMILY}
    UNION ALL
    SELECT last."campaignId", last."sentAt" FROM (${standingAt('n')}) c CROSS JOIN LATERAL (
      SELECT k."campaignId", k."sentAt" FROM "MarketingMessage" k
      WHERE k."accountId" = ${THIS_WORKSPACE} AND k."contactId" = c.id AND k.recipient = n.address
        AND k."sentAt" <= coalesce(n.at, $3::timestamptz) AND ${OF_ITS_FAMILY}
      ORDER BY k."createdAt" DESC LIMIT 1) last) m
  ORDER BY m.at DESC LIMIT 1)`;

/**
 * Begins opt-outs, in the order of who may lift them, less and less: a reason of the recipient's side takes the place
 * of a merchant's, a bounce or a complaint the place of both. That it was said again is noted in any case, so that
 * taking back what was said first leaves it standing.
 */
const beginSuppressions = workspaceStatement<never, [suppressed: string, now: Date, messageId: string | null]>(
  'contacts.begin-suppressions',
  `INSERT INTO "Suppression" AS s ("accountId", family, address, reason, "createdAt", "broadcastId")
   SELECT $1, n.family, n.address, n.reason, coalesce(n.at, $3), CASE n.reason
     WHEN 'recipient' THEN ${BROADCAST_LEFT} END
   FROM jsonb_to_recordset($2::jsonb) AS n(family text, address text, reason text, at timestamptz)
   ON CONFLICT ("accountId", family, address) DO UPDATE SET
     reason = CASE WHEN s.reason = 'merchant'
       OR (s.reason = 'recipient' AND excluded.reason IN ('bounce', 'complaint')) THEN excluded.reason
       ELSE s.reason END,
     "createdAt" = CASE WHEN s.reason = 'merchant' AND excluded.reason <> 'merchant' THEN excluded."createdAt"
       ELSE s."createdAt" END,
     "saidAt" = greatest(s."saidAt", s."createdAt", excluded."createdAt"),
     "broadcastId" = CASE WHEN s.reason = 'merchant' THEN excluded."broadcastId" ELSE s."broadcastId" END`,
);

const endSuppression = workspaceStatement<{ family: string }, [family: string, address: string]>(
  'contacts.end-suppression',
  `DELETE FROM "Suppression" s WHERE s."accountId" = $1 AND s.family = $2 AND s.address = $3
    AND s.reason IN ('recipient', 'merchant') RETURNING s.family`,
);

/** Ends an opt-out of the recipient's own that was begun by then. */
const endOfRecipient = workspaceStatement<{ family: string }, [family: string, address: string, at: Date]>(
  'contacts.end-suppression-of-recipient',
  `DELETE FROM "Suppression" s WHERE s."accountId" = $1 AND s.family = $2 AND s.address = $3 AND s.reason = 'recipient'
    AND s."createdAt" <= $4::timestamptz RETURNING s.family`,
);

const endBegunThen = workspaceStatement<never, [places: string, from: Date, to: Date, reasons: SuppressionReason[]]>(
  'contacts.end-suppressions-begun-then',
  `DELETE FROM "Suppression" s USING jsonb_to_recordset($2::jsonb) AS p(family text, address text)
   WHERE s."accountId" = $1 AND s.family = p.family AND s.address = p.address AND s.reason = ANY ($5::text[])
     AND s."createdAt" BETWEEN $3::timestamptz AND $4::timestamptz
       AND coalesce(s."saidAt", s."createdAt") <= $4::timestamptz`,
);

const findHeld = workspaceStatement<Place, [places: string, since: Date]>(
  'contacts.held-suppressions',
  `SELECT s.family, s.address FROM jsonb_to_recordset($2::jsonb) AS p(family text, address text)
   CROSS JOIN LATERAL (SELECT k.* FROM "Suppression" k
     WHERE k."accountId" = ${THIS_WORKSPACE} AND k.family = p.family AND k.address = p.address OFFSET 0) s
   WHERE s.reason <> 'merchant' OR coalesce(s."saidAt", s."createdAt") > $3::timestamptz`,
);

/**
 * Returns the SQL that checks whether a suppression of a contact's address holds for the contact too. One that a
 * merchant began does not where the contact has another word of its own by now; all others do.
 * @param family of both, as SQL
 */
export const holdsForContact = (suppression: string, contact: string, family: string): string =>
  `(${suppression}.reason <> 'merchant' OR coalesce(${contact}.subscriptions->>${family}, 'unsubscribed') IN ('unsubscribed', 'pending'))`;

/**
 * Writes what a series of writes did to opt-outs, before the writes themselves. Called under the lock. @param origin of
 * what is closed; its `messageId` is the message whose link was used
 */
export async function applyOptOuts(
  tx: StatementTx,
  { begun, closed }: { begun: Suppressed[]; closed: Place[] },
  origin: Origin,
): Promise<void> {
  if (begun.length > 0)
    await tx.rows(beginSuppressions, JSON.stringify(begun), tx.now, origin.source?.messageId ?? null);
  if (closed.length === 0) return;
  await tx.rows(subscribePlaces, JSON.stringify(closed), tx.now, 'unsubscribed', ...asParameters(origin));
  await tx.rows(publishToFunnels, JSON.stringify(closed), tx.now);
}

/**
 * Nobody is sent to at this address any more: recorded, and written to every contact of the workspace that has it.
 * Safe to repeat.
 * @param suppressed.address an e-mail in any case, or a phone as `phoneAddress` has it
 */
export async function suppress(db: WorkspaceDb, suppressed: Suppressed, origin: Origin): Promise<void> {
  const place = { ...suppressed, address: suppressed.address.toLowerCase() };
  await db.transaction(async (tx) => {
    await lockContacts(tx);
    await applyOptOuts(tx, { begun: [place], closed: [place] }, origin);
  });
}

/** The recipient takes back what they began themselves at this address, and nothing else. Called under the lock. */
export async function endRecipients(
  tx: StatementTx,
  { family, address }: Place,
  at: Date,
  origin: Origin,
): Promise<void> {
  if ((await tx.rows(endOfRecipient, family, address, at)).length > 0)
    await tx.rows(
      subscribePlaces,
      JSON.stringify([{ family, address }]),
      tx.now,
      'subscribed',
      ...asParameters(origin),
    );
}

/**
 * Takes back the suppressions that were begun in this time, unless somebody has said them again since. Contacts are the
 * caller's to write. Called under the lock.
 * @param reasons of those that are taken back
 */
export async function endBegun(
  tx: StatementTx,
  places: readonly Place[],
  { from, to }: { from: Date; to: Date },
  reasons: SuppressionReason[] = ['merchant'],
): Promise<void> {
  if (places.length > 0) await tx.rows(endBegunThen, JSON.stringify(places), from, to, reasons);
}

/**
 * Finds the places, among these, where nothing may be given back: the recipient's side closed them, or somebody said so
 * since.
 */
export async function heldSince(
  db: Pick<StatementTx, 'rows'>,
  places: readonly Place[],
  since: Date,
): Promise<(place: Place) => boolean> {
  const rows = places.length === 0 ? [] : await db.rows(findHeld, JSON.stringify(places), since);
  const held = new Set(rows.map(({ family, address }) => `${family} ${address}`));
  return ({ family, address }) => held.has(`${family} ${address}`);
}

/**
 * The recipient's own undo: ends an opt-out that they or the merchant began, never one of a bounce or a complaint. Safe
 * to repeat.
 */
export async function unsuppress(db: WorkspaceDb, place: Place, origin: Origin): Promise<{ ended: boolean }> {
  return await db.transaction(async (tx) => {
    await lockContacts(tx);
    return await endOwn(tx, place, origin);
  });
}

/** The same in a transaction that goes on, under the lock. */
export async function endOwn(tx: StatementTx, place: Place, origin: Origin): Promise<{ ended: boolean }> {
  const address = place.address.toLowerCase();
  const ended = await tx.rows(endSuppression, place.family, address);
  if (ended.length > 0)
    await tx.rows(
      subscribePlaces,
      JSON.stringify([{ family: place.family, address }]),
      tx.now,
      'subscribed',
      ...asParameters(origin),
    );
  return { ended: ended.length > 0 };
}
