/** Rows of the discount-code tables as we return them. */
import type { DiscountCode as DiscountCodeRow, DiscountRedemption as RedemptionRow } from '@/prisma/generated/client';
import { toNumber, toNumberOrNull } from '@/server/lib/money';
import type { DiscountCode, Redemption } from '@/server/resources/discount-codes/schema';

export type { DiscountCodeRow, RedemptionRow };

/** Every column of a code, for statements that return one. `alias` is the table's name in the statement. */
export const codeColumns = (alias: string): string =>
  [
    'id',
    'accountId',
    'code',
    'description',
    'type',
    'value',
    'currency',
    'scope',
    'productIds',
    'tagFilter',
    'minPurchaseAmount',
    'maxUsesTotal',
    'maxUsesPerCustomer',
    'redemptionCount',
    'source',
    'sourceRefId',
    'marketingCampaignId',
    'startsAt',
    'expiresAt',
    'active',
    'public',
    'createdAt',
    'updatedAt',
  ]
    .map((column) => `${alias}."${column}"`)
    .join(', ');

export const redemptionColumns = (alias: string): string =>
  [
    'id',
    'discountCodeId',
    'checkoutSessionId',
    'appliedAmount',
    'appliedShipping',
    'currency',
    'customerId',
    'externalSource',
    'externalRef',
    'redeemedAt',
  ]
    .map((column) => `${alias}."${column}"`)
    .join(', ');

/** A code's row for the wire. What else a statement selected is dropped by the output schema. */
export function presentCode(row: DiscountCodeRow): DiscountCode {
  return {
    ...row,
    // The column holds only what the schema let in.
    type: row.type as DiscountCode['type'],
    scope: row.scope as DiscountCode['scope'],
    value: toNumber(row.value),
    minPurchaseAmount: toNumberOrNull(row.minPurchaseAmount),
  };
}

export const presentRedemption = (row: Omit<RedemptionRow, 'accountId'>): Redemption & { currency: string } => ({
  ...row,
  appliedAmount: toNumber(row.appliedAmount),
  appliedShipping: toNumber(row.appliedShipping),
});
