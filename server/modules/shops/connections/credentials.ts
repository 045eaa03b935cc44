/**
 * An integration's stored credentials, encrypted like a channel's (docs/contract/channels.md#credentials): sealed when
 * a merchant connects, and opened by the worker only.
 */
import * as z from 'zod';
import { Vault, type AppSecrets } from '@/server/platform/lib/crypto';

/** The vault of one workspace's integrations; a value's context is its integration's id. */
export const integrationVault = (appSecrets: AppSecrets, accountId: string): Vault =>
  new Vault(appSecrets, `integration-credentials:${accountId}`);

const credentials = z.record(z.string(), z.string());
export type Credentials = Readonly<Record<string, string>>;

interface Row {
  id: string;
  accountId: string;
}

export const sealCredentials = (appSecrets: AppSecrets, row: Row, values: Credentials): string =>
  integrationVault(appSecrets, row.accountId).seal(JSON.stringify(values), row.id);

/** @throws Error when the credentials were sealed under an APP_SECRET that is not among these */
export const openCredentials = (appSecrets: AppSecrets, row: Row, sealed: string): Credentials =>
  credentials.parse(JSON.parse(integrationVault(appSecrets, row.accountId).open(sealed, row.id)));
