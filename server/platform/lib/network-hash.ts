/** Network addresses of people, kept as a hash for 2 days: with the day's salt, so that no two days can be joined. */
import { createHmac } from 'node:crypto';
import { networkOf } from '@/server/platform/lib/address';
import { deriveKey } from '@/server/platform/lib/crypto';

/** The UTC day of an instant, YYYY-MM-DD. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** Hashes an address on the UTC day of `at`; for IPv6 the network that a provider hands out. */
export const networkHash = (appSecret: string, address: string, at: Date): string =>
  createHmac('sha256', deriveKey(appSecret, `network-hash ${dayOf(at)}`))
    .update(networkOf(address))
    .digest('base64url');
