/** The channels' jobs for the worker: callbacks, the pages to choose from after OAuth, housekeeping. */
import * as z from 'zod';
import { pruneNonces } from '@/server/platform/db/oauth-nonces';
import { systemDb } from '@/server/platform/db/workspace';
import { enqueue } from '@/server/platform/jobs/enqueue';
import { inBatches } from '@/server/platform/jobs/in-batches';
import { defineCronJob, defineWorkspaceJob } from '@/server/platform/jobs/job';
import { now } from '@/server/platform/lib/clock';
import { keptSince } from '@/server/platform/lib/retention';

const ofChannel = z.object({ channelId: z.string() });

/** Verifies and applies the waiting callbacks of a channel. */
export const applyCallbacksJob = defineWorkspaceJob({
  name: 'channels.apply-callbacks',
  payload: ofChannel,
  key: ({ channelId }) => `callbacks:${channelId}`,
  run: async (services, { accountId }, { channelId }) =>
    (await import('@/server/modules/messaging/channels/apply-callbacks')).applyCallbacks(services, {
      accountId,
      channelId,
    }),
});

/** Lists the pages or accounts that a person may choose from after OAuth. */
export const listAssetsJob = defineWorkspaceJob({
  name: 'channels.list-assets',
  payload: ofChannel,
  key: ({ channelId }) => `assets:${channelId}`,
  run: async (services, db, { channelId }) =>
    (await import('@/server/modules/messaging/channels/list-assets')).listAssets(services, db, channelId),
});

/**
 * Callbacks that wait longer than this have no job: the process that received them ended between storing them and
 * calling the worker.
 */
const UNUSED_MS = 60_000;

export const sweepCallbacksJob = defineCronJob({
  name: 'channels.sweep-callbacks',
  cron: '* * * * *',
  async run({ database }) {
    const at = now();
    const { rows } = await database.pool.query<{ accountId: string; channelId: string }>(
      'SELECT DISTINCT "accountId", "channelId" FROM "ChannelCallback" WHERE "appliedAt" IS NULL AND "dueAt" < $1',
      [new Date(at.getTime() - UNUSED_MS)],
    );
    for (const { accountId, channelId } of rows)
      await enqueue(systemDb(database, accountId, at), applyCallbacksJob, { channelId });
  },
});

/** Deletes callbacks that were applied, and callbacks that could not be applied. */
const PRUNE = `DELETE FROM "ChannelCallback" c USING (
    SELECT o."accountId", o.id FROM "ChannelCallback" o
      WHERE (o."appliedAt" < $1) OR (o."appliedAt" IS NULL AND o."receivedAt" < $1) LIMIT $2 FOR UPDATE SKIP LOCKED) old
  WHERE c."accountId" = old."accountId" AND c.id = old.id`;

export const pruneChannelsJob = defineCronJob({
  name: 'channels.prune',
  cron: '41 * * * *',
  async run({ database, log }) {
    const at = now();
    const callbacks = await inBatches(database.pool, PRUNE, [keptSince('callbacks', at)]);
    log.debug({ callbacks, nonces: await pruneNonces(database, at) }, 'callbacks and nonces pruned');
  },
});
