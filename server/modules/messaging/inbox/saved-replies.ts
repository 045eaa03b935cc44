/** Replies that a team saves for reuse (docs/contract/inbox.md#saved-replies). */
import type { SavedReply as Row } from '@/prisma/generated/client';
import { columnsOf } from '@/server/platform/db/columns';
import { violates } from '@/server/platform/db/violations';
import { workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type StatementTx, type WorkspaceDb } from '@/server/platform/db/workspace';
import { AppError } from '@/server/platform/errors';
import type { CreateSavedReplyInput, SavedReply, UpdateSavedReplyInput } from '@/server/modules/messaging/inbox/schema';

const MOST = 500;
const columns = columnsOf('SavedReply', 'r');
const findAll = workspaceStatement<Row>(
  'inbox.saved-replies',
  `SELECT ${columns} FROM "SavedReply" r WHERE r."accountId" = $1 ORDER BY r."createdAt" DESC, r.id DESC LIMIT ${MOST}`,
  { isBrief: true },
);
const findOne = workspaceStatement<Row, [id: string]>(
  'inbox.saved-reply',
  `SELECT ${columns} FROM "SavedReply" r WHERE r."accountId" = $1 AND r.id = $2`,
);
const insert = workspaceStatement<Row, [name: string, shortcut: string, text: string, now: Date]>(
  'inbox.create-saved-reply',
  `INSERT INTO "SavedReply" AS r ("accountId", name, shortcut, text, "createdAt", "updatedAt")
    SELECT $1, $2, $3, $4, $5::timestamptz, $5::timestamptz
   WHERE (SELECT count(*) FROM "SavedReply" o WHERE o."accountId" = $1) < ${MOST} RETURNING ${columns}`,
);
const change = workspaceStatement<
  Row,
  [id: string, name: string | null, shortcut: string | null, text: string | null, now: Date]
>(
  'inbox.update-saved-reply',
  `UPDATE "SavedReply" r SET name = coalesce($3, r.name), shortcut = coalesce($4, r.shortcut),
    text = coalesce($5, r.text), "updatedAt" = $6::timestamptz WHERE r."accountId" = $1 AND r.id = $2
    RETURNING ${columns}`,
);
const remove = workspaceStatement<{ name: string }, [id: string]>(
  'inbox.delete-saved-reply',
  `DELETE FROM "SavedReply" r WHERE r."accountId" = $1 AND r.id = $2 RETURNING r.name`,
);

const present = ({ accountId: _, ...row }: Row): SavedReply => row;

const taken = (error: unknown): unknown =>
  violates(error, 'SavedReply_accountId_name_key') || violates(error, 'SavedReply_accountId_shortcut_key')
    ? new AppError('NAME_TAKEN', {
        details: { field: violates(error, 'SavedReply_accountId_name_key') ? 'name' : 'shortcut' },
      })
    : error;

async function written(
  db: WorkspaceDb,
  verb: 'create' | 'update',
  work: (tx: StatementTx) => Promise<Row>,
): Promise<SavedReply> {
  try {
    return await db.transaction(async (tx) => {
      const row = await work(tx);
      const { id, name } = row;
      await tx.audit({ action: `saved_reply.${verb}`, targetType: 'saved_reply', targetId: id, data: { name } });
      return present(row);
    });
  } catch (error) {
    throw taken(error);
  }
}

export const listSavedReplies = async (db: WorkspaceDb): Promise<{ savedReplies: SavedReply[] }> => ({
  savedReplies: (await db.rows(findAll)).map(present),
});

/** @throws AppError NAME_TAKEN, LIMIT_REACHED */
export const createSavedReply = (
  db: WorkspaceDb,
  { name, shortcut, text }: CreateSavedReplyInput,
): Promise<SavedReply> =>
  written(db, 'create', async (tx) => {
    const [row] = await tx.rows(insert, name, shortcut, text, tx.now);
    if (row === undefined) throw new AppError('LIMIT_REACHED');
    return row;
  });

/** Partial. @throws AppError NOT_FOUND, NAME_TAKEN */
export async function updateSavedReply(
  db: WorkspaceDb,
  { id, name, shortcut, text }: UpdateSavedReplyInput,
): Promise<SavedReply> {
  if (name === undefined && shortcut === undefined && text === undefined)
    return present(orNotFound((await db.rows(findOne, id))[0]));
  return await written(db, 'update', async (tx) =>
    orNotFound((await tx.rows(change, id, name ?? null, shortcut ?? null, text ?? null, tx.now))[0]),
  );
}

/** @throws AppError NOT_FOUND */
export async function deleteSavedReply(db: WorkspaceDb, id: string): Promise<{ id: string; deleted: true }> {
  return await db.transaction(async (tx) => {
    const { name } = orNotFound((await tx.rows(remove, id))[0]);
    await tx.audit({ action: 'saved_reply.delete', targetType: 'saved_reply', targetId: id, data: { name } });
    return { id, deleted: true };
  });
}
