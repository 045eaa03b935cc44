/** What a shop says of itself, and the webhooks that it is asked for. */
import { describe, expect, it } from 'vitest';
import { MemoryShop } from '@/server/modules/shops/adapters/shopify/stand-in-memory';
import { shopifyStore } from '@/server/modules/shops/adapters/shopify/store';
import { ACCESS_TOKEN, answered, configWith, NOW, useShop } from '@/server/modules/shops/adapters/shopify/testing';
import { ShopAnswerError, ShopBusyError, ShopRefusedError } from '@/server/modules/shops/adapters/store';
import { SHOP } from '@/server/testing/shopify-shop';

const shop = useShop();
const withScopes = (scopes: string[]): Promise<void> => shop.restart(new MemoryShop({ ...SHOP, scopes }));
const daysAgo = (days: number): Date => new Date(NOW.getTime() - days * 86_400_000);

describe('the check', () => {
  it('tells the shop’s name, what was granted, and that nothing is lacking', async () => {
    expect(await shopifyStore.check(shop.opened())).toEqual({
      name: 'Toko Bandung',
      scopesGranted: SHOP.scopes,
      lacking: [],
      ordersSince: null,
      expiresAt: null,
    });
  });

  it('without read_all_orders tells that orders are of 60 days', async () => {
    await withScopes(['read_products', 'read_customers', 'read_orders', 'write_discounts']);
    expect((await shopifyStore.check(shop.opened())).ordersSince).toEqual(daysAgo(60));
  });

  it('tells what the scopes do not allow; a scope to write holds that to read', async () => {
    await withScopes(['write_products', 'read_discounts']);
    const { lacking } = await shopifyStore.check(shop.opened());
    expect(lacking).toEqual([
      {
        resource: 'customers',
        reason: 'The shop has not granted the scope read_customers. Grant it and connect again.',
      },
      { resource: 'orders', reason: 'The shop has not granted the scope read_orders. Grant it and connect again.' },
      { resource: 'checkouts', reason: 'The shop has not granted the scope read_orders. Grant it and connect again.' },
      { resource: 'codes', reason: 'The shop has not granted the scope write_discounts. Grant it and connect again.' },
    ]);
  });

  it('tells what Shopify shows us nothing of all the same, in its words', async () => {
    const original = shop.server.instead;
    const words = 'This app is not approved to access the Customer object.';
    const asked = await shopifyStore.check(shop.opened());
    expect(asked.lacking).toEqual([]);
    const answers = [
      answered(200, {
        data: {
          shop: { name: 'Toko', currencyCode: 'IDR' },
          currentAppInstallation: { accessScopes: SHOP.scopes.map((handle) => ({ handle })) },
        },
      }),
      answered(200, { data: { products: { nodes: [] } } }),
      answered(200, { data: null, errors: [{ message: words, extensions: { code: 'ACCESS_DENIED' } }] }),
    ];
    original.push(...answers);
    expect((await shopifyStore.check(shop.opened())).lacking).toEqual([{ resource: 'customers', reason: words }]);
  });

  it.each([
    ['an answer of 503', answered(503, { errors: 'Service Unavailable' })],
    [
      'a failure of its own',
      answered(200, {
        data: null,
        errors: [{ message: 'Internal error.', extensions: { code: 'INTERNAL_SERVER_ERROR' } }],
      }),
    ],
    ['what nobody can read', { status: 200, headers: {}, body: '<html>' }],
  ])('takes %s for no refusal: it says nothing of what the shop allows', async (_, failure) => {
    shop.server.before = ({ body }) => (/Probe|Subscribe/.test(body) ? failure : undefined);
    await expect(shopifyStore.check(shop.opened())).rejects.toThrow(ShopAnswerError);
    await expect(shopifyStore.setUpWebhooks!(shop.opened(), 'https://laris.example/')).rejects.toThrow(ShopAnswerError);
  });

  it('fails where the shop does not take our credentials, at whichever question', async () => {
    const credentials = { shop: SHOP.domain, accessToken: 'unknown', clientSecret: 'x' };
    await expect(shopifyStore.check(shop.opened({ credentials }))).rejects.toBeInstanceOf(ShopRefusedError);
    shop.server.instead.push(answered(429, {}, { 'retry-after': '60' }));
    await expect(shopifyStore.check(shop.opened())).rejects.toBeInstanceOf(ShopBusyError);
  });

  it('says when tokens lapse that the operator’s app is no longer there to renew', async () => {
    const expiresAt = '2026-11-25T00:50:00.000Z';
    const credentials = { shop: SHOP.domain, accessToken: ACCESS_TOKEN, refreshToken: 'shprt_1', expiresAt };
    expect((await shopifyStore.check(shop.opened({ credentials }))).expiresAt).toEqual(new Date(expiresAt));
    const app = { clientId: 'a', clientSecret: 'b' };
    expect((await shopifyStore.check(shop.opened({ credentials, app }))).expiresAt).toBeNull();
  });
});

describe('webhooks', () => {
  const ADDRESS = 'https://laris.example/api/v1/integrations/c1/webhooks';
  const topics = async (): Promise<string[]> => (await shop.data.subscriptions()).map(({ topic }) => topic).sort();

  it('are set up for what is taken, once', async () => {
    expect(await shopifyStore.setUpWebhooks!(shop.opened(), ADDRESS)).toEqual([]);
    expect(await topics()).toEqual([
      'APP_UNINSTALLED',
      'CHECKOUTS_CREATE',
      'CHECKOUTS_UPDATE',
      'CUSTOMERS_CREATE',
      'CUSTOMERS_DELETE',
      'CUSTOMERS_EMAIL_MARKETING_CONSENT_UPDATE',
      'CUSTOMERS_MARKETING_CONSENT_UPDATE',
      'CUSTOMERS_UPDATE',
      'CUSTOMERS_WHATS_APP_MARKETING_CONSENT_UPDATE',
      'ORDERS_CANCELLED',
      'ORDERS_CREATE',
      'ORDERS_DELETE',
      'ORDERS_PAID',
      'ORDERS_UPDATED',
      'PRODUCTS_CREATE',
      'PRODUCTS_DELETE',
      'PRODUCTS_UPDATE',
      'REFUNDS_CREATE',
    ]);
    const before = shop.asked.length;
    await shopifyStore.setUpWebhooks!(shop.opened(), ADDRESS);
    expect(shop.asked.length - before).toBe(1);
  });

  it('that Shopify dropped are set up again, and those only', async () => {
    await shopifyStore.setUpWebhooks!(shop.opened(), ADDRESS);
    const dropped = (await shop.data.subscriptions()).find(({ topic }) => topic === 'ORDERS_PAID');
    await shop.data.removeSubscription(dropped?.id ?? '');
    const before = shop.asked.length;
    await shopifyStore.setUpWebhooks!(shop.opened(), ADDRESS);
    expect(await topics()).toContain('ORDERS_PAID');
    expect(shop.asked.slice(before).map(({ variables }) => variables.topic ?? null)).toEqual([null, 'ORDERS_PAID']);
  });

  it('of what is not taken are not asked for', async () => {
    const config = configWith({ products: false, customers: false, checkouts: false });
    await shopifyStore.setUpWebhooks!(shop.opened({ config }), ADDRESS);
    expect((await topics()).every((topic) => /^(?:ORDERS|REFUNDS|APP)_/.test(topic))).toBe(true);
  });

  it('that are not allowed are named in the shop’s words, and the others are there', async () => {
    const words = 'You do not have permission to create or update webhooks with products/create topic.';
    const nothing = { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } };
    shop.server.instead.push(
      answered(200, { data: { webhookSubscriptions: nothing } }),
      answered(200, { data: { done: { userErrors: [{ message: words }] } } }),
      answered(200, { data: { done: null }, errors: [{ message: 'No.', extensions: { code: 'ACCESS_DENIED' } }] }),
    );
    expect(await shopifyStore.setUpWebhooks!(shop.opened(), ADDRESS)).toEqual([
      `products/create: ${words}`,
      'products/update: No.',
    ]);
    expect(await topics()).toHaveLength(16);
  });

  it('are taken away at our address and nowhere else', async () => {
    await shop.data.putSubscription({
      id: 'gid://shopify/WebhookSubscription/1',
      topic: 'ORDERS_PAID',
      uri: 'https://other.example/',
    });
    await shopifyStore.setUpWebhooks!(shop.opened(), ADDRESS);
    await shopifyStore.removeWebhooks!(shop.opened(), ADDRESS);
    expect((await shop.data.subscriptions()).map(({ uri }) => uri)).toEqual(['https://other.example/']);
  });

  it('are asked for page by page, however many there are', async () => {
    for (let n = 0; n < 120; n++)
      await shop.data.putSubscription({
        id: `gid://shopify/WebhookSubscription/${n}`,
        topic: 'ORDERS_PAID',
        uri: ADDRESS,
      });
    await shopifyStore.removeWebhooks!(shop.opened(), ADDRESS);
    expect(await shop.data.subscriptions()).toEqual([]);
  });
});
