/**
 * The words that fields of abandoned carts take, and their bounds. Without zod, so that pages which only show need not
 * carry it.
 */

export const REMINDER_STATES = ['recovered', 'unrecovered'] as const;
export const ACTIVITY_DAYS = [7, 30, 90] as const;
export const MAX_DELAY_HOURS = 168;
