/** Runs of a shop (docs/contract/integrations.md#runs), against a stand-in that speaks Shopify's Admin GraphQL. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { now } from '@/server/platform/lib/clock';
import { checkIntegrationJob, reconcileJob } from '@/server/modules/shops/connections/jobs';
import { createShopifyStandIn, type ShopifyStandIn } from '@/server/modules/shops/adapters/shopify/stand-in';
import type { MemoryShop } from '@/server/modules/shops/adapters/shopify/stand-in-memory';
import { serveStandIn } from '@/server/modules/shops/adapters/shopify/testing';
import { makeAffiliate } from '@/server/testing/creators';
import { makeContact } from '@/server/testing/factories/audience';
import { auditOf, expectData, expectError, trpc } from '@/server/testing/http';
import { programCalls } from '@/server/testing/programs';
import { useServer, type Answer, type Tenant } from '@/server/testing/server';
import { customer, GENEROUS, KEYS, makeShop, order, product } from '@/server/testing/shopify-shop';
import { workOffRuns } from '@/server/testing/shop-runs';
import { runJobs } from '@/server/testing/worker';
import { claim } from '@/server/modules/shops/connections/worker/queue';
import { workOff } from '@/server/modules/shops/connections/worker/run';

let shop: MemoryShop;
let standIn: ShopifyStandIn;
/** Up before the settings that name it. */
const vendor = await serveStandIn({ handle: (request) => standIn.handle(request) });
afterAll(() => vendor.stop());

const server = useServer({ PROVIDER_BASE_STOREFRONT_P1: vendor.base });
const prisma = () => server.services.database.prisma;
const ROOT = '/api/v1/integrations';

let us: Tenant;
beforeEach(async () => {
  us = await server.makeTenant();
  // What another test left is not worked off here.
  await prisma().integrationRun.updateMany({ data: { dueAt: null, claimedBy: null } });
  stock({ products: 3, customers: 5, orders: 4, checkouts: 2 });
  vendor.requests.length = 0;
  vendor.instead.length = 0;
  vendor.before = () => undefined;
});

function stock(counts: Parameters<typeof makeShop>[0]): void {
  shop = makeShop(counts, now());
  standIn = createShopifyStandIn(shop, { now, bucket: GENEROUS });
}

const call = (method: string, path = '', body?: unknown, who = us): Promise<Answer> =>
  server.call(who.key, method, ROOT + path, body === undefined ? {} : { body });
const connect = (more: object = {}, who = us): Promise<Answer> =>
  call('POST', '', { provider: 'storefront_p1', displayName: 'Toko', credentials: KEYS, ...more }, who);
const connected = async (more: object = {}): Promise<string> => {
  const { id } = expectData(await connect(more), 201) as { id: string };
  await runJobs(server.services);
  return id;
};
const get = async (id: string) => expectData(await call('GET', `/${id}`));
const runsOf = async (id: string): Promise<Record<string, unknown>[]> =>
  (expectData(await call('GET', `/${id}/runs`)) as { data: Record<string, unknown>[] }).data;
const countsOf = async (accountId: string) => ({
  products: await prisma().feedProduct.count({ where: { accountId } }),
  contacts: await prisma().contact.count({ where: { accountId } }),
  orders: await prisma().order.count({ where: { accountId } }),
  checkouts: await prisma().checkout.count({ where: { accountId } }),
});

describe('a shop that is connected', () => {
  it('is looked at, and then all of it is read, resource by resource', async () => {
    const made = expectData(await connect(), 201);
    expect(made).toMatchObject({ status: 'pending', externalId: KEYS.shop, scopesGranted: [] });
    expect(JSON.stringify(made)).not.toContain(KEYS.clientSecret);
    await runJobs(server.services);
    const id = String(made.id);
    expect(await get(id)).toMatchObject({ status: 'active', lastError: null, scopesGranted: shop.settings.scopes });
    expect((await runsOf(id)).map(({ kind, resource, status }) => [kind, resource, status]).reverse()).toEqual([
      ['backfill', 'products', 'queued'],
      ['backfill', 'customers', 'queued'],
      ['backfill', 'orders', 'queued'],
      ['backfill', 'checkouts', 'queued'],
    ]);
    await workOffRuns(server.services);
    expect(await countsOf(us.accountId)).toEqual({ products: 3, contacts: 5, orders: 4, checkouts: 2 });
    for (const run of await runsOf(id))
      expect(run).toMatchObject({ status: 'succeeded', refused: 0, errors: [], finishedAt: expect.any(String) });
    const [checkouts, orders] = await runsOf(id);
    expect([orders?.total, orders?.done, orders?.created]).toEqual([4, 4, 4]);
    expect(checkouts?.since).toEqual(expect.any(String));
    expect((await get(id)).lastSyncedAt).toEqual(expect.any(String));
  });

  it('sets up its webhooks at our address, and takes them away when it is disconnected', async () => {
    const id = await connected();
    const { webhookUrl } = await get(id);
    const set = await shop.subscriptions();
    expect(set.length).toBeGreaterThan(10);
    expect(new Set(set.map(({ uri }) => uri))).toEqual(new Set([webhookUrl]));
    expectData(await call('DELETE', `/${id}`));
    await runJobs(server.services);
    expect(await shop.subscriptions()).toEqual([]);
    expect((await prisma().integration.findFirst({ where: { id } }))?.credentials).toBeNull();
  });

  it('is asked for what changed since, and what the shop dropped is set up again', async () => {
    const id = await connected();
    await workOffRuns(server.services);
    const [dropped] = await shop.subscriptions();
    await shop.removeSubscription(dropped!.id);
    const later = new Date(now().getTime() + 1000);
    shop.put(
      'orders',
      order(1, now(), { financialStatus: 'REFUNDED', refunded: '150000.00', updatedAt: later.toISOString() }),
    );
    shop.put('orders', order(77, now(), { updatedAt: later.toISOString(), createdAt: later.toISOString() }));
    await prisma().integration.updateMany({ where: { id }, data: { reconcileAt: now() } });
    await reconcileJob.run(server.services, { accountId: us.accountId, integrationId: id });
    expect((await shop.subscriptions()).length).toBeGreaterThan(10);
    await workOffRuns(server.services);
    const [run] = (await runsOf(id)).filter(({ resource }) => resource === 'orders');
    // Begun ten minutes before the last one, whose rows are there already.
    expect(run).toMatchObject({ kind: 'reconcile', status: 'succeeded', created: 1, updated: 1 });
    expect(await prisma().order.findMany({ where: { accountId: us.accountId, refunded: { gt: 0 } } })).toMatchObject([
      { status: 'refunded', refunded: 150_000n },
    ]);
    expect((await prisma().integration.findFirst({ where: { id } }))!.reconcileAt!.getTime()).toBeGreaterThan(
      now().getTime() + 5 * 3_600_000,
    );
  });

  it('that is read by hand has its dropped webhooks again as well', async () => {
    const id = await connected();
    await workOffRuns(server.services);
    const before = await shop.subscriptions();
    for (const dropped of before.slice(0, 2)) await shop.removeSubscription(dropped.id);
    const { reconcileAt } = (await prisma().integration.findFirst({ where: { id } }))!;
    const { runs } = expectData(await call('POST', `/${id}/sync`, { resources: ['orders'] })) as { runs: object[] };
    expect(runs).toMatchObject([{ kind: 'reconcile', resource: 'orders' }]);
    await runJobs(server.services);
    const topics = (set: typeof before): string[] => set.map(({ topic }) => topic).sort();
    expect(topics(await shop.subscriptions())).toEqual(topics(before));
    // Only what was asked for is read, and the clock of the six hours goes on.
    expect((await runsOf(id)).filter(({ status }) => status === 'queued')).toHaveLength(1);
    expect((await prisma().integration.findFirst({ where: { id } }))?.reconcileAt).toEqual(reconcileAt);
  });

  it('is active while it is away, and Home says so after an hour, until it is looked at again', async () => {
    const id = await connected();
    await workOffRuns(server.services);
    const problems = async () =>
      (await trpc(server, 'query', 'insights.problems', undefined, { cookie: us.cookie })).data.problems as object[];
    const look = async (minutesLate: number): Promise<void> => {
      const reconcileAt = new Date(now().getTime() - minutesLate * 60_000);
      await prisma().integration.updateMany({ where: { id }, data: { reconcileAt } });
      await reconcileJob.run(server.services, { accountId: us.accountId, integrationId: id });
    };
    const away = { status: 500, headers: {}, body: 'oops' };
    for (const minutesLate of [1, 61]) {
      vendor.instead.push(away);
      await look(minutesLate);
      expect(vendor.instead).toEqual([]);
      const { status, lastError } = await get(id);
      expect([status, lastError]).toEqual(['active', expect.stringMatching(/\w/)]);
      expect(await problems()).toEqual(
        minutesLate < 60 ? [] : [{ kind: 'integration_failing', id, name: 'Toko', reason: lastError }],
      );
    }
    await look(62);
    expect(await problems()).toEqual([]);
  });

  it('that fails while it is asked what it allows is waited for, and then read in whole', async () => {
    vendor.before = ({ body }) =>
      body.includes('query Probe { products') ? { status: 503, headers: {}, body: 'busy' } : undefined;
    const id = await connected();
    expect(await get(id)).toMatchObject({ status: 'pending', lastError: 'HTTP 503' });
    vendor.before = () => undefined;
    await checkIntegrationJob.run(server.services, { accountId: us.accountId, integrationId: id });
    await workOffRuns(server.services);
    expect(await get(id)).toMatchObject({ status: 'active', lastError: null });
    expect(await countsOf(us.accountId)).toEqual({ products: 3, contacts: 5, orders: 4, checkouts: 2 });
  });

  it('keeps what cannot go in, with the reason, and is partial then', async () => {
    shop.put('customers', customer(90, now(), { email: null }));
    shop.put('customers', customer(91, now(), { email: null }));
    const id = await connected();
    await workOffRuns(server.services);
    const [run] = (await runsOf(id)).filter(({ resource }) => resource === 'customers');
    expect(run).toMatchObject({ status: 'partial', total: 7, done: 7, created: 5, refused: 2 });
    expect(run?.errors).toEqual([
      { ref: customer(90, now()).id, reason: 'NO_IDENTITY' },
      { ref: customer(91, now()).id, reason: 'NO_IDENTITY' },
    ]);
  });

  it('says who may be written to by WhatsApp, apart from SMS, also of contacts that are here', async () => {
    const [made, here] = ['+628123450001', '+628123450002'];
    await makeContact(server.services.database, us.accountId, { phone: here, email: 'ani91@example.test' });
    for (const [n, phone] of [
      [90, made],
      [91, here],
    ] as const)
      shop.put(
        'customers',
        customer(n, now(), { phone, emailState: 'SUBSCRIBED', smsState: 'SUBSCRIBED', whatsAppState: 'UNSUBSCRIBED' }),
      );
    await connected({ config: { sync: { products: false, orders: false, checkouts: false } } });
    await workOffRuns(server.services);
    const contacts = await prisma().contact.findMany({
      where: { accountId: us.accountId, phone: { in: [made, here] } },
    });
    expect(contacts.map(({ subscriptions }) => subscriptions)).toEqual([
      { whatsapp: 'unsubscribed' },
      { whatsapp: 'unsubscribed' },
    ]);
  });

  it('history redeems nothing and completes nothing that is no history', async () => {
    const id = await connected();
    await workOffRuns(server.services);
    expect(await prisma().discountRedemption.count({ where: { accountId: us.accountId } })).toBe(0);
    expect(await prisma().contact.count({ where: { accountId: us.accountId, source: 'shopify' } })).toBe(5);
    expect(await get(id)).toMatchObject({ status: 'active' });
  });
});

describe('a shop that is connected again', () => {
  const ONLY_ORDERS = { config: { sync: { products: false, customers: false, checkouts: false } } };
  const programs = programCalls(server, () => us.key);
  const read = async (id: string): Promise<void> => {
    expectData(await call('POST', `/${id}/sync`, { resources: ['orders'], full: true }));
    await workOffRuns(server.services);
  };
  const fired = (type: string) => prisma().domainEvent.count({ where: { accountId: us.accountId, type } });

  it('takes commissions back by refunds of orders from before, once, and fires nothing by them', async () => {
    const { database } = server.services;
    stock({});
    const first = await connected(ONLY_ORDERS);
    await workOffRuns(server.services);
    // Connected for an hour: orders of half an hour ago are no history.
    const activatedAt = new Date(now().getTime() - 60 * 60_000);
    await prisma().integration.updateMany({ where: { id: first }, data: { activatedAt } });
    const made = await makeAffiliate(database, us.accountId, { terms: { holdDays: 0, minPayout: 0 } });
    const sold = [30, 31].map((n) => order(n, now(), { landingSite: `/?ref=${made.linkCode}` }));
    for (const each of sold) {
      await makeContact(database, us.accountId, { email: each.email });
      shop.put('orders', each);
    }
    await read(first);
    expect(await fired('order_placed')).toBe(2);
    const earned = (n: number) =>
      prisma().commission.findMany({
        where: { accountId: us.accountId, externalRef: sold[n]!.id },
        orderBy: { kind: 'desc' },
      });
    const [billed] = await earned(1);
    await programs.approve([billed!.id]);
    await programs.issue({ collaborationIds: [made.id] });

    expectData(await call('DELETE', `/${first}`));
    await runJobs(server.services);
    const again = await connected(ONLY_ORDERS);
    expect(again).not.toBe(first);
    await workOffRuns(server.services);
    expect(await earned(0)).toMatchObject([{ amount: 14_000n, refundedAmount: 0n }]);
    const refundedAt = new Date(now().getTime() + 1000).toISOString();
    for (const each of sold)
      shop.put('orders', {
        ...each,
        financialStatus: 'PARTIALLY_REFUNDED',
        refunded: '40000.00',
        updatedAt: refundedAt,
      });
    await read(again);
    await read(again);
    expect(await prisma().order.findMany({ where: { accountId: us.accountId } })).toMatchObject([
      { refunded: 40_000n },
      { refunded: 40_000n },
    ]);
    expect(await earned(0)).toMatchObject([
      { kind: 'sale', amount: 10_000n, refundedAmount: 40_000n, status: 'pending' },
    ]);
    expect(await earned(1)).toMatchObject([
      { kind: 'sale', amount: 14_000n, refundedAmount: 0n },
      { kind: 'clawback', amount: -4_000n, refundedAmount: 40_000n, status: 'approved' },
    ]);
    expect([await fired('order_placed'), await fired('order_refunded')]).toEqual([2, 0]);
  });
});

describe('connecting', () => {
  it('names the keys that are missing, and a shop that is none', async () => {
    const missing = await connect({ credentials: { shop: KEYS.shop } });
    expectError(missing, 400, 'VALIDATION');
    expect(missing.body.error?.message).toContain('credentials.clientId');
    expectError(await connect({ credentials: { ...KEYS, shop: 'evil.example/x' } }), 400, 'VALIDATION');
    expectError(await connect({ provider: 'storefront_p2', credentials: {} }), 400, 'VALIDATION');
    expectError(
      await connect({
        provider: 'storefront_p2',
        credentials: { storeUrl: 'https://toko.example', consumerKey: 'ck_1', consumerSecret: 'cs_1' },
      }),
      400,
      'VALIDATION',
    );
  });

  it('of one shop is possible once, also at the same moment; another workspace may', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => connect()));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(7).fill(409)]);
    for (const answer of answers.filter(({ status }) => status === 409)) expectError(answer, 409, 'ALREADY_CONNECTED');
    const made = expectData(
      answers.find(({ status }) => status === 201)!,
      201,
    );
    expectData(await connect({}, server.theirs), 201);
    expectData(await call('DELETE', `/${String(made.id)}`));
    expectData(await connect(), 201);
  });

  it('with new credentials looks anew; of another shop it is refused', async () => {
    const id = await connected();
    expectError(
      await call('PATCH', `/${id}`, { credentials: { ...KEYS, shop: 'other.myshopify.com' } }),
      409,
      'BAD_STATE',
    );
    expect(expectData(await call('PATCH', `/${id}`, { credentials: KEYS }))).toMatchObject({ status: 'pending' });
    await runJobs(server.services);
    expect(await get(id)).toMatchObject({ status: 'active' });
  });
});

describe('a shop that refuses', () => {
  const refused = { status: 401, headers: { 'content-type': 'application/json' }, body: '{"errors":"[API] Invalid"}' };

  it('three times in 15 minutes is an error, in its words, and sync looks anew and goes on', async () => {
    const id = await connected({ config: { sync: { products: false } } });
    shop.settings = { ...shop.settings, clientSecret: 'changed' };
    await prisma().integration.updateMany({ where: { id }, data: { credentials: null } });
    const { sealCredentials } = await import('@/server/modules/shops/connections/credentials');
    const sealed = sealCredentials(server.services.settings.appSecrets, { id, accountId: us.accountId }, KEYS);
    await prisma().integration.updateMany({ where: { id }, data: { credentials: sealed } });
    for (let times = 0; times < 3; times++) {
      expect(await get(id)).toMatchObject({ status: 'active' });
      await prisma().integrationRun.updateMany({
        where: { integrationId: id, dueAt: { not: null } },
        data: { dueAt: now() },
      });
      const [run] = await claim(server.services.database.pool, {
        worker: 'w',
        now: now(),
        leaseMs: 60_000,
        busy: [],
        limit: 1,
      });
      await workOff(server.services, 'w', run!, { sliceMs: 1000, leaseMs: 60_000, isStopping: () => false });
    }
    expect(await get(id)).toMatchObject({ status: 'error', lastError: expect.stringMatching(/\w/) });
    expect((await get(id)).lastError).not.toContain(KEYS.clientSecret);
    expect((await runsOf(id)).every(({ status }) => status === 'failed')).toBe(true);

    shop.settings = { ...shop.settings, clientSecret: KEYS.clientSecret };
    const { runs } = expectData(await call('POST', `/${id}/sync`, {})) as { runs: { id: string }[] };
    expect(runs).toHaveLength(3);
    expect(await get(id)).toMatchObject({ status: 'pending' });
    await runJobs(server.services);
    await workOffRuns(server.services);
    expect(await get(id)).toMatchObject({ status: 'active', lastError: null });
    expect(await countsOf(us.accountId)).toMatchObject({ contacts: 5, orders: 4 });
    // What failed went on: no run was made anew.
    expect(await runsOf(id)).toHaveLength(3);
  });

  it('while it is pending is looked at again, and then is an error', async () => {
    vendor.instead.push(...Array.from({ length: 3 }, () => refused));
    const { id } = expectData(await connect({ credentials: { ...KEYS, clientId: 'wrong' } }), 201) as { id: string };
    const { checkIntegrationJob } = await import('@/server/modules/shops/connections/jobs');
    for (let times = 0; times < 3; times++)
      await checkIntegrationJob.run(server.services, { accountId: us.accountId, integrationId: id });
    expect(await get(id)).toMatchObject({ status: 'error' });
  });

  it('asks to wait, and is waited for; what it answers wrongly five times in half an hour fails the run', async () => {
    const id = await connected({ config: { sync: { products: false, orders: false, checkouts: false } } });
    const take = async (): Promise<void> => {
      await prisma().integrationRun.updateMany({
        where: { integrationId: id, dueAt: { not: null } },
        data: { dueAt: now() },
      });
      const [run] = await claim(server.services.database.pool, {
        worker: 'w',
        now: now(),
        leaseMs: 60_000,
        busy: [],
        limit: 1,
      });
      await workOff(server.services, 'w', run!, { sliceMs: 1000, leaseMs: 60_000, isStopping: () => false });
    };
    vendor.instead.push({ status: 429, headers: { 'retry-after': '7' }, body: '' });
    await take();
    const waiting = await prisma().integrationRun.findFirst({ where: { integrationId: id } });
    expect(waiting).toMatchObject({ status: 'queued', attempts: 0, claimedBy: null });
    expect(waiting!.dueAt!.getTime() - now().getTime()).toBeGreaterThan(4_000);
    for (let times = 1; times <= 4; times++) {
      vendor.instead.push({ status: 500, headers: {}, body: 'oops' });
      await take();
      expect(await prisma().integrationRun.findFirst({ where: { integrationId: id } })).toMatchObject({
        attempts: times,
      });
    }
    vendor.instead.push({ status: 500, headers: {}, body: 'oops' });
    await take();
    expect((await runsOf(id))[0]).toMatchObject({ status: 'failed', error: expect.stringMatching(/\w/) });
    expectData(await call('POST', `/${id}/sync`, { resources: ['customers'] }));
    await workOffRuns(server.services);
    expect((await runsOf(id))[0]).toMatchObject({ status: 'succeeded', created: 5 });
  });
});

describe('a run', () => {
  it('is asked for once at a time, canceled, and audited', async () => {
    const id = await connected();
    expectError(await call('POST', `/${id}/sync`, { resources: ['orders'] }), 409, 'SYNC_RUNNING');
    const [checkouts] = await runsOf(id);
    const path = `/${id}/runs/${String(checkouts?.id)}`;
    expect(expectData(await call('POST', `${path}/cancel`))).toMatchObject({ status: 'canceled' });
    expect(expectData(await call('POST', `${path}/cancel`))).toMatchObject({ status: 'canceled' });
    expect(expectData(await call('GET', path))).toMatchObject({ id: checkouts?.id, status: 'canceled' });
    await workOffRuns(server.services);
    expect(await countsOf(us.accountId)).toMatchObject({ checkouts: 0, orders: 4 });
    const [orders] = (await runsOf(id)).filter(({ resource }) => resource === 'orders');
    expectError(await call('POST', `/${id}/runs/${String(orders?.id)}/cancel`), 409, 'BAD_STATE');
    const asked = await Promise.all(
      Array.from({ length: 6 }, () => call('POST', `/${id}/sync`, { resources: ['orders'] })),
    );
    expect(asked.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(5).fill(409)]);
    expect((await auditOf(server, us.accountId)).map(({ action }) => action)).toEqual([
      'integration.connect',
      'integration.sync',
      'integration.sync',
    ]);
  });

  it('is paged, newest first, and nobody else sees it', async () => {
    const id = await connected();
    const first = expectData(await call('GET', `/${id}/runs?limit=3`)) as {
      data: unknown[];
      cursor: string;
      hasMore: boolean;
    };
    expect([first.data.length, first.hasMore]).toEqual([3, true]);
    const rest = expectData(await call('GET', `/${id}/runs?limit=3&cursor=${encodeURIComponent(first.cursor)}`)) as {
      data: unknown[];
    };
    expect(rest.data).toHaveLength(1);
    expectError(await call('GET', `/${id}/runs`, undefined, server.theirs), 404, 'NOT_FOUND');
  });

  it('that a worker left is taken over at the page after the last, and whoever lost it writes nothing', async () => {
    stock({ customers: 600 });
    const id = await connected({ config: { sync: { products: false, orders: false, checkouts: false } } });
    const pool = server.services.database.pool;
    const take = (worker: string) => claim(pool, { worker, now: now(), leaseMs: 60_000, busy: [], limit: 1 });
    const [first] = await take('first');
    // A page, and then it has to stop.
    await workOff(server.services, 'first', first!, { sliceMs: 0, leaseMs: 60_000, isStopping: () => false });
    const [held] = await take('first');
    expect(held).toMatchObject({ done: 250 });
    expect(await take('second')).toEqual([]);
    // Its lease lapses while it stands still; another takes the run.
    await prisma().integrationRun.updateMany({ where: { integrationId: id }, data: { dueAt: now() } });
    const [taken] = await take('second');
    await Promise.all([
      workOff(server.services, 'second', taken!, { sliceMs: 60_000, leaseMs: 60_000, isStopping: () => false }),
      workOff(server.services, 'first', held!, { sliceMs: 60_000, leaseMs: 60_000, isStopping: () => false }),
    ]);
    expect((await runsOf(id))[0]).toMatchObject({ status: 'succeeded', done: 600, created: 600, unchanged: 0 });
    expect(await countsOf(us.accountId)).toMatchObject({ contacts: 600 });
  });

  it('of a shop that the plan has no room for reads nothing until it has', async () => {
    us = await tenantOn('free');
    const id = await connected();
    await prisma().integration.create({
      data: {
        accountId: us.accountId,
        provider: 'http_generic',
        externalId: 'older',
        displayName: 'Older',
        status: 'active',
        config: {},
        bringsProducts: false,
        refusedAt: [],
        activatedAt: new Date(0),
        createdAt: now(),
        updatedAt: now(),
      },
    });
    expect(await get(id)).toMatchObject({ held: 'PLAN_LIMIT' });
    expectError(await call('POST', `/${id}/sync`, {}), 409, 'BAD_STATE');
    const [run] = await claim(server.services.database.pool, {
      worker: 'w',
      now: now(),
      leaseMs: 60_000,
      busy: [],
      limit: 1,
    });
    await workOff(server.services, 'w', run!, { sliceMs: 1000, leaseMs: 60_000, isStopping: () => false });
    expect(await countsOf(us.accountId)).toMatchObject({ products: 0, contacts: 0 });
    await prisma().subscription.updateMany({ where: { accountId: us.accountId }, data: { plan: 'growth' } });
    await prisma().integrationRun.updateMany({
      where: { integrationId: id, dueAt: { not: null } },
      data: { dueAt: now() },
    });
    await workOffRuns(server.services);
    expect(await countsOf(us.accountId)).toEqual({ products: 3, contacts: 5, orders: 4, checkouts: 2 });
  });
});

async function tenantOn(plan: 'free'): Promise<Tenant> {
  return await server.makeTenant({ plan });
}

it('products of a shop are taken out of the feed when they are gone there, and come back when they are made anew', async () => {
  const id = await connected();
  await workOffRuns(server.services);
  shop.put(
    'products',
    product(1, now(), { status: 'DRAFT', updatedAt: new Date(now().getTime() + 1000).toISOString() }),
  );
  expectData(await call('POST', `/${id}/sync`, { resources: ['products'] }));
  await workOffRuns(server.services);
  const mirrored = await prisma().feedProduct.findMany({
    where: { accountId: us.accountId },
    orderBy: { slug: 'asc' },
  });
  expect(mirrored.map(({ slug, available }) => [slug, available])).toEqual([
    ['kemeja-0', true],
    ['kemeja-1', false],
    ['kemeja-2', true],
  ]);
});
