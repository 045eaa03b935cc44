/**
 * kill -9 in the middle of a backfill of 20,000 rows (docs/contract/integrations.md#runs): of the only worker, of one of
 * two, and of PostgreSQL, at many random moments each. In the end every row is here once and was counted once, and after
 * each kill the run went on as soon as the lease of whoever was killed lapsed.
 */
import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { now } from '@/server/lib/clock';
import { migrate } from '@/server/migrations/migrate';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@/server/postgres/embedded';
import { sealCredentials } from '@/server/resources/integrations/credentials';
import { wholeConfig } from '@/server/resources/integrations/integration-rows';
import { createServices, type ServicesHandle } from '@/server/services';
import { createShopifyStandIn } from '@/server/stores/shopify/stand-in';
import { serveStandIn } from '@/server/stores/shopify/stand-in-server';
import { createTestDatabase } from '@/server/testing/database';
import { makeAccount } from '@/server/testing/factories';
import { eventually } from '@/server/testing/http';
import { times } from '@/server/testing/lane';
import { kill9, useProgram } from '@/server/testing/program';
import { testSettings } from '@/server/testing/server';
import { GENEROUS, KEYS, makeShop, SHOP } from '@/server/testing/shopify-shop';
import { startShops } from '@/server/worker/shops/dispatcher';

const KILLS = times(6, 20);
const OF_EACH = 10_000;
/** Workers that are being started while others work. */
const SPARE = 2;
const SECRETS = { APP_SECRET: 'a'.repeat(40), UNSUBSCRIBE_SECRET: 'u'.repeat(40) };
/** What the system has taken survives a kill; it is not waited for the disk, which only a power cut would lose. */
const SURVIVES_KILL = ['-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'synchronous_commit=on'];
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

/** Waits until it has gone on. @returns how far it is */
async function goneOn(world: World, before: number): Promise<number> {
  let done = before;
  await eventually(async () => {
    done = await doneOf(world);
    expect(done).toBeGreaterThan(before);
  }, RESUMED_WITHIN_MS);
  return done;
}

/** Every row is here once, and was counted once. */
async function expectAll(world: World): Promise<void> {
  await eventually(
    async () => expect((await runsOf(world)).map(({ status }) => status)).toEqual(['succeeded', 'succeeded']),
    60_000,
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

describe(`kill -9 of a worker at ${KILLS} moments of a backfill`, () => {
  it.each([1, 2])('with %i at once: nothing is lost, nothing doubled', { timeout: 240_000 }, async (atOnce) => {
    const database = await createTestDatabase();
    const world = await makeWorld(database.url);
    const starting = Array.from({ length: SPARE }, () => program.start(world.environment));
    const go = async (): Promise<ChildProcess> => {
      starting.push(program.start(world.environment));
      const worker = await (starting.shift() as Promise<ChildProcess>);
      worker.send('go');
      return worker;
    };
    const working: ChildProcess[] = [];
    for (let n = 0; n < atOnce; n++) working.push(await go());
    try {
      let done = 0;
      for (let kills = 0; kills < KILLS; kills++) {
        done = await goneOn(world, done);
        await sleep(Math.random() * 40);
        // Whoever has the run: the other one would be no loss.
        const holder = (await runsOf(world)).find(({ claimedBy }) => claimedBy !== null)?.claimedBy?.split('-')[0];
        const at = working.findIndex(({ pid }) => String(pid) === holder);
        const [killed] = working.splice(Math.max(at, 0), 1);
        await kill9(killed as ChildProcess);
        working.push(await go());
      }
      // Kills that came after the end would prove nothing.
      expect(done).toBeLessThan(2 * OF_EACH);
      await expectAll(world);
    } finally {
      await Promise.all([...working, ...(await Promise.all(starting))].map(kill9));
      await world.services.close();
      await database.drop();
    }
  });
});

describe(`kill -9 of PostgreSQL at ${KILLS} moments of a backfill`, () => {
  it('loses nothing and doubles nothing', { timeout: 240_000 }, async () => {
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
    const shops = startShops(world.services, SHORT);
    try {
      let done = 0;
      for (let kills = 0; kills < KILLS; kills++) {
        done = await goneOn(world, done);
        await sleep(Math.random() * 40);
        process.kill(postgres.pid, 'SIGKILL');
        await postgres.stop();
        postgres = await start(postgres.port);
      }
      expect(done).toBeLessThan(2 * OF_EACH);
      await expectAll(world);
    } finally {
      await shops.stop();
      await world.services.close();
      await postgres.stop();
      fs.rmSync(folder, { recursive: true, force: true });
    }
  });
});
