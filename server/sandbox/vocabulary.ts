/**
 * The words that fields of the sandbox take, and their bounds. Without zod, so that pages which only show need not
 * carry it.
 */

/** The sandbox's answers to the next messages of a provider. */
export const RULES = ['accept', 'refuse', 'throttle', 'unavailable', 'unanswered'] as const;
export type SandboxRuleKind = (typeof RULES)[number];

/**
 * sent: accepted, nothing called back yet. refused, throttled, unavailable, unanswered: what the rule said to the
 * hand-over. The others: what was last called back.
 */
export const OUTBOX_STATUSES = [
  'sent',
  'delivered',
  'bounced',
  'failed',
  'opened',
  'clicked',
  'refused',
  'throttled',
  'unavailable',
  'unanswered',
] as const;
export type OutboxStatus = (typeof OUTBOX_STATUSES)[number];

/** The events that a person can have called back. */
export const ANSWERS = ['delivered', 'opened', 'clicked', 'bounced', 'failed'] as const;
export type SandboxAnswer = (typeof ANSWERS)[number];
