/** The data that the pages of creators show, as the server sends them: instants are ISO texts. */
import type { Outputs } from '@/app/trpc';
import type { BriefStatus } from '@/server/modules/creators/campaigns/vocabulary';
import type { CollaborationStatus } from '@/server/modules/creators/collaborations/vocabulary';
import type { CommissionStatus, ProgramStatus, StatementStatus } from '@/server/modules/creators/programs/vocabulary';

export type Brief = Outputs['campaigns']['get'];
export type Program = Outputs['programs']['get'];
export type Collaboration = Outputs['collaborations']['get'];
export type Listed = Outputs['collaborations']['shown']['data'][number];
export type Commission = Outputs['programs']['review']['data'][number];
export type StatementShown = Outputs['programs']['statementsShown']['data'][number];

type Kind = 'on' | 'off' | 'waiting' | 'failed';

/** The look of each state, wherever it stands. */
export const BRIEF_KINDS: Record<BriefStatus, Kind> = {
  draft: 'off',
  open: 'on',
  closed: 'waiting',
  completed: 'on',
  archived: 'off',
};
export const PROGRAM_KINDS: Record<ProgramStatus, Kind> = {
  draft: 'off',
  live: 'on',
  paused: 'waiting',
  archived: 'off',
};
export const COLLABORATION_KINDS: Record<CollaborationStatus, Kind> = {
  invited: 'waiting',
  applied: 'waiting',
  accepted: 'on',
  in_review: 'waiting',
  changes_requested: 'waiting',
  approved: 'on',
  completed: 'on',
  active: 'on',
  suspended: 'failed',
  ended: 'off',
  declined: 'off',
  expired: 'off',
};
export const COMMISSION_KINDS: Record<CommissionStatus, Kind> = {
  pending: 'waiting',
  held: 'failed',
  approved: 'on',
  declined: 'off',
  voided: 'off',
  paid: 'on',
};
export const STATEMENT_KINDS: Record<StatementStatus, Kind> = { open: 'waiting', paid: 'on', canceled: 'off' };
