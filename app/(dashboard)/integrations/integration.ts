import type { Outputs } from '@/app/trpc';
import {
  CODE_STATES,
  INTEGRATION_STATUSES,
  SYNC_RESOURCES,
  type SyncResource,
} from '@/server/modules/shops/connections/vocabulary';

export type Integration = Outputs['integrations']['get'];

/** The query of the list: revoked ones too. */
export const EVERY = { status: INTEGRATION_STATUSES.join(',') };

/** Returns the resources that go between a shop and us. */
export const takenOf = ({ config: { sync } }: Integration): SyncResource[] =>
  SYNC_RESOURCES.filter((name) => sync[name]);

const RUNS_SHOWN = 20;
export const runsOf = (id: string) => ({ id, limit: RUNS_SHOWN });

/** The filter for our codes that a shop's page lists. */
export const CODES = { codes: 'all' };
export const CODES_LISTED = ['all', ...CODE_STATES] as const;
/** The number of codes shown, those that changed last; the filter finds the others. */
const CODES_SHOWN = 10;
export const codesOf = (id: string, { codes }: typeof CODES) => {
  const state = CODE_STATES.find((known) => known === codes);
  return { id, limit: CODES_SHOWN, ...(state !== undefined && { state }) };
};
