/**
 * WooCommerce by its REST API v3 (https://woocommerce.github.io/woocommerce-rest-api-docs/): `storeUrl`, `consumerKey`
 * and `consumerSecret` are the merchant's, `webhookSecret` is made for the integration when it is connected.
 */
import type { Store } from '@/server/stores/store';
import { check } from '@/server/stores/woocommerce/check';
import { wooCodes } from '@/server/stores/woocommerce/codes';
import { lookUp } from '@/server/stores/woocommerce/look-up';
import { countOf, WooReader } from '@/server/stores/woocommerce/reader';
import { readWebhook, WEBHOOK_HEADERS } from '@/server/stores/woocommerce/read-webhook';
import { removeWebhooks, setUpWebhooks } from '@/server/stores/woocommerce/webhooks';

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
