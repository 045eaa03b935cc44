/** Creators' actions that nobody in the workspace has seen (docs/contract/collaborations.md#unread). */
import type { Services } from '@/server/platform/access/context';
import { workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx, WorkspaceDb } from '@/server/platform/db/workspace';
import { presentCollaboration, readCollaboration } from '@/server/modules/creators/collaborations/rows';
import type { Collaboration, ReadInput } from '@/server/modules/creators/collaborations/schema';

const mark = workspaceStatement<never, [id: string, now: Date]>(
  'collaborations.mark-unread',
  `UPDATE "Collaboration" c SET "unreadAt" = $3::timestamptz, "updatedAt" = $3::timestamptz
    WHERE c."accountId" = $1 AND c.id = $2`,
);
/** Clears the mark up to the time that was seen; a later action stays unread. */
const clear = workspaceStatement<never, [id: string, seen: Date]>(
  'collaborations.mark-read',
  `UPDATE "Collaboration" c SET "unreadAt" = NULL
    WHERE c."accountId" = $1 AND c.id = $2 AND c."unreadAt" <= $3::timestamptz`,
);

/** Marks the collaboration unread, in the transaction of the creator's action. */
export async function markUnread(tx: StatementTx, id: string): Promise<void> {
  await tx.rows(mark, id, tx.now);
}

/** Marks the collaboration read, in the transaction of the merchant's answer. */
export async function markAnswered(tx: StatementTx, id: string): Promise<void> {
  await tx.rows(clear, id, tx.now);
}

/** Marks a collaboration read, because a member has opened it. @throws AppError NOT_FOUND */
export async function markRead(
  db: WorkspaceDb,
  { settings }: Pick<Services, 'settings'>,
  { id, seen }: ReadInput,
): Promise<Collaboration> {
  return await db.transaction(async (tx) => {
    await tx.rows(clear, id, seen ?? tx.now);
    return await presentCollaboration(tx, settings, await readCollaboration(tx, id));
  });
}
