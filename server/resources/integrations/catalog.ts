/** The shops that can be connected (docs/contract/integrations.md#catalogue). The dashboard reads it too. */
import type { ConfigIn } from '@/server/resources/integrations/integration-schema';
import {
  RESOURCES,
  SYNC_RESOURCES,
  type Provider,
  type SyncResource,
} from '@/server/resources/integrations/vocabulary';

interface CatalogEntry {
  label: string;
  connect: 'keys' | 'oauth' | 'both';
  /** Keys that a merchant enters: all of one of these sets. */
  credentials: readonly (readonly string[])[];
  /** What config takes. */
  config: readonly (keyof ConfigIn)[];
  resources: readonly SyncResource[];
  /** Whether an order redeems its code here, unless config says otherwise. */
  redeems: boolean;
  /** What a contact has as its source that is made of a customer. */
  source: string;
  /** Whether the shop says of its customers if one may write to them; where it does not, config.consent has to. */
  tellsConsent: boolean;
  /** Where a merchant reads how. */
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
    tellsConsent: true,
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
    tellsConsent: false,
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
    tellsConsent: false,
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
    tellsConsent: true,
    docs: '/docs#tag/Integrations',
  },
};
