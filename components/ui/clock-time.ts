/** Between an instant and the clock time of a workspace's zone, `2026-01-31 09:00:00`, as date pickers have it. */
import dayjs from 'dayjs';
import timezone from 'dayjs/plugin/timezone';
import utc from 'dayjs/plugin/utc';

dayjs.extend(utc);
dayjs.extend(timezone);

const CLOCK = 'YYYY-MM-DD HH:mm:ss';

export const toClock = (instant: string | null, timeZone: string): string | null =>
  instant === null ? null : dayjs(instant).tz(timeZone).format(CLOCK);
export const toInstant = (clock: string | null, timeZone: string): string | null =>
  clock === null ? null : dayjs.tz(clock, timeZone).toISOString();
/** The day there, `2026-01-31`. */
export const dayOf = (instant: Date, timeZone: string): string => dayjs(instant).tz(timeZone).format('YYYY-MM-DD');
