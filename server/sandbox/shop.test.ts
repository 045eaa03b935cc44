/** The sandbox's shops (docs/contract/integrations.md#sandbox): connected, read, and what happens in them reported. */
import { beforeEach, describe, expect, it } from 'vitest';
import { unique } from '@/server/testing/factories/unique';
import { expectData, trpc } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';
import { bringCodes } from '@/server/testing/shop-codes';
import { workOffRuns } from '@/server/testing/shop-runs';
import { runJobs } from '@/server/testing/worker';

const server = useServer({ PROVIDERS: 'sandbox' });
const live = useServer({ PROVIDERS: 'live' });
const prisma = () => server.services.database.prisma;

let us: Tenant;
beforeEach(async () => {
  us = await server.makeTenant();
});

const CREDENTIALS = {
  storefront_p1: { shop: 'sandbox', clientId: 'sandbox', clientSecret: 'sandbox' },
  storefront_p2: { storeUrl: 'https://sandbox.example', consumerKey: 'ck_sandbox', consumerSecret: 'cs_sandbox' },
};
type Storefront = keyof typeof CREDENTIALS;

async function connected(provider: Storefront, more: object = {}): Promise<string> {
  const body = { provider, displayName: 'Toko', credentials: CREDENTIALS[provider], config: { consent: 'subscribed' } };
  const made = await server.call(us.key, 'POST', '/api/v1/integrations', { body: { ...body, ...more } });
  const { id } = expectData(made, 201) as { id: string };
  await runJobs(server.services);
  return id;
}

const sandbox = async (name: string, input: object, type: 'query' | 'mutation' = 'mutation') =>
  (await trpc(server, type, `sandbox.${name}`, input, { cookie: us.cookie })).data;
const play = async (provider: Storefront, action: object, when = 'now') => {
  const shop = await sandbox('playShop', { provider, action, when });
  await runJobs(server.services, { evenLater: when === 'late' });
  return shop;
};
const buying = ({ ref }: { ref: string }) => ({
  verb: 'buy',
  product: ref,
  email: 'baru@example.test',
  code: '',
  checkout: null,
});
/** Newest first. Shops date orders by the second; within one their own numbers decide, which count up. */
const orders = async () =>
  (await prisma().order.findMany({ where: { accountId: us.accountId } })).sort(
    (a, b) => b.placedAt.getTime() - a.placedAt.getTime() || Number(b.externalRef) - Number(a.externalRef),
  );

describe.each(['storefront_p1', 'storefront_p2'] as const)('%s', (provider) => {
  it('is connected and read, without a word over the network', async () => {
    const id = await connected(provider);
    await workOffRuns(server.services);
    expect(await prisma().integration.findFirst({ where: { id } })).toMatchObject({ status: 'active' });
    const where = { accountId: us.accountId };
    expect(await prisma().feedProduct.count({ where })).toBe(12);
    expect(await prisma().contact.count({ where })).toBe(60);
    expect(await prisma().order.count({ where })).toBe(90);
  });

  it('reports what is bought, refunded and deleted; twice and out of order it ends the same', async () => {
    await connected(provider, { config: { consent: 'subscribed', sync: { customers: false, checkouts: false } } });
    await workOffRuns(server.services);
    const { products } = await sandbox('shop', { provider }, 'query');
    const buy = { verb: 'buy', product: products[0].ref, email: 'baru@example.test', code: '', checkout: null };
    const shop = await play(provider, buy, 'twice');
    const [bought] = await orders();
    expect(bought).toMatchObject({
      status: 'paid',
      email: 'baru@example.test',
      amount: BigInt(Number(products[0].price) + 10_000),
    });
    expect(await prisma().order.count({ where: { accountId: us.accountId } })).toBe(91);

    const { changes } = await play(provider, { verb: 'refund', ref: shop.orders[0].ref }, 'by_hand');
    expect((await orders())[0]).toMatchObject({ status: 'paid' });
    await sandbox('sendShopChanges', { provider, ids: [changes[0].id, changes[1].id] });
    await runJobs(server.services);
    expect((await orders())[0]).toMatchObject({ status: 'refunded', refunded: bought!.amount });

    await play(provider, { verb: 'delete_order', ref: shop.orders[0].ref }, 'late');
    expect((await orders())[0]).toMatchObject({ status: 'canceled' });
  });

  it('reports a cart that is left and its completion', async () => {
    await connected(provider, { config: { consent: 'subscribed', sync: { customers: false } } });
    await workOffRuns(server.services);
    const { products } = await sandbox('shop', { provider }, 'query');
    const left = { verb: 'abandon', product: products[1].ref, email: 'baru@example.test', accepts: true };
    const shop = await play(provider, left);
    const where = { accountId: us.accountId };
    expect(await prisma().checkout.findMany({ where })).toMatchObject([{ status: 'open', email: 'baru@example.test' }]);
    const done = { product: products[1].ref, email: 'baru@example.test', code: '', checkout: shop.checkouts[0].ref };
    await play(provider, { verb: 'buy', ...done });
    expect(await prisma().checkout.findMany({ where })).toMatchObject([{ status: 'completed' }]);
  });

  it('completes a cart with what lies in it, once', async () => {
    await connected(provider, { config: { consent: 'subscribed', sync: { customers: false } } });
    await workOffRuns(server.services);
    const { products } = await sandbox('shop', { provider }, 'query');
    const left = { verb: 'abandon', product: products[1].ref, email: 'baru@example.test', accepts: true };
    const { checkouts } = await play(provider, left);
    const done = { verb: 'buy', product: products[0].ref, email: 'baru@example.test', code: '' };
    await play(provider, { ...done, checkout: checkouts[0].ref });
    expect((await orders())[0]).toMatchObject({ items: [{ productRef: products[1].ref, name: products[1].name }] });
    for (const checkout of [checkouts[0].ref, '404']) {
      const input = { provider, action: { ...done, checkout }, when: 'now' };
      const again = await trpc(server, 'mutation', 'sandbox.playShop', input, { cookie: us.cookie });
      expect(again.status).toBe(404);
    }
  });

  it('gives no number twice, whatever was deleted', async () => {
    const { products } = await sandbox('shop', { provider }, 'query');
    const { orders: first } = await play(provider, buying(products[0]));
    await play(provider, { verb: 'delete_order', ref: first[0].ref });
    const { orders: second } = await play(provider, buying(products[0]));
    const numbers = second.map(({ number }: { number: string }) => number);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(numbers).not.toContain(first[0].number);
  });

  it('takes off what a code says that was brought there and holds, and nothing for any other', async () => {
    const sync = { products: false, customers: false, checkouts: false, codes: true };
    await connected(provider, { config: { sync } });
    await workOffRuns(server.services);
    const { products } = await sandbox('shop', { provider }, 'query');
    /** What was paid beyond the price. */
    const beyond = async (code: string, product = products[0]): Promise<number> => {
      await play(provider, { ...buying(product), code });
      const [order] = await orders();
      expect(order?.discountCodes).toEqual([code]);
      return Number(order?.amount) - Number(product.price);
    };
    const make = async (fields: object): Promise<{ id: string; code: string }> => {
      const body = { code: unique('TOKO').toUpperCase(), currency: 'IDR', type: 'percent', value: 10, ...fields };
      const made = await server.call(us.key, 'POST', '/api/v1/discount-codes', { body });
      await bringCodes(server.services);
      return expectData(made, 201) as { id: string; code: string };
    };
    const price = Number(products[0].price);
    const tenth = await make({});
    expect(await beyond(tenth.code)).toBe(10_000 - Math.round(price / 10));
    expect(await beyond((await make({ type: 'fixed', value: 5_000 })).code)).toBe(5_000);
    expect(await beyond((await make({ type: 'shipping_percent', value: 100 })).code)).toBe(0);
    expect(await beyond((await make({ minPurchaseAmount: price + 1 })).code)).toBe(10_000);
    const ofTheSecond = await make({ scope: 'products', productIds: [products[1].ref] });
    expect(await beyond(ofTheSecond.code)).toBe(10_000);
    expect(await beyond(ofTheSecond.code, products[1])).toBe(10_000 - Math.round(Number(products[1].price) / 10));
    const once = await make({ maxUsesTotal: 1 });
    expect(await beyond(once.code)).toBe(10_000 - Math.round(price / 10));
    expect(await beyond(once.code)).toBe(10_000);
    expect(await beyond('NOT-OURS')).toBe(10_000);
    await server.call(us.key, 'DELETE', `/api/v1/discount-codes/${tenth.id}`);
    await bringCodes(server.services);
    expect(await beyond(tenth.code)).toBe(10_000);
  });

  it('is heard by each that is connected, whatever the shop was called', async () => {
    const key = provider === 'storefront_p1' ? 'shop' : 'storeUrl';
    const other = provider === 'storefront_p1' ? 'toko-lain' : 'https://toko-lain.example';
    const config = { sync: { products: false, customers: false, checkouts: false } };
    const ids = [
      await connected(provider, { config, credentials: { ...CREDENTIALS[provider], [key]: other } }),
      await connected(provider, { config }),
    ];
    await workOffRuns(server.services);
    const { products } = await sandbox('shop', { provider }, 'query');
    await play(provider, buying(products[0]));
    const calls = await prisma().integrationWebhook.findMany({ where: { accountId: us.accountId } });
    expect(new Set(calls.map(({ result }) => result))).toEqual(new Set(['applied']));
    const bought = await prisma().order.findMany({ where: { accountId: us.accountId, email: 'baru@example.test' } });
    expect(bought.map(({ integrationId }) => integrationId).toSorted()).toEqual(ids.toSorted());
  });

  it('keeps what nobody listened to, to be sent by hand', async () => {
    const { products } = await sandbox('shop', { provider }, 'query');
    await play(provider, buying(products[0]), 'late');
    const { changes } = await sandbox('shop', { provider }, 'query');
    expect(changes).toMatchObject([{ sent: 0, dueAt: null }]);
    const sync = { products: false, customers: false, checkouts: false };
    await connected(provider, { config: { sync } });
    await sandbox('sendShopChanges', { provider, ids: [changes[0].id] });
    await runJobs(server.services);
    expect(await orders()).toMatchObject([{ email: 'baru@example.test', status: 'paid' }]);
    expect((await sandbox('shop', { provider }, 'query')).changes).toMatchObject([{ sent: 1 }]);
  });

  it('does not let in who is refused', async () => {
    const key = provider === 'storefront_p1' ? 'clientSecret' : 'consumerSecret';
    const id = await connected(provider, { credentials: { ...CREDENTIALS[provider], [key]: 'refused' } });
    expect(await prisma().integration.findFirst({ where: { id } })).toMatchObject({
      status: 'pending',
      lastError: expect.stringMatching(/\w/),
    });
  });
});

it('who unsubscribes in the shop is written to no more', async () => {
  await connected('storefront_p1');
  await workOffRuns(server.services);
  const contact = await prisma().contact.findFirst({
    where: { accountId: us.accountId, email: 'ani.wijaya0@example.test' },
  });
  expect(contact?.subscriptions).not.toMatchObject({ email: 'unsubscribed' });
  await play('storefront_p1', { verb: 'unsubscribe', email: 'ani.wijaya0@example.test' });
  expect(await prisma().contact.findFirst({ where: { id: contact!.id } })).toMatchObject({
    subscriptions: { email: 'unsubscribed' },
  });
});

it('is each workspace’s own, and there is none where the providers are live', async () => {
  const { products } = await sandbox('shop', { provider: 'storefront_p1' }, 'query');
  const left = { verb: 'abandon', product: products[0].ref, email: 'baru@example.test', accepts: true };
  expect((await play('storefront_p1', left)).checkouts).toHaveLength(1);
  const theirs = await trpc(
    server,
    'query',
    'sandbox.shop',
    { provider: 'storefront_p1' },
    { cookie: server.theirs.cookie },
  );
  expect(theirs.data).toMatchObject({ checkouts: [], changes: [], integrationId: null });
  const none = await trpc(live, 'query', 'sandbox.shop', { provider: 'storefront_p1' }, { cookie: live.ours.cookie });
  expect(none.status).toBe(404);
});
