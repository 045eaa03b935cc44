/** Channels (docs/contract/channels.md): connect with keys, find, change, revoke. OAuth has its own file. */
import { json } from '@/server/db/stored';
import { nextId } from '@/server/db/new-id';
import { workspaceStatement } from '@/server/db/statement';
import { found, type WorkspaceDb } from '@/server/db/workspace';
import { AppError } from '@/server/errors';
import type { Services } from '@/server/context';
import { providerEntry } from '@/server/providers/catalog';
import { inSandbox } from '@/server/providers/sandbox-mode';
import { withChoice } from '@/server/resources/channels/chosen-asset';
import { checkConfig, checkConnect, tryOut } from '@/server/resources/channels/validate-credentials';
import { sealCredentials } from '@/server/resources/channels/credentials';
import { presentChannel, PUBLIC_VIEW } from '@/server/resources/channels/rows';
import { withSandboxSecrets } from '@/server/resources/channels/sandbox-secrets';
import type { Channel, ConnectInput, UpdateInput } from '@/server/resources/channels/schema';
import { hookChosen, hookRevoked } from '@/server/resources/inbox/channels';

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

const holdConfig = workspaceStatement<{ via: string; config: unknown; assets: unknown }, [id: string]>(
  'channels.hold-config',
  `SELECT c.via, c.config, c.assets FROM "ChannelIntegration" c WHERE c."accountId" = $1 AND c.id = $2 FOR NO KEY UPDATE`,
);

/**
 * displayName and config only; without either nothing changes. Another page or account is taken as the dashboard's
 * choice takes it.
 * @throws AppError NOT_FOUND, VALIDATION
 */
export async function update(db: WorkspaceDb, { id, displayName, config }: UpdateInput): Promise<{ id: string }> {
  if (config !== undefined) checkConfig(config);
  return await db.prismaTransaction(async (tx) => {
    const before = found((await tx.rows(holdConfig, id))[0]);
    if (displayName === undefined && config === undefined) return { id };
    const after = config === undefined ? undefined : withChoice(config, before);
    const data = {
      ...(displayName === undefined ? {} : { displayName }),
      ...(after === undefined ? {} : { config: json(after.config) }),
    };
    await tx.prisma.channelIntegration.updateMany({ where: { id }, data: { ...data, updatedAt: tx.now } });
    if (after?.isChosen === true) await hookChosen(tx, id);
    return { id };
  });
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
