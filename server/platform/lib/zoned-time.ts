/**
 * Converts between instants and the clock times of a zone, for the server and the browser. A clock time that comes
 * twice is the earlier one. One that is skipped moves on by the skipped time, as in Temporal's `compatible` and RFC
 * 5545. server/platform/db/zoned-time.ts has the same rule in SQL. The runtime knows the zones.
 */
import { DAY_MS } from '@/server/platform/lib/durations';
import { dateTimeFormat } from '@/server/platform/lib/formats';

/**
 * Offsets change at no other moments than these, since December 2011: until then St. John’s did at a minute past
 * midnight.
 */
const STEP_MS = 15 * 60_000;
/** The largest numbers of cached offsets of a zone, and of cached zones; then the cache starts anew. */
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
    });
    zone = { format, offsets: new Map() };
  } catch {
    // The runtime knows no zone of this name.
  }
  // A name is whatever a contact's attribute says.
  if (zones.size >= MOST_ZONES) zones.clear();
  zones.set(name, zone);
  return zone;
}

/** Checks for the name of a zone. Offsets such as +07:00 are refused, although the runtime accepts them. */
export const isZone = (name: string): boolean =>
  /^[A-Za-z]/.test(name) && name.length <= 64 && zoneNamed(name) !== null;

/**
 * Milliseconds that clocks there are ahead of UTC.
 * @throws RangeError for a zone that the runtime does not know
 */
function offsetAt(zoneName: string, at: number): number {
  const zone = zoneNamed(zoneName);
  if (zone === null) throw new RangeError(`No time zone: ${zoneName}`);
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

/** The clock time in a zone at an instant, written as the milliseconds at which UTC shows the same. */
export const wallAt = (zone: string, at: number): number => at + offsetAt(zone, at);

/**
 * Returns the instant at which the clocks of a zone show a time.
 * @param wall the clock time, as `wallAt` writes it
 * @param skipped the answer for a skipped time: later by the skipped time, or the first instant after the gap
 */
export function instantOf(zone: string, wall: number, skipped: 'later' | 'next' = 'later'): number {
  // No clock is a day away from UTC, and none changes twice within two days.
  const before = offsetAt(zone, wall - DAY_MS);
  const after = offsetAt(zone, wall + DAY_MS);
  const earliest = wall - Math.max(before, after);
  const fits = [before, after].map((offset) => wall - offset).filter((at) => wallAt(zone, at) === wall);
  if (fits.length > 0) return Math.min(...fits);
  return skipped === 'later' ? wall - before : changeAfter(zone, earliest, wall - before);
}

/** The first instant with the offset that holds at `until`. */
function changeAfter(zone: string, since: number, until: number): number {
  const offset = offsetAt(zone, until);
  let [low, high] = [Math.floor(since / STEP_MS), Math.floor(until / STEP_MS)];
  while (low + 1 < high) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(zone, middle * STEP_MS) === offset) high = middle;
    else low = middle;
  }
  return high * STEP_MS;
}
