/** A shop as whoever reports its rows stands for it: a partner, or an integration. */
import { castStored } from '@/server/platform/db/stored';
import { CATALOG } from '@/server/modules/shops/connections/catalog';
import { configOf, type IntegrationRow } from '@/server/modules/shops/connections/rows';
import type { Terms } from '@/server/modules/shops/orders/merge';
import { ABANDON_AFTER_MINUTES, type Provider } from '@/server/modules/shops/connections/vocabulary';

export interface Shop {
  externalSource: string;
  /** Null: a partner tells. */
  integrationId: string | null;
  /** The time without changes after which a checkout is left, in minutes. */
  abandonAfterMinutes: number;
  /** The source of a contact that is made from a customer. */
  source: string;
  /** The consent of a contact that is made and of whom the shop says nothing; null: nothing is written. */
  consent: 'subscribed' | 'unsubscribed' | null;
  /** Anything that was placed before this time is history; null: nothing is by that. */
  activatedAt: Date | null;
  /** True when an order that is first paid redeems the first of its codes that is ours. */
  redeems: boolean;
  /** The rule for a report that is as old as what is here and says something else. */
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

/** @param equals `disputed` where the shop can be asked */
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
