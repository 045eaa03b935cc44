/** The secrets of a pixels row at rest: AES-256-GCM under a key of their own, bound to workspace and column. */
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
 * Null when there is none, and when it cannot be read: sealed under another APP_SECRET, for another workspace or for
 * the other column. The merchant then finds the field empty and can enter it again, which an error would not allow.
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
