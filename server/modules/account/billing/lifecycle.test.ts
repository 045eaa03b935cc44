/**
 * The subscription's states (docs/contract/billing.md#subscription) through the doors: the hosted page, its callbacks,
 * the worker, the clock.
 */
import { describe, expect, it } from 'vitest';
import { addMonths } from '@/server/platform/lib/calendar';
import { cancel as cancelPlan } from '@/server/modules/account/billing/cancel';
import { effectivePlan } from '@/server/modules/account/billing/effective-plan';
import { systemDb } from '@/server/platform/db/workspace';
import type { PaymentProvider } from '@/server/modules/account/billing/payments/payment';
import type { PaymentProviders } from '@/server/modules/account/billing/payments/providers';
import { setNextCharge, type SandboxOutcome } from '@/server/modules/account/billing/payments/sandbox-ledger';
import { DAY, billingOf, minute, openCheckout, pay, press, read, travelTo, useBilling } from '@/server/testing/billing';
import { auditOf, expectData, expectError } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';
import { runJobs } from '@/server/testing/worker';

const server = useServer();
useBilling(server);

const free = (): Promise<Tenant> => server.makeTenant({ plan: null });
const nextCharge = (tenant: Tenant, outcome: SandboxOutcome) =>
  setNextCharge(systemDb(server.services.database, tenant.accountId), outcome);
/** What a gated write finds, rewriting the row as it does. */
const gated = async (tenant: Tenant): Promise<string> =>
  (await effectivePlan(systemDb(server.services.database, tenant.accountId))).id;
const cancel = async (tenant: Tenant) => expectData(await server.call(tenant.key, 'POST', '/api/v1/billing/cancel'));
const statuses = async (tenant: Tenant): Promise<string[]> =>
  ((await read(server, tenant, 'invoices')).data as { status: string }[]).map(({ status }) => status);
const at = (iso: string) => new Date(iso);

describe('a first payment', () => {
  it('changes nothing until it is confirmed, then opens a month of the plan', async () => {
    const tenant = await free();
    travelTo('2027-01-31T10:00:00Z');
    const opened = await openCheckout(server, tenant, 'GROWTH');
    expect(await read(server, tenant, 'subscription')).toMatchObject({
      plan: 'free',
      status: 'active',
      currentPeriodStart: null,
    });
    expect(await statuses(tenant)).toEqual(['open']);
    await press(server, opened, 'pay');
    expect(await statuses(tenant)).toEqual(['open']);
    await runJobs(server.services);
    const view = await read(server, tenant, 'subscription');
    expect(view).toMatchObject({
      plan: 'growth',
      planName: 'Growth',
      isSvcInternal: false,
      status: 'active',
      cancelAt: null,
    });
    expect(at(view.currentPeriodStart).getTime()).toBeCloseTo(at('2027-01-31T10:00:00Z').getTime(), -5);
    expect(view.currentPeriodEnd).toBe(addMonths(at(view.currentPeriodStart), 1).toISOString());
    expect(view.currentPeriodEnd).toMatch(/^2027-02-28/);
    const [invoice] = (await read(server, tenant, 'invoices')).data;
    expect(invoice).toMatchObject({
      plan: 'growth',
      amount: 799_000,
      currency: 'IDR',
      status: 'paid',
      paidAt: view.currentPeriodStart,
      receiptUrl: opened.checkoutUrl,
    });
    expect(await read(server, server.theirs, 'invoices')).toEqual({ data: [], cursor: null, hasMore: false });
  });

  it('that fails leaves plan free and status incomplete, and can be made again', async () => {
    const tenant = await free();
    const opened = await openCheckout(server, tenant, 'STARTER');
    await press(server, opened, 'fail');
    await runJobs(server.services);
    expect(await read(server, tenant, 'subscription')).toMatchObject({
      plan: 'free',
      status: 'incomplete',
      currentPeriodEnd: null,
    });
    expect(await statuses(tenant)).toEqual(['failed']);
    await press(server, opened, 'pay');
    await runJobs(server.services);
    expect(await read(server, tenant, 'subscription')).toMatchObject({ plan: 'starter', status: 'active' });
    expect(await statuses(tenant)).toEqual(['paid']);
  });

  it('that fails beside a running plan changes nothing but its invoice', async () => {
    const tenant = await free();
    await pay(server, tenant, 'STARTER');
    const before = await read(server, tenant, 'subscription');
    await press(server, await openCheckout(server, tenant, 'SCALE'), 'fail');
    await runJobs(server.services);
    expect(await read(server, tenant, 'subscription')).toEqual(before);
    expect(await statuses(tenant)).toEqual(['failed', 'paid']);
    const internal = await server.makeTenant();
    await press(server, await openCheckout(server, internal, 'SCALE'), 'fail');
    await runJobs(server.services);
    expect(await read(server, internal, 'subscription')).toMatchObject({ plan: 'svc_internal', status: 'active' });
  });

  it('that nobody makes is void after 24 hours, and counts when it comes all the same', async () => {
    const tenant = await free();
    const opened = await openCheckout(server, tenant, 'STARTER');
    expect((await press(server, opened, 'abandon')).headers.get('location')).toMatch(/\/billing\?checkout=c/);
    travelTo(new Date(Date.now() + DAY - 60_000));
    await minute(server);
    expect(await statuses(tenant)).toEqual(['open']);
    travelTo(new Date(Date.now() + DAY + 1000));
    await minute(server);
    expect(await statuses(tenant)).toEqual(['void']);
    expect(await read(server, tenant, 'subscription')).toMatchObject({ plan: 'free', status: 'active' });
    // The hosted page is closed as well.
    await press(server, opened, 'pay');
    await runJobs(server.services);
    expect(await statuses(tenant)).toEqual(['void']);
  });
});

describe('a change of plan', () => {
  it('begins at once, and ends the subscription before it at the provider', async () => {
    const tenant = await free();
    const first = await pay(server, tenant, 'STARTER');
    const second = await pay(server, tenant, 'SCALE', { currency: 'USD' });
    const view = await read(server, tenant, 'subscription');
    expect(view).toMatchObject({ plan: 'scale', status: 'active' });
    const upstream = await server.services.database.prisma.sandboxSubscription.findMany({
      where: { accountId: tenant.accountId },
      orderBy: { createdAt: 'asc' },
    });
    expect(upstream.map(({ id, status }) => [id, status])).toEqual([
      [first.subscriptionId, 'canceled'],
      [second.subscriptionId, 'active'],
    ]);
    const { subscription, invoices } = await billingOf(server, tenant.accountId);
    expect(subscription).toMatchObject({
      upstreamId: second.subscriptionId,
      currency: 'USD',
      provider: 'sandbox',
      email: 'ani@example.com',
    });
    expect(invoices[0]?.endedAt).not.toBeNull();
    expect(invoices[1]).toMatchObject({ amount: 15_900n, endedAt: null });
  });

  it('to the same plan goes on where the month ends, so that no day is paid twice', async () => {
    const tenant = await free();
    await pay(server, tenant, 'GROWTH');
    const before = await read(server, tenant, 'subscription');
    await cancel(tenant);
    await pay(server, tenant, 'GROWTH');
    const view = await read(server, tenant, 'subscription');
    expect(view).toMatchObject({
      plan: 'growth',
      status: 'active',
      cancelAt: null,
      currentPeriodStart: before.currentPeriodStart,
    });
    expect(view.currentPeriodEnd).toBe(addMonths(at(before.currentPeriodStart), 2).toISOString());
  });

  it('of an internal workspace moves it to the plan that was paid for', async () => {
    const tenant = await server.makeTenant();
    await pay(server, tenant, 'STARTER');
    expect(await read(server, tenant, 'subscription')).toMatchObject({ plan: 'starter', isSvcInternal: false });
  });
});

describe('cancel', () => {
  it('keeps the plan until the period ends; the next gated write then rewrites the row', async () => {
    const tenant = await free();
    await pay(server, tenant, 'GROWTH');
    const before = await read(server, tenant, 'subscription');
    const canceled = await cancel(tenant);
    expect(canceled).toEqual({ ...before, status: 'canceling', cancelAt: null });
    expect(await cancel(tenant)).toEqual(canceled);
    expect((await auditOf(server, tenant.accountId)).map(({ action }) => action)).toEqual([
      'billing.checkout',
      'billing.subscription_update',
      'billing.cancel',
    ]);
    expect(await gated(tenant)).toBe('growth');
    // No renewal is made.
    travelTo(new Date(at(before.currentPeriodEnd).getTime() - 60_000));
    await minute(server);
    expect(await statuses(tenant)).toEqual(['paid']);
    travelTo(new Date(at(before.currentPeriodEnd).getTime() + 60_000));
    await minute(server);
    expect(await read(server, tenant, 'plan')).toMatchObject({
      plan: 'growth',
      billingCycleEnd: before.currentPeriodEnd,
    });
    expect(await gated(tenant)).toBe('free');
    expect(await read(server, tenant, 'subscription')).toMatchObject({ plan: 'free', status: 'canceled' });
    expect(await read(server, tenant, 'plan')).toMatchObject({ plan: 'free', contactsLimit: 500 });
  });

  it('is the caller’s in the log, once, also where the provider’s callback is here before its answer', async () => {
    const tenant = await free();
    await pay(server, tenant, 'GROWTH');
    const { payments, database } = server.services;
    const calledBackFirst: PaymentProviders = {
      ...payments,
      find: (id) => {
        const provider = payments.find(id);
        if (provider === null) return null;
        const end: PaymentProvider['cancel'] = async (...which) => {
          await provider.cancel(...which);
          await runJobs(server.services);
        };
        return { ...provider, cancel: end };
      },
    };
    const db = systemDb(database, tenant.accountId);
    const views = await Promise.all([1, 2, 3].map(() => cancelPlan({ payments: calledBackFirst }, db)));
    expect(views.map(({ status }) => status)).toEqual(['canceling', 'canceling', 'canceling']);
    expect((await auditOf(server, tenant.accountId)).filter(({ action }) => action === 'billing.cancel')).toMatchObject(
      [{ data: { plan: 'growth' } }],
    );
  });

  it('without a subscription at a provider changes nothing', async () => {
    const tenant = await free();
    expect(await cancel(tenant)).toEqual({
      plan: 'free',
      planName: 'Free',
      isSvcInternal: false,
      status: 'active',
      currentPeriodStart: null,
      currentPeriodEnd: null,
      cancelAt: null,
    });
    const given = await server.makeTenant({ plan: 'growth' });
    const before = await read(server, given, 'subscription');
    expect(before).toMatchObject({ plan: 'growth', status: 'active' });
    expect(await cancel(given)).toEqual(before);
    expect(await nextCharge(given, 'failed')).toBe(false);
    expect(await auditOf(server, given.accountId)).toEqual([]);
  });

  it('that the provider refuses leaves everything as it was', async () => {
    const tenant = await free();
    const { subscriptionId } = await pay(server, tenant, 'GROWTH');
    const before = await billingOf(server, tenant.accountId);
    await server.services.database.pool.query('UPDATE "SandboxSubscription" SET id = $2 WHERE id = $1', [
      subscriptionId,
      'cgone',
    ]);
    expectError(await server.call(tenant.key, 'POST', '/api/v1/billing/cancel'), 500, 'CANCEL_FAILED');
    expect(await billingOf(server, tenant.accountId)).toEqual(before);
    await server.services.database.pool.query('UPDATE "SandboxSubscription" SET id = $1 WHERE id = $2', [
      subscriptionId,
      'cgone',
    ]);
    expect(await cancel(tenant)).toMatchObject({ status: 'canceling' });
  });

  it('racing a renewal: what was charged counts, and nothing follows it', async () => {
    for (let round = 0; round < 3; round++) {
      travelTo(new Date());
      const tenant = await free();
      await pay(server, tenant, 'GROWTH');
      const { currentPeriodEnd } = await read(server, tenant, 'subscription');
      travelTo(new Date(at(currentPeriodEnd).getTime() - 60_000));
      // A renewal that is asked for just when it has ended upstream is refused there; its second attempt finds that nobody wants it.
      await Promise.allSettled([minute(server), cancel(tenant)]);
      await runJobs(server.services, { evenLater: true });
      const view = await read(server, tenant, 'subscription');
      expect(view).toMatchObject({ plan: 'growth', status: 'canceling' });
      const paid = (await statuses(tenant)).filter((status) => status === 'paid').length;
      expect(view.currentPeriodEnd).toBe(
        paid === 2 ? addMonths(at(view.currentPeriodStart), 1).toISOString() : currentPeriodEnd,
      );
      travelTo(new Date(at(view.currentPeriodEnd).getTime() + DAY));
      await minute(server);
      expect((await statuses(tenant)).filter((status) => status === 'paid').length).toBe(paid);
      expect(await gated(tenant)).toBe('free');
    }
  });
});

describe('a renewal', () => {
  /** A workspace whose period ends at `end`. */
  const subscribed = async (plan = 'GROWTH'): Promise<{ tenant: Tenant; end: Date }> => {
    const tenant = await free();
    await pay(server, tenant, plan);
    return { tenant, end: at((await read(server, tenant, 'subscription')).currentPeriodEnd) };
  };
  const before = (end: Date, ms: number): void => travelTo(new Date(end.getTime() - ms));
  const after = (end: Date, ms: number): void => travelTo(new Date(end.getTime() + ms));

  it('starts 24 hours before the period ends, once, also with two workers', async () => {
    const { tenant, end } = await subscribed();
    before(end, DAY + 60_000);
    await minute(server);
    expect(await statuses(tenant)).toEqual(['paid']);
    before(end, DAY - 60_000);
    await Promise.all([minute(server), minute(server), minute(server)]);
    await minute(server);
    expect(await statuses(tenant)).toEqual(['paid', 'paid']);
    const view = await read(server, tenant, 'subscription');
    expect(view).toMatchObject({ plan: 'growth', status: 'active', currentPeriodStart: end.toISOString() });
    expect(view.currentPeriodEnd).toBe(
      addMonths(at((await billingOf(server, tenant.accountId)).invoices[0]!.paidAt!.toISOString()), 2).toISOString(),
    );
    expect((await auditOf(server, tenant.accountId)).at(-1)).toMatchObject({
      action: 'billing.subscription_update',
      actorKind: 'system',
      data: {
        plan: 'growth',
        status: 'active',
        until: view.currentPeriodEnd,
        previousPlan: 'growth',
        previousStatus: 'active',
      },
    });
    expect((await billingOf(server, tenant.accountId)).invoices[1]).toMatchObject({
      kind: 'renewal',
      periodStart: end,
      periodEnd: at(view.currentPeriodEnd),
    });
  });

  it('that fails is past_due, keeps the plan until the period ends, then it is free', async () => {
    const { tenant, end } = await subscribed();
    expect(await nextCharge(tenant, 'failed')).toBe(true);
    before(end, DAY - 60_000);
    await minute(server);
    expect(await read(server, tenant, 'subscription')).toMatchObject({
      plan: 'growth',
      status: 'past_due',
      currentPeriodEnd: end.toISOString(),
    });
    expect(await statuses(tenant)).toEqual(['failed', 'paid']);
    expect(await gated(tenant)).toBe('growth');
    expect((await auditOf(server, tenant.accountId)).at(-1)).toMatchObject({
      action: 'billing.subscription_update',
      data: { plan: 'growth', status: 'past_due', previousStatus: 'active' },
    });
    after(end, 60_000);
    await minute(server);
    expect(await gated(tenant)).toBe('free');
    expect(await read(server, tenant, 'subscription')).toMatchObject({ plan: 'free', status: 'canceled' });
  });

  it('that is paid late restores plan and status, also after the row was rewritten', async () => {
    const { tenant, end } = await subscribed();
    await nextCharge(tenant, 'failed');
    before(end, DAY - 60_000);
    await minute(server);
    after(end, 3 * DAY);
    expect(await gated(tenant)).toBe('free');
    expect(await read(server, tenant, 'subscription')).toMatchObject({ plan: 'free', status: 'canceled' });
    await nextCharge(tenant, 'paid');
    await runJobs(server.services);
    const view = await read(server, tenant, 'subscription');
    expect(view).toMatchObject({ plan: 'growth', status: 'active' });
    // A whole month from the payment on.
    expect(at(view.currentPeriodStart).getTime()).toBeGreaterThan(end.getTime() + 2 * DAY);
    expect(view.currentPeriodEnd).toBe(addMonths(at(view.currentPeriodStart), 1).toISOString());
    expect(await statuses(tenant)).toEqual(['paid', 'paid']);
    expect(await gated(tenant)).toBe('growth');
  });

  it('that the worker could not start in time is made up for, also after the row was rewritten', async () => {
    const { tenant, end } = await subscribed();
    after(end, 10 * DAY);
    expect(await gated(tenant)).toBe('free');
    await minute(server);
    expect(await read(server, tenant, 'subscription')).toMatchObject({ plan: 'growth', status: 'active' });
    expect(await gated(tenant)).toBe('growth');
  });

  it('goes on month by month, and the 31st comes back', async () => {
    const tenant = await free();
    travelTo('2027-01-31T10:00:00Z');
    await pay(server, tenant, 'STARTER');
    const ends = [(await read(server, tenant, 'subscription')).currentPeriodEnd as string];
    for (let month = 0; month < 2; month++) {
      travelTo(new Date(at(ends.at(-1)!).getTime() - 60_000));
      await minute(server);
      ends.push((await read(server, tenant, 'subscription')).currentPeriodEnd);
    }
    expect(ends.map((end) => end.slice(0, 10))).toEqual(['2027-02-28', '2027-03-31', '2027-04-30']);
    expect((await billingOf(server, tenant.accountId)).invoices).toHaveLength(3);
  });
});
