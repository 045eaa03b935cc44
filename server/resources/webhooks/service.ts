/**
 * What merchants do with webhook endpoints (docs/contract/webhooks.md): register, list, change. Deleting is remove.ts.
 */
import { nextId } from '@/server/db/new-id';
import { found, type WorkspaceDb } from '@/server/db/workspace';
import type { AppSecrets } from '@/server/lib/crypto';
import type { CreateInput, Endpoint, UpdateInput } from '@/server/resources/webhooks/schema';
import { makeEndpointSecret } from '@/server/resources/webhooks/secrets';

/** Registers an address. Its secret is in the answer and nowhere else. */
export async function create(
  db: WorkspaceDb,
  appSecrets: AppSecrets,
  { url, events = ['*'], description = null }: CreateInput,
): Promise<{ endpoint: Endpoint; secret: string }> {
  const id = await nextId(db);
  const { secret, sealed, preview } = makeEndpointSecret(appSecrets, id);
  return await db.prismaTransaction(async (tx) => {
    const endpoint = await tx.prisma.webhookEndpoint.create({
      data: {
        accountId: tx.accountId,
        id,
        url,
        events,
        description,
        secret: sealed,
        secretPreview: preview,
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

/**
 * Partial: what is not sent stays, and nothing sent changes nothing. Switching on forgets why the service switched off.
 * @throws AppError NOT_FOUND
 */
export async function update(db: WorkspaceDb, { id, ...changes }: UpdateInput): Promise<{ endpoint: Endpoint }> {
  const changed = Object.keys(changes);
  if (changed.length === 0) return { endpoint: found(await db.prisma.webhookEndpoint.findFirst({ where: { id } })) };
  return await db.prismaTransaction(async (tx) => {
    const [endpoint] = await tx.prisma.webhookEndpoint.updateManyAndReturn({
      where: { id },
      data: { ...changes, ...(changes.active === true ? { stoppedBy: null } : {}), updatedAt: tx.now },
    });
    const { url } = found(endpoint);
    await tx.audit({
      action: 'webhook_endpoint.update',
      targetType: 'webhook_endpoint',
      targetId: id,
      data: { url, changed },
    });
    return { endpoint: found(endpoint) };
  });
}
