/** The worker's jobs for discount codes. */
import * as z from 'zod';
import { systemDb } from '@/server/platform/db/workspace';
import { enqueue } from '@/server/platform/jobs/enqueue';
import { inBatches } from '@/server/platform/jobs/in-batches';
import { defineCronJob, defineWorkspaceJob } from '@/server/platform/jobs/job';
import { now } from '@/server/platform/lib/clock';
import { keptSince } from '@/server/platform/lib/retention';

/** Holds that are over count for nothing since then; their rows go later. */
const PRUNE = `DELETE FROM "DiscountHold" h USING (
    SELECT o."accountId", o.id FROM "DiscountHold" o WHERE o."expiresAt" < $1 LIMIT $2 FOR UPDATE SKIP LOCKED) old
  WHERE h."accountId" = old."accountId" AND h.id = old.id`;

export const pruneHoldsJob = defineCronJob({
  name: 'discount-codes.prune-holds',
  cron: '17 * * * *',
  async run({ database, log }) {
    log.debug({ holds: await inBatches(database.pool, PRUNE, [keptSince('holds', now())]) }, 'holds pruned');
  },
});

/** One waiting job a batch is enough: it makes all that there is to make. */
export const mintBatchJob = defineWorkspaceJob({
  name: 'discount-codes.mint-batch',
  payload: z.object({ batchId: z.string() }),
  key: ({ batchId }) => `discount-batch:${batchId}`,
  run: async ({ database }, { accountId }, { batchId }) =>
    (await import('@/server/modules/offers/discount-codes/mint-batch')).mintBatch(
      () => systemDb(database, accountId),
      batchId,
    ),
});

/**
 * Resumes the batches that a killed worker left. Its lock is gone with it, and whoever comes twice waits at the batch's
 * row.
 */
export const resumeBatchesJob = defineCronJob({
  name: 'discount-codes.resume-batches',
  cron: '* * * * *',
  atStart: true,
  async run({ database }) {
    const { rows } = await database.pool.query<{ accountId: string; id: string }>(
      `SELECT b."accountId", b.id FROM "DiscountBatch" b WHERE b.status = 'minting'`,
    );
    for (const { accountId, id } of rows) await enqueue(systemDb(database, accountId), mintBatchJob, { batchId: id });
  },
});
