/**
 * The merchants' operations on webhook endpoints (docs/contract/webhooks.md): create, list, change. remove.ts deletes.
 */
import { nextId } from '@/server/platform/db/new-id';
import { workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type WorkspaceDb, type WorkspaceTx } from '@/server/platform/db/workspace';
import { AppError } from '@/server/platform/errors';
import type { Settings } from '@/server/platform/env';
import { actingPartner } from '@/server/modules/account/admin/made-by';
import { deliversEvents } from '@/server/modules/account/webhooks/deliveries';
import type { CreateInput, Endpoint, UpdateInput } from '@/server/modules/account/webhooks/schema';
import { makeEndpointSecret } from '@/server/modules/account/webhooks/secrets';
import { MOST_ENDPOINTS } from '@/server/modules/account/webhooks/vocabulary';

/** Held until the transaction ends, so that of two endpoints created at once only one can be the last. */
const lockEndpoints = workspaceStatement<never>(
  'webhooks.lock',
  `SELECT $1::text AS "accountId", pg_advisory_xact_lock(hashtextextended('webhooks ' || $1, 0))::text AS locked`,
);

/** Requires room for another endpoint; endpoints from before the limit stay. @throws AppError LIMIT_REACHED */
async function requireRoom(tx: WorkspaceTx): Promise<void> {
  await tx.rows(lockEndpoints);
  if ((await tx.prisma.webhookEndpoint.count()) >= MOST_ENDPOINTS)
    throw new AppError('LIMIT_REACHED', {
      message: `A workspace has at most ${MOST_ENDPOINTS} webhook endpoints. Delete one first.`,
    });
}

/**
 * Registers an address. Only this answer contains its secret.
 * @throws AppError LIMIT_REACHED on servers that deliver events
 */
export async function create(
  db: WorkspaceDb,
  settings: Settings,
  { url, events = ['*'], description = null }: CreateInput,
): Promise<{ endpoint: Endpoint; secret: string }> {
  const id = await nextId(db);
  const { secret, sealed, preview } = makeEndpointSecret(settings.appSecrets, id);
  return await db.prismaTransaction(async (tx) => {
    if (deliversEvents(settings)) await requireRoom(tx);
    const endpoint = await tx.prisma.webhookEndpoint.create({
      data: {
        accountId: tx.accountId,
        id,
        url,
        events,
        description,
        secret: sealed,
        secretPreview: preview,
        partnerId: await actingPartner(tx),
        createdAt: tx.now,
        updatedAt: tx.now,
      },
    });
    await tx.audit({
      action: 'webhook_endpoint.create',
      targetType: 'webhook_endpoint',
      targetId: id,
      data: { url, events },
    });
    return { endpoint, secret };
  });
}

/** Every endpoint of the workspace, newest first. */
export async function list(db: WorkspaceDb): Promise<{ endpoints: Endpoint[] }> {
  return { endpoints: await db.prisma.webhookEndpoint.findMany({ orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] }) };
}

const lockEndpoint = workspaceStatement<{ url: string; active: boolean }, [id: string]>(
  'webhooks.lock-one',
  `SELECT e.url, e.active FROM "WebhookEndpoint" e WHERE e."accountId" = $1 AND e.id = $2 FOR NO KEY UPDATE`,
);

/**
 * Changes an endpoint; fields that are not sent stay, and an empty change writes nothing. Switching an endpoint on
 * clears the reason for which the service switched it off. After switching on, and with a new address, it starts
 * without failures.
 * @throws AppError NOT_FOUND
 */
export async function update(db: WorkspaceDb, { id, ...changes }: UpdateInput): Promise<{ endpoint: Endpoint }> {
  const changed = Object.keys(changes);
  if (changed.length === 0)
    return { endpoint: orNotFound(await db.prisma.webhookEndpoint.findFirst({ where: { id } })) };
  return await db.prismaTransaction(async (tx) => {
    const before = orNotFound((await tx.rows(lockEndpoint, id))[0]);
    const isSwitchedOn = changes.active === true && !before.active;
    const isMoved = changes.url !== undefined && changes.url !== before.url;
    const [endpoint] = await tx.prisma.webhookEndpoint.updateManyAndReturn({
      where: { id },
      data: {
        ...changes,
        ...(changes.active === true && { stoppedBy: null, stoppedAt: null }),
        ...(isMoved && { partnerId: await actingPartner(tx) }),
        ...((isSwitchedOn || isMoved) && { failingSince: null, warnedAt: null }),
        updatedAt: tx.now,
      },
    });
    const { url } = orNotFound(endpoint);
    await tx.audit({
      action: 'webhook_endpoint.update',
      targetType: 'webhook_endpoint',
      targetId: id,
      data: { url, changed },
    });
    return { endpoint: orNotFound(endpoint) };
  });
}
