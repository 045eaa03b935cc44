/**
 * The secret that signs an endpoint's deliveries: `whsec_` + base64url of 32 bytes
 * (docs/contract/webhooks.md#endpoint), encrypted at rest, bound to the endpoint's id.
 */
import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { Vault, type AppSecrets } from '@/server/platform/lib/crypto';

const PREFIX = 'whsec_';

/** A value's context is its endpoint's id. */
export const endpointVault = (appSecrets: AppSecrets): Vault => new Vault(appSecrets, 'webhook-endpoints');

/** Makes a secret that signs deliveries, in either direction. */
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

/** A secret of before a rotation, which signs until then. */
export interface PreviousSecret {
  secret: string;
  until: Date;
}

/** Rotated more often than this within a day, the oldest goes: each is one signature more in every request. */
const MOST_PREVIOUS = 3;

const previousSecrets = z.array(z.object({ secret: z.string(), until: z.iso.datetime() }));
/** Returns the context of previous secrets, so that neither column can be put in the place of the other. */
export const previousContext = (endpointId: string): string => `previous ${endpointId}`;

/** @param secrets oldest first */
export const sealPreviousSecrets = (
  appSecrets: AppSecrets,
  endpointId: string,
  secrets: readonly PreviousSecret[],
): string => endpointVault(appSecrets).seal(JSON.stringify(secrets.slice(-MOST_PREVIOUS)), previousContext(endpointId));

/**
 * Opens the earlier secrets that still sign, oldest first.
 * @throws Error when they were sealed under an APP_SECRET that is not among these.
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
 * The secret in the clear, for signing.
 * @throws Error when it was sealed under an APP_SECRET that is not among these.
 */
export const openEndpointSecret = (appSecrets: AppSecrets, row: { id: string; secret: string }): string =>
  endpointVault(appSecrets).open(row.secret, row.id);
