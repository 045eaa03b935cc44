/** Our codes in shops (docs/contract/integrations.md#codes), against stand-ins that speak Shopify's and WooCommerce's API. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { systemDb } from '@/server/platform/db/workspace';
import { enqueue } from '@/server/platform/jobs/enqueue';
import { now } from '@/server/platform/lib/clock';
import { readCodes } from '@/server/modules/automation/funnels/facts';
import { reconcileJob } from '@/server/modules/shops/connections/jobs';
import {
  createShopifyStandIn,
  type ShopifyStandIn,
  type StandInRequest,
} from '@/server/modules/shops/adapters/shopify/stand-in';
import type { StandInDiscount } from '@/server/modules/shops/adapters/shopify/stand-in-data';
import type { MemoryShop } from '@/server/modules/shops/adapters/shopify/stand-in-memory';
import { serveStandIn } from '@/server/modules/shops/adapters/shopify/testing';
import { CONSUMER_KEY, CONSUMER_SECRET, WooShop } from '@/server/modules/shops/adapters/woocommerce/testing';
import { makeDiscountCode } from '@/server/testing/factories/offers';
import { eventually, expectData, expectError, trpc } from '@/server/testing/http';
import { referralCalls } from '@/server/testing/referrals';
import { useServer, type Answer, type Tenant } from '@/server/testing/server';
import { bringCodes } from '@/server/testing/shop-codes';
import { GENEROUS, KEYS, makeShop } from '@/server/testing/shopify-shop';
import { runJobs } from '@/server/testing/worker';
import { startCodes } from '@/server/modules/shops/connections/worker/codes-dispatcher';
import { pushCode } from '@/server/modules/shops/connections/worker/codes-push';
import { claimCodes } from '@/server/modules/shops/connections/worker/codes-queue';
import { startShops } from '@/server/modules/shops/connections/worker/dispatcher';

let shop: MemoryShop;
let standIn: ShopifyStandIn;
/** Called before each request is answered. */
let before: (request: StandInRequest) => Promise<void>;
/** Most requests that were under way at once. */
let most = 0;
let underWay = 0;
/** Up before the settings that name it. */
const vendor = await serveStandIn({
  handle: async (request) => {
    most = Math.max(most, ++underWay);
    await before(request);
    const answer = await standIn.handle(request);
    underWay--;
    return answer;
  },
});
const woo = new WooShop();
await woo.start();
afterAll(async () => {
  await vendor.stop();
  await woo.stop();
});

const server = useServer({ PROVIDER_BASE_STOREFRONT_P1: vendor.base, PROVIDER_BASE_STOREFRONT_P2: woo.base });
const prisma = () => server.services.database.prisma;

let us: Tenant;
beforeEach(async () => {
  us = await server.makeTenant();
  // What another test left is not worked off here.
  await prisma().integrationRun.updateMany({ data: { dueAt: null, claimedBy: null } });
  await prisma().integrationCode.updateMany({ data: { dueAt: null, claimedBy: null } });
  shop = makeShop({}, now());
  standIn = createShopifyStandIn(shop, { now, bucket: GENEROUS });
  woo.reset();
  vendor.requests.length = 0;
  vendor.instead.length = 0;
  before = () => Promise.resolve();
  most = 0;
});

const call = (method: string, path: string, body?: unknown, who = us): Promise<Answer> =>
  server.call(who.key, method, `/api/v1${path}`, body === undefined ? {} : { body });

const ONLY_CODES = { products: false, customers: false, orders: false, checkouts: false, codes: true };
const NO_SYNC = { ...ONLY_CODES, codes: false };
const CONNECTIONS = {
  storefront_p1: KEYS,
  storefront_p2: {
    storeUrl: 'https://toko.example.com',
    consumerKey: CONSUMER_KEY,
    consumerSecret: CONSUMER_SECRET,
  },
};

/** A shop that codes go to, active. */
async function connected(provider: keyof typeof CONNECTIONS = 'storefront_p1', sync = ONLY_CODES): Promise<string> {
  const body = { provider, displayName: 'Toko', credentials: CONNECTIONS[provider], config: { sync } };
  const { id } = expectData(await call('POST', '/integrations', body), 201) as { id: string };
  await runJobs(server.services);
  return id;
}

const MINIMUM = { code: 'HEMAT10', type: 'percent', value: 10, currency: 'IDR' };
const create = async (more: object = {}): Promise<string> => {
  const { id } = expectData(await call('POST', '/discount-codes', { ...MINIMUM, ...more }), 201) as { id: string };
  return id;
};
const patch = async (id: string, changes: object): Promise<void> =>
  void expectData(await call('PATCH', `/discount-codes/${id}`, changes));
const bring = (workers?: number): Promise<void> => bringCodes(server.services, workers);

interface InShop {
  code: string;
  state: string;
  reason: string | null;
  pushedAt: string | null;
}
const codesOfAll = async (): Promise<string[]> =>
  (await prisma().integrationCode.findMany({ where: { accountId: us.accountId } })).map(({ state }) => state);
const codesOf = async (id: string, query = ''): Promise<InShop[]> =>
  (expectData(await call('GET', `/integrations/${id}/codes${query}`)) as { data: InShop[] }).data;
const rowOf = (discountCodeId: string) => prisma().integrationCode.findFirstOrThrow({ where: { discountCodeId } });
const inShopify = (code = 'HEMAT10'): Promise<StandInDiscount | null> => shop.discountByCode(code);
const isOn = (discount: StandInDiscount | null): boolean =>
  discount !== null && (discount.endsAt === null || discount.endsAt > now().toISOString());
/** Of a code: webhooks are set up by mutations too. */
const isMutation = ({ body }: StandInRequest): boolean => /"query":"mutation.{1,300}discountCode/i.test(body);
const mutations = (): StandInRequest[] => vendor.requests.filter(isMutation);
/** Whether no shop has still to be notified of it as it is now: who sends it need not wait. */
const stands = async (discountCodeId: string): Promise<boolean> => {
  const codes = await readCodes(systemDb(server.services.database, us.accountId), [discountCodeId]);
  return codes.get(discountCodeId) !== 'pending' && codes.get(discountCodeId) !== 'partly';
};
/** With a worker that has nothing else to do. */
async function whileWorking(work: () => Promise<void>): Promise<void> {
  const parts = [startCodes(server.services, { everyMs: 10 }), startShops(server.services, { everyMs: 10 })];
  try {
    await work();
  } finally {
    await Promise.all(parts.map((part) => part.stop()));
  }
}
/** As if its time had come. */
const makeDue = () => prisma().integrationCode.updateMany({ where: { dueAt: { not: null } }, data: { dueAt: now() } });
const runsOf = async (id: string) =>
  (expectData(await call('GET', `/integrations/${id}/runs`)) as { data: Record<string, unknown>[] }).data;

describe('a code that was there before the shop', () => {
  it('is awaited there at once, until the run has brought it; one that is over is not', async () => {
    const codeId = await create({ code: 'DULU10' });
    const over = await create({ code: 'LEWAT10', active: false });
    expect([await stands(codeId), await stands(over)]).toEqual([true, true]);
    const inShops = async (id: string) =>
      (await trpc(server, 'query', 'discountCodes.inShops', { id }, { cookie: us.cookie })).data.shops as object[];
    const made = await call('POST', '/integrations', {
      provider: 'storefront_p1',
      displayName: 'Toko',
      credentials: KEYS,
      config: { sync: ONLY_CODES },
    });
    const { id } = expectData(made, 201) as { id: string };
    expect([await stands(codeId), await stands(over)]).toEqual([false, true]);
    expect(await inShops(codeId)).toMatchObject([{ integrationId: id, state: 'pending', pushedAt: null }]);
    expect(await inShops(over)).toEqual([]);
    await runJobs(server.services);
    expect(await stands(codeId)).toBe(false);
    await bring();
    await whileWorking(() => eventually(async () => expect(await stands(codeId)).toBe(true)));
    expect(await inShops(codeId)).toMatchObject([{ integrationId: id, state: 'pushed' }]);
  });
});

describe('a code', () => {
  it('is made in Shopify as it is here, changed and switched off with ours', async () => {
    const id = await connected();
    const startsAt = '2026-01-01T00:00:00.000Z';
    const expiresAt = '2099-01-01T00:00:00.000Z';
    const codeId = await create({
      type: 'fixed',
      value: 25_000,
      scope: 'products',
      productIds: ['11', '12'],
      minPurchaseAmount: 100_000,
      maxUsesTotal: 40,
      maxUsesPerCustomer: 1,
      startsAt,
      expiresAt,
    });
    expect(await codesOf(id)).toEqual([
      { discountCodeId: codeId, code: 'HEMAT10', state: 'pending', reason: null, pushedAt: null },
    ]);
    expect(await stands(codeId)).toBe(false);
    await bring();
    expect(await inShopify()).toMatchObject({
      kind: 'basic',
      code: 'HEMAT10',
      amount: '25000',
      percentage: null,
      productIds: ['gid://shopify/Product/11', 'gid://shopify/Product/12'],
      minimumSubtotal: '100000',
      usageLimit: 40,
      appliesOncePerCustomer: true,
      startsAt,
      endsAt: expiresAt,
    });
    expect(await codesOf(id)).toMatchObject([{ state: 'pushed', reason: null, pushedAt: expect.any(String) }]);
    expect(await stands(codeId)).toBe(true);

    await patch(codeId, { type: 'percent', value: 15, productIds: ['12'], minPurchaseAmount: null, maxUsesTotal: 50 });
    expect(await stands(codeId)).toBe(false);
    await bring();
    expect(await inShopify()).toMatchObject({
      percentage: 0.15,
      amount: null,
      productIds: ['gid://shopify/Product/12'],
      minimumSubtotal: null,
      usageLimit: 50,
    });

    expectData(await call('DELETE', `/discount-codes/${codeId}`));
    await bring();
    expect(isOn(await inShopify())).toBe(false);
    await patch(codeId, { active: true });
    await bring();
    expect(await inShopify()).toMatchObject({ endsAt: expiresAt, percentage: 0.15 });
    expect((await codesOf(id)).map(({ state }) => state)).toEqual(['pushed']);
  });

  it('becomes free shipping and an amount again: Shopify makes none of the other', async () => {
    await connected();
    const codeId = await create({ type: 'shipping_percent', value: 100 });
    await bring();
    expect(await inShopify()).toMatchObject({ kind: 'freeShipping' });
    await patch(codeId, { type: 'percent', value: 5 });
    await bring();
    expect(await inShopify()).toMatchObject({ kind: 'basic', percentage: 0.05 });
  });

  it('is a coupon in WooCommerce, changed and switched off with ours', async () => {
    const id = await connected('storefront_p2');
    const codeId = await create({ type: 'fixed', value: 1250, currency: 'USD', maxUsesTotal: 3 });
    await bring();
    const [coupon] = woo.data.rows.coupons;
    expect(coupon).toMatchObject({ code: 'hemat10', discount_type: 'fixed_cart', amount: '12.50', usage_limit: 3 });
    await patch(codeId, { value: 900 });
    await bring();
    expect(coupon).toMatchObject({ amount: '9.00', date_expires_gmt: null });
    expectData(await call('DELETE', `/discount-codes/${codeId}`));
    await bring();
    expect(coupon).toMatchObject({ date_expires_gmt: '2000-01-01T00:00:00' });
    expect(woo.data.rows.coupons).toHaveLength(1);
    expect(await codesOf(id)).toMatchObject([{ state: 'pushed' }]);
  });

  it('goes to every shop that takes codes, and to none that does not', async () => {
    const first = await connected('storefront_p1');
    const second = await connected('storefront_p2');
    const codeId = await create();
    await bring();
    const answer = await server.fetch(
      'GET',
      `/api/trpc/discountCodes.inShops?input=${encodeURIComponent(JSON.stringify({ id: codeId }))}`,
      {
        headers: { cookie: us.cookie },
      },
    );
    const { shops } = (JSON.parse(answer.text) as { result: { data: { shops: unknown[] } } }).result.data;
    expect(shops).toMatchObject([
      { integrationId: second, provider: 'storefront_p2', state: 'not_expressible', reason: 'The shop sells in USD.' },
      { integrationId: first, provider: 'storefront_p1', displayName: 'Toko', state: 'pushed', reason: null },
    ]);
    us = await server.makeTenant();
    await connected('storefront_p1', NO_SYNC);
    const alone = await create();
    expect(await prisma().integrationCode.count({ where: { discountCodeId: alone } })).toBe(0);
    expect(await stands(alone)).toBe(true);
  });

  it('is not told again for what no shop knows of: words, who may see it, a redemption', async () => {
    await connected();
    const codeId = await create();
    await bring();
    const { asked } = await rowOf(codeId);
    vendor.requests.length = 0;
    await patch(codeId, { description: 'For you', public: true, tagFilter: ['x'] });
    const redemption = { accountId: us.accountId, discountCodeId: codeId, checkoutSessionId: 's1', appliedAmount: 5 };
    expectData(await call('POST', '/discount-codes/redeem', redemption));
    expect(await rowOf(codeId)).toMatchObject({ asked, state: 'pushed', dueAt: null });
    // Changed and changed back: it says what stands there.
    await patch(codeId, { value: 20 });
    await patch(codeId, { value: 10 });
    await bring();
    expect(vendor.requests).toEqual([]);
    expect(await stands(codeId)).toBe(true);
  });

  it('that the shop made itself is left alone, and ours once it is gone there', async () => {
    const id = await connected();
    const theirs: StandInDiscount = {
      id: 'gid://shopify/DiscountCodeNode/1',
      kind: 'basic',
      title: 'Summer',
      code: 'hemat10',
      startsAt: '2026-01-01T00:00:00Z',
      endsAt: null,
      usageLimit: null,
      appliesOncePerCustomer: false,
      percentage: 0.5,
      amount: null,
      productIds: null,
      minimumSubtotal: null,
    };
    await shop.putDiscount(theirs);
    const codeId = await create();
    await bring();
    expect(await codesOf(id, '?state=failed')).toMatchObject([{ state: 'failed', reason: 'TAKEN_IN_SHOP' }]);
    await patch(codeId, { active: false });
    await bring();
    expect(await inShopify()).toEqual(theirs);
    await patch(codeId, { active: true });
    await bring();
    await shop.removeDiscount(theirs.id);
    expectData(await call('POST', `/integrations/${id}/sync`, { resources: ['codes'] }));
    await bring();
    expect(await codesOf(id)).toMatchObject([{ state: 'pushed', reason: null }]);
    expect(await inShopify()).toMatchObject({ percentage: 0.1 });
  });

  it('that the shop cannot have any more is switched off there', async () => {
    const id = await connected();
    const codeId = await create();
    await bring();
    await patch(codeId, { scope: 'tags', tagFilter: ['sale'] });
    await bring();
    expect(await codesOf(id, '?state=not_expressible')).toMatchObject([
      { state: 'not_expressible', reason: 'Shopify cannot limit a code to products with a tag.' },
    ]);
    expect(isOn(await inShopify())).toBe(false);
    await patch(codeId, { scope: 'cart' });
    await bring();
    expect(isOn(await inShopify())).toBe(true);
  });

  it('that a shop cannot have before it begins goes there when it does', async () => {
    const id = await connected('storefront_p2');
    const startsAt = new Date(now().getTime() + 4_000).toISOString();
    const codeId = await create({ currency: 'USD', startsAt });
    await whileWorking(() => eventually(async () => expect((await rowOf(codeId)).state).toBe('not_expressible')));
    expect(await rowOf(codeId)).toMatchObject({ dueAt: new Date(startsAt) });
    expect(woo.data.rows.coupons).toEqual([]);
    await bring();
    expect(await codesOf(id)).toMatchObject([{ state: 'pushed' }]);
    expect(woo.data.rows.coupons).toHaveLength(1);
  });
});

it('rewards of referrals go there as soon as they are minted, and are switched off by a refund', async () => {
  const id = await connected();
  const referrals = referralCalls(server, () => us.key);
  expectData(
    await call('PUT', '/referrals/program', {
      enabled: true,
      rewardType: 'fixed',
      referrerValue: 10_000,
      refereeValue: 5_000,
      currency: 'IDR',
    }),
  );
  const { accountId } = us;
  const { link } = expectData(await referrals.issue({ accountId, customerId: 'ani' })) as { link: { code: string } };
  const referee = { refereeCustomerId: 'budi', refereeEmail: 'budi@example.test', linkCode: link.code };
  expectData(await referrals.signup({ accountId, ...referee }));
  expectData(await referrals.checkoutStart({ accountId, customerId: 'budi', checkoutSessionId: 's1' }));
  expect(expectData(await referrals.fulfill({ accountId, checkoutSessionId: 's1' }))).toMatchObject({ issued: true });
  await bring();
  const brought = await codesOf(id);
  expect(brought.map(({ state }) => state)).toEqual(['pushed', 'pushed']);
  for (const each of brought)
    expect(await inShopify(each.code)).toMatchObject({ usageLimit: 1, appliesOncePerCustomer: true });
  expectData(await referrals.void({ accountId, checkoutSessionId: 's1' }));
  await bring();
  for (const each of brought) expect(isOn(await inShopify(each.code))).toBe(false);
});

describe('a run of codes', () => {
  it('brings all that are active, page by page, and nothing that is over', async () => {
    const { accountId } = us;
    const { database } = server.services;
    for (let n = 0; n < 60; n++) await makeDiscountCode(database, accountId, { code: `N${n}`, currency: 'IDR' });
    await makeDiscountCode(database, accountId, { code: 'OFF', active: false });
    await makeDiscountCode(database, accountId, { code: 'OVER', expiresAt: new Date(now().getTime() - 1000) });
    await makeDiscountCode(database, accountId, { code: 'USED', maxUsesTotal: 1, redemptionCount: 1 });
    const id = await connected();
    await bring();
    expect((await codesOf(id, '?state=pushed&limit=100')).map(({ code }) => code).sort()).toEqual(
      Array.from({ length: 60 }, (_, n) => `N${n}`).sort(),
    );
    expect(await codesOf(id, '?limit=100')).toHaveLength(60);
    for (const code of ['OFF', 'OVER', 'USED']) expect(await inShopify(code)).toBeNull();
    expect((await runsOf(id))[0]).toMatchObject({
      kind: 'codes',
      resource: 'codes',
      status: 'succeeded',
      total: 60,
      done: 60,
      unchanged: 0,
    });
    expect(most).toBe(1);

    // Nothing has changed: nothing is told.
    vendor.requests.length = 0;
    expectData(await call('POST', `/integrations/${id}/sync`, { resources: ['codes'] }));
    expectError(await call('POST', `/integrations/${id}/sync`, { resources: ['codes'] }), 409, 'SYNC_RUNNING');
    await bring();
    expect(vendor.requests).toEqual([]);
    expect((await runsOf(id))[0]).toMatchObject({ status: 'succeeded', total: 60, done: 60, unchanged: 60 });

    // All of it again: what was taken away there by hand is made anew.
    await shop.removeDiscount((await inShopify('N7'))!.id);
    expectData(await call('POST', `/integrations/${id}/sync`, { resources: ['codes'], full: true }));
    await bring();
    expect(mutations()).toHaveLength(60);
    expect(isOn(await inShopify('N7'))).toBe(true);
  });

  it('is asked for with every reconcile, and a code that a buyer waits for is behind a page at most', async () => {
    const { accountId } = us;
    for (let n = 0; n < 120; n++)
      await makeDiscountCode(server.services.database, accountId, { code: `N${n}`, currency: 'IDR' });
    const id = await connected();
    before = async () => {
      await sleep(20);
    };
    await whileWorking(() =>
      eventually(async () => expect((await runsOf(id))[0]).toMatchObject({ status: 'running', done: 50 })),
    );
    before = () => Promise.resolve();
    expect(await prisma().integrationCode.count({ where: { integrationId: id } })).toBe(50);
    expect((await runsOf(id))[0]).toMatchObject({ status: 'running', total: 120, done: 50 });
    const minted = await create({ code: 'MINTED' });
    await bring();
    expect(await stands(minted)).toBe(true);
    const order = (
      await prisma().integrationCode.findMany({ where: { integrationId: id }, orderBy: { pushedAt: 'asc' } })
    ).map(({ discountCodeId }) => discountCodeId);
    expect(order.indexOf(minted)).toBeLessThanOrEqual(50);
    await enqueue(systemDb(server.services.database, accountId), reconcileJob, { integrationId: id });
    await runJobs(server.services);
    expect((await runsOf(id)).map(({ resource }) => resource)).toEqual(['codes', 'codes']);
  });
});

describe('a shop that does not take it', () => {
  it('is asked again after 1, 5 and 30 minutes, and then the code has failed with its words', async () => {
    const id = await connected();
    await bring();
    const codeId = await create();
    for (const minutes of [1, 5, 30]) {
      vendor.instead.push({ status: 500, headers: {}, body: 'Out of order' });
      await bring();
      const row = await rowOf(codeId);
      expect(row).toMatchObject({ state: 'pending', reason: expect.stringMatching(/\w/), claimedBy: null });
      expect(Math.round((row.dueAt!.getTime() - row.updatedAt.getTime()) / 60_000)).toBe(minutes);
      await makeDue();
    }
    vendor.instead.push({ status: 500, headers: {}, body: 'Out of order' });
    await bring();
    expect(await codesOf(id)).toMatchObject([{ state: 'failed', reason: expect.stringMatching(/\w/), pushedAt: null }]);
    expect(await stands(codeId)).toBe(true);
    await patch(codeId, { value: 11 });
    await bring();
    expect(await codesOf(id)).toMatchObject([{ state: 'pushed', reason: null }]);
  });

  it('and asks to wait is left alone until then, with all of its codes', async () => {
    await connected();
    await bring();
    await create();
    await create({ code: 'SECOND' });
    vendor.requests.length = 0;
    vendor.instead.push({ status: 429, headers: { 'retry-after': '90' }, body: '' });
    await whileWorking(async () => {
      await eventually(() => Promise.resolve(expect(vendor.requests).toHaveLength(1)));
      await sleep(200);
    });
    expect(vendor.requests).toHaveLength(1);
    await makeDue();
    await bring();
    expect([isOn(await inShopify()), isOn(await inShopify('SECOND'))]).toEqual([true, true]);
  });

  it('for the credentials is an error after three times; codes wait for new ones', async () => {
    const id = await connected();
    const codeId = await create();
    for (let times = 1; times <= 3; times++) {
      vendor.instead.push({ status: 401, headers: {}, body: '{"errors":"Invalid API key"}' });
      await whileWorking(() => eventually(() => Promise.resolve(expect(vendor.instead).toHaveLength(0))));
      await makeDue();
    }
    expect(expectData(await call('GET', `/integrations/${id}`))).toMatchObject({ status: 'error' });
    vendor.requests.length = 0;
    await bring();
    expect(vendor.requests).toEqual([]);
    expect(await rowOf(codeId)).toMatchObject({ state: 'pending' });
    expectData(await call('PATCH', `/integrations/${id}`, { credentials: KEYS }));
    await runJobs(server.services);
    await bring();
    expect(isOn(await inShopify())).toBe(true);
  });

  it('for want of a scope says so', async () => {
    shop.settings = { ...shop.settings, scopes: ['read_products'] };
    const id = await connected();
    await create();
    await bring();
    expect(await codesOf(id)).toMatchObject([
      { state: 'failed', reason: 'The shop has not granted the scope write_discounts. Grant it and connect again.' },
    ]);
  });
});

describe('switched off', () => {
  it('nothing is brought any more, what stands there stays, and switched on again all is', async () => {
    const id = await connected();
    const standing = await create();
    await bring();
    await patch(standing, { value: 20 });
    const never = await create({ code: 'NEVER' });
    expectData(await call('PATCH', `/integrations/${id}`, { config: { sync: NO_SYNC } }));
    expect(await codesOf(id)).toMatchObject([{ code: 'HEMAT10', state: 'pushed' }]);
    expect([await stands(standing), await stands(never)]).toEqual([true, true]);
    await runJobs(server.services);
    await bring();
    expect(await inShopify()).toMatchObject({ percentage: 0.1 });
    expect(await inShopify('NEVER')).toBeNull();
    expectData(await call('PATCH', `/integrations/${id}`, { config: { sync: ONLY_CODES } }));
    await bring();
    expect([await inShopify(), await inShopify('NEVER')]).toMatchObject([{ percentage: 0.2 }, { percentage: 0.1 }]);
  });

  it('and so is a shop that is disconnected', async () => {
    const id = await connected();
    const codeId = await create();
    expectData(await call('DELETE', `/integrations/${id}`));
    expect(await stands(codeId)).toBe(true);
    await create({ code: 'LATER' });
    await bring();
    expect([await inShopify(), await inShopify('LATER')]).toEqual([null, null]);
    expect(await prisma().integrationCode.count({ where: { integrationId: id } })).toBe(0);
  });

  it('held, nothing is brought until the plan has room', async () => {
    us = await server.makeTenant({ plan: 'free' });
    await connected();
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
    const codeId = await create();
    vendor.requests.length = 0;
    await whileWorking(() =>
      eventually(async () => expect((await rowOf(codeId)).dueAt!.getTime()).toBeGreaterThan(now().getTime())),
    );
    expect(vendor.requests).toEqual([]);
    expect(await stands(codeId)).toBe(false);
    await prisma().subscription.updateMany({ where: { accountId: us.accountId }, data: { plan: 'growth' } });
    await makeDue();
    await prisma().integrationRun.updateMany({ where: { accountId: us.accountId }, data: { dueAt: null } });
    await bring();
    expect(isOn(await inShopify())).toBe(true);
  });
});

describe('at the same time', () => {
  it('a code that is changed while it is pushed is pushed again, after the first', async () => {
    await connected();
    const codeId = await create();
    let changes = 0;
    before = async (request) => {
      // The shop has it on its way when the merchant changes it.
      if (isMutation(request) && changes < 3) await patch(codeId, { value: 30 + ++changes });
    };
    await bring(2);
    expect(await inShopify()).toMatchObject({ percentage: 0.33 });
    expect(await rowOf(codeId)).toMatchObject({ state: 'pushed', dueAt: null, claimedBy: null });
    expect(mutations()).toHaveLength(4);
    expect(most).toBe(1);
  });

  it('two workers push each code once, one at a time', async () => {
    const id = await connected();
    await bring();
    for (let n = 0; n < 30; n++) await create({ code: `N${n}` });
    await bring(3);
    expect(await codesOf(id, '?state=pushed&limit=100')).toHaveLength(30);
    expect(mutations()).toHaveLength(30);
    expect(most).toBe(1);
  });

  it('a shop may take longer over a code than a lease holds', async () => {
    await connected();
    await bring();
    await create();
    before = async (request) => {
      if (isMutation(request)) await sleep(1_500);
    };
    const workers = [1, 2].map(() => startCodes(server.services, { everyMs: 10, leaseMs: 300 }));
    try {
      await eventually(async () => expect(await codesOfAll()).toEqual(['pushed']));
    } finally {
      await Promise.all(workers.map((worker) => worker.stop()));
    }
    expect(mutations()).toHaveLength(1);
  });

  it('what a worker left is taken over when its lease lapses, and what it still says to the shop is set right', async () => {
    await connected();
    const codeId = await create();
    const { pool } = server.services.database;
    const claim = (worker: string) => claimCodes(pool, { worker, now: now(), leaseMs: 60_000, busy: [], limit: 4 });
    const [left] = await claim('slow');
    expect(left).toMatchObject({ discountCodeId: codeId, claimedBy: 'slow' });
    expect(await claim('second')).toEqual([]);
    // It stands still with what it has read, for longer than its lease, and another has its turn.
    let goOn = (): void => undefined;
    const stood = new Promise<void>((resolve) => (goOn = resolve));
    before = async (request) => {
      if (isMutation(request)) await stood;
    };
    const slow = pushCode(server.services, 'slow', left!, { leaseMs: 600_000 });
    await eventually(() => Promise.resolve(expect(mutations()).toHaveLength(1)));
    before = () => Promise.resolve();
    await makeDue();
    await patch(codeId, { value: 40 });
    await prisma().integrationCode.updateMany({ where: { discountCodeId: codeId }, data: { dueAt: now() } });
    const [taken] = await claim('second');
    await pushCode(server.services, 'second', taken!, { leaseMs: 60_000 });
    expect(await inShopify()).toMatchObject({ percentage: 0.4 });
    // The old one reaches the shop last.
    const { id } = (await inShopify())!;
    await shop.removeDiscount(id);
    goOn();
    await slow;
    expect(await inShopify()).toMatchObject({ percentage: 0.1 });
    await bring();
    expect(await inShopify()).toMatchObject({ percentage: 0.4 });
    expect(await rowOf(codeId)).toMatchObject({ state: 'pushed', dueAt: null });
  });
});

it('is paged, newest first, and nobody else sees it', async () => {
  const id = await connected();
  await bring();
  for (let n = 0; n < 5; n++) await create({ code: `N${n}` });
  const first = expectData(await call('GET', `/integrations/${id}/codes?limit=3&state=pending,nonsense`)) as {
    data: InShop[];
    cursor: string;
    hasMore: boolean;
  };
  expect(first.data.map(({ code }) => code)).toEqual(['N4', 'N3', 'N2']);
  const next = `/integrations/${id}/codes?limit=3&cursor=${encodeURIComponent(first.cursor)}`;
  const rest = expectData(await call('GET', next)) as { data: InShop[]; hasMore: boolean };
  expect([rest.data.map(({ code }) => code), rest.hasMore]).toEqual([['N1', 'N0'], false]);
  expectError(await call('GET', `/integrations/${id}/codes`, undefined, server.theirs), 404, 'NOT_FOUND');
  expectError(await call('GET', `/integrations/${id}/codes?cursor=forged`), 400, 'VALIDATION');
});
