/** The sandbox's shops (docs/contract/integrations.md#sandbox): connected, read, and what happens in them told of. */
import { beforeEach, describe, expect, it } from 'vitest';
import { expectData, trpc } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';
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
const orders = () => prisma().order.findMany({ where: { accountId: us.accountId }, orderBy: { placedAt: 'desc' } });

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

  it('tells of what is bought, refunded and deleted; twice and out of order it ends the same', async () => {
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

  it('tells of a cart that is left and of its completion', async () => {
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
