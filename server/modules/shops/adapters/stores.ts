/** Every shop's adapter, by its provider. http_generic has no shop to ask: it tells everything itself. */
import type { Provider } from '@/server/modules/shops/connections/vocabulary';
import { httpStore } from '@/server/modules/shops/adapters/http/store';
import { sheetStore } from '@/server/modules/shops/adapters/sheet/store';
import { shopifyStore } from '@/server/modules/shops/adapters/shopify/store';
import type { Store } from '@/server/modules/shops/adapters/store';
import { wooCommerceStore } from '@/server/modules/shops/adapters/woocommerce/store';

export const STORES: Readonly<Record<Provider, Store>> = {
  storefront_p1: shopifyStore,
  storefront_p2: wooCommerceStore,
  sheet_p1: sheetStore,
  http_generic: httpStore,
};
