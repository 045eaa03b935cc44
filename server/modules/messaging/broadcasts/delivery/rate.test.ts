/**
 * How many messages of a broadcast leave in an hour (docs/contract/broadcasts.md#rate), over workers that are killed,
 * after they were away, and beside what else the channel has to send. A vendor says what arrived and when.
 */
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemDb } from '@/server/platform/db/workspace';
import { setClockOffset } from '@/server/platform/lib/clock';
import { createTransport } from '@/server/platform/vendors/transport';
import { send } from '@/server/modules/messaging/broadcasts/send';
import { EARLY_MS, paceMs } from '@/server/modules/messaging/broadcasts/vocabulary';
import { createServices, type ServicesHandle } from '@/server/assembly/services';
import { createTestDatabase, type TestDatabase } from '@/server/testing/database';
import { makeAccount } from '@/server/testing/factories/account';
import { makeBroadcast, makeChannel } from '@/server/testing/factories/messaging';
import { eventually } from '@/server/testing/http';
import { times } from '@/server/testing/lane';
import { kill9, useProgram } from '@/server/testing/program';
import { testSettings } from '@/server/testing/server';
import { startSink, type Arrival, type Sink } from '@/server/testing/sink';
import { startDelivery, type Delivery } from '@/server/modules/messaging/broadcasts/delivery/delivery';

/** Ten a second, so that a test sees hundreds of steps. */
const PER_HOUR = 36_000;
const STEP_MS = paceMs(PER_HOUR);
/** Of a broadcast: twice the rate would be over what is allowed before the last of them (LATE_MS, EARLY_MS). */
const ENOUGH = times(110, 150);
/** Between the time of a step and the request's arrival at the vendor, on a busy machine. */
const LATE_MS = 1_500;

const program = useProgram('server/testing/delivery-worker.ts');
const transport = createTransport();
let database: TestDatabase;
let sink: Sink;
let services: ServicesHandle;
let environment: Record<string, string>;
let accountId: string;
let running: Delivery[] = [];
let children: ChildProcess[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  sink = await startSink();
  environment = {
    PROVIDERS: 'live',
    PROVIDER_BASE_EMAIL_P1: sink.url,
    PROVIDER_BASE_EMAIL_P2: sink.url,
    APP_SECRET: 'a'.repeat(40),
    UNSUBSCRIBE_SECRET: 'u'.repeat(40),
  };
  services = createServices(testSettings(database.url, environment), { name: 'test' });
});
afterAll(async () => {
  await transport.close();
  await services.close();
  await sink.close();
  await database.drop();
});
beforeEach(async () => {
  sink.answer = () => ({ status: 200 });
  sink.arrivals.length = 0;
  accountId = await makeAccount(services.database);
});
afterEach(async () => {
  await Promise.all([...running.map((delivery) => delivery.stop()), ...children.map(kill9)]);
  [running, children] = [[], []];
  await services.database.prisma.marketingMessage.updateMany({ data: { claimableAt: null } });
});

const messages = () => services.database.prisma.marketingMessage;
const channel = async (provider: 'email_p1' | 'email_p2' = 'email_p1'): Promise<string> =>
  (await makeChannel(services, accountId, { provider })).id;

const start = (log = services.log): Delivery => {
  const delivery = startDelivery({
    services: { ...services, log },
    transport,
    rateOf: () => null,
    timing: { idleMs: 20, retryAfterMs: 20, doubtMs: 300, leaseMs: 60_000, turnMs: 1_000 },
  });
  running.push(delivery);
  return delivery;
};
async function startProcess(): Promise<ChildProcess> {
  const child = await program.start({ ...environment, DATABASE_URL: database.url });
  children.push(child);
  child.send('go');
  return child;
}

/** A broadcast of which `count` messages are due at once, as after workers were away. @param at when they may be taken */
async function waiting(
  count: number,
  {
    perHour = PER_HOUR,
    channelId,
    at = new Date(Date.now() - 3_600_000),
  }: { perHour?: number | null; channelId?: string; at?: Date | null } = {},
): Promise<string> {
  const channelIntegrationId = channelId ?? (await channel());
  const { id } = await makeBroadcast(services.database, accountId, { status: 'sending', perHour });
  await add(id, channelIntegrationId, count, at);
  return id;
}
async function add(campaignId: string, channelIntegrationId: string, count: number, at: Date | null): Promise<void> {
  const createdAt = new Date();
  const content = await services.database.prisma.messageContent.create({
    data: { accountId, family: 'email', content: { subject: campaignId, text: 't' }, createdAt },
  });
  const { provider } = await services.database.prisma.channelIntegration.findFirstOrThrow({
    where: { id: channelIntegrationId },
  });
  await messages().createMany({
    data: Array.from({ length: count }, (_, n) => ({
      accountId,
      campaignId,
      channelIntegrationId,
      provider,
      recipient: `u${n}@example.test`,
      contentId: content.id,
      status: 'queued',
      createdAt,
      updatedAt: createdAt,
      claimableAt: at,
    })),
  });
}

/** Times of the hand-overs of a broadcast, in order. */
const arrivalsOf = (broadcastId: string): number[] =>
  sink.arrivals
    .filter(({ subject }) => subject === broadcastId)
    .map(({ at }) => at)
    .sort((a, b) => a - b);
const untilCame = (broadcastId: string, count: number, withinMs: number): Promise<void> =>
  eventually(() => Promise.resolve(expect(arrivalsOf(broadcastId).length).toBeGreaterThanOrEqual(count)), withinMs);

/** In no stretch of time, wherever it begins and however long it is, more than the rate allows. */
function expectRateKept(at: readonly number[]): void {
  for (let from = 0; from < at.length; from++)
    for (let to = from; to < at.length; to++) {
      const most = (at[to]! - at[from]! + EARLY_MS + LATE_MS) / STEP_MS + 1;
      expect(to - from + 1, `${to - from + 1} in ${Math.round(at[to]! - at[from]!)} ms`).toBeLessThanOrEqual(most);
    }
}
/**
 * Messages an hour, between the first and the last hand-over. Where the machine stood still for longer than a worker can
 * make up for, that is not counted.
 */
function rateOf(at: readonly number[]): number {
  const still = at.slice(1).reduce((sum, each, n) => sum + Math.max(0, each - at[n]! - EARLY_MS), 0);
  return ((at.length - 1) / (at.at(-1)! - at[0]! - still)) * 3_600_000;
}

describe('an hour', () => {
  it.each([60, 500, 36_000, 1_000_000])('of %i has no more than that, wherever it begins', (perHour) => {
    // What is granted is (time + EARLY_MS) / step + 1 at most, and this has to be under the rate for a whole hour.
    expect(Math.ceil((3_600_000 + EARLY_MS) / paceMs(perHour))).toBeLessThanOrEqual(perHour);
    expect(3_600_000 / paceMs(perHour) / perHour).toBeGreaterThan(0.95);
  });
});

describe('the rate of a broadcast', () => {
  it('holds over two workers of which one is killed in the middle, and again and again', async () => {
    const id = await waiting(2 * ENOUGH);
    await startProcess();
    const spare = program.start({ ...environment, DATABASE_URL: database.url });
    for (let kills = 0; kills < 3; kills++) {
      const child = await startProcess();
      await untilCame(id, (ENOUGH / 4) * (kills + 1), 20_000);
      await kill9(child);
    }
    children.push(await spare);
    await untilCame(id, 1.5 * ENOUGH, 40_000);
    expectRateKept(arrivalsOf(id));
  });

  it('is reached while two workers run, and what left together at first is soon made up for', async () => {
    const channelId = await channel();
    await startProcess();
    await startProcess();
    const id = await waiting(1.5 * ENOUGH, { channelId });
    await untilCame(id, 1.5 * ENOUGH, 50_000);
    const times = arrivalsOf(id);
    expectRateKept(times);
    // Without what may leave early at the start.
    expect(rateOf(times.slice(30))).toBeGreaterThan(0.95 * PER_HOUR);
  });

  it('is kept by what comes back into the queue too', async () => {
    const id = await waiting(0.8 * ENOUGH);
    let asked = 0;
    sink.answer = () => (asked++ % 4 === 0 ? { status: 503, headers: { 'retry-after': '0' } } : { status: 200 });
    start();
    start();
    await untilCame(id, ENOUGH, 40_000);
    expectRateKept(arrivalsOf(id));
  });

  it('is kept over several channels', async () => {
    const id = await waiting(ENOUGH / 2);
    await add(id, await channel('email_p2'), ENOUGH / 2, new Date());
    start();
    start();
    await untilCame(id, ENOUGH, 40_000);
    expectRateKept(arrivalsOf(id));
  });
});

describe('a backlog of a broadcast with a rate', () => {
  it('leaves the channel to others, and is put off once', async () => {
    const channelId = await channel();
    const id = await waiting(3_000, { channelId, perHour: 600 });
    const other = await waiting(200, { channelId, perHour: null, at: new Date() });
    const reported: { broadcastId?: string; moved?: number }[] = [];
    const log = pino({ level: 'info' }, { write: (line: string) => void reported.push(JSON.parse(line) as object) });
    start(log);
    start(log);
    await untilCame(other, 200, 10_000);
    await eventually(async () =>
      expect(
        await messages().count({ where: { campaignId: id, status: 'queued', claimableAt: { lte: new Date() } } }),
      ).toBeLessThan(5),
    );
    const times = async (): Promise<Map<string, number>> =>
      new Map(
        (
          await messages().findMany({
            where: { campaignId: id, status: 'queued', claimableAt: { gt: new Date(Date.now() + 8_000) } },
          })
        ).map(({ id: messageId, claimableAt }) => [messageId, claimableAt!.getTime()]),
      );
    const before = await times();
    expect(before.size).toBeGreaterThan(2_900);
    // Each step has one message; where one worker's meet the other's, a step may be left free.
    const steps = [...before.values()].sort((a, b) => a - b);
    for (let n = 1; n < steps.length; n++) expect(steps[n]! - steps[n - 1]!).toBeGreaterThanOrEqual(paceMs(600) - 1);
    expect(steps.at(-1)! - steps[0]!).toBeLessThan((steps.length + 3) * paceMs(600));
    await sleep(1_500);
    for (const [messageId, at] of await times()) expect(at).toBe(before.get(messageId));
    // The log says how many, of this broadcast alone.
    const moves = reported.filter(({ moved }) => moved !== undefined);
    expect(moves.reduce((sum, { moved = 0 }) => sum + moved, 0)).toBeGreaterThanOrEqual(before.size);
    expect(new Set(moves.map(({ broadcastId }) => broadcastId))).toEqual(new Set([id]));
  });

  it('takes the steps that others left free, and moves nobody', async () => {
    const channelId = await channel();
    const soon = Date.now() + 120_000;
    const id = await waiting(0, { channelId, perHour: 3_600 });
    for (let n = 0; n < 5; n++) await add(id, channelId, 1, new Date(soon + n * 60_000));
    await add(id, channelId, 400, new Date());
    start();
    await eventually(async () =>
      expect(
        await messages().count({ where: { campaignId: id, status: 'queued', claimableAt: { lte: new Date() } } }),
      ).toBeLessThan(3),
    );
    const rows = await messages().findMany({
      where: { campaignId: id, status: 'queued' },
      orderBy: { claimableAt: 'asc' },
    });
    const times = rows.map(({ claimableAt }) => claimableAt!.getTime());
    for (let n = 0; n < 5; n++) expect(times).toContain(soon + n * 60_000);
    for (let n = 1; n < times.length; n++) expect(times[n]! - times[n - 1]!).toBeGreaterThanOrEqual(paceMs(3_600) - 1);
    // Some wait a step longer, because a gap is not a whole number of steps.
    expect(times.at(-1)! - Date.now()).toBeLessThan(420_000);
  });

  it('that is canceled is skipped, wherever it waits', async () => {
    const id = await waiting(1_000, { perHour: 600 });
    start();
    await untilCame(id, 1, 10_000);
    await services.database.prisma.broadcast.updateMany({ where: { id }, data: { status: 'paused' } });
    await messages().updateMany({
      where: { campaignId: id, status: 'queued' },
      data: { status: 'skipped', claimableAt: null, claimedBy: null },
    });
    const came = arrivalsOf(id).length;
    await sleep(2_000);
    expect(arrivalsOf(id).length - came).toBeLessThanOrEqual(1);
  });

  it('of the rest that a test lets go leaves at the rate', async () => {
    const id = await waiting(ENOUGH, { at: null });
    start();
    start();
    await messages().updateMany({ where: { campaignId: id }, data: { claimableAt: new Date() } });
    await untilCame(id, ENOUGH, 25_000);
    expectRateKept(arrivalsOf(id));
  });
});

describe('a broadcast at each own hour', () => {
  /** Until the first moment that is still ahead, as the clock shows at first. */
  const AHEAD_MS = 15_000;
  const DAY_MS = 86_400_000;
  const HOUR_MS = 3_600_000;
  const WAVE = 60;

  it('leaves at its hours over two workers, of which one is killed in the middle of a wave', async () => {
    await channel();
    const people = async (timezone: string): Promise<string[]> => {
      const at = new Date();
      const made = await services.database.prisma.contact.createManyAndReturn({
        data: Array.from({ length: WAVE }, (_, n) => ({
          accountId,
          identityHash: `${timezone} ${n}`,
          email: `${timezone.replace('/', '.').toLowerCase()}.${n}@example.test`,
          attributes: { timezone },
          createdAt: at,
          updatedAt: at,
        })),
      });
      return made.map(({ id }) => id);
    };
    const contactIds = [
      ...(await people('Asia/Makassar')),
      ...(await people('Asia/Jakarta')),
      ...(await people('Asia/Dhaka')),
    ];
    const { id } = await makeBroadcast(services.database, accountId, {
      providers: ['email_p1'],
      content: { email: { subject: 'own hour', text: 't' } },
      audience: { contactIds },
      localTime: '09:00',
    });
    // Jakarta's workspace, a moment before nine.
    const nine = Math.ceil((Date.now() - 2 * HOUR_MS) / DAY_MS) * DAY_MS + 2 * HOUR_MS;
    const offset = Math.floor((nine - AHEAD_MS - Date.now()) / 1_000) * 1_000;
    const worker = async (ahead: number): Promise<ChildProcess> => {
      const child = await program.start({
        ...environment,
        DATABASE_URL: database.url,
        CLOCK_OFFSET: `${(offset + ahead) / 1_000}s`,
      });
      children.push(child);
      return child;
    };
    const workers = [await worker(0), await worker(0)];
    setClockOffset(offset);
    try {
      await send(systemDb(services.database, accountId), services, id);
    } finally {
      setClockOffset(0);
    }
    const came = (zone: string): Arrival[] =>
      sink.arrivals.filter(({ recipient }) => recipient.startsWith(`asia.${zone}.`));
    for (const child of workers) child.send('go');
    await eventually(() => Promise.resolve(expect(came('makassar')).toHaveLength(WAVE)));
    await eventually(() => Promise.resolve(expect(came('jakarta').length).toBeGreaterThan(3)));
    await kill9(workers[0]!);
    const distinct = (zone: string): number => new Set(came(zone).map(({ id: messageId }) => messageId)).size;
    await eventually(() => Promise.resolve(expect(distinct('jakarta')).toBe(WAVE)));
    // The other hour is an hour away; for a worker whose clock is moved forward it is not.
    expect(came('dhaka')).toHaveLength(0);
    (await worker(HOUR_MS)).send('go');
    await eventually(() => Promise.resolve(expect(distinct('dhaka')).toBe(WAVE)));
    // The vendor has the last ones before they are marked.
    await eventually(async () => expect(await messages().count({ where: { campaignId: id, sentAt: null } })).toBe(0));
    const rows = await messages().findMany({ where: { campaignId: id } });
    expect(rows).toHaveLength(3 * WAVE);
    for (const { claimableAt, sentAt, recipient } of rows) {
      expect(claimableAt, recipient).toBeNull();
      const hour = recipient.startsWith('asia.makassar')
        ? nine - AHEAD_MS - 60_000
        : recipient.startsWith('asia.jakarta')
          ? nine
          : nine + HOUR_MS;
      expect(sentAt!.getTime(), recipient).toBeGreaterThanOrEqual(hour);
    }
  });
});

describe('a broadcast without a rate', () => {
  it('leaves as fast as it can, and asks nobody', async () => {
    const id = await waiting(100, { perHour: null });
    start();
    await untilCame(id, 100, 10_000);
    expect(await services.database.prisma.broadcastPace.count({ where: { broadcastId: id } })).toBe(0);
  });
});
