/**
 * Joins the parts of a long SMS, which come one by one and in any order, into one message
 * (docs/contract/inbox.md#receiving).
 */
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';
import type { ChannelMessage } from '@/server/modules/messaging/adapters/channel-message';
import { previewOf } from '@/server/modules/messaging/inbox/preview';
import { LONGEST_TEXT } from '@/server/modules/messaging/inbox/vocabulary';
import { clipped } from '@/server/platform/lib/text';

type Parts = Record<string, { id: string; text: string }>;

/** Senders reuse their references, so parts further apart than this belong to different messages. */
const TOGETHER_MS = 24 * 60 * 60_000;

/** Locked by way of its conversation. */
const findParts = workspaceStatement<
  { id: string; parts: unknown },
  [channelId: string, partsOf: string, since: Date, until: Date]
>(
  'inbox.find-parts',
  `SELECT m.id, m.parts FROM "InboxMessage" m
    WHERE m."accountId" = $1 AND m."channelId" = $2 AND m."partsOf" = $3 AND m.at BETWEEN $4 AND $5
    AND m."deletedAt" IS NULL ORDER BY m.at DESC, m.id DESC LIMIT 10`,
);
const grow = workspaceStatement<
  never,
  [id: string, parts: string, text: string, preview: string, at: Date, mayStop: boolean]
>(
  'inbox.grow-message',
  `WITH grown AS (UPDATE "InboxMessage" m SET parts = $3::jsonb, text = $4, at = least(m.at, $6::timestamptz)
    WHERE m."accountId" = ${THIS_WORKSPACE} AND m.id = $2 RETURNING m."conversationId", m.at, m.id)
   UPDATE "Conversation" v SET "mayWantToStopAt" = CASE WHEN $7::boolean THEN greatest(v."mayWantToStopAt", g.at)
     ELSE v."mayWantToStopAt" END,
     preview = CASE WHEN EXISTS (SELECT FROM "InboxMessage" o
       WHERE o."accountId" = ${THIS_WORKSPACE} AND o."conversationId" = v.id AND o.id <> g.id
       AND o.direction IN ('inbound', 'outbound') AND o.at > g.at) THEN v.preview ELSE $5 END
   FROM grown g WHERE v."accountId" = $1 AND v.id = g."conversationId"`,
);

const together = (parts: Parts): string => {
  const inOrder = Object.entries(parts).sort(([a], [b]) => Number(a) - Number(b));
  return clipped(inOrder.map(([, { text }]) => text).join(''), LONGEST_TEXT);
};

/**
 * Adds a part to the message that it belongs to.
 * @param mayStop checks whether a text begins with a stop word; only the first part shows it, and it may come late
 * @returns false when there is no such message yet: the caller then writes a new one
 */
export async function growFromPart(
  tx: StatementTx,
  channel: { id: string },
  { at, message: { part, providerMessageId, text } }: { at: Date; message: ChannelMessage },
  mayStop: (text: string) => boolean,
): Promise<boolean> {
  if (part === undefined) return false;
  const [since, until] = [new Date(at.getTime() - TOGETHER_MS), new Date(at.getTime() + TOGETHER_MS)];
  const rows = await tx.rows(findParts, channel.id, part.of, since, until);
  const known = rows.map((row) => ({ id: row.id, parts: row.parts as Parts }));
  if (known.some(({ parts }) => Object.values(parts).some(({ id }) => id === providerMessageId))) return true;
  const open = known.find(({ parts }) => parts[part.number] === undefined);
  if (open === undefined) return false;
  const parts = { ...open.parts, [part.number]: { id: providerMessageId, text: clipped(text, LONGEST_TEXT) } };
  const whole = together(parts);
  const isNews = mayStop(whole) && !mayStop(together(open.parts));
  await tx.rows(grow, open.id, JSON.stringify(parts), whole, previewOf(whole), at, isNews);
  return true;
}
