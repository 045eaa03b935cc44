/**
 * The strings of links and reward codes (docs/contract/referrals.md#reward-codes), from a cryptographic source, because
 * a reward is worth money to whoever guesses its code.
 */
import { codeLetters, lettersOf } from '@/server/platform/lib/code-letters';

const LINK_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

export const makeLinkCode = (): string => lettersOf(LINK_ALPHABET, 8);
/** `REF-XXXX-YYYY` */
export const makeReferrerCode = (): string => `REF-${codeLetters(4)}-${codeLetters(4)}`;
/** `WELCOME-XXXXXX` */
export const makeRefereeCode = (): string => `WELCOME-${codeLetters(6)}`;

/**
 * The most draws of a string when drawn ones exist already; even with a million codes a workspace, one draw in a
 * thousand fails.
 */
export const CODE_ATTEMPTS = 8;
