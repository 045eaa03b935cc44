/**
 * The strings of links and reward codes (docs/contract/referrals.md#reward-codes), from a cryptographic source: a
 * reward is money to whoever guesses it.
 */
import { codeLetters, lettersOf } from '@/server/platform/lib/code-letters';

const LINK_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

export const makeLinkCode = (): string => lettersOf(LINK_ALPHABET, 8);
/** `REF-XXXX-YYYY` */
export const makeReferrerCode = (): string => `REF-${codeLetters(4)}-${codeLetters(4)}`;
/** `WELCOME-XXXXXX` */
export const makeRefereeCode = (): string => `WELCOME-${codeLetters(6)}`;

/**
 * The number of times that a string that is taken is made anew; even with a million codes a workspace, one try in a
 * thousand fails.
 */
export const CODE_ATTEMPTS = 8;
