/** The questions that the connect drawer asks for each kind of shop. Keys are those of the catalogue. */
import { isUrl } from '@/server/platform/lib/is-url';
import type { Provider, SyncResource } from '@/server/modules/shops/connections/vocabulary';

export type Way = 'consent' | 'keys' | 'token';

/** The ways in which a shop can be connected, the easiest first. */
export const WAYS: Readonly<Record<Provider, readonly Way[]>> = {
  storefront_p1: ['consent', 'keys', 'token'],
  storefront_p2: ['consent', 'keys'],
  sheet_p1: [],
  http_generic: [],
};

/** The values that are typed in for a way; `secret` is shown as dots. */
export const CREDENTIALS: Readonly<Record<Provider, Partial<Record<Way, readonly { key: string; secret?: true }[]>>>> =
  {
    storefront_p1: {
      consent: [{ key: 'shop' }],
      keys: [{ key: 'shop' }, { key: 'clientId' }, { key: 'clientSecret', secret: true }],
      token: [{ key: 'shop' }, { key: 'accessToken', secret: true }, { key: 'clientSecret', secret: true }],
    },
    storefront_p2: {
      consent: [{ key: 'storeUrl' }],
      keys: [{ key: 'storeUrl' }, { key: 'consumerKey' }, { key: 'consumerSecret', secret: true }],
    },
    sheet_p1: {},
    http_generic: {},
  };

/** Returns the first part of a shop's own address in its vendor's admin: `toko` of `toko.myshopify.com`. */
export const shopifyHandle = (shop: string): string | undefined =>
  /^(?:https:\/\/)?([a-z0-9][a-z0-9-]*)(?:\.myshopify\.com\/?)?$/i.exec(shop.trim())?.[1];

const wordpressAddress = (storeUrl: string): URL | null => {
  const typed = `${storeUrl.trim().replace(/\/$/, '')}/`;
  const address = isUrl(typed) ? new URL(typed) : null;
  return address?.protocol === 'https:' || address?.protocol === 'http:' ? address : null;
};

/**
 * Returns the address where the vendor shows the keys, as far as what is typed in says whose shop it is; null while it
 * does not.
 */
export function keysAddress(provider: Provider, way: Way, typed: Readonly<Record<string, string>>): string | null {
  if (provider === 'storefront_p1' && way === 'keys') return 'https://dev.shopify.com/dashboard';
  if (provider === 'storefront_p1' && way === 'token') {
    const handle = shopifyHandle(typed.shop ?? '');
    return handle === undefined ? null : `https://admin.shopify.com/store/${handle}/settings/apps/development`;
  }
  if (provider === 'storefront_p2' && way === 'keys') {
    const address = wordpressAddress(typed.storeUrl ?? '');
    return address === null
      ? null
      : new URL('./wp-admin/admin.php?page=wc-settings&tab=advanced&section=keys', address).href;
  }
  return null;
}

/** The permissions that a shop is asked for, for each resource, as the vendor names them. */
export const PERMISSIONS: Readonly<Partial<Record<Provider, Partial<Record<SyncResource, string>>>>> = {
  storefront_p1: {
    products: 'read_products',
    customers: 'read_customers',
    orders: 'read_orders',
    checkouts: 'read_orders',
    codes: 'write_discounts',
  },
  storefront_p2: {
    products: 'read',
    customers: 'read',
    orders: 'read',
    checkouts: 'read',
    codes: 'write',
  },
};

/** Shops that say nothing of consent, so that the merchant has to. */
export const NEEDS_CONSENT: ReadonlySet<Provider> = new Set(['storefront_p2']);
