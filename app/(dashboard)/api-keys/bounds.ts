/** The end of a key and the places where it may be used, as the fields of both forms hold them. */
import { toClock, toInstant } from '@/components/ui/clock-time';
import { isNetwork } from '@/server/modules/account/api-keys/schema';
import type { ApiKey } from './api-keys';

export interface BoundsValues {
  /** In the clock time of the workspace; null: never. */
  expiresAt: string | null;
  /** As they were typed; none: everywhere. */
  allowedIps: string[];
}

export const UNBOUND: BoundsValues = { expiresAt: null, allowedIps: [] };

export const valuesOf = (
  { expiresAt, allowedIps }: Pick<ApiKey, keyof BoundsValues>,
  timeZone: string,
): BoundsValues => ({
  expiresAt: toClock(expiresAt, timeZone),
  allowedIps: allowedIps ?? [],
});

export function boundsIn({ expiresAt, allowedIps }: BoundsValues, timeZone: string) {
  const networks = allowedIps.map((network) => network.trim());
  return { expiresAt: toInstant(expiresAt, timeZone), allowedIps: networks.length === 0 ? null : networks };
}

/** The first entry that names no network. */
export const wrongNetwork = ({ allowedIps }: BoundsValues): string | undefined =>
  allowedIps.find((network) => !isNetwork(network.trim()));
