/**
 * The values that travel with a person to a vendor and back (docs/contract/channels.md#oauth,
 * docs/contract/integrations.md#consent-pages). `state` goes through the vendor: signed, with the workspace, the
 * provider, a nonce and its expiry. The encrypted cookie stays in the browser: the same nonce, the person, and the PKCE
 * verifier, so that somebody who only reads the address cannot exchange the code.
 */
import { randomBytes } from 'node:crypto';
import { stringifySetCookie } from 'cookie';
import * as z from 'zod';
import { deriveKey, Vault } from '@/server/platform/lib/crypto';
import { isToken, signToken, type Signed } from '@/server/platform/lib/signed-token';

/**
 * The resource where a flow begins and ends: its routes are under `/api/v1/<noun>/oauth`, its page under `/<noun>`.
 */
export type Noun = 'channels' | 'integrations';

/** The lifetime of a state in milliseconds, by the service's clock. */
export const STATE_LIFETIME_MS = 10 * 60_000;

/** 256 bits, base64url. Serves as nonce and as PKCE verifier (RFC 7636: 43 to 128 characters). */
export const randomWord = (): string => randomBytes(32).toString('base64url');

const stateSchema = z.object({
  accountId: z.string(),
  provider: z.string(),
  nonce: z.string(),
  expiresAt: z.number(),
  /** The person who began, and what they entered, for a flow that returns without their browser. */
  said: z.record(z.string(), z.string()).optional(),
});
export type OAuthState = z.output<typeof stateSchema>;

const signed = (appSecret: string, payload: string): Signed => ({
  key: deriveKey(appSecret, 'oauth-state'),
  text: payload,
  encoding: 'base64url',
});

export function signState(appSecret: string, state: OAuthState): string {
  const payload = Buffer.from(JSON.stringify(state)).toString('base64url');
  return `${payload}.${signToken(signed(appSecret, payload))}`;
}

/** Reads a state of signState; null for any other text. Does not check the age. */
export function readState(appSecret: string, text: string): OAuthState | null {
  const [payload, signature, ...rest] = text.split('.');
  if (payload === undefined || signature === undefined || rest.length > 0) return null;
  if (!isToken(signature, signed(appSecret, payload))) return null;
  return stateSchema.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
}

const cookieSchema = z.object({ nonce: z.string(), userId: z.string(), verifier: z.string() });
export type OAuthCookie = z.output<typeof cookieSchema>;

const vault = (appSecret: string): Vault => new Vault([appSecret], 'oauth-cookie');

/** Returns the cookie's name, one a provider, so that two tabs can connect two vendors. */
export const cookieName = (provider: string): string => `laris-oauth-${provider}`;

/** @param maxAge seconds; 0 deletes the cookie */
const cookieHeader = (baseUrl: string, noun: Noun, provider: string, value: string, maxAge: number): string =>
  stringifySetCookie({
    name: cookieName(provider),
    value,
    path: `/api/v1/${noun}/oauth`,
    maxAge,
    httpOnly: true,
    sameSite: 'lax',
    secure: baseUrl.startsWith('https:'),
  });

/** The Set-Cookie header of a start. */
export const setCookie = (
  settings: { appSecret: string; baseUrl: string },
  noun: Noun,
  provider: string,
  cookie: OAuthCookie,
): string =>
  cookieHeader(
    settings.baseUrl,
    noun,
    provider,
    vault(settings.appSecret).seal(JSON.stringify(cookie), provider),
    STATE_LIFETIME_MS / 1000,
  );

/** Returns the Set-Cookie header that deletes the cookie. */
export const clearCookie = (settings: { baseUrl: string }, noun: Noun, provider: string): string =>
  cookieHeader(settings.baseUrl, noun, provider, '', 0);

/** Returns the values that setCookie stored; null without a cookie, or when it has expired. */
export function readOAuthCookie(appSecret: string, provider: string, value: string | undefined): OAuthCookie | null {
  if (value === undefined) return null;
  try {
    return cookieSchema.parse(JSON.parse(vault(appSecret).open(value, provider)));
  } catch {
    return null;
  }
}
