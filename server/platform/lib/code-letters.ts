/**
 * Random letters for codes that the service makes, from a cryptographic source, because a code is worth money to
 * whoever guesses it.
 */
import { randomInt } from 'node:crypto';

/** A-Z and 2-9 without I and O, which are read as 1 and 0. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

export const lettersOf = (alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');

export const codeLetters = (length: number): string => lettersOf(ALPHABET, length);
