/** Jobs of billing that the queue has lost, as after a restore, are made again by the sweep; those that it has are left alone. */
import { expect, it } from 'vitest';
import { endSubscriptionJob, renewJob, sweepBillingJob } from '@/server/modules/account/billing/jobs';
import { billingOf, DAY, minute, openCheckout, pay, press, read, travelTo, useBilling } from '@/server/testing/billing';
import { useServer, type Tenant } from '@/server/testing/server';
import { runJobs } from '@/server/testing/worker';

const server = useServer();
useBilling(server);

const free = (): Promise<Tenant> => server.makeTenant({ plan: null });
const sweep = () => sweepBillingJob.run(server.services, {});
const waiting = async (key: string): Promise<{ id: string; attempts: number }[]> =>
  (
    await server.services.database.pool.query<{ id: string; attempts: number }>(
      'SELECT id::text, attempts FROM graphile_worker._private_jobs WHERE key = $1',
      [key],
    )
  ).rows;
const lose = (key: string) =>
  server.services.database.pool.query('DELETE FROM graphile_worker._private_jobs WHERE key = $1', [key]);
const renewKey = (invoiceId: string) => renewJob.key({ invoiceId }, '') ?? '';
const endKey = (invoiceId: string) => endSubscriptionJob.key({ invoiceId }, '') ?? '';
const upstreamOf = async (id: string) =>
  (await server.services.database.prisma.sandboxSubscription.findFirstOrThrow({ where: { id } })).status;

it('a renewal that nobody asks for', async () => {
  const tenant = await free();
  await pay(server, tenant, 'GROWTH');
  const { currentPeriodEnd } = await read(server, tenant, 'subscription');
  travelTo(new Date(new Date(currentPeriodEnd).getTime() - DAY / 2));
  await sweep();
  const renewal = (await billingOf(server, tenant.accountId)).invoices[1]!;
  expect(renewal).toMatchObject({ kind: 'renewal', status: 'open', upstreamInvoiceId: null });
  await server.services.database.pool.query('UPDATE graphile_worker._private_jobs SET attempts = 3 WHERE key = $1', [
    renewKey(renewal.id),
  ]);
  await sweep();
  // Its attempts go on being counted.
  expect(await waiting(renewKey(renewal.id))).toMatchObject([{ attempts: 3 }]);
  await lose(renewKey(renewal.id));
  await minute(server);
  expect((await billingOf(server, tenant.accountId)).invoices.map(({ kind, status }) => [kind, status])).toEqual([
    ['first', 'paid'],
    ['renewal', 'paid'],
  ]);
  expect(await read(server, tenant, 'subscription')).toMatchObject({
    plan: 'growth',
    status: 'active',
    currentPeriodStart: currentPeriodEnd,
  });
  await sweep();
  expect(await waiting(renewKey(renewal.id))).toEqual([]);
});

it('a replaced subscription that nobody ends, and no other', async () => {
  const [tenant, bystander] = [await free(), await free()];
  const kept = await pay(server, bystander, 'SCALE');
  const first = await pay(server, tenant, 'STARTER');
  const second = await openCheckout(server, tenant, 'SCALE');
  await press(server, second, 'pay');
  // As if the queue had been lost right after the payment: its effect is known, the job that it called for is gone.
  const { invoices } = await billingOf(server, tenant.accountId);
  await runJobs(server.services);
  expect(await upstreamOf(first.subscriptionId)).toBe('canceled');
  await server.services.database.prisma.invoice.updateMany({ where: { id: invoices[0]!.id }, data: { endedAt: null } });
  await server.services.database.prisma.sandboxSubscription.updateMany({
    where: { id: first.subscriptionId },
    data: { status: 'active' },
  });
  await sweep();
  expect(await waiting(endKey(invoices[0]!.id))).toHaveLength(1);
  await lose(endKey(invoices[0]!.id));
  await minute(server);
  expect(await upstreamOf(first.subscriptionId)).toBe('canceled');
  expect((await billingOf(server, tenant.accountId)).invoices[0]?.endedAt).not.toBeNull();
  for (const { subscriptionId } of [second, kept]) expect(await upstreamOf(subscriptionId)).toBe('active');
  expect(await read(server, tenant, 'subscription')).toMatchObject({ plan: 'scale', status: 'active' });
  await sweep();
  expect(await waiting(endKey(invoices[0]!.id))).toEqual([]);
});
