/** A merchant's input to connect a shop, checked before it is stored (docs/contract/integrations.md#connecting). */
import { AppError, invalid } from '@/server/platform/errors';
import { checkAddress } from '@/server/platform/lib/url-guard';
import { CATALOG } from '@/server/modules/shops/connections/catalog';
import type { Config } from '@/server/modules/shops/connections/schema';
import type { Provider } from '@/server/modules/shops/connections/vocabulary';
import { isSheetField, missingFields } from '@/server/modules/shops/adapters/sheet/fields';
import { readShopDomain } from '@/server/modules/shops/adapters/shopify/oauth';
import { externalIdOf, storeAddress } from '@/server/modules/shops/adapters/woocommerce/address';

export interface Connection {
  /** The shop's id at its provider; null: the integration's own id serves. */
  externalId: string | null;
  /** The entered keys that belong to the chosen set. */
  credentials: Record<string, string>;
}

const given = (sent: Readonly<Record<string, string>>, key: string): string => sent[key]?.trim() ?? '';

/**
 * Returns the set of keys that the input contains; if several fit, the one with the fewest missing keys. @throws
 * AppError VALIDATION naming the missing keys
 */
function chosenSet(provider: Provider, sent: Readonly<Record<string, string>>): readonly string[] {
  const sets = CATALOG[provider].credentials;
  const missingOf = (set: readonly string[]): string[] => set.filter((key) => given(sent, key) === '');
  const [best = []] = sets.toSorted((one, other) => missingOf(one).length - missingOf(other).length);
  const missing = missingOf(best);
  if (missing.length > 0)
    throw new AppError('VALIDATION', {
      message: missing.map((key) => `credentials.${key}: is required`).join('; '),
      details: { issues: missing.map((key) => ({ path: `credentials.${key}`, message: 'is required' })) },
    });
  return best;
}

const hostOf = (url: string): string => new URL(url).host;

/** @throws AppError VALIDATION */
function sheetOf({ url = '', kind = 'products', mapping = {} }: Config): string {
  const verdict = checkAddress(url);
  if (!verdict.ok) throw invalid('config.url', verdict.reason);
  const [missing] = missingFields(kind, mapping);
  if (missing !== undefined) throw invalid('config.mapping', `needs ${missing.join(' or ')}`);
  const unknown = Object.keys(mapping).find((field) => !isSheetField(kind, field));
  if (unknown !== undefined) throw invalid(`config.mapping.${unknown}`, 'is not a known field');
  return hostOf(verdict.url);
}

/**
 * @param config whole
 * @throws AppError VALIDATION
 */
export function readConnection(provider: Provider, sent: Readonly<Record<string, string>>, config: Config): Connection {
  const credentials = Object.fromEntries(chosenSet(provider, sent).map((key) => [key, given(sent, key)]));
  switch (provider) {
    case 'storefront_p1': {
      const shop = readShopDomain(credentials.shop ?? '');
      if (shop === null)
        throw invalid('credentials.shop', 'must be the address of a Shopify shop, such as toko.myshopify.com');
      return { externalId: shop, credentials: { ...credentials, shop } };
    }
    case 'storefront_p2': {
      const store = storeAddress(credentials.storeUrl ?? '');
      if (!store.ok) throw invalid('credentials.storeUrl', store.reason);
      return { externalId: externalIdOf(store.url), credentials: { ...credentials, storeUrl: store.url } };
    }
    case 'sheet_p1':
      return { externalId: sheetOf(config), credentials };
    case 'http_generic':
      return { externalId: null, credentials };
  }
}

/** @throws AppError VALIDATION when neither the shop nor config states the customers' consent */
export function requireConsent(provider: Provider, { sync, consent }: Config): void {
  if (sync.customers && consent === null && !CATALOG[provider].reportsConsent)
    throw invalid(
      'config.consent',
      'is required to import customers: this shop does not say whether they agreed to marketing',
    );
}
