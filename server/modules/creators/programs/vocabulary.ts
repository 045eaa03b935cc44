/**
 * The values that fields of affiliate programs accept, and their bounds (docs/contract/programs.md). Imports neither
 * zod nor Node, because pages read this file.
 */

export const PROGRAM_STATUSES = ['draft', 'live', 'paused', 'archived'] as const;
export type ProgramStatus = (typeof PROGRAM_STATUSES)[number];

export const VISIBILITIES = ['invite_only', 'open'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

export const COMMISSION_TYPES = ['percent', 'fixed'] as const;
/** Hundredths of a percent. */
export const MOST_RATE = 10_000;

export const COMMISSION_KINDS = ['sale', 'clawback'] as const;
export type CommissionKind = (typeof COMMISSION_KINDS)[number];

export const COMMISSION_STATUSES = ['pending', 'held', 'approved', 'declined', 'voided', 'paid'] as const;
export type CommissionStatus = (typeof COMMISSION_STATUSES)[number];

/**
 * The reasons why a commission is held. `suspended` comes from its collaboration; all others were found when the order
 * was reported.
 */
export const FLAGS = [
  'email_similar',
  'disposable_domain',
  'ip_burst',
  'same_ip',
  'velocity',
  'blocked_referrer',
  'also_referred',
  'many_refunds',
  'suspended',
] as const;
export type Flag = (typeof FLAGS)[number];

/** The reasons why an order earns nobody a commission, in the order in which they are checked. */
export const UNATTRIBUTED = [
  'no_code',
  'unknown_code',
  'program_not_live',
  'collaboration_not_active',
  'window_elapsed',
  'currency_mismatch',
  'self_purchase',
  'returning_customer',
  'no_commission',
] as const;
export type Unattributed = (typeof UNATTRIBUTED)[number];

export const NOT_VOIDED = ['no_commission', 'already_voided'] as const;

export const STATEMENT_STATUSES = ['open', 'paid', 'canceled'] as const;
export type StatementStatus = (typeof STATEMENT_STATUSES)[number];

/** The reasons why a decision left a commission unchanged. */
export const UNDECIDED = ['NOT_FOUND', 'BAD_STATE', 'SUSPENDED'] as const;
export type Undecided = (typeof UNDECIDED)[number];

export const MOST_LINES = 10_000;
export const MOST_BLOCKED = 100;
