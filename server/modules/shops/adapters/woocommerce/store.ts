/**
 * WooCommerce by its REST API v3 (https://woocommerce.github.io/woocommerce-rest-api-docs/): `storeUrl`, `consumerKey`
 * and `consumerSecret` are the merchant's, `webhookSecret` is made for the integration when it is connected.
 */
import type { Store, OpenedShop, Rows } from '@/server/modules/shops/adapters/store';
import { check } from '@/server/modules/shops/adapters/woocommerce/check';
import { wooCodes } from '@/server/modules/shops/adapters/woocommerce/codes';
import { countOf, WooReader } from '@/server/modules/shops/adapters/woocommerce/reader';
import { readWebhook, WEBHOOK_HEADERS } from '@/server/modules/shops/adapters/woocommerce/read-webhook';
import { removeWebhooks, setUpWebhooks } from '@/server/modules/shops/adapters/woocommerce/webhooks';
import type { Resource } from '@/server/modules/shops/connections/vocabulary';
import { askList, currencyOf } from '@/server/modules/shops/adapters/woocommerce/api';
import { customerOf, isCustomer } from '@/server/modules/shops/adapters/woocommerce/customers';
import { checkoutsIn, ordersIn } from '@/server/modules/shops/adapters/woocommerce/order-rows';
import { PATHS } from '@/server/modules/shops/adapters/woocommerce/queries';
import { productsOf } from '@/server/modules/shops/adapters/woocommerce/variations';

/**
 * Rows of a shop by their ids.
 * As Store.lookUp has them: at most 50, and a shop gives up to 100 at once.
 */
async function lookUp(shop: OpenedShop, resource: Resource, refs: readonly string[]): Promise<Rows[]> {
  // What is no id of a shop's is nowhere, and a list of none would be a list of all.
  const ids = [...new Set(refs)].filter((ref) => /^[1-9]\d{0,14}$/.test(ref));
  if (ids.length === 0) return [{ resource, rows: [], refused: [] }];
  const { rows } = await askList(shop, {
    path: PATHS[resource],
    query: {
      include: ids.join(','),
      per_page: '100',
      ...(resource === 'customers' ? { role: 'all' } : {}),
    },
  });
  switch (resource) {
    case 'products':
      return [
        { resource, rows: rows.length === 0 ? [] : await productsOf(shop, rows, await currencyOf(shop)), refused: [] },
      ];
    case 'customers':
      return [{ resource, rows: rows.filter(isCustomer).map(customerOf), refused: [] }];
    case 'orders':
      return [ordersIn(rows), checkoutsIn(rows, 'unpaid')];
    case 'checkouts':
      return [checkoutsIn(rows, 'all')];
  }
}

export const wooCommerceStore: Store = {
  webhookHeaders: WEBHOOK_HEADERS,
  check,
  setUpWebhooks,
  removeWebhooks,
  count: countOf,
  open: (shop, reading) => new WooReader(shop, reading),
  lookUp,
  readWebhook,
  codes: wooCodes,
};
