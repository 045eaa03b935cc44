/**
 * Messages, recipients and the report of a broadcast, for programs (docs/contract/broadcasts.md#report). Needs the
 * extension message-list.
 */
import { listed } from '@/server/platform/db/columns';
import { cutPage, decodeCursor } from '@/server/platform/db/cursor';
import { composedStatement, Parameters } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import type { Settings } from '@/server/platform/env';
import { AppError } from '@/server/platform/errors';
import { linksClicked, machinesOf } from '@/server/modules/messaging/broadcasts/clicks';
import { progress, reasons } from '@/server/modules/messaging/broadcasts/progress';
import { recipients, unsubscribed } from '@/server/modules/messaging/broadcasts/report';
import {
  message,
  type Message,
  type Messages,
  type MessagesInput,
  type Recipients,
  type RecipientsInput,
  type Report,
} from '@/server/modules/messaging/broadcasts/report-schema';
import type { StatusCounts } from '@/server/modules/messaging/broadcasts/schema';
import { broadcastStart } from '@/server/modules/messaging/broadcasts/started';
import { RECIPIENT_STATES } from '@/server/modules/messaging/broadcasts/vocabulary';

/** Refuses the call when the extension is off, as if the route did not exist. @throws AppError NOT_FOUND */
export function requireMessageList({ extensions }: Pick<Settings, 'extensions'>): void {
  if (!extensions.has('message-list')) throw new AppError('NOT_FOUND');
}

const COLUMNS = listed(message.keyof().options, 'm');
const ESCAPED = (text: string): string => String.raw`regexp_replace(lower(${text}), '([\\%_])', '\\\1', 'g')`;

/**
 * Lists messages by id, so that pages stay consistent while messages change. `q` is searched in one pass over the
 * broadcast's messages: an index would slow down every send.
 * @throws AppError NOT_FOUND, VALIDATION for a forged cursor
 */
export async function messages(db: WorkspaceDb, input: MessagesInput): Promise<Messages> {
  const { id, status, q = '', limit, cursor } = input;
  const parameters = new Parameters();
  const filter = ['m."accountId" = $1', `m."campaignId" = ${parameters.add(id, 'text')}`];
  if (cursor !== undefined) filter.push(`m.id > ${parameters.add(decodeCursor(cursor, 'text').id, 'text')}`);
  if (status !== undefined) filter.push(`m.status = ${parameters.add(status, 'text')}`);
  if (q !== '') filter.push(`lower(m.recipient) LIKE '%' || ${ESCAPED(parameters.add(q, 'text'))} || '%'`);
  await broadcastStart(db, id);
  const rows = await db.rows(
    composedStatement<Message>(
      `SELECT ${COLUMNS} FROM "MarketingMessage" m WHERE ${filter.join(' AND ')} ORDER BY m.id
        LIMIT ${parameters.add(limit + 1, 'int')}`,
    ),
    ...parameters.values,
  );
  const page = cutPage(rows, limit, ({ id: last }) => last);
  return { data: page.rows, cursor: page.nextCursor, hasMore: page.hasMore };
}

/** @throws AppError NOT_FOUND, VALIDATION for a forged cursor */
export async function recipientList(db: WorkspaceDb, input: RecipientsInput): Promise<Recipients> {
  const { items, nextCursor, hasMore } = await recipients(db, input);
  return { data: items, cursor: nextCursor, hasMore };
}

const MOST_LINKS = 100;

/** @throws AppError NOT_FOUND */
export async function report(db: WorkspaceDb, id: string): Promise<Report> {
  const { statusCounts } = await progress(db, id);
  const { people } = await unsubscribed(db, id);
  const figures = { ...figuresOf(statusCounts), unsubscribed: people };
  const rate = (part: number): number | null => (figures.sent === 0 ? null : part / figures.sent);
  return {
    statusCounts,
    figures,
    rates: {
      delivered: rate(figures.delivered),
      opened: rate(figures.opened),
      clicked: rate(figures.clicked),
      bounced: rate(figures.bounced),
      unsubscribed: rate(figures.unsubscribed),
    },
    machines: await machinesOf(db, id),
    links: await linksClicked(db, id, MOST_LINKS),
    reasons: (await reasons(db, id)).reasons,
  };
}

/** As the dashboard counts (vocabulary.ts). */
function figuresOf(counts: StatusCounts): Omit<Report['figures'], 'unsubscribed'> {
  const of = (statuses: readonly (keyof StatusCounts)[]): number =>
    statuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0);
  const { waiting, sent, delivered, opened, clicked, bounced, failed, skipped } = RECIPIENT_STATES;
  return {
    messages: of(Object.keys(counts) as (keyof StatusCounts)[]),
    waiting: of(waiting),
    sent: of(sent),
    delivered: of(delivered),
    opened: of(opened),
    clicked: of(clicked),
    bounced: of(bounced),
    failed: of(failed),
    skipped: of(skipped),
  };
}
