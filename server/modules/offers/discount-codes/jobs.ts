/** The worker's jobs for discount codes. */
import * as z from 'zod';
import { systemDb } from '@/server/platform/db/workspace';
import { enqueue } from '@/server/platform/jobs/enqueue';
import { inBatches } from '@/server/platform/jobs/in-batches';
import { defineCronJob, defineWorkspaceJob } from '@/server/platform/jobs/job';
import { now } from '@/server/platform/lib/clock';
import { keptSince } from '@/server/platform/lib/retention';

/** Deletes expired holds; they stopped counting when they expired. */
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

/** Makes a batch's codes. One waiting job a batch is enough, because it makes all codes that are left to make. */
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
 * Resumes batches whose worker was killed. The killed worker's lock is gone, and two jobs for one batch wait for each
 * other at its row.
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
