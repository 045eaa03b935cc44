/** Rows of the discount-code tables as we return them. */
import { stored } from '@/server/db/stored';
import type { DiscountCode as DiscountCodeRow, DiscountRedemption as RedemptionRow } from '@/prisma/generated/client';
import { columnsOf } from '@/server/db/columns';
import { toNumber, toNumberOrNull } from '@/server/lib/money';
import type { DiscountCode, Redemption } from '@/server/resources/discount-codes/schema';

export type { DiscountCodeRow, RedemptionRow };

/** Every column of a code, for statements that return one. `alias` is the table's name in the statement. */
export const codeColumns = (alias: string): string => columnsOf('DiscountCode', alias);

export const redemptionColumns = (alias: string): string => columnsOf('DiscountRedemption', alias, 'accountId');

/** A code's row for the wire. */
export const presentCode = (row: DiscountCodeRow): DiscountCode =>
  stored({ ...row, value: toNumber(row.value), minPurchaseAmount: toNumberOrNull(row.minPurchaseAmount) });

export const presentRedemption = (row: Omit<RedemptionRow, 'accountId'>): Redemption & { currency: string } => ({
  ...row,
  appliedAmount: toNumber(row.appliedAmount),
  appliedShipping: toNumber(row.appliedShipping),
});
