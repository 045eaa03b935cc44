import type { Outputs } from '@/app/trpc';

export type Funnel = Outputs['funnels']['get'];
export type FunnelSummary = Outputs['funnels']['list']['funnels'][number];
export type Brought = Outputs['funnels']['brought'];
export type FunnelProblem = Funnel['problems'][number];
export type Person = Outputs['funnels']['people']['data'][number];
export type Stats = Outputs['funnels']['stats'];
export type Simulated = Outputs['funnels']['simulate'];
export type SimulatedContact = Extract<Simulated, { entered: boolean }>;
export type SimulatedPast = Extract<Simulated, { wouldEnter: number }>;

/** Returns the definition that the editor shows and changes: the draft, else the definition. */
export const shownDefinition = ({ draft, definition }: Funnel): Funnel['definition'] => draft ?? definition;

/** Checks whether it lets anybody in, or could again. */
export const isBegun = ({ version, status }: Pick<Funnel, 'version' | 'status'>): boolean =>
  version > 0 && status !== 'archived';
