/** Affiliate programs and what shops' orders earn (docs/contract/programs.md), through the doors. */
import { describe, expect, it } from 'vitest';
import { systemDb } from '@/server/platform/db/workspace';
import { writeDeletions } from '@/server/modules/shops/orders/put-deletions';
import { makeAffiliate, makeCommission, makeProgram } from '@/server/testing/creators';
import { makeDiscountCode } from '@/server/testing/factories/offers';
import { makeMarketingCampaign } from '@/server/testing/factories/content';
import { unique } from '@/server/testing/factories/unique';
import { expectData, expectError } from '@/server/testing/http';
import { programCalls } from '@/server/testing/programs';
import { useServer } from '@/server/testing/server';

const server = useServer();
const calls = programCalls(server, () => server.ours.key);
const { call } = calls;
const database = () => server.services.database;
const ours = () => server.ours.accountId;
const COMMISSION = { type: 'percent', rate: 1250 };

describe('POST /programs', () => {
  it('makes a draft with the contract’s defaults', async () => {
    expect(expectData(await call('POST', '/programs', { name: 'Friends' }), 201)).toEqual({
      id: expect.any(String) as string,
      accountId: ours(),
      marketingCampaignId: null,
      name: 'Friends',
      description: null,
      status: 'draft',
      commission: null,
      customerDiscount: null,
      attributionWindowDays: 30,
      holdDays: 30,
      minPayout: 0,
      newCustomersOnly: false,
      autoApprove: false,
      visibility: 'invite_only',
      landingUrl: null,
      blockedReferrers: [],
      terms: null,
      createdAt: expect.any(String) as string,
      updatedAt: expect.any(String) as string,
    });
  });

  it('stores what is sent, as it is meant', async () => {
    const made = await call('POST', '/programs', {
      name: 'Friends',
      commission: COMMISSION,
      customerDiscount: { type: 'percent', value: 10 },
      blockedReferrers: ['https://www.Coupons.example/x', 'deals.example'],
      marketingCampaignId: await makeMarketingCampaign(database(), ours()),
    });
    expect(expectData(made, 201)).toMatchObject({
      commission: { type: 'percent', rate: 1250, currency: null, maxPerOrder: null },
      customerDiscount: { type: 'percent', value: 10, minPurchaseAmount: null, maxUsesPerCustomer: 1 },
      blockedReferrers: ['coupons.example', 'deals.example'],
    });
  });

  it.each([
    ['a fixed commission without a currency', { commission: { type: 'fixed', amount: 1 } }, 'VALIDATION'],
    ['a rate of 0', { commission: { type: 'percent', rate: 0 } }, 'VALIDATION'],
    ['a rate above all of it', { commission: { type: 'percent', rate: 10_001 } }, 'VALIDATION'],
    ['a discount of 101 percent', { customerDiscount: { type: 'percent', value: 101 } }, 'INVALID_VALUE'],
    ['a landing address without TLS', { landingUrl: 'http://toko.example' }, 'VALIDATION'],
    ['a window of 0 days', { attributionWindowDays: 0 }, 'VALIDATION'],
    ['a window of 181 days', { attributionWindowDays: 181 }, 'VALIDATION'],
    ['a hold of 181 days', { holdDays: 181 }, 'VALIDATION'],
    ['a host that is none', { blockedReferrers: ['not a host'] }, 'VALIDATION'],
  ])('refuses %s', async (_, body, code) => {
    expectError(await call('POST', '/programs', { name: 'x', ...body }), 400, code);
  });
});

describe('a program', () => {
  const moves: Record<string, Record<string, string>> = {
    activate: { draft: 'live', paused: 'live', live: 'live' },
    pause: { live: 'paused', paused: 'paused' },
  };
  it.each(
    Object.keys(moves).flatMap((verb) => ['draft', 'live', 'paused', 'archived'].map((status) => ({ verb, status }))),
  )('that is $status: $verb', async ({ verb, status }) => {
    const id = await makeProgram(database(), ours(), { status });
    const answer = await call('POST', `/programs/${id}/${verb}`, {});
    const next = moves[verb]![status];
    if (next === undefined) expect(expectError(answer, 409, 'BAD_STATE').details).toEqual({ status });
    else expect(expectData(answer)).toMatchObject({ status: next });
    expect(await database().prisma.auditEntry.count({ where: { targetId: id } })).toBe(
      next === undefined || next === status ? 0 : 1,
    );
  });

  it('needs a landing address and a commission to run, and keeps them while it does', async () => {
    const { id } = expectData(await call('POST', '/programs', { name: 'x' }), 201) as { id: string };
    const missing = expectError(await call('POST', `/programs/${id}/activate`, {}), 400, 'INCOMPLETE').details;
    expect(missing).toEqual({ missing: ['landingUrl', 'commission'] });
    expectData(await call('PATCH', `/programs/${id}`, { landingUrl: 'https://toko.example', commission: COMMISSION }));
    expectData(await call('POST', `/programs/${id}/activate`, {}));
    expectError(await call('PATCH', `/programs/${id}`, { landingUrl: null }), 400, 'INCOMPLETE');
  });

  it('tells what it brought', async () => {
    const programId = await makeProgram(database(), ours());
    const [one, other] = [
      await makeAffiliate(database(), ours(), { programId, data: { name: 'Budi' } }),
      await makeAffiliate(database(), ours(), { programId, data: { name: 'Rina' } }),
    ];
    for (let click = 0; click < 4; click++) await calls.click({ code: one.linkCode });
    await makeCommission(database(), ours(), one);
    await makeCommission(database(), ours(), one, { status: 'voided', amount: 0n, refundedAmount: 100_000n });
    await makeCommission(database(), ours(), other, { status: 'approved', refundedAmount: 10_000n, amount: 9_000n });
    await makeCommission(database(), ours(), other, { status: 'held', currency: 'USD', orderAmount: 50n, amount: 5n });
    const code = await makeDiscountCode(database(), ours(), { source: 'affiliate', sourceRefId: one.id });
    const checkoutSessionId = unique('session-');
    expectData(
      await call('POST', '/discount-codes/redeem', { discountCodeId: code.id, checkoutSessionId, appliedAmount: 1 }),
    );
    const stats = expectData(await call('GET', `/programs/${programId}/stats?windowDays=7`));
    expect(stats).toMatchObject({
      windowDays: 7,
      clicks: 4,
      conversions: 3,
      conversionRate: 0.75,
      revenueByCurrency: { IDR: 190_000, USD: 50 },
      commissionByStatus: { pending: { IDR: 10_000 }, voided: { IDR: 0 }, approved: { IDR: 9_000 }, held: { USD: 5 } },
      top: [
        { collaborationId: one.id, name: 'Budi', clicks: 4, conversions: 1, revenueByCurrency: { IDR: 100_000 } },
        {
          collaborationId: other.id,
          name: 'Rina',
          clicks: 0,
          conversions: 2,
          revenueByCurrency: { IDR: 90_000, USD: 50 },
        },
      ],
      untold: [{ checkoutSessionId, discountCode: code.code }],
    });
  });
});

describe('orders of a shop', () => {
  const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
  const order = (more: object = {}) => ({
    externalRef: unique('o-'),
    checkoutSessionId: unique('session-'),
    amount: 165_000,
    shipping: 10_000,
    tax: 5_000,
    currency: 'IDR',
    status: 'paid',
    placedAt: ago(2),
    paidAt: ago(1),
    ...more,
  });
  const put = async (...rows: object[]) =>
    expectData(await call('PUT', '/integrations/orders', { externalSource: 'toko', rows }));
  const earned = (checkoutSessionId: string) =>
    database().prisma.commission.findMany({
      where: { accountId: ours(), checkoutSessionId },
      orderBy: { kind: 'desc' },
    });

  it('earn by their codes, or by what the landing address carries, without shipping and tax', async () => {
    const [coded, linked] = [await makeAffiliate(database(), ours()), await makeAffiliate(database(), ours())];
    const code = await makeDiscountCode(database(), ours(), { source: 'affiliate', sourceRefId: coded.id });
    const one = order({ discountCodes: ['OTHER', code.code] });
    const two = order({ landingUrl: `https://toko.example/?ref=${linked.linkCode}` });
    const click = await calls.click({ code: linked.linkCode });
    const three = order({ landingUrl: `https://toko.example/?click=${click.clickId}&ref=nobody` });
    const none = order();
    await put(one, two, three, none);
    for (const [each, whose] of [
      [one, coded],
      [two, linked],
      [three, linked],
    ] as const)
      expect(await earned(each.checkoutSessionId)).toMatchObject([
        {
          collaborationId: whose.id,
          orderAmount: 150_000n,
          amount: 15_000n,
          externalSource: 'toko',
          externalRef: each.externalRef,
        },
      ]);
    expect(await earned(none.checkoutSessionId)).toEqual([]);
    // Told again, also by the partner's call, it is the same one.
    await put({ ...one, updatedAt: ago(0) });
    expect(await calls.convert({ checkoutSessionId: one.checkoutSessionId, code: linked.linkCode })).toMatchObject({
      created: false,
    });
    expect(await earned(one.checkoutSessionId)).toHaveLength(1);
  });

  it('that are given back take it back', async () => {
    const made = await makeAffiliate(database(), ours());
    const reported = order({ landingUrl: `https://toko.example/?ref=${made.linkCode}`, updatedAt: ago(1) });
    await put(reported);
    await put({ ...reported, refunded: 50_000, updatedAt: ago(0.5) });
    expect(await earned(reported.checkoutSessionId)).toMatchObject([
      { amount: 10_000n, refundedAmount: 50_000n, status: 'pending' },
    ]);
    await put({ ...reported, refunded: 165_000, status: 'refunded', updatedAt: ago(0.2) });
    expect(await earned(reported.checkoutSessionId)).toMatchObject([{ amount: 0n, status: 'voided' }]);
  });

  it('that are history and given back take back what a conversion has earned, once', async () => {
    const made = await makeAffiliate(database(), ours());
    const long = '2020-01-01T00:00:00Z';
    const old = order({ placedAt: long, paidAt: long, updatedAt: ago(1) });
    await put(old);
    await calls.convert({ checkoutSessionId: old.checkoutSessionId, code: made.linkCode });
    for (const updatedAt of [ago(0.5), ago(0.4)])
      await put({ ...old, refunded: 50_000, status: 'partially_refunded', updatedAt });
    expect(await earned(old.checkoutSessionId)).toMatchObject([
      { amount: 5_000n, refundedAmount: 50_000n, status: 'pending' },
    ]);
  });

  it('that are canceled take all of it back, with the next statement where it is on one, whatever comes first', async () => {
    const made = await makeAffiliate(database(), ours(), { terms: { holdDays: 0, minPayout: 0 } });
    const landingUrl = `https://toko.example/?ref=${made.linkCode}`;
    const [open, billed] = [order({ landingUrl, updatedAt: ago(1) }), order({ landingUrl, updatedAt: ago(1) })];
    await put(open, billed);
    const [sale] = await earned(billed.checkoutSessionId);
    await calls.approve([sale!.id]);
    await calls.issue({ collaborationIds: [made.id] });
    for (const updatedAt of [ago(0.5), ago(0.5), ago(0.4)])
      await put({ ...open, status: 'canceled', updatedAt }, { ...billed, status: 'canceled', updatedAt });
    expect(await earned(open.checkoutSessionId)).toMatchObject([{ amount: 0n, status: 'voided' }]);
    const clawedBack = [
      { kind: 'sale', amount: 15_000n, status: 'approved' },
      { kind: 'clawback', amount: -15_000n, refundedAmount: 150_000n, status: 'approved', statementId: null },
    ];
    expect(await earned(billed.checkoutSessionId)).toMatchObject(clawedBack);
    // Paid after all: what was taken back stays so.
    await put({ ...open, updatedAt: ago(0.2) }, { ...billed, updatedAt: ago(0.2) });
    expect(await earned(open.checkoutSessionId)).toMatchObject([{ amount: 0n, status: 'voided' }]);
    expect(await earned(billed.checkoutSessionId)).toMatchObject(clawedBack);
    // What is older changes nothing; what is first told as canceled earns nothing.
    const [stale, late] = [order({ landingUrl, updatedAt: ago(0.5) }), order({ landingUrl, updatedAt: ago(0.5) })];
    await put(stale, { ...late, status: 'canceled', updatedAt: ago(0.4) });
    await put({ ...stale, status: 'canceled', updatedAt: ago(1) }, late);
    expect(await earned(stale.checkoutSessionId)).toMatchObject([{ amount: 15_000n, status: 'pending' }]);
    expect(await earned(late.checkoutSessionId)).toEqual([]);
  });

  it('of which another one of the checkout stands take nothing back', async () => {
    const made = await makeAffiliate(database(), ours());
    const reported = order({ landingUrl: `https://toko.example/?ref=${made.linkCode}` });
    await put(reported, { ...reported, externalRef: unique('o-'), status: 'canceled', paidAt: null });
    expect(await earned(reported.checkoutSessionId)).toMatchObject([{ amount: 15_000n, status: 'pending' }]);
  });

  it('that the shop deletes take it back', async () => {
    const made = await makeAffiliate(database(), ours());
    const reported = order({ landingUrl: `https://toko.example/?ref=${made.linkCode}`, updatedAt: ago(1) });
    await put(reported);
    const deletion = { ref: reported.externalRef, at: new Date() };
    for (let time = 0; time < 2; time++)
      await systemDb(database(), ours()).transaction((tx) => writeDeletions(tx, 'toko', 'orders', [deletion]));
    expect(await earned(reported.checkoutSessionId)).toMatchObject([{ amount: 0n, status: 'voided' }]);
  });

  it('that are history earn nothing', async () => {
    const made = await makeAffiliate(database(), ours());
    const old = order({
      landingUrl: `https://toko.example/?ref=${made.linkCode}`,
      placedAt: '2020-01-01T00:00:00Z',
      paidAt: '2020-01-01T00:00:00Z',
    });
    await put(old);
    expect(await earned(old.checkoutSessionId)).toEqual([]);
  });

  it('in one call hold their affiliates in one order, whoever reports them meanwhile', async () => {
    const people = await Promise.all([1, 2, 3, 4].map(() => makeAffiliate(database(), ours())));
    const rows = (turn: number) =>
      people.map((_, place) =>
        order({ landingUrl: `https://toko.example/?ref=${people[(place + turn) % 4]!.linkCode}` }),
      );
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, (_, turn) => put(...rows(turn))),
      ...Array.from({ length: 8 }, () => calls.issue({ collaborationIds: people.map(({ id }) => id) })),
      ...people.map(({ linkCode }) => calls.convert({ code: linkCode })),
    ]);
    expect(answers).toHaveLength(16);
    for (const { id } of people)
      expect(await database().prisma.commission.count({ where: { collaborationId: id } })).toBe(5);
  });
});
