/** Holds (docs/contract/discount-codes.md#holds): uses that are set aside, by an independent model and under a race. */
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { setClockOffset } from '@/server/platform/lib/clock';
import { makeDiscountCode } from '@/server/testing/factories/offers';
import { unique } from '@/server/testing/factories/unique';
import { expectData, expectError, snapshotOf } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';
import { pruneHoldsJob } from '@/server/modules/offers/discount-codes/jobs';

const server = useServer();
afterEach(() => setClockOffset(0));

const make = (more: Parameters<typeof makeDiscountCode>[2] = {}, tenant: Tenant = server.ours) =>
  makeDiscountCode(server.services.database, tenant.accountId, more);
const post = (path: string, body: object, tenant: Tenant = server.ours) =>
  server.call(tenant.key, 'POST', `/api/v1/discount-codes/${path}`, { body });
const hold = (body: object) => post('holds', { checkoutSessionId: unique('s'), ...body });
const held = async (body: object) => expectData(await hold(body));
const reasonOf = async (code: string, more: object = {}): Promise<string | undefined> =>
  expectData(
    await post('validate', { accountId: server.ours.accountId, code, subtotal: 1000, currency: 'IDR', ...more }),
  ).reason;
const refusal = async (body: object) => {
  const answer = await hold(body);
  expectError(answer, 409, 'HOLD_REFUSED');
  return answer.body.error?.details?.reason as string;
};
const holdsOf = (discountCodeId: string) =>
  server.services.database.prisma.discountHold.count({ where: { discountCodeId } });

describe('POST /discount-codes/holds', () => {
  it('sets a use aside for everybody else, and prolongs it when it is sent again', async () => {
    const { id, code } = await make({ maxUsesTotal: 1 });
    const checkoutSessionId = unique('s');
    const first = await held({ code: code.toLowerCase(), checkoutSessionId });
    expect(first).toEqual({
      id: expect.stringMatching(/^c[a-z0-9]{24}$/),
      expiresAt: expect.stringMatching(/Z$/),
      created: true,
    });
    expect(new Date(first.expiresAt).getTime() - Date.now()).toBeGreaterThan(890_000);
    expect(await reasonOf(code)).toBe('GLOBAL_LIMIT');
    expect(await reasonOf(code, { checkoutSessionId: 'another' })).toBe('GLOBAL_LIMIT');
    expect(await reasonOf(code, { checkoutSessionId })).toBeUndefined();
    expect(await refusal({ code })).toBe('GLOBAL_LIMIT');
    const longer = await held({ discountCodeId: id, checkoutSessionId, seconds: 3600 });
    expect(longer).toMatchObject({ id: first.id, created: false });
    expect(longer.expiresAt > first.expiresAt).toBe(true);
    // It is prolonged, never shortened.
    expect(await held({ discountCodeId: id, checkoutSessionId, seconds: 60 })).toEqual(longer);
  });

  it('stays the customer’s where a repeat names nobody', async () => {
    const { code } = await make({ maxUsesPerCustomer: 1 });
    const [checkoutSessionId, customerId] = [unique('s'), unique('k')];
    await held({ code, checkoutSessionId, customerId });
    expect(await held({ code, checkoutSessionId })).toMatchObject({ created: false });
    expect(await reasonOf(code, { customerId })).toBe('PER_CUSTOMER_LIMIT');
    // Of another code it is nobody's until somebody is named.
    const other = await make({ maxUsesPerCustomer: 1 });
    expect(await held({ code: other.code, checkoutSessionId })).toMatchObject({ created: false });
    expect(await reasonOf(other.code, { customerId })).toBeUndefined();
    expect(await reasonOf(code, { customerId })).toBeUndefined();
  });

  it('of one session on two codes at once is made once', async () => {
    for (let round = 0; round < 10; round++) {
      const codes = [await make(), await make()];
      const checkoutSessionId = unique('s');
      const answers = await Promise.all(codes.map(({ code }) => held({ code, checkoutSessionId })));
      expect(new Set(answers.map(({ id }) => id as string)).size).toBe(1);
      expect(answers.filter(({ created }) => created === true)).toHaveLength(1);
    }
  });

  it('ends by itself, is given back by DELETE, and is used up by the redeem of its session', async () => {
    const { id, code } = await make({ maxUsesTotal: 2 });
    const [one, two] = [unique('s'), unique('s')];
    const first = await held({ code, checkoutSessionId: one, seconds: 60 });
    const second = await held({ code, checkoutSessionId: two });
    expect(await reasonOf(code)).toBe('GLOBAL_LIMIT');
    const drop = (holdId: string, tenant: Tenant = server.ours) =>
      server.call(tenant.key, 'DELETE', `/api/v1/discount-codes/holds/${holdId}`);
    expectError(await drop(second.id, server.theirs), 404, 'NOT_FOUND');
    expect(expectData(await drop(second.id))).toEqual({ id: second.id, deleted: true });
    expectError(await drop(second.id), 404, 'NOT_FOUND');
    expect(await reasonOf(code)).toBeUndefined();
    setClockOffset(61_000);
    const again = await held({ code, checkoutSessionId: one });
    expect(again.created).toBe(true);
    expect(again.id).not.toBe(first.id);
    expectData(await post('redeem', { discountCodeId: id, checkoutSessionId: one, appliedAmount: 1 }));
    expect(await holdsOf(id)).toBe(0);
    expect(await reasonOf(code)).toBeUndefined();
    expect(await refusal({ code, checkoutSessionId: one })).toBe('ALREADY_REDEEMED');
  });

  it('counts for the customer as well', async () => {
    const { code } = await make({ maxUsesPerCustomer: 1 });
    await held({ code, customerId: 'ani' });
    expect(await reasonOf(code, { customerId: 'ani' })).toBe('PER_CUSTOMER_LIMIT');
    expect(await reasonOf(code, { customerId: 'budi' })).toBeUndefined();
    expect(await refusal({ code, customerId: 'ani' })).toBe('PER_CUSTOMER_LIMIT');
  });

  it('says why it refuses, and then leaves what the session has', async () => {
    const { code } = await make();
    const checkoutSessionId = unique('s');
    const mine = await held({ code, checkoutSessionId });
    const before = await snapshotOf(server, server.ours.accountId);
    const cases: [string, Parameters<typeof makeDiscountCode>[2]][] = [
      ['INACTIVE', { active: false }],
      ['NOT_YET_ACTIVE', { startsAt: new Date('2099-01-01') }],
      ['EXPIRED', { expiresAt: new Date('2020-01-01') }],
      ['GLOBAL_LIMIT', { maxUsesTotal: 1, redemptionCount: 1 }],
      ['NOT_ELIGIBLE', { firstOrderOnly: true }],
    ];
    for (const [reason, options] of cases)
      expect(await refusal({ code: (await make(options)).code, checkoutSessionId })).toBe(reason);
    expect(await refusal({ code: unique('none-'), checkoutSessionId })).toBe('NOT_FOUND');
    expectError(await hold({ discountCodeId: (await make({}, server.theirs)).id }), 404, 'NOT_FOUND');
    for (const wrong of [{}, { code, discountCodeId: 'c1' }, { code, seconds: 59 }, { code, seconds: 3601 }])
      expectError(await hold(wrong), 400, 'VALIDATION');
    const { DiscountHold } = await snapshotOf(server, server.ours.accountId);
    expect(DiscountHold).toEqual(before.DiscountHold);
    // Of another code that can be held it moves.
    const other = await make({ maxUsesTotal: 1 });
    expect(await held({ code: other.code, checkoutSessionId })).toMatchObject({ id: mine.id, created: false });
    expect(await reasonOf(other.code)).toBe('GLOBAL_LIMIT');
  });

  it('of 100 at once on a code with one use lets one win', async () => {
    const { id, code } = await make({ maxUsesTotal: 1 });
    const answers = await Promise.all(Array.from({ length: 100 }, () => hold({ code })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(99);
    expect(await holdsOf(id)).toBe(1);
  });

  it('under 200 callers that hold, redeem, roll back and give back, the count is that of the model', async () => {
    const { id, code } = await make({ maxUsesTotal: 40 });
    const sessions = Array.from({ length: 60 }, (_, n) => `${code}-${n}`);
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, async (_, n) => {
        const checkoutSessionId = sessions[n % 60]!;
        if (n % 4 === 3) {
          const { body } = await post('redeem', { discountCodeId: id, checkoutSessionId, appliedAmount: 1 });
          if (n % 8 === 7) await post(`redemptions/${body.data.id}/rollback`, {});
          return;
        }
        const answer = await hold({ code, checkoutSessionId });
        if (answer.status === 200 && n % 5 === 0)
          await server.call(server.ours.key, 'DELETE', `/api/v1/discount-codes/holds/${answer.body.data.id}`);
        expect([200, 409]).toContain(answer.status);
      }),
    );
    expect(outcomes).toHaveLength(200);
    const { prisma } = server.services.database;
    const redemptions = await prisma.discountRedemption.findMany({ where: { discountCodeId: id } });
    const counted = redemptions.filter(({ rolledBackAt }) => rolledBackAt === null).length;
    const code_ = await prisma.discountCode.findFirstOrThrow({ where: { id } });
    expect(code_.redemptionCount).toBe(counted);
    const holds = await prisma.discountHold.findMany({ where: { discountCodeId: id } });
    // Nobody who has redeemed holds a use as well.
    const redeemed = new Set(redemptions.map(({ checkoutSessionId }) => checkoutSessionId));
    expect(holds.filter(({ checkoutSessionId }) => redeemed.has(checkoutSessionId))).toEqual([]);
    // What is left can be held, and not one more.
    const left = Math.max(0, 40 - counted - holds.length);
    for (let n = 0; n < left; n++) await held({ code });
    expect(await refusal({ code })).toBe('GLOBAL_LIMIT');
  });

  it('of a session that is redeemed at the same moment counts for nothing afterwards', async () => {
    for (let round = 0; round < 15; round++) {
      const { id, code } = await make({ maxUsesTotal: 40 });
      const other = await make({ maxUsesTotal: 40 });
      const sessions = Array.from({ length: 20 }, (_, n) => `${code}-${n}`);
      const answers = await Promise.all(
        sessions.flatMap((checkoutSessionId, n) => [
          hold({ code, checkoutSessionId }),
          post('redeem', { discountCodeId: n % 2 === 0 ? id : other.id, checkoutSessionId, appliedAmount: 1 }),
          hold({ code, checkoutSessionId }),
        ]),
      );
      for (const { status } of answers) expect([200, 409]).toContain(status);
      // Ten uses are spent, so thirty are free: all of them can be held, and not one more.
      const free = await Promise.all(Array.from({ length: 31 }, () => hold({ code })));
      expect(free.filter(({ status }) => status === 200)).toHaveLength(30);
    }
  });

  it('step by step is what a model of it says', async () => {
    const step = fc.oneof(
      fc.record({ act: fc.constant('hold' as const), session: fc.nat({ max: 4 }), customer: fc.nat({ max: 1 }) }),
      fc.record({ act: fc.constant('redeem' as const), session: fc.nat({ max: 4 }), customer: fc.nat({ max: 1 }) }),
      fc.record({ act: fc.constant('rollback' as const), session: fc.nat({ max: 4 }) }),
      // No sum of sevens is 60: the clock goes on during a request, so a hold that ends this very second may be there or not.
      fc.record({ act: fc.constant('wait' as const), seconds: fc.integer({ min: 3, max: 13 }).map((n) => n * 7) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
        const { id, code } = await make({ maxUsesTotal: 3, maxUsesPerCustomer: 2 });
        let now = 0;
        setClockOffset(0);
        const base = Date.now();
        const holds = new Map<number, { until: number; customer: number }>();
        const redeemed = new Map<number, { customer: number; counts: boolean; id: string }>();
        const uses = (of?: number) =>
          [...redeemed.values()].filter(({ counts, customer }) => counts && (of === undefined || of === customer))
            .length;
        const setAside = (but: number, of?: number) =>
          [...holds].filter(([s, h]) => s !== but && h.until > now && (of === undefined || of === h.customer)).length;
        for (const each of steps) {
          if (each.act === 'wait') {
            now += each.seconds * 1000;
            setClockOffset(now + (base - Date.now()));
            continue;
          }
          const checkoutSessionId = `${code}-${each.session}`;
          if (each.act === 'rollback') {
            const row = redeemed.get(each.session);
            if (row === undefined) continue;
            const answer = expectData(await post(`redemptions/${row.id}/rollback`, {}));
            expect(answer.rolledBack).toBe(row.counts);
            row.counts = false;
            continue;
          }
          const customerId = `c${each.customer}`;
          setClockOffset(now + (base - Date.now()));
          if (each.act === 'redeem') {
            const answer = expectData(
              await post('redeem', { discountCodeId: id, checkoutSessionId, customerId, appliedAmount: 1 }),
            );
            expect(answer.created).toBe(!redeemed.has(each.session));
            if (answer.created === true)
              redeemed.set(each.session, { customer: each.customer, counts: true, id: answer.id });
            holds.delete(each.session);
            continue;
          }
          const expected = redeemed.has(each.session)
            ? 'ALREADY_REDEEMED'
            : uses() + setAside(each.session) >= 3
              ? 'GLOBAL_LIMIT'
              : uses(each.customer) + setAside(each.session, each.customer) >= 2
                ? 'PER_CUSTOMER_LIMIT'
                : undefined;
          const answer = await hold({ code, checkoutSessionId, customerId, seconds: 60 });
          expect(answer.body.error?.details?.reason).toBe(expected);
          if (expected === undefined) {
            const before = holds.get(each.session);
            expect(answer.body.data.created).toBe(before === undefined || before.until <= now);
            holds.set(each.session, { until: now + 60_000, customer: each.customer });
          }
        }
      }),
      { numRuns: 40, endOnFailure: true },
    );
  });
});

describe('the worker', () => {
  it('lets go of holds a day after they are over', async () => {
    const { id, code } = await make();
    await held({ code, seconds: 60 });
    await held({ code, seconds: 3600 });
    setClockOffset(25 * 3_600_000 + 1_000);
    await pruneHoldsJob.run(server.services, {});
    expect(await holdsOf(id)).toBe(0);
    setClockOffset(0);
    await held({ code, seconds: 3600 });
    setClockOffset(2 * 3_600_000);
    await pruneHoldsJob.run(server.services, {});
    expect(await holdsOf(id)).toBe(1);
  });
});
