/**
 * Connects a channel by OAuth (docs/contract/channels.md#oauth): sends the person to the vendor, and handles the
 * vendor's answer.
 */
import type { Services } from '@/server/platform/access/context';
import { workspaceDb, type WorkspaceDb, type WorkspaceTx } from '@/server/platform/db/workspace';
import type { Member } from '@/server/platform/access/procedures';
import {
  codeOf,
  OAuthFailure,
  verifyReturn,
  type OAuthReturn,
  type Redirect,
} from '@/server/platform/auth/oauth-return';
import { clearCookie, randomWord, setCookie, signState, STATE_LIFETIME_MS } from '@/server/platform/auth/oauth-state';
import { actorOf } from '@/server/platform/auth/principal';
import { AppError } from '@/server/platform/errors';
import { providerEntry } from '@/server/platform/vendors/catalog';
import { isProviderId, type ProviderId } from '@/server/platform/vendors/provider-ids';
import type { OAuthEntry } from '@/server/platform/vendors/provider-entry';
import { authorizeUrl, exchangeCode, type Tokens } from '@/server/modules/messaging/adapters/oauth';
import { redirectUri } from '@/server/modules/messaging/channels/setup';
import { castJson } from '@/server/platform/db/stored';
import { workspaceStatement } from '@/server/platform/db/statement';
import { violates } from '@/server/platform/db/violations';
import { nextId } from '@/server/platform/db/new-id';
import type { Settings } from '@/server/platform/env';
import { enqueueAssets } from '@/server/modules/messaging/channels/assets';
import { sealCredentials } from '@/server/modules/messaging/channels/credentials';

/** The channel of an OAuth connection: made the first time, renewed after (docs/contract/channels.md#states). */
interface Granted {
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

/** The tokens in the form that adapters read. */
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
      data: { ...state, config: castJson(config) },
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

/**
 * Creates or updates the workspace's OAuth channel of the provider, and stores its tokens encrypted. @returns the
 * channel's id
 */
async function saveConnection(
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

/** The client of a provider that can be connected by OAuth. @throws AppError UNKNOWN_PROVIDER, OAUTH_NOT_CONFIGURED */
function clientOf(
  { settings }: Pick<Services, 'settings'>,
  text: string,
): { provider: ProviderId; oauth: OAuthEntry; client: { clientId: string; clientSecret: string } } {
  const provider = isProviderId(text) ? text : undefined;
  const oauth = provider === undefined ? undefined : providerEntry(provider).oauth;
  if (provider === undefined || oauth === undefined) throw new AppError('UNKNOWN_PROVIDER');
  const client = settings.oauthClients.get(provider);
  if (client === undefined) throw new AppError('OAUTH_NOT_CONFIGURED');
  return { provider, oauth, client };
}

/** Returns the address to send the person to. @throws AppError UNKNOWN_PROVIDER, OAUTH_NOT_CONFIGURED */
export function startOAuth(services: Services, member: Member, text: string, now: Date): Redirect {
  const { settings } = services;
  const { provider, oauth, client } = clientOf(services, text);
  const [nonce, verifier] = [randomWord(), randomWord()];
  const state = signState(settings.appSecret, {
    accountId: member.accountId,
    provider,
    nonce,
    expiresAt: now.getTime() + STATE_LIFETIME_MS,
  });
  const location = authorizeUrl(oauth, {
    base: settings.providerBases.get(provider),
    clientId: client.clientId,
    redirectUri: redirectUri(settings, provider),
    state,
    verifier,
  });
  return { location, cookie: setCookie(settings, 'channels', provider, { nonce, userId: member.userId, verifier }) };
}

/**
 * Exchanges the code and connects the channel.
 * @throws OAuthFailure; AppError for an unknown or unconfigured provider
 */
export async function finishOAuth(services: Services, given: OAuthReturn, now: Date): Promise<Redirect> {
  const { settings } = services;
  const { provider, oauth, client } = clientOf(services, given.provider);
  const { member, verifier } = await verifyReturn(services, { noun: 'channels', provider }, given, now);
  const code = codeOf(given);
  const tokens = await exchangeCode(
    oauth,
    {
      base: settings.providerBases.get(provider),
      ...client,
      redirectUri: redirectUri(settings, provider),
      code,
      verifier,
    },
    services.transport,
  ).catch((error: unknown) => {
    throw new OAuthFailure(502, 'The provider did not complete the connection, so nothing was connected. Try again.', {
      cause: error,
    });
  });
  const db = workspaceDb(services.database, { accountId: member.accountId, actor: actorOf(member), now });
  await saveConnection(db, settings, { provider, tokens, requestedScopes: oauth.scopes });
  return {
    location: `${settings.baseUrl}/channels?connected=${provider}`,
    cookie: clearCookie(settings, 'channels', provider),
  };
}
