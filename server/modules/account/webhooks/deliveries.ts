/** Delivery rows in the form of our answers. The worker sends them (webhooks/delivery). */
import { columnsOf } from '@/server/platform/db/columns';
import { composedStatement, Parameters, workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type WorkspaceDb } from '@/server/platform/db/workspace';
import type { Settings } from '@/server/platform/env';
import { cutPage, decodeCursor } from '@/server/platform/db/cursor';
import type { DeliveriesInput, Delivery } from '@/server/modules/account/webhooks/schema';
import type { DeliveryStatus } from '@/server/modules/account/webhooks/vocabulary';

export const deliveryColumns = (alias: string): string =>
  columnsOf('WebhookDelivery', alias, 'eventId', 'claimableAt', 'claimedBy');

/** Rows of GET /webhooks/events (docs/contract/webhooks.md#delivery-row). */
const RECENT = 50;

const recentDeliveries = workspaceStatement<Delivery>(
  'webhooks.recent-deliveries',
  `SELECT ${deliveryColumns('d')} FROM "WebhookDelivery" d WHERE d."accountId" = $1
    ORDER BY d."createdAt" DESC, d.id DESC LIMIT ${RECENT}`,
);

const findDelivery = workspaceStatement<Delivery, [id: string]>(
  'webhooks.find-delivery',
  `SELECT ${deliveryColumns('d')} FROM "WebhookDelivery" d WHERE d."accountId" = $1 AND d.id = $2`,
);

/** Checks whether this server writes and delivers events at all. */
export const deliversEvents = (settings: Pick<Settings, 'extensions'>): boolean =>
  settings.extensions.has('webhook-delivery');

/**
 * Returns the newest delivery rows. Without the extension there are none, not even rows from before it was switched
 * off.
 */
export async function recentEvents(db: WorkspaceDb, settings: Settings): Promise<{ events: Delivery[] }> {
  return { events: deliversEvents(settings) ? await db.rows(recentDeliveries) : [] };
}

/** In words that the partial indexes are made with. */
const OF_STATUS: Record<DeliveryStatus, string> = {
  pending: `d.status = 'pending' AND d."claimableAt" IS NOT NULL`,
  sent: `d.status = 'sent'`,
  failed: `d.status = 'failed'`,
};

/**
 * Returns deliveries, newest first; none for an unknown endpoint or type. @throws AppError VALIDATION for a cursor of
 * another list
 */
export async function listDeliveries(
  db: WorkspaceDb,
  { endpointId, status, type, limit, cursor }: DeliveriesInput,
): Promise<{ deliveries: Delivery[]; cursor: string | null; hasMore: boolean }> {
  const parameters = new Parameters();
  const filter = ['d."accountId" = $1'];
  if (endpointId !== undefined) filter.push(`d."endpointId" = ${parameters.add(endpointId, 'text')}`);
  if (status !== undefined) filter.push(OF_STATUS[status]);
  if (type !== undefined) filter.push(`d.type = ${parameters.add(type, 'text')}`);
  if (cursor !== undefined) {
    const { key, id } = decodeCursor(cursor, 'instant');
    filter.push(`(d."createdAt", d.id) < (${parameters.add(key, 'timestamptz')}, ${parameters.add(id, 'text')})`);
  }
  const rows = await db.rows(
    composedStatement<Delivery>(
      `SELECT ${deliveryColumns('d')} FROM "WebhookDelivery" d WHERE ${filter.join(' AND ')}
        ORDER BY d."createdAt" DESC, d.id DESC LIMIT ${parameters.add(limit + 1, 'int')}`,
    ),
    ...parameters.values,
  );
  const page = cutPage(rows, limit, (row) => row.createdAt);
  return { deliveries: page.rows, cursor: page.nextCursor, hasMore: page.hasMore };
}

/** @throws AppError NOT_FOUND */
export async function getDelivery(db: WorkspaceDb, id: string): Promise<{ delivery: Delivery }> {
  return { delivery: orNotFound((await db.rows(findDelivery, id))[0]) };
}
