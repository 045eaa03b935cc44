/**
 * The words that fields of campaigns take, and their bounds. Without zod, so that pages which only show need not carry
 * it.
 */

export const GOALS = ['awareness', 'conversion', 'retention', 'launch', 'other'] as const;
export type Goal = (typeof GOALS)[number];
export const CAMPAIGN_STATUSES = ['draft', 'live', 'paused', 'archived'] as const;

/** Candidates that are shown at once; more are found by searching. */
export const CANDIDATES = 20;
