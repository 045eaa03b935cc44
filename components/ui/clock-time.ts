/** Between an instant and the clock time of a workspace's zone, `2026-01-31 09:00:00`, as date pickers have it. */
import { instantOf, wallAt } from '@/server/platform/lib/zoned-time';

const written = (wall: number): string => new Date(wall).toISOString().slice(0, 19).replace('T', ' ');

export const toClock = (instant: string | null, timeZone: string): string | null =>
  instant === null ? null : written(wallAt(timeZone, Date.parse(instant)));
export const toInstant = (clock: string | null, timeZone: string): string | null =>
  clock === null ? null : new Date(instantOf(timeZone, Date.parse(`${clock.replace(' ', 'T')}Z`))).toISOString();
/** The day there, `2026-01-31`. */
export const dayOf = (instant: Date, timeZone: string): string =>
  written(wallAt(timeZone, instant.getTime())).slice(0, 10);
