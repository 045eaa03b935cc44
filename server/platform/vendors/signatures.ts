/** The common part of the callback signatures of the vendors. */

/** Seconds by which a signed timestamp may differ from the time at which the callback came in. */
const FIVE_MINUTES = 300;

/**
 * The same for vendors that repeat a callback for a day when nobody answers, without saying that they sign it anew.
 * A callback that is played again within it changes nothing: statuses only move forward.
 */
export const REPEATED_FOR_A_DAY = 25 * 60 * 60;

/** Checks whether a signed Unix time in seconds, as text, is close enough to rule out an old callback played again. */
export const isFresh = (seconds: string, receivedAt: Date, tolerance = FIVE_MINUTES): boolean =>
  /^\d{1,12}$/.test(seconds) && Math.abs(Number(seconds) * 1000 - receivedAt.getTime()) <= tolerance * 1000;

/** An instant that a vendor wrote, or the time at which its callback came in when it wrote none that holds. */
export function instant(value: unknown, receivedAt: Date): Date {
  const date = typeof value === 'number' ? new Date(value) : typeof value === 'string' ? new Date(value) : receivedAt;
  const year = date.getUTCFullYear();
  return Number.isNaN(year) || year < 2000 || year > 9999 ? receivedAt : date;
}
