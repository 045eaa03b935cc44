/**
 * Webhooks that wait, verified and applied (docs/contract/integrations.md#webhooks). The worker's part: it opens the
 * integration's secret. Any of it may run twice, for what a row comes to is the same however often it is told.
 */
import type { Services } from '@/server/context';
import { objectIn, stored } from '@/server/db/stored';
import { workspaceStatement } from '@/server/db/statement';
import { violates } from '@/server/db/violations';
import { systemDb, type WorkspaceDb } from '@/server/db/workspace';
import { toAppError } from '@/server/errors';
import { enqueue } from '@/server/jobs/enqueue';
import { realTimeOf } from '@/server/lib/clock';
import { putProducts } from '@/server/resources/feeds/put-products';
import { CATALOG } from '@/server/resources/integrations/catalog';
import { openCredentials } from '@/server/resources/integrations/credentials';
import { heldIntegrations } from '@/server/resources/integrations/held';
import { configOf, type IntegrationRow } from '@/server/resources/integrations/integration-rows';
import { applyWebhooksJob } from '@/server/resources/integrations/jobs';
import { putCheckouts } from '@/server/resources/integrations/put-checkouts';
import { putCustomers } from '@/server/resources/integrations/put-customers';
import { putOrders } from '@/server/resources/integrations/put-orders';
import { webhookBody, type WebhookBody } from '@/server/resources/integrations/schema';
import type { Shop } from '@/server/resources/integrations/shop';
import { isSigned } from '@/server/resources/integrations/signature';
import type { CallResult, Provider } from '@/server/resources/integrations/vocabulary';

/** Bodies have up to 5 MiB, so this bounds the memory. */
const BATCH = 8;
const MINUTE_MS = 60_000;
/** When one is looked at again that could not be applied. */
const AGAIN_AFTER_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS];
const LONGEST_REASON = 500;

interface Waiting {
  id: string;
  headers: unknown;
  body: Buffer;
  receivedAt: Date;
  attempts: number;
}

const findWaiting = workspaceStatement<Waiting, [integrationId: string, now: Date]>(
  'integrations.webhooks.waiting',
  `SELECT w.id, w.headers, w.body, w."receivedAt", w.attempts FROM "IntegrationWebhook" w
   WHERE w."accountId" = $1 AND w."integrationId" = $2::text AND w."appliedAt" IS NULL AND w."dueAt" <= $3::timestamptz ORDER BY w."receivedAt", w.id LIMIT ${BATCH}`,
);

const findNextDue = workspaceStatement<{ dueAt: Date | null }, [integrationId: string]>(
  'integrations.webhooks.next',
  `SELECT min(w."dueAt") AS "dueAt" FROM "IntegrationWebhook" w WHERE w."accountId" = $1 AND w."integrationId" = $2::text AND w."appliedAt" IS NULL`,
);

/** Answers with a row when nobody else has this id of the shop's. */
const claim = workspaceStatement<{ id: string }, [id: string, integrationId: string, deliveryId: string]>(
  'integrations.webhooks.claim',
  `UPDATE "IntegrationWebhook" w SET "deliveryId" = $4::text WHERE w."accountId" = $1 AND w.id = $2::text AND NOT EXISTS (
     SELECT FROM "IntegrationWebhook" o WHERE o."accountId" = $1 AND o."integrationId" = $3::text AND o."deliveryId" = $4::text AND o.id <> $2::text)
   RETURNING w.id`,
);

/** What was not taken is not kept: anybody can send what is refused, and a plan without room keeps nothing. */
const settle = workspaceStatement<
  never,
  [id: string, result: string | null, reason: string | null, dueAt: Date, now: Date]
>(
  'integrations.webhooks.settle',
  `UPDATE "IntegrationWebhook" w SET attempts = w.attempts + 1, result = $3::text, reason = $4::text, "dueAt" = $5::timestamptz,
     "appliedAt" = CASE WHEN $3::text IS NOT NULL THEN $6::timestamptz END,
     "deliveryId" = CASE WHEN $3::text = 'failed' THEN NULL ELSE w."deliveryId" END,
     body = CASE WHEN $3::text IN ('refused', 'held', 'repeated') THEN ''::bytea ELSE w.body END
   WHERE w."accountId" = $1 AND w.id = $2::text AND w."appliedAt" IS NULL`,
);

const noteEvent = workspaceStatement<never, [id: string, at: Date]>(
  'integrations.note-event',
  `UPDATE "Integration" i SET "lastEventAt" = greatest(i."lastEventAt", $3::timestamptz) WHERE i."accountId" = $1 AND i.id = $2::text`,
);

type Outcome = { result: Exclude<CallResult, 'failed'>; reason?: string };

export const shopOf = ({ id, provider, externalId, config, activatedAt }: IntegrationRow): Shop => {
  const { abandonAfterMinutes, consent, redeem } = configOf({ config });
  return {
    externalSource: `${provider}:${externalId}`,
    integrationId: id,
    abandonAfterMinutes,
    source: CATALOG[stored<Provider>(provider)].source,
    consent,
    redeemsSince: redeem ? activatedAt : null,
  };
};

function parse(body: Buffer): { told: WebhookBody } | { reason: string } {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return { reason: 'The body is no JSON.' };
  }
  const { data, error } = webhookBody.safeParse(json);
  if (data !== undefined) return { told: data };
  const [issue] = error.issues;
  return { reason: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`.slice(0, LONGEST_REASON) };
}

/** Whether nobody else has the shop's id: of two that ask at once, the index says who is first. */
async function isFirst(db: WorkspaceDb, id: string, integrationId: string, deliveryId: string): Promise<boolean> {
  try {
    return (await db.rows(claim, id, integrationId, deliveryId)).length > 0;
  } catch (error) {
    if (violates(error, 'IntegrationWebhook_accountId_integrationId_deliveryId_key')) return false;
    throw error;
  }
}

async function put(db: WorkspaceDb, shop: Shop, told: WebhookBody): Promise<void> {
  if (told.type === 'products') await putProducts(db, told.rows);
  else if (told.type === 'customers') await putCustomers(db, shop, told.rows);
  else if (told.type === 'orders') await putOrders(db, shop, told.rows);
  else await putCheckouts(db, shop, told.rows);
}

async function apply(
  services: Services,
  integration: IntegrationRow,
  isHeld: boolean,
  { id, headers, body, receivedAt }: Waiting,
): Promise<Outcome> {
  const { accountId, credentials } = integration;
  if (integration.status === 'revoked' || credentials === null) return { result: 'left_out' };
  const { secret } = openCredentials(services.settings.appSecrets, integration, credentials);
  const signature = objectIn(headers)['svc-signature'];
  // Shops sign by the real time, which CLOCK_OFFSET does not move.
  if (!isSigned(secret, typeof signature === 'string' ? signature : undefined, body, realTimeOf(receivedAt)))
    return { result: 'refused' };
  if (isHeld) return { result: 'held' };
  const parsed = parse(body);
  if ('reason' in parsed) return { result: 'malformed', reason: parsed.reason };
  const { told } = parsed;
  // What says no time of its own is of when it came, however late it is applied.
  const db = systemDb(services.database, accountId, receivedAt);
  if (!(await isFirst(db, id, integration.id, told.id))) return { result: 'repeated' };
  if (!configOf(integration).sync[told.type]) return { result: 'left_out' };
  await put(db, shopOf(integration), told);
  await db.rows(noteEvent, integration.id, receivedAt);
  return { result: 'applied' };
}

/** Works off what waits of an integration, in the order in which it came. One that cannot be applied holds up no other. */
export async function applyWebhooks(
  services: Services,
  { accountId, integrationId }: { accountId: string; integrationId: string },
): Promise<void> {
  const open = (): WorkspaceDb => systemDb(services.database, accountId);
  const integration = await open().prisma.integration.findFirst({ where: { id: integrationId } });
  if (integration === null) return;
  const isHeld = (await heldIntegrations(open())).has(integrationId);
  for (;;) {
    const db = open();
    const batch = await db.rows(findWaiting, integrationId, db.now);
    for (const waiting of batch) {
      try {
        const { result, reason = null } = await apply(services, integration, isHeld, waiting);
        await db.rows(settle, waiting.id, result, reason, db.now, db.now);
      } catch (error) {
        if (toAppError(error).appCode === 'UNAVAILABLE') throw error;
        services.log.error({ err: error, integrationId, webhookId: waiting.id }, 'a webhook could not be applied');
        const wait = AGAIN_AFTER_MS[waiting.attempts];
        const dueAt = new Date(db.now.getTime() + (wait ?? 0));
        await db.rows(settle, waiting.id, wait === undefined ? 'failed' : null, null, dueAt, db.now);
      }
    }
    if (batch.length < BATCH) break;
  }
  const [next] = await open().rows(findNextDue, integrationId);
  if (next?.dueAt)
    await enqueue(
      open(),
      applyWebhooksJob,
      { integrationId },
      { runAt: next.dueAt, key: `webhooks-again:${integrationId}` },
    );
}
