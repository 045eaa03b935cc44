/** The way to the sign-in page and back. Used on the server and in the browser. */

const START = '/';

/**
 * Returns the path to go to after signing in: a path of ours, never another site (`//evil.example`, `/\evil.example`).
 */
export const safeNext = (next: string | null | undefined): string =>
  next && /^\/(?![/\\])[^\s\\]*$/.test(next) ? next : START;

export function signInPath(next: string): string {
  const path = safeNext(next);
  return path === START ? '/sign-in' : `/sign-in?next=${encodeURIComponent(path)}`;
}
