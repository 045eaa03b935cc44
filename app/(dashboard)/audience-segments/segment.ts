import type { Outputs } from '@/app/trpc';

/** A segment as the server sends it: instants are ISO texts. */
export type Segment = Outputs['audienceSegments']['get'];
export type KnownField = Outputs['audienceSegments']['fields']['fields'][number];
export type Preview = Outputs['audienceSegments']['preview'];

/** System segments are named in English in the API; people read them in their language. */
const SYSTEM = {
  'Subscribed by e-mail': 'subscribedByEmail',
  'Engaged in 30 days': 'engaged30',
  'Not engaged in 90 days': 'notEngaged90',
  'Abandoned a cart in 7 days': 'abandonedCart7',
  'Used a discount': 'usedDiscount',
  Referrers: 'referrers',
  'New in 7 days': 'new7',
} as const;
export type SystemKey = (typeof SYSTEM)[keyof typeof SYSTEM];

const isSystemName = (name: string): name is keyof typeof SYSTEM => Object.hasOwn(SYSTEM, name);

/** The key of its words, for a system segment. */
export const systemKey = ({ kind, name }: Pick<Segment, 'kind' | 'name'>): SystemKey | undefined =>
  kind === 'system' && isSystemName(name) ? SYSTEM[name] : undefined;

const WITH_SEGMENTS = ['scale', 'svc_internal'];
/** Checks whether the plan includes the workspace's own segments (docs/contract/audience-segments.md). */
export const includesSegments = (plan: string | undefined): boolean =>
  plan === undefined || WITH_SEGMENTS.includes(plan);
