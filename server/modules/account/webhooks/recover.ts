/** Queues failed deliveries again when the receiver is back (docs/contract/webhooks.md#recovery). */
import { workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type WorkspaceDb } from '@/server/platform/db/workspace';
import type { Settings } from '@/server/platform/env';
import { invalid } from '@/server/platform/errors';
import { keptSince } from '@/server/platform/lib/retention';
import type { RecoverInput } from '@/server/modules/account/webhooks/schema';
import { requireDelivery, switchedOff } from '@/server/modules/account/webhooks/send-by-hand';
import { RECOVERED_DAYS } from '@/server/modules/account/webhooks/vocabulary';

/** The most rows of one statement: about a second of work. */
const BATCH = 10_000;

const findEndpoint = workspaceStatement<{ url: string; active: boolean }, [id: string]>(
  'webhooks.find-for-recovery',
  `SELECT e.url, e.active FROM "WebhookEndpoint" e WHERE e."accountId" = $1 AND e.id = $2`,
);

/**
 * Queues a batch in the order of the index of failed deliveries, after the last row of the batch before, so a delivery
 * that fails again meanwhile is not queued twice. The condition is checked on the locked row, so of two calls at once
 * only one queues it. Attempts are counted from one again, because the endpoint has just come back.
 */
const queueBatch = workspaceStatement<
  { queued: number; createdAt: Date | null; id: string | null },
  [endpointId: string, since: Date, now: Date, afterCreatedAt: Date, afterId: string]
>(
  'webhooks.recover',
  `WITH failed AS MATERIALIZED (
     SELECT f.id, f."createdAt" FROM "WebhookDelivery" f
     WHERE f."accountId" = $1 AND f."endpointId" = $2 AND f.status = 'failed' AND f."updatedAt" >= $3::timestamptz
       AND (f."createdAt", f.id) > ($5::timestamptz, $6)
       AND EXISTS (SELECT FROM "WebhookEndpoint" e WHERE e."accountId" = $1 AND e.id = $2 AND e.active)
     ORDER BY f."createdAt", f.id LIMIT ${BATCH} FOR NO KEY UPDATE OF f
   ), queued AS (
     UPDATE "WebhookDelivery" d SET status = 'pending', attempts = 0, "claimableAt" = $4::timestamptz,
       "nextRetryAt" = $4::timestamptz, "claimedBy" = NULL, "updatedAt" = $4::timestamptz
     FROM failed f WHERE d."accountId" = $1 AND d.id = f.id RETURNING 1
   )
   SELECT (SELECT count(*)::int FROM queued) AS queued, l."createdAt", l.id FROM (VALUES (1)) one
     LEFT JOIN LATERAL (SELECT f."createdAt", f.id FROM failed f ORDER BY f."createdAt" DESC, f.id DESC LIMIT 1) l ON true`,
);

/**
 * Queues an endpoint's failed deliveries since this time again.
 * @throws AppError NOT_FOUND; VALIDATION for a time from which no deliveries are kept; BAD_STATE for an endpoint that
 * is switched off, and without the extension
 */
export async function recover(
  db: WorkspaceDb,
  settings: Settings,
  { id, since }: RecoverInput,
): Promise<{ queued: number }> {
  const { url, active } = orNotFound((await db.rows(findEndpoint, id))[0]);
  requireDelivery(settings);
  if (since < keptSince('deliveries', db.now)) throw invalid('since', `must be within the last ${RECOVERED_DAYS} days`);
  if (!active) throw switchedOff();
  let queued = 0;
  for (let [afterCreatedAt, afterId] = [new Date(0), '']; ;) {
    const batch = orNotFound((await db.rows(queueBatch, id, since, db.now, afterCreatedAt, afterId))[0]);
    queued += batch.queued;
    if (batch.queued < BATCH || batch.createdAt === null || batch.id === null) break;
    [afterCreatedAt, afterId] = [batch.createdAt, batch.id];
  }
  await db.transaction((tx) =>
    tx.audit({
      action: 'webhook_endpoint.recover',
      targetType: 'webhook_endpoint',
      targetId: id,
      data: { url, since: since.toISOString(), queued },
    }),
  );
  return { queued };
}
