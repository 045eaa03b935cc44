/** The channels' part of the worker: callbacks, the choice after OAuth, housekeeping. */
import { z } from 'zod';
import { pruneNonces } from '@/server/db/oauth-nonces';
import { workspaceDb } from '@/server/db/workspace';
import { enqueue } from '@/server/jobs/enqueue';
import { inBatches } from '@/server/jobs/in-batches';
import { defineJob } from '@/server/jobs/job';
import { now } from '@/server/lib/clock';
import { applyCallbacks } from '@/server/resources/channels/apply-callbacks';
import { APPLY_CALLBACKS, LIST_ASSETS } from '@/server/resources/channels/job-kinds';
import { listAssets } from '@/server/resources/channels/list-assets';

const SYSTEM = { kind: 'system', id: null, partnerId: null, onBehalfOf: null } as const;

export const applyCallbacksJob = defineJob({ ...APPLY_CALLBACKS, run: applyCallbacks });

export const listAssetsJob = defineJob({ ...LIST_ASSETS, run: listAssets });

/** After this long nobody has called the worker for them: the door's process ended between storing and calling. */
const FORGOTTEN_MS = 60_000;

export const sweepCallbacksJob = defineJob({
  name: 'channels.sweep-callbacks',
  payload: z.object({}),
  cron: '* * * * *',
  async run({ database }) {
    const at = now();
    const { rows } = await database.pool.query<{ accountId: string; channelId: string }>(
      'SELECT DISTINCT "accountId", "channelId" FROM "ChannelCallback" WHERE "appliedAt" IS NULL AND "dueAt" < $1',
      [new Date(at.getTime() - FORGOTTEN_MS)],
    );
    for (const { accountId, channelId } of rows)
      await enqueue(
        workspaceDb(database, { accountId, actor: SYSTEM, now: at }),
        APPLY_CALLBACKS,
        { channelId },
        { key: `callbacks:${channelId}` },
      );
  },
});

/** For as long somebody may want to see what a vendor really sent (issue 5, §5). */
const KEPT_MS = 30 * 24 * 60 * 60_000;

/** Those that were applied, and those that nobody could. */
const PRUNE = `DELETE FROM "ChannelCallback" c USING (
    SELECT o."accountId", o.id FROM "ChannelCallback" o WHERE (o."appliedAt" < $1) OR (o."appliedAt" IS NULL AND o."receivedAt" < $1) LIMIT $2 FOR UPDATE SKIP LOCKED) old
  WHERE c."accountId" = old."accountId" AND c.id = old.id`;

export const pruneChannelsJob = defineJob({
  name: 'channels.prune',
  payload: z.object({}),
  cron: '41 * * * *',
  async run({ database, log }) {
    const at = now();
    const callbacks = await inBatches(database.pool, PRUNE, [new Date(at.getTime() - KEPT_MS)]);
    log.debug({ callbacks, nonces: await pruneNonces(database, at) }, 'callbacks and nonces pruned');
  },
});
