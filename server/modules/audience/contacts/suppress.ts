/**
 * The table of addresses that must not get messages (docs/contract/contacts.md#opt-outs), and the contacts with these
 * addresses.
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

/** Sets the subscription of every contact at these places; a contact may be at several places. */
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
 * SQL of the ids of the contacts at a place, also of contacts with an unreadable phone number. @param place relation
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

/** Publishes a trigger for everybody at these places who is in a funnel: they may have to leave it. */
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
 * SQL of the broadcast that caused an opt-out: the one of the message whose link was used ($4), else the one of the
 * last message to the address, if a broadcast sent it. Found through the contacts with this address, because messages
 * have no index by address.
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
 * Begins opt-outs. A recipient's reason replaces a merchant's, and a bounce or a complaint replaces both, because fewer
 * people may lift them. A repeated opt-out is also recorded, so that it stays when the first one is taken back.
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
 * Returns SQL that checks whether a suppression of a contact's address applies to the contact. A merchant's opt-out
 * does not apply when the contact has a newer subscription of its own; all other suppressions apply.
 * @param family SQL of the family of both
 */
export const holdsForContact = (suppression: string, contact: string, family: string): string =>
  `(${suppression}.reason <> 'merchant' OR coalesce(${contact}.subscriptions->>${family}, 'unsubscribed') IN ('unsubscribed', 'pending'))`;

/**
 * Writes the opt-outs of a series of writes, before the writes themselves. The caller holds the contacts lock.
 * @param origin origin of the closed subscriptions; its `messageId` is the message whose link was used
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
 * Suppresses an address: records the opt-out, and unsubscribes every contact of the workspace with this address. Safe
 * to repeat.
 * @param suppressed.address an e-mail in any case, or a phone number as `phoneAddress` returns it
 */
export async function suppress(db: WorkspaceDb, suppressed: Suppressed, origin: Origin): Promise<void> {
  const place = { ...suppressed, address: suppressed.address.toLowerCase() };
  await db.transaction(async (tx) => {
    await lockContacts(tx);
    await applyOptOuts(tx, { begun: [place], closed: [place] }, origin);
  });
}

/** Ends the opt-out that the recipient began at this address, and no other. The caller holds the contacts lock. */
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
 * Removes suppressions that began in this time, unless they were repeated since. The caller writes the contacts, and
 * holds the contacts lock.
 * @param reasons reasons of the suppressions to remove
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
 * Finds the places where no subscription may be restored: the recipient, a bounce or a complaint closed them, or an
 * opt-out was repeated since.
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
 * The recipient's own undo: ends an opt-out by the recipient or the merchant, never one by a bounce or a complaint.
 * Safe to repeat.
 */
export async function unsuppress(db: WorkspaceDb, place: Place, origin: Origin): Promise<{ ended: boolean }> {
  return await db.transaction(async (tx) => {
    await lockContacts(tx);
    return await endOwn(tx, place, origin);
  });
}

/** Like `unsuppress`, in the caller's transaction and under the contacts lock. */
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
