/**
 * The secret that signs an endpoint's deliveries: `whsec_` + base64url of 32 bytes
 * (docs/contract/webhooks.md#endpoint), encrypted at rest, bound to the endpoint's id.
 */
import { randomBytes } from 'node:crypto';
import { Vault, type AppSecrets } from '@/server/lib/crypto';

const PREFIX = 'whsec_';

/** A value's context is its endpoint's id. */
export const endpointVault = (appSecrets: AppSecrets): Vault => new Vault(appSecrets, 'webhook-endpoints');

/** What deliveries are signed with, in either direction. */
export const newSigningSecret = (): string => PREFIX + randomBytes(32).toString('base64url');

/** A new secret, what is stored of it, and what may be shown of it. */
export function makeEndpointSecret(
  appSecrets: AppSecrets,
  endpointId: string,
): { secret: string; sealed: string; preview: string } {
  const secret = newSigningSecret();
  return {
    secret,
    sealed: endpointVault(appSecrets).seal(secret, endpointId),
    preview: `${PREFIX}…${secret.slice(-4)}`,
  };
}

/**
 * The secret in the clear, for signing.
 * @throws Error when it was sealed under an APP_SECRET that is not among these.
 */
export const openEndpointSecret = (appSecrets: AppSecrets, row: { id: string; secret: string }): string =>
  endpointVault(appSecrets).open(row.secret, row.id);
