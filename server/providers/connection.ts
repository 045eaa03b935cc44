/**
 * Opens a channel for the worker: its credentials in the clear, and the vendor's address. A lint rule keeps this out of
 * the web process, because only the worker opens credentials (docs/contract/channels.md#credentials).
 */
import { objectIn, stored } from '@/server/db/stored';
import type { Settings } from '@/server/env';
import { providerEntry, type ProviderId } from '@/server/providers/catalog';
import type { Connection } from '@/server/providers/provider';
import { callbackUrl } from '@/server/resources/channels/callback-address';
import { credentialVault } from '@/server/resources/channels/credentials';

/** What of a channel's row it takes. */
export interface ChannelRow {
  id: string;
  accountId: string;
  provider: string;
  externalId: string | null;
  config: unknown;
  credentials: string;
}

/** The settings that it takes. */
export type ConnectionSettings = Pick<Settings, 'appSecrets' | 'baseUrl' | 'providerBases' | 'oauthClients'>;

/** What a channel of OAuth has its callbacks signed with: the secret of the operator's app at the vendor. */
function appSecretOf(settings: ConnectionSettings, id: ProviderId): Record<string, string> {
  const client = settings.oauthClients.get(id);
  const { connect, callbacks } = providerEntry(id);
  return client === undefined || connect === 'keys' || callbacks !== 'vendor'
    ? {}
    : { callbackSecret: client.clientSecret };
}

/**
 * `config.callbackUrl` is set to the channel's callback address, for adapters that give it along with each message.
 * @throws Error when the row was sealed under another APP_SECRET, or for another row.
 */
export function openConnection(settings: ConnectionSettings, row: ChannelRow): Connection {
  const id = stored<ProviderId>(row.provider);
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
