/** Every shop's adapter, by its provider. http_generic has no shop to ask: it tells everything itself. */
import type { Provider } from '@/server/resources/integrations/vocabulary';
import { httpStore } from '@/server/stores/http/store';
import { sheetStore } from '@/server/stores/sheet/store';
import { shopifyStore } from '@/server/stores/shopify/store';
import type { Store } from '@/server/stores/store';
import { wooCommerceStore } from '@/server/stores/woocommerce/store';

export const STORES: Readonly<Record<Provider, Store>> = {
  storefront_p1: shopifyStore,
  storefront_p2: wooCommerceStore,
  sheet_p1: sheetStore,
  http_generic: httpStore,
};
