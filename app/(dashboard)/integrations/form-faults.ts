/**
 * Finds the faults of a shop's form field by field before it is sent, by the server's rules and in the reader's words.
 */
import type { useTranslations } from 'next-intl';
import type { Provider } from '@/server/modules/shops/connections/vocabulary';
import { addressFault } from '@/server/modules/account/webhooks/schema';
import { missingFields } from '@/server/modules/shops/adapters/sheet/fields';
import { CREDENTIALS, NEEDS_CONSENT, shopifyHandle, type Way } from './connect-kinds';
import { inputOf, type FormValues } from './form-values';

type Words = ReturnType<typeof useTranslations<'integrations.form'>>;

/** Finds the fault of an address that the service calls; null where there is none. */
function addressWords(address: string, t: Words, malformed: string): string | null {
  const fault = addressFault(address);
  return fault === null ? null : fault === 'private' ? t('problems.private') : malformed;
}

/** A store may be typed without its scheme; a query is of a page in it. */
function storeWords(typed: string, t: Words): string | null {
  const address = /^[a-z][a-z0-9+.-]{0,30}:\/\//i.test(typed) ? typed : `https://${typed}`;
  return /[?#]/.test(address) ? t('problems.storeUrl') : addressWords(address, t, t('problems.storeUrl'));
}

function credentialFault(key: string, value: string, t: Words): string | null {
  if (value === '') return t('problems.missing');
  if (key === 'shop') return shopifyHandle(value) === undefined ? t('problems.shop') : null;
  return key === 'storeUrl' ? storeWords(value, t) : null;
}

/** @param way null: no keys are sent */
export function faultsOf(provider: Provider, values: FormValues, way: Way | null, t: Words): Record<string, string> {
  const { config, credentials } = values;
  const faults: Record<string, string | null> = {};
  for (const { key } of way === null ? [] : (CREDENTIALS[provider][way] ?? []))
    faults[`credentials.${key}`] = credentialFault(key, (credentials[key] ?? '').trim(), t);
  const isSheet = provider === 'sheet_p1';
  const sent = inputOf(provider, values, way, false).config;
  if (isSheet) {
    faults['config.url'] = addressWords(config.url.trim(), t, t('problems.url'));
    for (const [field] of missingFields(config.kind, ('mapping' in sent ? sent.mapping : undefined) ?? {}))
      if (field !== undefined) faults[`mapping.${field}`] = t('problems.missing');
  }
  const bringsCustomers = isSheet ? config.kind === 'customers' : config.sync.customers;
  const needsConsent = bringsCustomers && (isSheet || NEEDS_CONSENT.has(provider));
  faults['config.consent'] = needsConsent && sent.consent === null ? t('problems.consent') : null;
  return Object.fromEntries(
    Object.entries(faults).flatMap(([field, words]) => (words === null ? [] : [[field, words]])),
  );
}
