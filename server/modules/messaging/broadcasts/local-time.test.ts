/** Each contact's own hour (docs/contract/broadcasts.md#local-time): the zones of contacts, and the moments in them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { now, setClockOffset } from '@/server/platform/lib/clock';
import { momentsOf } from '@/server/modules/messaging/broadcasts/contact-zone';
import { makeBroadcast, makeChannel } from '@/server/testing/factories/messaging';
import { unique } from '@/server/testing/factories/unique';
import { expectData } from '@/server/testing/http';
import { useServer } from '@/server/testing/server';
import { instantOnWall, wall } from '@/server/testing/wall-clock';

const server = useServer();
const prisma = () => server.services.database.prisma;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Zones of every kind: whole hours and others, with daylight time north and south, half an hour of it, and far out. */
const ZONES = [
  'Africa/Cairo',
  'Africa/Lagos',
  'America/Chicago',
  'America/Los_Angeles',
  'America/New_York',
  'America/Santiago',
  'America/Sao_Paulo',
  'America/St_Johns',
  'Asia/Jakarta',
  'Asia/Jayapura',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Asia/Makassar',
  'Asia/Tokyo',
  'Atlantic/Azores',
  'Australia/Adelaide',
  'Australia/Lord_Howe',
  'Australia/Sydney',
  'Etc/GMT+12',
  'Europe/Berlin',
  'Europe/London',
  'Pacific/Apia',
  'Pacific/Chatham',
  'Pacific/Honolulu',
  'Pacific/Kiritimati',
  'UTC',
];

/** The rule, in words that are not those of the statement. */
function expected(zone: string, workspace: string, at: number, hour: number, minute: number): number {
  const midnight = Math.max(...[workspace, zone].map((place) => Math.floor(wall(place, at) / DAY_MS))) * DAY_MS;
  for (const back of [0, 1, 2]) {
    const moment = instantOnWall(zone, midnight - back * DAY_MS + hour * HOUR_MS + minute * 60_000);
    if (moment <= at + DAY_MS) return Math.max(at, moment);
  }
  throw new Error('Three days back there is an hour for everybody.');
}

async function moments(workspace: string, at: number, localTime: string): Promise<Map<string, number>> {
  const { rows } = await server.services.database.pool.query<{ zone: string; due: Date }>(
    `WITH places AS (SELECT unnest($1::text[]) AS zone), ${momentsOf({ at: '$2::timestamptz', localTime: '$3::time', workspace: '$4::text' })} SELECT zone, due FROM moments`,
    [ZONES, new Date(at), localTime, workspace],
  );
  return new Map(rows.map(({ zone, due }) => [zone, due.getTime()]));
}

/** Days on which clocks change somewhere, and the days beside them, besides any day of three years. */
const CHANGES = ['2025-03-09', '2025-03-30', '2025-04-06', '2025-09-28', '2025-10-05', '2025-10-26', '2025-11-02'];
const arbitraryAt = fc
  .oneof(
    fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2026, 5) }),
    fc
      .tuple(fc.constantFrom(...CHANGES), fc.integer({ min: -36 * 60, max: 36 * 60 }))
      .map(([day, minutes]) => Date.parse(day) + minutes * 60_000),
  )
  .map((at) => Math.floor(at / 1000) * 1000);
/** Quarters of an hour, the small hours more often: there clocks change. */
const arbitraryQuarter = fc.oneof(fc.integer({ min: 0, max: 95 }), fc.integer({ min: 0, max: 16 }));

describe('the moment in a zone', () => {
  it('is that of an independent model, on days on which the clock changes too', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...ZONES), arbitraryAt, arbitraryQuarter, async (workspace, at, quarter) => {
        const [hour, minute] = [Math.floor(quarter / 4), (quarter % 4) * 15];
        const localTime = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
        for (const [zone, due] of await moments(workspace, at, localTime)) {
          const where = `${localTime} in ${zone}, sent from ${workspace} at ${new Date(at).toISOString()}`;
          expect(new Date(due).toISOString(), where).toBe(
            new Date(expected(zone, workspace, at, hour, minute)).toISOString(),
          );
          expect(due - at, where).toBeLessThanOrEqual(DAY_MS);
        }
      }),
      { numRuns: 100 },
    );
  });

  it.each([
    ['an hour that the clock jumps over is as much later', '2025-03-09T05:00:00Z', '02:30', '2025-03-09T07:30:00.000Z'],
    ['of an hour that comes twice it is the first', '2025-11-02T04:00:00Z', '01:30', '2025-11-02T05:30:00.000Z'],
  ])('%s', async (_, at, localTime, due) => {
    const found = await moments('America/New_York', Date.parse(at), localTime);
    expect(new Date(found.get('America/New_York')!).toISOString()).toBe(due);
  });
});

describe('a broadcast at each own hour', () => {
  /** Where the day begins late in the evening of UTC, so that all of them are on the day that Jakarta has. */
  const AT = '2026-03-04T23:00:00Z';
  const send = async (
    people: { attributes?: object; phoneE164?: string }[],
    options: { localTime?: string; perHour?: number; providers?: ('email_p1' | 'msg_p5')[] } = {},
  ) => {
    const { providers = ['email_p1'], ...asked } = options;
    for (const provider of providers) await makeChannel(server.services, server.ours.accountId, { provider });
    const at = now();
    const contactIds: string[] = [];
    for (const person of people)
      contactIds.push(
        (
          await prisma().contact.create({
            data: {
              accountId: server.ours.accountId,
              identityHash: unique('h'),
              email: `${unique('ani')}@example.test`,
              createdAt: at,
              updatedAt: at,
              ...person,
            },
          })
        ).id,
      );
    const { id } = await makeBroadcast(server.services.database, server.ours.accountId, {
      providers,
      audience: { contactIds },
      ...asked,
    });
    const { queued } = expectData(await server.call(server.ours.key, 'POST', `/api/v1/broadcasts/${id}/send`));
    const messages = await prisma().marketingMessage.findMany({ where: { campaignId: id } });
    expect(messages).toHaveLength(queued);
    const of = (contactId: string | null) => messages.find((message) => message.contactId === contactId)!.claimableAt!;
    return { id, times: contactIds.map((contactId) => of(contactId).toISOString()), messages, of };
  };
  const atTime = async <Result>(instant: string, work: () => Promise<Result>): Promise<Result> => {
    setClockOffset(Date.parse(instant) - Date.now());
    try {
      return await work();
    } finally {
      setClockOffset(0);
    }
  };
  const within = (time: string, instant: string): void => {
    expect(Date.parse(time) - Date.parse(instant)).toBeGreaterThanOrEqual(0);
    expect(Date.parse(time) - Date.parse(instant)).toBeLessThan(60_000);
  };

  it("goes by the attribute, else the phone's country, else the workspace's zone", async () => {
    const { times } = await atTime(AT, () =>
      send(
        [
          { attributes: { timezone: 'Asia/Makassar' }, phoneE164: '+4915112345678' },
          { attributes: { timezone: ' europe/london ' } },
          { attributes: { timezone: 'Middle/Earth' }, phoneE164: '+4915112345678' },
          { attributes: { timezone: '+07:00' }, phoneE164: '+819012345678' },
          { attributes: { timezone: 7 }, phoneE164: '+12425551234' },
          { phoneE164: '+12125551234' },
          { phoneE164: '+77011234567' },
          { phoneE164: '+79161234567' },
          { phoneE164: '+870773111632' },
          {},
        ],
        { localTime: '09:00' },
      ),
    );
    expect(times.map((time) => time.slice(0, 16))).toEqual([
      '2026-03-05T01:00', // Makassar
      '2026-03-05T09:00', // London
      '2026-03-05T08:00', // Germany
      '2026-03-05T00:00', // Japan
      '2026-03-05T14:00', // the Bahamas
      '2026-03-05T14:00', // New York
      '2026-03-05T04:00', // Kazakhstan
      '2026-03-05T06:00', // Moscow
      '2026-03-05T02:00', // no country's: the workspace's
      '2026-03-05T02:00',
    ]);
  });

  it('goes at once where the hour has passed, and everywhere within 24 hours', async () => {
    const at = '2026-03-05T02:30:00Z';
    const { times } = await atTime(at, () =>
      send(
        [
          { phoneE164: '+62812345678' },
          { phoneE164: '+819012345678' },
          { phoneE164: '+12125551234' },
          { attributes: { timezone: 'Etc/GMT+12' } },
        ],
        { localTime: '23:45' },
      ),
    );
    expect(times.slice(0, 3).map((time) => time.slice(0, 16))).toEqual([
      '2026-03-05T16:45',
      '2026-03-05T14:45',
      // On the workspace's day it would be 26 hours ahead: the evening before, there.
      '2026-03-05T04:45',
    ]);
    expect(times[3]!.slice(0, 16)).toBe('2026-03-05T11:45');
    const passed = await atTime(at, () =>
      send([{ phoneE164: '+62812345678' }, { phoneE164: '+12125551234' }], { localTime: '09:00' }),
    );
    within(passed.times[0]!, at);
    expect(passed.times[1]!.slice(0, 16)).toBe('2026-03-05T14:00');
  });

  it('wakes nobody for whom it is tomorrow already: their hour is ahead', async () => {
    // Half past ten in the evening in Jakarta, half past midnight in Jayapura.
    const late = '2026-03-05T15:30:00Z';
    const { times } = await atTime(late, () =>
      send(
        [
          { phoneE164: '+62812345678' },
          { attributes: { timezone: 'Asia/Jayapura' } },
          { attributes: { timezone: 'Pacific/Kiritimati' } },
          { phoneE164: '+4915112345678' },
        ],
        { localTime: '09:00' },
      ),
    );
    within(times[0]!, late);
    expect(times.slice(1, 3).map((time) => time.slice(0, 16))).toEqual(['2026-03-06T00:00', '2026-03-05T19:00']);
    within(times[3]!, late);
  });

  it('a channel of its own gets its one message at the hour of the workspace', async () => {
    const { of } = await atTime(AT, () =>
      send([{ phoneE164: '+12125551234' }], { localTime: '09:00', providers: ['email_p1', 'msg_p5'] }),
    );
    expect(of(null).toISOString().slice(0, 16)).toBe('2026-03-05T02:00');
  });

  it('and a rate hold together: nobody before the own hour, nobody faster than the rate', async () => {
    const people = [
      ...Array.from({ length: 5 }, () => ({ phoneE164: '+62812345678' })),
      ...Array.from({ length: 5 }, () => ({ phoneE164: '+4915112345678' })),
    ];
    const { times } = await atTime(AT, () => send(people, { localTime: '09:00', perHour: 60 }));
    const indonesia = times.slice(0, 5).sort();
    const germany = times.slice(5).sort();
    expect(indonesia[0]!.slice(0, 16)).toBe('2026-03-05T02:00');
    expect(germany[0]!.slice(0, 16)).toBe('2026-03-05T08:00');
    for (const wave of [indonesia, germany])
      for (let n = 1; n < wave.length; n++)
        expect(Date.parse(wave[n]!) - Date.parse(wave[n - 1]!)).toBeGreaterThanOrEqual(60_000);
    expect(Date.parse(indonesia[4]!) - Date.parse(indonesia[0]!)).toBeLessThan(4.1 * 60_000);
  });

  it('sent again after a cancel goes by the day of the second send', async () => {
    const { id, of, messages } = await atTime(AT, () =>
      send([{ phoneE164: '+62812345678' }, {}], { localTime: '09:00' }),
    );
    expectData(await server.call(server.ours.key, 'POST', `/api/v1/broadcasts/${id}/cancel`));
    expect(of(messages[0]!.contactId).getTime()).toBeGreaterThan(0);
    const { queued } = await atTime('2026-03-06T00:00:00Z', async () =>
      expectData(await server.call(server.ours.key, 'POST', `/api/v1/broadcasts/${id}/send`)),
    );
    expect(queued).toBe(2);
    const waiting = await prisma().marketingMessage.findMany({ where: { campaignId: id, status: 'queued' } });
    expect(waiting.map(({ claimableAt }) => claimableAt!.toISOString())).toEqual([
      '2026-03-06T02:00:00.000Z',
      '2026-03-06T02:00:00.000Z',
    ]);
  });
});
