/**
 * The strings of links and reward codes (docs/contract/referrals.md#reward-codes), from a cryptographic source: a
 * reward is money to whoever guesses it.
 */
import { randomInt } from 'node:crypto';

const LINK_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
/** A-Z and 2-9 without I and O, which are read as 1 and 0. */
const REWARD_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

const pick = (alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');

export const makeLinkCode = (): string => pick(LINK_ALPHABET, 8);
/** `REF-XXXX-YYYY` */
export const makeReferrerCode = (): string => `REF-${pick(REWARD_ALPHABET, 4)}-${pick(REWARD_ALPHABET, 4)}`;
/** `WELCOME-XXXXXX` */
export const makeRefereeCode = (): string => `WELCOME-${pick(REWARD_ALPHABET, 6)}`;

/** How often a string that is taken is made anew; even with a million codes a workspace, one try in a thousand fails. */
export const CODE_ATTEMPTS = 8;
