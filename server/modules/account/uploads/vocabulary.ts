/** The values and bounds of an upload's fields. Without zod, so that pages that only show uploads need not load it. */

export const UPLOAD_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'] as const;

/** 10 MiB. */
export const MAX_UPLOAD_BYTES = 10 * 1024 * 1024;

/** The longest name of an image, in UTF-16 units. */
export const MAX_NAME = 200;
