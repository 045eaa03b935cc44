/** How endpoints are doing: what their page and the list of them show beside what was registered. */
import { workspaceStatement } from '@/server/db/statement';
import { found, type WorkspaceDb } from '@/server/db/workspace';
import type { Settings } from '@/server/env';
import { deliversEvents } from '@/server/resources/webhooks/deliveries';
import type { Health, WatchedEndpoint } from '@/server/resources/webhooks/schema';

const DAYS = 7;

const healthOf = workspaceStatement<Omit<Health, 'lastDelivery'> & { endpointId: string; lastDelivery: (Omit<NonNullable<Health['lastDelivery']>, 'attemptedAt'> & { attemptedAt: string }) | null }, [ids: string[], now: Date]>(
  'webhooks.health',
  `SELECT i.id AS "endpointId", c.*, row_to_json(l) AS "lastDelivery" FROM unnest($2::text[]) AS i (id)
   CROSS JOIN LATERAL (
     SELECT count(*) FILTER (WHERE d.status = 'pending')::int AS pending, count(*) FILTER (WHERE d.status = 'sent')::int AS sent, count(*) FILTER (WHERE d.status = 'failed')::int AS failed
     FROM "WebhookDelivery" d WHERE d."accountId" = $1 AND d."endpointId" = i.id AND d."createdAt" > $3::timestamptz - interval '${DAYS} days') c
   LEFT JOIN LATERAL (
     SELECT d.id, d.type, d.status, d."responseCode", d."lastAttemptAt" AS "attemptedAt" FROM "WebhookDelivery" d
     WHERE d."accountId" = $1 AND d."endpointId" = i.id AND d."lastAttemptAt" IS NOT NULL ORDER BY d."createdAt" DESC, d.id DESC LIMIT 1) l ON true`,
);

type EndpointRow = Omit<WatchedEndpoint, 'health'>;

async function watched(db: WorkspaceDb, endpoints: readonly EndpointRow[]): Promise<WatchedEndpoint[]> {
  const rows = endpoints.length === 0 ? [] : await db.rows(healthOf, endpoints.map(({ id }) => id), db.now);
  const byId = new Map(rows.map(({ endpointId, lastDelivery, ...counts }) => [endpointId, { ...counts, lastDelivery: lastDelivery === null ? null : { ...lastDelivery, attemptedAt: new Date(lastDelivery.attemptedAt) } }]));
  return endpoints.map((endpoint) => ({ ...endpoint, health: found(byId.get(endpoint.id)) }));
}

/** @throws AppError NOT_FOUND */
export async function get(db: WorkspaceDb, settings: Settings, id: string): Promise<{ endpoint: WatchedEndpoint; deliveryEnabled: boolean }> {
  const endpoint = found(await db.prisma.webhookEndpoint.findFirst({ where: { id } }));
  return { endpoint: found((await watched(db, [endpoint]))[0]), deliveryEnabled: deliversEvents(settings) };
}

/** Every endpoint, newest first. */
export async function overview(db: WorkspaceDb, settings: Settings): Promise<{ endpoints: WatchedEndpoint[]; deliveryEnabled: boolean }> {
  const endpoints = await db.prisma.webhookEndpoint.findMany({ orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] });
  return { endpoints: await watched(db, endpoints), deliveryEnabled: deliversEvents(settings) };
}
