/** Converts an order, from GraphQL or from a webhook, into the same row. */
import { at, listAt, textAt } from '@/server/platform/vendors/json';
import type { OrderStatus } from '@/server/platform/lib/shared-vocabulary';
import { smallestUnits, textOr } from '@/server/modules/shops/adapters/amounts';
import {
  emailOf,
  instantOf,
  itemsOf,
  landingOf,
  type Line,
  phoneOf,
} from '@/server/modules/shops/adapters/shopify/fields';
import { digitsOf, payloadId } from '@/server/modules/shops/adapters/shopify/ids';
import type { Candidate } from '@/server/modules/shops/adapters/store';

const LONGEST_CODE = 120;
const MOST_CODES = 50;
const LONGEST_REF = 255;

/** The facts that both GraphQL and webhooks have, in the shop's currency; amounts in major units. */
interface OrderFacts {
  ref: string;
  name: unknown;
  checkoutToken: unknown;
  customerRef: string | null;
  email: unknown;
  phone: unknown;
  currency: string;
  total: unknown;
  shipping: unknown;
  tax: unknown;
  discount: unknown;
  refunds: readonly unknown[];
  financialStatus: string;
  isCancelled: boolean;
  codes: readonly unknown[];
  lines: Line[];
  landing: unknown;
  placedAt: string | null;
  updatedAt: string | null;
}

/** @param status Shopify's, in lower case */
function statusOf(status: string, isCancelled: boolean): OrderStatus {
  if (isCancelled || status === 'voided') return 'canceled';
  if (status === 'paid' || status === 'partially_refunded' || status === 'refunded') return status;
  // pending, authorized, partially_paid, expired: not paid for, or not whole.
  return 'pending';
}

/** Returns the sum of refunds; NaN when one of them cannot be read. */
const refundedOf = (amounts: readonly unknown[], currency: string): number =>
  amounts.reduce<number>((sum, amount) => sum + (smallestUnits(amount, currency) ?? Number.NaN), 0);

function rowOf(facts: OrderFacts, shop: string): Candidate {
  const { ref, currency } = facts;
  const units = (amount: unknown): number | null => smallestUnits(amount, currency);
  return {
    ref,
    row: {
      externalRef: ref,
      number: textOr(facts.name, 120),
      amount: units(facts.total),
      currency,
      status: statusOf(facts.financialStatus, facts.isCancelled),
      placedAt: facts.placedAt,
      checkoutRef: textOr(facts.checkoutToken, LONGEST_REF),
      customerRef: facts.customerRef,
      email: emailOf(facts.email),
      phone: phoneOf(facts.phone),
      shipping: units(facts.shipping),
      tax: units(facts.tax),
      discount: units(facts.discount),
      refunded: refundedOf(facts.refunds, currency),
      discountCodes: facts.codes
        .flatMap((code) => {
          const text = textOr(code, LONGEST_CODE + 1);
          return text === null || text.length > LONGEST_CODE ? [] : text;
        })
        .slice(0, MOST_CODES),
      items: itemsOf(facts.lines, currency),
      landingUrl: landingOf(facts.landing, shop),
      updatedAt: facts.updatedAt,
    },
  };
}

const shopMoney = (node: unknown, set: string): unknown => at(node, set, 'shopMoney', 'amount') ?? null;

/** Returns an amount of a webhook's payload in the shop's currency; most amounts have a plain form beside the set. */
const shopMoneyIn = (payload: unknown, set: string, plain?: string): unknown =>
  at(payload, set, 'shop_money', 'amount') ?? (plain === undefined ? null : at(payload, plain));

/**
 * Converts an order. @param order a GraphQL node
 * @param shop x.myshopify.com
 * @returns null for a test order
 */
export function orderRow(order: unknown, shop: string): Candidate | null {
  if (at(order, 'test') === true) return null;
  return rowOf(
    {
      ref: digitsOf(at(order, 'id')) ?? '',
      name: at(order, 'name'),
      checkoutToken: at(order, 'checkoutToken'),
      customerRef: digitsOf(at(order, 'customer', 'id')),
      email: at(order, 'email'),
      phone: at(order, 'phone'),
      currency: textAt(order, 'currencyCode') ?? '',
      total: shopMoney(order, 'totalPriceSet'),
      shipping: shopMoney(order, 'totalShippingPriceSet'),
      tax: shopMoney(order, 'totalTaxSet'),
      discount: shopMoney(order, 'totalDiscountsSet'),
      refunds: [shopMoney(order, 'totalRefundedSet')],
      financialStatus: (textAt(order, 'displayFinancialStatus') ?? '').toLowerCase(),
      isCancelled: textAt(order, 'cancelledAt') !== undefined,
      codes: listAt(order, 'discountCodes'),
      lines: listAt(order, 'lineItems', 'nodes').map((line) => ({
        productRef: digitsOf(at(line, 'product', 'id')),
        name: at(line, 'name'),
        quantity: at(line, 'quantity'),
        price: shopMoney(line, 'originalUnitPriceSet'),
      })),
      landing: at(order, 'landingPageUrl'),
      placedAt: instantOf(at(order, 'processedAt')) ?? instantOf(at(order, 'createdAt')),
      updatedAt: instantOf(at(order, 'updatedAt')),
    },
    shop,
  );
}

/**
 * Returns the refunded amounts; null when a refund is in another currency than the order, so that the shop has to be
 * asked.
 */
function refundsIn(payload: unknown, currency: string): unknown[] | null {
  const transactions = listAt(payload, 'refunds')
    .flatMap((refund) => listAt(refund, 'transactions'))
    .filter((each) => textAt(each, 'kind') === 'refund' && textAt(each, 'status') === 'success');
  if (transactions.some((each) => (textAt(each, 'currency') ?? currency) !== currency)) return null;
  return transactions.map((each) => at(each, 'amount'));
}

export type OrderReading = { kind: 'row'; candidate: Candidate } | { kind: 'test' } | { kind: 'unclear'; ref: string };

/**
 * Converts an order from the webhooks orders/create, updated, paid and cancelled.
 * @param payload read by exact-json.ts
 * @param shop x.myshopify.com
 * @param reportedAt when the webhook was sent, for a payload without a time of its own
 */
export function orderOfPayload(payload: unknown, shop: string, reportedAt: string | null): OrderReading {
  if (at(payload, 'test') === true) return { kind: 'test' };
  const ref = payloadId(payload) ?? '';
  const currency = textAt(payload, 'currency') ?? '';
  const refunds = refundsIn(payload, currency);
  if (refunds === null) return { kind: 'unclear', ref };
  const candidate = rowOf(
    {
      ref,
      name: at(payload, 'name'),
      checkoutToken: at(payload, 'checkout_token'),
      customerRef: payloadId(at(payload, 'customer')),
      email: at(payload, 'email'),
      phone: at(payload, 'phone'),
      currency,
      total: shopMoneyIn(payload, 'total_price_set', 'total_price'),
      shipping: shopMoneyIn(payload, 'total_shipping_price_set'),
      tax: shopMoneyIn(payload, 'total_tax_set', 'total_tax'),
      discount: shopMoneyIn(payload, 'total_discounts_set', 'total_discounts'),
      refunds,
      financialStatus: (textAt(payload, 'financial_status') ?? '').toLowerCase(),
      isCancelled: textAt(payload, 'cancelled_at') !== undefined,
      codes: listAt(payload, 'discount_codes').map((each) => at(each, 'code')),
      lines: listAt(payload, 'line_items').map((line) => ({
        productRef: digitsOf(textAt(line, 'product_id')),
        name: textAt(line, 'name') ?? at(line, 'title'),
        quantity: at(line, 'quantity'),
        price: shopMoneyIn(line, 'price_set', 'price'),
      })),
      landing: at(payload, 'landing_site'),
      placedAt: instantOf(at(payload, 'processed_at')) ?? instantOf(at(payload, 'created_at')),
      updatedAt: instantOf(at(payload, 'updated_at')) ?? reportedAt,
    },
    shop,
  );
  return { kind: 'row', candidate };
}
