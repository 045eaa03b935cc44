/** Months of the calendar, in UTC (docs/contract/shared.md#instants). */

/**
 * Returns the same day and time `months` later; the last day of a month without such a day (31 January → 28 February).
 * Count several months from the first day, not from month to month, so that the 31st comes back in March.
 */
export function addMonths(instant: Date, months: number): Date {
  const year = instant.getUTCFullYear();
  const month = instant.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const moved = new Date(instant);
  moved.setUTCFullYear(year, month, Math.min(instant.getUTCDate(), lastDay));
  return moved;
}

/** The first instant of the month. */
export const startOfMonth = (instant: Date): Date =>
  new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth(), 1));

/** The first instant of the month after. */
export const startOfNextMonth = (instant: Date): Date =>
  new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth() + 1, 1));

/** Returns the month in UTC, `2026-11`, by which the plan counts (docs/contract/billing.md#plan-limits). */
export const monthOf = (now: Date): string => now.toISOString().slice(0, 7);

/** The rolling window that ends now: the same as that of the resources' own stats. */
export const windowOf = (now: Date, days: number): { from: Date; to: Date } => ({
  from: new Date(now.getTime() - days * 24 * 60 * 60_000),
  to: now,
});
