/** The vendor's address in the region where the merchant's data is kept, for vendors that have one address for each. */
import { providerEntry, type ProviderId } from '@/server/providers/catalog';
import { textAt } from '@/server/providers/json';
import type { Connection } from '@/server/providers/provider';

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
