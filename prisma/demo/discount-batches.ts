/** A print run of the demo's shop: a batch of codes of which some came back. */
import type { Prisma } from '@/prisma/generated/client';

const DAY = 24 * 60 * 60 * 1000;
const COUNT = 60;
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

const RULE = {
  description: 'Kartu di dalam paket',
  type: 'percent',
  value: 10,
  currency: 'IDR',
  scope: 'cart',
  productIds: [],
  tagFilter: [],
  minPurchaseAmount: 75_000,
  maxUsesTotal: 1,
  maxUsesPerCustomer: null,
  startsAt: null,
  expiresAt: null,
  active: true,
  public: false,
  marketingCampaignId: null,
};

/** @param roll 0 to 1, the same each time */
export async function makeBatch(
  transaction: Prisma.TransactionClient,
  accountId: string,
  at: Date,
  roll: () => number,
): Promise<void> {
  const createdAt = new Date(at.getTime() - 21 * DAY);
  const letters = (): string =>
    Array.from({ length: 8 }, () => LETTERS.charAt(Math.floor(roll() * LETTERS.length))).join('');
  const batch = await transaction.discountBatch.create({
    data: {
      accountId,
      name: 'Kartu dalam paket, November',
      status: 'ready',
      count: COUNT,
      minted: COUNT,
      prefix: 'PAKET-',
      length: 8,
      template: { ...RULE, eligibility: null },
      createdAt,
      readyAt: new Date(createdAt.getTime() + 1_000),
    },
  });
  const codes = await transaction.discountCode.createManyAndReturn({
    data: Array.from({ length: COUNT }, () => ({
      ...RULE,
      value: BigInt(RULE.value),
      minPurchaseAmount: BigInt(RULE.minPurchaseAmount),
      accountId,
      code: `PAKET-${letters()}`,
      source: 'batch',
      sourceRefId: batch.id,
      createdAt,
      updatedAt: createdAt,
    })),
    select: { id: true, code: true },
  });
  const used = codes.filter(() => roll() < 0.3);
  await transaction.discountRedemption.createMany({
    data: used.map(({ id, code }) => {
      const total = 80_000 + Math.floor(roll() * 20) * 10_000;
      return {
        accountId,
        discountCodeId: id,
        checkoutSessionId: `co_${code.toLowerCase()}`,
        appliedAmount: BigInt(total / 10),
        appliedShipping: 0n,
        currency: 'IDR',
        orderTotal: BigInt(total - total / 10),
        redeemedAt: new Date(createdAt.getTime() + (1 + roll() * 19) * DAY),
      };
    }),
  });
  const ids = used.map(({ id }) => id);
  await transaction.discountCode.updateMany({ where: { accountId, id: { in: ids } }, data: { redemptionCount: 1 } });
  await transaction.discountBatch.updateMany({ where: { accountId, id: batch.id }, data: { redeemed: ids.length } });
}
