/** Checks the addresses that an e-mail may contain (docs/contract/broadcasts.md#block-document). */
import { isUrl } from '@/server/platform/lib/is-url';
import { MERGE_TAGS } from '@/server/platform/email/merge-tags';

/**
 * Allows no white space and no control characters, because clients read them differently, `java\nscript:` included.
 */
const WEB = /^https?:\/\/[^\s\u0000-\u001f\u007f]+$/i;
const MAIL = /^mailto:[^\s\u0000-\u001f\u007f]+$/i;
/** Matches one merge tag and nothing else, with or without a fallback. */
const TAG = new RegExp(`^\\{(?:${MERGE_TAGS.join('|')})(?:\\|([^{}]*))?\\}$`);

/** Checks for an absolute http or https address. */
export const isWebAddress = (text: string): boolean => WEB.test(text) && isUrl(text);

const isMailAddress = (text: string): boolean => MAIL.test(text) && isUrl(text);

/** Checks for exactly one known merge tag; its fallback must be an address itself. */
function isTag(text: string): boolean {
  const match = TAG.exec(text);
  if (match === null) return false;
  const fallback = match[1];
  return fallback === undefined || isWebAddress(fallback) || isMailAddress(fallback);
}

/** Checks whether a text is a permitted link target: http, https, mailto, or exactly one known merge tag. */
export const isLink = (text: string): boolean => isWebAddress(text) || isMailAddress(text) || isTag(text);

/** Checks whether a text is a permitted image source: http, https, or exactly one known merge tag. */
export const isImageSource = (text: string): boolean => isWebAddress(text) || isTag(text);
