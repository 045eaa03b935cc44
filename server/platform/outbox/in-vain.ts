/** The treatment of something in an outbox that cannot be acted on. */
import { clipped } from '@/server/platform/lib/text';

/** After so many attempts in vain it waits for so long; then it is put aside. */
const WAITS_MS = [1, 5, 30].map((minutes) => minutes * 60_000);
/** Characters of an error, as it is kept. */
const LONGEST_ERROR = 500;

/** @param attempts before this one, in vain as well @returns when it is tried again; null: it is put aside */
export function triedAgainAt(attempts: number, now: Date): Date | null {
  const wait = WAITS_MS[attempts];
  return wait === undefined ? null : new Date(now.getTime() + wait);
}

/** As a text column takes it. */
export const wordsOf = (error: unknown): string =>
  clipped(error instanceof Error ? error.message : String(error), LONGEST_ERROR);
