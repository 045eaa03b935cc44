/** Checkouts that were left unpaid, through the doors: nobody pays by one of them what they do not want any more. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SandboxCallback } from '@/server/modules/account/billing/payments/sandbox-callback';
import {
  billingOf,
  eventOf,
  openCheckout,
  pay,
  press,
  read,
  sendCallback,
  travelTo,
  useBilling,
  type Opened,
} from '@/server/testing/billing';
import { makeSession } from '@/server/testing/factories/account';
import { auditOf, expectData, expectError, trpc } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';
import { runJobs } from '@/server/testing/worker';

const server = useServer();
useBilling(server);

const free = (): Promise<Tenant> => server.makeTenant({ plan: null });
/** Newest first. */
const invoices = async (tenant: Tenant): Promise<{ id: string; plan: string; status: string }[]> =>
  (await read(server, tenant, 'invoices')).data;
const statuses = async (tenant: Tenant): Promise<string[]> => (await invoices(tenant)).map(({ status }) => status);
const discard = (tenant: Tenant, id: string) =>
  trpc(server, 'mutation', 'billing.discard', { id }, { cookie: tenant.cookie });
const hosted = async ({ checkoutSessionId }: Opened): Promise<string> =>
  (await server.fetch('GET', `/sandbox-checkout/${checkoutSessionId}`)).text;
const setUpstream = (changes: object): (() => void) => {
  const sandbox = server.services.payments.find('sandbox')!;
  const before = { ...sandbox };
  Object.assign(sandbox, changes);
  return () => Object.assign(sandbox, before);
};

describe('a new checkout', () => {
  it('voids the open ones before it, here and at the provider, so that none of them ends a plan that is paid', async () => {
    const tenant = await free();
    await pay(server, tenant, 'SCALE');
    const before = await read(server, tenant, 'subscription');
    const lower = await openCheckout(server, tenant, 'STARTER');
    const same = await openCheckout(server, tenant, 'SCALE');
    const last = await openCheckout(server, tenant, 'GROWTH');
    expect(await statuses(tenant)).toEqual(['open', 'void', 'void', 'paid']);
    await runJobs(server.services);
    for (const left of [lower, same]) {
      expect(await hosted(left)).toContain('This checkout is closed');
      expect((await press(server, left, 'pay')).status).toBe(303);
    }
    await runJobs(server.services);
    expect(await read(server, tenant, 'subscription')).toEqual(before);
    expect(await hosted(last)).not.toContain('This checkout is closed');
    expect((await invoices(server.theirs)).length).toBe(0);
  });

  it('closes one that failed too, which could be tried again on its page, and leaves it failed', async () => {
    const tenant = await free();
    const failed = await openCheckout(server, tenant, 'STARTER');
    await press(server, failed, 'fail');
    await runJobs(server.services);
    await pay(server, tenant, 'SCALE');
    await press(server, failed, 'pay');
    await runJobs(server.services);
    expect(await statuses(tenant)).toEqual(['paid', 'failed']);
    expect(await read(server, tenant, 'subscription')).toMatchObject({ plan: 'scale', status: 'active' });
  });

  it("leaves a renewal's invoice, what is paid, and the neighbour's checkout", async () => {
    const tenant = await free();
    const neighbour = await free();
    await openCheckout(server, neighbour, 'GROWTH');
    await pay(server, tenant, 'STARTER');
    const { currentPeriodEnd } = await read(server, tenant, 'subscription');
    const { accountId } = tenant;
    await server.services.database.prisma.invoice.create({
      data: {
        accountId,
        plan: 'starter',
        amount: 299_000n,
        currency: 'IDR',
        kind: 'renewal',
        provider: 'sandbox',
        email: 'ani@example.com',
        periodStart: new Date(currentPeriodEnd),
        expiresAt: new Date(currentPeriodEnd),
        createdAt: new Date(),
        updatedAt: new Date(),
      },
    });
    await openCheckout(server, tenant, 'GROWTH');
    expect(await statuses(tenant)).toEqual(['open', 'open', 'paid']);
    expect(await statuses(neighbour)).toEqual(['open']);
  });

  it('that the provider refuses leaves the one before it open', async () => {
    const tenant = await free();
    const earlier = await openCheckout(server, tenant, 'STARTER');
    const restore = setUpstream({ checkout: () => Promise.reject(new Error('no price')) });
    try {
      expectError(
        await server.call(tenant.key, 'POST', '/api/v1/billing/checkout', {
          body: { plan: 'GROWTH', email: 'a@example.com' },
        }),
        500,
        'CHECKOUT_FAILED',
      );
    } finally {
      restore();
    }
    expect(await statuses(tenant)).toEqual(['void', 'open']);
    await press(server, earlier, 'pay');
    await runJobs(server.services);
    expect(await read(server, tenant, 'subscription')).toMatchObject({ plan: 'starter' });
  });

  it('of ten at once, one stays open, and only its page takes money', async () => {
    const tenant = await free();
    const opened = await Promise.all(Array.from({ length: 10 }, () => openCheckout(server, tenant, 'GROWTH')));
    const left = await statuses(tenant);
    expect(left.filter((status) => status === 'open')).toHaveLength(1);
    expect(left.filter((status) => status === 'void')).toHaveLength(9);
    await runJobs(server.services);
    const pages = await Promise.all(opened.map(hosted));
    expect(pages.filter((page) => page.includes('This checkout is closed'))).toHaveLength(9);
  });

  it('at the same moment as the payment of the one before it: the money counts, whichever is first', async () => {
    for (let round = 0; round < 6; round++) {
      const tenant = await free();
      const first = await openCheckout(server, tenant, 'STARTER');
      const paid = await eventOf(server, first, 'invoice.paid', new Date());
      await Promise.all([sendCallback(server, paid), openCheckout(server, tenant, 'GROWTH')]);
      await runJobs(server.services);
      expect(await statuses(tenant)).toEqual(['open', 'paid']);
      expect(await read(server, tenant, 'subscription')).toMatchObject({ plan: 'starter', status: 'active' });
    }
  });

  it('does not end at the provider what was paid there before we heard of it', async () => {
    const tenant = await free();
    const first = await openCheckout(server, tenant, 'STARTER');
    await press(server, first, 'pay');
    await openCheckout(server, tenant, 'GROWTH');
    expect(await statuses(tenant)).toEqual(['open', 'void']);
    await runJobs(server.services);
    expect(await statuses(tenant)).toEqual(['open', 'paid']);
    expect(await read(server, tenant, 'subscription')).toMatchObject({ plan: 'starter', status: 'active' });
  });

  it('has the provider asked again when it could not close the one before', async () => {
    const tenant = await free();
    const first = await openCheckout(server, tenant, 'STARTER');
    const restore = setUpstream({ close: () => Promise.reject(new Error('out of order')) });
    try {
      await openCheckout(server, tenant, 'GROWTH');
      await expect(runJobs(server.services)).rejects.toThrow('out of order');
      expect(await hosted(first)).not.toContain('This checkout is closed');
    } finally {
      restore();
    }
    await runJobs(server.services, { evenLater: true });
    expect(await hosted(first)).toContain('This checkout is closed');
  });
});

describe('discarding', () => {
  it('voids an open checkout, closes its page, and is in the audit log once', async () => {
    const tenant = await free();
    const opened = await openCheckout(server, tenant, 'STARTER');
    const [{ id } = { id: '' }] = await invoices(tenant);
    for (let again = 0; again < 2; again++)
      expect((await discard(tenant, id)).data).toMatchObject({ id, plan: 'starter', status: 'void' });
    await runJobs(server.services);
    expect(await hosted(opened)).toContain('This checkout is closed');
    expect(
      (await auditOf(server, tenant.accountId)).filter(({ action }) => action === 'billing.discard'),
    ).toMatchObject([
      { actorKind: 'session', targetType: 'invoice', targetId: id, data: { plan: 'starter', amount: 299_000 } },
    ]);
  });

  it('refuses what is paid, a renewal, and what is of another workspace', async () => {
    const tenant = await free();
    await pay(server, tenant, 'STARTER');
    const [{ id } = { id: '' }] = await invoices(tenant);
    expect((await discard(tenant, id)).code).toBe('BAD_STATE');
    expect((await discard(server.theirs, id)).code).toBe('NOT_FOUND');
    await server.services.database.prisma.invoice.updateMany({
      where: { id },
      data: { kind: 'renewal', status: 'open' },
    });
    expect((await discard(tenant, id)).code).toBe('NOT_FOUND');
    expect(await statuses(tenant)).toEqual(['open']);
  });
});

describe('payments and ends in any order', () => {
  type Reported = 'invoice.paid' | 'invoice.payment_failed' | 'void';

  it('lose no money: what was paid is paid, and the plan is the one that was paid for last', async () => {
    const tenant = await free();
    const { pool } = server.services.database;
    const opened = [
      await openCheckout(server, tenant, 'STARTER'),
      await openCheckout(server, tenant, 'SCALE'),
      await openCheckout(server, tenant, 'GROWTH'),
    ];
    const ids = (await invoices(tenant)).map(({ id }) => id).reverse();
    const at = (minutes: number) => new Date(Date.now() + minutes * 60_000);
    const events: SandboxCallback[] = await Promise.all([
      ...opened.map((checkout, index) => eventOf(server, checkout, 'invoice.payment_failed', at(-60 + index))),
      ...opened.map((checkout, index) => eventOf(server, checkout, 'invoice.paid', at(-30 + index))),
    ]);
    const report = async (what: Reported, which: number): Promise<void> => {
      if (what === 'void') return void (await discard(tenant, ids[which] ?? ''));
      expect((await sendCallback(server, events[which + (what === 'invoice.paid' ? 3 : 0)]!)).status).toBe(200);
    };
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(
          [0, 1, 2].flatMap((which) =>
            (['invoice.paid', 'invoice.payment_failed', 'void'] as const).map((what) => [what, which] as const),
          ),
        ),
        async (story) => {
          await pool.query('DELETE FROM "BillingCallback" WHERE "accountId" = $1', [tenant.accountId]);
          await pool.query('DELETE FROM "Subscription" WHERE "accountId" = $1', [tenant.accountId]);
          await pool.query(
            `UPDATE "Invoice" SET status = 'open', "paidAt" = NULL, "failedAt" = NULL, "endedAt" = NULL, "periodStart" = NULL, "periodEnd" = NULL WHERE "accountId" = $1`,
            [tenant.accountId],
          );
          for (const [what, which] of story) await report(what, which);
          const { subscription, invoices: rows } = await billingOf(server, tenant.accountId);
          const paid = story.filter(([what]) => what === 'invoice.paid').map(([, which]) => which);
          for (const [which, row] of rows.entries()) {
            expect(row.status === 'paid').toBe(paid.includes(which));
            expect(row.periodStart !== null).toBe(paid.includes(which));
          }
          if (paid.length > 0)
            expect(subscription).toMatchObject({
              plan: rows[Math.max(...paid)]?.plan,
              status: 'active',
              upstreamId: rows[Math.max(...paid)]?.upstreamSubscriptionId,
            });
          else expect(subscription?.plan ?? 'free').toBe('free');
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('what paying does', () => {
  /** By a session of that time: one that was begun before the clock moved on may be over. */
  const overview = async ({ accountId, user }: Tenant) => {
    const cookie = await makeSession(server.services, { sub: user.id, accountId });
    return (await trpc(server, 'query', 'billing.overview', undefined, { cookie })).data;
  };
  const effects = async (tenant: Tenant) =>
    Object.fromEntries(
      (await overview(tenant)).plans.map(({ id, effect }: { id: string; effect: unknown }) => [id, effect]),
    );

  it('is told before a checkout, on its invoice and on its page, and is what then happens', async () => {
    const tenant = await free();
    travelTo('2027-01-31T10:00:00Z');
    expect(await effects(tenant)).toEqual({
      free: null,
      starter: { kind: 'begins', until: expect.stringMatching(/^2027-02-28/) },
      growth: { kind: 'begins', until: expect.stringMatching(/^2027-02-28/) },
      scale: { kind: 'begins', until: expect.stringMatching(/^2027-02-28/) },
    });
    expect(await hosted(await openCheckout(server, tenant, 'SCALE'))).toContain(
      'Scale starts as soon as you pay and runs until February 28, 2027.',
    );
    await pay(server, tenant, 'SCALE');
    const { currentPeriodEnd } = await read(server, tenant, 'subscription');
    travelTo('2027-02-10T10:00:00Z');
    expect(await effects(tenant)).toMatchObject({
      starter: {
        kind: 'replaces',
        until: expect.stringMatching(/^2027-03-10/),
        ends: 'scale',
        endsOn: currentPeriodEnd,
      },
      scale: { kind: 'prolongs', from: currentPeriodEnd, until: expect.stringMatching(/^2027-03-31/) },
    });
    const lower = await openCheckout(server, tenant, 'STARTER');
    expect((await overview(tenant)).payable).toMatchObject([
      { plan: 'starter', effect: { kind: 'replaces', ends: 'scale', endsOn: currentPeriodEnd } },
    ]);
    const page = await hosted(lower);
    expect(page).toContain('Ends Scale, which you have until February 28, 2027, as soon as you pay.');
    expect(page).toContain('The remaining days are not refunded. Starter runs from then until March 10, 2027.');
    const same = await openCheckout(server, tenant, 'SCALE');
    const [reported] = (await overview(tenant)).payable;
    expect(await hosted(same)).toContain(
      'You have Scale until February 28, 2027. Paying extends it by a month, until March 31, 2027.',
    );
    await press(server, same, 'pay');
    await runJobs(server.services);
    const after = await read(server, tenant, 'subscription');
    expect(after).toMatchObject({ plan: 'scale', status: 'active', currentPeriodEnd: reported.effect.until });
    expect(await hosted(same)).not.toContain('prolongs');
  });

  it('after a cancel is one month from the end, and it then goes on', async () => {
    const tenant = await free();
    await pay(server, tenant, 'GROWTH');
    expectData(await server.call(tenant.key, 'POST', '/api/v1/billing/cancel'));
    const { currentPeriodEnd } = await read(server, tenant, 'subscription');
    const { growth } = await effects(tenant);
    expect(growth).toMatchObject({ kind: 'prolongs', from: currentPeriodEnd });
    await pay(server, tenant, 'GROWTH');
    expect(await read(server, tenant, 'subscription')).toMatchObject({
      plan: 'growth',
      status: 'active',
      currentPeriodEnd: (growth as { until: string }).until,
    });
  });

  it('of a plan that an operator gave is its end, also of the same plan; of one that is over nothing but a beginning', async () => {
    const given = await server.makeTenant({ plan: 'growth' });
    const row = await server.services.database.prisma.subscription.findUnique({
      where: { accountId: given.accountId },
    });
    for (const effect of Object.values(await effects(given)).filter((each) => each !== null))
      expect(effect).toMatchObject({
        kind: 'replaces',
        ends: 'growth',
        endsOn: row?.currentPeriodEnd?.toISOString() ?? null,
      });
    const over = await free();
    await pay(server, over, 'STARTER');
    travelTo(new Date(Date.now() + 40 * 86_400_000));
    expect(await effects(over)).toMatchObject({ starter: { kind: 'begins' }, scale: { kind: 'begins' } });
  });
});
