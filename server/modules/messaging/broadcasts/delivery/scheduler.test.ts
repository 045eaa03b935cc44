/**
 * Scheduled broadcasts (docs/contract/broadcasts.md#states): sent by the worker when their time has come, once, as POST
 * send would.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { startScheduler, type Scheduler } from '@/server/modules/messaging/broadcasts/delivery/scheduler';
import { makeBroadcast, makeChannel } from '@/server/testing/factories/messaging';
import { unique } from '@/server/testing/factories/unique';
import { auditOf, eventually, expectData } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer();
const running: Scheduler[] = [];
const start = () => void running.push(startScheduler(server.services, { everyMs: 100 }));
afterEach(() => Promise.all(running.splice(0).map((scheduler) => scheduler.stop())));

const WITHIN_MS = 5_000;
const get = async ({ key }: Tenant, id: string) =>
  expectData(await server.call(key, 'GET', `/api/v1/broadcasts/${id}`));
const people = async (accountId: string, count: number): Promise<string[]> => {
  const at = new Date();
  const rows = await server.services.database.prisma.contact.createManyAndReturn({
    data: Array.from({ length: count }, () => ({
      accountId,
      identityHash: unique('h'),
      email: `${unique('a')}@example.test`,
      createdAt: at,
      updatedAt: at,
    })),
  });
  return rows.map(({ id }) => id);
};
const schedule = async (tenant: Tenant, scheduledAt: Date, audience: object) =>
  (
    await makeBroadcast(server.services.database, tenant.accountId, {
      status: 'scheduled',
      scheduledAt,
      audience: audience as never,
    })
  ).id;

describe('the scheduler', () => {
  it('sends at the time, and at once what was due before; each once with three workers', async () => {
    const tenant = await server.makeTenant();
    await makeChannel(server.services, tenant.accountId);
    const contactIds = await people(tenant.accountId, 50);
    const [past, soon, later] = [
      await schedule(tenant, new Date('2020-01-01'), { contactIds }),
      await schedule(tenant, new Date(Date.now() + 1_500), { contactIds }),
      await schedule(tenant, new Date(Date.now() + 60_000), { contactIds }),
    ];
    for (let n = 0; n < 3; n++) start();
    for (const id of [past, soon])
      await eventually(
        async () => expect(await get(tenant, id)).toMatchObject({ status: 'sending', statusCounts: { queued: 50 } }),
        1_500 + WITHIN_MS,
      );
    expect(
      Date.parse((await get(tenant, soon)).startedAt) - Date.parse((await get(tenant, soon)).scheduledAt),
    ).toBeGreaterThanOrEqual(0);
    expect(await get(tenant, later)).toMatchObject({ status: 'scheduled', statusCounts: {} });
    const sends = (await auditOf(server, tenant.accountId)).filter(({ action }) => action === 'broadcast.send');
    expect(sends.map(({ targetId }) => targetId).sort()).toEqual([past, soon].sort());
    for (const entry of sends) expect(entry).toMatchObject({ actorKind: 'system', actorId: null });
  });

  it('pauses what cannot be sent, and leaves nothing of it behind', async () => {
    const tenant = await server.makeTenant();
    const [withoutChannel] = [await schedule(tenant, new Date('2020-01-01'), {})];
    start();
    await eventually(async () => expect((await get(tenant, withoutChannel)).status).toBe('paused'), WITHIN_MS);
    await makeChannel(server.services, tenant.accountId);
    const empty = await schedule(tenant, new Date('2020-01-01'), {});
    await eventually(async () => expect((await get(tenant, empty)).status).toBe('paused'), WITHIN_MS);
    expect(await server.services.database.prisma.messageContent.count({ where: { accountId: tenant.accountId } })).toBe(
      0,
    );
    expect((await auditOf(server, tenant.accountId)).filter(({ action }) => action === 'broadcast.send')).toEqual([]);
  });

  it('leaves alone what was canceled or unscheduled in time', async () => {
    const tenant = await server.makeTenant();
    await makeChannel(server.services, tenant.accountId);
    const contactIds = await people(tenant.accountId, 1);
    const [canceled, unscheduled] = [
      await schedule(tenant, new Date(Date.now() + 800), { contactIds }),
      await schedule(tenant, new Date(Date.now() + 800), { contactIds }),
    ];
    expectData(await server.call(tenant.key, 'POST', `/api/v1/broadcasts/${canceled}/cancel`));
    expectData(
      await server.call(tenant.key, 'PATCH', `/api/v1/broadcasts/${unscheduled}`, { body: { scheduledAt: null } }),
    );
    start();
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await get(tenant, canceled)).toMatchObject({ status: 'paused', statusCounts: {} });
    expect(await get(tenant, unscheduled)).toMatchObject({ status: 'draft', statusCounts: {} });
  });
});
