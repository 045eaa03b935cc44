/**
 * The end of a paid plan (docs/contract/billing.md#effective-plan): the rule, what only reads it, what is recorded of
 * it, and gated writes at that very moment.
 */
import { describe, expect, it } from 'vitest';
import { hasLapsed, type Term } from '@/server/modules/account/billing/plan-expiry';
import { DAY, openCheckout, pay, press, read, travelTo, useBilling } from '@/server/testing/billing';
import { makeSession } from '@/server/testing/factories/account';
import { unique } from '@/server/testing/factories/unique';
import { auditOf, bySession, expectError, trpc } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';
import { runJobs } from '@/server/testing/worker';

const server = useServer();
useBilling(server);

/** A workspace that has paid for a month which is over. */
async function over(plan: string): Promise<Tenant> {
  travelTo(new Date());
  const tenant = await server.makeTenant({ plan: null });
  await pay(server, tenant, plan);
  travelTo(new Date(Date.now() + 40 * DAY));
  return {
    ...tenant,
    cookie: await makeSession(server.services, {
      sub: tenant.user.id,
      accountId: tenant.accountId,
    }),
  };
}
const stored = (tenant: Tenant) =>
  server.services.database.prisma.subscription.findUniqueOrThrow({ where: { accountId: tenant.accountId } });
const updates = async (tenant: Tenant) =>
  (await auditOf(server, tenant.accountId)).filter(({ action }) => action === 'billing.subscription_update');
const code = (tenant: Tenant) =>
  server.call(tenant.key, 'POST', '/api/v1/discount-codes', {
    body: { code: unique('C'), type: 'percent', value: 10, currency: 'IDR' },
  });

describe('hasLapsed', () => {
  const NOW = new Date('2027-02-10T10:00:00Z');
  const at = (hours: number): Date => new Date(NOW.getTime() + hours * 3_600_000);
  const term = (more: Partial<Term>): Term => ({
    plan: 'growth',
    status: 'active',
    provider: 'xendit',
    currentPeriodEnd: at(0),
    cancelAt: null,
    ...more,
  });

  it.each<[string, Partial<Term>, boolean]>([
    ['a period that goes on', { currentPeriodEnd: at(1) }, false],
    ['its last instant', {}, false],
    ['a period that is over', { currentPeriodEnd: at(-0.001) }, true],
    ['one without an end', { currentPeriodEnd: null }, false],
    ['cancelAt that has passed', { currentPeriodEnd: at(100), cancelAt: at(-1) }, true],
    ['cancelAt that is to come', { currentPeriodEnd: at(100), cancelAt: at(1) }, false],
    ['free', { plan: 'free', currentPeriodEnd: at(-100) }, false],
    ['an internal workspace', { plan: 'svc_internal', currentPeriodEnd: at(-100), cancelAt: at(-100) }, false],
    ['a plan that an operator gave', { provider: null, currentPeriodEnd: at(-1) }, true],
    ['PayPal, which has not collected yet', { provider: 'paypal', currentPeriodEnd: at(-23) }, false],
    ['PayPal, which has not collected for a day', { provider: 'paypal', currentPeriodEnd: at(-25) }, true],
    ['PayPal, which could not collect', { provider: 'paypal', status: 'past_due', currentPeriodEnd: at(-1) }, true],
    [
      'PayPal, which will not collect any more',
      { provider: 'paypal', status: 'canceling', currentPeriodEnd: at(-1) },
      true,
    ],
    ['PayPal, past cancelAt', { provider: 'paypal', cancelAt: at(-1) }, true],
  ])('%s', (_, more, expected) => expect(hasLapsed(term(more), NOW)).toBe(expected));
});

it("Home's problems, the figures of contacts and the Billing page show what is enforced, and leave what is stored", async () => {
  const tenant = await over('STARTER');
  const before = await stored(tenant);
  const see = async (what: string) => (await trpc(server, 'query', what, undefined, { cookie: tenant.cookie })).data;
  expect(await see('insights.problems')).toEqual({ problems: [] });
  expect(await see('contacts.figures')).toMatchObject({ monthlyLimit: 500 });
  expect(await see('billing.overview')).toMatchObject({ effectivePlan: 'free' });
  expect(await read(server, tenant, 'plan')).toMatchObject({ plan: 'starter', contactsLimit: 10_000 });
  expect(await stored(tenant)).toEqual(before);
  // A renewal that was not paid is no problem any more once the plan is gone.
  await server.services.database.prisma.subscription.update({
    where: { accountId: tenant.accountId },
    data: { status: 'past_due' },
  });
  expect(await see('insights.problems')).toEqual({ problems: [] });
});

it('twenty gated writes at the moment of lapse: only what free allows passes, and the end is recorded once', async () => {
  for (let round = 0; round < 4; round++) {
    const tenant = await over('GROWTH');
    const answers = await Promise.all(Array.from({ length: 20 }, () => code(tenant)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 201)) expectError(answer, 403, 'PLAN_LIMIT');
    expect(await stored(tenant)).toMatchObject({ plan: 'free', status: 'canceled' });
    expect(
      (await updates(tenant)).filter(({ data }) => (data as { status: string }).status === 'canceled'),
    ).toHaveLength(1);
  }
});

it('a gated write that waited for another one to rewrite the row goes by the new plan', async () => {
  travelTo(new Date());
  const tenant = await server.makeTenant({ plan: null });
  await pay(server, tenant, 'GROWTH');
  expect((await code(tenant)).status).toBe(201);
  travelTo(new Date(Date.now() + 40 * DAY));
  const { pool } = server.services.database;
  const other = await pool.connect();
  try {
    await other.query('BEGIN');
    await other.query(`UPDATE "Subscription" SET plan = 'free', status = 'canceled' WHERE "accountId" = $1`, [
      tenant.accountId,
    ]);
    const asked = code(tenant);
    await expect
      .poll(
        async () =>
          (
            await pool.query(
              `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
            )
          ).rowCount,
        { timeout: 10_000, interval: 20 },
      )
      .toBe(1);
    await other.query('COMMIT');
    expectError(await asked, 403, 'PLAN_LIMIT');
  } finally {
    other.release();
  }
});

it('the end of a plan is recorded as what the service did, whoever wrote just then', async () => {
  const tenant = await over('GROWTH');
  await bySession(server, tenant.cookie, 'PATCH', '/api/v1/pixels', { enabled: true });
  await code(tenant);
  expect((await updates(tenant)).at(-1)).toMatchObject({
    actorKind: 'system',
    actorId: null,
    partnerId: null,
    onBehalfOf: null,
    targetType: 'subscription',
    targetId: tenant.accountId,
    data: { plan: 'free', status: 'canceled', until: null, previousPlan: 'growth', previousStatus: 'active' },
  });
});

it('a payment that moves the plan is recorded, one that failed too, and what changes nothing is not', async () => {
  const tenant = await server.makeTenant({ plan: null });
  const opened = await openCheckout(server, tenant, 'STARTER');
  await press(server, opened, 'fail');
  await runJobs(server.services);
  await press(server, opened, 'pay');
  await runJobs(server.services);
  // Beside a running plan a payment that fails changes nothing.
  await press(server, await openCheckout(server, tenant, 'SCALE'), 'fail');
  await runJobs(server.services);
  const until = (await stored(tenant)).currentPeriodEnd?.toISOString();
  expect((await updates(tenant)).map(({ actorKind, data }) => [actorKind, data])).toEqual([
    ['system', { plan: 'free', status: 'incomplete', until: null, previousPlan: 'free', previousStatus: 'active' }],
    ['system', { plan: 'starter', status: 'active', until, previousPlan: 'free', previousStatus: 'incomplete' }],
  ]);
  expect(await updates(server.theirs)).toEqual([]);
});
