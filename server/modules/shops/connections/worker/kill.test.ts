/**
 * kill -9 in the middle of a backfill of thousands of rows (docs/contract/integrations.md#runs): of the only worker, of one of
 * two, and of PostgreSQL, at many random moments each. In the end every row is here once and was counted once, and after
 * each kill the run went on as soon as the lease of whoever was killed lapsed.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { now } from '@/server/platform/lib/clock';
import { sealCredentials } from '@/server/modules/shops/connections/credentials';
import { wholeConfig } from '@/server/modules/shops/connections/rows';
import { createServices, type ServicesHandle } from '@/server/assembly/services';
import { createShopifyStandIn } from '@/server/modules/shops/adapters/shopify/stand-in';
import { serveStandIn } from '@/server/modules/shops/adapters/shopify/testing';
import { killByTurns, startKillablePostgres } from '@/server/testing/chaos';
import { createTestDatabase } from '@/server/testing/database';
import { makeAccount } from '@/server/testing/factories/account';
import { eventually } from '@/server/testing/http';
import { times } from '@/server/testing/lane';
import { useProgram } from '@/server/testing/program';
import { testSettings } from '@/server/testing/server';
import { GENEROUS, KEYS, makeShop, SHOP } from '@/server/testing/shopify-shop';
import { startShops } from '@/server/modules/shops/connections/worker/dispatcher';

const KILLS = times(6, 20);
const OF_EACH = times(4_000, 10_000);
const SECRETS = { APP_SECRET: 'a'.repeat(40), UNSUBSCRIBE_SECRET: 'u'.repeat(40) };
/** As in server/testing/shop-worker.ts. */
const SHORT = { everyMs: 30, leaseMs: 1_000 };
/** A lease, a look, and what a busy machine takes; in production 60 s. */
const RESUMED_WITHIN_MS = 15_000;

const program = useProgram('server/testing/shop-worker.ts');
const shop = makeShop({ customers: OF_EACH, orders: OF_EACH }, now());
const standIn = createShopifyStandIn(shop, { now, bucket: GENEROUS });
const vendor = await serveStandIn({
  // Long enough that a kill finds a page under way.
  handle: async (request) => {
    vendor.requests.length = 0;
    await sleep(Math.random() * 20);
    return await standIn.handle(request);
  },
});
afterAll(() => vendor.stop());

interface World {
  services: ServicesHandle;
  environment: Record<string, string>;
  accountId: string;
}

/** A shop that is connected, with its runs waiting. */
async function makeWorld(databaseUrl: string): Promise<World> {
  const environment = { PROVIDERS: 'live', PROVIDER_BASE_STOREFRONT_P1: vendor.base, ...SECRETS };
  const services = createServices(testSettings(databaseUrl, environment), { name: 'test' });
  const { prisma } = services.database;
  const accountId = await makeAccount(services.database);
  const at = now();
  const id = 'cshop0000000000000000000a';
  await prisma.integration.create({
    data: {
      id,
      accountId,
      provider: 'storefront_p1',
      externalId: SHOP.domain,
      displayName: 'Toko',
      status: 'active',
      config: { ...wholeConfig('storefront_p1') },
      bringsProducts: false,
      credentials: sealCredentials(services.settings.appSecrets, { id, accountId }, KEYS),
      refusedAt: [],
      activatedAt: at,
      createdAt: at,
      updatedAt: at,
    },
  });
  for (const [place, resource] of ['customers', 'orders'].entries())
    await prisma.integrationRun.create({
      data: {
        accountId,
        integrationId: id,
        kind: 'backfill',
        resource,
        status: 'queued',
        dueAt: at,
        createdAt: new Date(at.getTime() + place),
        updatedAt: at,
      },
    });
  return { services, environment: { ...environment, DATABASE_URL: databaseUrl }, accountId };
}

const runsOf = ({ services, accountId }: World) =>
  services.database.prisma.integrationRun.findMany({ where: { accountId }, orderBy: { createdAt: 'asc' } });

const doneOf = async (world: World): Promise<number> => (await runsOf(world)).reduce((sum, { done }) => sum + done, 0);

/** Every row is here once, and was counted once. */
async function expectAll(world: World): Promise<void> {
  await eventually(async () =>
    expect((await runsOf(world)).map(({ status }) => status)).toEqual(['succeeded', 'succeeded']),
  );
  for (const run of await runsOf(world))
    expect(run).toMatchObject({
      total: OF_EACH,
      done: OF_EACH,
      created: OF_EACH,
      updated: 0,
      unchanged: 0,
      refused: 0,
    });
  const { prisma } = world.services.database;
  const where = { accountId: world.accountId };
  expect(await prisma.contact.count({ where })).toBe(OF_EACH);
  expect(await prisma.order.count({ where })).toBe(OF_EACH);
  const refs = await prisma.order.findMany({ where, select: { externalRef: true }, distinct: ['externalRef'] });
  expect(refs).toHaveLength(OF_EACH);
}

const MOMENTS = { kills: KILLS, momentMs: 40, withinMs: RESUMED_WITHIN_MS };

describe(`kill -9 of a worker at ${KILLS} moments of a backfill`, () => {
  it.each([1, 2])('with %i at once: nothing is lost, nothing doubled', { timeout: 240_000 }, async (atOnce) => {
    const database = await createTestDatabase();
    const world = await makeWorld(database.url);
    const survivors = await killByTurns({
      ...MOMENTS,
      atOnce,
      start: () => program.start(world.environment),
      word: () => 'go',
      done: () => doneOf(world),
      // Whoever has the run: the other one would be no loss.
      async victim(working) {
        const holder = (await runsOf(world)).find(({ claimedBy }) => claimedBy !== null)?.claimedBy?.split('-')[0];
        return working.find(({ pid }) => String(pid) === holder);
      },
    });
    try {
      // Kills that came after the end would prove nothing.
      expect(survivors.stoppedAt.at(-1)).toBeLessThan(2 * OF_EACH);
      await expectAll(world);
    } finally {
      await survivors.stop();
      await world.services.close();
      await database.drop();
    }
  });
});

describe(`kill -9 of PostgreSQL at ${KILLS} moments of a backfill`, () => {
  it('loses nothing and doubles nothing', { timeout: 240_000 }, async () => {
    const postgres = await startKillablePostgres();
    const world = await makeWorld(postgres.url);
    const shops = startShops(world.services, SHORT);
    try {
      const stoppedAt = await postgres.killInTurns({ ...MOMENTS, done: () => doneOf(world) });
      expect(stoppedAt.at(-1)).toBeLessThan(2 * OF_EACH);
      await expectAll(world);
    } finally {
      await shops.stop();
      await world.services.close();
      await postgres.stop();
    }
  });
});
