/** Rows of Integration as we return them. */
import type { Integration as IntegrationRow } from '@/prisma/generated/client';
import { castStored } from '@/server/platform/db/stored';
import { CATALOG } from '@/server/modules/shops/connections/catalog';
import type { Config, ConfigIn, Integration, IntegrationForEvents } from '@/server/modules/shops/connections/schema';
import {
  ABANDON_AFTER_MINUTES,
  SHEET_EVERY_MINUTES,
  type Provider,
  type Resource,
} from '@/server/modules/shops/connections/vocabulary';
import type { ShopCheck } from '@/server/modules/shops/adapters/store';

export type { IntegrationRow };

/** Completes a config with its defaults, as it is stored. */
export function wholeConfig(provider: Provider, sent: ConfigIn = {}): Config {
  const { resources, redeems } = CATALOG[provider];
  const wanted = (name: Resource): boolean => resources.includes(name) && sent.sync?.[name] !== false;
  return {
    sync: {
      products: wanted('products'),
      customers: wanted('customers'),
      orders: wanted('orders'),
      checkouts: wanted('checkouts'),
      codes: resources.includes('codes') && sent.sync?.codes === true,
    },
    consent: sent.consent ?? null,
    abandonAfterMinutes: sent.abandonAfterMinutes ?? ABANDON_AFTER_MINUTES,
    cartConsent: sent.cartConsent ?? 'accepting',
    redeem: sent.redeem ?? redeems,
    ...(provider === 'sheet_p1' ? sheetConfig(sent) : {}),
  };
}

/** Returns the config of a sheet, which brings only the resource that its rows are. */
const sheetConfig = ({ url = '', kind = 'products', mapping = {}, everyMinutes }: ConfigIn) => ({
  sync: {
    products: kind === 'products',
    customers: kind === 'customers',
    orders: false,
    checkouts: false,
    codes: false,
  },
  url,
  kind,
  mapping,
  everyMinutes: everyMinutes ?? SHEET_EVERY_MINUTES,
});

export const configOf = (row: Pick<IntegrationRow, 'config'>): Config => castStored<{ config: Config }>(row).config;

/** Returns the resources that the credentials do not allow. */
export const lackingOf = (row: Pick<IntegrationRow, 'lacking'>): ShopCheck['lacking'] =>
  castStored<Pick<ShopCheck, 'lacking'>>(row).lacking;

export function integrationEventOf(row: IntegrationRow): IntegrationForEvents {
  const { credentials: _, bringsProducts: __, ...seen } = row;
  const provider = castStored<Provider>(row.provider);
  return { ...castStored<Omit<IntegrationForEvents, 'resources'>>(seen), resources: [...CATALOG[provider].resources] };
}

/** @param held ids of the integrations over the plan's limit */
export const presentIntegration = (row: IntegrationRow, baseUrl: string, held: ReadonlySet<string>): Integration => ({
  ...integrationEventOf(row),
  webhookUrl: `${baseUrl}/api/v1/integrations/${row.id}/webhooks`,
  held: held.has(row.id) ? 'PLAN_LIMIT' : null,
});
