/** The contacts' jobs for the worker. */
import { DAY_MS } from '@/server/platform/lib/durations';
import * as z from 'zod';
import { systemDb } from '@/server/platform/db/workspace';
import { enqueue } from '@/server/platform/jobs/enqueue';
import { inBatches } from '@/server/platform/jobs/in-batches';
import { defineCronJob, defineWorkspaceJob } from '@/server/platform/jobs/job';
import { now } from '@/server/platform/lib/clock';
import { keptSince } from '@/server/platform/lib/retention';

/** One waiting job for an import is enough: a job does all remaining work. */
export const workImportJob = defineWorkspaceJob({
  name: 'contacts.work-import',
  payload: z.object({ importId: z.string() }),
  key: ({ importId }) => `contact-import:${importId}`,
  run: async (services, { accountId }, { importId }) =>
    (await import('@/server/modules/audience/contacts/run-import')).runImport(services, accountId, importId),
});

/**
 * Restarts imports whose worker was killed: its job stays locked for hours, but the import's own lock shows that nobody
 * works on it.
 */
export const resumeImportsJob = defineCronJob({
  name: 'contacts.resume-imports',
  cron: '* * * * *',
  atStart: true,
  async run({ database }) {
    const { rows } = await database.pool.query<{ accountId: string; id: string }>(
      `SELECT "accountId", id FROM "ContactImport" WHERE status IN ('checking', 'importing')`,
    );
    for (const { accountId, id } of rows) await enqueue(systemDb(database, accountId), workImportJob, { importId: id });
  },
});

/** A file that nobody went on with. */
const ABANDONED_MS = 7 * DAY_MS;

export const pruneImportsJob = defineCronJob({
  name: 'contacts.prune-imports',
  cron: '23 * * * *',
  async run({ database, log }) {
    const at = now();
    const abandoned = await database.pool.query(
      `WITH gone AS (UPDATE "ContactImport" SET status = 'canceled', "finishedAt" = $2, "updatedAt" = $2
        WHERE status IN ('uploading', 'checked') AND "updatedAt" < $1 RETURNING "accountId", id)
       DELETE FROM "ContactImportChunk" c USING gone WHERE c."accountId" = gone."accountId" AND c."importId" = gone.id`,
      [new Date(at.getTime() - ABANDONED_MS), at],
    );
    const refusals = await database.pool.query(
      `DELETE FROM "ContactImportRefusal" r USING "ContactImport" i
        WHERE i."accountId" = r."accountId" AND i.id = r."importId" AND i."finishedAt" < $1`,
      [keptSince('refusals', at)],
    );
    await inBatches(
      database.pool,
      `DELETE FROM "ContactImportChange" u WHERE u.ctid IN (
         SELECT o.ctid FROM "ContactImportChange" o
           JOIN "ContactImport" i ON i."accountId" = o."accountId" AND i.id = o."importId" WHERE i."finishedAt" < $1
           LIMIT $2)`,
      [keptSince('imports', at)],
    );
    await database.pool.query(`DELETE FROM "ContactMerge" m WHERE m."createdAt" < $1`, [keptSince('merges', at)]);
    log.debug({ chunks: abandoned.rowCount, refusals: refusals.rowCount }, 'imports pruned');
  },
});
