/** Channels (docs/contract/channels.md): connect with keys, find, change, revoke. OAuth has its own file. */
import { castJson, objectIn } from '@/server/platform/db/stored';
import { nextId } from '@/server/platform/db/new-id';
import { workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type WorkspaceDb } from '@/server/platform/db/workspace';
import { AppError } from '@/server/platform/errors';
import type { Services } from '@/server/platform/access/context';
import { providerEntry } from '@/server/platform/vendors/catalog';
import { inSandbox } from '@/server/platform/vendors/sandbox-mode';
import { checkConfig, checkConnect, tryOut } from '@/server/modules/messaging/channels/validate-credentials';
import { sealCredentials } from '@/server/modules/messaging/channels/credentials';
import { presentChannel, PUBLIC_VIEW } from '@/server/modules/messaging/channels/rows';
import { withSandboxSecrets } from '@/server/modules/messaging/channels/sandbox-secrets';
import type { Channel, ConnectInput, UpdateInput } from '@/server/modules/messaging/channels/schema';
import { hookChosen, hookRevoked } from '@/server/modules/messaging/inbox/channels';
import { listAt, textAt } from '@/server/platform/vendors/json';

type Config = Readonly<Record<string, unknown>>;

/**
 * The config with the page or account of an OAuth channel (docs/contract/channels.md#connecting-and-changing). The old
 * choice stays until another choice is sent, because every message would fail without it. Only the vendor sets the
 * account of the choice, which Instagram names in its callbacks; a sent value is ignored.
 * @param before the channel's row, with `assets` as the vendor listed them
 * @returns the config to store, and whether it chooses another page or account
 */
function withChoice(
  sent: Config,
  before: { via: string; config: unknown; assets: unknown },
): { config: Config; isChosen: boolean } {
  const { assetId: known, assetAccount: knownAccount } = objectIn(before.config);
  const assetId = 'assetId' in sent ? sent.assetId : known;
  if (before.via !== 'oauth') return { config: assetId === undefined ? sent : { ...sent, assetId }, isChosen: false };
  const { assetAccount: _, ...rest } = sent;
  if (assetId === undefined) return { config: rest, isChosen: false };
  const listed = listAt(before.assets).find((asset) => textAt(asset, 'id') === assetId);
  const account = textAt(listed, 'account') ?? (assetId === known ? knownAccount : undefined);
  return {
    config: { ...rest, assetId, ...(account !== undefined && { assetAccount: account }) },
    isChosen: typeof assetId === 'string' && assetId !== known,
  };
}

/** Returns all channels, newest first, revoked channels too. */
export async function list(db: WorkspaceDb): Promise<Channel[]> {
  const rows = await db.prisma.channelIntegration.findMany({
    select: PUBLIC_VIEW,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
  return rows.map(presentChannel);
}

/** @throws AppError NOT_FOUND */
export async function get(db: WorkspaceDb, id: string): Promise<Channel> {
  return presentChannel(
    orNotFound(await db.prisma.channelIntegration.findFirst({ where: { id }, select: PUBLIC_VIEW })),
  );
}

/**
 * Connects a provider by its keys; the channel is active at once. Wrong keys show only when something is sent, except
 * for a mail server, which is asked at once.
 * @throws AppError USE_OAUTH, VALIDATION naming the missing keys
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
        config: castJson(config),
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
 * Changes displayName and config; without either nothing changes. Another page or account in config counts as a choice
 * in the dashboard.
 * @throws AppError NOT_FOUND, VALIDATION
 */
export async function update(db: WorkspaceDb, { id, displayName, config }: UpdateInput): Promise<{ id: string }> {
  if (config !== undefined) checkConfig(config);
  return await db.prismaTransaction(async (tx) => {
    const before = orNotFound((await tx.rows(holdConfig, id))[0]);
    if (displayName === undefined && config === undefined) return { id };
    const after = config === undefined ? undefined : withChoice(config, before);
    const data = {
      ...(displayName === undefined ? {} : { displayName }),
      ...(after === undefined ? {} : { config: castJson(after.config) }),
    };
    await tx.prisma.channelIntegration.updateMany({ where: { id }, data: { ...data, updatedAt: tx.now } });
    if (after?.isChosen === true) await hookChosen(tx, id);
    return { id };
  });
}

/**
 * Revokes a channel: changes only its status; the credentials stay stored. From then on incoming messages are not kept
 * (inbox/receive.ts). Revoking again changes and records nothing.
 * @throws AppError NOT_FOUND
 */
export async function revoke(db: WorkspaceDb, id: string): Promise<{ id: string; status: 'revoked' }> {
  return await db.prismaTransaction(async (tx) => {
    const { count } = await tx.prisma.channelIntegration.updateMany({
      where: { id, status: { not: 'revoked' } },
      data: { status: 'revoked', updatedAt: tx.now },
    });
    const row = orNotFound(
      await tx.prisma.channelIntegration.findFirst({ where: { id }, select: { provider: true, displayName: true } }),
    );
    if (count > 0) {
      await hookRevoked(tx, id);
      await tx.audit({ action: 'channel.revoke', targetType: 'channel', targetId: id, data: row });
    }
    return { id, status: 'revoked' };
  });
}
