/**
 * A channel's credentials at rest (docs/contract/channels.md#credentials): AES-256-GCM under a key of the workspace,
 * bound to the channel's row, so that a ciphertext copied into another row or workspace opens nowhere. Sealed here, by
 * whoever connects; opened in server/modules/messaging/adapters/connection.ts, by the worker.
 */
import { Vault, type AppSecrets } from '@/server/platform/lib/crypto';

export type Credentials = Readonly<Record<string, string>>;

/** The vault of one workspace's credentials; a value's context is its channel's id. */
export const credentialVault = (appSecrets: AppSecrets, accountId: string): Vault =>
  new Vault(appSecrets, `channel-credentials:${accountId}`);

/** Encrypts the credentials of the row `channelId`. */
export const sealCredentials = (
  appSecrets: AppSecrets,
  row: { accountId: string; channelId: string },
  credentials: Credentials,
): string => credentialVault(appSecrets, row.accountId).seal(JSON.stringify(credentials), row.channelId);
