/** The words that fields of pixels take, and their bounds. Without zod, so that pages which only show need not carry it. */

export const CONVERSION_STATUSES = ['waiting', 'sent', 'failed', 'skipped'] as const;
export type ConversionStatus = (typeof CONVERSION_STATUSES)[number];
