/**
 * The token of `/c/p/<token>` (docs/contract/collaborations.md#portal): whoever has the token acts as the creator.
 * Raising the collaboration's version makes all its earlier tokens worthless.
 */
import type { Settings } from '@/server/platform/env';
import { deriveKey, type AppSecrets } from '@/server/platform/lib/crypto';
import { isToken, signToken, type Signed } from '@/server/platform/lib/signed-token';

const PURPOSE = 'collaboration-portal';

export interface PortalLink {
  accountId: string;
  id: string;
  version: number;
}

const signed = (secret: string, { accountId, id, version }: PortalLink): Signed => ({
  key: deriveKey(secret, PURPOSE),
  text: `${accountId}:${id}:${version}:${PURPOSE}`,
  encoding: 'hex',
});

export const portalToken = ([present]: AppSecrets, link: PortalLink): string =>
  `${link.accountId}.${link.id}.${link.version}.${signToken(signed(present, link))}`;

/** The absolute address of a creator's portal. */
export const portalUrl = (settings: Pick<Settings, 'baseUrl' | 'appSecrets'>, link: PortalLink): string =>
  `${settings.baseUrl}/c/p/${portalToken(settings.appSecrets, link)}`;

const TOKEN = /^([a-z0-9]{1,40})\.([a-z0-9]{1,40})\.([1-9]\d{0,8})\.([0-9a-f]{64})$/;

/**
 * Reads a portal token; null for a token that is not ours. The caller compares the version with the collaboration's
 * row.
 */
export function readPortalToken(secrets: AppSecrets, token: string): PortalLink | null {
  const [, accountId, id, version, signature] = TOKEN.exec(token) ?? [];
  if (accountId === undefined || id === undefined || version === undefined || signature === undefined) return null;
  const link = { accountId, id, version: Number(version) };
  return secrets.some((secret) => isToken(signature, signed(secret, link))) ? link : null;
}
