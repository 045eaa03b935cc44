/**
 * The values and bounds of the audit log's fields. Without zod, so that pages that only show entries need not load it.
 */

export const EXPORT_FORMATS = ['csv', 'ndjson'] as const;
