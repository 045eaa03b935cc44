/** Callbacks of payment providers: the row stays, for it makes an event count once; what came in it is kept for 30 days. */
import { z } from 'zod';
import { inBatches } from '@/server/jobs/in-batches';
import { defineJob } from '@/server/jobs/job';
import { now } from '@/server/lib/clock';

const KEPT_MS = 30 * 24 * 60 * 60_000;

const EMPTY = `UPDATE "BillingCallback" c SET body = NULL FROM (
    SELECT o.provider, o."eventId" FROM "BillingCallback" o WHERE o.body IS NOT NULL AND o."receivedAt" < $1 LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED) old
  WHERE c.provider = old.provider AND c."eventId" = old."eventId"`;

export const emptyCallbacksJob = defineJob({
  name: 'billing.empty-callbacks',
  payload: z.object({}),
  cron: '37 * * * *',
  async run({ database, log }) {
    const emptied = await inBatches(database.pool, EMPTY, [new Date(now().getTime() - KEPT_MS)]);
    log.debug({ emptied }, 'payment callbacks emptied');
  },
});
