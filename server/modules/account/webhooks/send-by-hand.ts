/** Deliveries that a person sends: an old delivery again, or a test event. The worker handles both like any other. */
import { workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type WorkspaceDb } from '@/server/platform/db/workspace';
import { AppError } from '@/server/platform/errors';
import type { Settings } from '@/server/platform/env';
import { deliversEvents, deliveryColumns, getDelivery } from '@/server/modules/account/webhooks/deliveries';
import { TEST_EVENT_TYPE } from '@/server/modules/account/webhooks/event-types-schema';
import type { Delivery } from '@/server/modules/account/webhooks/schema';

/** The event keeps its id, so that a receiver recognizes an event that it has already. */
const sendAgain = workspaceStatement<Delivery, [id: string, now: Date]>(
  'webhooks.replay',
  `UPDATE "WebhookDelivery" d SET status = 'pending', "claimableAt" = $3::timestamptz, "nextRetryAt" = $3::timestamptz,
    "claimedBy" = NULL, "updatedAt" = $3::timestamptz
   FROM "WebhookEndpoint" e WHERE d."accountId" = $1 AND d.id = $2 AND d.status <> 'pending' AND e."accountId" = $1
     AND e.id = d."endpointId" AND e.active
   RETURNING ${deliveryColumns('d')}`,
);

const insertTest = workspaceStatement<Delivery, [endpointId: string, type: string, now: Date, instant: string]>(
  'webhooks.test',
  `WITH event AS MATERIALIZED (
     SELECT e.id AS "endpointId", new_id() AS id FROM "WebhookEndpoint" e
       WHERE e."accountId" = $1 AND e.id = $2 AND e.active FOR KEY SHARE
   ), envelope AS (
     SELECT v."endpointId", row_to_json(o) AS payload, v.id FROM event v
     CROSS JOIN LATERAL (SELECT v."endpointId") data
     CROSS JOIN LATERAL (SELECT v.id, $3::text AS type, $5::text AS "createdAt", $1 AS "accountId", data) o)
   INSERT INTO "WebhookDelivery" AS d ("accountId", "endpointId", "eventId", type, payload, "claimableAt",
     "nextRetryAt", "createdAt", "updatedAt")
   SELECT $1, v."endpointId", v.id, $3, v.payload, $4::timestamptz, $4::timestamptz, $4::timestamptz, $4::timestamptz
     FROM envelope v
   RETURNING ${deliveryColumns('d')}`,
);

/** @throws AppError BAD_STATE */
export function requireDelivery(settings: Settings): void {
  if (!deliversEvents(settings))
    throw new AppError('BAD_STATE', {
      message: 'This server delivers no webhooks. Its operator can switch them on with EXTENSIONS=webhook-delivery.',
      details: { reason: 'DELIVERY_OFF' },
    });
}

export const switchedOff = (): AppError =>
  new AppError('BAD_STATE', {
    message: 'The endpoint is switched off. Switch it on first.',
    details: { reason: 'ENDPOINT_OFF' },
  });

/**
 * Sends a delivery again, accepted or failed.
 * @throws AppError NOT_FOUND, BAD_STATE for a delivery that is still being tried, for an endpoint that is switched off,
 * and without the extension
 */
export async function replay(db: WorkspaceDb, settings: Settings, id: string): Promise<{ delivery: Delivery }> {
  const { delivery } = await getDelivery(db, id);
  requireDelivery(settings);
  const [row] = await db.rows(sendAgain, id, db.now);
  if (row !== undefined) return { delivery: row };
  throw delivery.status === 'pending'
    ? new AppError('BAD_STATE', {
        message: 'This delivery is still being tried. Replay it once it has succeeded or failed.',
        details: { reason: 'PENDING' },
      })
    : switchedOff();
}

/**
 * Sends one event of the type svc.webhook.test.v1 to this endpoint alone, whatever it subscribes to.
 * @throws AppError NOT_FOUND, BAD_STATE for an endpoint that is switched off, and without the extension
 */
export async function sendTest(
  db: WorkspaceDb,
  settings: Settings,
  endpointId: string,
): Promise<{ delivery: Delivery }> {
  orNotFound(await db.prisma.webhookEndpoint.findFirst({ where: { id: endpointId }, select: { id: true } }));
  requireDelivery(settings);
  const [row] = await db.rows(insertTest, endpointId, TEST_EVENT_TYPE, db.now, db.now.toISOString());
  if (row === undefined) throw switchedOff();
  return { delivery: row };
}
