/**
 * The values that fields of abandoned carts accept, and their bounds. Without zod, so that pages that only show data
 * need not load it.
 */

export const REMINDER_STATES = ['recovered', 'unrecovered'] as const;
export const ACTIVITY_DAYS = [7, 30, 90] as const;
export const MAX_DELAY_HOURS = 168;
