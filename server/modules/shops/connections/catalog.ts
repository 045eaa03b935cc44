/** The shops that can be connected (docs/contract/integrations.md#catalogue). The dashboard reads it too. */
import type { ConfigIn } from '@/server/modules/shops/connections/schema';
import {
  RESOURCES,
  SYNC_RESOURCES,
  type Provider,
  type SyncResource,
} from '@/server/modules/shops/connections/vocabulary';

interface CatalogEntry {
  label: string;
  connect: 'keys' | 'oauth' | 'both';
  /** The sets of keys that a merchant can enter; one whole set is needed. */
  credentials: readonly (readonly string[])[];
  /** The config keys that the provider accepts. */
  config: readonly (keyof ConfigIn)[];
  resources: readonly SyncResource[];
  /** True when an order redeems its code in Laris, unless config says otherwise. */
  redeems: boolean;
  /** The source of a contact that is made from a customer. */
  source: string;
  /** True when the shop reports its customers' consent; otherwise config.consent has to state it. */
  reportsConsent: boolean;
  /** The page of the documentation that tells a merchant how to connect. */
  docs: string;
}

const OF_SHOPS = ['sync', 'consent', 'abandonAfterMinutes', 'cartConsent', 'redeem'] as const;

export const CATALOG: Readonly<Record<Provider, CatalogEntry>> = {
  storefront_p1: {
    label: 'Shopify',
    connect: 'both',
    credentials: [
      ['shop', 'clientId', 'clientSecret'],
      ['shop', 'accessToken', 'clientSecret'],
    ],
    config: OF_SHOPS,
    resources: SYNC_RESOURCES,
    redeems: true,
    source: 'shopify',
    reportsConsent: true,
    docs: 'https://shopify.dev/docs/api/admin-graphql',
  },
  storefront_p2: {
    label: 'WooCommerce',
    connect: 'both',
    credentials: [['storeUrl', 'consumerKey', 'consumerSecret']],
    config: OF_SHOPS,
    resources: SYNC_RESOURCES,
    redeems: true,
    source: 'woocommerce',
    reportsConsent: false,
    docs: 'https://developer.woocommerce.com/docs/apis/rest-api/',
  },
  sheet_p1: {
    label: 'CSV or Google Sheet',
    connect: 'keys',
    credentials: [[]],
    config: ['url', 'kind', 'mapping', 'everyMinutes', 'consent'],
    resources: ['products', 'customers'],
    redeems: false,
    source: 'sheet',
    reportsConsent: false,
    docs: '/docs#tag/Integrations',
  },
  http_generic: {
    label: 'Any shop, by HTTP',
    connect: 'keys',
    credentials: [[]],
    config: OF_SHOPS,
    resources: RESOURCES,
    // Its shop calls redeem itself.
    redeems: false,
    source: 'http',
    // Its rows can say it.
    reportsConsent: true,
    docs: '/docs#tag/Integrations',
  },
};
