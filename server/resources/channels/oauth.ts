/**
 * Connecting by OAuth (docs/contract/channels.md#oauth): where the person is sent, and what is made of the vendor's
 * answer.
 */
import type { Services } from '@/server/context';
import { workspaceDb } from '@/server/db/workspace';
import type { Member } from '@/server/rungs';
import { codeOf, OAuthFailure, verifyReturn, type OAuthReturn, type Redirect } from '@/server/auth/oauth-return';
import { clearCookie, randomWord, setCookie, signState, STATE_LIFETIME_MS } from '@/server/auth/oauth-state';
import { actorOf } from '@/server/auth/principal';
import { AppError } from '@/server/errors';
import { isProviderId, providerEntry, type OAuthEntry, type ProviderId } from '@/server/providers/catalog';
import { authorizeUrl, exchangeCode } from '@/server/providers/oauth';
import { saveConnection } from '@/server/resources/channels/oauth-save';
import { redirectUri } from '@/server/resources/channels/setup';

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

/** Where to send the person. @throws AppError UNKNOWN_PROVIDER, OAUTH_NOT_CONFIGURED */
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
    throw new OAuthFailure(502, 'The provider did not exchange its code. Nothing was connected; try again.', {
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
