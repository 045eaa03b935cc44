/** The messages between merchant and creator (docs/contract/collaborations.md#messages). */
import type { CollaborationMessage } from '@/prisma/generated/client';
import type { Services } from '@/server/platform/access/context';
import { columnsOf } from '@/server/platform/db/columns';
import { listPage, type ListPage } from '@/server/platform/db/list-page';
import { Parameters, workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type StatementTx, type WorkspaceDb } from '@/server/platform/db/workspace';
import { mailCreator } from '@/server/modules/creators/collaborations/mails';
import { readCollaboration } from '@/server/modules/creators/collaborations/rows';
import type { ChatMessage, MessagesInput } from '@/server/modules/creators/collaborations/schema';
import { markAnswered } from '@/server/modules/creators/collaborations/unread';
import type { Author, Mailed } from '@/server/modules/creators/collaborations/vocabulary';

type MessageRow = Omit<CollaborationMessage, 'author'> & { author: Author };

const present = ({ id, author, text, createdAt }: MessageRow): ChatMessage => ({ id, author, text, createdAt });

/** Lists the messages, newest first. @throws AppError NOT_FOUND, VALIDATION for a cursor that is not from this list */
export async function messages(db: WorkspaceDb, { id, cursor, limit }: MessagesInput): Promise<ListPage<ChatMessage>> {
  await readCollaboration(db, id);
  const parameters = new Parameters();
  const filter = [`r."collaborationId" = ${parameters.add(id, 'text')}`];
  const page = await listPage<MessageRow>(
    db,
    { table: 'CollaborationMessage', by: 'createdAt', filter, parameters, cursor, limit },
    (row) => row.createdAt,
  );
  return { ...page, data: page.data.map((row) => present(row)) };
}

const insert = workspaceStatement<MessageRow, [collaborationId: string, author: Author, text: string, now: Date]>(
  'collaborations.write',
  `INSERT INTO "CollaborationMessage" AS m ("accountId", "collaborationId", author, text, "createdAt")
    VALUES ($1, $2, $3, $4, $5::timestamptz) RETURNING ${columnsOf('CollaborationMessage', 'm')}`,
);

/** Within a transaction. */
export async function writeWithin(tx: StatementTx, id: string, author: Author, text: string): Promise<ChatMessage> {
  return present(orNotFound((await tx.rows(insert, id, author, text, tx.now))[0]));
}

/** The merchant's. @throws AppError NOT_FOUND */
export async function write(
  db: WorkspaceDb,
  { settings }: Pick<Services, 'settings'>,
  id: string,
  text: string,
): Promise<ChatMessage & { mailed: Mailed }> {
  return await db.transaction(async (tx) => {
    await readCollaboration(tx, id);
    const message = await writeWithin(tx, id, 'merchant', text);
    await markAnswered(tx, id);
    return { ...message, mailed: await mailCreator(tx, settings, id, 'message', text) };
  });
}
