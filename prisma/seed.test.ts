/** The demo workspace, through the doors: full lists everywhere, and a story that holds together. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureDemoWorkspace } from '@/prisma/seed';
import { workspaceDb } from '@/server/platform/db/workspace';
import { now, setClockOffset } from '@/server/platform/lib/clock';
import { recomputeSubscription } from '@/server/modules/account/billing/recompute-subscription';
import { billingOf } from '@/server/testing/billing';
import { makeSession } from '@/server/testing/factories/account';
import { runFunnels } from '@/server/testing/funnels';
import { expectData, trpc } from '@/server/testing/http';
import { useServer, type Answer } from '@/server/testing/server';
import { workOffRuns } from '@/server/testing/shop-runs';
import { runJobs } from '@/server/testing/worker';

const server = useServer({ PAYMENT_PROVIDER: 'sandbox', PROVIDERS: 'sandbox' });
const delivering = useServer({ PAYMENT_PROVIDER: 'sandbox', PROVIDERS: 'sandbox', EXTENSIONS: 'webhook-delivery' });
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'laris-demo-'));
afterAll(() => fs.rmSync(dataDir, { recursive: true, force: true }));

let accountId = '';
let cookie = '';
let get: (url: string) => Promise<Answer>;
let post: (url: string, body: object) => Promise<Answer>;

beforeAll(async () => {
  const { services } = server;
  await ensureDemoWorkspace({ ...services.settings, dataDir });
  const demo = JSON.parse(fs.readFileSync(path.join(dataDir, 'demo.json'), 'utf8')) as Record<string, string>;
  const user = await services.database.prisma.user.findUniqueOrThrow({
    where: { email: demo.email ?? '' },
    include: { memberships: true },
  });
  accountId = user.memberships[0]?.accountId ?? '';
  cookie = await makeSession(services, { sub: user.id, accountId });
  const key = { keyId: demo.keyId ?? '', secret: demo.secret ?? '' };
  get = (url) => server.call(key, 'GET', `/api/v1${url}`);
  post = (url, body) => server.call(key, 'POST', `/api/v1${url}`, { body });
});

/** The rows of a list, wherever its answer has them. */
const rowsOf = (data: unknown): unknown[] =>
  Array.isArray(data) ? data : (Object.values(data as object).find(Array.isArray) ?? []);

it.each([
  '/abandoned-cart/reminders',
  '/api-keys',
  '/audience-segments',
  '/audit-log',
  '/billing/invoices?limit=50',
  '/blog',
  '/broadcasts',
  '/broadcasts/templates',
  '/channels',
  '/contact-lists',
  '/contacts',
  '/discount-codes',
  '/feeds/products',
  '/integrations/orders',
  '/marketing-campaigns',
  '/pixels/conversions',
  '/referrals/attributions',
  '/referrals/links',
  '/webhooks/endpoints',
])('%s has 25 rows or more', async (url) => {
  expect(rowsOf(expectData(await get(url))).length).toBeGreaterThanOrEqual(25);
});

it('has a team, links that are out, and the files that it imported', async () => {
  const ask = async (name: string) => (await trpc(server, 'query', name, undefined, { cookie })).data;
  const { members } = await ask('accounts.members');
  expect(members.length).toBeGreaterThanOrEqual(25);
  expect((await ask('accounts.invitations')).invitations.length).toBeGreaterThan(0);
  // The newest of them, as the page shows them.
  expect((await ask('contacts.imports.list')).imports).toHaveLength(20);
});

it('has paid for what it has: billing, asked anew, changes nothing and ends nothing', async () => {
  const before = await billingOf(server, accountId);
  expect(before.subscription).toMatchObject({ plan: 'scale', status: 'active' });
  for (const { paidAt, periodStart } of before.invoices) expect(periodStart === null).toBe(paidAt === null);
  const db = workspaceDb(server.services.database, {
    accountId,
    actor: { kind: 'system', id: null, partnerId: null, onBehalfOf: null },
    now: now(),
  });
  await db.prismaTransaction((tx) => recomputeSubscription(tx, server.services.payments));
  expect(await billingOf(server, accountId)).toEqual(before);
  const { rows } = await server.services.database.pool.query(
    `SELECT key FROM graphile_worker.jobs WHERE key LIKE 'billing.%'`,
  );
  expect(rows).toEqual([]);
});

it('has segments that can be counted, and most of them find somebody', async () => {
  const segments = rowsOf(expectData(await get('/audience-segments?status=active'))) as { id: string; kind: string }[];
  const own = segments.filter(({ kind }) => kind === 'custom');
  const counts: number[] = [];
  for (const { id } of own) counts.push(expectData(await get(`/audience-segments/${id}/contacts`)).data.length);
  expect(counts.filter((count) => count > 0).length).toBeGreaterThanOrEqual(Math.ceil(own.length * 0.9));
});

it('has a live funnel about carts with a holdout, and the worker leads on who is inside', async () => {
  const { funnels } = expectData(await get('/funnels')) as {
    funnels: { id: string; status: string; problems: object[] }[];
  };
  expect(funnels.map(({ status }) => status).sort()).toEqual(['draft', 'live']);
  const funnel = funnels.find(({ status }) => status === 'live');
  expect(funnel?.problems).toEqual([]);
  const id = funnel?.id ?? '';
  const stats = expectData(await get(`/funnels/${id}/stats?windowDays=90`));
  expect(stats.entered).toBeGreaterThan(40);
  expect(stats.converted).toBeGreaterThan(5);
  expect(stats.revenueByCurrency.IDR).toBeGreaterThan(0);
  expect(stats.holdout.held).toBeGreaterThan(1);
  expect(stats.holdout.treated).toBeGreaterThan(stats.holdout.held * 4);
  const { prisma } = server.services.database;
  const minted = await prisma.funnelPassage.count({ where: { accountId, outcome: 'minted' } });
  expect(expectData(await get('/discount-codes?origin=funnel')).total).toBe(minted);

  // What was done is done: the worker has nothing to catch up with.
  const before = await prisma.funnelPassage.count({ where: { accountId } });
  await runFunnels(server.services);
  expect(await prisma.funnelPassage.count({ where: { accountId } })).toBe(before);
  // A wait begins when the one before it has ended, and messages wait for the day.
  for (let hours = 11; hours <= 300; hours += 11) {
    setClockOffset(hours * 3_600_000);
    await runFunnels(server.services);
  }
  setClockOffset(0);
  expect(await prisma.funnelEnrolment.count({ where: { accountId, status: 'active' } })).toBe(0);
});

it('has an online shop in the sandbox, of which all was read: read again, it says nothing new', async () => {
  const { integrations } = expectData(await get('/integrations')) as {
    integrations: { id: string; provider: string; status: string }[];
  };
  const shop = integrations.find(({ provider }) => provider === 'storefront_p1');
  expect(shop).toMatchObject({ status: 'active' });
  const url = `/integrations/orders?integrationId=${shop?.id ?? ''}`;
  const before = expectData(await get(url)).data as { contactId: string | null }[];
  expect(before).toHaveLength(25);
  expect(before.filter(({ contactId }) => contactId === null)).toEqual([]);
  const { runs } = expectData(await post(`/integrations/${shop?.id ?? ''}/sync`, { full: true })) as {
    runs: { id: string }[];
  };
  await workOffRuns(server.services);
  const ended = await Promise.all(
    runs.map(async ({ id }) => expectData(await get(`/integrations/${shop?.id ?? ''}/runs/${id}`))),
  );
  expect(ended).toMatchObject([
    { resource: 'orders', status: 'succeeded', done: 25, created: 0, updated: 0, unchanged: 25 },
    { resource: 'checkouts', status: 'succeeded', done: 0 },
  ]);
  expect(expectData(await get(url)).data).toEqual(before);

  const ask = { provider: 'storefront_p1' };
  const { products, orders } = (await trpc(server, 'query', 'sandbox.shop', ask, { cookie })).data;
  const buyer = { product: products[0].ref, email: orders[0].email, code: '', checkout: null };
  await trpc(
    server,
    'mutation',
    'sandbox.playShop',
    { ...ask, action: { verb: 'buy', ...buyer }, when: 'now' },
    { cookie },
  );
  await runJobs(server.services);
  const after = expectData(await get(url)).data as { number: string }[];
  expect(after.slice(1)).toEqual(before);
  expect(after[0]).toMatchObject({ number: '#100001', status: 'paid', contactId: before[0]?.contactId });
});

it('leaves room for endpoints where there may be 20 of them', async () => {
  const folder = path.join(dataDir, 'delivering');
  await ensureDemoWorkspace({ ...delivering.services.settings, dataDir: folder });
  const demo = JSON.parse(fs.readFileSync(path.join(folder, 'demo.json'), 'utf8')) as Record<string, string>;
  const key = { keyId: demo.keyId ?? '', secret: demo.secret ?? '' };
  const body = { url: 'https://hooks.example.com/mine' };
  expectData(await delivering.call(key, 'POST', '/api/v1/webhooks/endpoints', { body }), 201);
});
