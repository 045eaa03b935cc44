/** The shops that can be connected (docs/contract/integrations.md#catalogue). The dashboard reads it too. */
import { RESOURCES, type Provider, type Resource } from '@/server/resources/integrations/vocabulary';

interface CatalogEntry {
  label: string;
  connect: 'keys' | 'oauth' | 'both';
  /** Keys that a merchant enters. */
  credentials: readonly string[];
  resources: readonly Resource[];
  /** Whether an order redeems its code here, unless config says otherwise. */
  redeems: boolean;
  /** What a contact has as its source that is made of a customer. */
  source: string;
  /** Where a merchant reads how. */
  docs: string;
}

export const CATALOG: Readonly<Record<Provider, CatalogEntry>> = {
  http_generic: {
    label: 'Any shop, by HTTP',
    connect: 'keys',
    credentials: [],
    resources: RESOURCES,
    // Its shop calls redeem itself.
    redeems: false,
    source: 'http',
    docs: '/docs#tag/Integrations',
  },
};
