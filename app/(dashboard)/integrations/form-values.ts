/** Between what the form of a shop holds and what is sent. */
import { SHEET_FIELDS } from '@/server/modules/shops/adapters/sheet/fields';
import {
  ABANDON_AFTER_MINUTES,
  CART_CONSENTS,
  CONSENTS,
  SHEET_EVERY_MINUTES,
  type Provider,
} from '@/server/modules/shops/connections/vocabulary';
import { CREDENTIALS, type Way } from './connect-kinds';
import type { Integration } from './integration';
import { OPEN } from './takes-fields';

const ALL_CREDENTIALS = {
  shop: '',
  clientId: '',
  clientSecret: '',
  accessToken: '',
  storeUrl: '',
  consumerKey: '',
  consumerSecret: '',
};

/** The heads of our own files, until something else is typed. */
const mappingOf = (mapping: Readonly<Record<string, string>> | undefined): Record<string, string> =>
  Object.fromEntries(
    Object.values(SHEET_FIELDS)
      .flat()
      .map((field) => [field, mapping === undefined ? '' : (mapping[field] ?? '')]),
  );

export const valuesOf = (of: Integration | null) => ({
  displayName: of?.displayName ?? '',
  credentials: ALL_CREDENTIALS as Record<string, string>,
  mapping: mappingOf(of?.config.mapping),
  config: {
    sync: of?.config.sync ?? { products: true, customers: true, orders: true, checkouts: true, codes: false },
    consent: (of?.config.consent ?? OPEN) as string,
    abandonAfterMinutes: (of?.config.abandonAfterMinutes ?? ABANDON_AFTER_MINUTES) as number | string,
    cartConsent: of?.config.cartConsent ?? CART_CONSENTS[0],
    redeem: of?.config.redeem ?? true,
    url: of?.config.url ?? '',
    kind: of?.config.kind ?? 'products',
    everyMinutes: (of?.config.everyMinutes ?? SHEET_EVERY_MINUTES) as number | string,
  },
});
export type FormValues = ReturnType<typeof valuesOf>;

const consentIn = ({ config }: FormValues) => CONSENTS.find((known) => known === config.consent) ?? null;

/**
 * @param way null: no keys are sent
 * @param isTaken another shop brings the products
 */
export function inputOf(provider: Provider, values: FormValues, way: Way | null, isTaken: boolean) {
  const { displayName, credentials, mapping } = values;
  const config = isTaken ? { ...values.config, sync: { ...values.config.sync, products: false } } : values.config;
  const { url, kind, everyMinutes, ...shop } = config;
  const keys = way === null ? [] : (CREDENTIALS[provider][way] ?? []);
  return {
    provider,
    displayName: displayName.trim(),
    ...(keys.length > 0 && {
      credentials: Object.fromEntries(keys.map(({ key }) => [key, credentials[key] ?? ''])),
    }),
    config:
      provider === 'sheet_p1'
        ? {
            url: url.trim(),
            kind,
            everyMinutes: Number(everyMinutes),
            consent: consentIn(values),
            mapping: Object.fromEntries(
              SHEET_FIELDS[kind].flatMap((field) => {
                const head = mapping[field]?.trim() ?? '';
                return head === '' ? [] : [[field, head]];
              }),
            ),
          }
        : { ...shop, abandonAfterMinutes: Number(shop.abandonAfterMinutes), consent: consentIn(values) },
  };
}

/** The shop's consent page, by way of ours. */
export function consentAddress(provider: Provider, values: FormValues): string {
  const { shop = '', storeUrl = '' } = values.credentials;
  const consent = consentIn(values);
  const query: Record<string, string> =
    provider === 'storefront_p1' ? { shop } : { storeUrl, ...(values.config.sync.customers && consent && { consent }) };
  return `/api/v1/integrations/oauth/${provider}/start?${new URLSearchParams(query).toString()}`;
}
