/**
 * kill -9 at random moments (docs/contract/broadcasts.md#delivery): of the only worker, of one of two, and of
 * PostgreSQL, many times each. A vendor that counts says what arrived: every message, and none twice but those whose
 * hand-over a kill cut short.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { times } from '@/server/testing/lane';
import { startDelivery } from '@/server/modules/messaging/broadcasts/delivery/delivery';
import { createTransport } from '@/server/platform/vendors/transport';
import { createServices, type ServicesHandle } from '@/server/assembly/services';
import { killByTurns, startKillablePostgres } from '@/server/testing/chaos';
import { createTestDatabase } from '@/server/testing/database';
import { makeAccount } from '@/server/testing/factories/account';
import { makeBroadcast, makeChannel } from '@/server/testing/factories/messaging';
import { eventually } from '@/server/testing/http';
import { useProgram } from '@/server/testing/program';
import { testSettings } from '@/server/testing/server';
import { startSink, type Sink } from '@/server/testing/sink';

const KILLS = times(8, 20);
const SECRETS = { APP_SECRET: 'a'.repeat(40), UNSUBSCRIBE_SECRET: 'u'.repeat(40) };
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

const MOMENTS = { kills: KILLS, done: () => sink.arrivals.length, atLeast: 5, momentMs: 60, withinMs: 10_000 };

/** Every message arrived and is accounted for; only doubtful ones came twice, and none of those more often than it was in doubt. */
async function expectDelivered(world: World, doubtful: ReadonlySet<string>): Promise<void> {
  await eventually(async () => expect(await countOf(world, ['queued', 'sending'])).toBe(0));
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
        lastError: expect.stringContaining('The message may have arrived.'),
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
    async (atOnce) => {
      const database = await createTestDatabase();
      const world = await makeWorld(database.url);
      const doubtful = new Set<string>();
      const survivors = await killByTurns({
        ...MOMENTS,
        atOnce,
        start: () => program.start(world.environment),
        word: () => 'go',
        beforeEach: () => world.add(40 * atOnce),
        async afterEach() {
          for (const id of await inDoubt(world)) doubtful.add(id);
        },
      });
      try {
        // Kills that found nothing under way would prove nothing.
        expect(doubtful.size).toBeGreaterThan(KILLS);
        await expectDelivered(world, doubtful);
      } finally {
        await survivors.stop();
        await world.services.close();
        await database.drop();
      }
    },
  );
});

describe(`kill -9 of PostgreSQL, ${KILLS} times`, () => {
  it('loses nothing, and nothing comes twice: the worker remembers what it handed over', async () => {
    const postgres = await startKillablePostgres();
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
      await postgres.killInTurns({ ...MOMENTS, beforeEach: () => eventually(() => world.add(40)) });
      await eventually(() => world.add(1));
      await expectDelivered(world, new Set());
      expect(await countOf(world, ['failed', 'skipped'])).toBe(0);
    } finally {
      await delivery.stop();
      await transport.close();
      await world.services.close();
      await postgres.stop();
    }
  });
});
