/**
 * The worker's check of a shop (docs/contract/integrations.md#status): reads its data about itself, restores missing
 * webhooks, and queues the runs to read it. Also cleans up after a shop that was revoked.
 */
import { HOUR_MS, MINUTE_MS } from '@/server/platform/lib/durations';
import type { Services } from '@/server/platform/access/context';
import { castStored } from '@/server/platform/db/stored';
import { workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { NotSentError, OutcomeUnknownError } from '@/server/platform/vendors/provider';
import { integrationsOverLimit } from '@/server/modules/shops/connections/over-plan-limit';
import { configOf, presentIntegration, type IntegrationRow } from '@/server/modules/shops/connections/rows';
import { openShop } from '@/server/modules/shops/connections/open-shop';
import { noteRefusal } from '@/server/modules/shops/connections/refusals';
import { queueRuns, takenResources } from '@/server/modules/shops/connections/runs';
import {
  RECONCILE_EVERY_HOURS,
  SHEET_EVERY_MINUTES,
  type Provider,
} from '@/server/modules/shops/connections/vocabulary';
import {
  ShopAnswerError,
  ShopBusyError,
  ShopGoneError,
  ShopRefusedError,
  type ShopCheck,
} from '@/server/modules/shops/adapters/store';
import { STORES } from '@/server/modules/shops/adapters/stores';

type Needed = Pick<Services, 'database' | 'settings' | 'transport' | 'log'>;

/**
 * Activates an integration. Everything that the shop reports after its first activation counts as new, not as history.
 */
const activate = workspaceStatement<
  { isFirst: boolean },
  [
    id: string,
    shopName: string | null,
    scopes: string[],
    lacking: string,
    webhookFaults: string[],
    ordersSince: Date | null,
    expiresAt: Date | null,
    reconcileAt: Date | null,
    now: Date,
  ]
>(
  'integrations.activate',
  `WITH before AS (SELECT i."accountId", i.id, i.status FROM "Integration" i
    WHERE i."accountId" = $1 AND i.id = $2 AND i.status IN ('pending', 'active') FOR NO KEY UPDATE)
   UPDATE "Integration" i SET status = 'active', "activatedAt" = coalesce(i."activatedAt", $10::timestamptz),
     "lastError" = NULL, "refusedAt" = '{}',
     "shopName" = $3, "scopesGranted" = $4::text[], lacking = $5::jsonb, "webhookFaults" = $6::text[],
       "ordersSince" = $7::timestamptz, "expiresAt" = $8::timestamptz,
     "reconcileAt" = $9::timestamptz, "updatedAt" = CASE WHEN b.status = 'pending' THEN $10::timestamptz
       ELSE i."updatedAt" END
   FROM before b WHERE i."accountId" = b."accountId" AND i.id = b.id RETURNING b.status = 'pending' AS "isFirst"`,
);

const noteError = workspaceStatement<never, [id: string, reason: string]>(
  'integrations.note-error',
  `UPDATE "Integration" i SET "lastError" = left($3, 500)
    WHERE i."accountId" = $1 AND i.id = $2 AND i.status IN ('pending', 'active')`,
);

const wipe = workspaceStatement<never, [id: string]>(
  'integrations.wipe-credentials',
  `UPDATE "Integration" i SET credentials = NULL WHERE i."accountId" = $1 AND i.id = $2 AND i.status = 'revoked'`,
);

/** Returns the time of the next read; null when the shop sends everything itself. */
function nextReconcile(row: IntegrationRow, now: Date): Date | null {
  switch (castStored<Provider>(row.provider)) {
    case 'http_generic':
      return null;
    case 'sheet_p1':
      return new Date(now.getTime() + (configOf(row).everyMinutes ?? SHEET_EVERY_MINUTES) * MINUTE_MS);
    case 'storefront_p1':
    case 'storefront_p2':
      return new Date(now.getTime() + RECONCILE_EVERY_HOURS * HOUR_MS);
  }
}

interface Look extends ShopCheck {
  webhookFaults: string[];
}

async function look(services: Needed, row: IntegrationRow): Promise<Look> {
  const { store, ...shop } = await openShop(services, row);
  const check = await store.check(shop);
  const { webhookUrl } = presentIntegration(row, services.settings.baseUrl, new Set());
  return { ...check, webhookFaults: (await store.setUpWebhooks?.(shop, webhookUrl)) ?? [] };
}

/** Returns the shop's words of a refusal; null for an error that did not come from the shop. */
const wordsOf = (error: unknown): string | null =>
  error instanceof ShopAnswerError ||
  error instanceof ShopBusyError ||
  error instanceof NotSentError ||
  error instanceof OutcomeUnknownError
    ? error.message
    : null;

/** Checks the shop. @returns null when the shop failed to answer; the failure is noted */
async function lookOrNote(services: Needed, db: WorkspaceDb, row: IntegrationRow): Promise<Look | null> {
  try {
    return await look(services, row);
  } catch (error) {
    const { log } = services;
    if (error instanceof ShopRefusedError || error instanceof ShopGoneError) {
      const isError = await noteRefusal(db, row.id, error.message);
      log.info({ integrationId: row.id, reason: error.message, isError }, 'a shop refused');
      return null;
    }
    const words = wordsOf(error);
    if (words === null) throw error;
    log.info({ integrationId: row.id, reason: words }, 'a shop could not be looked at');
    await db.rows(noteError, row.id, words);
    return null;
  }
}

/**
 * Checks a pending or active integration. Queues a full read of resources that were never read; and of all changes, if
 * the integration was pending or `reconciles`.
 */
export async function checkIntegration(
  services: Needed,
  db: WorkspaceDb,
  id: string,
  { reconciles = false }: { reconciles?: boolean } = {},
): Promise<void> {
  const row = await db.prisma.integration.findFirst({ where: { id, status: { in: ['pending', 'active'] } } });
  if (row === null || (await integrationsOverLimit(db)).has(id)) return;
  const said = await lookOrNote(services, db, row);
  if (said === null) return;
  await db.prismaTransaction(async (tx) => {
    const [activated] = await tx.rows(
      activate,
      id,
      said.name === '' ? null : said.name,
      said.scopesGranted,
      JSON.stringify(said.lacking),
      said.webhookFaults,
      said.ordersSince,
      said.expiresAt,
      reconciles || row.status === 'pending' ? nextReconcile(row, tx.now) : row.reconcileAt,
      tx.now,
    );
    if (activated === undefined || STORES[castStored<Provider>(row.provider)].open === undefined) return;
    const now = await tx.prisma.integration.findFirst({ where: { id } });
    if (now === null) return;
    const taken = takenResources(now);
    const known = await tx.prisma.integrationRun.findMany({
      where: { integrationId: id, resource: { in: taken } },
      distinct: ['resource'],
      select: { resource: true },
    });
    const isNew = (resource: string): boolean => !known.some((each) => each.resource === resource);
    await queueRuns(tx, now, reconciles || activated.isFirst ? taken : taken.filter(isNew), { full: false });
  });
}

/** The milliseconds for which an unreachable shop is asked to remove its webhooks. Afterwards its calls get 404. */
const PATIENCE_MS = 24 * HOUR_MS;

/** Removes our webhooks from a revoked shop, and deletes its credentials. */
export async function wipeCredentials(services: Needed, db: WorkspaceDb, id: string): Promise<void> {
  const row = await db.prisma.integration.findFirst({ where: { id, status: 'revoked' } });
  if (row === null || row.credentials === null) return;
  const isPatient = db.now.getTime() - row.updatedAt.getTime() < PATIENCE_MS;
  try {
    const { store, ...shop } = await openShop(services, row);
    await store.removeWebhooks?.(shop, presentIntegration(row, services.settings.baseUrl, new Set()).webhookUrl);
  } catch (error) {
    // Tried again within a minute.
    if (isPatient && wordsOf(error) !== null) return;
    services.log.info({ err: error, integrationId: id }, 'the webhooks of a shop could not be taken away');
  }
  await db.rows(wipe, id);
}
