/** Rollback (docs/contract/discount-codes.md#rollback), and what figures say without what was rolled back. */
import { describe, expect, it } from 'vitest';
import { makeAttribution, makeDiscountCode } from '@/server/testing/factories/offers';
import { makeContact } from '@/server/testing/factories/audience';
import { unique } from '@/server/testing/factories/unique';
import { auditOf, expectData, expectError, snapshotOf, trpc } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer();

const make = (tenant: Tenant, more: Parameters<typeof makeDiscountCode>[2] = {}) =>
  makeDiscountCode(server.services.database, tenant.accountId, more);
const call = async (tenant: Tenant, method: 'GET' | 'POST', path: string, body?: object) =>
  expectData(await server.call(tenant.key, method, `/api/v1/discount-codes/${path}`, body && { body }));
const redeem = (tenant: Tenant, discountCodeId: string, more: object = {}) =>
  call(tenant, 'POST', 'redeem', { discountCodeId, checkoutSessionId: unique('s'), appliedAmount: 10_000, ...more });
const rollback = (tenant: Tenant, id: string, body: object = {}) =>
  call(tenant, 'POST', `redemptions/${id}/rollback`, body);
const usesOf = async (discountCodeId: string): Promise<number[]> =>
  (await server.services.database.prisma.discountCustomerUse.findMany({ where: { discountCodeId } })).map(
    ({ uses }) => uses,
  );

describe('POST /discount-codes/redemptions/{id}/rollback', () => {
  it('leaves what was rolled back out of segments', async () => {
    const { id } = await make(server.ours);
    const externalRef = unique('plg-');
    await makeContact(server.services.database, server.ours.accountId, { externalRef });
    const redeemed = await redeem(server.ours, id, { customerId: externalRef });
    const matching = async (): Promise<unknown> => {
      const conditions = [
        { event: 'discount.redeemed', op: 'at_least', count: 1 },
        { field: 'externalRef', op: 'eq', value: externalRef },
      ];
      const definition = { match: 'all', groups: [{ match: 'all', conditions }] };
      const path = '/api/v1/audience-segments/preview';
      return expectData(await server.call(server.ours.key, 'POST', path, { body: { definition } })).count;
    };
    expect(await matching()).toBe(1);
    await rollback(server.ours, redeemed.id);
    expect(await matching()).toBe(0);
  });

  it('takes the use off the code and the customer, once, and keeps the row and its session', async () => {
    const { id, code } = await make(server.ours, { maxUsesTotal: 1, maxUsesPerCustomer: 1 });
    const redeemed = await redeem(server.ours, id, { customerId: 'ani', checkoutSessionId: unique('s') });
    const { created: _, ...row } = redeemed;
    const answer = await rollback(server.ours, redeemed.id, { reason: 'Dibatalkan' });
    expect(answer).toEqual({
      redemption: {
        ...row,
        currency: 'IDR',
        rolledBackAt: expect.stringMatching(/Z$/),
        rollbackReason: 'Dibatalkan',
      },
      rolledBack: true,
    });
    expect(await call(server.ours, 'GET', id)).toMatchObject({ redemptionCount: 0 });
    expect(await usesOf(id)).toEqual([0]);
    expect(
      await call(server.ours, 'POST', 'validate', {
        accountId: server.ours.accountId,
        code,
        subtotal: 1,
        currency: 'IDR',
        customerId: 'ani',
      }),
    ).toMatchObject({ valid: true });
    expect((await auditOf(server, server.ours.accountId)).at(-1)).toMatchObject({
      action: 'discount_code.rollback',
      targetId: id,
      data: { redemptionId: redeemed.id, checkoutSessionId: redeemed.checkoutSessionId, reason: 'Dibatalkan' },
    });
    const before = await snapshotOf(server, server.ours.accountId);
    expect(await rollback(server.ours, redeemed.id, { reason: 'Lagi' })).toEqual({ ...answer, rolledBack: false });
    // The session's key stays taken.
    expect(
      await redeem(server.ours, id, { checkoutSessionId: redeemed.checkoutSessionId, customerId: 'budi' }),
    ).toMatchObject({ id: redeemed.id, created: false, rolledBackAt: answer.redemption.rolledBackAt });
    expect(await snapshotOf(server, server.ours.accountId)).toEqual(before);
    expect(await call(server.ours, 'GET', `${id}/redemptions`)).toMatchObject({
      total: 1,
      items: [{ id: redeemed.id, rolledBackAt: answer.redemption.rolledBackAt }],
    });
  });

  it('gives no code back whose batch was ended or whose referral was voided', async () => {
    const tenant = await server.makeTenant();
    const { prisma } = server.services.database;
    const at = new Date();
    const batch = await prisma.discountBatch.create({
      data: {
        accountId: tenant.accountId,
        name: 'B',
        count: 1,
        status: 'canceled',
        prefix: '',
        length: 8,
        template: {},
        createdAt: at,
      },
    });
    const voided = await makeAttribution(server.services.database, tenant.accountId, { status: 'voided' });
    const rewarded = await makeAttribution(server.services.database, tenant.accountId, { status: 'rewarded' });
    const codes = [
      await make(tenant, { source: 'batch', sourceRefId: batch.id }),
      await make(tenant, { source: 'referral_referee', sourceRefId: voided.id }),
      await make(tenant, { source: 'referral_referee', sourceRefId: rewarded.id }),
      await make(tenant, { source: 'referral_referrer', sourceRefId: voided.id }),
    ];
    const twice = codes[3]!;
    await redeem(tenant, twice.id);
    for (const { id } of codes) await rollback(tenant, (await redeem(tenant, id)).id);
    const active = async ({ id }: { id: string }) => (await call(tenant, 'GET', id)).active;
    // The last one still has a use that stands.
    expect(await Promise.all(codes.map(active))).toEqual([false, false, true, true]);
  });

  it('leaves a redemption that was not rolled back as it was, key for key', async () => {
    const { id } = await make(server.ours);
    const keys = [
      'id',
      'discountCodeId',
      'checkoutSessionId',
      'appliedAmount',
      'appliedShipping',
      'customerId',
      'externalSource',
      'externalRef',
      'redeemedAt',
    ];
    const answer = await redeem(server.ours, id);
    expect(Object.keys(answer).sort()).toEqual([...keys, 'created'].sort());
    const [listed] = (await call(server.ours, 'GET', `${id}/redemptions`)).items;
    expect(Object.keys(listed).sort()).toEqual([...keys, 'currency'].sort());
  });

  it('is 404 for what is another workspace’s', async () => {
    const redeemed = await redeem(server.theirs, (await make(server.theirs)).id);
    expectError(
      await server.call(server.ours.key, 'POST', `/api/v1/discount-codes/redemptions/${redeemed.id}/rollback`, {
        body: {},
      }),
      404,
      'NOT_FOUND',
    );
  });

  it('is exact while 100 redeem and roll back at once', async () => {
    const tenant = await server.makeTenant();
    const { id } = await make(tenant);
    const made = await Promise.all(
      Array.from({ length: 50 }, (_, n) => redeem(tenant, id, { customerId: `pelanggan-${n % 5}` })),
    );
    const gone = made.slice(0, 30);
    const answers = await Promise.all([
      ...[...gone, ...gone].map((each) => rollback(tenant, each.id)),
      ...Array.from({ length: 40 }, (_, n) => redeem(tenant, id, { customerId: `pelanggan-${n % 5}` })),
    ]);
    expect(answers.filter(({ rolledBack }) => rolledBack === true)).toHaveLength(30);
    expect(await call(tenant, 'GET', id)).toMatchObject({ redemptionCount: 60 });
    expect((await usesOf(id)).sort()).toEqual([12, 12, 12, 12, 12]);
    expect(await call(tenant, 'GET', `${id}/redemptions`)).toMatchObject({ total: 90 });
  });
});

describe('revenue', () => {
  it('is added up per currency from what redeems say, without what was rolled back', async () => {
    const tenant = await server.makeTenant();
    const { id } = await make(tenant);
    const overview = async () =>
      expectData(await server.call(tenant.key, 'GET', '/api/v1/insights/overview')).discounts;
    const detail = async () => expectData(await server.call(tenant.key, 'GET', `/api/v1/discount-codes/${id}`));
    await redeem(tenant, id);
    expect(await overview()).toEqual({ redemptions: 1, appliedByCurrency: { IDR: 10_000 } });
    expect(Object.keys(await detail())).not.toContain('revenueByCurrency');
    expect(await redeem(tenant, id, { orderTotal: 90_000 })).toMatchObject({ orderTotal: 90_000 });
    const gone = await redeem(tenant, id, { orderTotal: 50_000, appliedShipping: 7 });
    expect(await overview()).toEqual({
      redemptions: 3,
      appliedByCurrency: { IDR: 30_007 },
      revenueByCurrency: { IDR: 140_000 },
      revenueDiscountByCurrency: { IDR: 20_007 },
    });
    expect(await detail()).toMatchObject({
      id,
      revenueByCurrency: { IDR: 140_000 },
      revenueDiscountByCurrency: { IDR: 20_007 },
    });
    await rollback(tenant, gone.id);
    expect(await detail()).toMatchObject({
      revenueByCurrency: { IDR: 90_000 },
      revenueDiscountByCurrency: { IDR: 10_000 },
    });
    expect(await overview()).toEqual({
      redemptions: 2,
      appliedByCurrency: { IDR: 20_000 },
      revenueByCurrency: { IDR: 90_000 },
      revenueDiscountByCurrency: { IDR: 10_000 },
    });
    expect((await trpc(server, 'query', 'insights.topCodes', {}, { cookie: tenant.cookie })).data.codes).toMatchObject([
      { id, redemptions: 2, revenueByCurrency: { IDR: 90_000 }, revenueDiscountByCurrency: { IDR: 10_000 } },
    ]);
    expectError(
      await server.call(tenant.key, 'POST', '/api/v1/discount-codes/redeem', {
        body: { discountCodeId: id, checkoutSessionId: unique('s'), appliedAmount: 1, orderTotal: -1 },
      }),
      400,
      'VALIDATION',
    );
  });
});
