/**
 * Housekeeping of delivery rows: no row waits for ever, and rows outside of monthly tables are deleted after 30 days
 * (months.ts has the others). Also watches endpoints that accept nothing.
 */
import { DAY_MS } from '@/server/platform/lib/durations';
import type { Pool } from 'pg';
import * as z from 'zod';
import { inBatches } from '@/server/platform/jobs/in-batches';
import { defineCronJob, defineWorkspaceJob } from '@/server/platform/jobs/job';
import { withoutMonth } from '@/server/platform/jobs/months';
import { now } from '@/server/platform/lib/clock';
import { keptSince } from '@/server/platform/lib/retention';
import { deliversEvents } from '@/server/modules/account/webhooks/deliveries';
import { DELIVERIES } from '@/server/modules/account/webhooks/months';

/**
 * A switched-off endpoint may return for as long as its deliveries would be tried
 * (server/modules/account/webhooks/delivery/schedule.ts).
 */
const WAITS_FOR_SWITCH_MS = 3 * DAY_MS;

const SWITCHED_OFF = 'The endpoint was switched off for three days.';
const STARVED = 'It was not its turn for 30 days: the endpoint answers too slowly for what it is sent.';

/**
 * Gives up deliveries that nothing has happened to since, and that nobody holds. An attempt, a replay and a wait
 * between attempts all come sooner.
 */
const GIVE_UP = `UPDATE "WebhookDelivery" d
  SET status = 'failed', "claimableAt" = NULL, "nextRetryAt" = NULL, "updatedAt" = $2,
    "attemptLog" = d."attemptLog" || jsonb_build_array(jsonb_build_object('at', $3::text, 'ms', 0, 'responseCode', NULL,
      'error', CASE WHEN w.active THEN '${STARVED}' ELSE '${SWITCHED_OFF}' END))
  FROM (
    SELECT p."accountId", p.id, e.active FROM "WebhookDelivery" p
      JOIN "WebhookEndpoint" e ON e."accountId" = p."accountId" AND e.id = p."endpointId"
    WHERE p."claimableAt" IS NOT NULL AND (p."claimedBy" IS NULL OR p."claimableAt" < $2) AND p."updatedAt" < CASE
      WHEN e.active THEN $4::timestamptz ELSE $1::timestamptz END
    LIMIT $5 FOR NO KEY UPDATE OF p SKIP LOCKED) w
  WHERE d."accountId" = w."accountId" AND d.id = w.id`;

const prune = (partition: string): string => `DELETE FROM "${partition}" d USING (
    SELECT o."accountId", o.id FROM "${partition}" o
      WHERE o."accountId" = $1 AND o."createdAt" < $2 AND o.status <> 'pending' ORDER BY o."createdAt", o.id LIMIT $3
      FOR UPDATE SKIP LOCKED) old
  WHERE d."accountId" = old."accountId" AND d.id = old.id`;

/**
 * Fails deliveries that waited in vain. Deletes finished ones older than 30 days that no monthly table removes: rows
 * from before there were months, or rows that outlived their month.
 */
export async function pruneDeliveries(pool: Pool, at: Date): Promise<{ givenUp: number; removed: number }> {
  const before = (ms: number): Date => new Date(at.getTime() - ms);
  const givenUp = await inBatches(pool, GIVE_UP, [
    before(WAITS_FOR_SWITCH_MS),
    at,
    at.toISOString(),
    keptSince('deliveries', at),
  ]);
  // By workspace, for that is how the rows are indexed.
  const { rows } = await pool.query<{ accountId: string }>('SELECT DISTINCT "accountId" FROM "WebhookEndpoint"');
  let removed = 0;
  for (const partition of await withoutMonth(pool, DELIVERIES))
    for (const { accountId } of rows)
      removed += await inBatches(pool, prune(partition), [accountId, keptSince('deliveries', at)]);
  return { givenUp, removed };
}

export const pruneDeliveriesJob = defineCronJob({
  name: 'webhooks.prune-deliveries',
  cron: '29 * * * *',
  async run({ database, log }) {
    log.debug(await pruneDeliveries(database.pool, now()), 'webhook deliveries pruned');
  },
});

export const watchEndpointsJob = defineCronJob({
  name: 'webhooks.watch-endpoints',
  cron: '* * * * *',
  async run(services) {
    const at = now();
    const { forgetSecrets, watchEndpoints } = await import('@/server/modules/account/webhooks/failing');
    await forgetSecrets(services, at);
    // Where nothing is sent, nothing can be taken.
    if (deliversEvents(services.settings))
      services.log.debug({ verdicts: await watchEndpoints(services, at) }, 'endpoints that fail looked at');
  },
});

/** Mails the workspace's owner about an endpoint that will be switched off. */
export const mailFailingJob = defineWorkspaceJob({
  name: 'webhooks.mail-failing',
  payload: z.object({ endpointId: z.string() }),
  key: ({ endpointId }) => `mail-failing:${endpointId}`,
  run: async (services, db, { endpointId }) =>
    (await import('@/server/modules/account/webhooks/failing')).mailFailing(services, db, endpointId),
});
