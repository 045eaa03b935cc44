/**
 * Local times of people (docs/contract/funnels.md#zones). A local time that does not exist is the next that does; one that
 * exists twice is the first. Pure; the zone's rules are those of the runtime.
 */
import { dateTimeFormat } from '@/server/lib/formats';
import type { SendWindow, StepOf } from '@/server/resources/funnels/definition-schema';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Offsets change at no other moments than these. */
const STEP_MS = 15 * MINUTE_MS;
/** Offsets that are remembered for each zone, and zones; then it begins anew. */
const [MOST_OFFSETS, MOST_ZONES] = [5_000, 1_000];

interface Zone {
  format: Intl.DateTimeFormat;
  offsets: Map<number, number>;
}

const zones = new Map<string, Zone | null>();

function zoneNamed(name: string): Zone | null {
  const known = zones.get(name);
  if (known !== undefined) return known;
  let zone: Zone | null = null;
  try {
    const format = dateTimeFormat('en-US', {
      timeZone: name,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
      era: 'short',
    });
    zone = { format, offsets: new Map() };
  } catch {
    // No name of a zone: whoever wrote it there meant something else by it.
  }
  // A name is whatever a contact's attribute says.
  if (zones.size >= MOST_ZONES) zones.clear();
  zones.set(name, zone);
  return zone;
}

/** Offsets such as +07:00 are no names of zones, though the runtime takes them. */
const isZone = (name: string): boolean => /^[A-Za-z]/.test(name) && name.length <= 64 && zoneNamed(name) !== null;

/** The contact's zone when its attribute names one, else the workspace's. */
export const zoneOf = (attribute: unknown, workspaceZone: string): string =>
  typeof attribute === 'string' && isZone(attribute) ? attribute : workspaceZone;

/** Milliseconds that local time is ahead of UTC. */
function offsetAt(zoneName: string, at: number): number {
  const zone = zoneNamed(zoneName);
  if (zone === null) return 0;
  const step = Math.floor(at / STEP_MS);
  const known = zone.offsets.get(step);
  if (known !== undefined) return known;
  const instant = step * STEP_MS;
  const part = Object.fromEntries(zone.format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  const offset = Date.UTC(year, month - 1, day, hour, minute, second) - instant;
  if (zone.offsets.size >= MOST_OFFSETS) zone.offsets.clear();
  zone.offsets.set(step, offset);
  return offset;
}

/** A calendar day: days since 1 January 1970. */
export type Day = number;

export const dayOf = (year: number, month: number, date: number): Day =>
  Math.floor(Date.UTC(year, month - 1, date) / DAY_MS);

/** The day that it is there. */
export const localDay = (zone: string, at: Date): Day =>
  Math.floor((at.getTime() + offsetAt(zone, at.getTime())) / DAY_MS);

/** 1 (Monday) to 7. 1 January 1970 was a Thursday. */
export const weekdayOf = (day: Day): number => ((((day + 3) % 7) + 7) % 7) + 1;

/** @returns [year, month from 1, day of the month] */
export function calendarOf(day: Day): [year: number, month: number, date: number] {
  const at = new Date(day * DAY_MS);
  return [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate()];
}

/** `YYYY-MM-DD HH:MM` there. */
export const localTime = (zone: string, at: Date): string =>
  new Date(at.getTime() + offsetAt(zone, at.getTime())).toISOString().slice(0, 16).replace('T', ' ');

/** @param time `HH:MM` */
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** When it is that time of that day there. @param time `HH:MM` */
export function instantAt(zone: string, day: Day, time: string): Date {
  const local = day * DAY_MS + minutesOf(time) * MINUTE_MS;
  const before = offsetAt(zone, local - 36 * HOUR_MS);
  const after = offsetAt(zone, local + 36 * HOUR_MS);
  const fits = [...new Set([before, after])]
    .map((offset) => local - offset)
    .filter((at) => at + offsetAt(zone, at) === local);
  if (fits.length > 0) return new Date(Math.min(...fits));
  // It is left out: the clock springs over it, between these two.
  let [low, high] = [local - Math.max(before, after), local - Math.min(before, after)].map((at) =>
    Math.floor(at / STEP_MS),
  ) as [number, number];
  const until = offsetAt(zone, high * STEP_MS + STEP_MS);
  high++;
  while (low + 1 < high) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(zone, middle * STEP_MS) === until) high = middle;
    else low = middle;
  }
  return new Date(high * STEP_MS);
}

/** When a delay that began at `since` is over. */
export function delayEnds(config: StepOf<'delay'>['config'], since: Date, zone: string): Date {
  if ('minutes' in config) return new Date(since.getTime() + config.minutes * MINUTE_MS);
  const day = localDay(zone, since);
  const end = instantAt(zone, day + config.days, config.at);
  return end > since ? end : instantAt(zone, day + config.days + 1, config.at);
}

/**
 * When a message may go. @returns null: now; else when the window opens next
 */
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
 * The days around `near` on which an anniversary is kept, or the one day of a date.
 * @param date as the attribute says it
 * @param offsetDays that it is kept later
 * @returns 29 February is the 28th in other years; undefined: it is no such date
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

/** The year of a day that has none: it has a 29 February. */
export const NO_YEAR = 2000;

/** The calendar date in an attribute: `YYYY-MM-DD`, alone or at the beginning of an instant, or `--MM-DD` of a day without a year. */
export function calendarDateIn(value: unknown): readonly [year: number, month: number, date: number] | undefined {
  const match = typeof value === 'string' ? /^(?:(\d{4})|-)-(\d\d)-(\d\d)(?:$|[T ])/.exec(value) : null;
  if (match === null) return undefined;
  const [, years = NO_YEAR, months, days] = match;
  const [year, month, date] = [Number(years), Number(months), Number(days)];
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return year >= 1 && month >= 1 && month <= 12 && date >= 1 && date <= lastDay ? [year, month, date] : undefined;
}
