/** Encrypts the secrets of a pixels row: AES-256-GCM with a key of their own, bound to workspace and column. */
import { Vault, type AppSecrets } from '@/server/platform/lib/crypto';
import type { SecretColumn } from '@/server/modules/offers/pixels/vocabulary';

export const pixelVault = (appSecrets: AppSecrets): Vault => new Vault(appSecrets, 'pixel-secrets');
export const secretContext = (accountId: string, column: SecretColumn): string => `${accountId}:${column}`;

export const sealSecret = (
  appSecrets: AppSecrets,
  accountId: string,
  column: SecretColumn,
  text: string | null,
): string | null => (text === null ? null : pixelVault(appSecrets).seal(text, secretContext(accountId, column)));

/**
 * Opens a secret; null when there is none, or when it was sealed under another APP_SECRET, workspace or column. The
 * merchant then finds the field empty and can enter the secret again, which an error would prevent.
 */
export function openSecret(
  appSecrets: AppSecrets,
  accountId: string,
  column: SecretColumn,
  sealed: string | null,
): string | null {
  if (sealed === null) return null;
  try {
    return pixelVault(appSecrets).open(sealed, secretContext(accountId, column));
  } catch {
    return null;
  }
}
