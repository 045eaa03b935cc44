/**
 * The values that fields of briefs accept, and their bounds (docs/contract/campaigns.md). Imports neither zod nor Node,
 * because pages read this file.
 */

export const BRIEF_STATUSES = ['draft', 'open', 'closed', 'completed', 'archived'] as const;
export type BriefStatus = (typeof BRIEF_STATUSES)[number];

export const FORMATS = ['post', 'reel', 'story', 'video', 'live', 'article'] as const;
export type Format = (typeof FORMATS)[number];

export const COMPENSATIONS = ['gift', 'fixed', 'commission', 'gift_plus_commission', 'fixed_plus_commission'] as const;
export type CompensationType = (typeof COMPENSATIONS)[number];
/** Amount and currency are said. */
export const isPaid = (type: CompensationType): boolean => type === 'fixed' || type === 'fixed_plus_commission';
/** Checks for a type that pays commission and therefore names a program. */
export const hasCommission = (type: CompensationType): boolean => type.endsWith('commission');

export const MOST_DELIVERABLES = 20;
export const MOST_PRODUCTS = 20;
export const MOST_SLOTS = 1000;
export const MOST_RIGHTS_DAYS = 3650;
