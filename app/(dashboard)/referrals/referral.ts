import type { Outputs } from '@/app/trpc';

/** The data that the pages show, as the server sends them: instants are ISO texts. */
export type Program = NonNullable<Outputs['referrals']['getProgram']>;
export type Link = Outputs['referrals']['listLinks']['items'][number];
export type LinkDetails = Outputs['referrals']['getLink'];
export type Attribution = Outputs['referrals']['listAttributions']['items'][number];
export type Way = Outputs['referrals']['getAttribution'];
export type Funnel = Outputs['referrals']['funnel'];

/** Days of a period. */
export const PERIODS = [7, 30, 90] as const;
export type Period = (typeof PERIODS)[number];

/** The stages of what a link brings, in the order in which they happen. */
export const STEPS = ['clicks', 'signups', 'rewards'] as const;
export type Step = (typeof STEPS)[number];

/** The share that went on; null where nobody came. */
export const shareOf = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);
