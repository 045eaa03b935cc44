/** As https://shopify.dev/docs/apps/build/webhooks/subscribe/https and https://shopify.dev/docs/api/webhooks say. */
import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isSigned } from '@/server/modules/shops/adapters/shopify/read-webhook';
import { shopifyStore } from '@/server/modules/shops/adapters/shopify/store';
import { configWith, fixture, NOW } from '@/server/modules/shops/adapters/shopify/testing';
import type { OpenedShop, WebhookReading } from '@/server/modules/shops/adapters/store';

const SECRET = 'hush';
const shop: Pick<OpenedShop, 'externalId' | 'credentials' | 'app' | 'config'> = {
  externalId: 'toko-linen.myshopify.com',
  credentials: { shop: 'toko-linen.myshopify.com', accessToken: 'shpat_1', clientSecret: SECRET },
  app: null,
  config: configWith(),
};
const sign = (body: string, secret = SECRET): string => createHmac('sha256', secret).update(body).digest('base64');

function read(topic: string, body: string, headers: Record<string, string> = {}, at = shop): Promise<WebhookReading> {
  return shopifyStore.readWebhook!(at, {
    headers: {
      'x-shopify-topic': topic,
      'x-shopify-hmac-sha256': sign(body),
      'x-shopify-shop-domain': 'toko-linen.myshopify.com',
      'x-shopify-webhook-id': 'b54557e4-bdd9-4b37-8a5f-bf7d70bcd043',
      'x-shopify-triggered-at': '2026-11-24T18:00:00.123456789Z',
      ...headers,
    },
    body: Buffer.from(body),
    receivedAt: NOW,
  });
}
const changes = async (topic: string, body: string): Promise<unknown> => {
  const reading = await read(topic, body);
  return reading.kind === 'changes' ? reading.changes : reading.kind;
};
const changed = (resource: string, ref: string) => [{ kind: 'changed', resource, ref }];

describe('the signature', () => {
  it('is what openssl makes of the raw body under the client secret', () => {
    const body = Buffer.from('{"id":820982911946154508}');
    expect(isSigned(body, 'qBvrsZF7RfB1iS6BX6IHqJTp5L911P7intnPeTPsH0I=', SECRET)).toBe(true);
  });

  it('of another body, secret, length or of none is refused', async () => {
    const body = '{"id":1}';
    for (const signature of [sign(`${body} `), sign(body, 'other'), '', 'qBvr', 'not base64!'])
      expect(await read('orders/delete', body, { 'x-shopify-hmac-sha256': signature })).toEqual({ kind: 'refused' });
  });

  it('of another shop of the same app is refused', async () => {
    const foreign = { 'x-shopify-shop-domain': 'another.myshopify.com' };
    expect(await read('orders/delete', '{"id":1}', foreign)).toEqual({ kind: 'refused' });
    expect(await read('orders/delete', '{"id":1}', { 'x-shopify-shop-domain': '' })).toEqual({ kind: 'refused' });
  });

  it("is the operator's app's where the shop has none of its own, and nobody's where neither has one", async () => {
    const credentials = { shop: shop.externalId, accessToken: 'shpat_1', refreshToken: 'shprt_1' };
    const app = { clientId: 'app', clientSecret: SECRET };
    expect((await read('orders/delete', '{"id":1}', {}, { ...shop, credentials, app })).kind).toBe('changes');
    const unsigned = { 'x-shopify-hmac-sha256': sign('{"id":1}', '') };
    expect(await read('orders/delete', '{"id":1}', unsigned, { ...shop, credentials, app: null })).toEqual({
      kind: 'refused',
    });
  });
});

describe('topics', () => {
  it.each(['orders/create', 'orders/updated', 'orders/paid', 'orders/cancelled'])(
    '%s brings the order',
    async (topic) => {
      expect(await changes(topic, fixture('order-webhook'))).toMatchObject([
        {
          kind: 'rows',
          resource: 'orders',
          rows: [{ ref: '820982911946154508', row: { amount: 39_800, customerRef: '115310627314723954' } }],
        },
      ]);
    },
  );

  it.each(['checkouts/create', 'checkouts/update'])('%s brings the checkout', async (topic) => {
    expect(await changes(topic, fixture('checkout-webhook'))).toMatchObject([
      { kind: 'rows', resource: 'checkouts', rows: [{ row: { value: 465_000, acceptsMarketing: true } }] },
    ]);
  });

  it.each([
    ['products/create', '{"id":788032119674292922}', changed('products', '788032119674292922')],
    [
      'products/update',
      '{"admin_graphql_api_id":"gid://shopify/Product/788032119674292922","id":788032119674292922}',
      changed('products', '788032119674292922'),
    ],
    ['customers/create', '{"id":706405506930370084,"email":"a@b.co"}', changed('customers', '706405506930370084')],
    ['customers/update', '{"id":706405506930370084}', changed('customers', '706405506930370084')],
    [
      'customers_email_marketing_consent/update',
      '{"customer_id":706405506930370084,"email_address":"a@b.co","email_marketing_consent":{"state":"unsubscribed"}}',
      changed('customers', '706405506930370084'),
    ],
    [
      'customers_marketing_consent/update',
      '{"id":706405506930370084,"phone":null,"sms_marketing_consent":{"state":"unsubscribed"}}',
      changed('customers', '706405506930370084'),
    ],
    [
      'customers_whats_app_marketing_consent/update',
      '{"customer_id":706405506930370084,"phone":null,"whats_app_marketing_consent":{"state":"unsubscribed"}}',
      changed('customers', '706405506930370084'),
    ],
    [
      'refunds/create',
      '{"id":890088186047892319,"order_id":820982911946154508,"refund_line_items":[]}',
      changed('orders', '820982911946154508'),
    ],
    [
      'app/uninstalled',
      '{"id":548380009,"name":"Toko Linen"}',
      [{ kind: 'uninstalled', at: new Date('2026-11-24T18:00:00.123Z') }],
    ],
  ])('%s says what to look at', async (topic, body, expected) => {
    expect(await changes(topic, body)).toEqual(expected);
  });

  it.each([
    ['products/delete', 'products'],
    ['customers/delete', 'customers'],
    ['orders/delete', 'orders'],
  ])('%s is of when it was triggered', async (topic, resource) => {
    expect(await changes(topic, '{"id":820982911946154508}')).toEqual([
      { kind: 'deleted', resource, ref: '820982911946154508', at: new Date('2026-11-24T18:00:00.123Z') },
    ]);
  });

  it('without X-Shopify-Triggered-At are of when they came', async () => {
    expect(await read('orders/delete', '{"id":7}', { 'x-shopify-triggered-at': '' })).toMatchObject({
      changes: [{ at: NOW }],
    });
  });

  it('that we do not take, and test orders, are dropped with their delivery', async () => {
    const dropped = { kind: 'dropped', deliveryId: 'b54557e4-bdd9-4b37-8a5f-bf7d70bcd043' };
    expect(await read('themes/publish', '{"id":1}')).toEqual(dropped);
    expect(await read('orders/create', fixture('order-webhook').replace('"test": false', '"test": true'))).toEqual(
      dropped,
    );
  });

  it.each([
    ['orders/create', 'no JSON'],
    ['orders/create', '[]'],
    ['orders/create', '{}'],
    ['refunds/create', '{"id":1}'],
    ['checkouts/create', '{"email":"a@b.co"}'],
    ['customers/delete', '{"id":"x"}'],
  ])('%s with %s is malformed', async (topic, body) => {
    expect(await read(topic, body)).toMatchObject({ kind: 'malformed', reason: expect.stringMatching(/./) });
  });

  it('without an id of the delivery are malformed, for they could count twice', async () => {
    expect((await read('orders/delete', '{"id":1}', { 'x-shopify-webhook-id': '' })).kind).toBe('malformed');
  });
});
