/**
 * The merchants' operations on contact lists (docs/contract/contact-lists.md): create, find, rename, delete. Members
 * are in members.ts.
 */
import { workspaceStatement } from '@/server/platform/db/statement';
import { violates } from '@/server/platform/db/violations';
import { orNotFound, type StatementTx, type WorkspaceDb } from '@/server/platform/db/workspace';
import { AppError } from '@/server/platform/errors';
import { broadcastsWith, unusedInSql } from '@/server/modules/audience/audience-segments/references';
import { LOCKED_LIST, newestMembers } from '@/server/modules/audience/contact-lists/members';
import { listColumns, presentList, type ContactListRow } from '@/server/modules/audience/contact-lists/rows';
import type {
  ContactList,
  ContactListWithMembers,
  CreateInput,
  UpdateInput,
} from '@/server/modules/audience/contact-lists/schema';

const findLists = workspaceStatement<ContactListRow>(
  'contact-lists.all',
  `SELECT ${listColumns('l')} FROM "ContactList" l WHERE l."accountId" = $1 ORDER BY l."createdAt" DESC, l.id DESC`,
);

const findList = workspaceStatement<ContactListRow, [id: string]>(
  'contact-lists.find',
  `SELECT ${listColumns('l')} FROM "ContactList" l WHERE l."accountId" = $1 AND l.id = $2`,
);

const insertList = workspaceStatement<
  ContactListRow,
  [name: string, description: string | null, now: Date, isPublic: boolean]
>(
  'contact-lists.insert',
  `INSERT INTO "ContactList" AS l ("accountId", name, description, "createdAt", "updatedAt", public)
    VALUES ($1, $2, $3, $4::timestamptz, $4::timestamptz, $5::boolean) RETURNING ${listColumns('l')}`,
);

/**
 * The list with this name, created if it is missing. Its row is locked either way, so that nobody deletes the list
 * meanwhile.
 */
const findOrMake = workspaceStatement<{ id: string }, [name: string, now: Date]>(
  'contact-lists.find-or-make',
  `INSERT INTO "ContactList" AS l ("accountId", name, "createdAt", "updatedAt")
    VALUES ($1, $2, $3::timestamptz, $3::timestamptz)
   ON CONFLICT ("accountId", name) DO UPDATE SET "memberCount" = l."memberCount" RETURNING l.id`,
);

const deleteList = workspaceStatement<{ id: string }, [id: string]>(
  'contact-lists.delete',
  `WITH deleted AS (DELETE FROM "ContactList" l WHERE l."accountId" = $1 AND l.id = $2 AND ${unusedInSql('list', '$2')}
    RETURNING l.id),
     form AS (UPDATE "Form" f SET "listId" = NULL FROM deleted d WHERE f."accountId" = $1 AND f."listId" = d.id)
   SELECT d.id FROM deleted d`,
);

const lockOne = workspaceStatement<{ id: string }, [id: string]>('contact-lists.lock', LOCKED_LIST);

const taken = (error: unknown): unknown =>
  violates(error, 'ContactList_accountId_name_key') ? new AppError('NAME_TAKEN') : error;

export async function list(db: WorkspaceDb): Promise<ContactList[]> {
  return (await db.rows(findLists)).map(presentList);
}

/** @throws AppError NOT_FOUND */
export async function get(db: WorkspaceDb, id: string): Promise<ContactListWithMembers> {
  const row = orNotFound((await db.rows(findList, id))[0]);
  return { ...presentList(row), members: await newestMembers(db, id) };
}

/**
 * Creates a list. In a transaction, the caller can add members at once; memberCount follows the members. @throws
 * AppError NAME_TAKEN
 */
export async function createList(
  db: Pick<StatementTx, 'rows' | 'now'>,
  { name, description, public: isPublic = false }: CreateInput,
): Promise<ContactList> {
  try {
    return presentList(orNotFound((await db.rows(insertList, name, description ?? null, db.now, isPublic))[0]));
  } catch (error) {
    throw taken(error);
  }
}

/** Locks a list until the end of the transaction. @returns false when there is no such list */
export async function lockList(tx: StatementTx, id: string): Promise<boolean> {
  return (await tx.rows(lockOne, id)).length > 0;
}

/** Returns the id of the list with this name; creates the list if it is missing. */
export async function listNamed(tx: StatementTx, name: string): Promise<string> {
  return orNotFound((await tx.rows(findOrMake, name, tx.now))[0]).id;
}

/** Partial. @throws AppError NOT_FOUND, NAME_TAKEN */
export async function update(db: WorkspaceDb, { id, ...changes }: UpdateInput): Promise<ContactList> {
  if (Object.keys(changes).length === 0)
    return presentList(orNotFound(await db.prisma.contactList.findFirst({ where: { id } })));
  try {
    const [row] = await db.prisma.contactList.updateManyAndReturn({
      where: { id },
      data: { ...changes, updatedAt: db.now },
    });
    return presentList(orNotFound(row));
  } catch (error) {
    throw taken(error);
  }
}

/**
 * Deletes a list with its memberships. The contacts stay, and forms stop adding to the list. @throws AppError
 * NOT_FOUND, IN_USE
 */
export async function remove(db: WorkspaceDb, id: string): Promise<{ id: string; deleted: true }> {
  const [deleted] = await db.rows(deleteList, id);
  if (deleted === undefined) {
    orNotFound(await db.prisma.contactList.findFirst({ where: { id }, select: { id: true } }));
    throw new AppError('IN_USE', { details: { broadcasts: await broadcastsWith(db, 'list', id) } });
  }
  return { id, deleted: true };
}
