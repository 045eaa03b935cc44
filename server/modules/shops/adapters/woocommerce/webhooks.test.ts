import { describe, expect, it } from 'vitest';
import order from '@/server/modules/shops/adapters/woocommerce/fixtures/order.json';
import { ShopAnswerError } from '@/server/modules/shops/adapters/store';
import { wooCommerceStore } from '@/server/modules/shops/adapters/stores';
import {
  CONSUMER_KEY,
  CONSUMER_SECRET,
  configWith,
  NOW,
  useWooShop,
} from '@/server/modules/shops/adapters/woocommerce/testing';

const shop = useWooShop();
const ADDRESS = 'https://laris.example.com/api/v1/integrations/cintegration/webhooks';
const OTHERS = 'https://elsewhere.example.com/hook';

const topics = (): unknown[] => shop.data.rows.webhooks.map(({ topic }) => topic).sort();

describe('setting webhooks up', () => {
  it('makes one of each topic, with our secret', async () => {
    expect(await wooCommerceStore.setUpWebhooks!(shop.opened(), ADDRESS)).toEqual([]);
    expect(topics()).toEqual([
      'customer.created',
      'customer.deleted',
      'customer.updated',
      'order.created',
      'order.deleted',
      'order.restored',
      'order.updated',
      'product.created',
      'product.deleted',
      'product.restored',
      'product.updated',
    ]);
    for (const webhook of shop.data.rows.webhooks)
      expect(webhook).toMatchObject({ status: 'active', delivery_url: ADDRESS, secret: 'whsec_test_0123456789' });
    expect(shop.most).toBe(2);
  });

  it('makes those of what is taken, and no second one', async () => {
    const opened = shop.opened({ config: configWith({ products: false, customers: false, orders: false }) });
    await wooCommerceStore.setUpWebhooks!(opened, ADDRESS);
    await wooCommerceStore.setUpWebhooks!(opened, ADDRESS);
    expect(topics()).toEqual(['order.created', 'order.deleted', 'order.restored', 'order.updated']);
  });

  it('switches on again what the shop switched off, and leaves those of others alone', async () => {
    await wooCommerceStore.setUpWebhooks!(shop.opened(), ADDRESS);
    const [first, second, third] = shop.data.rows.webhooks;
    first!.status = 'disabled';
    second!.status = 'paused';
    third!.secret = 'another';
    await shop.data.insert('webhooks', {
      topic: 'order.updated',
      delivery_url: OTHERS,
      status: 'disabled',
      secret: 'x',
    });
    shop.data.rows.webhooks.splice(3, 1);
    expect(await wooCommerceStore.setUpWebhooks!(shop.opened(), ADDRESS)).toEqual([]);
    const own = shop.data.rows.webhooks.filter(({ delivery_url: url }) => url === ADDRESS);
    expect(own).toHaveLength(11);
    for (const webhook of own) expect(webhook).toMatchObject({ status: 'active', secret: 'whsec_test_0123456789' });
    expect(shop.data.rows.webhooks.find(({ delivery_url: url }) => url === OTHERS)).toMatchObject({
      status: 'disabled',
      secret: 'x',
    });
  });

  it('finds ours among hundreds', async () => {
    for (let index = 0; index < 150; index++)
      await shop.data.insert('webhooks', { topic: 'order.updated', delivery_url: OTHERS, status: 'active' });
    await wooCommerceStore.setUpWebhooks!(shop.opened(), ADDRESS);
    await wooCommerceStore.setUpWebhooks!(shop.opened(), ADDRESS);
    expect(shop.data.rows.webhooks).toHaveLength(150 + 11);
  });

  it('says which topics the shop does not allow', async () => {
    shop.data.keys.set(CONSUMER_KEY, { secret: CONSUMER_SECRET, permissions: 'read' });
    expect(await wooCommerceStore.setUpWebhooks!(shop.opened(), ADDRESS)).toHaveLength(11);
    shop.data.keys.set(CONSUMER_KEY, { secret: CONSUMER_SECRET, permissions: 'read_write' });
    shop.before = ({ body }) =>
      body.includes('"order.restored"')
        ? { status: 400, headers: {}, body: '{"code":"woocommerce_rest_invalid_webhook_topic","message":"Invalid"}' }
        : undefined;
    expect(await wooCommerceStore.setUpWebhooks!(shop.opened(), ADDRESS)).toEqual(['order.restored']);
  });

  it('takes a failure of the shop for no refusal of a topic', async () => {
    for (const answer of [
      { status: 200, headers: {}, body: '<html>' },
      { status: 408, headers: {}, body: '' },
      { status: 502, headers: {}, body: '' },
    ]) {
      shop.before = ({ body }) => (body.includes('"order.restored"') ? answer : undefined);
      await expect(wooCommerceStore.setUpWebhooks!(shop.opened(), ADDRESS)).rejects.toThrow(ShopAnswerError);
    }
  });

  it('does not let the shop make a secret of its own', async () => {
    await expect(wooCommerceStore.setUpWebhooks!(shop.opened({ credentials: {} }), ADDRESS)).rejects.toThrow(
      'no secret',
    );
    expect(shop.requests).toEqual([]);
  });

  it('is undone, but for those of others and those that are gone', async () => {
    await wooCommerceStore.setUpWebhooks!(shop.opened(), ADDRESS);
    await shop.data.insert('webhooks', { topic: 'order.updated', delivery_url: OTHERS, status: 'active', secret: 'x' });
    let isFirst = true;
    shop.before = ({ method, path }) => {
      if (method !== 'DELETE') return undefined;
      expect(path).toContain('force=true');
      if (isFirst) shop.data.rows.webhooks.shift();
      isFirst = false;
      return undefined;
    };
    await wooCommerceStore.removeWebhooks!(shop.opened(), ADDRESS);
    expect(shop.data.rows.webhooks).toMatchObject([{ delivery_url: OTHERS }]);
  });
});

describe('what the shop then calls with', () => {
  const read = ({ headers, body }: { headers: Record<string, string>; body: string }) =>
    wooCommerceStore.readWebhook!(shop.opened(), {
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
      body: Buffer.from(body),
      receivedAt: NOW,
    });

  it('is read as its own', async () => {
    await wooCommerceStore.setUpWebhooks!(shop.opened(), ADDRESS);
    const [call, ...more] = await shop.standIn.webhooksOf({ topic: 'order.updated', row: { ...order, id: 727 } });
    expect(more).toEqual([]);
    expect(call).toMatchObject({ url: ADDRESS });
    expect(await read(call!)).toMatchObject({ kind: 'changes', changes: [{ kind: 'rows', resource: 'orders' }] });
    const [deletion] = await shop.standIn.webhooksOf({ topic: 'order.deleted', row: { ...order, id: 727 } });
    expect(deletion!.body).toBe('{"id":727}');
    expect(await read(deletion!)).toMatchObject({ changes: [{ kind: 'deleted', ref: '727' }, { kind: 'deleted' }] });
  });

  it('is nothing while it is only tried out, or after it was switched off', async () => {
    await wooCommerceStore.setUpWebhooks!(shop.opened(), ADDRESS);
    const [webhook] = shop.data.rows.webhooks;
    expect(await read(shop.standIn.pingOf(webhook!))).toEqual({ kind: 'dropped', deliveryId: null });
    for (const each of shop.data.rows.webhooks) each.status = 'disabled';
    expect(await shop.standIn.webhooksOf({ topic: 'order.updated', row: { ...order, id: 727 } })).toEqual([]);
  });
});
