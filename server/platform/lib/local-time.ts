/**
 * Local times of people (docs/contract/funnels.md#zones). A local time that is skipped becomes the next existing one;
 * one that comes twice is the first. Pure.
 */
import { DAY_MS, MINUTE_MS } from '@/server/platform/lib/durations';
import { instantOf, isZone, wallAt } from '@/server/platform/lib/zoned-time';
import type { SendWindow } from '@/server/modules/automation/funnels/definition-schema';
import type { StepOf } from '@/server/modules/automation/funnels/step-schema';

/** Returns the contact's zone if its attribute names one, else the workspace's. */
export const zoneOf = (attribute: unknown, workspaceZone: string): string =>
  typeof attribute === 'string' && isZone(attribute) ? attribute : workspaceZone;

/** A calendar day: days since 1 January 1970. */
export type Day = number;

export const dayOf = (year: number, month: number, date: number): Day =>
  Math.floor(Date.UTC(year, month - 1, date) / DAY_MS);

/** Returns the local day in a zone. */
export const localDay = (zone: string, at: Date): Day => Math.floor(wallAt(zone, at.getTime()) / DAY_MS);

/** 1 (Monday) to 7. 1 January 1970 was a Thursday. */
export const weekdayOf = (day: Day): number => ((((day + 3) % 7) + 7) % 7) + 1;

/** @returns [year, month from 1, day of the month] */
export function calendarOf(day: Day): [year: number, month: number, date: number] {
  const at = new Date(day * DAY_MS);
  return [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate()];
}

/** `YYYY-MM-DD HH:MM` there. */
export const localTime = (zone: string, at: Date): string =>
  new Date(wallAt(zone, at.getTime())).toISOString().slice(0, 16).replace('T', ' ');

/** @param time `HH:MM` */
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** Returns the instant of that time of that day there. @param time `HH:MM` */
export const instantAt = (zone: string, day: Day, time: string): Date =>
  new Date(instantOf(zone, day * DAY_MS + minutesOf(time) * MINUTE_MS, 'next'));

/** Returns the time when a delay that began at `since` is over. */
export function delayEnds(config: StepOf<'delay'>['config'], since: Date, zone: string): Date {
  if ('minutes' in config) return new Date(since.getTime() + config.minutes * MINUTE_MS);
  const day = localDay(zone, since);
  const end = instantAt(zone, day + config.days, config.at);
  return end > since ? end : instantAt(zone, day + config.days + 1, config.at);
}

/** Returns the time when a message may go. @returns null: now; else when the window opens next */
export function windowOpens({ days, from, to }: SendWindow, at: Date, zone: string): Date | null {
  const passesMidnight = from > to;
  const today = localDay(zone, at);
  // One that began yesterday may still be open. Days that a zone left out altogether have none.
  for (let day = today - 1; day <= today + 14; day++) {
    if (!days.includes(weekdayOf(day))) continue;
    const begins = instantAt(zone, day, from);
    const ends = instantAt(zone, passesMidnight ? day + 1 : day, to);
    if (at < ends && begins < ends) return at >= begins ? null : begins;
  }
  throw new Error(`No window opens within two weeks of ${at.toISOString()} in ${zone}.`);
}

/**
 * Returns the day nearest to `near` on which an anniversary is celebrated, or the one day of a date.
 * @param date the attribute's year, month and day
 * @param offsetDays days to add
 * @returns the day; 29 February becomes the 28th in other years
 */
export function occasionNear(
  [year, month, date]: readonly [number, number, number],
  near: Day,
  { offsetDays, yearly }: { offsetDays: number; yearly: boolean },
): Day {
  if (!yearly) return dayOf(year, month, date) + offsetDays;
  const [thisYear] = calendarOf(near);
  const inYear = (each: number): Day => {
    const lastDay = new Date(Date.UTC(each, month, 0)).getUTCDate();
    return dayOf(each, month, Math.min(date, lastDay)) + offsetDays;
  };
  const candidates = [thisYear - 1, thisYear, thisYear + 1].map(inYear);
  return candidates.reduce((best, each) => (Math.abs(each - near) < Math.abs(best - near) ? each : best));
}

/** The year for dates without one: a leap year, so that it has a 29 February. */
export const NO_YEAR = 2000;

/**
 * The calendar date in an attribute: `YYYY-MM-DD`, alone or at the beginning of an instant, or `--MM-DD` of a day
 * without a year.
 */
export function calendarDateIn(value: unknown): readonly [year: number, month: number, date: number] | undefined {
  const match = typeof value === 'string' ? /^(?:(\d{4})|-)-(\d\d)-(\d\d)(?:$|[T ])/.exec(value) : null;
  if (match === null) return undefined;
  const [, years = NO_YEAR, months, days] = match;
  const [year, month, date] = [Number(years), Number(months), Number(days)];
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return year >= 1 && month >= 1 && month <= 12 && date >= 1 && date <= lastDay ? [year, month, date] : undefined;
}
