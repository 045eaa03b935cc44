/**
 * What happens at once (docs/contract/discount-codes.md#redeem): retries of one checkout, many checkouts of one code,
 * twins of one code's name.
 */
import { describe, expect, it } from 'vitest';
import { makeDiscountCode } from '@/server/testing/factories/offers';
import { unique } from '@/server/testing/factories/unique';
import { auditOf, expectData, expectError } from '@/server/testing/http';
import { times } from '@/server/testing/lane';
import { useServer, type Answer } from '@/server/testing/server';

const server = useServer();

const redeem = (body: Record<string, unknown>) =>
  server.call(server.ours.key, 'POST', '/api/v1/discount-codes/redeem', { body });
const together = <Result>(count: number, call: (n: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => call(n)));
const codeRow = (id: string) => server.services.database.prisma.discountCode.findFirstOrThrow({ where: { id } });

/** Runs `work` for each number below `count`, a few at a time. */
async function inFlight(count: number, width: number, work: (n: number) => Promise<void>): Promise<void> {
  let next = 0;
  await together(width, async () => {
    while (next < count) await work(next++);
  });
}

describe('redeem under a race', () => {
  it(
    'makes one row and one count of 50 parallel redeems of one session with an external reference, in each round',
    { timeout: 300_000 },
    async () => {
      const rounds = times(60, 200);
      // A hundred at once: of many more, a starved machine answers some 503.
      await inFlight(rounds, 2, async (round) => {
        const { id } = await makeDiscountCode(server.services.database, server.ours.accountId);
        const body = {
          accountId: server.ours.accountId,
          discountCodeId: id,
          checkoutSessionId: `race-${round}`,
          appliedAmount: 5,
          customerId: 'ani',
          externalSource: 'shop',
          externalRef: `order-${round}`,
        };
        const answers = await together(50, () => redeem(body));
        const rows = answers.map((answer) => expectData(answer));
        expect(rows.filter((row) => row.created === true)).toHaveLength(1);
        expect(rows.filter((row) => row.created === false)).toHaveLength(49);
        expect(new Set(rows.map(({ created: _, ...row }) => JSON.stringify(row))).size).toBe(1);
        const { prisma } = server.services.database;
        expect(await prisma.discountRedemption.count({ where: { discountCodeId: id } })).toBe(1);
        expect((await codeRow(id)).redemptionCount).toBe(1);
        expect(await prisma.discountCustomerUse.findMany({ where: { discountCodeId: id } })).toMatchObject([
          { customerId: 'ani', uses: 1 },
        ]);
      });
      expect(
        await server.services.database.prisma.discountRedemption.count({
          where: { checkoutSessionId: { startsWith: 'race-' } },
        }),
      ).toBe(rounds);
    },
  );

  it('counts 60 parallel redeems of different sessions exactly, for the code and for each customer', async () => {
    const { id } = await makeDiscountCode(server.services.database, server.ours.accountId, {
      maxUsesTotal: 10,
      maxUsesPerCustomer: 2,
    });
    const customers = ['ani', 'budi', 'citra', undefined];
    const answers = await together(60, (n) =>
      redeem({
        discountCodeId: id,
        checkoutSessionId: unique('s'),
        appliedAmount: n,
        customerId: customers[n % 4],
        externalSource: 'shop',
        externalRef: unique('o'),
      }),
    );
    expect(answers.map((answer) => expectData(answer).created)).toEqual(Array(60).fill(true));
    expect((await codeRow(id)).redemptionCount).toBe(60);
    const uses = await server.services.database.prisma.discountCustomerUse.findMany({
      where: { discountCodeId: id },
      orderBy: { customerId: 'asc' },
    });
    expect(uses.map(({ customerId, uses: count }) => [customerId, count])).toEqual([
      ['ani', 15],
      ['budi', 15],
      ['citra', 15],
    ]);
  });

  it('lets one of 30 different sessions have an external reference; the others are 500 INTERNAL and count nothing', async () => {
    const { id } = await makeDiscountCode(server.services.database, server.ours.accountId);
    const externalRef = unique('order-');
    const answers = await together(30, () =>
      redeem({
        discountCodeId: id,
        checkoutSessionId: unique('s'),
        appliedAmount: 1,
        customerId: 'ani',
        externalSource: 'shop',
        externalRef,
      }),
    );
    const won = answers.filter(({ status }) => status === 200);
    expect(won.map((answer) => expectData(answer).created)).toEqual([true]);
    for (const answer of answers.filter((each) => each !== won[0])) expectError(answer, 500, 'INTERNAL');
    expect((await codeRow(id)).redemptionCount).toBe(1);
    expect(
      await server.services.database.prisma.discountCustomerUse.findMany({ where: { discountCodeId: id } }),
    ).toMatchObject([{ uses: 1 }]);
  });

  it('gives one of two codes the session when both are redeemed for it at once', async () => {
    for (let round = 0; round < 20; round++) {
      const codes = await together(2, () => makeDiscountCode(server.services.database, server.ours.accountId));
      const checkoutSessionId = unique('s');
      const rows = (
        await together(10, (n) => redeem({ discountCodeId: codes[n % 2]!.id, checkoutSessionId, appliedAmount: n }))
      ).map((answer) => expectData(answer));
      expect(new Set(rows.map((row) => row.id)).size).toBe(1);
      expect(rows.filter((row) => row.created === true)).toHaveLength(1);
      const counts = await Promise.all(codes.map(async ({ id }) => [id, (await codeRow(id)).redemptionCount] as const));
      expect(counts.find(([id]) => id === rows[0].discountCodeId)?.[1]).toBe(1);
      expect(counts.reduce((sum, [, count]) => sum + count, 0)).toBe(1);
    }
  });

  it('loses no count when the code is changed, archived and redeemed at once', async () => {
    const { id } = await makeDiscountCode(server.services.database, server.ours.accountId);
    const call = (method: string, body?: unknown) =>
      server.call(server.ours.key, method, `/api/v1/discount-codes/${id}`, { body });
    const answers = await Promise.all([
      ...Array.from({ length: 30 }, () =>
        redeem({ discountCodeId: id, checkoutSessionId: unique('s'), appliedAmount: 1 }),
      ),
      ...Array.from({ length: 10 }, (_, n) => call('PATCH', { value: n + 1, active: true })),
      ...Array.from({ length: 5 }, () => call('DELETE')),
    ]);
    for (const answer of answers) expectData(answer);
    expect((await codeRow(id)).redemptionCount).toBe(30);
  });
});

describe('create under a race', () => {
  it('makes one of 30 parallel creates of one code in differing case; the others are 409 CODE_EXISTS', async () => {
    const tenant = await server.makeTenant();
    const cased = (n: number): string =>
      Array.from('Lebaran-Ñandú')
        .map((letter, at) => ((n >> (at % 5)) & 1 ? letter.toUpperCase() : letter.toLowerCase()))
        .join('');
    const answers: Answer[] = await together(30, (n) =>
      server.call(tenant.key, 'POST', '/api/v1/discount-codes', {
        body: { code: cased(n), type: 'percent', value: 5, currency: 'IDR' },
      }),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(29).fill(409)]);
    for (const answer of answers.filter(({ status }) => status === 409)) expectError(answer, 409, 'CODE_EXISTS');
    expect(expectData(await server.call(tenant.key, 'GET', '/api/v1/discount-codes')).total).toBe(1);
    expect(await auditOf(server, tenant.accountId)).toHaveLength(1);
  });
});
