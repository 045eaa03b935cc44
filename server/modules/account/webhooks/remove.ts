/**
 * An endpoint is deleted for good, its deliveries with it; the audit log keeps that it was there
 * (docs/contract/webhooks.md#endpoint).
 */
import { workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type WorkspaceDb } from '@/server/platform/db/workspace';

/** Deliveries that go with their endpoint in one moment. */
const FEW = 1_000;
/** Rows of one statement where there are more: a second's work. */
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
 * Deliveries can be a million, and every change that goes to the endpoint locks its row: so it is switched off
 * first, and emptied before it is deleted. Should that break off, the endpoint says so (stoppedBy `deleting`), and the
 * next call goes on from there.
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
