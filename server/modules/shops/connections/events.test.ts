/** What webhooks hear of integrations and of their runs (docs/contract/integrations.md#who-hears-of-it). */
import { beforeEach, describe, expect, it } from 'vitest';
import { cancelRun } from '@/server/modules/shops/connections/runs';
import { systemDb } from '@/server/platform/db/workspace';
import { makeIntegration, makeRun } from '@/server/testing/factories/shops';
import { makeWebhookEndpoint } from '@/server/testing/factories/account';
import { deliverWebhooks } from '@/server/testing/events';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer({ EXTENSIONS: 'webhook-delivery' });
const prisma = () => server.services.database.prisma;

let us: Tenant;
beforeEach(async () => {
  us = await server.makeTenant();
  await makeWebhookEndpoint(server.services, us.accountId);
});

/** What was told since the last look, in its order. */
async function received(): Promise<{ type: string; data: Record<string, Record<string, unknown>> }[]> {
  await deliverWebhooks(server.services);
  const deliveries = await prisma().webhookDelivery.findMany({
    where: { accountId: us.accountId },
    orderBy: { createdAt: 'asc' },
  });
  await prisma().webhookDelivery.deleteMany({ where: { accountId: us.accountId } });
  return deliveries.map(({ payload }) => payload as never);
}

describe('an integration', () => {
  it('that falls into error is reported, once, without its credentials', async () => {
    const { id } = await makeIntegration(server.services, us.accountId);
    await received();
    const set = (data: object) => prisma().integration.updateMany({ where: { id }, data });
    await set({ status: 'error', lastError: 'invalid_token' });
    await set({ lastError: 'invalid_token again' });
    const [event, ...others] = await received();
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      type: 'svc.integration.errored.v1',
      data: { integration: { id, status: 'error', lastError: 'invalid_token' } },
    });
    expect(JSON.stringify(event)).not.toMatch(/credentials|whsec_/);
  });
});

describe('a run', () => {
  const queued = async () => {
    const { id: integrationId } = await makeIntegration(server.services, us.accountId, { provider: 'storefront_p1' });
    const run = await makeRun(server.services.database, us.accountId, { integrationId, status: 'queued' });
    await received();
    return { id: run.id, integrationId };
  };

  it.each(['succeeded', 'partial', 'failed'])(
    'that has %s is reported once, without what it refused',
    async (status) => {
      const { id, integrationId } = await queued();
      const set = (data: object) => prisma().integrationRun.updateMany({ where: { id }, data });
      await set({ status: 'running', done: 1, position: 'secret place' });
      expect(await received()).toEqual([]);
      await set({ status, dueAt: null, finishedAt: new Date() });
      await set({ updatedAt: new Date() });
      const [event, ...others] = await received();
      expect(others).toEqual([]);
      expect(event?.type).toBe('svc.integration.sync_finished.v1');
      expect(Object.keys(event?.data.run ?? {}).sort()).toEqual(
        [
          'id',
          'integrationId',
          'kind',
          'resource',
          'status',
          'total',
          'done',
          'created',
          'updated',
          'unchanged',
          'refused',
          'since',
          'ratePerMinute',
          'etaSeconds',
          'error',
          'startedAt',
          'finishedAt',
          'createdAt',
        ].sort(),
      );
      expect(event?.data.run).toMatchObject({ id, integrationId, status, done: 1, etaSeconds: null });
    },
  );

  it('that is canceled has ended as well; one that goes on after it failed ends again', async () => {
    const { id, integrationId } = await queued();
    const end = (status: string) =>
      prisma().integrationRun.updateMany({ where: { id }, data: { status, dueAt: null, finishedAt: new Date() } });
    await end('failed');
    await prisma().integrationRun.updateMany({
      where: { id },
      data: { status: 'queued', dueAt: new Date(), finishedAt: null },
    });
    expect((await received()).map(({ data }) => data.run?.status)).toEqual(['failed']);
    await cancelRun(systemDb(server.services.database, us.accountId), { id: integrationId, runId: id });
    expect((await received()).map(({ data }) => data.run?.status)).toEqual(['canceled']);
  });
});
