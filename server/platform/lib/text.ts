/** Functions on texts of any length and origin; each takes time in proportion to the length. */

/**
 * Checks whether the database can hold a text. PostgreSQL refuses NUL; lone surrogates become U+FFFD on the way
 * (docs/contract/shared.md#text).
 */
export const isStorable = (text: string): boolean => !text.includes('\0');

/** Cuts a text to at most that many UTF-16 units, at whole characters, and removes what the database cannot store. */
export function clipped(text: string, units: number): string {
  const storable = text.replaceAll('\0', '').toWellFormed();
  if (storable.length <= units) return storable;
  const end = storable.charCodeAt(units - 1) >> 10 === 0xd800 >> 10 ? units - 1 : units;
  return storable.slice(0, end);
}

/**
 * Removes matching characters from the end. An expression such as `/-+$/` would start again at every hyphen, and take
 * minutes for a megabyte of them before another character.
 */
export function withoutTrailing(text: string, character: RegExp): string {
  let end = text.length;
  while (end > 0 && character.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** Matches invisible characters: white space, and characters without width that come along when text is copied. */
const UNSEEN = /[\s\u00AD\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/;

/** The invisible characters one by one, for code that needs a list. */
export const unseenCharacters = (): string[] =>
  Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter((character) => UNSEEN.test(character));

/** Returns a typed or pasted text without the invisible characters before and behind it. */
export function pasted(text: string): string {
  let start = 0;
  while (start < text.length && UNSEEN.test(text.charAt(start))) start++;
  return withoutTrailing(text.slice(start), UNSEEN);
}

/** Returns the possible forms of a typed code, the exact one first, because some codes contain spaces. */
export function readingsOf(code: string): string[] {
  const bare = pasted(code);
  return bare === code || bare === '' ? [code] : [code, bare];
}
