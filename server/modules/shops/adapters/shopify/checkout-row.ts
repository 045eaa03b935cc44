/** Converts a checkout, from GraphQL or from a webhook, into the same row. The row's ref is the checkout's token. */
import { at, listAt, textAt } from '@/server/platform/vendors/json';
import { smallestUnits, textOr } from '@/server/modules/shops/adapters/amounts';
import {
  addressOf,
  emailOf,
  instantOf,
  itemsOf,
  type Line,
  phoneOf,
} from '@/server/modules/shops/adapters/shopify/fields';
import { digitsOf } from '@/server/modules/shops/adapters/shopify/ids';
import type { Candidate } from '@/server/modules/shops/adapters/store';

const LONGEST_TOKEN = 255;
/** …/checkouts/<token>/recover?key=…, newer ones …/checkouts/ac/<token>/recover?key=… */
const TOKEN = /\/checkouts\/(?:[a-z]{2}\/)?([^/?#]{1,255})/;

/** The token in a recovery address; null where there is none. */
export function tokenIn(address: unknown): string | null {
  if (typeof address !== 'string') return null;
  const [, token] = TOKEN.exec(address) ?? [];
  return token ?? null;
}

interface CheckoutFacts {
  token: string | null;
  url: unknown;
  email: unknown;
  phone: unknown;
  currency: string;
  total: unknown;
  lines: Line[];
  acceptsMarketing: boolean | null;
  completedAt: unknown;
  createdAt: unknown;
  updatedAt: string | null;
}

function rowOf(facts: CheckoutFacts): Candidate {
  const ref = facts.token ?? '';
  return {
    ref,
    row: {
      externalRef: ref,
      value: smallestUnits(facts.total, facts.currency),
      currency: facts.currency,
      email: emailOf(facts.email),
      phone: phoneOf(facts.phone),
      url: addressOf(facts.url),
      items: itemsOf(facts.lines, facts.currency),
      acceptsMarketing: facts.acceptsMarketing,
      completedAt: instantOf(facts.completedAt),
      createdAt: instantOf(facts.createdAt),
      updatedAt: facts.updatedAt,
    },
  };
}

/** @param checkout a GraphQL node, which has only the buyer's customer record */
export function checkoutRow(checkout: unknown): Candidate {
  const state = at(checkout, 'customer', 'defaultEmailAddress', 'marketingState');
  return rowOf({
    token: tokenIn(at(checkout, 'abandonedCheckoutUrl')),
    url: at(checkout, 'abandonedCheckoutUrl'),
    email: at(checkout, 'customer', 'defaultEmailAddress', 'emailAddress'),
    phone: at(checkout, 'customer', 'defaultPhoneNumber', 'phoneNumber'),
    currency: textAt(checkout, 'totalPriceSet', 'shopMoney', 'currencyCode') ?? '',
    total: at(checkout, 'totalPriceSet', 'shopMoney', 'amount'),
    lines: listAt(checkout, 'lineItems', 'nodes').map((line) => ({
      productRef: digitsOf(at(line, 'product', 'id')),
      name: at(line, 'title'),
      quantity: at(line, 'quantity'),
      price: at(line, 'originalUnitPriceSet', 'shopMoney', 'amount'),
    })),
    acceptsMarketing: typeof state === 'string' ? state === 'SUBSCRIBED' : null,
    completedAt: at(checkout, 'completedAt'),
    createdAt: at(checkout, 'createdAt'),
    updatedAt: instantOf(at(checkout, 'updatedAt')),
  });
}

/**
 * Converts a checkout from the webhooks checkouts/create and checkouts/update.
 * @param payload read by exact-json.ts
 * @param reportedAt when the webhook was sent, for a payload without a time of its own
 */
export function checkoutOfPayload(payload: unknown, reportedAt: string | null): Candidate {
  const accepts = at(payload, 'buyer_accepts_marketing');
  return rowOf({
    token: textOr(at(payload, 'token'), LONGEST_TOKEN) ?? tokenIn(at(payload, 'abandoned_checkout_url')),
    url: at(payload, 'abandoned_checkout_url'),
    email: textAt(payload, 'email') ?? at(payload, 'customer', 'email'),
    phone: textAt(payload, 'phone') ?? at(payload, 'customer', 'phone'),
    currency: textAt(payload, 'currency') ?? '',
    total: at(payload, 'total_price'),
    lines: listAt(payload, 'line_items').map((line) => ({
      productRef: digitsOf(textAt(line, 'product_id')),
      name: at(line, 'title'),
      quantity: at(line, 'quantity'),
      price: at(line, 'price'),
    })),
    acceptsMarketing: typeof accepts === 'boolean' ? accepts : null,
    completedAt: at(payload, 'completed_at'),
    createdAt: at(payload, 'created_at'),
    updatedAt: instantOf(at(payload, 'updated_at')) ?? reportedAt,
  });
}
