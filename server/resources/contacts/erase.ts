/**
 * Erases a person (privacy laws, issue 5 §5): the contact, and whatever else of the workspace tells who it was. Counts
 * and sums stay, without a name. What is kept is that an address opted out: the law wants both the erasure and that
 * nobody writes there again (docs/decisions.md), and the one needs the address for the other.
 */
import { workspaceStatement } from '@/server/db/statement';
import { tellNow } from '@/server/db/telling';
import { found, type StatementTx, type WorkspaceDb } from '@/server/db/workspace';
import { inTurn, lockContacts } from '@/server/resources/contacts/lock';
import { hashedEmail } from '@/server/resources/pixels/hashing';

/** What stands in an address's place. */
export const ERASED = 'erased';

/** Traces of the person: an address or customer id that another contact has as well is that one's, and stays. */
interface Traces {
  email: string | null;
  /** E-mail, and phone in both forms. */
  addresses: string[];
  /** Ids on other channels. */
  handles: string[];
  customerId: string | null;
}

const findTraces = workspaceStatement<Traces, [id: string]>(
  'contacts.traces',
  `SELECT CASE WHEN o.email THEN NULL ELSE c.email END AS email,
     array_remove(ARRAY[CASE WHEN NOT o.email THEN c.email END, CASE WHEN NOT o.phone THEN c.phone END, CASE WHEN NOT o.phone THEN c."phoneE164" END], NULL) AS addresses,
     ARRAY(SELECT DISTINCT h.value FROM jsonb_each_text(c."socialHandles") h WHERE h.value <> '') AS handles,
     CASE WHEN o.customer THEN NULL ELSE c."externalRef" END AS "customerId"
   FROM "Contact" c CROSS JOIN LATERAL (
     SELECT EXISTS (SELECT FROM "Contact" x WHERE x."accountId" = $1 AND x.email = c.email AND x.id <> c.id) AS email,
       EXISTS (SELECT FROM "Contact" x WHERE x."accountId" = $1 AND x."phoneE164" = c."phoneE164" AND x.id <> c.id) AS phone,
       EXISTS (SELECT FROM "Contact" x WHERE x."accountId" = $1 AND x."externalRef" = c."externalRef" AND x.id <> c.id) AS customer) o
   WHERE c."accountId" = $1 AND c.id = $2 FOR UPDATE OF c`,
);

const tellInstant = workspaceStatement<{ accountId: string }, [now: Date]>('contacts.erase.now', `SELECT $1::text AS "accountId", ${tellNow('$2')}`);

type Given = [id: string, addresses: string[], handles: string[], customerId: string | null, emailHash: string | null, now: Date];
const GIVEN = 'WITH given AS (SELECT $2::text AS id, $3::text[] AS addresses, $4::text[] AS handles, $5::text AS "customerId", $6::text AS "emailHash", $7::timestamptz AS now)';

/** Whether a text names one of the addresses, in whatever case. */
const holds = (text: string): string => `EXISTS (SELECT FROM unnest(g.addresses) a WHERE position(lower(a) IN lower(${text})) > 0)`;

const step = (name: string, text: string) => workspaceStatement<never, Given>(`contacts.erase.${name}`, `${GIVEN} ${text}`);

/** In this order: messages are found by the contact until they are nobody's. */
const STEPS = [
  // Of a message to nobody else; a broadcast's content is everybody's.
  step('contents', `UPDATE "MessageContent" k SET content = '{}' FROM given g, "MarketingMessage" m
    WHERE k."accountId" = $1 AND m."accountId" = $1 AND m."contentId" = k.id AND m."campaignId" IS NULL AND (m."contactId" = g.id OR (m."contactId" IS NULL AND m.recipient = ANY (g.addresses)))`),
  step('sandbox', `DELETE FROM "SandboxMessage" s USING given g
    WHERE s."accountId" = $1 AND (s.recipient = ANY (g.addresses || g.handles) OR s."messageId" IN (SELECT m.id FROM "MarketingMessage" m WHERE m."accountId" = $1 AND m."contactId" = g.id))`),
  // What has not gone does not go any more. Vendors' callbacks find nothing to say of it either. Locked in the order of ids, as the worker does.
  step('messages', `, held AS (
      SELECT m.id, m.status IN ('queued', 'sending') AS waits FROM "MarketingMessage" m, given g
      WHERE m."accountId" = $1 AND (m."contactId" = g.id OR (m."contactId" IS NULL AND m.recipient = ANY (g.addresses))) ORDER BY m.id FOR NO KEY UPDATE OF m)
    UPDATE "MarketingMessage" m SET "contactId" = NULL, recipient = '${ERASED}', "providerMessageId" = NULL, "claimableAt" = NULL, "claimedBy" = NULL, "updatedAt" = g.now,
      status = CASE WHEN h.waits THEN 'skipped' ELSE m.status END, "lastError" = CASE WHEN h.waits THEN 'The contact was erased.' END
    FROM held h, given g WHERE m."accountId" = $1 AND m.id = h.id`),
  step('reminders', `UPDATE "AbandonedCartReminder" r SET email = '${ERASED}', "customerId" = '${ERASED}', "cartSnapshot" = '{}' FROM given g WHERE r."accountId" = $1 AND r.email = ANY (g.addresses)`),
  step('preferences', `DELETE FROM "BuyerEmailPreference" p USING given g WHERE p."accountId" = $1 AND p.email = ANY (g.addresses) AND NOT p."abandonedCartOptOut"`),
  step('inbound', `DELETE FROM "ChannelInbound" i USING given g WHERE i."accountId" = $1 AND i.recipient = ANY (g.addresses || g.handles)`),
  step('conversions', `UPDATE "PixelConversion" p SET "emailHash" = NULL, "customerId" = NULL FROM given g WHERE p."accountId" = $1 AND (p."emailHash" = g."emailHash" OR p."customerId" = g."customerId")`),
  step('refusals', `DELETE FROM "ContactImportRefusal" r USING given g WHERE r."accountId" = $1 AND ${holds('r.cells::text')}`),
  // The row keeps its place in the file, and is refused as one without an address.
  step('chunks', `UPDATE "ContactImportChunk" k SET rows = (
      SELECT jsonb_agg(CASE WHEN ${holds('e.value::text')} THEN jsonb_build_object('row', e.value->'row', 'contact', '{}'::jsonb, 'cells', '[]'::jsonb) ELSE e.value END ORDER BY e.ordinality)
      FROM jsonb_array_elements(k.rows) WITH ORDINALITY e)
    FROM given g WHERE k."accountId" = $1 AND ${holds('k.rows::text')}`),
  step('events', `DELETE FROM "DomainEvent" d USING given g WHERE d."accountId" = $1 AND (d."subjectId" = g.id OR ${holds('d.data::text')})`),
  step('deliveries', `DELETE FROM "WebhookDelivery" d USING given g WHERE d."accountId" = $1 AND (position(g.id IN d.payload::text) > 0 OR ${holds('d.payload::text')} OR ${holds('d."responseBody"')})`),
  step('callbacks', `DELETE FROM "ChannelCallback" k USING given g WHERE k."accountId" = $1 AND k."appliedAt" IS NOT NULL AND EXISTS (SELECT FROM unnest(g.addresses) a WHERE position(convert_to(a, 'UTF8') IN k.body) > 0)`),
  step('replies', `DELETE FROM "IdempotentReply" r USING given g WHERE r."accountId" = $1 AND ${holds('r.body')}`),
];

const deleteContact = workspaceStatement<never, [id: string]>('contacts.erase', 'DELETE FROM "Contact" c WHERE c."accountId" = $1 AND c.id = $2');

/**
 * For good, in one transaction. The month's count of tracked contacts stays as it is.
 * @throws AppError NOT_FOUND
 */
export async function erase(db: WorkspaceDb, id: string): Promise<{ id: string; erased: true }> {
  await inTurn(db.accountId, () => db.longTransaction((tx) => eraseIn(tx, id)));
  return { id, erased: true };
}

async function eraseIn(tx: StatementTx, id: string): Promise<void> {
  await lockContacts(tx);
  const { email, addresses, handles, customerId } = found((await tx.rows(findTraces, id))[0]);
  await tx.rows(tellInstant, tx.now);
  for (const statement of STEPS) await tx.rows(statement, id, addresses, handles, customerId, email === null ? null : hashedEmail(email), tx.now);
  await tx.rows(deleteContact, id);
  await tx.audit({ action: 'contact.erase', targetType: 'contact', targetId: id });
}
