/**
 * The webhook topics to subscribe to, by the resources that the merchant chose (https://shopify.dev/docs/api/webhooks).
 */
import type { Resource } from '@/server/modules/shops/connections/vocabulary';

/** The topics, as the header X-Shopify-Topic names them. */
export const TOPICS = {
  products: ['products/create', 'products/update', 'products/delete'],
  customers: [
    'customers/create',
    'customers/update',
    'customers/delete',
    'customers_email_marketing_consent/update',
    'customers_marketing_consent/update',
    'customers_whats_app_marketing_consent/update',
  ],
  orders: ['orders/create', 'orders/updated', 'orders/paid', 'orders/cancelled', 'orders/delete', 'refunds/create'],
  checkouts: ['checkouts/create', 'checkouts/update'],
} as const satisfies Record<Resource, readonly string[]>;

export const UNINSTALLED = 'app/uninstalled';

/** Returns a topic's name in GraphQL, e.g. CUSTOMERS_MARKETING_CONSENT_UPDATE. */
export const topicName = (topic: string): string => topic.replace('/', '_').toUpperCase();
