import type { Settings } from '@/server/env';
import type { ProviderId } from '@/server/providers/catalog';

/**
 * Whether the built-in sandbox stands in for a provider (docs/contract/broadcasts.md#sandbox): one with an address of
 * its own is spoken to there.
 */
export const inSandbox = (settings: Pick<Settings, 'providers' | 'providerBases'>, provider: ProviderId): boolean =>
  settings.providers === 'sandbox' && !settings.providerBases.has(provider);
