/**
 * The groups of the navigation that are folded. The choice is kept in a cookie, as the language is: the server reads
 * it, so the first paint has each group as it was left, and nothing moves when the page comes to life.
 */
import type { GroupKey } from '@/components/shell/pages';

export const FOLDED_COOKIE = 'laris-folded';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Groups that most people open seldom, so that the rest stands in one sight on a small laptop. */
const FOLDED_AT_FIRST: readonly string[] = ['creators', 'developers', 'settings'] satisfies GroupKey[];

/** @param cookie as it came; undefined: nobody chose yet. Names that are no groups do no harm. */
export const foldedFrom = (cookie: string | undefined): readonly string[] =>
  cookie === undefined ? FOLDED_AT_FIRST : cookie.split('.');

export function keepFolded(folded: readonly string[]): void {
  document.cookie = `${FOLDED_COOKIE}=${folded.join('.')}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
}
