/**
 * Brings snoozed conversations back when their time has come (docs/contract/inbox.md#conversations). They stay at the
 * place of their last message, perhaps far down the list, so they become unread: this is how members find them.
 */
import { workspaceStatement } from '@/server/platform/db/statement';
import type { Database } from '@/server/platform/db/client';
import { systemDb } from '@/server/platform/db/workspace';

const wake = workspaceStatement<{ id: string }, [now: Date]>(
  'inbox.wake',
  `WITH due AS (
     SELECT v.id FROM "Conversation" v WHERE v."accountId" = $1 AND v.status = 'snoozed'
       AND v."snoozedUntil" <= $2::timestamptz ORDER BY v.id LIMIT 500 FOR NO KEY UPDATE SKIP LOCKED
   ), woken AS (
     UPDATE "Conversation" v SET status = 'open', "snoozedUntil" = NULL, unread = greatest(v.unread, 1),
       "updatedAt" = $2::timestamptz FROM due d WHERE v."accountId" = $1 AND v.id = d.id RETURNING v.id, v."channelId"
   ), events AS (
     INSERT INTO "InboxMessage" ("accountId", "conversationId", "channelId", direction, kind, text, "authorKind", at,
       "createdAt")
     SELECT $1, w.id, w."channelId", 'event', 'text', 'woken', 'system', $2::timestamptz, $2::timestamptz FROM woken w
       ORDER BY w.id)
   SELECT id FROM woken`,
);

/** @returns how many */
export async function wakeConversations(database: Database, now: Date): Promise<number> {
  const { rows } = await database.pool.query<{ accountId: string }>(
    `SELECT DISTINCT "accountId" FROM "Conversation" WHERE status = 'snoozed' AND "snoozedUntil" <= $1`,
    [now],
  );
  let woken = 0;
  for (const { accountId } of rows) {
    const db = systemDb(database, accountId, now);
    for (;;) {
      const { length } = await db.rows(wake, now);
      woken += length;
      if (length === 0) break;
    }
  }
  return woken;
}
