/**
 * WhatsApp identifies a person by a phone number, by an id within the business, or by both. The id is a handle of the
 * contact (docs/contract/contacts.md#whatsapps-user-ids). An opt-out by one also applies to the other.
 */
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx, WorkspaceDb } from '@/server/platform/db/workspace';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import type { Phone } from '@/server/platform/vendors/recipient';
import { WHATSAPP_USER_ID } from '@/server/modules/audience/contacts/vocabulary';
import { lockContacts } from '@/server/modules/audience/contacts/lock';
import { applyOptOuts } from '@/server/modules/audience/contacts/suppress';
import type { SuppressionReason } from '@/server/modules/audience/contacts/schema';

/** The phone number and the user id of one person, reported together. */
export interface BothNames {
  phone: Phone;
  userId: string;
}

const PEOPLE = `jsonb_to_recordset($2::jsonb) AS t(phone text, "userId" text)`;

/** Finds the people of whom a contact or a conversation has only the number. */
const findNews = workspaceStatement<BothNames, [named: string]>(
  'contacts.new-user-ids',
  `SELECT DISTINCT t.phone, t."userId" FROM ${PEOPLE}
   WHERE EXISTS (SELECT FROM "Contact" c
     WHERE c."accountId" = ${THIS_WORKSPACE} AND c."phoneE164" = t.phone
     AND c."socialHandles"->>'${WHATSAPP_USER_ID}' IS DISTINCT FROM t."userId" OFFSET 0)
      OR EXISTS (SELECT FROM "Conversation" v
        WHERE v."accountId" = $1 AND v.family = 'whatsapp' AND v.address = t.phone AND v."userId" IS NULL OFFSET 0)`,
);
const writeHandles = workspaceStatement<never, [named: string, now: Date]>(
  'contacts.write-user-ids',
  `WITH named AS (
     UPDATE "Contact" c SET "socialHandles" = c."socialHandles" || jsonb_build_object('${WHATSAPP_USER_ID}',
       t."userId"), "updatedAt" = $3::timestamptz
     FROM ${PEOPLE} WHERE c."accountId" = ${THIS_WORKSPACE} AND c."phoneE164" = t.phone
       AND c."socialHandles"->>'${WHATSAPP_USER_ID}' IS DISTINCT FROM t."userId" RETURNING c.id
   )
   UPDATE "Conversation" v SET "userId" = t."userId", "updatedAt" = $3::timestamptz FROM ${PEOPLE}
   WHERE v."accountId" = $1 AND v.family = 'whatsapp' AND v.address = t.phone AND v."userId" IS NULL
     AND NOT EXISTS (SELECT FROM "Conversation" o
       WHERE o."accountId" = ${THIS_WORKSPACE} AND o."channelId" = v."channelId" AND o."userId" = t."userId")`,
);
/** Finds opt-outs under the id, from before its phone number was known. */
const findSaidById = workspaceStatement<{ phone: Phone; reason: SuppressionReason; at: Date }, [named: string]>(
  'contacts.said-by-user-id',
  `SELECT t.phone, s.reason, s."createdAt" AS at FROM ${PEOPLE}
    JOIN "Suppression" s ON s."accountId" = ${THIS_WORKSPACE} AND s.family = 'whatsapp' AND s.address = t."userId"
   WHERE $1 <> '' AND NOT EXISTS (SELECT FROM "Suppression" o
     WHERE o."accountId" = ${THIS_WORKSPACE} AND o.family = 'whatsapp' AND o.address = t.phone)`,
);

/**
 * Writes the id onto contacts and conversations with the phone number, and applies opt-outs of the id to the number.
 * Safe to repeat.
 */
export async function joinPeople(db: WorkspaceDb, provider: ProviderId, named: readonly BothNames[]): Promise<void> {
  if (named.length === 0) return;
  const news = await db.rows(findNews, JSON.stringify(named));
  if (news.length === 0) return;
  // One number has one id; of several that are told at once the last.
  const people = JSON.stringify([...new Map(news.map((each) => [each.phone, each])).values()]);
  await db.transaction(async (tx) => {
    await lockContacts(tx);
    await tx.rows(writeHandles, people, tx.now);
    for (const { phone, reason, at } of await tx.rows(findSaidById, people)) {
      const place = { family: 'whatsapp' as const, address: phone, reason, at };
      await applyOptOuts(tx, { begun: [place], closed: [place] }, { by: reason, source: { provider } });
    }
  });
}

const findNames = workspaceStatement<{ of: string; address: string }, [addresses: readonly string[]]>(
  'contacts.whatsapp-names',
  `SELECT a.address AS of, n.address FROM unnest($2::text[]) AS a(address) CROSS JOIN LATERAL (
     SELECT c."socialHandles"->>'${WHATSAPP_USER_ID}' FROM "Contact" c
       WHERE c."accountId" = ${THIS_WORKSPACE} AND c."phoneE164" = a.address
     UNION SELECT c."phoneE164" FROM "Contact" c
       WHERE c."accountId" = ${THIS_WORKSPACE} AND c."socialHandles"->>'${WHATSAPP_USER_ID}' = a.address
     UNION SELECT v."userId" FROM "Conversation" v
       WHERE v."accountId" = ${THIS_WORKSPACE} AND v.family = 'whatsapp' AND v.address = a.address
     UNION SELECT v.address FROM "Conversation" v
       WHERE v."accountId" = ${THIS_WORKSPACE} AND v."userId" = a.address) n(address)
   WHERE $1 <> '' AND n.address IS NOT NULL AND n.address <> a.address`,
);

/** Returns the phone numbers and ids by which WhatsApp knows this person; the given one is the first. */
export async function namesOf(tx: Pick<StatementTx, 'rows'>, address: string): Promise<string[]> {
  const rows = await tx.rows(findNames, [address]);
  return [address, ...rows.map((row) => row.address)];
}
