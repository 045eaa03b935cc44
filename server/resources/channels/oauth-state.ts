/**
 * What travels with a person to the vendor and back (4 §F). `state` goes through the vendor: signed, with the
 * workspace, the provider, a nonce and its end. The cookie stays with the browser: encrypted, with the same nonce, who
 * began, and the PKCE verifier, so that whoever reads the address cannot exchange the code.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { deriveKey, Vault } from '@/server/lib/crypto';
import type { ProviderId } from '@/server/providers/catalog';

/** By the service's clock. */
export const STATE_LIFETIME_MS = 10 * 60_000;

/** 256 bits, base64url. Serves as nonce and as PKCE verifier (RFC 7636: 43 to 128 characters). */
export const randomWord = (): string => randomBytes(32).toString('base64url');

const stateSchema = z.object({ accountId: z.string(), provider: z.string(), nonce: z.string(), expiresAt: z.number() });
export type OAuthState = z.output<typeof stateSchema>;

const signatureOf = (appSecret: string, payload: string): Buffer =>
  createHmac('sha256', deriveKey(appSecret, 'oauth-state')).update(payload).digest();

export function signState(appSecret: string, state: OAuthState): string {
  const payload = Buffer.from(JSON.stringify(state)).toString('base64url');
  return `${payload}.${signatureOf(appSecret, payload).toString('base64url')}`;
}

/** The state that signState made, or null for anything else. Says nothing of its age. */
export function readState(appSecret: string, text: string): OAuthState | null {
  const [payload, signature, ...rest] = text.split('.');
  if (payload === undefined || signature === undefined || rest.length > 0) return null;
  const given = Buffer.from(signature, 'base64url');
  const expected = signatureOf(appSecret, payload);
  if (
    given.length !== expected.length ||
    !timingSafeEqual(given, expected) ||
    given.toString('base64url') !== signature
  )
    return null;
  return stateSchema.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
}

const cookieSchema = z.object({ nonce: z.string(), userId: z.string(), verifier: z.string() });
export type OAuthCookie = z.output<typeof cookieSchema>;

const vault = (appSecret: string): Vault => new Vault([appSecret], 'oauth-cookie');

/** One a provider, so that connecting two vendors in two tabs works. */
export const cookieName = (provider: ProviderId): string => `laris-oauth-${provider}`;

const attributes = (baseUrl: string, maxAge: number): string =>
  `Path=/api/v1/channels/oauth; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${baseUrl.startsWith('https:') ? '; Secure' : ''}`;

/** The Set-Cookie header of a start. */
export const setCookie = (
  settings: { appSecret: string; baseUrl: string },
  provider: ProviderId,
  cookie: OAuthCookie,
): string =>
  `${cookieName(provider)}=${vault(settings.appSecret).seal(JSON.stringify(cookie), provider)}; ${attributes(settings.baseUrl, STATE_LIFETIME_MS / 1000)}`;

/** The Set-Cookie header that removes it. */
export const clearCookie = (settings: { baseUrl: string }, provider: ProviderId): string =>
  `${cookieName(provider)}=; ${attributes(settings.baseUrl, 0)}`;

/** What setCookie stored, or null when there is none that holds. */
export function readOAuthCookie(
  appSecret: string,
  provider: ProviderId,
  value: string | undefined,
): OAuthCookie | null {
  if (value === undefined) return null;
  try {
    return cookieSchema.parse(JSON.parse(vault(appSecret).open(value, provider)));
  } catch {
    return null;
  }
}

export const sameNonce = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
};
