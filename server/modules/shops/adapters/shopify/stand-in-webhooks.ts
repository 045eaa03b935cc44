/**
 * The webhooks of a stand-in: topic, headers, signature and payload as Shopify documents them, for a change of a row.
 */
import { createHash, createHmac } from 'node:crypto';
import type { Resource } from '@/server/modules/shops/connections/vocabulary';
import { gidOf } from '@/server/modules/shops/adapters/shopify/ids';
import { API_VERSION } from '@/server/modules/shops/adapters/shopify/client';
import type {
  StandInCheckout,
  StandInCustomer,
  StandInLine,
  StandInOrder,
  StandInProduct,
  StandInRows,
  StandInShop,
} from '@/server/modules/shops/adapters/shopify/stand-in-data';
import { recoveryAddress } from '@/server/modules/shops/adapters/shopify/stand-in-graphql';
import { UNINSTALLED } from '@/server/modules/shops/adapters/shopify/topics';

/** A change of a row; `before` null: the row was created, `after` null: the row was deleted. */
export type StandInChange =
  | { [Of in Resource]: { resource: Of; before: StandInRows[Of] | null; after: StandInRows[Of] | null } }[Resource]
  | { resource: 'app' };

export interface StandInWebhook {
  topic: string;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: string;
}

/** A placeholder for a bare number of any length until the payload is written. */
const NUMBER = '\ue000';
const number = (digits: string | null): string | null => (digits === null ? null : NUMBER + digits);

/** Writes JSON as Shopify does: long ids are bare numbers. */
const written = (payload: unknown): string => JSON.stringify(payload).replaceAll(/"\ue000(\d{1,20})"/g, '$1');

/** Writes an instant as Shopify's payloads do: in the shop's zone, without fractions of a second. */
function zoned(instant: string | null): string | null {
  if (instant === null) return null;
  const ahead = new Date(Date.parse(instant) + 7 * 60 * 60 * 1000);
  return `${ahead.toISOString().slice(0, 19)}+07:00`;
}

const money = (amount: string, { currency }: StandInShop): unknown => ({
  shop_money: { amount, currency_code: currency },
  presentment_money: { amount, currency_code: currency },
});

function productPayload(row: StandInProduct): unknown {
  return {
    admin_graphql_api_id: gidOf('Product', row.id),
    body_html: row.descriptionHtml,
    created_at: zoned(row.createdAt),
    handle: row.handle,
    id: number(row.id),
    published_at: zoned(row.publishedAt),
    title: row.title,
    updated_at: zoned(row.updatedAt),
    vendor: row.vendor,
    status: row.status.toLowerCase(),
    variants: row.variants.map(({ id, price }, place) => ({
      admin_graphql_api_id: `gid://shopify/ProductVariant/${id}`,
      id: number(id),
      inventory_policy: 'deny',
      position: place + 1,
      price,
      product_id: number(row.id),
    })),
    image: row.imageUrl === null ? null : { src: row.imageUrl },
  };
}

const customerPayload = (row: StandInCustomer): unknown => ({
  id: number(row.id),
  created_at: zoned(row.createdAt),
  updated_at: zoned(row.updatedAt),
  first_name: row.firstName,
  last_name: row.lastName,
  state: 'enabled',
  note: null,
  verified_email: true,
  email: row.email,
  phone: row.phone,
  currency: null,
  admin_graphql_api_id: gidOf('Customer', row.id),
});

const linesOf = (rows: readonly StandInLine[], shop: StandInShop): unknown[] =>
  rows.map(({ productId, title, quantity, price }) => ({
    product_id: number(productId),
    title,
    name: title,
    quantity,
    price,
    price_set: money(price, shop),
  }));

/** Makes a refund payload with one transaction, for a part of the order's amount. */
function refundPayload(row: StandInOrder, shop: StandInShop, amount: string): unknown {
  return {
    order_id: number(row.id),
    created_at: zoned(row.updatedAt),
    transactions: [{ kind: 'refund', status: 'success', amount, currency: shop.currency, order_id: number(row.id) }],
  };
}

function orderPayload(row: StandInOrder, shop: StandInShop): unknown {
  return {
    id: number(row.id),
    admin_graphql_api_id: gidOf('Order', row.id),
    cancelled_at: zoned(row.cancelledAt),
    checkout_token: row.checkoutToken,
    contact_email: row.email,
    created_at: zoned(row.createdAt),
    currency: shop.currency,
    current_total_price: row.total,
    discount_codes: row.discountCodes.map((code) => ({ code, amount: row.discount, type: 'percentage' })),
    email: row.email,
    financial_status: row.financialStatus.toLowerCase(),
    landing_site: row.landingSite,
    name: row.name,
    phone: row.phone,
    presentment_currency: shop.currency,
    processed_at: zoned(row.processedAt),
    test: row.test,
    total_discounts: row.discount,
    total_discounts_set: money(row.discount, shop),
    total_price: row.total,
    total_price_set: money(row.total, shop),
    total_shipping_price_set: money(row.shipping, shop),
    total_tax: row.tax,
    total_tax_set: money(row.tax, shop),
    updated_at: zoned(row.updatedAt),
    customer:
      row.customerId === null
        ? null
        : { id: number(row.customerId), admin_graphql_api_id: gidOf('Customer', row.customerId), email: row.email },
    line_items: linesOf(row.lines, shop),
    refunds: Number(row.refunded) > 0 ? [refundPayload(row, shop, row.refunded)] : [],
  };
}

/**
 * Makes a checkout payload; payloads have no id since 2026-04
 * (https://shopify.dev/changelog/removed-checkout-id-from-checkouts-and-orders-webhooks).
 */
function checkoutPayload(row: StandInCheckout, shop: StandInShop): unknown {
  return {
    token: row.token,
    email: row.email,
    created_at: zoned(row.createdAt),
    updated_at: zoned(row.updatedAt),
    buyer_accepts_marketing: row.acceptsMarketing,
    currency: shop.currency,
    presentment_currency: shop.currency,
    completed_at: zoned(row.completedAt),
    phone: row.phone,
    abandoned_checkout_url: recoveryAddress(shop, row),
    total_price: row.total,
    line_items: linesOf(row.lines, shop),
  };
}

interface Said {
  topic: string;
  payload: unknown;
}

const either = (before: unknown, made: string, updated: string): string => (before === null ? made : updated);

function customerChange(before: StandInCustomer | null, after: StandInCustomer | null): Said[] {
  if (after === null) return before === null ? [] : [{ topic: 'customers/delete', payload: { id: number(before.id) } }];
  const said: Said[] = [
    { topic: either(before, 'customers/create', 'customers/update'), payload: customerPayload(after) },
  ];
  if (before !== null && before.emailState !== after.emailState)
    said.push({
      topic: 'customers_email_marketing_consent/update',
      payload: {
        customer_id: number(after.id),
        email_address: after.email,
        email_marketing_consent: { state: after.emailState.toLowerCase(), opt_in_level: 'single_opt_in' },
      },
    });
  if (before !== null && before.smsState !== after.smsState)
    said.push({
      topic: 'customers_marketing_consent/update',
      payload: {
        id: number(after.id),
        phone: after.phone,
        sms_marketing_consent: { state: after.smsState.toLowerCase() },
      },
    });
  if (before !== null && before.whatsAppState !== after.whatsAppState)
    said.push({
      topic: 'customers_whats_app_marketing_consent/update',
      payload: {
        customer_id: number(after.id),
        phone: after.phone,
        whats_app_marketing_consent: { state: (after.whatsAppState ?? 'NOT_SUBSCRIBED').toLowerCase() },
      },
    });
  return said;
}

function orderChange(before: StandInOrder | null, after: StandInOrder | null, shop: StandInShop): Said[] {
  if (after === null) return before === null ? [] : [{ topic: 'orders/delete', payload: { id: number(before.id) } }];
  const payload = orderPayload(after, shop);
  const said: Said[] = [{ topic: either(before, 'orders/create', 'orders/updated'), payload }];
  if (after.financialStatus === 'PAID' && before?.financialStatus !== 'PAID')
    said.push({ topic: 'orders/paid', payload });
  if (after.cancelledAt !== null && (before?.cancelledAt ?? null) === null)
    said.push({ topic: 'orders/cancelled', payload });
  if (Number(after.refunded) > Number(before?.refunded ?? 0))
    said.push({ topic: 'refunds/create', payload: refundPayload(after, shop, after.refunded) });
  return said;
}

function saidOf(change: StandInChange, shop: StandInShop): Said[] {
  switch (change.resource) {
    case 'products': {
      const { before, after } = change;
      if (after === null)
        return before === null ? [] : [{ topic: 'products/delete', payload: { id: number(before.id) } }];
      return [{ topic: either(before, 'products/create', 'products/update'), payload: productPayload(after) }];
    }
    case 'customers':
      return customerChange(change.before, change.after);
    case 'orders':
      return orderChange(change.before, change.after, shop);
    case 'checkouts': {
      const { before, after } = change;
      if (after === null) return [];
      return [{ topic: either(before, 'checkouts/create', 'checkouts/update'), payload: checkoutPayload(after, shop) }];
    }
    case 'app':
      return [{ topic: UNINSTALLED, payload: { name: shop.name, domain: shop.domain } }];
  }
}

/**
 * Makes a delivery's id from its topic, body and time, so that a repeated report of one change is another delivery.
 */
const deliveryId = (topic: string, body: string, at: Date): string => {
  const hex = createHash('sha256').update(`${topic}\n${at.toISOString()}\n${body}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/**
 * Returns Shopify's webhooks for a change, in the order of its steps, signed with the app's secret.
 * @param at when the change was triggered
 */
export function webhooksOf(change: StandInChange, shop: StandInShop, at: Date): StandInWebhook[] {
  return saidOf(change, shop).map(({ topic, payload }) => {
    const body = written(payload);
    const id = deliveryId(topic, body, at);
    return {
      topic,
      body,
      headers: {
        'content-type': 'application/json',
        'x-shopify-topic': topic,
        'x-shopify-hmac-sha256': createHmac('sha256', shop.clientSecret).update(body).digest('base64'),
        'x-shopify-shop-domain': shop.domain,
        'x-shopify-api-version': API_VERSION,
        'x-shopify-webhook-id': id,
        'x-shopify-event-id': deliveryId('event', body, at),
        'x-shopify-triggered-at': at.toISOString(),
      },
    };
  });
}
