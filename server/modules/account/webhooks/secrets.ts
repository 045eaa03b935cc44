/**
 * The secret that signs an endpoint's deliveries: `whsec_` + base64url of 32 bytes
 * (docs/contract/webhooks.md#endpoint), encrypted at rest, bound to the endpoint's id.
 */
import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { Vault, type AppSecrets } from '@/server/platform/lib/crypto';

const PREFIX = 'whsec_';

/** The vault of the secrets; the context of a value is the endpoint's id. */
export const endpointVault = (appSecrets: AppSecrets): Vault => new Vault(appSecrets, 'webhook-endpoints');

/** Makes a secret for signing webhooks, for our deliveries or for calls to us. */
export const newSigningSecret = (): string => PREFIX + randomBytes(32).toString('base64url');

/** Makes a new secret: the secret itself, its sealed form for the row, and its preview. */
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

/** A secret of before a rotation, which signs until then. */
export interface PreviousSecret {
  secret: string;
  until: Date;
}

/**
 * The most earlier secrets: when a secret is rotated more often within a day, the oldest is dropped, because each adds
 * a signature to every request.
 */
const MOST_PREVIOUS = 3;

const previousSecrets = z.array(z.object({ secret: z.string(), until: z.iso.datetime() }));
/**
 * The vault context of earlier secrets. It differs from that of the present secret, so the two columns cannot be
 * swapped.
 */
export const previousContext = (endpointId: string): string => `previous ${endpointId}`;

/** @param secrets oldest first */
export const sealPreviousSecrets = (
  appSecrets: AppSecrets,
  endpointId: string,
  secrets: readonly PreviousSecret[],
): string => endpointVault(appSecrets).seal(JSON.stringify(secrets.slice(-MOST_PREVIOUS)), previousContext(endpointId));

/**
 * Opens the earlier secrets that still sign, oldest first.
 * @throws Error when they were sealed under an APP_SECRET that is not among these
 */
export function openPreviousSecrets(
  appSecrets: AppSecrets,
  row: { id: string; previousSecrets: string | null },
  now: Date,
): PreviousSecret[] {
  if (row.previousSecrets === null) return [];
  const text = endpointVault(appSecrets).open(row.previousSecrets, previousContext(row.id));
  return previousSecrets
    .parse(JSON.parse(text))
    .map(({ secret, until }) => ({ secret, until: new Date(until) }))
    .filter(({ until }) => until > now);
}

/**
 * Opens the secret, for signing.
 * @throws Error when it was sealed under an APP_SECRET that is not among these
 */
export const openEndpointSecret = (appSecrets: AppSecrets, row: { id: string; secret: string }): string =>
  endpointVault(appSecrets).open(row.secret, row.id);
