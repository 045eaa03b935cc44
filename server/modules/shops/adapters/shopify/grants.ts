/**
 * Shopify's token endpoint: a code, a refresh token or an app's own credentials for an access token
 * (https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens).
 */
import { parseJson, textAt } from '@/server/platform/vendors/json';
import type { Transport } from '@/server/platform/vendors/provider';
import { failureOf } from '@/server/modules/shops/adapters/shopify/client';
import { wordsOf } from '@/server/modules/shops/adapters/shopify/words';
import { ShopAnswerError, ShopRefusedError } from '@/server/modules/shops/adapters/store';

/** The shop that issues a token, and the app that asks for it. */
export interface GrantOf {
  /** The shop's address, in the form of OpenedShop. */
  base: string;
  isGuarded: boolean;
  transport: Transport;
  clientId: string;
  clientSecret: string;
  now: Date;
}

export interface Granted {
  accessToken: string;
  scopes: string[];
  /** Present where the token lapses. ISO 8601. */
  expiresAt?: string;
  refreshToken?: string;
  refreshExpiresAt?: string;
}

function later(now: Date, seconds: string | undefined): string | undefined {
  const number = Number(seconds);
  return seconds !== undefined && Number.isSafeInteger(number) && number > 0
    ? new Date(now.getTime() + number * 1000).toISOString()
    : undefined;
}

/**
 * Asks for an access token. @param form names the grant, e.g. `{ grant_type: 'client_credentials' }`
 * @throws ShopRefusedError, ShopGoneError, ShopBusyError, ShopAnswerError, NotSentError, OutcomeUnknownError
 */
export async function grant(of: GrantOf, form: Record<string, string>): Promise<Granted> {
  const { base, isGuarded, transport, clientId, clientSecret, now } = of;
  const request = {
    method: 'POST' as const,
    url: `${base}/admin/oauth/access_token`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...form }).toString(),
  };
  const answer = await (isGuarded ? transport.guarded(request) : transport.request(request));
  const secrets = { credentials: { clientSecret, ...form }, app: null };
  if (answer.status !== 200) {
    // An app, a code or a refresh token that it does not know is a 400 (RFC 6749 §5.2).
    throw answer.status === 400 ? new ShopRefusedError(wordsOf(secrets, answer)) : failureOf(secrets, answer);
  }
  const body = parseJson(answer.body);
  const accessToken = textAt(body, 'access_token');
  if (accessToken === undefined) throw new ShopAnswerError('Shopify gave no token.');
  const expiresAt = later(now, textAt(body, 'expires_in'));
  const refreshToken = textAt(body, 'refresh_token');
  const refreshExpiresAt = later(now, textAt(body, 'refresh_token_expires_in'));
  return {
    accessToken,
    scopes: (textAt(body, 'scope') ?? '').split(',').filter((scope) => scope !== ''),
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(refreshToken === undefined ? {} : { refreshToken }),
    ...(refreshExpiresAt === undefined ? {} : { refreshExpiresAt }),
  };
}
