/**
 * All reasons why a code does not apply, and the discount of each line (docs/contract/discount-codes.md#explain). Pure,
 * and computed only on request: validate's own answer comes from arithmetic.ts.
 */
import {
  failuresOf,
  lineWeights,
  type Cart,
  type Rule,
  type CodeUsage,
} from '@/server/modules/offers/discount-codes/arithmetic';
import type { Explanation } from '@/server/modules/offers/discount-codes/schema';

/**
 * Splits an amount into whole shares by weight, by the largest remainder; of equal remainders the earlier one goes
 * first. Each share is less than one unit from its exact value, and their sum is the amount.
 * @param weights not negative; if all are 0, the shares are equal
 */
export function split(amount: number, weights: readonly bigint[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0n);
  if (weights.length === 0) return [];
  if (sum === 0n)
    return amount === 0
      ? weights.map(() => 0)
      : split(
          amount,
          weights.map(() => 1n),
        );
  const exact = weights.map((weight) => BigInt(amount) * weight);
  const shares = exact.map((product) => product / sum);
  const left = Number(BigInt(amount) - shares.reduce((total, share) => total + share, 0n));
  const byRemainder = exact
    .map((product, index) => ({ index, remainder: product % sum }))
    .sort((one, other) =>
      one.remainder === other.remainder ? one.index - other.index : one.remainder > other.remainder ? -1 : 1,
    );
  const raised = new Set(byRemainder.slice(0, left).map(({ index }) => index));
  return shares.map((share, index) => Number(share) + (raised.has(index) ? 1 : 0));
}

/** @param discountAmount the amount that validate returns for the same cart */
export function explain(rule: Rule, cart: Cart, usage: CodeUsage, now: Date, discountAmount: number): Explanation {
  const weights = lineWeights(rule, cart);
  const counting = weights.flatMap((weight, index) => (weight === null ? [] : [{ index, weight }]));
  const shares = split(
    discountAmount,
    counting.map(({ weight }) => weight),
  );
  const lines = weights.map((_weight, index) => ({ index, discount: 0 }));
  counting.forEach(({ index }, at) => (lines[index] = { index, discount: shares[at] ?? 0 }));
  return {
    failing: [...failuresOf(rule, cart, usage, now)].map((reason) =>
      reason === 'MIN_PURCHASE' ? { reason, missing: (rule.minPurchaseAmount ?? 0) - cart.subtotal } : { reason },
    ),
    lines,
  };
}

/** The explanation for a code that does not exist. */
export const unexplained = (cart: Cart): Explanation => ({
  failing: [{ reason: 'NOT_FOUND' }],
  lines: (cart.items ?? []).map((_line, index) => ({ index, discount: 0 })),
});
