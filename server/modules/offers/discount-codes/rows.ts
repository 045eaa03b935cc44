/** Rows of the discount-code tables as we return them. */
import { castStored } from '@/server/platform/db/stored';
import type { DiscountCode as DiscountCodeRow, DiscountRedemption } from '@/prisma/generated/client';
import { columnsOf } from '@/server/platform/db/columns';
import { toNumber, toNumberOrNull } from '@/server/platform/lib/money';
import type { CreateInput, DiscountCode, Redemption } from '@/server/modules/offers/discount-codes/schema';

export type { DiscountCodeRow };
/** A redemption as `redemptionColumns` reads it. */
export type RedemptionRow = Omit<DiscountRedemption, 'accountId'>;

/** Every column of a code, for statements that return one. `alias` is the table's name in the statement. */
export const codeColumns = (alias: string): string => columnsOf('DiscountCode', alias);

export const redemptionColumns = (alias: string): string => columnsOf('DiscountRedemption', alias, 'accountId');

/** Returns the `eligibility` key of a code that is not for everybody. */
export const eligibilityOf = (segmentId: string | null, firstOrderOnly: boolean): Pick<DiscountCode, 'eligibility'> =>
  segmentId === null && !firstOrderOnly ? {} : { eligibility: { segmentId, firstOrderOnly } };

/**
 * Returns a code as the API sends it. Fields that were added after the first clients appear only when they have a
 * value.
 */
export const presentCode = ({ segmentId, firstOrderOnly, contactId: _for, ...row }: DiscountCodeRow): DiscountCode =>
  castStored({
    ...row,
    value: toNumber(row.value),
    minPurchaseAmount: toNumberOrNull(row.minPurchaseAmount),
    ...eligibilityOf(segmentId, firstOrderOnly),
  });

/** Turns the fields of a code that clients send into those of its row. */
export const storedFields = <Fields extends { eligibility?: CreateInput['eligibility'] }>({
  eligibility,
  ...fields
}: Fields) => ({
  ...fields,
  ...(eligibility !== undefined && {
    segmentId: eligibility?.segmentId ?? null,
    firstOrderOnly: eligibility?.firstOrderOnly ?? false,
  }),
});

/**
 * Returns a redemption as the API sends it. Fields that were added after the first clients appear only when they have a
 * value.
 */
export const presentRedemption = ({
  orderTotal,
  rolledBackAt,
  rollbackReason,
  ...row
}: RedemptionRow): Redemption & { currency: string } => ({
  ...row,
  appliedAmount: toNumber(row.appliedAmount),
  appliedShipping: toNumber(row.appliedShipping),
  ...(orderTotal !== null && { orderTotal: toNumber(orderTotal) }),
  ...(rolledBackAt !== null && { rolledBackAt }),
  ...(rollbackReason !== null && { rollbackReason }),
});
