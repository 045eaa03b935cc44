/**
 * The plan's limit on codes (docs/contract/billing.md#plan-limits), and the tally that it and the list's total rest on.
 */
import { describe, expect, it } from 'vitest';
import { makeAccount } from '@/server/testing/factories/account';
import { makeDiscountCode } from '@/server/testing/factories/offers';
import { unique } from '@/server/testing/factories/unique';
import { auditOf, bySession, expectData, expectError, trpc } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer();

const MINIMUM = { type: 'percent', value: 10, currency: 'IDR' };
const free = () => server.makeTenant({ plan: null });
const create = (tenant: Tenant, more: Record<string, unknown> = {}) =>
  server.call(tenant.key, 'POST', '/api/v1/discount-codes', { body: { code: unique('C'), ...MINIMUM, ...more } });
const patch = (tenant: Tenant, id: string, body: unknown) =>
  server.call(tenant.key, 'PATCH', `/api/v1/discount-codes/${id}`, { body });
const archive = (tenant: Tenant, id: string) => server.call(tenant.key, 'DELETE', `/api/v1/discount-codes/${id}`);
const totals = async (tenant: Tenant): Promise<number[]> =>
  Promise.all(
    ['', '?active=true', '?active=false'].map(
      async (query) =>
        expectData(await server.call(tenant.key, 'GET', `/api/v1/discount-codes${query}`)).total as number,
    ),
  );
const refused = (answer: Awaited<ReturnType<typeof create>>) =>
  expect(expectError(answer, 403, 'PLAN_LIMIT').details).toEqual({ plan: 'free', resource: 'discountCodes', limit: 1 });
const subscription = (tenant: Tenant) =>
  server.services.database.prisma.subscription.findUnique({ where: { accountId: tenant.accountId } });
const setSubscription = (
  tenant: Tenant,
  data: { plan?: string; status?: string; currentPeriodEnd?: Date | null; cancelAt?: Date | null },
) => server.services.database.prisma.subscription.update({ where: { accountId: tenant.accountId }, data });
const days = (n: number): Date => new Date(Date.now() + n * 86_400_000);

/** What the tally must say, counted from the rows. */
async function expectExactTally(accountId: string): Promise<void> {
  const { rows } = await server.services.database.pool.query(
    `SELECT count(*) FILTER (WHERE active)::int AS active, count(*) FILTER (WHERE NOT active)::int AS inactive, count(*) FILTER (WHERE active AND source = 'manual')::int AS "activeManual"
     FROM "DiscountCode" WHERE "accountId" = $1`,
    [accountId],
  );
  const tally = await server.services.database.prisma.discountCodeTally.findUnique({
    where: { accountId },
    omit: { accountId: true },
  });
  expect(tally ?? { active: 0, inactive: 0, activeManual: 0 }).toEqual(rows[0]);
}

describe('the limit on discount codes', () => {
  it('is 1 for a workspace without a subscription row, and says so; the refused code leaves nothing behind', async () => {
    const tenant = await free();
    expectData(await create(tenant), 201);
    const audited = await auditOf(server, tenant.accountId);
    refused(await create(tenant));
    expect(await totals(tenant)).toEqual([1, 1, 0]);
    expect(await auditOf(server, tenant.accountId)).toEqual(audited);
    expect(await subscription(tenant)).toBeNull();
    await expectExactTally(tenant.accountId);
  });

  it('holds through every door', async () => {
    const tenant = await free();
    await makeDiscountCode(server.services.database, tenant.accountId);
    const body = { code: 'C', ...MINIMUM };
    refused(await bySession(server, tenant.cookie, 'POST', '/api/v1/discount-codes', body));
    refused(
      await server.call(server.platform, 'POST', '/api/v1/discount-codes', { body, onBehalfOf: tenant.accountId }),
    );
    const typed = await trpc(server, 'mutation', 'discountCodes.create', body, { cookie: tenant.cookie });
    expect([typed.status, typed.code]).toEqual([403, 'PLAN_LIMIT']);
  });

  it.each(['starter', 'growth', 'scale', 'svc_internal'] as const)('is none on %s', async (plan) => {
    const tenant = await server.makeTenant({ plan });
    for (let n = 0; n < 3; n++) expectData(await create(tenant), 201);
  });

  it('counts active codes only: an inactive one is never refused, and archiving makes room', async () => {
    const tenant = await free();
    for (let n = 0; n < 3; n++) expectData(await create(tenant, { active: false }), 201);
    const { id } = expectData(await create(tenant), 201);
    refused(await create(tenant));
    expectData(await create(tenant, { active: false }), 201);
    expectData(await archive(tenant, id));
    expectData(await create(tenant), 201);
    refused(await create(tenant));
  });

  it('gates a reactivation: inactive to active needs room, and the refused code stays inactive', async () => {
    const tenant = await free();
    const { id } = expectData(await create(tenant, { active: false }), 201);
    const { id: other } = expectData(await create(tenant), 201);
    refused(await patch(tenant, id, { active: true }));
    expect(expectData(await server.call(tenant.key, 'GET', `/api/v1/discount-codes/${id}`)).active).toBe(false);
    expectData(await archive(tenant, other));
    expect(expectData(await patch(tenant, id, { active: true })).active).toBe(true);
    await expectExactTally(tenant.accountId);
  });

  it('never gates another update at or over the limit', async () => {
    const tenant = await free();
    const made = [
      await makeDiscountCode(server.services.database, tenant.accountId),
      await makeDiscountCode(server.services.database, tenant.accountId),
    ];
    for (const { id } of made) {
      expectData(await patch(tenant, id, { value: 20 }));
      expectData(await patch(tenant, id, { active: true }));
    }
  });

  it('does not count codes that referrals made, and never gates reactivating one', async () => {
    const tenant = await free();
    for (const source of ['referral_referrer', 'referral_referee'])
      await makeDiscountCode(server.services.database, tenant.accountId, { source });
    const { id } = await makeDiscountCode(server.services.database, tenant.accountId, {
      source: 'referral_referee',
      active: false,
    });
    expectData(await create(tenant), 201);
    refused(await create(tenant));
    expectData(await patch(tenant, id, { active: true }));
    await expectExactTally(tenant.accountId);
  });

  it("does not count the neighbour's codes", async () => {
    const tenant = await free();
    const neighbour = await free();
    expectData(await create(neighbour), 201);
    expectData(await create(tenant), 201);
  });

  it('lets exactly one of 20 creates at once through', async () => {
    const tenant = await free();
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(tenant)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(19).fill(403)]);
    expect(await totals(tenant)).toEqual([1, 1, 0]);
    await expectExactTally(tenant.accountId);
  });

  it('lets exactly one of 10 reactivations at once through', async () => {
    const tenant = await free();
    const made = await Promise.all(
      Array.from({ length: 10 }, () => makeDiscountCode(server.services.database, tenant.accountId, { active: false })),
    );
    const answers = await Promise.all(made.map(({ id }) => patch(tenant, id, { active: true })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(403)]);
    await expectExactTally(tenant.accountId);
  });
});

describe('the effective plan', () => {
  it.each([
    ['currentPeriodEnd has passed', { currentPeriodEnd: days(-1), cancelAt: null }],
    ['cancelAt has passed, though the period has not', { currentPeriodEnd: days(30), cancelAt: days(-1) }],
    ['it was canceling', { status: 'canceling', currentPeriodEnd: days(-1) }],
    ['it was past due', { status: 'past_due', currentPeriodEnd: days(-1) }],
  ])('falls back to free when %s, and the gated write rewrites the row to free / canceled', async (_, data) => {
    const tenant = await server.makeTenant({ plan: 'growth' });
    for (let n = 0; n < 2; n++) expectData(await create(tenant), 201);
    await setSubscription(tenant, data);
    // Neither a read nor an ungated write touches the row.
    await totals(tenant);
    expectData(await create(tenant, { active: false }), 201);
    expect((await subscription(tenant))?.plan).toBe('growth');
    refused(await create(tenant));
    expect(await subscription(tenant)).toMatchObject({ plan: 'free', status: 'canceled' });
  });

  it('rewrites the row on a gated write that succeeds too', async () => {
    const tenant = await server.makeTenant({ plan: 'starter' });
    await setSubscription(tenant, { currentPeriodEnd: days(-1) });
    expectData(await create(tenant), 201);
    expect(await subscription(tenant)).toMatchObject({ plan: 'free', status: 'canceled' });
    refused(await create(tenant));
  });

  it.each([
    ['inside its period', { currentPeriodEnd: days(1) }],
    ['canceling, until the period ends', { status: 'canceling', currentPeriodEnd: days(1) }],
    ['past due, until the period ends', { status: 'past_due', currentPeriodEnd: days(1) }],
    ['without an end', { currentPeriodEnd: null, cancelAt: null }],
    ['with cancelAt ahead', { cancelAt: days(1) }],
  ])('stays what is stored %s', async (_, data) => {
    const tenant = await server.makeTenant({ plan: 'starter' });
    await setSubscription(tenant, data);
    const before = await subscription(tenant);
    for (let n = 0; n < 2; n++) expectData(await create(tenant), 201);
    expect(await subscription(tenant)).toEqual(before);
  });

  it('leaves an internal workspace without limits', async () => {
    const tenant = await server.makeTenant({ plan: 'svc_internal' });
    for (let n = 0; n < 2; n++) expectData(await create(tenant), 201);
    expect((await subscription(tenant))?.plan).toBe('svc_internal');
  });

  it("does not touch the neighbour's row", async () => {
    const tenant = await server.makeTenant({ plan: 'starter' });
    const neighbour = await server.makeTenant({ plan: 'starter' });
    for (const each of [tenant, neighbour]) await setSubscription(each, { currentPeriodEnd: days(-1) });
    expectData(await create(tenant), 201);
    expect((await subscription(neighbour))?.plan).toBe('starter');
  });
});

describe('the tally', () => {
  it('is exact after creates, archives, reactivations, redemptions, refusals and bulk changes, for each workspace', async () => {
    const tenant = await server.makeTenant();
    const { pool } = server.services.database;
    const made = await Promise.all(Array.from({ length: 12 }, (_, n) => create(tenant, { active: n % 3 !== 0 })));
    const ids = made.map((answer) => expectData(answer, 201).id as string);
    await Promise.all([
      ...ids.slice(0, 6).map((id) => archive(tenant, id)),
      ...ids.slice(3, 9).map((id, n) => patch(tenant, id, { active: n % 2 === 0 })),
      ...ids.map((id) =>
        server.call(tenant.key, 'POST', '/api/v1/discount-codes/redeem', {
          body: { discountCodeId: id, checkoutSessionId: unique('s'), appliedAmount: 1 },
        }),
      ),
      ...Array.from({ length: 3 }, () => create(tenant, { value: 0 })),
    ]);
    await expectExactTally(tenant.accountId);

    const other = await makeAccount(server.services.database);
    await pool.query(
      `INSERT INTO "DiscountCode" ("accountId", code, type, value, currency, scope, "productIds", "tagFilter", source, active, "createdAt", "updatedAt")
       SELECT a.id, 'BULK-' || n, 'percent', 5, 'IDR', 'cart', '{}', '{}', CASE WHEN n % 4 = 0 THEN 'referral_referrer' ELSE 'manual' END, n % 3 = 0, now(), now()
       FROM unnest($1::text[]) AS a(id), generate_series(1, 50) n`,
      [[tenant.accountId, other]],
    );
    await pool.query(
      `UPDATE "DiscountCode" SET active = NOT active WHERE code LIKE 'BULK-%' AND right(code, 1) IN ('1', '2', '3')`,
    );
    await pool.query(`DELETE FROM "DiscountCode" WHERE code LIKE 'BULK-%' AND right(code, 1) IN ('3', '4')`);
    await expectExactTally(tenant.accountId);
    await expectExactTally(other);
    const { rows } = await pool.query<{ active: number; inactive: number }>(
      `SELECT active, inactive FROM "DiscountCodeTally" WHERE "accountId" = $1`,
      [tenant.accountId],
    );
    expect(await totals(tenant)).toEqual([rows[0]!.active + rows[0]!.inactive, rows[0]!.active, rows[0]!.inactive]);
  });
});
