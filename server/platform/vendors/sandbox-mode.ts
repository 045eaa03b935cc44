import type { Settings, VendorId } from '@/server/platform/env';

/**
 * Checks whether the built-in sandbox stands in for a provider or a shop (docs/contract/broadcasts.md#sandbox). One
 * with its own PROVIDER_BASE_… is always called there.
 */
export const inSandbox = (settings: Pick<Settings, 'providers' | 'providerBases'>, provider: VendorId): boolean =>
  settings.providers === 'sandbox' && !settings.providerBases.has(provider);
