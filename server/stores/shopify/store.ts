/** Shopify (docs/contract/integrations.md), by its Admin GraphQL. Each part stands in its own file. */
import { check } from '@/server/stores/shopify/check';
import { codes } from '@/server/stores/shopify/codes';
import { count, lookUp } from '@/server/stores/shopify/look-up';
import { readWebhook, WEBHOOK_HEADERS } from '@/server/stores/shopify/read-webhook';
import { ShopifyReader } from '@/server/stores/shopify/reader';
import { removeWebhooks, setUpWebhooks } from '@/server/stores/shopify/subscriptions';
import { tokens } from '@/server/stores/shopify/tokens';
import type { Store } from '@/server/stores/store';

export const shopifyStore: Store = {
  webhookHeaders: WEBHOOK_HEADERS,
  check,
  setUpWebhooks,
  removeWebhooks,
  count,
  open: (shop, reading) => new ShopifyReader(shop, reading),
  lookUp,
  readWebhook,
  codes,
  tokens,
};
