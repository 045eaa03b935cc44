/**
 * Tokens that this service makes and later knows as its own: what they say stands beside them, in an address or a
 * header.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

export interface Signed {
  key: string | Buffer;
  /** The text that is signed. Texts of two purposes need two keys (`deriveKey`), or a word that tells them apart. */
  text: string;
  encoding: 'hex' | 'base64url';
}

/** HMAC-SHA256 of the text. */
export const signToken = ({ key, text, encoding }: Signed): string =>
  createHmac('sha256', key).update(text).digest(encoding);

/** Checks whether it is the very token that `signToken` makes; in constant time. */
export const isToken = (given: string, signed: Signed): boolean => sameText(given, signToken(signed));

/** Checks whether two texts are the same, in a time that says nothing of where they differ, nor of their lengths. */
export const sameText = (given: string, expected: string): boolean => timingSafeEqual(digest(given), digest(expected));

const digest = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest();
