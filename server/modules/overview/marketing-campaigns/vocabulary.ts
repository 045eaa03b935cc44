/**
 * The values and bounds of a campaign's fields. Without zod, so that pages that only show campaigns need not load it.
 */

export const GOALS = ['awareness', 'conversion', 'retention', 'launch', 'other'] as const;
export type Goal = (typeof GOALS)[number];
export const CAMPAIGN_STATUSES = ['draft', 'live', 'paused', 'archived'] as const;

/** The number of candidates shown at once; a search finds more. */
export const CANDIDATES = 20;
