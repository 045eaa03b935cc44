/**
 * A channel's stored credentials (docs/contract/channels.md#credentials): AES-256-GCM under a key of the workspace,
 * bound to the channel's row, so that a ciphertext copied into another row or workspace cannot be opened. Sealed here,
 * when a merchant connects; opened by the worker in server/modules/messaging/adapters/connection.ts.
 */
import { Vault, type AppSecrets } from '@/server/platform/lib/crypto';

export type Credentials = Readonly<Record<string, string>>;

/** The vault of one workspace's credentials; the context of a value is the channel's id. */
export const credentialVault = (appSecrets: AppSecrets, accountId: string): Vault =>
  new Vault(appSecrets, `channel-credentials:${accountId}`);

/** Encrypts the credentials of the row `channelId`. */
export const sealCredentials = (
  appSecrets: AppSecrets,
  row: { accountId: string; channelId: string },
  credentials: Credentials,
): string => credentialVault(appSecrets, row.accountId).seal(JSON.stringify(credentials), row.channelId);
