import type { Outputs } from '@/app/trpc';

export type Limit = keyof Outputs['billing']['overview']['plans'][number]['limits'];

/** The things that plans limit, in the order of the plan cards. */
export const LIMITS = [
  'contacts',
  'discountCodes',
  'referralPrograms',
  'integrations',
  'funnels',
  'campaigns',
  'programs',
  'blogPosts',
  'discountBatches',
  'abandonedCart',
  'pixels',
  'feeds',
  'segments',
] as const satisfies readonly Limit[];
