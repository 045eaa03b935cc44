/**
 * The webhooks of an integration that wait for the worker (docs/contract/integrations.md#webhooks): read, claimed,
 * settled.
 */
import { workspaceStatement } from '@/server/platform/db/statement';

/** The largest number of webhooks in one batch, and of their bytes; a single larger webhook is its own batch. */
const BATCH = 200;
const BATCH_BYTES = 16 * 1024 * 1024;
export interface Waiting {
  id: string;
  headers: unknown;
  body: Buffer;
  receivedAt: Date;
  attempts: number;
}

export const findWaiting = workspaceStatement<Waiting, [integrationId: string, now: Date]>(
  'integrations.webhooks.waiting',
  `SELECT b.id, b.headers, b.body, b."receivedAt", b.attempts FROM (
     SELECT w.*, row_number() OVER came AS place, sum(octet_length(w.body)) OVER came AS bytes
       FROM "IntegrationWebhook" w
     WHERE w."accountId" = $1 AND w."integrationId" = $2::text AND w."appliedAt" IS NULL
       AND w."dueAt" <= $3::timestamptz
     WINDOW came AS (ORDER BY w."receivedAt", w.id) ORDER BY w."receivedAt", w.id LIMIT ${BATCH}) b
   WHERE b.place = 1 OR b.bytes <= ${BATCH_BYTES} ORDER BY b.place`,
);

export const findNextDue = workspaceStatement<{ dueAt: Date | null }, [integrationId: string]>(
  'integrations.webhooks.next',
  `SELECT min(w."dueAt") AS "dueAt" FROM "IntegrationWebhook" w
    WHERE w."accountId" = $1 AND w."integrationId" = $2::text AND w."appliedAt" IS NULL`,
);

/** Claims the shop's delivery ids; returns the webhooks whose id no other webhook has. */
export const claim = workspaceStatement<{ id: string }, [ids: string[], deliveryIds: string[], integrationId: string]>(
  'integrations.webhooks.claim',
  `UPDATE "IntegrationWebhook" w SET "deliveryId" = c."deliveryId"
    FROM unnest($2::text[], $3::text[]) AS c(id, "deliveryId")
   WHERE w."accountId" = $1 AND w.id = c.id AND NOT EXISTS (
     SELECT FROM "IntegrationWebhook" o WHERE o."accountId" = $1 AND o."integrationId" = $4::text
       AND o."deliveryId" = c."deliveryId" AND o.id <> c.id)
   RETURNING w.id`,
);

/**
 * Settles webhooks, and deletes the bodies of those that were not applied: anybody can send a refused one, and a plan
 * without room stores nothing.
 */
export const settle = workspaceStatement<
  never,
  [ids: string[], results: (string | null)[], reasons: (string | null)[], dueAt: Date[], now: Date]
>(
  'integrations.webhooks.settle',
  `UPDATE "IntegrationWebhook" w SET attempts = w.attempts + 1, result = s.result, reason = s.reason,
    "dueAt" = s."dueAt",
     "appliedAt" = CASE WHEN s.result IS NOT NULL THEN $6::timestamptz END,
     "deliveryId" = CASE WHEN s.result = 'failed' THEN NULL ELSE w."deliveryId" END,
     body = CASE WHEN s.result IN ('refused', 'held', 'repeated', 'dropped') THEN ''::bytea ELSE w.body END
   FROM unnest($2::text[], $3::text[], $4::text[], $5::timestamptz[]) AS s(id, result, reason, "dueAt")
   WHERE w."accountId" = $1 AND w.id = s.id AND w."appliedAt" IS NULL`,
);
