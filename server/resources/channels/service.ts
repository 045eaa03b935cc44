/** Channels (docs/contract/channels.md): connect with keys, find, change, revoke. OAuth has its own file. */
import { json, objectIn } from '@/server/db/stored';
import { nextId } from '@/server/db/new-id';
import { found, type WorkspaceDb } from '@/server/db/workspace';
import { AppError } from '@/server/errors';
import type { Services } from '@/server/context';
import { providerEntry } from '@/server/providers/catalog';
import { inSandbox } from '@/server/providers/sandbox-mode';
import { checkConfig, checkConnect, tryOut } from '@/server/resources/channels/validate-credentials';
import { sealCredentials } from '@/server/resources/channels/credentials';
import { presentChannel, PUBLIC_VIEW } from '@/server/resources/channels/rows';
import { withSandboxSecrets } from '@/server/resources/channels/sandbox-secrets';
import type { Channel, ConnectInput, UpdateInput } from '@/server/resources/channels/schema';
import { hookRevoked } from '@/server/resources/inbox/channels';

/** Newest first, revoked ones too. */
export async function list(db: WorkspaceDb): Promise<Channel[]> {
  const rows = await db.prisma.channelIntegration.findMany({
    select: PUBLIC_VIEW,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
  return rows.map(presentChannel);
}

/** @throws AppError NOT_FOUND */
export async function get(db: WorkspaceDb, id: string): Promise<Channel> {
  return presentChannel(found(await db.prisma.channelIntegration.findFirst({ where: { id }, select: PUBLIC_VIEW })));
}

/**
 * Connects a provider by its keys; the channel is active at once. Whether the keys are right shows when something is
 * sent, but for a mail server, which is asked at once.
 * @throws AppError USE_OAUTH, VALIDATION naming what is missing
 */
export async function connect(
  db: WorkspaceDb,
  { settings, transport }: Pick<Services, 'settings' | 'transport'>,
  input: ConnectInput,
): Promise<Channel> {
  if (providerEntry(input.provider).connect === 'oauth') throw new AppError('USE_OAUTH');
  const config = input.config ?? {};
  checkConnect({ provider: input.provider, credentials: input.credentials, config });
  if (!inSandbox(settings, input.provider))
    await tryOut(input.provider, { credentials: input.credentials, config }, transport);
  const credentials = withSandboxSecrets(settings, input.provider, input.credentials);
  return await db.prismaTransaction(async (tx) => {
    const id = await nextId(tx);
    const row = await tx.prisma.channelIntegration.create({
      data: {
        id,
        accountId: tx.accountId,
        provider: input.provider,
        displayName: input.displayName,
        externalId: input.externalId ?? null,
        status: 'active',
        config: json(config),
        credentials: sealCredentials(settings.appSecrets, { accountId: tx.accountId, channelId: id }, credentials),
        credentialKeys: Object.keys(credentials),
        scopesGranted: input.scopesGranted ?? [],
        lastSyncedAt: tx.now,
        createdAt: tx.now,
        updatedAt: tx.now,
      },
      select: PUBLIC_VIEW,
    });
    await tx.audit({
      action: 'channel.connect',
      targetType: 'channel',
      targetId: id,
      data: { provider: input.provider, displayName: input.displayName },
    });
    return presentChannel(row);
  });
}

/** displayName and config only; without either nothing changes. @throws AppError NOT_FOUND, VALIDATION */
export async function update(db: WorkspaceDb, { id, displayName, config }: UpdateInput): Promise<{ id: string }> {
  if (config !== undefined) checkConfig(config);
  if (displayName === undefined && config === undefined) {
    found(await db.prisma.channelIntegration.findFirst({ where: { id }, select: { id: true } }));
    return { id };
  }
  // What was chosen after OAuth stays until another choice is sent: without it every message would fail.
  const before =
    config === undefined
      ? null
      : await db.prisma.channelIntegration.findFirst({ where: { id }, select: { config: true } });
  const { assetId } = objectIn(before?.config);
  const kept = config === undefined || assetId === undefined ? config : { assetId, ...config };
  const data = {
    ...(displayName === undefined ? {} : { displayName }),
    ...(kept === undefined ? {} : { config: json(kept) }),
  };
  const { count } = await db.prisma.channelIntegration.updateMany({
    where: { id },
    data: { ...data, updatedAt: db.now },
  });
  if (count === 0) throw new AppError('NOT_FOUND');
  return { id };
}

/**
 * Only the status changes; the credentials stay stored. From then on nothing that people write is kept
 * (inbox/receive.ts). Revoking again changes and records nothing.
 * @throws AppError NOT_FOUND
 */
export async function revoke(db: WorkspaceDb, id: string): Promise<{ id: string; status: 'revoked' }> {
  return await db.prismaTransaction(async (tx) => {
    const { count } = await tx.prisma.channelIntegration.updateMany({
      where: { id, status: { not: 'revoked' } },
      data: { status: 'revoked', updatedAt: tx.now },
    });
    const row = found(
      await tx.prisma.channelIntegration.findFirst({ where: { id }, select: { provider: true, displayName: true } }),
    );
    if (count > 0) {
      await hookRevoked(tx, id);
      await tx.audit({ action: 'channel.revoke', targetType: 'channel', targetId: id, data: row });
    }
    return { id, status: 'revoked' };
  });
}
