/**
 * kill -9 at random moments (docs/contract/broadcasts.md#delivery): of the only worker, of one of two, and of
 * PostgreSQL, many times each. A vendor that counts says what arrived: every message, and none twice but those whose
 * hand-over a kill cut short.
 */
import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@/server/postgres/embedded';
import { migrate } from '@/server/migrations/migrate';
import { times } from '@/server/testing/lane';
import { startDelivery } from '@/server/worker/delivery/delivery';
import { createTransport } from '@/server/providers/transport';
import { createServices, type ServicesHandle } from '@/server/services';
import { createTestDatabase } from '@/server/testing/database';
import { makeAccount, makeBroadcast, makeChannel } from '@/server/testing/factories';
import { eventually } from '@/server/testing/http';
import { kill9, useProgram } from '@/server/testing/program';
import { testSettings } from '@/server/testing/server';
import { startSink, type Sink } from '@/server/testing/sink';

const KILLS = times(8, 20);
/** Workers that are being started while others work. */
const SPARE = 3;
const SECRETS = { APP_SECRET: 'a'.repeat(40), UNSUBSCRIBE_SECRET: 'u'.repeat(40) };
/** What the system has taken survives a kill; it is not waited for the disk, which only a power cut would lose. */
const SURVIVES_KILL = ['-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'synchronous_commit=on'];
/** As in server/testing/delivery-worker.ts. */
const SHORT = { leaseMs: 1_500, idleMs: 30, retryAfterMs: 50, doubtMs: 200, turnMs: 1_000 };

const program = useProgram('server/testing/delivery-worker.ts');
let sink: Sink;

beforeAll(async () => {
  sink = await startSink();
  // Long enough that a kill finds some under way.
  sink.answer = () => sleep(Math.random() * 30).then(() => ({ status: 200 }));
});
afterAll(() => sink.close());

interface World {
  services: ServicesHandle;
  environment: Record<string, string>;
  /** So many messages more over each vendor: one that takes keys, and one that takes none. */
  add(count: number): Promise<void>;
  broadcastId: string;
}

/** An empty broadcast over the two vendors. */
async function makeWorld(databaseUrl: string): Promise<World> {
  const environment = {
    PROVIDERS: 'live',
    PROVIDER_BASE_EMAIL_P1: sink.url,
    PROVIDER_BASE_EMAIL_P2: sink.url,
    ...SECRETS,
  };
  const services = createServices(testSettings(databaseUrl, environment), { name: 'test' });
  const { prisma } = services.database;
  const accountId = await makeAccount(services.database);
  const broadcast = await makeBroadcast(services.database, accountId, { status: 'sending' });
  const content = await prisma.messageContent.create({
    data: { accountId, family: 'email', content: { subject: 's', text: 't' }, createdAt: new Date() },
  });
  const channels = await Promise.all(
    (['email_p1', 'email_p2'] as const).map((provider) => makeChannel(services, accountId, { provider })),
  );
  const add = async (count: number): Promise<void> => {
    const at = new Date();
    for (const { id: channelIntegrationId, provider } of channels) {
      await prisma.marketingMessage.createMany({
        data: Array.from({ length: count }, (_, n) => ({
          accountId,
          campaignId: broadcast.id,
          channelIntegrationId,
          provider,
          recipient: `u${n}@example.test`,
          contentId: content.id,
          status: 'queued',
          createdAt: at,
          updatedAt: at,
          claimableAt: at,
        })),
      });
    }
  };
  return {
    services,
    environment: { ...environment, DATABASE_URL: databaseUrl },
    add,
    broadcastId: broadcast.id,
  };
}

/** Started, and waiting for its cue. */
const startWorker = ({ environment }: World): Promise<ChildProcess> => program.start(environment);

const countOf = (world: World, statuses: string[]): Promise<number> =>
  world.services.database.prisma.marketingMessage.count({
    where: { campaignId: world.broadcastId, status: { in: statuses } },
  });

/** Those whose hand-over is under way, or was when their worker was killed. */
const inDoubt = async ({ services, broadcastId }: World): Promise<string[]> =>
  (
    await services.database.prisma.marketingMessage.findMany({
      where: { campaignId: broadcastId, status: 'sending' },
      select: { id: true },
    })
  ).map(({ id }) => id);

/** Kills one in the middle of its work, again and again; the next one has been started before. */
async function killByTurns(world: World, atOnce: number): Promise<{ doubtful: Set<string>; last: ChildProcess[] }> {
  const doubtful = new Set<string>();
  const starting = Array.from({ length: SPARE }, () => startWorker(world));
  const go = async (): Promise<ChildProcess> => {
    const worker = await (starting.shift() as Promise<ChildProcess>);
    worker.send('go');
    return worker;
  };
  const working: ChildProcess[] = [];
  for (let n = 0; n < atOnce; n++) working.push(await go());
  for (let kills = 0; kills < KILLS; kills++) {
    const before = sink.arrivals.length;
    await world.add(40 * atOnce);
    starting.push(startWorker(world));
    await eventually(() => Promise.resolve(expect(sink.arrivals.length).toBeGreaterThan(before + 4)), 10_000);
    await sleep(Math.random() * 60);
    await kill9(working.shift() as ChildProcess);
    for (const id of await inDoubt(world)) doubtful.add(id);
    working.push(await go());
  }
  return { doubtful, last: [...working, ...(await Promise.all(starting))] };
}

/** Every message arrived and is accounted for; only doubtful ones came twice, and none of those more often than it was in doubt. */
async function expectDelivered(world: World, doubtful: ReadonlySet<string>): Promise<void> {
  await eventually(async () => expect(await countOf(world, ['queued', 'sending'])).toBe(0), 40_000);
  const rows = await world.services.database.prisma.marketingMessage.findMany({
    where: { campaignId: world.broadcastId },
  });
  const counts = sink.counts();
  for (const row of rows) {
    const count = counts.get(row.id) ?? 0;
    if (row.status === 'sent') expect(count, row.id).toBeGreaterThanOrEqual(1);
    // Twice in doubt without a key: given up, and said so.
    else
      expect(row).toMatchObject({
        status: 'failed',
        provider: 'email_p2',
        attempts: 2,
        lastError: expect.stringContaining('It may have arrived.'),
      });
    if (count > 1) expect(doubtful, `${row.id} came ${count} times`).toContain(row.id);
    if (row.provider === 'email_p2') expect(count).toBeLessThanOrEqual(2);
  }
  const tally = await world.services.database.prisma.broadcastTally.findMany({
    where: { broadcastId: world.broadcastId, messages: { not: 0 } },
  });
  for (const { status, messages } of tally)
    expect(messages, status).toBe(rows.filter((row) => row.status === status).length);
  expect(tally.reduce((sum, { messages }) => sum + messages, 0)).toBe(rows.length);
}

describe(`kill -9 of a worker, ${KILLS} times`, () => {
  it.each([1, 2])(
    'with %i at once: nothing is lost, nothing comes twice but what was being handed over',
    { timeout: 120_000 },
    async (atOnce) => {
      const database = await createTestDatabase();
      const world = await makeWorld(database.url);
      const { doubtful, last } = await killByTurns(world, atOnce);
      try {
        // Kills that found nothing under way would prove nothing.
        expect(doubtful.size).toBeGreaterThan(KILLS);
        await expectDelivered(world, doubtful);
      } finally {
        await Promise.all(last.map(kill9));
        await world.services.close();
        await database.drop();
      }
    },
  );
});

describe(`kill -9 of PostgreSQL, ${KILLS} times`, () => {
  it(
    'loses nothing, and nothing comes twice: the worker remembers what it handed over',
    { timeout: 120_000 },
    async () => {
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'laris-kill-test-'));
      fs.chmodSync(folder, 0o711);
      const start = (port?: number): Promise<EmbeddedPostgres> =>
        startEmbeddedPostgres({
          dir: path.join(folder, 'postgres'),
          password: 'kept',
          flags: SURVIVES_KILL,
          ...(port === undefined ? {} : { port }),
        });
      let postgres = await start();
      await migrate(postgres.url);
      const world = await makeWorld(postgres.url);
      const transport = createTransport();
      const delivery = startDelivery({
        services: world.services,
        transport,
        rateOf: () => null,
        concurrency: 8,
        timing: SHORT,
      });
      try {
        for (let kills = 0; kills < KILLS; kills++) {
          const before = sink.arrivals.length;
          await eventually(() => world.add(40), 10_000);
          await eventually(() => Promise.resolve(expect(sink.arrivals.length).toBeGreaterThan(before + 4)), 10_000);
          await sleep(Math.random() * 60);
          process.kill(postgres.pid, 'SIGKILL');
          await postgres.stop();
          postgres = await start(postgres.port);
        }
        await eventually(() => world.add(1), 10_000);
        await expectDelivered(world, new Set());
        expect(await countOf(world, ['failed', 'skipped'])).toBe(0);
      } finally {
        await delivery.stop();
        await transport.close();
        await world.services.close();
        await postgres.stop();
        fs.rmSync(folder, { recursive: true, force: true });
      }
    },
  );
});
