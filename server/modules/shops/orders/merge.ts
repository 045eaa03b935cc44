/**
 * Computes an order or a checkout when it is told again (docs/contract/integrations.md#in-any-order): pure, so that any
 * order and any repetition of the same tellings ends in the same row.
 */
import { DAY_MS, MINUTE_MS } from '@/server/platform/lib/durations';
import type { Item } from '@/server/modules/shops/orders/schema';
import type { ParsedRow } from '@/server/modules/shops/adapters/parsed-rows';
import { EXPIRES_AFTER_DAYS, PAID_STATUSES } from '@/server/modules/shops/connections/vocabulary';
import type { CheckoutStatus, OrderStatus } from '@/server/platform/lib/shared-vocabulary';

/** As the database has it, but for what it works out itself: id, contact and our own times. */
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
   * `unchanged`: nothing that people see is other than it was. `disputed`: another telling of the very same time says
   * something else, so that only the shop knows. Until it is asked, and where it does not know the row any more, one of
   * them holds, whichever came first.
   */
  change: 'created' | 'updated' | 'unchanged' | 'disputed';
}

/** The terms under which a telling is taken. */
export interface Terms {
  /** The time of the telling, used as the shop's own time where the shop says none. */
  at: Date;
  /** The time when the shop deleted the row, as far as it was told; null: it did not. */
  deletedAt: Date | null;
  /** The rule for a telling as old as what is here: it counts as newer, or is disputed where it says something else. */
  equals: 'newer' | 'disputed';
}

const earlier = (one: Date | null, other: Date | null): Date | null => {
  if (one === null || other === null) return one ?? other;
  return one <= other ? one : other;
};

const itemsOf = (items: ParsedRow<'orders'>['items']): Item[] =>
  (items ?? []).map(({ productRef = null, name, quantity, price }) => ({ productRef, name, quantity, price }));

/** Checks whether both say the same to whoever reads them: the shop's own time alone is no change. */
function isSame<State extends object>(one: State, other: State, unseen: readonly (keyof State)[]): boolean {
  const names = (Object.keys(one) as (keyof State)[]).filter((name) => !unseen.includes(name));
  return names.every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]));
}

/** Checks whether the shop's last word of a row is that it is gone. */
const isGone = (deletedAt: Date | null, sourceUpdatedAt: Date): boolean =>
  deletedAt !== null && deletedAt >= sourceUpdatedAt;

/** Returns what a row says, in one spelling. */
const spelled = (state: object): string =>
  JSON.stringify(Object.entries(state).sort(([one], [other]) => (one < other ? -1 : 1)));

/** Returns the one of two tellings of the same time that holds, whichever came first. */
const ofTwo = <State extends object>(one: State, other: State): State => (spelled(one) > spelled(other) ? one : other);

/** A telling of the same time that says something else. */
const isDisputed = <State extends { sourceUpdatedAt: Date }>(
  known: State | null,
  state: State,
  { equals }: Terms,
  unseen: readonly (keyof State)[],
): boolean =>
  equals === 'disputed' &&
  known?.sourceUpdatedAt.getTime() === state.sourceUpdatedAt.getTime() &&
  !isSame(known, state, unseen);

/** @param known what is here; null when it is told for the first time */
export function mergeOrder(
  known: OrderState | null,
  told: ParsedRow<'orders'>,
  source: string,
  terms: Terms,
): Merged<OrderState> {
  const sourceUpdatedAt = told.updatedAt ?? terms.at;
  const isOlder = known !== null && sourceUpdatedAt < known.sourceUpdatedAt;
  const paidAt = PAID_STATUSES.includes(told.status) ? (told.paidAt ?? sourceUpdatedAt) : (told.paidAt ?? null);
  // What only grows, and what happened first, is taken from older tellings as well.
  const lasting = {
    refunded: Math.max(told.refunded ?? 0, known?.refunded ?? 0),
    paidAt: earlier(paidAt, known?.paidAt ?? null),
    refundedAt: earlier((told.refunded ?? 0) > 0 ? sourceUpdatedAt : null, known?.refundedAt ?? null),
  };
  const state: OrderState = isOlder
    ? { ...known, ...lasting }
    : {
        externalRef: told.externalRef,
        number: told.number ?? null,
        checkoutSessionId: told.checkoutSessionId ?? `${source}:${told.externalRef}`,
        checkoutRef: told.checkoutRef ?? null,
        customerRef: told.customerRef ?? null,
        email: told.email ?? null,
        phone: told.phone ?? null,
        amount: told.amount,
        shipping: told.shipping ?? null,
        tax: told.tax ?? null,
        discount: told.discount ?? null,
        currency: told.currency,
        status: isGone(terms.deletedAt, sourceUpdatedAt) ? 'canceled' : told.status,
        discountCodes: told.discountCodes ?? [],
        items: itemsOf(told.items),
        landingUrl: told.landingUrl ?? null,
        placedAt: told.placedAt,
        isCart: told.isCart === true,
        sourceUpdatedAt,
        ...lasting,
      };
  if (known === null) return { state, change: 'created' };
  if (isDisputed(known, state, terms, [])) return { state: { ...ofTwo(known, state), ...lasting }, change: 'disputed' };
  return { state, change: isSame(known, state, ['sourceUpdatedAt']) ? 'unchanged' : 'updated' };
}

/** Returns the time at which an open checkout has to be looked at: when it may be abandoned, and when it is over. */
export const nextLook = (madeAt: Date, sourceUpdatedAt: Date, abandonAfterMinutes: number): Date =>
  new Date(
    Math.min(
      sourceUpdatedAt.getTime() + abandonAfterMinutes * MINUTE_MS,
      madeAt.getTime() + EXPIRES_AFTER_DAYS * DAY_MS,
    ),
  );

/** The fields of a checkout that nobody sees. */
const UNSEEN = ['sourceUpdatedAt', 'dueAt', 'madeAt'] as const;

/** Returns the status of a checkout that was neither completed nor left. */
const openOrOver = (told: ParsedRow<'checkouts'>, madeAt: Date, sourceUpdatedAt: Date, terms: Terms): CheckoutStatus =>
  told.isOver === true ||
  isGone(terms.deletedAt, sourceUpdatedAt) ||
  terms.at.getTime() - madeAt.getTime() >= EXPIRES_AFTER_DAYS * DAY_MS
    ? 'expired'
    : 'open';

/** As above. What was abandoned stays so, whatever the buyer then does in it, until it is completed. */
export function mergeCheckout(
  known: CheckoutState | null,
  told: ParsedRow<'checkouts'>,
  abandonAfterMinutes: number,
  terms: Terms,
): Merged<CheckoutState> {
  const sourceUpdatedAt = told.updatedAt ?? terms.at;
  const isOlder = known !== null && sourceUpdatedAt < known.sourceUpdatedAt;
  const madeAt = earlier(told.createdAt ?? null, known?.madeAt ?? null) ?? terms.at;
  const completedAt = earlier(told.completedAt ?? null, known?.completedAt ?? null);
  const statusOf = (): CheckoutStatus => {
    if (completedAt !== null) return 'completed';
    if (isOlder || known?.status === 'abandoned') return known.status;
    return openOrOver(told, madeAt, sourceUpdatedAt, terms);
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
        externalRef: told.externalRef,
        email: told.email ?? null,
        phone: told.phone ?? null,
        value: told.value,
        currency: told.currency,
        url: told.url ?? null,
        items: itemsOf(told.items),
        acceptsMarketing: told.acceptsMarketing ?? null,
        sourceUpdatedAt,
        ...lasting,
      };
  if (known === null) return { state, change: 'created' };
  if (isDisputed(known, state, terms, UNSEEN))
    return { state: { ...ofTwo(known, state), ...lasting }, change: 'disputed' };
  return { state, change: isSame(known, state, UNSEEN) ? 'unchanged' : 'updated' };
}
