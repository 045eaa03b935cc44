/**
 * Answers what an open inbox asks every few seconds (docs/contract/inbox.md#pulse): is there anything new, and who else
 * is answering. Short requests work with many tabs and several web processes, because no connection stays open.
 */
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { PRESENT_MS } from '@/server/modules/messaging/inbox/vocabulary';

interface Pulse {
  version: string;
  unread: number;
  writing: string[];
}

/**
 * The newest message of all, the number of unread conversations (one can become unread without a message), the newest
 * change of the open conversation, and the result of its last answers. Each is read by an index.
 */
const read = workspaceStatement<Pulse, [conversationId: string | null, me: string | null, since: Date]>(
  'inbox.pulse',
  `SELECT concat_ws(' ',
       (SELECT extract(epoch FROM max(n."lastMessageAt"))
         FROM (SELECT v."lastMessageAt" FROM "Conversation" v WHERE v."accountId" = $1 AND v.status = 'open'
         ORDER BY v."lastMessageAt" DESC, v.id DESC LIMIT 1) n),
       w.unread,
       (SELECT extract(epoch FROM v."updatedAt") FROM "Conversation" v
         WHERE v."accountId" = ${THIS_WORKSPACE} AND v.id = $2::text),
       (SELECT string_agg(l.state, ',') FROM (
          SELECT m.id || coalesce(d.status, '') || coalesce(extract(epoch FROM m."editedAt")::text,
            '') || coalesce((SELECT string_agg(f.state, '') FROM "InboxAttachment" f
            WHERE f."accountId" = ${THIS_WORKSPACE} AND f."messageId" = m.id), '') AS state
          FROM "InboxMessage" m LEFT JOIN LATERAL (SELECT d.status FROM "MarketingMessage" d
            WHERE d."accountId" = ${THIS_WORKSPACE} AND d.id = m."deliveryId" OFFSET 0) d ON true
          WHERE m."accountId" = ${THIS_WORKSPACE} AND m."conversationId" = $2::text
            ORDER BY m.at DESC, m.sequence DESC, m.id DESC LIMIT 10) l)) AS version,
     w.unread,
     ARRAY(SELECT u.name FROM "InboxPresence" p JOIN "User" u ON u.id = p."userId"
       WHERE p."accountId" = ${THIS_WORKSPACE} AND p."conversationId" = $2::text AND p.at > $4::timestamptz
       AND p."userId" IS DISTINCT FROM $3 ORDER BY u.name) AS writing
   FROM (SELECT count(*)::int AS unread FROM "Conversation" v
     WHERE v."accountId" = ${THIS_WORKSPACE} AND v.unread > 0 AND v.status = 'open') w`,
  { isBrief: true },
);

export async function pulse(db: WorkspaceDb, conversationId: string | undefined): Promise<Pulse> {
  const me = db.actor.kind === 'session' ? db.actor.id : null;
  const [row] = await db.rows(read, conversationId ?? null, me, new Date(db.now.getTime() - PRESENT_MS));
  return row ?? { version: '', unread: 0, writing: [] };
}

const arrive = workspaceStatement<never, [conversationId: string, userId: string, now: Date]>(
  'inbox.arrive',
  `INSERT INTO "InboxPresence" ("accountId", "conversationId", "userId", at) SELECT $1, v.id, $3, $4::timestamptz
    FROM "Conversation" v WHERE v."accountId" = ${THIS_WORKSPACE} AND v.id = $2
   ON CONFLICT ("accountId", "conversationId", "userId") DO UPDATE SET at = excluded.at`,
);
const leave = workspaceStatement<never, [conversationId: string, userId: string]>(
  'inbox.leave',
  `DELETE FROM "InboxPresence" p WHERE p."accountId" = $1 AND p."conversationId" = $2 AND p."userId" = $3`,
);

/**
 * Notes that a member is answering a conversation. The dashboard repeats this every few seconds for as long as they
 * are.
 */
export async function notePresence(
  db: WorkspaceDb,
  userId: string,
  { id, writing }: { id: string; writing: boolean },
): Promise<{ ok: true }> {
  if (writing) await db.rows(arrive, id, userId, db.now);
  else await db.rows(leave, id, userId);
  return { ok: true };
}
