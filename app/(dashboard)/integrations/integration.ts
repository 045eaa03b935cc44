import type { Outputs } from '@/app/trpc';
import { RESOURCES, type Resource } from '@/server/resources/integrations/vocabulary';

export type Integration = Outputs['integrations']['get'];

/** What is taken from a shop. */
export const takenOf = ({ config: { sync } }: Integration): Resource[] => RESOURCES.filter((name) => sync[name]);
