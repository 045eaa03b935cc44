/**
 * Members of a contact list (docs/contract/contact-lists.md#members). Every change of members locks the list's row
 * first, because triggers update memberCount at the end of the statement. Without the lock, a change and the deletion
 * of the list could deadlock.
 */
import { THIS_WORKSPACE, unforeseen, workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx, WorkspaceDb } from '@/server/platform/db/workspace';
import { AppError } from '@/server/platform/errors';
import type { ContactListWithMembers } from '@/server/modules/audience/contact-lists/schema';
import { contactColumns, presentContact, type ContactRow } from '@/server/modules/audience/contacts/rows';

export const LOCKED_LIST = `SELECT l.id FROM "ContactList" l WHERE l."accountId" = $1 AND l.id = $2 FOR NO KEY UPDATE`;

const addMembers = workspaceStatement<
  { lists: number; contacts: number },
  [id: string, contactIds: string[], now: Date]
>(
  'contact-lists.add',
  `WITH list AS MATERIALIZED (${LOCKED_LIST}),
   contact AS MATERIALIZED (SELECT c.id FROM "Contact" c
     WHERE c."accountId" = ${THIS_WORKSPACE} AND c.id = ANY ($3::text[])),
   added AS (
     INSERT INTO "ContactListMember" ("accountId", "listId", "contactId", "addedAt")
     SELECT $1, list.id, contact.id, $4::timestamptz FROM list, contact ON CONFLICT DO NOTHING)
   SELECT (SELECT count(*)::int FROM list) AS lists, (SELECT count(*)::int FROM contact) AS contacts`,
);

const removeMember = workspaceStatement<{ lists: number; removed: number }, [id: string, contactId: string]>(
  'contact-lists.remove',
  `WITH list AS MATERIALIZED (${LOCKED_LIST}),
   removed AS (DELETE FROM "ContactListMember" m USING list
     WHERE m."accountId" = $1 AND m."listId" = list.id AND m."contactId" = $3 RETURNING 1)
   SELECT (SELECT count(*)::int FROM list) AS lists, (SELECT count(*)::int FROM removed) AS removed`,
);

const findNewest = workspaceStatement<ContactRow & { addedAt: Date }, [id: string]>(
  'contact-lists.newest-members',
  `SELECT m."addedAt", ${contactColumns('c')}
   FROM (SELECT m."contactId", m."addedAt" FROM "ContactListMember" m
     WHERE m."accountId" = ${THIS_WORKSPACE} AND m."listId" = ${unforeseen('$2::text')}
     ORDER BY m."addedAt" DESC, m."contactId" DESC LIMIT 100) m
   CROSS JOIN LATERAL (SELECT * FROM "Contact" c
     WHERE c."accountId" = ${THIS_WORKSPACE} AND c.id = m."contactId" OFFSET 0) c
     ORDER BY m."addedAt" DESC, m."contactId" DESC`,
);

export async function newestMembers(db: WorkspaceDb, id: string): Promise<ContactListWithMembers['members']> {
  const rows = await db.rows(findNewest, id);
  return rows.map(({ addedAt, ...contact }) => ({ addedAt, contact: presentContact(contact) }));
}

/**
 * Adds contacts to a list. Existing members count, and keep their addedAt; a repeated id counts once.
 * @throws AppError NOT_FOUND, NO_VALID_CONTACTS when no id is a contact of the workspace
 */
export async function add(
  db: Pick<StatementTx, 'rows' | 'now'>,
  id: string,
  contactIds: string[],
): Promise<{ added: number }> {
  const [row] = await db.rows(addMembers, id, contactIds, db.now);
  if (row === undefined || row.lists === 0) throw new AppError('NOT_FOUND');
  if (row.contacts === 0) throw new AppError('NO_VALID_CONTACTS');
  return { added: row.contacts };
}

/** @throws AppError NOT_FOUND for an unknown list only */
export async function remove(
  db: Pick<StatementTx, 'rows'>,
  id: string,
  contactId: string,
): Promise<{ removed: number }> {
  const [row] = await db.rows(removeMember, id, contactId);
  if (row === undefined || row.lists === 0) throw new AppError('NOT_FOUND');
  return { removed: row.removed };
}
