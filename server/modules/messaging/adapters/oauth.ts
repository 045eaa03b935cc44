/**
 * The client's side of OAuth 2.0 (RFC 6749, PKCE: RFC 7636), with the exceptions that the catalogue notes for a vendor.
 * Errors never contain tokens or secrets.
 */
import { createHash } from 'node:crypto';
import type { OAuthEntry } from '@/server/platform/vendors/provider-entry';
import { parseJson, textAt } from '@/server/platform/vendors/json';
import type { Transport, VendorAnswer, VendorRequest } from '@/server/platform/vendors/provider';

/** The tokens that the vendor granted. */
export interface Tokens {
  accessToken: string;
  refreshToken?: string;
  /** The lifetime of the access token, from now. */
  expiresInSeconds?: number;
  /** Absent where the vendor does not say: then what was asked for counts as granted (RFC 6749 §5.1). */
  scopes?: string[];
}

/** The vendor gave no token. */
export class OAuthError extends Error {}

/** The input that both requests to the token endpoint need. */
export interface OAuthClient {
  /** PROVIDER_BASE_<ID>: replaces the origin of the vendor's addresses. */
  base: string | undefined;
  clientId: string;
  clientSecret: string;
}

/** The vendor's address, at the origin that stands in for the vendor's where there is one. */
function addressAt(address: string, base: string | undefined): URL {
  const url = new URL(address);
  return base === undefined ? url : new URL(base + url.pathname + url.search);
}

/** S256 of RFC 7636 §4.2. */
const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

/**
 * Returns the vendor's address to which the person is sent.
 * @param given.verifier PKCE's verifier, 43 to 128 unreserved characters; used only if the vendor requires PKCE
 */
export function authorizeUrl(
  entry: OAuthEntry,
  given: Pick<OAuthClient, 'base' | 'clientId'> & { redirectUri: string; state: string; verifier: string },
): string {
  const url = addressAt(entry.authorizeUrl, given.base);
  const query = {
    response_type: 'code',
    [entry.clientIdName ?? 'client_id']: given.clientId,
    redirect_uri: given.redirectUri,
    scope: entry.scopes.join(entry.scopeSeparator ?? ' '),
    state: given.state,
    ...(entry.pkce === true ? { code_challenge: challengeOf(given.verifier), code_challenge_method: 'S256' } : {}),
    ...entry.authorizeParams,
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

/**
 * Exchanges the code for tokens (RFC 6749 §4.1.3). A short-lived token of Meta is exchanged at once for a long-lived
 * token.
 * @throws OAuthError, NotSentError, OutcomeUnknownError
 */
export async function exchangeCode(
  entry: OAuthEntry,
  given: OAuthClient & { redirectUri: string; code: string; verifier: string },
  transport: Transport,
): Promise<Tokens> {
  const form = {
    grant_type: 'authorization_code',
    code: given.code,
    redirect_uri: given.redirectUri,
    ...(entry.pkce === true ? { code_verifier: given.verifier } : {}),
  };
  const tokens = tokensOf(await transport.request(tokenRequest(entry, given, form)));
  if (entry.longLived === undefined) return tokens;
  const longer = tokensOf(await transport.request(longLivedRequest(entry.longLived, given, tokens.accessToken)));
  return { ...tokens, ...longer };
}

function tokenRequest(
  entry: OAuthEntry,
  { base, clientId, clientSecret }: OAuthClient,
  form: Record<string, string>,
): VendorRequest {
  const basic = entry.clientAuth === 'basic';
  const client: Record<string, string> = basic
    ? {}
    : { [entry.clientIdName ?? 'client_id']: clientId, client_secret: clientSecret };
  return {
    method: 'POST',
    url: addressAt(entry.tokenUrl, base).href,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
      ...(basic ? { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` } : {}),
    },
    body: new URLSearchParams({ ...form, ...client }).toString(),
  };
}

/**
 * https://developers.facebook.com/docs/facebook-login/guides/access-tokens/get-long-lived and
 * https://developers.facebook.com/docs/threads/get-started/long-lived-tokens
 */
function longLivedRequest(
  { url: address, grantType }: NonNullable<OAuthEntry['longLived']>,
  { base, clientId, clientSecret }: OAuthClient,
  token: string,
): VendorRequest {
  const url = addressAt(address, base);
  const query: Record<string, string> =
    grantType === 'fb_exchange_token' ? { client_id: clientId, fb_exchange_token: token } : { access_token: token };
  url.search = new URLSearchParams({ grant_type: grantType, client_secret: clientSecret, ...query }).toString();
  return { method: 'GET', url: url.href, headers: { accept: 'application/json' } };
}

/**
 * @throws OAuthError with the vendor's error code (RFC 6749 §5.2), never with its text, which may repeat the request.
 */
function tokensOf(answer: VendorAnswer): Tokens {
  const body = parseJson(answer.body);
  const accessToken = textAt(body, 'access_token');
  if (answer.status < 200 || answer.status >= 300 || accessToken === undefined) {
    const code = textAt(body, 'error');
    throw new OAuthError(
      `The vendor gave no token: HTTP ${answer.status}${code !== undefined && /^[a-z_]{1,40}$/.test(code) ? `, ${code}` : ''}.`,
    );
  }
  const refreshToken = textAt(body, 'refresh_token');
  const expiresIn = Number(textAt(body, 'expires_in'));
  const scopes = textAt(body, 'scope')
    ?.split(/[\s,]+/)
    .filter((scope) => scope !== '');
  return {
    accessToken,
    ...(refreshToken === undefined ? {} : { refreshToken }),
    ...(Number.isSafeInteger(expiresIn) && expiresIn > 0 ? { expiresInSeconds: expiresIn } : {}),
    ...(scopes === undefined ? {} : { scopes }),
  };
}
