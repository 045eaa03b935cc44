/**
 * Makes one segment of a path from a merchant's text: whatever it holds, the host and the other segments stay what they
 * are. A segment that the URL standard would resolve away (empty, one dot, two dots) becomes `_`, which no vendor
 * knows.
 */
export const pathSegment = (text: string): string =>
  /^\.{0,2}$/.test(text) ? '_' : encodeURIComponent(text.toWellFormed());
