/** The words that fields of the product feed take, and their bounds. Without zod, so that pages which only show need not carry it. */

export const STATES = ['live', 'unavailable', 'archived'] as const;
