/**
 * Encodes a merchant's text as one path segment, so that it cannot change the host or other segments. A segment that
 * the URL standard would resolve away (empty, one dot, two dots) becomes `_`, which no vendor knows.
 */
export const pathSegment = (text: string): string =>
  /^\.{0,2}$/.test(text) ? '_' : encodeURIComponent(text.toWellFormed());
