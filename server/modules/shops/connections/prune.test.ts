/** What is kept of shops, and for how long (docs/contract/integrations.md). */
import { beforeEach, describe, expect, it } from 'vitest';
import { pruneRunsJob, pruneWebhooksJob } from '@/server/modules/shops/connections/jobs';
import { pruneCheckoutsJob } from '@/server/modules/shops/orders/jobs';
import { makeCheckout, makeIntegration, makeOrder, makeRun } from '@/server/testing/factories/shops';
import { useServer } from '@/server/testing/server';

const server = useServer();
const prisma = () => server.services.database.prisma;
const ago = (days: number): Date => new Date(Date.now() - days * 86_400_000);

let accountId: string;
let integrationId: string;
beforeEach(async () => {
  ({ accountId } = await server.makeTenant());
  ({ id: integrationId } = await makeIntegration(server.services, accountId));
});

describe('runs', () => {
  const run = async (days: number, options: object = {}) =>
    (
      await makeRun(server.services.database, accountId, {
        integrationId,
        status: 'succeeded',
        createdAt: ago(days),
        startedAt: ago(days),
        finishedAt: ago(days),
        ...options,
      })
    ).id;
  const kept = async () => (await prisma().integrationRun.findMany({ where: { accountId } })).map(({ id }) => id);

  it('are kept for 90 days, and the last that came through of each resource for ever', async () => {
    await run(200);
    await run(95, { status: 'failed' });
    const young = await run(89);
    const checkouts = await run(300, { resource: 'checkouts' });
    const customers = await run(300, { resource: 'customers' });
    const failed = await run(120, { resource: 'customers', status: 'failed' });
    await pruneRunsJob.run(server.services, {});
    expect((await kept()).sort()).toEqual([checkouts, customers, failed, young].sort());
    // What they refused went with them.
    expect(await prisma().integrationRefusal.count({ where: { accountId } })).toBe(4);
  });

  it('that have not ended stay, however old', async () => {
    const { id } = await makeRun(server.services.database, accountId, {
      integrationId,
      status: 'queued',
      createdAt: ago(400),
    });
    await run(1);
    await pruneRunsJob.run(server.services, {});
    expect(await kept()).toContain(id);
  });
});

it('what a shop called with is kept for 30 days', async () => {
  const call = (days: number) =>
    prisma().integrationWebhook.create({
      data: { accountId, integrationId, headers: {}, body: Buffer.from('{}'), receivedAt: ago(days), dueAt: ago(days) },
    });
  await call(31);
  const young = await call(29);
  await pruneWebhooksJob.run(server.services, {});
  expect((await prisma().integrationWebhook.findMany({ where: { accountId } })).map(({ id }) => id)).toEqual([
    young.id,
  ]);
});

it('checkouts that came to nothing are kept for 90 days, others and orders for good', async () => {
  const { database } = server.services;
  const checkout = async (status: string, days: number) =>
    (await makeCheckout(database, accountId, { status, madeAt: ago(days) })).id;
  await checkout('open', 91);
  await checkout('expired', 91);
  const kept = [
    await checkout('open', 89),
    await checkout('expired', 89),
    await checkout('abandoned', 400),
    await checkout('completed', 400),
  ];
  const { id } = await makeOrder(database, accountId, { placedAt: ago(800) });
  await pruneCheckoutsJob.run(server.services, {});
  expect((await prisma().checkout.findMany({ where: { accountId } })).map((row) => row.id).sort()).toEqual(kept.sort());
  expect((await prisma().order.findMany({ where: { accountId } })).map((row) => row.id)).toEqual([id]);
});
