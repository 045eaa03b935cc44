/**
 * Moves the data of a contact to the contact that it is merged into. Each moved row is recorded, so that the undo finds
 * it.
 */
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';

/** From whom, and to whom. */
interface Moving {
  keepId: string;
  mergeIds: string[];
  mergeId: string;
}

interface Table {
  name: string;
  /** SQL of a text that identifies a row of the table `t`. */
  key: string;
  /** SQL condition on the rows that may move. */
  only?: string;
}

/**
 * An enrolment stays behind when the kept contact already was in the same funnel: it was counted for one person
 * already.
 */
const NOT_TWICE = `NOT EXISTS (SELECT FROM "FunnelEnrolment" o
  WHERE o."accountId" = ${THIS_WORKSPACE} AND o."contactId" = $2 AND o."funnelId" = t."funnelId"
  AND (o."triggerRef" = t."triggerRef" OR (o.status = 'active' AND t.status = 'active')))`;

const TABLES: readonly Table[] = [
  { name: 'MarketingMessage', key: 't.id' },
  { name: 'FunnelEnrolment', key: 't.id', only: NOT_TWICE },
  { name: 'Conversation', key: 't.id' },
  { name: 'Order', key: 't.id' },
  { name: 'Checkout', key: 't.id' },
  { name: 'Purchase', key: `t."checkoutSessionId"` },
  { name: 'ShopperEvent', key: 't.id' },
  { name: 'FormSubmission', key: 't.id' },
  { name: 'ConsentEntry', key: 't.id' },
  { name: 'PrivacyRequest', key: 't.id' },
  { name: 'DiscountCode', key: 't.id' },
  { name: 'ContactAlias', key: `t.kind || ' ' || t.value` },
  { name: 'Customer', key: `t."externalSource" || ' ' || t."externalRef"` },
];

type Move = [keepId: string, mergeIds: string[], mergeId: string];

const move = ({ name, key, only = 'true' }: Table) =>
  workspaceStatement<never, Move>(
    `contacts.merge.move.${name}`,
    `WITH held AS MATERIALIZED (
       SELECT ${key} AS key, t."contactId" FROM "${name}" t
         WHERE t."accountId" = $1 AND t."contactId" = ANY ($3::text[]) AND ${only} ORDER BY 1 FOR NO KEY UPDATE OF t),
     moved AS (UPDATE "${name}" t SET "contactId" = $2 FROM held h
       WHERE t."accountId" = ${THIS_WORKSPACE} AND t."contactId" = h."contactId" AND ${key} = h.key)
     INSERT INTO "ContactMergeMove" ("accountId", "mergeId", "table", key, "contactId")
       SELECT $1, $4, '${name}', h.key, h."contactId" FROM held h`,
  );
const moveBack = ({ name, key }: Table) =>
  workspaceStatement<never, [keepId: string, mergeId: string]>(
    `contacts.unmerge.move.${name}`,
    `UPDATE "${name}" t SET "contactId" = m."contactId" FROM "ContactMergeMove" m
     WHERE m."accountId" = $1 AND m."mergeId" = $3 AND m."table" = '${name}' AND t."accountId" = ${THIS_WORKSPACE}
       AND t."contactId" = $2 AND ${key} = m.key`,
  );

const MOVES = TABLES.map(move);
const BACK = TABLES.map(moveBack);

/** Enrolments that stay behind do not go on: the person is in the funnel already. */
const leaveFunnels = workspaceStatement<never, [mergeIds: string[], now: Date]>(
  'contacts.merge.leave-funnels',
  `UPDATE "FunnelEnrolment" e SET status = 'exited', "exitReason" = 'merged', "stepId" = NULL, "dueAt" = NULL,
    "waitingFor" = NULL, "endedAt" = $3::timestamptz
   WHERE e."accountId" = $1 AND e."contactId" = ANY ($2::text[]) AND e.status = 'active'`,
);

/** Locks the lists first, like every change of members. A membership that moves fires no events. */
const lockLists = workspaceStatement<{ id: string }, [contactIds: string[]]>(
  'contacts.merge.lock-lists',
  `SELECT l.id FROM "ContactList" l WHERE l."accountId" = $1
    AND l.id IN (SELECT m."listId" FROM "ContactListMember" m
    WHERE m."accountId" = ${THIS_WORKSPACE} AND m."contactId" = ANY ($2::text[])) ORDER BY l.id FOR NO KEY UPDATE`,
);
const moveMembers = workspaceStatement<never, Move>(
  'contacts.merge.move-members',
  `WITH held AS MATERIALIZED (
     SELECT DISTINCT ON (t."listId") t."listId" AS key, t."contactId" FROM "ContactListMember" t
       WHERE t."accountId" = $1 AND t."contactId" = ANY ($3::text[])
       AND NOT EXISTS (SELECT FROM "ContactListMember" o
         WHERE o."accountId" = ${THIS_WORKSPACE} AND o."contactId" = $2 AND o."listId" = t."listId")
         ORDER BY t."listId", t."addedAt", t."contactId"),
   moved AS (UPDATE "ContactListMember" t SET "contactId" = $2 FROM held h
     WHERE t."accountId" = ${THIS_WORKSPACE} AND t."listId" = h.key AND t."contactId" = h."contactId")
   INSERT INTO "ContactMergeMove" ("accountId", "mergeId", "table", key, "contactId")
     SELECT $1, $4, 'ContactListMember', h.key, h."contactId" FROM held h`,
);
const moveMembersBack = workspaceStatement<never, [keepId: string, mergeId: string]>(
  'contacts.unmerge.move-members',
  `UPDATE "ContactListMember" t SET "contactId" = m."contactId" FROM "ContactMergeMove" m
   WHERE m."accountId" = $1 AND m."mergeId" = $3 AND m."table" = 'ContactListMember'
     AND t."accountId" = ${THIS_WORKSPACE} AND t."contactId" = $2 AND t."listId" = m.key`,
);

/**
 * Reminders of carts have an e-mail and no contact. Reminders to an address that no other contact has move to the kept
 * contact.
 */
const moveReminders = workspaceStatement<never, [people: string, mergeId: string, email: string]>(
  'contacts.merge.move-reminders',
  `WITH held AS MATERIALIZED (
     SELECT t.id AS key, p.id AS "contactId" FROM jsonb_to_recordset($2::jsonb) AS p(id text, email text)
     CROSS JOIN LATERAL (SELECT r.id FROM "AbandonedCartReminder" r
       WHERE r."accountId" = ${THIS_WORKSPACE} AND r.email = p.email OFFSET 0) t
     WHERE p.email <> $4::text AND NOT EXISTS (SELECT FROM "Contact" c
       WHERE c."accountId" = ${THIS_WORKSPACE} AND c.email = p.email)),
   moved AS (UPDATE "AbandonedCartReminder" r SET email = $4::text FROM held h
     WHERE r."accountId" = ${THIS_WORKSPACE} AND r.id = h.key)
   INSERT INTO "ContactMergeMove" ("accountId", "mergeId", "table", key, "contactId")
     SELECT $1, $3, 'AbandonedCartReminder', h.key, h."contactId" FROM held h ON CONFLICT DO NOTHING`,
);
const moveRemindersBack = workspaceStatement<never, [people: string, mergeId: string]>(
  'contacts.unmerge.move-reminders',
  `UPDATE "AbandonedCartReminder" r SET email = p.email FROM "ContactMergeMove" m
    JOIN jsonb_to_recordset($2::jsonb) AS p(id text, email text) ON p.id = m."contactId"
   WHERE m."accountId" = $1 AND m."mergeId" = $3 AND m."table" = 'AbandonedCartReminder'
     AND r."accountId" = ${THIS_WORKSPACE} AND r.id = m.key`,
);

export interface Membership {
  contactId: string;
  listId: string;
  addedAt: string;
}
const findMemberships = workspaceStatement<{ membership: Membership }, [contactIds: string[]]>(
  'contacts.merge.memberships',
  `SELECT jsonb_build_object('contactId', m."contactId", 'listId', m."listId", 'addedAt', m."addedAt") AS membership
    FROM "ContactListMember" m WHERE m."accountId" = $1 AND m."contactId" = ANY ($2::text[])`,
);
/**
 * Reads the memberships of the merged contacts. A membership that did not move, because the kept contact was on the
 * list already, is deleted with its contact.
 */
export const membershipsOf = async (tx: StatementTx, contactIds: string[]): Promise<Membership[]> =>
  (await tx.rows(findMemberships, contactIds)).map(({ membership }) => membership);

const insertMembers = workspaceStatement<never, [memberships: string, mergeId: string]>(
  'contacts.unmerge.members',
  `INSERT INTO "ContactListMember" ("accountId", "listId", "contactId", "addedAt")
   SELECT $1, l.id, n."contactId", n."addedAt"
     FROM jsonb_to_recordset($2::jsonb) AS n("contactId" text, "listId" text, "addedAt" timestamptz)
   JOIN "ContactList" l ON l."accountId" = $1 AND l.id = n."listId"
   WHERE NOT EXISTS (SELECT FROM "ContactMergeMove" m
     WHERE m."accountId" = ${THIS_WORKSPACE} AND m."mergeId" = $3 AND m."table" = 'ContactListMember'
     AND m.key = n."listId" AND m."contactId" = n."contactId")
   ORDER BY l.id ON CONFLICT DO NOTHING`,
);
/** Deletes the events of contacts that are back on a list: they have not come there anew, so no funnel begins. */
const withdrawEvents = workspaceStatement<never, [contactIds: string[]]>(
  'contacts.unmerge.tell-nobody',
  `DELETE FROM "DomainEvent" e WHERE e."accountId" = $1 AND e."subjectId" = ANY ($2::text[]) AND e.type = 'list_added'
    AND e.xmin = pg_current_xact_id()::xid`,
);

/** Stores the values that identified the merged contacts as aliases, except values of the kept contact. */
const keepAliases = workspaceStatement<never, [keepId: string, people: string, mergeId: string, now: Date]>(
  'contacts.merge.aliases',
  `INSERT INTO "ContactAlias" AS a ("accountId", kind, value, "contactId", "mergeId", "createdAt")
   SELECT DISTINCT ON (v.kind, v.value) $1, v.kind, v.value, c.id, $4::text, $5::timestamptz
   FROM "Contact" c CROSS JOIN jsonb_populate_recordset(NULL::"Contact", $3::jsonb) p
   CROSS JOIN LATERAL (
     VALUES ('id', p.id, c.id), ('email', p.email, c.email), ('phone', p."phoneE164", c."phoneE164"),
       ('externalRef', p."externalRef", c."externalRef")
     UNION ALL SELECT 'handle.' || h.key, h.value, c."socialHandles"->>h.key
       FROM jsonb_each_text(p."socialHandles") h) v(kind, value, present)
   WHERE c."accountId" = $1 AND c.id = $2 AND v.value <> '' AND v.value IS DISTINCT FROM v.present
   ORDER BY v.kind, v.value
   ON CONFLICT ("accountId", kind, value)
     DO UPDATE SET "contactId" = excluded."contactId", "mergeId" = excluded."mergeId",
     "createdAt" = excluded."createdAt"`,
);

/**
 * Stores the aliases. Called when the merged contacts are deleted and the kept contact has its new values. @param
 * people rows of the merged contacts
 */
export async function aliasAll(
  tx: StatementTx,
  { keepId, mergeId }: Omit<Moving, 'mergeIds'>,
  people: readonly object[],
) {
  await tx.rows(keepAliases, keepId, JSON.stringify(people), mergeId, tx.now);
}

const endAliases = workspaceStatement<never, [mergeId: string]>(
  'contacts.unmerge.aliases',
  `DELETE FROM "ContactAlias" a WHERE a."accountId" = $1 AND a."mergeId" = $2`,
);

/** Moves all data. The caller holds the contacts lock, and the merged contacts still exist. */
export async function moveAll(tx: StatementTx, { keepId, mergeIds, mergeId }: Moving): Promise<void> {
  await tx.rows(lockLists, [keepId, ...mergeIds]);
  for (const statement of MOVES) await tx.rows(statement, keepId, mergeIds, mergeId);
  await tx.rows(leaveFunnels, mergeIds, tx.now);
  await tx.rows(moveMembers, keepId, mergeIds, mergeId);
}

export interface Addressed {
  id: string;
  email: string | null;
}

/** Moves the reminders of carts, when the merged contacts are deleted. @param email the kept contact's e-mail */
export async function moveTheirReminders(
  tx: StatementTx,
  mergeId: string,
  people: readonly Addressed[],
  email: string | null,
): Promise<void> {
  const addressed = people.filter((person) => person.email !== null);
  if (email !== null && addressed.length > 0) await tx.rows(moveReminders, JSON.stringify(addressed), mergeId, email);
}

/** Moves all data back, when the merged contacts are restored. Rows that were changed since stay. */
export async function moveAllBack(
  tx: StatementTx,
  { keepId, mergeId }: Omit<Moving, 'mergeIds'>,
  people: readonly Addressed[],
  memberships: readonly Membership[],
): Promise<void> {
  await tx.rows(lockLists, [keepId]);
  await tx.rows(endAliases, mergeId);
  for (const statement of BACK) await tx.rows(statement, keepId, mergeId);
  await tx.rows(moveMembersBack, keepId, mergeId);
  await tx.rows(moveRemindersBack, JSON.stringify(people), mergeId);
  await tx.rows(insertMembers, JSON.stringify(memberships), mergeId);
  await tx.rows(
    withdrawEvents,
    people.map(({ id }) => id),
  );
}
