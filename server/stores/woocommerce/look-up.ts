/** Rows of a shop by their ids. */
import type { Resource } from '@/server/resources/integrations/vocabulary';
import type { OpenedShop, Rows } from '@/server/stores/store';
import { askList, currencyOf } from '@/server/stores/woocommerce/api';
import { customerOf, isCustomer } from '@/server/stores/woocommerce/customers';
import { checkoutsIn, ordersIn } from '@/server/stores/woocommerce/order-rows';
import { PATHS } from '@/server/stores/woocommerce/queries';
import { productsOf } from '@/server/stores/woocommerce/variations';

/** As Store.lookUp has them: at most 50, and a shop gives up to 100 at once. */
export async function lookUp(shop: OpenedShop, resource: Resource, refs: readonly string[]): Promise<Rows[]> {
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
