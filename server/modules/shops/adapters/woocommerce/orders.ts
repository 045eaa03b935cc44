/**
 * Converts orders of WooCommerce into our rows (docs/contract/integrations.md#orders). WooCommerce reports no carts, so
 * an order that waits for payment is a checkout as well, under the same id.
 */
import { isWebAddress } from '@/server/platform/email/addresses';
import { at, listAt, textAt } from '@/server/platform/vendors/json';
import { emailIn } from '@/server/platform/lib/fields';
import type { OrderStatus } from '@/server/platform/lib/shared-vocabulary';
import { currencyDigits } from '@/server/platform/lib/currency';
import { plainText, scaled, smallestUnits, textOr } from '@/server/modules/shops/adapters/amounts';
import type { Candidate } from '@/server/modules/shops/adapters/store';
import { instantText } from '@/server/modules/shops/adapters/parsed-rows';
import { phoneOr } from '@/server/modules/shops/adapters/woocommerce/customers';

const MOST_ITEMS = 200;
const MOST_CODES = 50;
const MOST_OF_ONE = 1_000_000;
const LONGEST_URL = 2000;
/** The start of the visit that ended in the order; kept by shops that know where orders come from (WooCommerce 8.5). */
const LANDING = '_wc_order_attribution_session_entry';

/**
 * The progress of an order. `draft`: still being filled in, no order yet. `open`: the buyer can pay. `offline`: the
 * buyer has finished and pays elsewhere, e.g. by bank transfer. `other`: a status that a plugin has added, not paid.
 */
export type Phase = 'draft' | 'open' | 'offline' | 'paid' | 'refunded' | 'over' | 'other';

/** The phase of each status; `paid` only for statuses that WooCommerce itself counts as paid. */
const PHASES: ReadonlyMap<string, Phase> = new Map([
  ['checkout-draft', 'draft'],
  ['draft', 'draft'],
  ['auto-draft', 'draft'],
  ['new', 'draft'],
  ['pending', 'open'],
  ['failed', 'open'],
  ['on-hold', 'offline'],
  ['processing', 'paid'],
  ['completed', 'paid'],
  ['refunded', 'refunded'],
  ['cancelled', 'over'],
  ['trash', 'over'],
]);

/** Returns an order's phase; one with an unknown status, such as a courier's, gets it from its payment. */
export const phaseOf = (row: unknown): Phase =>
  PHASES.get(textAt(row, 'status') ?? '') ?? (instantText(at(row, 'date_paid_gmt')) === null ? 'other' : 'paid');

/** @param refunded all refunds in the smallest unit; `amount` is null when it cannot be read */
export function statusOf(phase: Phase, amount: number | null, refunded: number): OrderStatus {
  if (phase === 'over') return 'canceled';
  if (phase === 'refunded') return 'refunded';
  if (phase !== 'paid') return 'pending';
  if (refunded === 0) return 'paid';
  return amount !== null && refunded < amount ? 'partially_refunded' : 'refunded';
}

/** Returns the refunded amount, which WooCommerce writes as negative numbers; NaN when one cannot be read. */
function refundedOf(row: unknown, amount: number | null, currency: string): number {
  const sum = listAt(row, 'refunds').reduce<number>(
    (total, refund) => total + Math.abs(scaled(at(refund, 'total'), currencyDigits(currency)) ?? Number.NaN),
    0,
  );
  // Without a refund the status was set by hand, and all of it was given back.
  return sum === 0 && phaseOf(row) === 'refunded' ? (amount ?? Number.NaN) : sum;
}

/** True for a line with a negative amount: some plugins write discounts as lines, and nobody bought those. */
const isDiscount = (line: unknown): boolean =>
  [at(line, 'price'), at(line, 'total')].some((amount) => (scaled(amount, 12) ?? 0) < 0);

/** @returns NaN for an unreadable quantity */
function quantityOf(line: unknown): number {
  const quantity = scaled(at(line, 'quantity'), 0) ?? Number.NaN;
  return Math.min(Math.max(quantity, 0), MOST_OF_ONE);
}

const itemsOf = (row: unknown, currency: string) =>
  listAt(row, 'line_items')
    .filter((line) => !isDiscount(line))
    .slice(0, MOST_ITEMS)
    .map((line) => {
      const product = textAt(line, 'product_id') ?? '0';
      return {
        // 0 once the product is deleted.
        productRef: product === '0' ? null : product,
        name: plainText(textAt(line, 'name') ?? '', 255),
        quantity: quantityOf(line),
        price: smallestUnits(at(line, 'price'), currency),
      };
    });

function addressOr(value: unknown): string | null {
  const text = textOr(value, LONGEST_URL + 1);
  return text !== null && text.length <= LONGEST_URL && isWebAddress(text) ? text : null;
}

const metaOf = (row: unknown, key: string): unknown =>
  at(
    listAt(row, 'meta_data').find((meta) => at(meta, 'key') === key),
    'value',
  );

/** Returns the fields that the order and its checkout share. An invalid e-mail is left out, and the order stays. */
function commonOf(row: unknown) {
  const currency = (textAt(row, 'currency') ?? '').toUpperCase();
  const createdAt = instantText(at(row, 'date_created_gmt'));
  return {
    currency,
    createdAt,
    said: {
      externalRef: textAt(row, 'id') ?? '',
      currency,
      email: emailIn.safeParse(at(row, 'billing', 'email')).data ?? null,
      phone: phoneOr(at(row, 'billing', 'phone')),
      items: itemsOf(row, currency),
      updatedAt: instantText(at(row, 'date_modified_gmt')) ?? createdAt,
    },
  };
}

export function orderOf(row: unknown): Candidate {
  const { currency, createdAt, said } = commonOf(row);
  const amount = smallestUnits(at(row, 'total'), currency);
  const refunded = refundedOf(row, amount, currency);
  const customer = textAt(row, 'customer_id') ?? '0';
  return {
    ref: said.externalRef,
    row: {
      ...said,
      number: textOr(textAt(row, 'number'), 120),
      checkoutRef: said.externalRef,
      // 0: bought without an account.
      customerRef: customer === '0' ? null : customer,
      amount,
      shipping: smallestUnits(at(row, 'shipping_total'), currency),
      tax: smallestUnits(at(row, 'total_tax'), currency),
      discount: smallestUnits(at(row, 'discount_total'), currency),
      refunded,
      status: statusOf(phaseOf(row), amount, refunded),
      discountCodes: listAt(row, 'coupon_lines')
        .flatMap((line) => textOr(at(line, 'code'), 120) ?? [])
        .slice(0, MOST_CODES),
      landingUrl: addressOr(metaOf(row, LANDING)),
      placedAt: createdAt,
      paidAt: instantText(at(row, 'date_paid_gmt')),
      ...(phaseOf(row) === 'open' && { isCart: true }),
    },
  };
}

/** Converts an order into a checkout; null for an order that was never one. */
export function checkoutOf(row: unknown): Candidate | null {
  const phase = phaseOf(row);
  if (phase === 'draft' || phase === 'other') return null;
  const { currency, createdAt, said } = commonOf(row);
  const completedAt = instantText(at(row, 'date_paid_gmt')) ?? said.updatedAt;
  return {
    ref: said.externalRef,
    row: {
      ...said,
      value: smallestUnits(at(row, 'total'), currency),
      // Where it can be paid.
      url: addressOr(at(row, 'payment_url')),
      acceptsMarketing: null,
      createdAt,
      ...(phase === 'over' ? { isOver: true } : phase === 'open' ? {} : { completedAt }),
    },
  };
}
