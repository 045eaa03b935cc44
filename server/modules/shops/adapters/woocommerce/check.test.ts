import { describe, expect, it } from 'vitest';
import { ShopGoneError, ShopRefusedError } from '@/server/modules/shops/adapters/store';
import { wooCommerceStore } from '@/server/modules/shops/adapters/stores';
import { CONSUMER_KEY, CONSUMER_SECRET, useWooShop } from '@/server/modules/shops/adapters/woocommerce/testing';

const shop = useWooShop();
const check = () => wooCommerceStore.check(shop.opened());

const FORBIDDEN = {
  status: 403,
  headers: { 'content-type': 'application/json' },
  body: '{"code":"woocommerce_rest_cannot_view","message":"Sorry, you cannot list resources.","data":{"status":403}}',
};

describe('checking a shop', () => {
  it('says its name and what its keys allow, and changes nothing', async () => {
    expect(await check()).toEqual({
      name: 'Toko Bandung',
      scopesGranted: ['read', 'write'],
      lacking: [],
      ordersSince: null,
      expiresAt: null,
    });
    expect(shop.data.rows.webhooks).toEqual([]);
    expect(shop.most).toBe(2);
  });

  it('asks WordPress without our keys, which it would take for a user', async () => {
    await check();
    const index = shop.requests.find(({ path }) => path.startsWith('/wp-json/?'));
    expect(index?.headers).not.toHaveProperty('authorization');
    expect(shop.requests.filter(({ headers }) => headers.authorization === undefined)).toHaveLength(1);
  });

  it('cannot push codes with keys that only read', async () => {
    shop.data.keys.set(CONSUMER_KEY, { secret: CONSUMER_SECRET, permissions: 'read' });
    expect(await check()).toMatchObject({
      scopesGranted: ['read'],
      lacking: [{ resource: 'codes', reason: 'The API key provided does not have write permissions.' }],
    });
  });

  it('leaves out what the role of the keys does not show', async () => {
    shop.before = ({ path }) => (path.includes('/customers') || path.includes('/currencies') ? FORBIDDEN : undefined);
    const reason = 'Sorry, you cannot list resources.';
    expect((await check()).lacking).toEqual([
      { resource: 'products', reason },
      { resource: 'customers', reason },
      { resource: 'codes', reason },
    ]);
  });

  it('is refused where nothing may be read', async () => {
    shop.data.keys.set(CONSUMER_KEY, { secret: 'another', permissions: 'read_write' });
    const failure = check();
    await expect(failure).rejects.toBeInstanceOf(ShopRefusedError);
    await expect(failure).rejects.toThrow('Consumer secret is invalid.');
  });

  it('is called by its address where WordPress keeps its name from strangers', async () => {
    shop.before = ({ path }) => (path.startsWith('/wp-json/?') ? { ...FORBIDDEN, status: 401 } : undefined);
    expect((await check()).name).toBe(new URL(shop.base).host);
  });

  it('is gone where the WordPress has no shop', async () => {
    shop.before = ({ path }) =>
      path.startsWith('/wp-json/?')
        ? { status: 200, headers: {}, body: '{"name":"A blog","namespaces":["wp/v2"]}' }
        : undefined;
    await expect(check()).rejects.toBeInstanceOf(ShopGoneError);
  });
});
