/**
 * The inbox's jobs for the worker: files, names, callback addresses at vendors, snoozed conversations, housekeeping.
 */
import * as z from 'zod';
import { systemDb } from '@/server/platform/db/workspace';
import { enqueue } from '@/server/platform/jobs/enqueue';
import { inBatches } from '@/server/platform/jobs/in-batches';
import { defineCronJob, defineWorkspaceJob } from '@/server/platform/jobs/job';
import { now } from '@/server/platform/lib/clock';
import { keptSince } from '@/server/platform/lib/retention';

const ofChannel = z.object({ channelId: z.string() });

/** Fetches the files of incoming messages. */
export const fetchAttachmentsJob = defineWorkspaceJob({
  name: 'inbox.fetch-attachments',
  payload: z.object({}),
  key: (_, accountId) => `inbox-attachments:${accountId}`,
  run: async (services, db) =>
    (await import('@/server/modules/messaging/inbox/fetch-attachments')).fetchAttachments(services, db),
});

/** Asks the vendor for the names of senders, if the vendor sends no name with a message. */
export const nameSendersJob = defineWorkspaceJob({
  name: 'inbox.name-senders',
  payload: ofChannel,
  key: ({ channelId }) => `inbox-names:${channelId}`,
  run: async (services, db, { channelId }) =>
    (await import('@/server/modules/messaging/inbox/name-senders')).nameSenders(services, db, channelId),
});

/** Registers our callback address with a vendor, or removes it. */
export const setHookJob = defineWorkspaceJob({
  name: 'inbox.set-hook',
  payload: ofChannel,
  key: ({ channelId }) => `inbox-hook:${channelId}`,
  run: async (services, db, { channelId }) =>
    (await import('@/server/modules/messaging/inbox/set-hook')).setHook(services, db, channelId),
});

/** Reopens snoozed conversations whose time has come, and starts fetching files that wait. */
export const wakeConversationsJob = defineCronJob({
  name: 'inbox.wake',
  cron: '* * * * *',
  async run({ database, log }) {
    const { wakeConversations } = await import('@/server/modules/messaging/inbox/wake');
    const at = now();
    const woken = await wakeConversations(database, at);
    const { rows } = await database.pool.query<{ accountId: string }>(
      'SELECT DISTINCT "accountId" FROM "InboxAttachment" WHERE "dueAt" <= $1',
      [at],
    );
    for (const { accountId } of rows) await enqueue(systemDb(database, accountId, at), fetchAttachmentsJob, {});
    log.debug({ woken, workspaces: rows.length }, 'conversations woken');
  },
});

/** The message still shows that there was a file; its bytes are deleted. */
const FORGET_FILES = `DELETE FROM "InboxAttachmentPiece" p USING (
    SELECT a."accountId", a."messageId", a.index FROM "InboxAttachment" a WHERE a."createdAt" < $1 AND a.state <> 'gone'
      LIMIT $2) old
  WHERE p."accountId" = old."accountId" AND p."messageId" = old."messageId" AND p.index = old.index`;
const MARK_FILES = `UPDATE "InboxAttachment" a SET state = 'gone', ref = NULL, "dueAt" = NULL FROM (
    SELECT o."accountId", o."messageId", o.index FROM "InboxAttachment" o WHERE o."createdAt" < $1 AND o.state <> 'gone'
      AND NOT EXISTS (SELECT FROM "InboxAttachmentPiece" p
        WHERE p."accountId" = o."accountId" AND p."messageId" = o."messageId" AND p.index = o.index) LIMIT $2
        FOR UPDATE SKIP LOCKED) old
  WHERE a."accountId" = old."accountId" AND a."messageId" = old."messageId" AND a.index = old.index`;
const FORGET_PRESENCE = `DELETE FROM "InboxPresence" p
  USING (SELECT o."accountId", o."conversationId", o."userId" FROM "InboxPresence" o WHERE o.at < $1 LIMIT $2) old
  WHERE p."accountId" = old."accountId" AND p."conversationId" = old."conversationId" AND p."userId" = old."userId"`;

export const pruneInboxJob = defineCronJob({
  name: 'inbox.prune',
  cron: '23 * * * *',
  async run({ database, log }) {
    const before = keptSince('attachments', now());
    const pieces = await inBatches(database.pool, FORGET_FILES, [before]);
    const files = await inBatches(database.pool, MARK_FILES, [before]);
    await inBatches(database.pool, FORGET_PRESENCE, [new Date(now().getTime() - 60 * 60_000)]);
    log.debug({ pieces, files }, 'files of the inbox pruned');
  },
});
