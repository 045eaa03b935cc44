import type { Outputs } from '@/app/trpc';
import {
  CODE_STATES,
  INTEGRATION_STATUSES,
  SYNC_RESOURCES,
  type SyncResource,
} from '@/server/resources/integrations/vocabulary';

export type Integration = Outputs['integrations']['get'];

/** What the list is asked for: revoked ones too. */
export const EVERY = { status: INTEGRATION_STATUSES.join(',') };

/** What goes between a shop and us. */
export const takenOf = ({ config: { sync } }: Integration): SyncResource[] =>
  SYNC_RESOURCES.filter((name) => sync[name]);

const RUNS_SHOWN = 20;
export const runsOf = (id: string) => ({ id, limit: RUNS_SHOWN });

/** Which of our codes a shop's page lists. */
export const CODES = { codes: 'all' };
export const CODES_LISTED = ['all', ...CODE_STATES] as const;
/** Those that changed last; the filter finds the others. */
const CODES_SHOWN = 10;
export const codesOf = (id: string, { codes }: typeof CODES) => {
  const state = CODE_STATES.find((known) => known === codes);
  return { id, limit: CODES_SHOWN, ...(state !== undefined && { state }) };
};
