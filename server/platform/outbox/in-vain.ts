/** The treatment of something in an outbox that cannot be acted on. */
import { clipped } from '@/server/platform/lib/text';

/** The waits after failed attempts, in milliseconds; after the last one the change is put aside. */
const WAITS_MS = [1, 5, 30].map((minutes) => minutes * 60_000);
/** The longest stored error, in characters. */
const LONGEST_ERROR = 500;

/** @param attempts that failed before this one @returns the time of the next attempt; null: the change is put aside */
export function triedAgainAt(attempts: number, now: Date): Date | null {
  const wait = WAITS_MS[attempts];
  return wait === undefined ? null : new Date(now.getTime() + wait);
}

/** Returns an error's message in a form that a text column can store. */
export const wordsOf = (error: unknown): string =>
  clipped(error instanceof Error ? error.message : String(error), LONGEST_ERROR);
