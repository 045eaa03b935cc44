/** Verifies that the shop itself sent a webhook, and parses it. */
import { createHash, createHmac } from 'node:crypto';
import { sameText } from '@/server/platform/lib/signed-token';
import { textAt } from '@/server/platform/vendors/json';
import type { Resource } from '@/server/modules/shops/connections/vocabulary';
import { parseBody } from '@/server/modules/shops/adapters/body';
import type { OpenedShop, RawWebhook, Rows, ShopChange, WebhookReading } from '@/server/modules/shops/adapters/store';
import { isRef } from '@/server/modules/shops/adapters/parsed-rows';
import { hostOf } from '@/server/modules/shops/adapters/woocommerce/address';
import { customerOf, isCustomer } from '@/server/modules/shops/adapters/woocommerce/customers';
import { checkoutsIn, ordersIn } from '@/server/modules/shops/adapters/woocommerce/order-rows';

const SIGNATURE = 'x-wc-webhook-signature';
const TOPIC = 'x-wc-webhook-topic';
const SOURCE = 'x-wc-webhook-source';
const DELIVERY = 'x-wc-webhook-delivery-id';

export const WEBHOOK_HEADERS = [SIGNATURE, TOPIC, SOURCE, DELIVERY];

const LONGEST_REASON = 500;
/** The longest delivery id of a shop, which is an MD5. */
const LONGEST_ID = 64;

/** Checks for the request that first tries out a webhook, not signed: a form. */
const isPing = (body: Buffer): boolean => body.length < 64 && /^webhook_id=\d+$/.test(body.toString('latin1'));

const isSigned = (secret: string, signature: string, body: Buffer): boolean =>
  secret !== '' && sameText(signature, createHmac('sha256', secret).update(body).digest('base64'));

/**
 * Checks the address in the webhook. A copy of the shop, made for a test, signs with the same secret but calls from its
 * own address.
 */
const isOfShop = (externalId: string, source: string | undefined): boolean =>
  source === undefined || hostOf(source) === hostOf(externalId);

/**
 * Returns the id of a delivery. WooCommerce makes its id from webhook and second, so two orders of one second share it;
 * here topic and body count too. Deliveries that are equal in all three are the same report.
 */
function deliveryIdOf(headers: RawWebhook['headers'], topic: string, body: Buffer): string {
  const hash = createHash('sha256').update(body).digest('hex');
  return `${(headers[DELIVERY] ?? '').slice(0, LONGEST_ID)}:${topic.slice(0, LONGEST_ID)}:${hash}`;
}

const rowsChange = (rows: Rows): ShopChange[] => (rows.rows.length === 0 ? [] : [{ kind: 'rows', ...rows }]);

interface Said {
  event: string;
  ref: string;
  row: unknown;
  receivedAt: Date;
}

const isGone = ({ event }: Said): boolean => event === 'deleted';

/** Returns a deletion at the webhook's time of arrival, because a deletion contains no time. */
const deleted = (resource: Resource, { ref, receivedAt }: Said): ShopChange => ({
  kind: 'deleted',
  resource,
  ref,
  at: receivedAt,
});

/**
 * Returns the product to look up, because a webhook contains neither its currency nor the prices of its variations. A
 * variation arrives as a product of its own; its parent is looked up.
 */
function productChanges(said: Said): ShopChange[] {
  if (isGone(said)) return [deleted('products', said)];
  const parent = textAt(said.row, 'parent_id') ?? '0';
  const isVariation = textAt(said.row, 'type') === 'variation' && parent !== '0';
  return [{ kind: 'changed', resource: 'products', ref: isVariation ? parent : said.ref }];
}

function customerChanges(said: Said): ShopChange[] {
  if (isGone(said)) return [deleted('customers', said)];
  const rows = isCustomer(said.row) ? [customerOf(said.row)] : [];
  return rowsChange({ resource: 'customers', rows, refused: [] });
}

function orderChanges(said: Said, { sync }: OpenedShop['config']): ShopChange[] {
  if (isGone(said)) return [deleted('orders', said), deleted('checkouts', said)];
  // What it was changed to before it was deleted is older than its deletion.
  if (said.event === 'restored')
    return (['orders', 'checkouts'] as const).map((resource) => ({ kind: 'changed', resource, ref: said.ref }));
  const rows = [said.row];
  return [...rowsChange(ordersIn(rows)), ...rowsChange(checkoutsIn(rows, sync.orders ? 'unpaid' : 'all'))];
}

const EVENTS: Readonly<Record<string, readonly string[]>> = {
  product: ['created', 'updated', 'deleted', 'restored'],
  customer: ['created', 'updated', 'deleted'],
  order: ['created', 'updated', 'deleted', 'restored'],
};

function changesOf(resource: string, said: Said, config: OpenedShop['config']): ShopChange[] {
  if (resource === 'product') return productChanges(said);
  return resource === 'customer' ? customerChanges(said) : orderChanges(said, config);
}

export async function readWebhook(
  { externalId, credentials, config }: Pick<OpenedShop, 'externalId' | 'credentials' | 'config'>,
  { headers, body, receivedAt }: RawWebhook,
): Promise<WebhookReading> {
  const signature = headers[SIGNATURE];
  if (signature === undefined) return isPing(body) ? { kind: 'dropped', deliveryId: null } : { kind: 'refused' };
  if (!isSigned(credentials.webhookSecret ?? '', signature, body) || !isOfShop(externalId, headers[SOURCE]))
    return { kind: 'refused' };
  const topic = headers[TOPIC] ?? '';
  const deliveryId = deliveryIdOf(headers, topic, body);
  const [resource = '', event = ''] = topic.split('.');
  if (!Object.hasOwn(EVENTS, resource) || EVENTS[resource]?.includes(event) !== true)
    return { kind: 'dropped', deliveryId };
  const row = await parseBody(body);
  if (row === undefined) return { kind: 'malformed', reason: 'The body is not JSON.' };
  const ref = textAt(row, 'id') ?? '';
  // Where who made the webhook has lost the right to see the row, the shop reports that instead.
  if (!isRef(ref))
    return { kind: 'malformed', reason: (textAt(row, 'message') ?? 'The body has no id.').slice(0, LONGEST_REASON) };
  const changes = changesOf(resource, { event, ref, row, receivedAt }, config);
  return changes.length === 0 ? { kind: 'dropped', deliveryId } : { kind: 'changes', deliveryId, changes };
}
