import type { ApiKey } from './api-keys';

/** What has become of a key by now. */
export function stateOf({ revokedAt, expiresAt }: ApiKey, now: number): 'live' | 'expired' | 'revoked' {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && Date.parse(expiresAt) <= now ? 'expired' : 'live';
}
