/**
 * Delivery rows, replay and test events through the doors, with EXTENSIONS=webhook-delivery and without
 * (docs/contract/webhooks.md#delivery-row).
 */
import { describe, expect, it } from 'vitest';
import { TABLES } from '@/server/modules';
import { EVENT_TYPES } from '@/server/modules/account/webhooks/event-types-schema';
import { makeWebhookDelivery, makeWebhookEndpoint } from '@/server/testing/factories/account';
import { expectData, expectError } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer({ EXTENSIONS: 'webhook-delivery' });
const off = useServer();

type Webhook = { id: string };
const endpointOf = (tenant: Tenant, options: Parameters<typeof makeWebhookEndpoint>[2] = {}): Promise<Webhook> =>
  makeWebhookEndpoint(server.services, tenant.accountId, options);
const deliver = (
  tenant: Tenant,
  endpoint: Webhook,
  options: Omit<Parameters<typeof makeWebhookDelivery>[2], 'endpointId'> = {},
) => makeWebhookDelivery(server.services.database, tenant.accountId, { endpointId: endpoint.id, ...options });
const get = async (tenant: Tenant, route: string) =>
  expectData(await server.call(tenant.key, 'GET', `/api/v1/webhooks${route}`));
const post = (tenant: Tenant, route: string) => server.call(tenant.key, 'POST', `/api/v1/webhooks${route}`);
const at = (minutes: number): Date => new Date(Date.UTC(2026, 0, 1, 0, minutes));
const ids = (rows: { id: string }[]): string[] => rows.map(({ id }) => id);

describe('GET /webhooks/events', () => {
  it('lists the newest 50 with the fields of the contract, and no others', async () => {
    const us = await server.makeTenant();
    const endpoint = await endpointOf(us);
    const made = [];
    for (let i = 0; i < 53; i++) made.push((await deliver(us, endpoint, { createdAt: at(Math.floor(i / 2)) })).id);
    const { events } = await get(us, '/events');
    expect(Object.keys(events[0]).sort()).toEqual([
      'accountId',
      'attempts',
      'createdAt',
      'endpointId',
      'id',
      'lastAttemptAt',
      'nextRetryAt',
      'payload',
      'responseBody',
      'responseCode',
      'status',
      'type',
      'updatedAt',
    ]);
    const all = await server.services.database.prisma.webhookDelivery.findMany({
      where: { accountId: us.accountId },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    });
    expect(ids(events)).toEqual(ids(all).slice(0, 50));
  });
});

describe('GET /webhooks/deliveries', () => {
  it('pages through all of them, newest first, none twice and none lost while others come in', async () => {
    const us = await server.makeTenant();
    const endpoint = await endpointOf(us);
    for (let i = 0; i < 11; i++) await deliver(us, endpoint, { createdAt: at(Math.floor(i / 3)) });
    const expected = ids(
      await server.services.database.prisma.webhookDelivery.findMany({
        where: { accountId: us.accountId },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      }),
    );
    const seen: string[] = [];
    let page = await get(us, '/deliveries?limit=4');
    for (;;) {
      seen.push(...ids(page.deliveries));
      expect(page.hasMore).toBe(page.cursor !== null);
      if (page.cursor === null) break;
      await deliver(us, endpoint, { createdAt: at(1000) });
      page = await get(us, `/deliveries?limit=4&cursor=${page.cursor}`);
    }
    expect(seen).toEqual(expected);
  });

  it('filters by endpoint, status and type, together too; a neighbour sees none by our endpoint', async () => {
    const us = await server.makeTenant();
    const [one, two] = [await endpointOf(us), await endpointOf(us)];
    const sent = await deliver(us, one, { status: 'sent', claimableAt: null, attempts: 1 });
    const failed = await deliver(us, one, { status: 'failed', claimableAt: null, type: 'svc.channel.revoked.v1' });
    const pending = await deliver(us, two);
    const list = async (query: string, tenant = us) =>
      ids((await get(tenant, `/deliveries?${query}`)).deliveries).sort();
    expect(await list('')).toEqual([sent.id, failed.id, pending.id].sort());
    expect(await list(`endpointId=${one.id}`)).toEqual([sent.id, failed.id].sort());
    expect(await list('status=pending')).toEqual([pending.id]);
    expect(await list(`endpointId=${one.id}&status=failed`)).toEqual([failed.id]);
    expect(await list('type=svc.channel.revoked.v1')).toEqual([failed.id]);
    expect(await list(`endpointId=${two.id}&status=sent`)).toEqual([]);
    expect(await list(`endpointId=${one.id}`, server.theirs)).toEqual([]);
    expectError(await server.call(us.key, 'GET', '/api/v1/webhooks/deliveries?status=lost'), 400, 'VALIDATION');
    expectError(await server.call(us.key, 'GET', '/api/v1/webhooks/deliveries?cursor=forged'), 400, 'VALIDATION');
  });

  it('has the log of the attempts, here and on the single route, which is 404 for a neighbour', async () => {
    const endpoint = await endpointOf(server.ours);
    const attemptLog = [
      { at: '2026-01-01T00:00:00.000Z', ms: 40, responseCode: 500, error: 'The endpoint answered 500.' },
      { at: '2026-01-01T00:00:05.000Z', ms: 31, responseCode: 200, error: null },
    ];
    const { id } = await deliver(server.ours, endpoint, { status: 'sent', attempts: 2, attemptLog, claimableAt: null });
    const { delivery } = await get(server.ours, `/deliveries/${id}`);
    expect(delivery).toMatchObject({ id, attempts: 2, attemptLog });
    expect((await get(server.ours, `/deliveries?endpointId=${endpoint.id}`)).deliveries).toEqual([delivery]);
    expectError(await server.call(server.theirs.key, 'GET', `/api/v1/webhooks/deliveries/${id}`), 404, 'NOT_FOUND');
  });
});

describe('POST /webhooks/deliveries/:id/replay', () => {
  it.each(['sent', 'failed'])('makes one that is %s wait again, with the same event and its log', async (status) => {
    const endpoint = await endpointOf(server.ours);
    const { id, eventId } = await deliver(server.ours, endpoint, {
      status,
      attempts: 3,
      claimableAt: null,
      nextRetryAt: null,
      attemptLog: [{ at: '2026-01-01T00:00:00.000Z', ms: 1, responseCode: 500, error: 'x' }],
      createdAt: at(0),
      updatedAt: at(0),
    });
    const before = Date.now();
    const { delivery } = expectData(await post(server.ours, `/deliveries/${id}/replay`));
    expect(delivery).toMatchObject({
      id,
      status: 'pending',
      attempts: 3,
      attemptLog: [{ ms: 1 }],
      payload: { id: eventId },
      createdAt: at(0).toISOString(),
    });
    const row = await server.services.database.prisma.webhookDelivery.findFirstOrThrow({ where: { id } });
    expect(row).toMatchObject({ eventId, claimedBy: null, claimableAt: row.nextRetryAt });
    expect(row.claimableAt!.getTime()).toBeGreaterThanOrEqual(before - 1000);
    expect(row.claimableAt!.getTime()).toBeLessThanOrEqual(Date.now() + 1000);
  });

  it('refuses one that is still being tried, leased or not, and those of an endpoint that is switched off', async () => {
    const endpoint = await endpointOf(server.ours);
    const waiting = await deliver(server.ours, endpoint);
    const leased = await deliver(server.ours, endpoint, { claimedBy: 'w1', claimableAt: at(9) });
    for (const { id } of [waiting, leased])
      expect(expectError(await post(server.ours, `/deliveries/${id}/replay`), 409, 'BAD_STATE').details).toEqual({
        reason: 'PENDING',
      });
    const sleeping = await deliver(server.ours, await endpointOf(server.ours, { active: false }), {
      status: 'failed',
      claimableAt: null,
    });
    expect(expectError(await post(server.ours, `/deliveries/${sleeping.id}/replay`), 409, 'BAD_STATE').details).toEqual(
      { reason: 'ENDPOINT_OFF' },
    );
    expect(
      await server.services.database.prisma.webhookDelivery.findFirstOrThrow({ where: { id: leased.id } }),
    ).toMatchObject({ claimedBy: 'w1', claimableAt: at(9) });
  });

  it('sends again once when asked ten times at once', async () => {
    const { id } = await deliver(server.ours, await endpointOf(server.ours), { status: 'sent', claimableAt: null });
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(server.ours, `/deliveries/${id}/replay`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(409)]);
  });

  it("answers 404 for an unknown one and for the neighbour's, which stays as it is", async () => {
    const theirs = await deliver(server.theirs, await endpointOf(server.theirs), { status: 'sent', claimableAt: null });
    for (const id of [theirs.id, 'cunknown'])
      expectError(await post(server.ours, `/deliveries/${id}/replay`), 404, 'NOT_FOUND');
    expect(
      await server.services.database.prisma.webhookDelivery.findFirstOrThrow({ where: { id: theirs.id } }),
    ).toMatchObject({ status: 'sent', claimableAt: null });
  });
});

describe('POST /webhooks/endpoints/:id/test', () => {
  it('writes one event for this endpoint alone, whatever it subscribes to', async () => {
    const us = await server.makeTenant();
    const endpoint = await endpointOf(us, { events: [] });
    await endpointOf(us);
    const { delivery } = expectData(await post(us, `/endpoints/${endpoint.id}/test`), 201);
    expect(delivery).toMatchObject({
      endpointId: endpoint.id,
      type: 'svc.webhook.test.v1',
      status: 'pending',
      attempts: 0,
      nextRetryAt: delivery.createdAt,
    });
    expect(delivery.payload).toEqual({
      id: expect.stringMatching(/^c[a-z0-9]{24}$/),
      type: 'svc.webhook.test.v1',
      createdAt: delivery.createdAt,
      accountId: us.accountId,
      data: { endpointId: endpoint.id },
    });
    const rows = await server.services.database.prisma.webhookDelivery.findMany({ where: { accountId: us.accountId } });
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ eventId: delivery.payload.id, claimableAt: rows[0]!.createdAt });
  });

  it("refuses one that is switched off, and knows neither an unknown nor the neighbour's", async () => {
    const asleep = await endpointOf(server.ours, { active: false });
    expect(expectError(await post(server.ours, `/endpoints/${asleep.id}/test`), 409, 'BAD_STATE').details).toEqual({
      reason: 'ENDPOINT_OFF',
    });
    const theirs = await endpointOf(server.theirs);
    for (const id of [theirs.id, 'cunknown'])
      expectError(await post(server.ours, `/endpoints/${id}/test`), 404, 'NOT_FOUND');
    expect(await server.services.database.prisma.webhookDelivery.count({ where: { endpointId: theirs.id } })).toBe(0);
  });
});

describe('GET /webhooks/endpoints/:id', () => {
  it('has the endpoint with its health: the last attempt and the counts of seven days', async () => {
    const us = await server.makeTenant();
    const endpoint = await endpointOf(us, { stoppedBy: 'gone', active: false });
    const empty = await get(us, `/endpoints/${endpoint.id}`);
    expect(empty).toMatchObject({
      deliveryEnabled: true,
      endpoint: {
        id: endpoint.id,
        stoppedBy: 'gone',
        health: { lastDelivery: null, pending: 0, sent: 0, failed: 0, hasMore: false },
      },
    });
    expect(JSON.stringify(empty)).not.toMatch(/"secret"/);
    const now = Date.now();
    const days = (n: number): Date => new Date(now - n * 86_400_000);
    await deliver(us, endpoint, { status: 'sent', createdAt: days(8), lastAttemptAt: days(8) });
    for (const status of ['sent', 'sent', 'failed'])
      await deliver(us, endpoint, { status, createdAt: days(6), lastAttemptAt: days(6), responseCode: 204 });
    const last = await deliver(us, endpoint, {
      status: 'pending',
      createdAt: days(1),
      lastAttemptAt: days(1),
      responseCode: 503,
    });
    await deliver(us, endpoint, { createdAt: days(0) });
    const { endpoint: full } = await get(us, `/endpoints/${endpoint.id}`);
    expect(full.health).toEqual({
      pending: 2,
      sent: 2,
      failed: 1,
      hasMore: false,
      lastDelivery: {
        id: last.id,
        type: 'svc.contact.created.v1',
        status: 'pending',
        responseCode: 503,
        attemptedAt: days(1).toISOString(),
      },
    });
    expectError(
      await server.call(server.theirs.key, 'GET', `/api/v1/webhooks/endpoints/${endpoint.id}`),
      404,
      'NOT_FOUND',
    );
  });
});

describe('the health of an endpoint with very many deliveries', () => {
  it('is of the newest 10,000, and says so', async () => {
    const us = await server.makeTenant();
    const [endpoint, other] = [await endpointOf(us), await endpointOf(us)];
    const at = new Date();
    const fill = (status: string, from: number, to: number) =>
      server.services.database.pool.query(
        `INSERT INTO "WebhookDelivery" ("accountId", "endpointId", "eventId", type, payload, status, "lastAttemptAt", "createdAt", "updatedAt")
         SELECT $1, $2, 'e' || n, 'svc.contact.created.v1', '{}', $3, now(), $6::timestamptz - make_interval(secs => n), now() FROM generate_series($4::int, $5::int) n`,
        [us.accountId, endpoint.id, status, from, to, at],
      );
    await fill('failed', 1, 7);
    await fill('sent', 8, 10_000);
    const health = async (id = endpoint.id) => (await get(us, `/endpoints/${id}`)).endpoint.health;
    expect(await health()).toMatchObject({
      pending: 0,
      sent: 9_993,
      failed: 7,
      hasMore: false,
      lastDelivery: { status: 'failed' },
    });
    await fill('failed', 10_001, 10_003);
    expect(await health()).toMatchObject({ pending: 0, sent: 9_993, failed: 7, hasMore: true });
    expect(await health(other.id)).toEqual({ pending: 0, sent: 0, failed: 0, hasMore: false, lastDelivery: null });
  });
});

describe('GET /webhooks/event-types', () => {
  it('is the catalogue of the contract', async () => {
    const { eventTypes } = await get(server.ours, '/event-types');
    expect(eventTypes).toEqual(EVENT_TYPES);
    expect(eventTypes.map(({ type }: { type: string }) => type)).toHaveLength(64);
    expect(eventTypes.filter(({ emitted }: { emitted: boolean }) => !emitted)).toEqual([
      { type: 'svc.channel.errored.v1', resource: 'channels', emitted: false },
    ]);
  });

  it('has every type that the resources report, and no other', () => {
    const types = TABLES.flatMap(({ payloads }) => Object.keys(payloads));
    const emitted = EVENT_TYPES.filter((each) => each.emitted).map(({ type }) => type);
    expect(types.sort()).toEqual(emitted.sort());
  });
});

describe('without the extension', () => {
  it('has the catalogue that it had before anything was delivered', async () => {
    const { eventTypes } = expectData(await off.call(off.ours.key, 'GET', '/api/v1/webhooks/event-types')) as {
      eventTypes: { resource: string }[];
    };
    expect(eventTypes).toHaveLength(22);
    expect(eventTypes.some(({ resource }) => ['integrations', 'funnels'].includes(resource))).toBe(false);
  });

  it('sends nothing by hand, and says why', async () => {
    const endpoint = await makeWebhookEndpoint(off.services, off.ours.accountId);
    const { id } = await makeWebhookDelivery(off.services.database, off.ours.accountId, {
      endpointId: endpoint.id,
      status: 'failed',
      claimableAt: null,
    });
    for (const path of [`/endpoints/${endpoint.id}/test`, `/deliveries/${id}/replay`]) {
      const error = expectError(await off.call(off.ours.key, 'POST', `/api/v1/webhooks${path}`), 409, 'BAD_STATE');
      expect(error.message).toContain('EXTENSIONS=webhook-delivery');
      expect(error.details).toEqual({ reason: 'DELIVERY_OFF' });
    }
    expect(
      await off.services.database.prisma.webhookDelivery.findMany({ where: { accountId: off.ours.accountId } }),
    ).toMatchObject([{ id, status: 'failed', claimableAt: null }]);
    expect(
      expectData(await off.call(off.ours.key, 'GET', `/api/v1/webhooks/endpoints/${endpoint.id}`)).deliveryEnabled,
    ).toBe(false);
  });
});
