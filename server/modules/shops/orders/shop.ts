/** The reporter of a shop's rows, a partner or an integration, with the rules for its reports. */
import { castStored } from '@/server/platform/db/stored';
import { CATALOG } from '@/server/modules/shops/connections/catalog';
import { configOf, type IntegrationRow } from '@/server/modules/shops/connections/rows';
import type { Terms } from '@/server/modules/shops/orders/merge';
import { ABANDON_AFTER_MINUTES, type Provider } from '@/server/modules/shops/connections/vocabulary';

export interface Shop {
  externalSource: string;
  /** Null: a partner reports. */
  integrationId: string | null;
  /** The time without changes after which a checkout is left, in minutes. */
  abandonAfterMinutes: number;
  /** The source of a contact that is made from a customer. */
  source: string;
  /** The consent for a new contact of whom the shop reports none; null: no consent is written. */
  consent: 'subscribed' | 'unsubscribed' | null;
  /** Orders placed before this time are history; null: no order is. */
  activatedAt: Date | null;
  /** True when the first payment of an order redeems the first of its codes that is ours. */
  redeems: boolean;
  /** The rule for a report as old as the stored row that differs from the row. */
  equals: Terms['equals'];
}

/** The defaults of http_generic, without redeeming. */
export const partnerShop = (externalSource: string): Shop => ({
  externalSource,
  integrationId: null,
  abandonAfterMinutes: ABANDON_AFTER_MINUTES,
  source: 'http',
  consent: null,
  activatedAt: null,
  redeems: false,
  equals: 'newer',
});

export const externalSourceOf = ({ provider, externalId }: Pick<IntegrationRow, 'provider' | 'externalId'>): string =>
  `${provider}:${externalId}`;

/** @param equals `disputed` if the shop can be asked */
export function shopOf(row: IntegrationRow, equals: Terms['equals'] = 'newer'): Shop {
  const { abandonAfterMinutes, consent, redeem } = configOf(row);
  return {
    externalSource: externalSourceOf(row),
    integrationId: row.id,
    abandonAfterMinutes,
    source: CATALOG[castStored<Provider>(row.provider)].source,
    consent,
    activatedAt: row.activatedAt,
    redeems: redeem,
    equals,
  };
}
