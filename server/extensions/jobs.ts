/** Housekeeping of stored replies. */
import { z } from 'zod';
import { defineJob } from '@/server/jobs/job';
import { now } from '@/server/lib/clock';

export const pruneRepliesJob = defineJob({
  name: 'idempotency.prune-replies',
  payload: z.object({}),
  cron: '23 * * * *',
  async run({ database, log }) {
    const { rowCount } = await database.pool.query('DELETE FROM "IdempotentReply" WHERE "expiresAt" <= $1', [now()]);
    log.debug({ removed: rowCount }, 'stored replies pruned');
  },
});
