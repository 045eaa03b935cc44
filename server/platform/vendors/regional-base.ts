/** Returns the vendor's address in the region of the merchant's data, for vendors with one address a region. */
import { providerEntry } from '@/server/platform/vendors/catalog';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import { textAt } from '@/server/platform/vendors/json';
import type { Connection } from '@/server/platform/vendors/provider';

/** The address for `config.region`; an address that was set for the whole service (PROVIDER_BASE_<ID>) stays. */
export function regionalBase(
  provider: ProviderId,
  connection: Connection,
  regions: Readonly<Record<string, string>>,
): string {
  const region = (textAt(connection.config, 'region') ?? '').toLowerCase();
  return connection.base === providerEntry(provider).base && Object.hasOwn(regions, region)
    ? (regions[region] ?? connection.base)
    : connection.base;
}
