/** Rows of Integration as we return them. */
import type { Integration as IntegrationRow } from '@/prisma/generated/client';
import { stored } from '@/server/db/stored';
import { CATALOG } from '@/server/resources/integrations/catalog';
import type {
  Config,
  ConfigIn,
  Integration,
  ToldIntegration,
} from '@/server/resources/integrations/integration-schema';
import { ABANDON_AFTER_MINUTES, type RESOURCES, type Provider } from '@/server/resources/integrations/vocabulary';

export type { IntegrationRow };

/** Config as it is kept: whole. */
export function wholeConfig(provider: Provider, sent: ConfigIn = {}): Config {
  const { resources, redeems } = CATALOG[provider];
  const wanted = (name: (typeof RESOURCES)[number]): boolean => resources.includes(name) && sent.sync?.[name] !== false;
  return {
    sync: {
      products: wanted('products'),
      customers: wanted('customers'),
      orders: wanted('orders'),
      checkouts: wanted('checkouts'),
    },
    consent: sent.consent ?? null,
    abandonAfterMinutes: sent.abandonAfterMinutes ?? ABANDON_AFTER_MINUTES,
    cartConsent: sent.cartConsent ?? 'accepting',
    redeem: sent.redeem ?? redeems,
  };
}

export const configOf = (row: Pick<IntegrationRow, 'config'>): Config => stored<{ config: Config }>(row).config;

export function tellIntegration(row: IntegrationRow): ToldIntegration {
  const { credentials: _, bringsProducts: __, ...seen } = row;
  const provider = stored<Provider>(row.provider);
  return { ...stored<Omit<ToldIntegration, 'resources'>>(seen), resources: [...CATALOG[provider].resources] };
}

/** @param held ids of those that the plan has no room for */
export const presentIntegration = (row: IntegrationRow, baseUrl: string, held: ReadonlySet<string>): Integration => ({
  ...tellIntegration(row),
  webhookUrl: `${baseUrl}/api/v1/integrations/${row.id}/webhooks`,
  held: held.has(row.id) ? 'PLAN_LIMIT' : null,
});
