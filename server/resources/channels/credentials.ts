/**
 * A channel's credentials at rest (4 §F): AES-256-GCM under a key of the workspace, bound to the channel's row, so that
 * a ciphertext copied into another row or workspace opens nowhere. Sealed here, by whoever connects; opened in
 * server/providers/connection.ts, by the worker.
 */
import { Vault } from '@/server/lib/crypto';

export type Credentials = Readonly<Record<string, string>>;

/** The vault of one workspace's credentials; a value's context is its channel's id. */
export const credentialVault = (appSecret: string, accountId: string): Vault => new Vault(appSecret, `channel-credentials:${accountId}`);

/** Encrypts the credentials of the row `channelId`. */
export const sealCredentials = (appSecret: string, row: { accountId: string; channelId: string }, credentials: Credentials): string =>
  credentialVault(appSecret, row.accountId).seal(JSON.stringify(credentials), row.channelId);
