import type { Outputs } from '@/app/trpc';
import { INTEGRATION_STATUSES, SYNC_RESOURCES, type SyncResource } from '@/server/resources/integrations/vocabulary';

export type Integration = Outputs['integrations']['get'];

/** What the list is asked for: revoked ones too. */
export const EVERY = { status: INTEGRATION_STATUSES.join(',') };

/** What goes between a shop and us. */
export const takenOf = ({ config: { sync } }: Integration): SyncResource[] =>
  SYNC_RESOURCES.filter((name) => sync[name]);
