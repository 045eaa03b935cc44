/** The outbox: every message that the sandbox took in a vendor's place, newest first. */
import { workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type WorkspaceDb } from '@/server/platform/db/workspace';
import { cutPage, decodeCursor } from '@/server/platform/db/cursor';
import { providerEntry } from '@/server/platform/vendors/catalog';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import { answersOf } from '@/server/sandbox/answers';
import type { ListInput, OutboxItem, OutboxMessage } from '@/server/sandbox/schema';
import type { OutboxStatus } from '@/server/sandbox/vocabulary';

interface ItemRow {
  id: string;
  channelId: string;
  provider: ProviderId;
  recipient: string;
  preview: string | null;
  status: OutboxStatus;
  handovers: number;
  createdAt: Date;
  updatedAt: Date;
}

/** The length of the part of a message that a list shows. */
const PREVIEW = 140;

const ITEM = `s.id, s."channelId", s.provider, s.recipient, s.status, s.handovers, s."createdAt", s."updatedAt",
  left(coalesce(s.content->>'subject', s.content->>'title', s.content->>'text', s.content->>'body', s.content->'template'->>'name', s.content->>'contentSid', s.content::text), ${PREVIEW}) AS preview`;

/** One statement serves every filter, because an outbox holds no more than a week of trials. */
const listItems = workspaceStatement<
  ItemRow,
  [
    limit: number,
    q: string | null,
    provider: string | null,
    status: string | null,
    at: string | null,
    id: string | null,
  ]
>(
  'sandbox.list',
  `SELECT ${ITEM} FROM "SandboxMessage" s
   WHERE s."accountId" = $1
     AND ($3::text IS NULL OR strpos(lower(s.recipient), lower($3::text)) > 0
       OR strpos(lower(s.content->>'subject'), lower($3::text)) > 0)
     AND ($4::text IS NULL OR s.provider = $4::text)
     AND ($5::text IS NULL OR s.status = $5::text)
     AND ($6::timestamptz IS NULL OR (s."createdAt", s.id) < ($6::timestamptz, $7::text))
   ORDER BY s."createdAt" DESC, s.id DESC LIMIT $2::int`,
);

const findItem = workspaceStatement<
  ItemRow &
    Pick<OutboxMessage, 'messageId' | 'providerMessageId' | 'channelName' | 'content' | 'headers' | 'request'> & {
      config: Record<string, unknown>;
    },
  [id: string]
>(
  'sandbox.find',
  `SELECT ${ITEM}, s."messageId", s."providerMessageId", s.content, s.headers, s.request,
    c."displayName" AS "channelName", c.config
   FROM "SandboxMessage" s JOIN "ChannelIntegration" c ON c."accountId" = s."accountId" AND c.id = s."channelId"
     WHERE s."accountId" = $1 AND s.id = $2`,
);

const present = ({ preview, ...row }: ItemRow): OutboxItem => ({
  ...row,
  preview: preview ?? '',
  family: providerEntry(row.provider).family,
});

/** @throws AppError VALIDATION for a cursor that is not one of this list */
export async function list(
  db: WorkspaceDb,
  { limit, cursor, q, provider, status }: ListInput,
): Promise<{ items: OutboxItem[]; nextCursor: string | null; hasMore: boolean }> {
  const after = cursor === undefined ? null : decodeCursor(cursor, 'instant');
  const wanted = q === undefined || q === '' ? null : q;
  const rows = await db.rows(
    listItems,
    limit + 1,
    wanted,
    provider ?? null,
    status ?? null,
    after?.key ?? null,
    after?.id ?? null,
  );
  const page = cutPage(rows, limit, (row) => row.createdAt);
  return { items: page.rows.map(present), nextCursor: page.nextCursor, hasMore: page.hasMore };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** One message as its receiver sees it. @throws AppError NOT_FOUND */
export async function message(db: WorkspaceDb, id: string): Promise<OutboxMessage> {
  const { config, ...row } = orNotFound((await db.rows(findItem, id))[0]);
  const from = {
    name: textOf(config.fromName),
    address: textOf(config.fromEmail) ?? textOf(config.fromNumber),
    replyTo: textOf(config.replyTo),
  };
  return { ...row, ...present(row), from, answers: answersOf(row.provider) };
}

/** Empties the outbox; the messages themselves stay. */
export async function empty(db: WorkspaceDb): Promise<{ removed: number }> {
  const { count } = await db.prisma.sandboxMessage.deleteMany({});
  return { removed: count };
}
