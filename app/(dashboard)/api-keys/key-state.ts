import type { ApiKey } from './api-keys';

/** Returns the present state of a key. */
export function stateOf({ revokedAt, expiresAt }: ApiKey, now: number): 'live' | 'expired' | 'revoked' {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && Date.parse(expiresAt) <= now ? 'expired' : 'live';
}
