/** Queuing again what was given up (docs/contract/webhooks.md#recovery), with deliveries that arrive. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeWebhookDelivery } from '@/server/testing/factories/account';
import { auditOf, eventually, expectData, expectError } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';
import { makeDeliveries, makeEndpoint, StandInEndpoints, type MadeEndpoint } from '@/server/testing/webhooks';
import { startWebhooks, type WebhookDispatcher } from '@/server/modules/account/webhooks/delivery/dispatcher';

const server = useServer({ EXTENSIONS: 'webhook-delivery' });
const off = useServer();
const endpoints = new StandInEndpoints();
let worker: WebhookDispatcher | undefined;
let us: Tenant;
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const ago = (ms: number): Date => new Date(Date.now() - ms);

beforeAll(() => endpoints.start());
beforeEach(async () => {
  us = await server.makeTenant();
  endpoints.arrivals = [];
  endpoints.answer = () => ({ status: 200 });
});
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
  // What a test has left to be tried again would arrive in the next one.
  await server.services.database.prisma.webhookDelivery.deleteMany({ where: { accountId: us.accountId } });
});
afterAll(() => endpoints.stop());

const start = (): void => {
  worker = startWebhooks(server.services, {
    client: endpoints.client(),
    random: () => 0.5,
    timing: { idleMs: 20, stopMs: 300 },
  });
};
const endpoint = (options?: Parameters<typeof makeEndpoint>[2]): Promise<MadeEndpoint> =>
  makeEndpoint(server.services, us.accountId, options);

const call = (to: { id: string }, since: Date | string = ago(HOUR_MS), key = us.key) =>
  server.call(key, 'POST', `/api/v1/webhooks/endpoints/${to.id}/recover`, { body: { since } });
const recover = async (to: MadeEndpoint, since?: Date): Promise<number> =>
  (expectData(await call(to, since)) as { queued: number }).queued;

/** Deliveries that were given up at a time. @returns the events' ids */
async function giveUp(to: MadeEndpoint, count: number, at = ago(60_000)): Promise<string[]> {
  const ids = await makeDeliveries(server.services.database, to, count, { attempts: 11, createdAt: at });
  await server.services.database.prisma.webhookDelivery.updateMany({
    where: { eventId: { in: ids } },
    data: { status: 'failed', claimableAt: null, lastAttemptAt: at, updatedAt: at, responseCode: 500 },
  });
  return ids;
}
const rows = (to: MadeEndpoint, status?: string) =>
  server.services.database.prisma.webhookDelivery.findMany({
    where: { accountId: to.accountId, endpointId: to.id, ...(status === undefined ? {} : { status }) },
  });

describe('recovering', () => {
  it('sends what failed since then once more, under its id, and nothing else', async () => {
    const [to, other] = [await endpoint(), await endpoint()];
    const since = ago(HOUR_MS);
    const wanted = await giveUp(to, 5);
    wanted.push(...(await giveUp(to, 1, since)));
    await giveUp(to, 3, new Date(since.getTime() - 1));
    await giveUp(other, 2);
    const make = (data: object) =>
      makeWebhookDelivery(server.services.database, us.accountId, { endpointId: to.id, ...data });
    await make({ status: 'sent', claimableAt: null });
    const later = new Date(Date.now() + DAY_MS);
    const waiting = await make({ status: 'pending', claimableAt: later, nextRetryAt: later, attempts: 3 });
    expect(await recover(to, since)).toBe(6);
    expect(await rows(to, 'pending')).toHaveLength(7);
    start();
    await eventually(async () => expect(await rows(to, 'sent')).toHaveLength(7));
    expect([...endpoints.counts()].sort()).toEqual(wanted.map((id) => [id, 1]).sort());
    const untouched = await server.services.database.prisma.webhookDelivery.findFirst({ where: { id: waiting.id } });
    expect(untouched).toMatchObject({ attempts: 3, nextRetryAt: later, status: 'pending' });
    expect(await rows(other, 'failed')).toHaveLength(2);
    expect(await rows(to, 'failed')).toHaveLength(3);
    expect(await recover(to, since)).toBe(0);
  });

  it('begins each with its first attempt, and keeps the log of those before', async () => {
    const to = await endpoint();
    await giveUp(to, 1);
    const entry = { at: '2026-01-01T00:00:00.000Z', ms: 12, responseCode: 500, error: 'The endpoint answered 500.' };
    await server.services.database.prisma.webhookDelivery.updateMany({
      where: { endpointId: to.id },
      data: { attemptLog: [entry] },
    });
    endpoints.answer = () => ({ status: 503 });
    expect(await recover(to)).toBe(1);
    start();
    await eventually(async () => expect((await rows(to))[0]).toMatchObject({ attempts: 1, claimedBy: null }));
    expect((await rows(to))[0]).toMatchObject({ status: 'pending', attemptLog: [entry, { responseCode: 503 }] });
  });

  it('by ten at once queues each once; also while they are delivered', async () => {
    const to = await endpoint();
    const first = await giveUp(to, 300);
    const counts = await Promise.all(Array.from({ length: 10 }, () => recover(to)));
    expect(counts.reduce((sum, count) => sum + count)).toBe(300);
    // Before the worker starts: they are made as waiting, and it would take some.
    const more = await giveUp(to, 200);
    start();
    let queued = 0;
    while (endpoints.arrivals.length < 500) queued += await recover(to);
    expect(queued).toBe(200);
    await eventually(async () => expect(await rows(to, 'sent')).toHaveLength(500));
    expect([...endpoints.counts()].sort()).toEqual([...first, ...more].map((id) => [id, 1]).sort());
  });

  it('does not meet again what fails again meanwhile', async () => {
    const to = await endpoint();
    await giveUp(to, 100);
    endpoints.answer = () => ({ status: 410 });
    start();
    expect(await recover(to)).toBe(100);
    await eventually(async () =>
      expect(await server.services.database.prisma.webhookEndpoint.findFirst({ where: { id: to.id } })).toMatchObject({
        active: false,
      }),
    );
    expectError(await call(to), 409, 'BAD_STATE');
  });

  it('takes many in pieces, each once', async () => {
    const to = await endpoint();
    const at = ago(60_000);
    await server.services.database.pool.query(
      `INSERT INTO "WebhookDelivery" ("accountId", "endpointId", "eventId", type, payload, status, attempts, "createdAt", "updatedAt")
       SELECT $1, $2, 'e' || n, 'svc.contact.created.v1', '{}', 'failed', 11, $3::timestamptz + (n / 7) * interval '1 ms', $3 FROM generate_series(1, 25000) n`,
      [us.accountId, to.id, at],
    );
    const counts = await Promise.all([recover(to), recover(to)]);
    expect(counts[0] + counts[1]).toBe(25_000);
    expect(
      await server.services.database.prisma.webhookDelivery.count({
        where: {
          endpointId: to.id,
          status: 'pending',
          attempts: 0,
          claimableAt: { not: null },
          nextRetryAt: { not: null },
        },
      }),
    ).toBe(25_000);
  });

  it('is audited, with how many', async () => {
    const to = await endpoint();
    await giveUp(to, 2);
    const since = ago(HOUR_MS);
    await recover(to, since);
    expect(
      (await auditOf(server, us.accountId)).map(({ action, targetId, data }) => [action, targetId, data]),
    ).toContainEqual(['webhook_endpoint.recover', to.id, { url: to.url, since: since.toISOString(), queued: 2 }]);
  });
});

describe('recovering is refused', () => {
  it.each([
    ['of a time that no deliveries are kept of', () => ago(31 * DAY_MS)],
    ['without a time', () => undefined],
    ['of what is no time', () => 'yesterday'],
  ])('%s', async (_, since) => {
    const to = await endpoint();
    await giveUp(to, 1);
    const answer = await server.call(us.key, 'POST', `/api/v1/webhooks/endpoints/${to.id}/recover`, {
      body: { since: since() },
    });
    expect(expectError(answer, 400, 'VALIDATION').message).toBeTypeOf('string');
    expect(await rows(to, 'failed')).toHaveLength(1);
  });

  it('for an endpoint that is off, which keeps what failed', async () => {
    const to = await endpoint({ active: false });
    await giveUp(to, 1);
    expect(expectError(await call(to), 409, 'BAD_STATE').details).toEqual({ reason: 'ENDPOINT_OFF' });
    expect(await rows(to, 'failed')).toHaveLength(1);
  });

  it('for an unknown endpoint, the neighbour’s, and where nothing is delivered', async () => {
    const to = await endpoint();
    await giveUp(to, 1);
    expectError(await call({ id: 'cunknown' }), 404, 'NOT_FOUND');
    expectError(await call(to, ago(HOUR_MS), server.theirs.key), 404, 'NOT_FOUND');
    expect(await rows(to, 'failed')).toHaveLength(1);
    const { id } = await makeEndpoint(off.services, off.ours.accountId);
    const answer = await off.call(off.ours.key, 'POST', `/api/v1/webhooks/endpoints/${id}/recover`, {
      body: { since: ago(HOUR_MS) },
    });
    expect(expectError(answer, 409, 'BAD_STATE').details).toEqual({ reason: 'DELIVERY_OFF' });
  });
});
