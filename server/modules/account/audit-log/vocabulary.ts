/**
 * The words that fields of the audit log take, and their bounds. Without zod, so that pages which only show need not
 * carry it.
 */

export const EXPORT_FORMATS = ['csv', 'ndjson'] as const;
