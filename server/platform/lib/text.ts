/** Work on texts that may be of any length, and anybody's: each takes time in proportion to it. */

/**
 * Checks whether the database can hold a text. PostgreSQL refuses NUL; lone surrogates become U+FFFD on the way
 * (docs/contract/shared.md#text).
 */
export const isStorable = (text: string): boolean => !text.includes('\0');

/** No more than so many UTF-16 units, whole characters, and nothing that the database cannot hold. */
export function clipped(text: string, units: number): string {
  const storable = text.replaceAll('\0', '').toWellFormed();
  if (storable.length <= units) return storable;
  const end = storable.charCodeAt(units - 1) >> 10 === 0xd800 >> 10 ? units - 1 : units;
  return storable.slice(0, end);
}

/**
 * A text without the characters at its end that look like this one. An expression such as `/-+$/` begins anew at every
 * hyphen, and takes minutes for a megabyte of them that something else follows.
 */
export function withoutTrailing(text: string, character: RegExp): string {
  let end = text.length;
  while (end > 0 && character.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/**
 * The characters that nobody sees: white space, and characters without width that come along when something is copied.
 */
const UNSEEN = /[\s\u00AD\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/;

/** The same characters one by one, for where they have to be listed. */
export const unseenCharacters = (): string[] =>
  Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter((character) => UNSEEN.test(character));

/** Returns a typed or pasted text without the invisible characters before and behind it. */
export function pasted(text: string): string {
  let start = 0;
  while (start < text.length && UNSEEN.test(text.charAt(start))) start++;
  return withoutTrailing(text.slice(start), UNSEEN);
}

/** Readings of a code as somebody typed it, the exact one first: there may be codes that were made with blanks. */
export function readingsOf(code: string): string[] {
  const bare = pasted(code);
  return bare === code || bare === '' ? [code] : [code, bare];
}
