/** Work on texts that may be of any length, and anybody's: each takes time in proportion to it. */

/**
 * Whether the database can hold a text. PostgreSQL refuses NUL; lone surrogates become U+FFFD on the way
 * (docs/contract/shared.md#text).
 */
export const isStorable = (text: string): boolean => !text.includes('\0');

/**
 * A text without the characters at its end that look like this one. An expression such as `/-+$/` begins anew at every
 * hyphen, and takes minutes for a megabyte of them that something else follows.
 */
export function withoutTrailing(text: string, character: RegExp): string {
  let end = text.length;
  while (end > 0 && character.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
