/** kill -9 of a worker under load, again and again: every event arrives at least once, and every delivery ends sent. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '@/server/platform/db/client';
import { loadSettings } from '@/server/platform/env';
import { killByTurns } from '@/server/testing/chaos';
import { createTestDatabase } from '@/server/testing/database';
import { makeAccount } from '@/server/testing/factories/account';
import { eventually } from '@/server/testing/http';
import { useProgram } from '@/server/testing/program';
import { makeDeliveries, makeEndpoint, StandInEndpoints } from '@/server/testing/webhooks';

const KILLS = 4;
const ENDPOINTS = 3;
const PER_TURN = 20;
const program = useProgram('server/testing/webhook-worker.ts');
const endpoints = new StandInEndpoints();

beforeAll(async () => {
  await endpoints.start();
  // Long enough that a kill finds some under way.
  endpoints.answer = () => sleep(20 + Math.random() * 30).then(() => ({ status: 200 }));
});
afterAll(() => endpoints.stop());

it('loses nothing', { timeout: 240_000 }, async () => {
  const database = await createTestDatabase();
  const environment = {
    DATABASE_URL: database.url,
    LARIS_EMBEDDED: '1',
    LOG_LEVEL: 'silent',
    APP_SECRET: 'a'.repeat(40),
    UNSUBSCRIBE_SECRET: 'u'.repeat(40),
  };
  const services = { settings: loadSettings(environment), database: openDatabase(database.url) };
  const accountId = await makeAccount(services.database);
  const ours = await Promise.all(Array.from({ length: ENDPOINTS }, () => makeEndpoint(services, accountId)));
  const events: string[] = [];
  const cutShort = new Set<string>();
  // Two at once; one of them dies at each turn.
  const survivors = await killByTurns({
    kills: KILLS,
    atOnce: 2,
    start: () =>
      program.start({ SINK_PORT: String(endpoints.port), SINK_CERTIFICATE: endpoints.certificate, ...environment }),
    word: () => 'go',
    done: () => endpoints.arrivals.length,
    atLeast: 6,
    momentMs: 0,
    withinMs: 20_000,
    async beforeEach() {
      for (const endpoint of ours) events.push(...(await makeDeliveries(services.database, endpoint, PER_TURN)));
    },
    async afterEach() {
      for (const { eventId } of await services.database.prisma.webhookDelivery.findMany({
        where: { accountId, status: 'pending', claimedBy: { not: null } },
        select: { eventId: true },
      }))
        cutShort.add(eventId);
    },
  });
  try {
    await eventually(
      async () =>
        expect(
          await services.database.prisma.webhookDelivery.count({ where: { accountId, status: { not: 'sent' } } }),
        ).toBe(0),
      90_000,
    );
    const counts = endpoints.counts();
    expect(counts.size).toBe(events.length);
    for (const eventId of events) expect(counts.get(eventId), eventId).toBeGreaterThanOrEqual(1);
    // Kills that found nothing under way would prove nothing.
    expect(cutShort.size).toBeGreaterThan(KILLS);
  } finally {
    await survivors.stop();
    await services.database.close();
    await database.drop();
  }
});
