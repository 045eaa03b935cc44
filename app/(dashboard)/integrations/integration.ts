import type { Outputs } from '@/app/trpc';
import { INTEGRATION_STATUSES, RESOURCES, type Resource } from '@/server/resources/integrations/vocabulary';

export type Integration = Outputs['integrations']['get'];

/** What the list is asked for: revoked ones too. */
export const EVERY = { status: INTEGRATION_STATUSES.join(',') };

/** What is taken from a shop. */
export const takenOf = ({ config: { sync } }: Integration): Resource[] => RESOURCES.filter((name) => sync[name]);
