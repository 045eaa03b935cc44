import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { WebhookReading } from '@/server/modules/shops/adapters/store';
import customer from '@/server/modules/shops/adapters/woocommerce/fixtures/customer.json';
import order from '@/server/modules/shops/adapters/woocommerce/fixtures/order.json';
import { readWebhook } from '@/server/modules/shops/adapters/woocommerce/read-webhook';
import { configWith } from '@/server/modules/shops/adapters/woocommerce/testing';

const SECRET = 'whsec_test_0123456789';
const RECEIVED_AT = new Date('2026-04-01T10:00:00Z');
const DELIVERY = '5f4dcc3b5aa765d61d8327deb882cf99';
const shop = { externalId: 'toko.example.com', credentials: { webhookSecret: SECRET }, config: configWith() };

/** As `printf '%s' "$BODY" | openssl dgst -sha256 -hmac whsec_test_0123456789 -binary | base64` says. */
const VECTORS = {
  deletion: { body: '{"id":727}', signature: '8uiKfwpxHAJ0ueoTxmazYCj0nq1tkJahKCOVdw701vc=' },
  variation: {
    body: '{"id":794,"type":"variation","parent_id":22}',
    signature: 'Ayq8Ge7q2dhvQILFdo3bjGgZE8ILfHV09QF5nQ1P5dY=',
  },
  product: {
    body: '{"id":794,"type":"simple","parent_id":0,"name":"Kopi Gayo – 250 g"}',
    signature: 'X6zB+aOhCIzWiRp8eQEX92qe2+Mq4puI7lCl0ph5qAI=',
  },
  fault: {
    body: '{"code":"woocommerce_rest_cannot_view","message":"Sorry, you cannot view this resource.","data":{"status":401}}',
    signature: '01uGX/7wmCWWam88aUu4X8mN9LUxmSBpFC9odSZpAbo=',
  },
} as const;

function read(
  topic: string,
  { body, signature }: { body: string; signature: string },
  headers: Record<string, string> = {},
  of: Parameters<typeof readWebhook>[0] = shop,
): Promise<WebhookReading> {
  const given = {
    'x-wc-webhook-topic': topic,
    'x-wc-webhook-signature': signature,
    'x-wc-webhook-source': 'https://toko.example.com/',
    'x-wc-webhook-delivery-id': DELIVERY,
    ...headers,
  };
  return readWebhook(of, { headers: given, body: Buffer.from(body), receivedAt: RECEIVED_AT });
}

function signed(row: object): { body: string; signature: string } {
  const body = JSON.stringify(row);
  return { body, signature: createHmac('sha256', SECRET).update(body).digest('base64') };
}

const changesOf = (reading: WebhookReading) => (reading.kind === 'changes' ? reading.changes : []);

describe('a webhook', () => {
  it('reports a product that it has changed, by the signature that openssl makes', async () => {
    expect(await read('product.updated', VECTORS.product)).toEqual({
      kind: 'changes',
      deliveryId: `${DELIVERY}:product.updated:${createHash('sha256').update(VECTORS.product.body).digest('hex')}`,
      changes: [{ kind: 'changed', resource: 'products', ref: '794' }],
    });
  });

  it('reports the product of a variation', async () => {
    const changed = [{ kind: 'changed', resource: 'products', ref: '22' }];
    expect(changesOf(await read('product.updated', VECTORS.variation))).toEqual(changed);
    expect(changesOf(await read('product.created', VECTORS.variation))).toEqual(changed);
  });

  it('reports a deletion when it came, for it has no time', async () => {
    expect(changesOf(await read('product.deleted', VECTORS.deletion))).toEqual([
      { kind: 'deleted', resource: 'products', ref: '727', at: RECEIVED_AT },
    ]);
    expect(changesOf(await read('customer.deleted', VECTORS.deletion))).toEqual([
      { kind: 'deleted', resource: 'customers', ref: '727', at: RECEIVED_AT },
    ]);
    expect(changesOf(await read('order.deleted', VECTORS.deletion))).toEqual([
      { kind: 'deleted', resource: 'orders', ref: '727', at: RECEIVED_AT },
      { kind: 'deleted', resource: 'checkouts', ref: '727', at: RECEIVED_AT },
    ]);
  });

  it('reports an order and its checkout', async () => {
    const waiting = { ...order, status: 'pending', date_paid_gmt: null };
    expect(changesOf(await read('order.created', signed(waiting)))).toMatchObject([
      { kind: 'rows', resource: 'orders', rows: [{ ref: '727', row: { status: 'pending', checkoutRef: '727' } }] },
      { kind: 'rows', resource: 'checkouts', rows: [{ ref: '727', row: { value: 2935 } }] },
    ]);
    expect(changesOf(await read('order.updated', signed(order)))).toMatchObject([
      { kind: 'rows', resource: 'orders', rows: [{ ref: '727', row: { status: 'paid' } }] },
    ]);
  });

  it('tells itself that a checkout is completed where orders are not taken', async () => {
    const ordersOff = { ...shop, config: configWith({ orders: false }) };
    expect(changesOf(await read('order.updated', signed(order), {}, ordersOff))).toMatchObject([
      { resource: 'orders' },
      { resource: 'checkouts', rows: [{ row: { completedAt: '2026-03-22T19:28:08Z' } }] },
    ]);
  });

  it('has what was restored looked up', async () => {
    expect(changesOf(await read('order.restored', signed(order)))).toEqual([
      { kind: 'changed', resource: 'orders', ref: '727' },
      { kind: 'changed', resource: 'checkouts', ref: '727' },
    ]);
    expect(changesOf(await read('product.restored', VECTORS.product))).toEqual([
      { kind: 'changed', resource: 'products', ref: '794' },
    ]);
  });

  it('reports customers, and none of the staff', async () => {
    expect(changesOf(await read('customer.updated', signed(customer)))).toMatchObject([
      { kind: 'rows', resource: 'customers', rows: [{ ref: '25', row: { email: 'sari.wijaya@example.com' } }] },
    ]);
    const staff = { ...customer, role: 'shop_manager', is_paying_customer: false };
    expect(await read('customer.updated', signed(staff))).toMatchObject({ kind: 'dropped' });
  });

  it('of an order that is still filled in, or of what we do not take, is dropped', async () => {
    expect(await read('order.created', signed({ ...order, status: 'checkout-draft' }))).toMatchObject({
      kind: 'dropped',
    });
    for (const topic of [
      'coupon.updated',
      'action.woocommerce_add_to_cart',
      'customer.restored',
      'toString.created',
      '',
    ])
      expect(await read(topic, VECTORS.product)).toMatchObject({ kind: 'dropped', deliveryId: expect.any(String) });
  });

  it('that only tries the address out is dropped', async () => {
    const ping = (body: string) => readWebhook(shop, { headers: {}, body: Buffer.from(body), receivedAt: RECEIVED_AT });
    expect(await ping('webhook_id=142')).toEqual({ kind: 'dropped', deliveryId: null });
    expect(await ping('webhook_id=142&topic=order.deleted')).toEqual({ kind: 'refused' });
    expect(await ping('{"id":727}')).toEqual({ kind: 'refused' });
  });

  it('is refused under another secret, with another body, and where the shop has none', async () => {
    const { body, signature } = VECTORS.deletion;
    const other = { ...shop, credentials: { webhookSecret: 'whsec_other' } };
    expect(await read('order.deleted', { body, signature }, {}, other)).toEqual({ kind: 'refused' });
    expect(await read('order.deleted', { body: '{"id":728}', signature })).toEqual({ kind: 'refused' });
    const none = { ...shop, credentials: { webhookSecret: '' } };
    const empty = createHmac('sha256', '').update(body).digest('base64');
    expect(await read('order.deleted', { body, signature: empty }, {}, none)).toEqual({ kind: 'refused' });
  });

  it('of a copy of the shop is refused, and www makes no other shop', async () => {
    const from = async (source: string) =>
      (await read('order.deleted', VECTORS.deletion, { 'x-wc-webhook-source': source })).kind;
    expect(await from('https://staging.example.net/')).toBe('refused');
    expect(await from('https://www.toko.example.com/')).toBe('changes');
    expect(await from('not an address')).toBe('refused');
    const { 'x-wc-webhook-source': _, ...headers } = { 'x-wc-webhook-source': '' };
    const { body, signature } = VECTORS.deletion;
    const given = { ...headers, 'x-wc-webhook-topic': 'order.deleted', 'x-wc-webhook-signature': signature };
    const reading = await readWebhook(shop, { headers: given, body: Buffer.from(body), receivedAt: RECEIVED_AT });
    expect(reading.kind).toBe('changes');
  });

  it('is known again by delivery, topic and body: two orders of one second share the first', async () => {
    const idOf = (reading: WebhookReading) => (reading.kind === 'changes' ? reading.deliveryId : null);
    const one = signed(order);
    const other = signed({ ...order, id: 728 });
    expect(idOf(await read('order.updated', one))).toBe(idOf(await read('order.updated', one)));
    expect(idOf(await read('order.updated', one))).not.toBe(idOf(await read('order.updated', other)));
    expect(idOf(await read('order.updated', one))).not.toBe(idOf(await read('order.created', one)));
    const long = await read('order.updated', one, { 'x-wc-webhook-delivery-id': 'x'.repeat(5000) });
    expect(idOf(long)?.length).toBeLessThanOrEqual(255);
  });

  it('that cannot be read is malformed, in the shop’s words where it has some', async () => {
    expect(await read('order.updated', VECTORS.fault)).toEqual({
      kind: 'malformed',
      reason: 'Sorry, you cannot view this resource.',
    });
    const body = '{"id":';
    const signature = createHmac('sha256', SECRET).update(body).digest('base64');
    expect(await read('order.updated', { body, signature })).toEqual({
      kind: 'malformed',
      reason: 'The body is not JSON.',
    });
    expect(await read('order.updated', signed({}))).toEqual({ kind: 'malformed', reason: 'The body has no id.' });
  });
});
