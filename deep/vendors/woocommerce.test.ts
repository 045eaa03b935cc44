/** Our requests to a WooCommerce shop beside those of its library (@woocommerce/woocommerce-rest-api 1.0.2). */
import WooCommerceRestApi from '@woocommerce/woocommerce-rest-api';
import { beforeEach, expect, it } from 'vitest';
import { ask } from '@/server/modules/shops/adapters/woocommerce/api';
import { CONSUMER_KEY, CONSUMER_SECRET, useWooShop } from '@/server/modules/shops/adapters/woocommerce/testing';

const shop = useWooShop();
let library: WooCommerceRestApi;
beforeEach(() => {
  library = new WooCommerceRestApi({
    url: shop.base,
    consumerKey: CONSUMER_KEY,
    consumerSecret: CONSUMER_SECRET,
    version: 'wc/v3',
  });
  // Over http the library would sign by OAuth 1.0a; shops are asked over https.
  Object.assign(library, { isHttps: true });
});

it('asks for a list as the library does', async () => {
  const query = { per_page: '100', offset: '0', orderby: 'id', order: 'asc', include: '1,2' };
  await ask(shop.opened(), { path: '/wc/v3/orders', query });
  await library.get('orders', query);
  const [ours, theirs] = shop.requests.map(({ method, path, headers }) => {
    const { pathname, searchParams } = new URL(path, shop.base);
    searchParams.sort();
    return { method, pathname, query: searchParams.toString(), authorization: headers.authorization };
  });
  expect(ours).toEqual(theirs);
});

it('sends a coupon as the library does', async () => {
  const body = { code: 'hemat10', amount: '10', discount_type: 'percent' };
  const answers = [
    await ask(shop.opened(), { method: 'POST', path: '/wc/v3/coupons', body }),
    await library.post('coupons', { ...body, code: 'hemat11' }),
  ];
  expect(answers).toHaveLength(2);
  const [ours, theirs] = shop.requests.map(({ method, path, headers, body: sent }) => ({
    method,
    path,
    authorization: headers.authorization,
    type: headers['content-type']?.split(';')[0],
    fields: Object.keys(JSON.parse(sent) as object),
  }));
  expect(ours).toEqual(theirs);
});
