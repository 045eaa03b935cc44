/**
 * Merges a repeated report of an order or a checkout (docs/contract/integrations.md#in-any-order). Pure: the same
 * reports, in any order and however often, end in the same row.
 */
import { DAY_MS, MINUTE_MS } from '@/server/platform/lib/durations';
import type { Item } from '@/server/modules/shops/orders/schema';
import type { ParsedRow } from '@/server/modules/shops/adapters/parsed-rows';
import { EXPIRES_AFTER_DAYS, PAID_STATUSES } from '@/server/modules/shops/connections/vocabulary';
import type { CheckoutStatus, OrderStatus } from '@/server/platform/lib/shared-vocabulary';

/** An order as the database has it, without the columns that the database fills: id, contact and our own times. */
export interface OrderState {
  externalRef: string;
  number: string | null;
  checkoutSessionId: string;
  checkoutRef: string | null;
  customerRef: string | null;
  email: string | null;
  phone: string | null;
  amount: number;
  shipping: number | null;
  tax: number | null;
  discount: number | null;
  refunded: number;
  currency: string;
  status: OrderStatus;
  discountCodes: string[];
  items: Item[];
  landingUrl: string | null;
  placedAt: Date;
  paidAt: Date | null;
  refundedAt: Date | null;
  isCart: boolean;
  sourceUpdatedAt: Date;
}

export interface CheckoutState {
  externalRef: string;
  email: string | null;
  phone: string | null;
  value: number;
  currency: string;
  url: string | null;
  items: Item[];
  acceptsMarketing: boolean | null;
  status: CheckoutStatus;
  completedAt: Date | null;
  madeAt: Date;
  sourceUpdatedAt: Date;
  dueAt: Date | null;
}

export interface Merged<State> {
  state: State;
  /**
   * `unchanged`: nothing that people see has changed. `disputed`: another report with the very same time differs, so
   * only the shop knows which one is right. Until the shop is asked, or if it no longer has the row, one of the two
   * holds, whichever came first.
   */
  change: 'created' | 'updated' | 'unchanged' | 'disputed';
}

/** The terms under which a report is applied. */
export interface Terms {
  /** The time of the report, used as the shop's own time where the shop says none. */
  at: Date;
  /** The time when the shop deleted the row, if it reported a deletion; null: it did not. */
  deletedAt: Date | null;
  /** The rule for a report as old as the stored row: it counts as newer, or is disputed if it differs. */
  equals: 'newer' | 'disputed';
}

const earlier = (one: Date | null, other: Date | null): Date | null => {
  if (one === null || other === null) return one ?? other;
  return one <= other ? one : other;
};

const itemsOf = (items: ParsedRow<'orders'>['items']): Item[] =>
  (items ?? []).map(({ productRef = null, name, quantity, price }) => ({ productRef, name, quantity, price }));

/** Checks whether both states look the same to readers: a change of the shop's own time alone does not count. */
function isSame<State extends object>(one: State, other: State, unseen: readonly (keyof State)[]): boolean {
  const names = (Object.keys(one) as (keyof State)[]).filter((name) => !unseen.includes(name));
  return names.every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]));
}

/** Checks whether the shop's last report about a row is its deletion. */
const isGone = (deletedAt: Date | null, sourceUpdatedAt: Date): boolean =>
  deletedAt !== null && deletedAt >= sourceUpdatedAt;

/** Returns a row's content as text, the same for equal content. */
const spelled = (state: object): string =>
  JSON.stringify(Object.entries(state).sort(([one], [other]) => (one < other ? -1 : 1)));

/** Chooses between two reports of the same time; the choice does not depend on which came first. */
const ofTwo = <State extends object>(one: State, other: State): State => (spelled(one) > spelled(other) ? one : other);

/** Checks for a report of the same time with different content. */
const isDisputed = <State extends { sourceUpdatedAt: Date }>(
  known: State | null,
  state: State,
  { equals }: Terms,
  unseen: readonly (keyof State)[],
): boolean =>
  equals === 'disputed' &&
  known?.sourceUpdatedAt.getTime() === state.sourceUpdatedAt.getTime() &&
  !isSame(known, state, unseen);

/** @param known the stored order; null when it is reported for the first time */
export function mergeOrder(
  known: OrderState | null,
  parsed: ParsedRow<'orders'>,
  source: string,
  terms: Terms,
): Merged<OrderState> {
  const sourceUpdatedAt = parsed.updatedAt ?? terms.at;
  const isOlder = known !== null && sourceUpdatedAt < known.sourceUpdatedAt;
  const paidAt = PAID_STATUSES.includes(parsed.status) ? (parsed.paidAt ?? sourceUpdatedAt) : (parsed.paidAt ?? null);
  // What only grows, and what happened first, is taken from older reports as well.
  const lasting = {
    refunded: Math.max(parsed.refunded ?? 0, known?.refunded ?? 0),
    paidAt: earlier(paidAt, known?.paidAt ?? null),
    refundedAt: earlier((parsed.refunded ?? 0) > 0 ? sourceUpdatedAt : null, known?.refundedAt ?? null),
  };
  const state: OrderState = isOlder
    ? { ...known, ...lasting }
    : {
        externalRef: parsed.externalRef,
        number: parsed.number ?? null,
        checkoutSessionId: parsed.checkoutSessionId ?? `${source}:${parsed.externalRef}`,
        checkoutRef: parsed.checkoutRef ?? null,
        customerRef: parsed.customerRef ?? null,
        email: parsed.email ?? null,
        phone: parsed.phone ?? null,
        amount: parsed.amount,
        shipping: parsed.shipping ?? null,
        tax: parsed.tax ?? null,
        discount: parsed.discount ?? null,
        currency: parsed.currency,
        status: isGone(terms.deletedAt, sourceUpdatedAt) ? 'canceled' : parsed.status,
        discountCodes: parsed.discountCodes ?? [],
        items: itemsOf(parsed.items),
        landingUrl: parsed.landingUrl ?? null,
        placedAt: parsed.placedAt,
        isCart: parsed.isCart === true,
        sourceUpdatedAt,
        ...lasting,
      };
  if (known === null) return { state, change: 'created' };
  if (isDisputed(known, state, terms, [])) return { state: { ...ofTwo(known, state), ...lasting }, change: 'disputed' };
  return { state, change: isSame(known, state, ['sourceUpdatedAt']) ? 'unchanged' : 'updated' };
}

/** Returns when an open checkout has to be judged next: when it may count as abandoned, or when it expires. */
export const nextLook = (madeAt: Date, sourceUpdatedAt: Date, abandonAfterMinutes: number): Date =>
  new Date(
    Math.min(
      sourceUpdatedAt.getTime() + abandonAfterMinutes * MINUTE_MS,
      madeAt.getTime() + EXPIRES_AFTER_DAYS * DAY_MS,
    ),
  );

/** The fields of a checkout that no reader sees. */
const UNSEEN = ['sourceUpdatedAt', 'dueAt', 'madeAt'] as const;

/** Returns the status of a checkout that was neither completed nor abandoned. */
const openOrOver = (
  parsed: ParsedRow<'checkouts'>,
  madeAt: Date,
  sourceUpdatedAt: Date,
  terms: Terms,
): CheckoutStatus =>
  parsed.isOver === true ||
  isGone(terms.deletedAt, sourceUpdatedAt) ||
  terms.at.getTime() - madeAt.getTime() >= EXPIRES_AFTER_DAYS * DAY_MS
    ? 'expired'
    : 'open';

/**
 * Merges a report of a checkout. An abandoned checkout stays abandoned until it is completed, whatever the buyer
 * changes in it.
 */
export function mergeCheckout(
  known: CheckoutState | null,
  parsed: ParsedRow<'checkouts'>,
  abandonAfterMinutes: number,
  terms: Terms,
): Merged<CheckoutState> {
  const sourceUpdatedAt = parsed.updatedAt ?? terms.at;
  const isOlder = known !== null && sourceUpdatedAt < known.sourceUpdatedAt;
  const madeAt = earlier(parsed.createdAt ?? null, known?.madeAt ?? null) ?? terms.at;
  const completedAt = earlier(parsed.completedAt ?? null, known?.completedAt ?? null);
  const statusOf = (): CheckoutStatus => {
    if (completedAt !== null) return 'completed';
    if (isOlder || known?.status === 'abandoned') return known.status;
    return openOrOver(parsed, madeAt, sourceUpdatedAt, terms);
  };
  const status = statusOf();
  const newest = isOlder ? known.sourceUpdatedAt : sourceUpdatedAt;
  const lasting = {
    status,
    completedAt,
    madeAt,
    dueAt: status === 'open' ? nextLook(madeAt, newest, abandonAfterMinutes) : null,
  };
  const state: CheckoutState = isOlder
    ? { ...known, ...lasting }
    : {
        externalRef: parsed.externalRef,
        email: parsed.email ?? null,
        phone: parsed.phone ?? null,
        value: parsed.value,
        currency: parsed.currency,
        url: parsed.url ?? null,
        items: itemsOf(parsed.items),
        acceptsMarketing: parsed.acceptsMarketing ?? null,
        sourceUpdatedAt,
        ...lasting,
      };
  if (known === null) return { state, change: 'created' };
  if (isDisputed(known, state, terms, UNSEEN))
    return { state: { ...ofTwo(known, state), ...lasting }, change: 'disputed' };
  return { state, change: isSame(known, state, UNSEEN) ? 'unchanged' : 'updated' };
}
