/**
 * Deletes an endpoint for good, with its deliveries; the audit log still shows that it existed
 * (docs/contract/webhooks.md#endpoint).
 */
import { workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type WorkspaceDb } from '@/server/platform/db/workspace';

/** The most deliveries that are deleted together with their endpoint in one statement. */
const FEW = 1_000;
/** The most rows of one statement when there are more deliveries: about a second of work. */
const BATCH = 10_000;

const findLarge = workspaceStatement<{ isLarge: boolean }, [id: string]>(
  'webhooks.is-large',
  `SELECT EXISTS (SELECT FROM "WebhookDelivery" d
    WHERE d."accountId" = $1 AND d."endpointId" = e.id OFFSET ${FEW}) AS "isLarge" FROM "WebhookEndpoint" e
    WHERE e."accountId" = $1 AND e.id = $2`,
);

const beginDeleting = workspaceStatement<{ url: string; wasActive: boolean }, [id: string, now: Date]>(
  'webhooks.begin-deleting',
  `UPDATE "WebhookEndpoint" e SET active = false, "stoppedBy" = 'deleting', "stoppedAt" = $3::timestamptz,
    "updatedAt" = $3::timestamptz
   FROM (SELECT id, active FROM "WebhookEndpoint" WHERE "accountId" = $1 AND id = $2 FOR NO KEY UPDATE) old
   WHERE e."accountId" = $1 AND e.id = old.id RETURNING e.url, old.active AS "wasActive"`,
);

const deleteDeliveries = workspaceStatement<{ rows: number }, [id: string]>(
  'webhooks.delete-deliveries',
  `WITH gone AS (
     DELETE FROM "WebhookDelivery" d USING (SELECT id FROM "WebhookDelivery"
       WHERE "accountId" = $1 AND "endpointId" = $2 LIMIT ${BATCH}) old WHERE d."accountId" = $1 AND d.id = old.id
       RETURNING 1)
   SELECT count(*)::int AS rows FROM gone`,
);

const deleteEndpoint = workspaceStatement<{ url: string }, [id: string]>(
  'webhooks.delete',
  'DELETE FROM "WebhookEndpoint" WHERE "accountId" = $1 AND id = $2 RETURNING url',
);

/**
 * Empties an endpoint before its deletion. It may have a million deliveries, and every change that goes to it locks its
 * row, so it is first switched off. If this is interrupted, the endpoint shows it (stoppedBy `deleting`), and the next
 * call continues.
 */
async function empty(db: WorkspaceDb, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const { url, wasActive } = orNotFound((await tx.rows(beginDeleting, id, tx.now))[0]);
    if (wasActive)
      await tx.audit({
        action: 'webhook_endpoint.update',
        targetType: 'webhook_endpoint',
        targetId: id,
        data: { url, changed: ['active'], stoppedBy: 'deleting' },
      });
  });
  while (orNotFound((await db.rows(deleteDeliveries, id))[0]).rows === BATCH);
}

/** @throws AppError NOT_FOUND */
export async function remove(db: WorkspaceDb, id: string): Promise<{ id: string; deleted: true }> {
  if (orNotFound((await db.rows(findLarge, id))[0]).isLarge) await empty(db, id);
  return await db.transaction(async (tx) => {
    const { url } = orNotFound((await tx.rows(deleteEndpoint, id))[0]);
    await tx.audit({ action: 'webhook_endpoint.delete', targetType: 'webhook_endpoint', targetId: id, data: { url } });
    return { id, deleted: true };
  });
}
