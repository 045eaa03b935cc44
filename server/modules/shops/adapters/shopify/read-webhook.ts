/** Verifies and parses Shopify's webhooks (https://shopify.dev/docs/apps/build/webhooks). */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { at, textAt } from '@/server/platform/vendors/json';
import { isRecord } from '@/server/platform/lib/narrow';
import type { Resource } from '@/server/modules/shops/connections/vocabulary';
import { parseBody } from '@/server/modules/shops/adapters/body';
import { checkoutOfPayload } from '@/server/modules/shops/adapters/shopify/checkout-row';
import { parseExactly } from '@/server/modules/shops/adapters/shopify/exact-json';
import { instantOf } from '@/server/modules/shops/adapters/shopify/fields';
import { digitsOf, payloadId } from '@/server/modules/shops/adapters/shopify/ids';
import { orderOfPayload } from '@/server/modules/shops/adapters/shopify/order-row';
import { UNINSTALLED } from '@/server/modules/shops/adapters/shopify/topics';
import type {
  Candidate,
  OpenedShop,
  RawWebhook,
  ShopChange,
  WebhookReading,
} from '@/server/modules/shops/adapters/store';

const SIGNATURE = 'x-shopify-hmac-sha256';
const SHOP = 'x-shopify-shop-domain';
const TOPIC = 'x-shopify-topic';
const DELIVERY = 'x-shopify-webhook-id';
const TRIGGERED_AT = 'x-shopify-triggered-at';
export const WEBHOOK_HEADERS = [SIGNATURE, SHOP, TOPIC, DELIVERY, TRIGGERED_AT] as const;

const LONGEST_DELIVERY = 255;

/** Base64 HMAC-SHA256 of the raw body under the client secret. */
export function isSigned(body: Buffer, signature: string, clientSecret: string): boolean {
  if (clientSecret === '') return false;
  const expected = createHmac('sha256', clientSecret).update(body).digest();
  const given = Buffer.from(signature, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

interface Message {
  topic: string;
  payload: unknown;
  shop: string;
  /** The time at which the shop sent the webhook; consent, refund and deletion payloads have no time of their own. */
  at: Date;
}

const rows = (resource: Resource, row: Candidate): ShopChange => ({ kind: 'rows', resource, rows: [row], refused: [] });

/** Reports a change that a look at the shop answers better than the payload. */
const changed = (resource: Resource, ref: string | null): ShopChange[] | null =>
  ref === null ? null : [{ kind: 'changed', resource, ref }];

const deleted = (resource: Resource, { payload, at: instant }: Message): ShopChange[] | null => {
  const ref = payloadId(payload);
  return ref === null ? null : [{ kind: 'deleted', resource, ref, at: instant }];
};

function orderIn({ payload, shop, at: instant }: Message): ShopChange[] | null {
  if (payloadId(payload) === null) return null;
  const orderReading = orderOfPayload(payload, shop, instant.toISOString());
  switch (orderReading.kind) {
    case 'test':
      return [];
    case 'unclear':
      return changed('orders', orderReading.ref);
    case 'row':
      return [rows('orders', orderReading.candidate)];
  }
}

function checkoutIn({ payload, at: instant }: Message): ShopChange[] | null {
  const candidate = checkoutOfPayload(payload, instant.toISOString());
  return candidate.ref === '' ? null : [rows('checkouts', candidate)];
}

/** @returns an empty list when we ignore the webhook; null when the payload does not name its row */
function changesOf(message: Message): ShopChange[] | null {
  const { topic, payload } = message;
  switch (topic) {
    // A product's payload tells neither the currency nor whether its stock is counted.
    case 'products/create':
    case 'products/update':
      return changed('products', payloadId(payload));
    case 'products/delete':
      return deleted('products', message);
    // A customer's tells neither tags nor consent since 2025-01.
    case 'customers/create':
    case 'customers/update':
      return changed('customers', payloadId(payload));
    case 'customers/delete':
      return deleted('customers', message);
    case 'customers_email_marketing_consent/update':
    case 'customers_marketing_consent/update':
    case 'customers_whats_app_marketing_consent/update':
      return changed('customers', digitsOf(textAt(payload, 'customer_id')) ?? payloadId(payload));
    case 'orders/create':
    case 'orders/updated':
    case 'orders/paid':
    case 'orders/cancelled':
      return orderIn(message);
    case 'orders/delete':
      return deleted('orders', message);
    case 'refunds/create':
      return changed('orders', digitsOf(textAt(payload, 'order_id')));
    case 'checkouts/create':
    case 'checkouts/update':
      return checkoutIn(message);
    case UNINSTALLED:
      return [{ kind: 'uninstalled', at: message.at }];
    default:
      return [];
  }
}

/** Returns the secret that signs the shop's webhooks: its own app's, or the operator's. */
const secretOf = ({ credentials, app }: Pick<OpenedShop, 'credentials' | 'app'>): string =>
  credentials.clientSecret ?? app?.clientSecret ?? '';

export async function readWebhook(
  shop: Pick<OpenedShop, 'externalId' | 'credentials' | 'app' | 'config'>,
  { headers, body, receivedAt }: RawWebhook,
): Promise<WebhookReading> {
  if (!isSigned(body, headers[SIGNATURE] ?? '', secretOf(shop))) return { kind: 'refused' };
  // An operator's app has one secret for all its shops.
  if ((headers[SHOP] ?? '').toLowerCase() !== shop.externalId.toLowerCase()) return { kind: 'refused' };
  const deliveryId = headers[DELIVERY] ?? '';
  if (deliveryId === '' || deliveryId.length > LONGEST_DELIVERY)
    return { kind: 'malformed', reason: 'X-Shopify-Webhook-Id is missing.' };
  const payload = await parseBody(body, parseExactly);
  if (!isRecord(payload)) return { kind: 'malformed', reason: 'The body is not a JSON object.' };
  const triggeredAt = instantOf(headers[TRIGGERED_AT]);
  const changes = changesOf({
    topic: headers[TOPIC] ?? '',
    payload,
    shop: shop.externalId,
    at: triggeredAt === null ? receivedAt : new Date(triggeredAt),
  });
  if (changes === null) return { kind: 'malformed', reason: `The body has no id for ${String(at(headers, TOPIC))}.` };
  return changes.length === 0 ? { kind: 'dropped', deliveryId } : { kind: 'changes', deliveryId, changes };
}
