/**
 * The commission on an order (docs/contract/programs.md#arithmetic). Integers in the smallest unit, in BigInt: no
 * product is rounded.
 */
import { toNumber } from '@/server/platform/lib/money';
import type { CommissionTerms } from '@/server/modules/creators/programs/schema';
import { MOST_RATE } from '@/server/modules/creators/programs/vocabulary';

/**
 * Returns the commission. @param left the order's amount less refunds; an order that was refunded as a whole earns
 * nothing
 */
export function commissionOf({ type, rate = 0, amount = 0, maxPerOrder }: CommissionTerms, left: number): number {
  if (left <= 0) return 0;
  const earned = type === 'fixed' ? BigInt(amount) : (BigInt(left) * BigInt(rate)) / BigInt(MOST_RATE);
  return toNumber(maxPerOrder === null || earned < BigInt(maxPerOrder) ? earned : BigInt(maxPerOrder));
}
