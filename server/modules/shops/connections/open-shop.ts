/**
 * Opens an integration for the worker: its credentials in the clear, with tokens that hold, and the shop's address.
 * Only the worker opens credentials (docs/contract/channels.md#credentials).
 */
import type { Services } from '@/server/platform/access/context';
import { castStored } from '@/server/platform/db/stored';
import { workspaceStatement } from '@/server/platform/db/statement';
import { systemDb } from '@/server/platform/db/workspace';
import type { Transport } from '@/server/platform/vendors/provider';
import { inSandbox } from '@/server/platform/vendors/sandbox-mode';
import { openCredentials, sealCredentials, type Credentials } from '@/server/modules/shops/connections/credentials';
import { configOf, type IntegrationRow } from '@/server/modules/shops/connections/rows';
import { type Provider } from '@/server/modules/shops/connections/vocabulary';
import { STOREFRONTS } from '@/server/platform/lib/shared-vocabulary';
import { sandboxShopTransport } from '@/server/sandbox/shop-transport';
import { ShopRefusedError, type OpenedShop, type Store } from '@/server/modules/shops/adapters/store';
import { STORES } from '@/server/modules/shops/adapters/stores';

type Needed = Pick<Services, 'database' | 'settings' | 'transport'>;

const hold = workspaceStatement<{ credentials: string | null }, [id: string]>(
  'integrations.hold-credentials',
  `SELECT i.credentials FROM "Integration" i WHERE i."accountId" = $1 AND i.id = $2 FOR NO KEY UPDATE`,
);

const keep = workspaceStatement<never, [id: string, credentials: string]>(
  'integrations.keep-credentials',
  `UPDATE "Integration" i SET credentials = $3 WHERE i."accountId" = $1 AND i.id = $2`,
);

const findWorkspace = workspaceStatement<OpenedShop['workspace']>(
  'integrations.workspace',
  `SELECT a.country, a.currency FROM (SELECT $1::text AS id) w JOIN "Account" a ON a.id = w.id`,
);
/** A placeholder that no caller ever sees, because every integration has its workspace. */
const NOWHERE: OpenedShop['workspace'] = { country: '', currency: 'IDR' };

/** Returns the shop's address, and whether a merchant gave it. */
function addressOf(
  { settings }: Pick<Services, 'settings'>,
  { provider, externalId }: IntegrationRow,
  credentials: Credentials,
): Pick<OpenedShop, 'base' | 'isGuarded'> {
  switch (castStored<Provider>(provider)) {
    case 'storefront_p1':
      return { base: settings.providerBases.get('storefront_p1') ?? `https://${externalId}`, isGuarded: false };
    case 'storefront_p2': {
      const standIn = settings.providerBases.get('storefront_p2');
      return { base: standIn ?? credentials.storeUrl ?? '', isGuarded: standIn === undefined };
    }
    case 'sheet_p1':
    case 'http_generic':
      return { base: '', isGuarded: true };
  }
}

function appOf({ settings }: Pick<Services, 'settings'>, { provider }: IntegrationRow): OpenedShop['app'] {
  return provider === 'storefront_p1' ? (settings.oauthClients.get('storefront_p1') ?? null) : null;
}

type Opened = Omit<OpenedShop, 'workspace'>;

function opened(services: Needed, row: IntegrationRow, credentials: Credentials, now: Date): Opened {
  return {
    integrationId: row.id,
    externalId: row.externalId,
    credentials,
    config: configOf(row),
    ...addressOf(services, row, credentials),
    transport: transportOf(services, row, credentials),
    app: appOf(services, row),
    now,
  };
}

/**
 * Returns the transport. If the sandbox stands in for a storefront, nothing goes over the network; a sheet's address is
 * always a real one.
 */
function transportOf(
  { database, settings, transport }: Needed,
  { accountId, provider, externalId }: IntegrationRow,
  credentials: Credentials,
): Transport {
  const storefront = STOREFRONTS.find((known) => known === provider);
  return storefront !== undefined && inSandbox(settings, storefront)
    ? sandboxShopTransport(database, { accountId, provider: storefront, externalId }, credentials)
    : transport;
}

/** Renews tokens, one worker at a time: the new tokens are stored before anybody uses them. */
async function renewed(
  services: Needed,
  row: IntegrationRow,
  tokens: NonNullable<Store['tokens']>,
  workspace: OpenedShop['workspace'],
): Promise<Credentials> {
  const { appSecrets } = services.settings;
  return await systemDb(services.database, row.accountId).transaction(async (tx) => {
    const sealed = (await tx.rows(hold, row.id))[0]?.credentials ?? null;
    if (sealed === null) throw new ShopRefusedError('The credentials were deleted. Connect the shop again.');
    const credentials = openCredentials(appSecrets, row, sealed);
    // Another worker was first.
    if (!tokens.isDue(credentials, tx.now)) return credentials;
    const shop = { ...opened(services, row, credentials, tx.now), workspace };
    const fresh = await tokens.renew(shop);
    await tx.rows(keep, row.id, sealCredentials(appSecrets, row, fresh));
    return fresh;
  });
}

/** Opens a shop to verify its webhooks, without any request to the shop. Null once the credentials are deleted. */
export function openForWebhooks(services: Needed, row: IntegrationRow, now: Date): Opened | null {
  if (row.credentials === null) return null;
  return opened(services, row, openCredentials(services.settings.appSecrets, row, row.credentials), now);
}

/**
 * @throws ShopRefusedError when the credentials are gone, and any error of renewing them
 * @throws Error when they were sealed under another APP_SECRET
 */
export async function openShop(services: Needed, row: IntegrationRow): Promise<OpenedShop & { store: Store }> {
  const store = STORES[castStored<Provider>(row.provider)];
  const db = systemDb(services.database, row.accountId);
  if (row.credentials === null) throw new ShopRefusedError('The credentials were deleted. Connect the shop again.');
  const [workspace = NOWHERE] = await db.rows(findWorkspace);
  const credentials = openCredentials(services.settings.appSecrets, row, row.credentials);
  const isDue = store.tokens?.isDue(credentials, db.now) === true;
  const valid = isDue && store.tokens ? await renewed(services, row, store.tokens, workspace) : credentials;
  return { ...opened(services, row, valid, db.now), workspace, store };
}
