/**
 * What is kept for 30 days and no longer (docs/contract/webhooks.md#delivery-row): delivery rows, callbacks of
 * channels, what payment callbacks said.
 */
import { beforeEach, describe, expect, it } from 'vitest';
import { taskList } from '@/server/assembly/queue';
import { makeChannel } from '@/server/testing/factories/messaging';
import { makeWebhookDelivery, makeWebhookEndpoint } from '@/server/testing/factories/account';
import { unique } from '@/server/testing/factories/unique';
import { useServer } from '@/server/testing/server';

const server = useServer();
const DAY = 24 * 60 * 60_000;
const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY);
const run = async (job: string): Promise<void> => void (await taskList(server.services)[job]?.({}, {} as never));

describe('delivery rows', () => {
  let endpointId: string;
  let accountId: string;
  beforeEach(async () => {
    ({ accountId } = await server.makeTenant());
    endpointId = (await makeWebhookEndpoint(server.services, accountId)).id;
  });
  const row = async (options: { status: string; age: number; idle?: number; claimedBy?: string }): Promise<string> => {
    const { status, age, idle = age, claimedBy = null } = options;
    return (
      await makeWebhookDelivery(server.services.database, accountId, {
        endpointId,
        status,
        claimedBy,
        createdAt: daysAgo(age),
        updatedAt: daysAgo(idle),
        claimableAt: status === 'pending' ? daysAgo(claimedBy === 'a worker' ? -1 : 1) : null,
      })
    ).id;
  };
  const left = async (): Promise<Record<string, string>> =>
    Object.fromEntries(
      (await server.services.database.prisma.webhookDelivery.findMany({ where: { accountId } })).map(
        ({ id, status }) => [id, status],
      ),
    );

  it('are kept for 30 days, and longer while they are tried', async () => {
    const kept = {
      [await row({ status: 'sent', age: 29 })]: 'sent',
      [await row({ status: 'failed', age: 29.9 })]: 'failed',
      [await row({ status: 'pending', age: 40, idle: 1 })]: 'pending',
    };
    await row({ status: 'sent', age: 30.1 });
    await row({ status: 'failed', age: 90 });
    await run('webhooks.prune-deliveries');
    expect(await left()).toEqual(kept);
  });

  it('of an endpoint that stays switched off fail after three days', async () => {
    await server.services.database.prisma.webhookEndpoint.updateMany({ where: { accountId }, data: { active: false } });
    const [young, old, held, dropped] = [
      await row({ status: 'pending', age: 2.9 }),
      await row({ status: 'pending', age: 3.1 }),
      await row({ status: 'pending', age: 3.1, claimedBy: 'a worker' }),
      await row({ status: 'pending', age: 3.1, claimedBy: 'one that died' }),
    ];
    await run('webhooks.prune-deliveries');
    expect(await left()).toEqual({ [young]: 'pending', [old]: 'failed', [held]: 'pending', [dropped]: 'failed' });
    expect(await server.services.database.prisma.webhookDelivery.findFirst({ where: { id: old } })).toMatchObject({
      claimableAt: null,
      nextRetryAt: null,
      attempts: 0,
      attemptLog: [{ ms: 0, responseCode: null, error: 'The endpoint was switched off for three days.' }],
    });
  });

  it('of an endpoint that is on wait their turn', async () => {
    const waiting = await row({ status: 'pending', age: 10 });
    await run('webhooks.prune-deliveries');
    expect(await left()).toEqual({ [waiting]: 'pending' });
  });
});

describe('changes', () => {
  it('that nobody took are kept for 30 days', async () => {
    const { accountId } = await server.makeTenant();
    const note = (age: number, dueAt: Date | null) => ({
      accountId,
      consumer: 'webhooks',
      listeners: [],
      table: 'Contact',
      operation: 'delete',
      subjectId: unique('c'),
      transaction: 1n,
      at: daysAgo(age),
      dueAt,
    });
    const kept = [note(29, null), note(29, daysAgo(29))];
    await server.services.database.prisma.change.createMany({
      data: [...kept, note(31, null), note(31, daysAgo(31))],
    });
    await run('events.prune-changes');
    expect(
      (await server.services.database.prisma.change.findMany({ where: { accountId } }))
        .map(({ subjectId }) => subjectId)
        .sort(),
    ).toEqual(kept.map(({ subjectId }) => subjectId).sort());
  });
});

describe('callbacks', () => {
  it('of channels are removed after 30 days, applied or not', async () => {
    const { accountId } = server.ours;
    const channel = await makeChannel(server.services, accountId);
    const store = async (age: number, applied: boolean): Promise<string> =>
      (
        await server.services.database.prisma.channelCallback.create({
          data: {
            accountId,
            channelId: channel.id,
            method: 'POST',
            url: 'https://laris.example/',
            headers: {},
            body: Buffer.from('{}'),
            receivedAt: daysAgo(age),
            dueAt: daysAgo(age),
            appliedAt: applied ? daysAgo(age) : null,
          },
        })
      ).id;
    const kept = [await store(29, true), await store(29, false)];
    await store(31, true);
    await store(31, false);
    await run('channels.prune');
    expect(
      (
        await server.services.database.prisma.channelCallback.findMany({ where: { accountId }, orderBy: { id: 'asc' } })
      ).map(({ id }) => id),
    ).toEqual(kept.sort());
  });

  it('of payments lose their body after 30 days and still count once', async () => {
    const store = async (age: number): Promise<string> =>
      (
        await server.services.database.prisma.billingCallback.create({
          data: {
            provider: 'xendit',
            eventId: unique('evt'),
            type: 'x',
            occurredAt: daysAgo(age),
            receivedAt: daysAgo(age),
            body: '{"email":"a@b.test"}',
            result: 'applied',
          },
        })
      ).eventId;
    const [young, old] = [await store(29), await store(31)];
    await run('billing.empty-callbacks');
    const rows = await server.services.database.prisma.billingCallback.findMany({
      where: { eventId: { in: [young, old] } },
    });
    expect(Object.fromEntries(rows.map(({ eventId, body }) => [eventId, body === null]))).toEqual({
      [young]: false,
      [old]: true,
    });
  });
});
