/** The common part of the callback signatures of the vendors. */

/** Seconds by which a signed timestamp may differ from the time at which the callback came in. */
const FIVE_MINUTES = 300;

/**
 * The accepted age of a signature, in seconds, for vendors that repeat a callback for a day and may not sign it anew. A
 * replayed callback changes nothing, because statuses only move forward.
 */
export const REPEATED_FOR_A_DAY = 25 * 60 * 60;

/** Checks whether a signed Unix time in seconds, as text, is close enough to rule out an old callback played again. */
export const isFresh = (seconds: string, receivedAt: Date, tolerance = FIVE_MINUTES): boolean =>
  /^\d{1,12}$/.test(seconds) && Math.abs(Number(seconds) * 1000 - receivedAt.getTime()) <= tolerance * 1000;

/** Returns the instant that a vendor wrote; without a valid one, the callback's time of arrival. */
export function instant(value: unknown, receivedAt: Date): Date {
  const date = typeof value === 'number' ? new Date(value) : typeof value === 'string' ? new Date(value) : receivedAt;
  const year = date.getUTCFullYear();
  return Number.isNaN(year) || year < 2000 || year > 9999 ? receivedAt : date;
}
