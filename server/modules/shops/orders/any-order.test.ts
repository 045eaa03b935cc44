/**
 * What a shop calls with, in any order and as often as it likes, ends in the same rows
 * (docs/contract/integrations.md#in-any-order): up to five changes of one row, each told by the webhooks that the vendor
 * sends for it, through the door and the worker.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { now } from '@/server/platform/lib/clock';
import { applyWebhooks } from '@/server/modules/shops/connections/apply-webhooks';
import { createShopifyStandIn, type ShopifyStandIn } from '@/server/modules/shops/adapters/shopify/stand-in';
import type { MemoryShop } from '@/server/modules/shops/adapters/shopify/stand-in-memory';
import { serveStandIn } from '@/server/modules/shops/adapters/shopify/testing';
import {
  webhooksOf,
  type StandInChange,
  type StandInWebhook,
} from '@/server/modules/shops/adapters/shopify/stand-in-webhooks';
import { expectData } from '@/server/testing/http';
import { times } from '@/server/testing/lane';
import { useServer, type Tenant } from '@/server/testing/server';
import { checkout, GENEROUS, KEYS, makeShop, order, product, SHOP } from '@/server/testing/shopify-shop';
import { runJobs } from '@/server/testing/worker';

let shop: MemoryShop;
let standIn: ShopifyStandIn;
/** Up before the settings that name it. */
const vendor = await serveStandIn({ handle: (request) => standIn.handle(request) });
afterAll(() => vendor.stop());

const server = useServer({ PROVIDER_BASE_STOREFRONT_P1: vendor.base });
const RUNS = times(10, 25);
const database = () => server.services.database.prisma;

let us: Tenant;
let integrationId: string;
beforeAll(async () => {
  shop = makeShop({}, now());
  standIn = createShopifyStandIn(shop, { now, bucket: GENEROUS });
  us = await server.makeTenant();
  const made = await server.call(us.key, 'POST', '/api/v1/integrations', {
    body: { provider: 'storefront_p1', displayName: 'Toko', credentials: KEYS },
  });
  integrationId = (expectData(made, 201) as { id: string }).id;
  await runJobs(server.services);
});

/** As the shop calls, and worked off by the worker at once or together with what comes next. */
async function deliver(webhooks: readonly StandInWebhook[], together: boolean): Promise<void> {
  const work = () => applyWebhooks(server.services, { accountId: us.accountId, integrationId });
  for (const { headers, body } of webhooks) {
    const answer = await server.fetch('POST', `/api/v1/integrations/${integrationId}/webhooks`, { headers, body });
    expect(expectData(answer)).toEqual({ received: true });
    if (!together) await work();
  }
  await work();
}

async function forget(): Promise<void> {
  const { pool } = server.services.database;
  for (const table of ['Order', 'Checkout', 'ShopProduct', 'ShopDeletion', 'FeedProduct', 'IntegrationWebhook'])
    await pool.query(`DELETE FROM "${table}" WHERE "accountId" = $1`, [us.accountId]);
}

/** Rows without what is ours: ids and times of writing. */
async function rows(): Promise<unknown> {
  const where = { accountId: us.accountId };
  const seen = (found: object[]) =>
    found.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !OURS.has(name))));
  return {
    orders: seen(await database().order.findMany({ where })),
    checkouts: seen(await database().checkout.findMany({ where })),
    products: seen(await database().feedProduct.findMany({ where })),
  };
}
const OURS = new Set(['id', 'createdAt', 'updatedAt', 'dueAt', 'orderId']);

/** Whole seconds, as the vendor writes its times; two changes may fall into one second, but not a deletion. */
const lives = <Row extends object>(fields: fc.Arbitrary<Partial<Row>>, canGo: boolean) =>
  fc
    .tuple(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), fields), { minLength: 1, maxLength: canGo ? 4 : 5 }),
      canGo ? fc.boolean() : fc.constant(false),
    )
    .chain(([steps, goes]) => {
      let at = 0;
      const versions = steps.map(([wait, more], index) => {
        at += index > 0 && wait === 1 ? 0 : wait;
        return { at, more };
      });
      const reported = versions.length + (goes ? 1 : 0);
      return fc.record({
        versions: fc.constant(versions),
        goneAt: fc.constant(goes ? at + 5 : null),
        together: fc.boolean(),
        // Every change at least once, some of them again, in any order.
        arrivals: fc.array(fc.nat(reported - 1), { maxLength: 4 }).chain((again) =>
          fc.shuffledSubarray([...Array.from({ length: reported }, (_, index) => index), ...again], {
            minLength: reported + again.length,
          }),
        ),
      });
    });

interface Life<Row> {
  versions: { at: number; more: Partial<Row> }[];
  goneAt: number | null;
  together: boolean;
  arrivals: number[];
}

/** The webhooks of each change; the shop is left as it is in the end. */
function report(
  resource: 'orders' | 'checkouts' | 'products',
  make: (more: object) => { id: string },
  { versions, goneAt }: Life<object>,
): StandInWebhook[][] {
  const begun = Math.floor(now().getTime() / 1000) * 1000 - 60_000;
  const timeOf = (seconds: number): Date => new Date(begun + seconds * 1000);
  const created = timeOf(0).toISOString();
  let before = null as { id: string } | null;
  const reported: StandInWebhook[][] = [];
  for (const { at, more } of versions) {
    const after = make({ ...more, createdAt: created, processedAt: created, updatedAt: timeOf(at).toISOString() });
    reported.push(webhooksOf({ resource, before, after } as unknown as StandInChange, SHOP, timeOf(at)));
    before = after;
  }
  if (before !== null && goneAt === null) shop.put(resource, before as never);
  if (before !== null && goneAt !== null) {
    reported.push(webhooksOf({ resource, before, after: null } as unknown as StandInChange, SHOP, timeOf(goneAt)));
    shop.remove(resource, before.id);
  }
  return reported;
}

async function expectSame(
  resource: 'orders' | 'checkouts' | 'products',
  make: (more: object) => { id: string },
  life: Life<object>,
): Promise<void> {
  shop = makeShop({}, now());
  standIn = createShopifyStandIn(shop, { now, bucket: GENEROUS });
  const reported = report(resource, make, life);
  await forget();
  await deliver(reported.flat(), false);
  const inOrder = await rows();
  await forget();
  await deliver(
    life.arrivals.flatMap((which) => reported[which] ?? []),
    life.together,
  );
  expect(await rows()).toEqual(inOrder);
}

describe('in any order', () => {
  it('an order', async () => {
    const made = (more: object) => order(7, now(), more);
    const fields = fc.record({
      financialStatus: fc.constantFrom('PENDING', 'PAID', 'PARTIALLY_REFUNDED', 'REFUNDED', 'VOIDED'),
      total: fc.constantFrom('150000.00', '160000.00'),
      email: fc.constantFrom('ani7@example.test', 'budi@example.test', null),
      discountCodes: fc.constantFrom([], ['HEMAT']),
    });
    await fc.assert(
      fc.asyncProperty(lives<object>(fields, true), (life) => expectSame('orders', made, life)),
      { numRuns: RUNS },
    );
  });

  it('a product', async () => {
    const made = (more: object) => product(7, now(), more);
    const fields = fc.record({
      title: fc.constantFrom('Kemeja', 'Kemeja linen'),
      status: fc.constantFrom('ACTIVE', 'DRAFT', 'ARCHIVED'),
      handle: fc.constantFrom('kemeja', 'kemeja-linen'),
    });
    await fc.assert(
      fc.asyncProperty(lives<object>(fields, true), (life) => expectSame('products', made, life)),
      { numRuns: RUNS },
    );
  });

  it('a checkout', async () => {
    const made = (more: object) => checkout(7, now(), more);
    const fields = fc.record({
      total: fc.constantFrom('150000.00', '160000.00'),
      email: fc.constantFrom('ani7@example.test', null),
      acceptsMarketing: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(lives<object>(fields, false), (life) => expectSame('checkouts', made, life)),
      { numRuns: RUNS },
    );
  });
});

it('one webhook, fifty times at once, is applied once', async () => {
  await forget();
  const at = now();
  const made = order(9, at, {
    createdAt: at.toISOString(),
    processedAt: at.toISOString(),
    updatedAt: at.toISOString(),
  });
  shop.put('orders', made);
  const [webhook] = webhooksOf({ resource: 'orders', before: null, after: made }, SHOP, at);
  const { headers, body } = webhook!;
  const path = `/api/v1/integrations/${integrationId}/webhooks`;
  await Promise.all(Array.from({ length: 50 }, () => server.fetch('POST', path, { headers, body })));
  await Promise.all(
    Array.from({ length: 4 }, () => applyWebhooks(server.services, { accountId: us.accountId, integrationId })),
  );
  await applyWebhooks(server.services, { accountId: us.accountId, integrationId });
  const where = { accountId: us.accountId };
  expect(await database().order.count({ where })).toBe(1);
  const results = await database().integrationWebhook.groupBy({
    by: ['result'],
    where,
    _count: true,
    orderBy: { result: 'asc' },
  });
  expect(results.map(({ result, _count: count }) => [result, count])).toEqual([
    ['applied', 1],
    ['repeated', 49],
  ]);
});

it('what is told late of an installation before leaves the present credentials alone, and what is reported of them ends them', async () => {
  const read = () => database().integration.findFirstOrThrow({ where: { id: integrationId } });
  const uninstalled = (at: Date) => deliver(webhooksOf({ resource: 'app' }, SHOP, at), false);
  const again = () =>
    server.call(us.key, 'PATCH', `/api/v1/integrations/${integrationId}`, { body: { credentials: KEYS } });
  expectData(await again());
  const before = new Date((await read()).updatedAt.getTime() - 60_000);
  await runJobs(server.services);
  const runs = await database().integrationRun.findMany({ where: { integrationId }, orderBy: { id: 'asc' } });
  expect(await read()).toMatchObject({ status: 'active' });
  await uninstalled(before);
  expect(await read()).toMatchObject({ status: 'active', lastError: null });
  expect(await database().integrationRun.findMany({ where: { integrationId }, orderBy: { id: 'asc' } })).toEqual(runs);

  await uninstalled(new Date(now().getTime() + 1_000));
  expect(await read()).toMatchObject({
    status: 'error',
    lastError: 'The app was removed from the shop. Connect the shop again.',
  });
  // Told once more after it was installed again.
  expectData(await again());
  await runJobs(server.services);
  await uninstalled(new Date(before.getTime() + 1_000));
  expect(await read()).toMatchObject({ status: 'active' });
});
