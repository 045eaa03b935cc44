/**
 * The discount of a code on a cart (docs/contract/discount-codes.md#arithmetic), and why it does not apply. Pure:
 * integers in, integers out, in the smallest unit of the currency. Products go through bigint, so no amount of up to
 * 2^53 − 1 loses a unit.
 */
import type { CartLine, DiscountCode, Reason } from '@/server/modules/offers/discount-codes/schema';

export interface Cart {
  subtotal: number;
  currency: string;
  shippingCost: number;
  items?: readonly CartLine[] | null | undefined;
}

export interface Outcome {
  reason?: Reason;
  discountAmount: number;
  discountShipping: number;
}

export type Rule = Pick<
  DiscountCode,
  | 'type'
  | 'value'
  | 'currency'
  | 'scope'
  | 'productIds'
  | 'tagFilter'
  | 'minPurchaseAmount'
  | 'maxUsesTotal'
  | 'maxUsesPerCustomer'
  | 'redemptionCount'
  | 'startsAt'
  | 'expiresAt'
  | 'active'
>;

const isShipping = (rule: Rule): boolean => rule.type === 'shipping_percent' || rule.type === 'shipping_fixed';

/** floor(amount × percent / 100) */
const percentOf = (amount: number, percent: number): number => Number((BigInt(amount) * BigInt(percent)) / 100n);

/** Checks whether a line counts for the code's scope. Tags compare exactly. */
function qualifies(rule: Rule, line: CartLine): boolean {
  if (rule.scope === 'products') return typeof line.productId === 'string' && rule.productIds.includes(line.productId);
  return line.tags?.some((tag) => rule.tagFilter.includes(tag)) ?? false;
}

/** The uses of the code by others and by this customer. */
export interface CodeUsage {
  /** Uses that other checkouts have set aside. */
  held: number;
  /** True when the code's batch has reached its limit. */
  isBatchSpent: boolean;
  /**
   * The number of times that this customer has redeemed or held the code; null for an anonymous cart, which skips the
   * limit per customer.
   */
  customerUses: number | null;
  /** True when the code is for everybody or for this customer. */
  isEligible: boolean;
}

/** The usage of a customer without redemptions or holds, for a code that is for everybody. */
export const ANYBODY: CodeUsage = { held: 0, isBatchSpent: false, customerUses: null, isEligible: true };

/** Returns the weight of each line for the code, price × quantity; null where the line does not count. */
export const lineWeights = (rule: Rule, cart: Cart): (bigint | null)[] =>
  (cart.items ?? []).map((line) =>
    rule.scope === 'cart' || qualifies(rule, line) ? BigInt(line.price) * BigInt(line.quantity) : null,
  );

/**
 * The part of the subtotal that the code may discount: all of it for scope cart, else price × quantity over the
 * qualifying lines, at most the subtotal. Null when no line qualifies.
 */
function eligibleAmount(rule: Rule, cart: Cart): number | null {
  if (rule.scope === 'cart') return cart.subtotal;
  const lines = (cart.items ?? []).filter((line) => qualifies(rule, line));
  if (lines.length === 0) return null;
  const sum = lines.reduce((total, line) => total + BigInt(line.price) * BigInt(line.quantity), 0n);
  return sum < BigInt(cart.subtotal) ? Number(sum) : cart.subtotal;
}

function* untimely(rule: Rule, now: Date): Generator<Reason> {
  if (!rule.active) yield 'INACTIVE';
  if (rule.startsAt !== null && rule.startsAt > now) yield 'NOT_YET_ACTIVE';
  if (rule.expiresAt !== null && rule.expiresAt < now) yield 'EXPIRED';
}

function* spent(rule: Rule, { held, isBatchSpent, customerUses, isEligible }: CodeUsage): Generator<Reason> {
  if (isBatchSpent || (rule.maxUsesTotal !== null && rule.redemptionCount + held >= rule.maxUsesTotal))
    yield 'GLOBAL_LIMIT';
  if (customerUses !== null && rule.maxUsesPerCustomer !== null && customerUses >= rule.maxUsesPerCustomer)
    yield 'PER_CUSTOMER_LIMIT';
  if (!isEligible) yield 'NOT_ELIGIBLE';
}

/** Yields the reasons why a use cannot be held: those of failuresOf that need no cart. */
export function* holdFailuresOf(rule: Rule, usage: CodeUsage, now: Date): Generator<Reason> {
  yield* untimely(rule, now);
  yield* spent(rule, usage);
}

/**
 * Yields every reason why the code does not apply, in the contract's order. Each check runs only when its result is
 * asked for.
 */
export function* failuresOf(rule: Rule, cart: Cart, usage: CodeUsage, now: Date): Generator<Reason> {
  yield* untimely(rule, now);
  if (rule.currency !== cart.currency) yield 'CURRENCY_MISMATCH';
  if (rule.minPurchaseAmount !== null && cart.subtotal < rule.minPurchaseAmount) yield 'MIN_PURCHASE';
  yield* spent(rule, usage);
  if (eligibleAmount(rule, cart) === null || (isShipping(rule) && cart.shippingCost === 0)) yield 'SCOPE_MISMATCH';
}

/** Returns the amount that the code takes off the cart, or the reason why it does not apply. */
export function applyDiscount(rule: Rule, cart: Cart, usage: CodeUsage, now: Date): Outcome {
  for (const reason of failuresOf(rule, cart, usage, now)) return { reason, discountAmount: 0, discountShipping: 0 };
  const eligible = eligibleAmount(rule, cart) ?? 0;
  switch (rule.type) {
    case 'percent':
      return { discountAmount: percentOf(eligible, rule.value), discountShipping: 0 };
    case 'fixed':
      return { discountAmount: Math.min(rule.value, eligible), discountShipping: 0 };
    case 'shipping_percent':
      return { discountAmount: 0, discountShipping: percentOf(cart.shippingCost, rule.value) };
    case 'shipping_fixed':
      return { discountAmount: 0, discountShipping: Math.min(rule.value, cart.shippingCost) };
  }
}
