/** The channel of an OAuth connection: made the first time, renewed after (docs/contract/channels.md#states). */
import { json } from '@/server/platform/db/stored';
import { workspaceStatement } from '@/server/platform/db/statement';
import { violates } from '@/server/platform/db/violations';
import type { WorkspaceDb, WorkspaceTx } from '@/server/platform/db/workspace';
import { nextId } from '@/server/platform/db/new-id';
import type { Settings } from '@/server/platform/env';
import { providerEntry } from '@/server/platform/vendors/catalog';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import type { Tokens } from '@/server/modules/messaging/adapters/oauth';
import { enqueueAssets } from '@/server/modules/messaging/channels/assets';
import { sealCredentials } from '@/server/modules/messaging/channels/credentials';

export interface Granted {
  provider: ProviderId;
  tokens: Tokens;
  /** The scopes that we asked for; they count as granted where the vendor does not say (RFC 6749 §5.1). */
  requestedScopes: readonly string[];
}

const lockByProvider = workspaceStatement<{ id: string; config: Record<string, unknown> }, [provider: string]>(
  'channels.lock-oauth',
  `SELECT c.id, c.config FROM "ChannelIntegration" c
    WHERE c."accountId" = $1 AND c.provider = $2 AND c.via = 'oauth' FOR NO KEY UPDATE`,
);

/** The token set as an adapter reads it. */
const credentialsOf = ({ accessToken, refreshToken }: Tokens): Record<string, string> => ({
  accessToken,
  ...(refreshToken === undefined ? {} : { refreshToken }),
});

async function save(
  tx: WorkspaceTx,
  settings: Pick<Settings, 'appSecrets'>,
  { provider, tokens, requestedScopes }: Granted,
): Promise<string> {
  const [known] = await tx.rows(lockByProvider, provider);
  const id = known?.id ?? (await nextId(tx));
  const credentials = credentialsOf(tokens);
  const state = {
    status: 'active',
    externalId: 'pending',
    credentials: sealCredentials(settings.appSecrets, { accountId: tx.accountId, channelId: id }, credentials),
    credentialKeys: Object.keys(credentials),
    scopesGranted: [...(tokens.scopes ?? requestedScopes)],
    expiresAt:
      tokens.expiresInSeconds === undefined ? null : new Date(tx.now.getTime() + tokens.expiresInSeconds * 1000),
    lastSyncedAt: tx.now,
    assets: [],
    assetsAt: null,
    assetsError: null,
    lastError: null,
    updatedAt: tx.now,
  };
  if (known === undefined) {
    await tx.prisma.channelIntegration.create({
      data: {
        id,
        accountId: tx.accountId,
        provider,
        via: 'oauth',
        displayName: providerEntry(provider).label,
        config: {},
        createdAt: tx.now,
        ...state,
      },
    });
  } else {
    // The choice was made with another token, perhaps of another person: it is made anew.
    const { assetId: _id, assetAccount: _account, ...config } = known.config;
    await tx.prisma.channelIntegration.updateMany({
      where: { id },
      data: { ...state, config: json(config) },
    });
  }
  await tx.audit({
    action: 'channel.connect',
    targetType: 'channel',
    targetId: id,
    data: { provider, displayName: providerEntry(provider).label, renewed: known !== undefined },
  });
  await enqueueAssets(tx, { id, provider });
  return id;
}

/** Makes or renews the workspace's OAuth channel of the provider, with its tokens encrypted. @returns its id */
export async function saveConnection(
  db: WorkspaceDb,
  settings: Pick<Settings, 'appSecrets'>,
  granted: Granted,
): Promise<string> {
  const attempt = (): Promise<string> => db.prismaTransaction((tx) => save(tx, settings, granted));
  try {
    return await attempt();
  } catch (error) {
    // Two tabs came back at once, and the other one has made the channel: renew that.
    if (violates(error, 'ChannelIntegration_oauth_key')) return await attempt();
    throw error;
  }
}
