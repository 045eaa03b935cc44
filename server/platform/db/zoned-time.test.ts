/** One rule for the clock times of a zone: the server's, SQL's and the dashboard's, against a search over the clock on the wall. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMoment } from '@/components/csv/dates';
import { toClock, toInstant } from '@/components/ui/clock-time';
import { instantIn } from '@/server/platform/db/zoned-time';
import { instantOf, wallAt } from '@/server/platform/lib/zoned-time';
import { instantAt } from '@/server/platform/lib/local-time';
import { useServer } from '@/server/testing/server';
import { changesOf, instantOnWall, wall } from '@/server/testing/wall-clock';

const server = useServer();

const DAY_MS = 86_400_000;
/** Before, St. John’s changed its clocks at a minute past midnight, which is no quarter of an hour. */
const [FROM, TO] = [Date.UTC(2011, 11), Date.UTC(2025, 0)];
/** North and south, half an hour, none at all, in Ramadan, at midnight, a whole day that was left out. */
const ZONES = [
  'Africa/Cairo',
  'Africa/Casablanca',
  'America/Havana',
  'America/New_York',
  'America/Santiago',
  'America/St_Johns',
  'Asia/Jakarta',
  'Asia/Kathmandu',
  'Atlantic/Azores',
  'Australia/Lord_Howe',
  'Europe/Berlin',
  'Europe/Dublin',
  'Pacific/Apia',
  'Pacific/Chatham',
  'UTC',
];

const changes = ZONES.flatMap((zone) => changesOf(zone, FROM, TO).map((at) => [zone, at] as const));
/** Any time of thirteen years, and those around a change of the clock more often. */
const clockTime = fc.oneof(
  fc.tuple(
    fc.constantFrom(...ZONES),
    fc.integer({ min: FROM / 1000, max: TO / 1000 }).map((at) => at * 1000),
  ),
  fc
    .tuple(fc.constantFrom(...changes), fc.integer({ min: -3 * 3600, max: 3 * 3600 }))
    .map(([[zone, at], seconds]) => [zone, wall(zone, at) + seconds * 1000] as [string, number]),
);
const written = (local: number): string => new Date(local).toISOString().slice(0, 19).replace('T', ' ');
const iso = (at: number): string => new Date(at).toISOString();

describe('the instant of a clock time', () => {
  it('is that of the clock on the wall, in code, in the dashboard and in SQL', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(clockTime, { minLength: 20, maxLength: 40 }), async (times) => {
        const { rows } = await server.services.database.pool.query<{ at: Date }>(
          `SELECT ${instantIn('t.local::timestamp', 't.zone')} AS at FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS t (zone, local, n) ORDER BY t.n`,
          [times.map(([zone]) => zone), times.map(([, local]) => written(local))],
        );
        for (const [n, [zone, local]] of times.entries()) {
          const expected = iso(instantOnWall(zone, local));
          const where = `${written(local)} in ${zone}`;
          expect(iso(instantOf(zone, local)), where).toBe(expected);
          expect(toInstant(written(local), zone), where).toBe(expected);
          expect(readMoment(written(local), 'start', { language: 'en', timeZone: zone }), where).toBe(expected);
          expect(rows[n]?.at.toISOString(), `${where}, in SQL`).toBe(expected);
          expect(wallAt(zone, local), where).toBe(wall(zone, local));
          expect(toClock(iso(local), zone), where).toBe(written(wall(zone, local)));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('in a funnel differs in a time that the clock jumps over: it is the next that exists', () => {
    fc.assert(
      fc.property(clockTime, ([zone, seconds]) => {
        const local = seconds - (seconds % 60_000);
        const compatible = instantOnWall(zone, local);
        const jump = changes.find(
          ([where, at]) => where === zone && at <= compatible && compatible - at <= DAY_MS,
        )?.[1];
        const expected = wall(zone, compatible) === local ? compatible : jump!;
        const day = Math.floor(local / DAY_MS);
        expect(instantAt(zone, day, written(local).slice(11, 16)).toISOString()).toBe(iso(expected));
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['of an hour that comes twice the earlier', 'America/New_York', '2026-11-01 01:30:00', '2026-11-01T05:30:00.000Z'],
    ['of an hour that is left out, as much later', 'Europe/Berlin', '2026-03-29 02:30:00', '2026-03-29T01:30:00.000Z'],
    ['of half an hour that comes twice', 'Australia/Lord_Howe', '2026-04-05 01:45:00', '2026-04-04T14:45:00.000Z'],
    ['of a midnight that comes twice', 'America/Havana', '2026-11-01 00:00:00', '2026-11-01T04:00:00.000Z'],
    ['of a day that was left out', 'Pacific/Apia', '2011-12-30 09:00:00', '2011-12-30T19:00:00.000Z'],
  ])('%s', (_, zone, clock, instant) => {
    expect(toInstant(clock, zone)).toBe(instant);
  });
});
