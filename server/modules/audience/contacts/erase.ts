/**
 * Erases a person (docs/contract/contacts.md#erasing): the contact, and everything in the workspace that identifies the
 * person. Counts and sums stay, without a name. The opt-out of an address stays: the law requires both the erasure and
 * that nobody writes to the address again (docs/contract/contacts.md#why), and the second needs the address.
 */
import { workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx, WorkspaceDb } from '@/server/platform/db/workspace';
import { addressHashOf } from '@/server/modules/audience/contacts/consents';
import { eraseDocuments, findDocuments, type FoundDocuments } from '@/server/modules/audience/contacts/erase-documents';
import {
  GIVEN,
  givenOf,
  holdPerson,
  lookAtPerson,
  type Given,
  type Person,
} from '@/server/modules/audience/contacts/erase-person';
import { inTurn, lockContacts } from '@/server/modules/audience/contacts/lock';
import { FORGET_BUYER_OF_ORDER, forgetBuyerOfCheckout } from '@/server/platform/lib/erase-buyer';

/** The text that replaces an erased address. */
export const ERASED = 'erased';

/**
 * The longest time by which the instant of a row written during the first look lies before that look: longer than any
 * transaction.
 */
const LOOK_BACK_MS = 15 * 60_000;

/**
 * Finds the oldest change that was not published yet; an event has the time of its change, however late it is
 * published.
 */
const oldestUnsent = workspaceStatement<{ at: Date | null }>(
  'contacts.erase.oldest-untold',
  'SELECT min(t.at) AS at FROM "Change" t WHERE t."accountId" = $1 AND t."dueAt" IS NOT NULL',
);

const step = (name: string, text: string) =>
  workspaceStatement<never, Given>(`contacts.erase.${name}`, `${GIVEN} ${text}`);

/** Their conversations, by the contact, the number and the handle. */
const THEIR_CONVERSATIONS = `SELECT v.id FROM "Conversation" v, given g
  WHERE v."accountId" = $1 AND (v."contactId" = g.id OR v.address = ANY (g.addresses)
  OR v."externalThreadId" = ANY (g.handles))`;

/** The order matters: messages are found by their contact, and the last step deletes the contact. */
const STEPS = [
  step(
    'inbox-contents',
    `UPDATE "MessageContent" k SET content = '{}' FROM "MarketingMessage" m
    WHERE k."accountId" = $1 AND m."accountId" = $1 AND m."contentId" = k.id
      AND m."conversationId" IN (${THEIR_CONVERSATIONS})`,
  ),
  step(
    'inbox-answers',
    `, held AS (SELECT m.id, m.status IN ('queued', 'sending') AS waits FROM "MarketingMessage" m
      WHERE m."accountId" = $1 AND m."conversationId" IN (${THEIR_CONVERSATIONS}) ORDER BY m.id FOR NO KEY UPDATE)
    UPDATE "MarketingMessage" m SET recipient = '${ERASED}', "providerMessageId" = NULL, "claimableAt" = NULL,
      "claimedBy" = NULL, "updatedAt" = g.now,
      status = CASE WHEN h.waits THEN 'skipped' ELSE m.status END, "lastError" = CASE
        WHEN h.waits THEN 'The contact was erased.' END
    FROM held h, given g WHERE m."accountId" = $1 AND m.id = h.id`,
  ),
  step(
    'inbox-files',
    `DELETE FROM "InboxAttachment" a USING "InboxMessage" m
      WHERE a."accountId" = $1 AND m."accountId" = $1 AND m.id = a."messageId"
      AND m."conversationId" IN (${THEIR_CONVERSATIONS})`,
  ),
  // That something was said stays, for the figures; what, and who said it, does not.
  step(
    'inbox-messages',
    `UPDATE "InboxMessage" m SET text = CASE m.direction WHEN 'event' THEN m.text ELSE '' END, kind = CASE m.direction
      WHEN 'event' THEN m.kind ELSE 'unsupported' END, "providerMessageId" = NULL, "answersRef" = NULL,
      "partsOf" = NULL, parts = NULL, "deletedAt" = coalesce(m."deletedAt", CASE
      WHEN m.direction <> 'event' THEN g.now END)
    FROM given g WHERE m."accountId" = $1 AND m."conversationId" IN (${THEIR_CONVERSATIONS})`,
  ),
  // Whoever writes again is somebody new.
  step(
    'conversations',
    `, held AS (SELECT v.id FROM "Conversation" v WHERE v."accountId" = $1 AND v.id IN (${THEIR_CONVERSATIONS})
      ORDER BY v.id FOR NO KEY UPDATE)
    UPDATE "Conversation" v SET "externalThreadId" = '${ERASED} ' || v.id, "userId" = NULL, address = '${ERASED}',
      "senderName" = NULL, "senderHandle" = NULL, searched = '', preview = '', "contactId" = NULL, status = 'closed',
      "snoozedUntil" = NULL, "waitingSince" = NULL, "mayWantToStopAt" = NULL, unread = 0, "updatedAt" = g.now
    FROM held h, given g WHERE v."accountId" = $1 AND v.id = h.id`,
  ),
  // Of a message to nobody else; a broadcast's content is everybody's.
  step(
    'contents',
    `UPDATE "MessageContent" k SET content = '{}' FROM given g, "MarketingMessage" m
    WHERE k."accountId" = $1 AND m."accountId" = $1 AND m."contentId" = k.id AND m."campaignId" IS NULL
      AND m."funnelId" IS NULL AND (m."contactId" = g.id OR (m."contactId" IS NULL AND m.recipient = ANY (g.addresses)))`,
  ),
  // Of a funnel's message only what it has for itself: a step's content is everybody's.
  step(
    'funnel-contents',
    `UPDATE "MessageContent" k SET content = '{}' FROM given g, "FunnelEnrolment" e, "MarketingMessage" m
    WHERE k."accountId" = $1 AND e."accountId" = $1 AND e."contactId" = ANY (g.ids) AND m."accountId" = $1
      AND m."enrolmentId" = e.id AND k.id = m."contentId"
      AND NOT EXISTS (SELECT FROM "FunnelVersion" v
        WHERE v."accountId" = $1 AND v."funnelId" = m."funnelId" AND v.contents->m."funnelStepId"->>'contentId' = k.id)`,
  ),
  step(
    'sandbox',
    `DELETE FROM "SandboxMessage" s USING given g
    WHERE s."accountId" = $1 AND (s.recipient = ANY (g.addresses || g.handles)
      OR s."messageId" IN (SELECT m.id FROM "MarketingMessage" m WHERE m."accountId" = $1 AND m."contactId" = g.id))`,
  ),
  // An address may name a person: a cart, an account.
  step(
    'clicks',
    `DELETE FROM "MessageClick" k USING given g
    WHERE k."accountId" = $1 AND k."messageId" IN (SELECT m.id FROM "MarketingMessage" m
      WHERE m."accountId" = $1 AND m."contactId" = g.id)`,
  ),
  step(
    'machine-visits',
    `DELETE FROM "MachineVisit" k USING given g
    WHERE k."accountId" = $1 AND k."messageId" IN (SELECT m.id FROM "MarketingMessage" m
      WHERE m."accountId" = $1 AND m."contactId" = g.id)`,
  ),
  // What has not gone does not go any more. Vendors' callbacks find nothing to say of it either. Locked in the order of
  // ids, as the worker does.
  step(
    'messages',
    `, held AS (
      SELECT m.id, m.status IN ('queued', 'sending') AS waits FROM "MarketingMessage" m, given g
      WHERE m."accountId" = $1 AND (m."contactId" = g.id OR (m."contactId" IS NULL AND m.recipient = ANY (g.addresses)))
        ORDER BY m.id FOR NO KEY UPDATE OF m)
    UPDATE "MarketingMessage" m SET "contactId" = NULL, recipient = '${ERASED}', "providerMessageId" = NULL,
      "claimableAt" = NULL, "claimedBy" = NULL, "updatedAt" = g.now,
      status = CASE WHEN h.waits THEN 'skipped' ELSE m.status END, "lastError" = CASE
        WHEN h.waits THEN 'The contact was erased.' END
    FROM held h, given g WHERE m."accountId" = $1 AND m.id = h.id`,
  ),
  step(
    'passages',
    `DELETE FROM "FunnelPassage" p USING given g, "FunnelEnrolment" e
      WHERE e."accountId" = $1 AND e."contactId" = ANY (g.ids) AND p."accountId" = $1 AND p."enrolmentId" = e.id`,
  ),
  step(
    'enrolments',
    `, held AS (SELECT e.id FROM "FunnelEnrolment" e, given g WHERE e."accountId" = $1 AND e."contactId" = ANY (g.ids)
      ORDER BY e.id FOR UPDATE OF e)
    DELETE FROM "FunnelEnrolment" e USING held h WHERE e."accountId" = $1 AND e.id = h.id`,
  ),
  step(
    'segment-members',
    `DELETE FROM "FunnelSegmentMember" s USING given g WHERE s."accountId" = $1 AND s."contactId" = ANY (g.ids)`,
  ),
  step(
    'reminders',
    `UPDATE "AbandonedCartReminder" r SET email = '${ERASED}', "customerId" = '${ERASED}', "cartSnapshot" = '{}'
      FROM given g WHERE r."accountId" = $1 AND r.email = ANY (g.emails)`,
  ),
  // That somebody agreed, and to what, stays: for nobody in particular, and for whoever has the address.
  step(
    'consents',
    `UPDATE "ConsentEntry" e SET "contactId" = NULL, source = e.source - 'ip' - 'userAgent',
      "addressHash" = ${addressHashOf('e', 'c')}
    FROM given g, "Contact" c WHERE e."accountId" = $1 AND e."contactId" = g.id AND c."accountId" = $1 AND c.id = g.id`,
  ),
  step(
    'import-changes',
    `DELETE FROM "ContactImportChange" u USING given g WHERE u."accountId" = $1 AND u."contactId" = ANY (g.ids)`,
  ),
  // Those that became one with them were they, and so were those that had become one with those.
  step(
    'merges',
    `DELETE FROM "ContactMerge" m WHERE m."accountId" = $1 AND m."keepId" IN (
      WITH RECURSIVE they AS (
        SELECT g.id FROM given g
        UNION
        SELECT u.id FROM they t JOIN "ContactMerge" n ON n."accountId" = $1 AND n."keepId" = t.id
          AND n."undoneAt" IS NULL CROSS JOIN LATERAL unnest(n."mergedIds") u(id))
      SELECT t.id FROM they t)`,
  ),
  // What they consented to stands in the ledger.
  step(
    'form-submissions',
    `DELETE FROM "FormSubmission" s USING given g
      WHERE s."accountId" = $1 AND (s."contactId" = g.id OR s.email = ANY (g.emails))`,
  ),
  step('customers', `DELETE FROM "Customer" u USING given g WHERE u."accountId" = $1 AND u."contactId" = g.id`),
  step(
    'orders',
    `UPDATE "Order" o SET ${FORGET_BUYER_OF_ORDER} FROM given g
    WHERE o."accountId" = $1 AND (o."contactId" = g.id OR o.email = ANY (g.emails) OR o."phoneE164" = ANY (g.addresses))`,
  ),
  step(
    'checkouts',
    `UPDATE "Checkout" k SET ${forgetBuyerOfCheckout('k')} FROM given g
    WHERE k."accountId" = $1 AND (k."contactId" = g.id OR k.email = ANY (g.emails) OR k."phoneE164" = ANY (g.addresses))`,
  ),
  // What they did in the shop is theirs alone: no figure needs it. Its id stays told, so that it does not come back.
  step('events', `DELETE FROM "ShopperEvent" v USING given g WHERE v."accountId" = $1 AND v."contactId" = g.id`),
  step(
    'events-told',
    `DELETE FROM "ShopperEvent" v USING given g
      WHERE v."accountId" = $1 AND v."contactId" IS NULL
      AND (v.email = ANY (g.emails) OR v."customerId" = ANY (g."customerIds"))`,
  ),
  // That somebody bought counts on, without a name.
  step(
    'purchases',
    `UPDATE "Purchase" p SET "contactId" = NULL FROM given g WHERE p."accountId" = $1 AND p."contactId" = g.id`,
  ),
  step(
    'codes',
    `UPDATE "DiscountCode" d SET "contactId" = NULL FROM given g WHERE d."accountId" = $1 AND d."contactId" = g.id`,
  ),
  // That they came through a link counts on; whose mailbox it was is not told apart any more.
  step(
    'referrals',
    `UPDATE "ReferralAttribution" a SET "refereeAddressKey" = NULL FROM given g
      WHERE a."accountId" = $1 AND a."refereeCustomerId" = ANY (g."customerIds") AND a."refereeAddressKey" IS NOT NULL`,
  ),
  // It stays open: that somebody asked has to be answered all the same. What has to be redacted has to know whom.
  step(
    'privacy-requests',
    `UPDATE "PrivacyRequest" q SET email = NULL, phone = NULL, "customerRef" = NULL, "orderRefs" = '{}',
      "contactId" = NULL FROM given g
    WHERE q."accountId" = $1 AND q.kind = 'data_request' AND (q."contactId" = g.id OR q.email = ANY (g.emails))`,
  ),
  step(
    'preferences',
    `DELETE FROM "BuyerEmailPreference" p USING given g
      WHERE p."accountId" = $1 AND p.email = ANY (g.emails) AND NOT p."abandonedCartOptOut"`,
  ),
  step(
    'inbound',
    `DELETE FROM "ChannelInbound" i USING given g
      WHERE i."accountId" = $1 AND i.recipient = ANY (g.addresses || g.handles)`,
  ),
  // Sealed, so that nobody can look whose they are: all of the workspace's go. A key without a reply yet says nothing
  // of anybody, and keeps a request that is under way (this one too) from running twice.
  step('replies', `DELETE FROM "IdempotentReply" r WHERE r."accountId" = $1 AND r.status IS NOT NULL`),
];

const deleteContact = workspaceStatement<never, [id: string]>(
  'contacts.erase',
  'DELETE FROM "Contact" c WHERE c."accountId" = $1 AND c.id = $2',
);

/**
 * Webhook subscribers are notified that the contact, and contacts merged into it, were deleted; the events contain only
 * the ids.
 */
const keepOnlyId = workspaceStatement<never, [ids: string[]]>(
  'contacts.erase.tell-only-id',
  `UPDATE "Change" t SET before = jsonb_build_object('id', t."subjectId", 'accountId', $1::text)
    WHERE t."accountId" = $1 AND t."subjectId" = ANY ($2::text[]) AND t."table" = 'Contact' AND t.operation = 'delete'`,
);

interface Look {
  /** The instant since which rows may be missing in the look. */
  since: Date;
  person: Person;
  documents: FoundDocuments;
}

/**
 * Erases a contact for good, in one transaction. Tables without an index by person are read before it, while other
 * requests go on writing contacts; a workspace runs one erasure at a time. The month's count of tracked contacts does
 * not change.
 * @throws AppError NOT_FOUND
 */
export async function erase(db: WorkspaceDb, id: string): Promise<{ id: string; erased: true }> {
  await eraseIf(db, id, () => Promise.resolve(true));
  return { id, erased: true };
}

/**
 * Erases a contact if `isWanted` agrees.
 * @param isWanted called in the transaction, when nobody else can change the workspace's contacts any more
 * @returns true when the contact was erased
 * @throws AppError NOT_FOUND
 */
export async function eraseIf(
  db: WorkspaceDb,
  id: string,
  isWanted: (tx: StatementTx) => Promise<boolean>,
): Promise<boolean> {
  return await inTurn(`erase ${db.accountId}`, async () => {
    const look = await db.longTransaction((tx) => lookAround(tx, id));
    return await inTurn(db.accountId, () => db.longTransaction((tx) => eraseIn(tx, id, look, isWanted)));
  });
}

async function lookAround(tx: StatementTx, id: string): Promise<Look> {
  const unsent = (await tx.rows(oldestUnsent))[0]?.at ?? tx.now;
  const since = new Date(Math.min(tx.now.getTime(), unsent.getTime()) - LOOK_BACK_MS);
  const person = await lookAtPerson(tx, id);
  return { since, person, documents: await findDocuments(tx, givenOf(id, person, since, tx.now)) };
}

async function eraseIn(
  tx: StatementTx,
  id: string,
  look: Look,
  isWanted: (tx: StatementTx) => Promise<boolean>,
): Promise<boolean> {
  await lockContacts(tx);
  if (!(await isWanted(tx))) return false;
  const person = await holdPerson(tx, id, look.person, look.since);
  const given = givenOf(id, person, look.since, tx.now);
  for (const statement of STEPS) await tx.rows(statement, ...given);
  await tx.rows(deleteContact, id);
  await tx.rows(keepOnlyId, person.ids);
  await eraseDocuments(tx, given, look.documents);
  await tx.audit({ action: 'contact.erase', targetType: 'contact', targetId: id });
  return true;
}
