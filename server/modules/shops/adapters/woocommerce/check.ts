/** The check of a shop: its data about itself, and the permissions of its keys. */
import { at, listAt } from '@/server/platform/vendors/json';
import { textOr } from '@/server/modules/shops/adapters/amounts';
import type { SyncResource } from '@/server/modules/shops/connections/vocabulary';
import {
  type OpenedShop,
  type ShopCheck,
  ShopGoneError,
  ShopRefusedError,
} from '@/server/modules/shops/adapters/store';
import { ask, askList, currencyOf, twoAtATime, WooAnswerError } from '@/server/modules/shops/adapters/woocommerce/api';
import { externalIdOf } from '@/server/modules/shops/adapters/woocommerce/address';
import { PATHS } from '@/server/modules/shops/adapters/woocommerce/queries';

/** Returns why the shop refuses; null when it does not. */
async function refusalOf(probe: () => Promise<unknown>): Promise<string | null> {
  try {
    await probe();
    return null;
  } catch (error) {
    if (error instanceof ShopRefusedError) return error.message;
    throw error;
  }
}

const isReadable = (shop: OpenedShop, path: string) => async (): Promise<void> => {
  await askList(shop, { path, query: { per_page: '1', _fields: 'id' } });
};

/**
 * Checks whether keys may write, without creating anything: a webhook without a topic gets 400 with keys that may
 * write, and 401 with read-only keys.
 */
async function asksToWrite(shop: OpenedShop): Promise<void> {
  try {
    await ask(shop, { method: 'POST', path: '/wc/v3/webhooks', body: {} });
  } catch (error) {
    if (!(error instanceof WooAnswerError && error.status === 400)) throw error;
  }
}

/** Reads the shop's name, which WordPress shows to everybody unless a plugin hides it. */
async function nameOf(shop: OpenedShop): Promise<string> {
  const fallback = externalIdOf(shop.base);
  try {
    const { body } = await ask(shop, { path: '/', query: { _fields: 'name,namespaces' }, hasKeys: false });
    const namespaces = listAt(body, 'namespaces');
    if (namespaces.length > 0 && !namespaces.includes('wc/v3'))
      throw new ShopGoneError('This WordPress site has no WooCommerce with REST API v3. Update WooCommerce.');
    return textOr(at(body, 'name'), 120) ?? fallback;
  } catch (error) {
    if (error instanceof ShopRefusedError) return fallback;
    throw error;
  }
}

/** @throws ShopRefusedError when the keys may read nothing at all */
export async function check(shop: OpenedShop): Promise<ShopCheck> {
  const name = await nameOf(shop);
  const [currency = null, products = null, customers = null, orders = null, coupons = null, write = null] =
    await twoAtATime(
      [
        () => currencyOf(shop),
        isReadable(shop, PATHS.products),
        isReadable(shop, PATHS.customers),
        isReadable(shop, PATHS.orders),
        isReadable(shop, '/wc/v3/coupons'),
        () => asksToWrite(shop),
      ],
      refusalOf,
    );
  const reads = [products, customers, orders];
  const refused = reads.filter((reason) => reason !== null);
  const [reason] = refused;
  if (reason !== undefined && refused.length === reads.length) throw new ShopRefusedError(reason);
  const reasons: readonly (readonly [SyncResource, string | null])[] = [
    // A price without its currency is none.
    ['products', products ?? currency],
    ['customers', customers],
    ['orders', orders],
    ['checkouts', orders],
    ['codes', coupons ?? currency ?? write],
  ];
  return {
    name,
    scopesGranted: write === null ? ['read', 'write'] : ['read'],
    lacking: reasons.flatMap(([resource, why]) => (why === null ? [] : [{ resource, reason: why }])),
    ordersSince: null,
    expiresAt: null,
  };
}
