/**
 * Connecting by OAuth (docs/contract/channels.md#oauth): where the person is sent, and what is made of the vendor's
 * answer.
 */
import { parseCookie } from 'cookie';
import type { Services } from '@/server/context';
import { workspaceDb } from '@/server/db/workspace';
import { spendNonce } from '@/server/db/oauth-nonces';
import type { Member } from '@/server/rungs';
import { actorOf } from '@/server/auth/principal';
import { AppError } from '@/server/errors';
import { sameText } from '@/server/lib/signed-token';
import { isProviderId, providerEntry, type OAuthEntry, type ProviderId } from '@/server/providers/catalog';
import { authorizeUrl, exchangeCode } from '@/server/providers/oauth';
import {
  clearCookie,
  cookieName,
  randomWord,
  readOAuthCookie,
  readState,
  setCookie,
  signState,
  STATE_LIFETIME_MS,
} from '@/server/resources/channels/oauth-state';
import { saveConnection } from '@/server/resources/channels/oauth-save';
import { redirectUri } from '@/server/resources/channels/setup';

/** A redirect with its Set-Cookie. */
export interface Redirect {
  location: string;
  cookie: string;
}

/** A person with a workspace. */

/** A failure of the callback: shown to a person as plain text. */
export class OAuthFailure extends Error {
  constructor(
    readonly status: 400 | 401 | 403 | 404 | 502 | 503,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
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
  return { location, cookie: setCookie(settings, provider, { nonce, userId: member.userId, verifier }) };
}

export interface OAuthReturn {
  provider: string;
  query: Readonly<Record<string, unknown>>;
  cookieHeader: string | undefined;
  member: Member | null;
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/**
 * What the vendor sent the person back with, checked: the state is ours, of this provider, not lapsed, of this session
 * and workspace, and used for the first time.
 * @throws OAuthFailure
 */
async function verified(
  services: Services,
  provider: ProviderId,
  given: OAuthReturn,
  now: Date,
): Promise<{ member: Member; verifier: string }> {
  const { appSecret } = services.settings;
  const text = textOf(given.query.state);
  const state = text === undefined ? null : readState(appSecret, text);
  if (state === null || state.provider !== provider)
    throw new OAuthFailure(400, 'The state is missing or not ours. Begin again on the channels page.');
  const { member } = given;
  if (member === null) throw new OAuthFailure(401, 'Sign in, then begin again on the channels page.');
  if (member.accountId !== state.accountId)
    throw new OAuthFailure(403, 'This was begun in another workspace. Begin again on the channels page.');
  const cookie = readOAuthCookie(appSecret, provider, parseCookie(given.cookieHeader ?? '')[cookieName(provider)]);
  if (cookie === null || cookie.userId !== member.userId || !sameText(cookie.nonce, state.nonce))
    throw new OAuthFailure(403, 'This was begun in another browser or session. Begin again on the channels page.');
  if (now.getTime() >= state.expiresAt)
    throw new OAuthFailure(400, 'This took longer than ten minutes. Begin again on the channels page.');
  if (!(await spendNonce(services.database, state.nonce, new Date(state.expiresAt))))
    throw new OAuthFailure(400, 'This answer was used before. Begin again on the channels page.');
  return { member, verifier: cookie.verifier };
}

/**
 * Exchanges the code and connects the channel.
 * @throws OAuthFailure, AppError for what is wrong with the provider
 */
export async function finishOAuth(services: Services, given: OAuthReturn, now: Date): Promise<Redirect> {
  const { settings } = services;
  const { provider, oauth, client } = clientOf(services, given.provider);
  const { member, verifier } = await verified(services, provider, given, now);
  const refused = textOf(given.query.error);
  if (refused !== undefined)
    throw new OAuthFailure(
      400,
      refused === 'access_denied'
        ? 'You did not give the permission. Nothing was connected.'
        : 'The provider refused. Nothing was connected.',
    );
  const code = textOf(given.query.code);
  if (code === undefined) throw new OAuthFailure(400, 'The provider sent no code. Nothing was connected.');
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
  return { location: `${settings.baseUrl}/channels?connected=${provider}`, cookie: clearCookie(settings, provider) };
}
