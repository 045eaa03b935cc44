/** Encrypts data about creators that nobody should read by chance: their address and bank details. */
import type { Settings } from '@/server/platform/env';
import { Vault, type AppSecrets } from '@/server/platform/lib/crypto';

export const creatorVault = (appSecrets: AppSecrets): Vault => new Vault(appSecrets, 'collaborations');

export const creatorContext = ({ accountId, id }: { accountId: string; id: string }): string => `${accountId}:${id}`;

export const sealCreatorSecret = (
  { appSecrets }: Pick<Settings, 'appSecrets'>,
  of: { accountId: string; id: string },
  text: string,
): string => creatorVault(appSecrets).seal(text, creatorContext(of));

/** Opens sealed data of a creator. @throws Error when the data was sealed with a secret that is no longer known */
export const openCreatorSecret = (
  { appSecrets }: Pick<Settings, 'appSecrets'>,
  of: { accountId: string; id: string },
  sealed: string,
): string => creatorVault(appSecrets).open(sealed, creatorContext(of));
