/**
 * Connecting by OAuth (docs/contract/channels.md#oauth): where the person is sent, and what is made of the vendor's
 * answer.
 */
import type { Services } from '@/server/platform/access/context';
import { workspaceDb } from '@/server/platform/db/workspace';
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
import { authorizeUrl, exchangeCode } from '@/server/modules/messaging/adapters/oauth';
import { saveConnection } from '@/server/modules/messaging/channels/oauth-save';
import { redirectUri } from '@/server/modules/messaging/channels/setup';

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
 * @throws OAuthFailure, AppError for what is wrong with the provider
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
