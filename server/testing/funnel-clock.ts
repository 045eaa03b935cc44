/** The clocks on the walls of the people in server/testing/funnel-model.ts, whose zones have no summer time. */
export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

/** Minutes east of Greenwich. */
export const ZONES: Readonly<Record<string, number>> = {
  'Asia/Jakarta': 420,
  'Asia/Tokyo': 540,
  'America/Phoenix': -420,
};

/** Hours of a day in which messages may leave. */
export interface Hours {
  days: number[];
  from: string;
  to: string;
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** As if the zone's clock was Greenwich's. */
function shiftOf(zone: string): number {
  const minutes = ZONES[zone];
  if (minutes === undefined) throw new Error('An unknown zone.');
  return minutes * MINUTE;
}

export function dayLater(zone: string, since: number, days: number, at: string): number {
  const shift = shiftOf(zone);
  const midnight = Math.floor((since + shift) / DAY) * DAY - shift;
  const then = midnight + days * DAY + minutesOf(at) * MINUTE;
  return then > since ? then : then + DAY;
}

/** Now, or the next beginning. Looked for minute by minute: slow, and hard to get wrong. */
export function windowOpens(zone: string, now: number, { days, from, to }: Hours): number {
  const shift = shiftOf(zone);
  const isOpen = (at: number): boolean => {
    const local = at + shift;
    const minute = Math.floor((local % DAY) / MINUTE);
    const [start, end] = [minutesOf(from), minutesOf(to)];
    // The first of January 1970 was a Thursday.
    const weekdayOf = (day: number): number => ((day + 3) % 7) + 1;
    const today = Math.floor(local / DAY);
    if (start < end) return minute >= start && minute < end && days.includes(weekdayOf(today));
    return minute >= start ? days.includes(weekdayOf(today)) : minute < end && days.includes(weekdayOf(today - 1));
  };
  if (isOpen(now)) return now;
  for (let at = Math.ceil(now / MINUTE) * MINUTE; ; at += MINUTE) if (isOpen(at)) return at;
}
