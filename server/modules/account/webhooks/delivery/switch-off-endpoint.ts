/** Switches off an endpoint that answers 410, which asks for no more events. The audit log records it. */
import type { Database } from '@/server/platform/db/client';
import { workspaceStatement } from '@/server/platform/db/statement';
import { systemDb } from '@/server/platform/db/workspace';

/** Switches off only the address that answered 410: an address that was set meanwhile has not answered. */
const switchOff = workspaceStatement<{ id: string }, [id: string, url: string, now: Date]>(
  'webhooks.gone',
  `UPDATE "WebhookEndpoint" e SET active = false, "stoppedBy" = 'gone', "stoppedAt" = $4::timestamptz,
    "updatedAt" = $4::timestamptz WHERE e."accountId" = $1 AND e.id = $2 AND e.url = $3 AND e.active RETURNING e.id`,
);

/** @returns true when this call switched the endpoint off */
export async function switchOffGone(
  database: Database,
  endpoint: { accountId: string; endpointId: string; url: string },
  now: Date,
): Promise<boolean> {
  const { accountId, endpointId, url } = endpoint;
  const db = systemDb(database, accountId, now);
  return await db.transaction(async (tx) => {
    if ((await tx.rows(switchOff, endpointId, url, now)).length === 0) return false;
    await tx.audit({
      action: 'webhook_endpoint.update',
      targetType: 'webhook_endpoint',
      targetId: endpointId,
      data: { url, changed: ['active'], stoppedBy: 'gone' },
    });
    return true;
  });
}
