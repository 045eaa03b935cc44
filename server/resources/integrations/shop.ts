/** A shop as whoever tells of its rows stands for it: a partner, or an integration. */
import { stored } from '@/server/db/stored';
import { CATALOG } from '@/server/resources/integrations/catalog';
import { configOf, type IntegrationRow } from '@/server/resources/integrations/integration-rows';
import type { Terms } from '@/server/resources/integrations/merge';
import { ABANDON_AFTER_MINUTES, type Provider } from '@/server/resources/integrations/vocabulary';

export interface Shop {
  externalSource: string;
  /** Null: a partner tells. */
  integrationId: string | null;
  /** How long nothing may change until a checkout is left. */
  abandonAfterMinutes: number;
  /** What a contact has as its source that is made of a customer. */
  source: string;
  /** Of a contact that is made and of whom the shop says nothing; null: nothing is written. */
  consent: 'subscribed' | 'unsubscribed' | null;
  /** What was placed before is history; null: nothing is by that. */
  activatedAt: Date | null;
  /** Whether an order that is first paid redeems the first of its codes that is ours. */
  redeems: boolean;
  /** How a telling is taken that is as old as what is here and says something else. */
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
    source: CATALOG[stored<Provider>(row.provider)].source,
    consent,
    activatedAt: row.activatedAt,
    redeems: redeem,
    equals,
  };
}
