/**
 * Tokens that this service makes and later recognises; the data that they sign stands beside them, in an address or a
 * header.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

export interface Signed {
  key: string | Buffer;
  /**
   * The text that is signed. Two purposes need two keys (`deriveKey`), or a word in the text that tells them apart.
   */
  text: string;
  encoding: 'hex' | 'base64url';
}

/** HMAC-SHA256 of the text. */
export const signToken = ({ key, text, encoding }: Signed): string =>
  createHmac('sha256', key).update(text).digest(encoding);

/** Checks whether a token is exactly the one that `signToken` makes; in constant time. */
export const isToken = (given: string, signed: Signed): boolean => sameText(given, signToken(signed));

/** Compares two texts in a time that reveals neither their first difference nor their lengths. */
export const sameText = (given: string, expected: string): boolean => timingSafeEqual(digest(given), digest(expected));

const digest = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest();
