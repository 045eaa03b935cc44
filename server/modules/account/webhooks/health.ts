/** The health of endpoints, shown on their page and in their list. */
import { workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type WorkspaceDb } from '@/server/platform/db/workspace';
import type { Settings } from '@/server/platform/env';
import { deliversEvents } from '@/server/modules/account/webhooks/deliveries';
import { type Health, type WatchedEndpoint } from '@/server/modules/account/webhooks/schema';
import { COUNTED } from '@/server/modules/account/webhooks/vocabulary';

const DAYS = 7;
/** The newest deliveries, which are read one by one: there may be millions, and the page asks every few seconds. */
const NEWEST = `"WebhookDelivery" d WHERE d."accountId" = $1 AND d."endpointId" = i.id`;
const FIRST = 'ORDER BY d."createdAt" DESC, d.id DESC LIMIT';

const healthOf = workspaceStatement<
  Omit<Health, 'lastDelivery'> & {
    endpointId: string;
    lastDelivery: (Omit<NonNullable<Health['lastDelivery']>, 'attemptedAt'> & { attemptedAt: string }) | null;
  },
  [ids: string[], now: Date]
>(
  'webhooks.health',
  `SELECT i.id AS "endpointId", c.*, row_to_json(l) AS "lastDelivery" FROM unnest($2::text[]) AS i (id)
   CROSS JOIN LATERAL (
     SELECT count(*) FILTER (WHERE n.status = 'pending' AND n.place <= ${COUNTED})::int AS pending,
       count(*) FILTER (WHERE n.status = 'sent' AND n.place <= ${COUNTED})::int AS sent,
       count(*) FILTER (WHERE n.status = 'failed' AND n.place <= ${COUNTED})::int AS failed,
         count(*) > ${COUNTED} AS "hasMore"
     FROM (SELECT r.status, row_number() OVER () AS place
       FROM (SELECT d.status FROM ${NEWEST}
       AND d."createdAt" > $3::timestamptz - interval '${DAYS} days' ${FIRST} ${COUNTED + 1}) r) n) c
   LEFT JOIN LATERAL (
     SELECT n.id, n.type, n.status, n."responseCode", n."lastAttemptAt" AS "attemptedAt"
     FROM (SELECT d.id, d.type, d.status, d."responseCode", d."lastAttemptAt", d."createdAt"
       FROM ${NEWEST} ${FIRST} ${COUNTED}) n
     WHERE n."lastAttemptAt" IS NOT NULL ORDER BY n."createdAt" DESC, n.id DESC LIMIT 1) l ON true`,
);

type EndpointRow = Omit<WatchedEndpoint, 'health'>;

/** The end of the earlier secrets' use; null when it has passed, although they are deleted only a minute later. */
const stillSigning = (until: Date | null, now: Date): Date | null => (until !== null && until > now ? until : null);

async function watched(db: WorkspaceDb, endpoints: readonly EndpointRow[]): Promise<WatchedEndpoint[]> {
  const rows =
    endpoints.length === 0
      ? []
      : await db.rows(
          healthOf,
          endpoints.map(({ id }) => id),
          db.now,
        );
  const byId = new Map(
    rows.map(({ endpointId, lastDelivery, ...counts }) => [
      endpointId,
      {
        ...counts,
        lastDelivery:
          lastDelivery === null ? null : { ...lastDelivery, attemptedAt: new Date(lastDelivery.attemptedAt) },
      },
    ]),
  );
  return endpoints.map((endpoint) => ({
    ...endpoint,
    previousSecretsUntil: stillSigning(endpoint.previousSecretsUntil, db.now),
    health: orNotFound(byId.get(endpoint.id)),
  }));
}

/** @throws AppError NOT_FOUND */
export async function get(
  db: WorkspaceDb,
  settings: Settings,
  id: string,
): Promise<{ endpoint: WatchedEndpoint; deliveryEnabled: boolean }> {
  const endpoint = orNotFound(await db.prisma.webhookEndpoint.findFirst({ where: { id } }));
  return { endpoint: orNotFound((await watched(db, [endpoint]))[0]), deliveryEnabled: deliversEvents(settings) };
}

/** Every endpoint, newest first. */
export async function overview(
  db: WorkspaceDb,
  settings: Settings,
): Promise<{ endpoints: WatchedEndpoint[]; deliveryEnabled: boolean }> {
  const endpoints = await db.prisma.webhookEndpoint.findMany({ orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] });
  return { endpoints: await watched(db, endpoints), deliveryEnabled: deliversEvents(settings) };
}
