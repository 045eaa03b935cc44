/** The results of a broadcast, recipient by recipient, for its page and as a file. */
import { csvRow } from '@/components/csv/write';
import { workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { cutPage, decodeCursor } from '@/server/platform/db/cursor';
import { inPieces } from '@/server/platform/lib/file-in-pieces';
import {
  MESSAGE_STATUSES,
  recipient,
  type Recipient,
  type RecipientsInput,
  type RecipientState,
} from '@/server/modules/messaging/broadcasts/schema';
import { RECIPIENT_STATES } from '@/server/modules/messaging/broadcasts/vocabulary';
import { broadcastStart } from '@/server/modules/messaging/broadcasts/started';

/** By the id of the message, which never changes, so that a page follows another while messages move on. */
const pageOfRecipients = workspaceStatement<
  Recipient,
  [broadcastId: string, statuses: readonly string[], afterId: string, limit: number]
>(
  'broadcasts.recipients',
  `SELECT m.id, m."contactId", m.provider, m.recipient, m.status, m."lastError" AS reason, m."sentAt", m."deliveredAt",
    m."openedAt", m."clickedAt", m."bouncedAt", m."failedAt"
   FROM "MarketingMessage" m WHERE m."accountId" = $1 AND m."campaignId" = $2 AND m.status = ANY ($3::text[])
     AND m.id > $4::text ORDER BY m.id LIMIT $5`,
);

const statusesOf = (state: RecipientState | undefined): readonly string[] =>
  state === undefined ? MESSAGE_STATUSES : RECIPIENT_STATES[state];

export interface RecipientPage {
  items: Recipient[];
  nextCursor: string | null;
  hasMore: boolean;
}

/** @throws AppError NOT_FOUND, VALIDATION for a forged cursor */
export async function recipients(db: WorkspaceDb, input: RecipientsInput): Promise<RecipientPage> {
  const after = input.cursor === undefined ? '' : decodeCursor(input.cursor, 'text').id;
  await broadcastStart(db, input.id);
  const rows = await db.rows(pageOfRecipients, input.id, statusesOf(input.state), after, input.limit + 1);
  const page = cutPage(rows, input.limit, ({ id }) => id);
  return { items: page.rows, nextCursor: page.nextCursor, hasMore: page.hasMore };
}

const countUnsubscribed = workspaceStatement<{ people: number }, [broadcastId: string]>(
  'broadcasts.unsubscribed',
  `SELECT count(DISTINCT s.address)::int AS people FROM "Suppression" s
    WHERE s."accountId" = $1 AND s."broadcastId" = $2`,
);

/**
 * Counts recipients who unsubscribed through a message of this broadcast, or when it was the last message they had got.
 * @throws AppError NOT_FOUND
 */
export async function unsubscribed(db: WorkspaceDb, id: string): Promise<{ people: number }> {
  await broadcastStart(db, id);
  const [row] = await db.rows(countUnsubscribed, id);
  return { people: row?.people ?? 0 };
}

/** About 2 MB of text. Each page reads all messages of the broadcast, so pages are large and few. */
const PAGE = 10_000;
const FIELDS = recipient.keyof().options;

const cell = (value: Recipient[keyof Recipient]): string =>
  value === null ? '' : value instanceof Date ? value.toISOString() : value;

/**
 * Exports the recipients. The file contains people's addresses, so the audit log records who exported it.
 * @param isRead false: only the headers of the answer are read (HEAD), and nobody gets an address
 * @throws AppError NOT_FOUND
 */
export async function exportRecipients(
  db: WorkspaceDb,
  { id, state, isRead }: { id: string; state?: RecipientState | undefined; isRead: boolean },
): Promise<AsyncGenerator<string, void>> {
  await db.transaction(async (tx) => {
    await broadcastStart(tx, id);
    if (isRead)
      await tx.audit({
        action: 'broadcast.export',
        targetType: 'broadcast',
        targetId: id,
        data: state === undefined ? {} : { state },
      });
  });
  return inPieces({
    head: csvRow(FIELDS),
    size: PAGE,
    read: (last: Recipient | undefined) => db.rows(pageOfRecipients, id, statusesOf(state), last?.id ?? '', PAGE),
    write: (row) => csvRow(FIELDS.map((field) => cell(row[field]))),
  });
}
