/** The worker's jobs for vendors' privacy requests. */
import * as z from 'zod';
import { systemDb } from '@/server/platform/db/workspace';
import { enqueue } from '@/server/platform/jobs/enqueue';
import { defineCronJob, defineWorkspaceJob } from '@/server/platform/jobs/job';
import { now } from '@/server/platform/lib/clock';

/** Acts on the requests of an integration's shop that wait. */
export const actOnRequestsJob = defineWorkspaceJob({
  name: 'integrations.act-on-requests',
  payload: z.object({ integrationId: z.string() }),
  key: ({ integrationId }) => `requests:${integrationId}`,
  run: async (services, { accountId }, { integrationId }) =>
    (await import('@/server/modules/shops/connections/compliance/compliance')).actOnRequests(services, {
      accountId,
      integrationId,
    }),
});

/** Mails the workspace's owner about a request that somebody has to answer. */
export const mailDataRequestJob = defineWorkspaceJob({
  name: 'integrations.mail-data-request',
  payload: z.object({ requestId: z.string() }),
  key: ({ requestId }) => `mail-data-request:${requestId}`,
  run: async (services, db, { requestId }) =>
    (await import('@/server/modules/shops/connections/compliance/mail')).mailDataRequest(services, db, requestId),
});

/**
 * Restarts requests that wait although nobody works on them, because a process ended between storing the request and
 * queuing the job, or in the middle of the work.
 */
export const sweepRequestsJob = defineCronJob({
  name: 'integrations.sweep-requests',
  cron: '* * * * *',
  async run({ database }) {
    const at = now();
    const { rows } = await database.pool.query<{ accountId: string; integrationId: string }>(
      'SELECT DISTINCT "accountId", "integrationId" FROM "PrivacyRequest" WHERE "dueAt" <= $1',
      [at],
    );
    for (const { accountId, integrationId } of rows)
      await enqueue(systemDb(database, accountId, at), actOnRequestsJob, { integrationId });
  },
});

/** The time for which a finished request is kept, in milliseconds, so that a repeat of it is recognised. */
const KEPT_MS = 90 * 24 * 60 * 60_000;

export const pruneRequestsJob = defineCronJob({
  name: 'integrations.prune-requests',
  cron: '53 * * * *',
  async run({ database, log }) {
    const { rowCount } = await database.pool.query('DELETE FROM "PrivacyRequest" WHERE "doneAt" < $1', [
      new Date(now().getTime() - KEPT_MS),
    ]);
    log.debug({ requests: rowCount }, 'requests about people pruned');
  },
});
