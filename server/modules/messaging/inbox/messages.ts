/** The messages of a conversation (docs/contract/inbox.md#messages). */
import { cutPage, decodeCursor } from '@/server/platform/db/cursor';
import type { ListPage } from '@/server/platform/db/list-page';
import { workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type StatementTx, type WorkspaceDb } from '@/server/platform/db/workspace';
import {
  BESIDE_MESSAGE,
  JOIN_DELIVERY,
  messageColumns,
  presentMessage,
  readConversation,
  type ShownMessage,
} from '@/server/modules/messaging/inbox/rows';
import type { InboxMessage, MessagesInput } from '@/server/modules/messaging/inbox/schema';

/**
 * Ordered by (at, the vendor's sequence, id), so late messages appear in their place. Deleted messages that we never
 * received are not shown.
 */
const page = (more: string): string =>
  `SELECT ${messageColumns('m')}, ${BESIDE_MESSAGE} FROM "InboxMessage" m ${JOIN_DELIVERY}
   WHERE m."accountId" = $1 AND m."conversationId" = $2 AND NOT m.early${more}
     ORDER BY m.at DESC, m.sequence DESC, m.id DESC LIMIT $3`;
const firstPage = workspaceStatement<ShownMessage, [conversationId: string, limit: number]>('inbox.messages', page(''));
const laterPage = workspaceStatement<
  ShownMessage,
  [conversationId: string, limit: number, at: string, beforeId: string]
>(
  'inbox.messages.cursor',
  page(
    ` AND m.at <= $4::timestamptz AND (m.at, m.sequence, m.id) < ($4::timestamptz,
      coalesce((SELECT o.sequence FROM "InboxMessage" o WHERE o."accountId" = $1 AND o.id = $5), 0), $5)`,
  ),
);
const one = workspaceStatement<ShownMessage, [id: string]>(
  'inbox.message',
  `SELECT ${messageColumns('m')}, ${BESIDE_MESSAGE} FROM "InboxMessage" m ${JOIN_DELIVERY}
    WHERE m."accountId" = $1 AND m.id = $2`,
);

/** Returns messages, newest first. @throws AppError NOT_FOUND, VALIDATION for a cursor of another list */
export async function listMessages(
  db: WorkspaceDb,
  { id, cursor, limit }: MessagesInput,
): Promise<ListPage<InboxMessage>> {
  await readConversation(db, id);
  const position = cursor === undefined ? undefined : decodeCursor(cursor, 'instant');
  const rows =
    position === undefined
      ? await db.rows(firstPage, id, limit + 1)
      : await db.rows(laterPage, id, limit + 1, position.key, position.id);
  const { rows: kept, nextCursor, hasMore } = cutPage(rows, limit, (row) => row.at);
  return { data: kept.map((row) => presentMessage(row)), cursor: nextCursor, hasMore };
}

/** @throws AppError NOT_FOUND */
export const readMessage = async (db: Pick<StatementTx, 'rows'>, id: string): Promise<InboxMessage> =>
  presentMessage(orNotFound((await db.rows(one, id))[0]));
