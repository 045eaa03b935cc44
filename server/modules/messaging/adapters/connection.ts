/**
 * Opens a channel for the worker: decrypts its credentials and adds the vendor's address. A lint rule forbids this file
 * in the web process, because only the worker opens credentials (docs/contract/channels.md#credentials).
 */
import { objectIn, castStored } from '@/server/platform/db/stored';
import type { Settings } from '@/server/platform/env';
import { providerEntry } from '@/server/platform/vendors/catalog';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import type { Connection } from '@/server/platform/vendors/provider';
import { callbackUrl } from '@/server/modules/messaging/channels/callback-address';
import { credentialVault } from '@/server/modules/messaging/channels/credentials';

/** The columns of a channel's row that `openConnection` needs. */
export interface ChannelRow {
  id: string;
  accountId: string;
  provider: string;
  externalId: string | null;
  config: unknown;
  credentials: string;
}

/** The settings that `openConnection` needs. */
export type ConnectionSettings = Pick<Settings, 'appSecrets' | 'baseUrl' | 'providerBases' | 'oauthClients'>;

/** Returns the secret that signs the callbacks of an OAuth channel: that of the operator's app at the vendor. */
function appSecretOf(settings: ConnectionSettings, id: ProviderId): Record<string, string> {
  const client = settings.oauthClients.get(id);
  const { connect, callbacks } = providerEntry(id);
  return client === undefined || connect === 'keys' || callbacks !== 'vendor'
    ? {}
    : { callbackSecret: client.clientSecret };
}

/**
 * Opens a channel's row. `config.callbackUrl` is set to the channel's callback address, for adapters that send this
 * address with each message.
 * @throws Error when the row was sealed under another APP_SECRET, or for another row.
 */
export function openConnection(settings: ConnectionSettings, row: ChannelRow): Connection {
  const id = castStored<ProviderId>(row.provider);
  const credentials = JSON.parse(
    credentialVault(settings.appSecrets, row.accountId).open(row.credentials, row.id),
  ) as Record<string, string>;
  return {
    channelId: row.id,
    credentials: { ...appSecretOf(settings, id), ...credentials },
    config: {
      ...objectIn(row.config),
      callbackUrl: callbackUrl(settings, { id: row.id, provider: id }),
    },
    externalId: row.externalId,
    base: settings.providerBases.get(id) ?? providerEntry(id).base ?? '',
  };
}
