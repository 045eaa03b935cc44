/** The token of `/c/v/<token>`: proves that the applicant can read mail at the given e-mail address. */
import type { Settings } from '@/server/platform/env';
import { deriveKey, type AppSecrets } from '@/server/platform/lib/crypto';
import { isToken, signToken, type Signed } from '@/server/platform/lib/signed-token';

const PURPOSE = 'collaboration-application';

export interface ApplicationLink {
  accountId: string;
  id: string;
}

const signed = (secret: string, { accountId, id }: ApplicationLink): Signed => ({
  key: deriveKey(secret, PURPOSE),
  text: `${accountId}:${id}:${PURPOSE}`,
  encoding: 'hex',
});

/** The absolute address of the page that confirms. */
export const applicationUrl = (
  { baseUrl, appSecrets }: Pick<Settings, 'baseUrl' | 'appSecrets'>,
  link: ApplicationLink,
): string => `${baseUrl}/c/v/${link.accountId}.${link.id}.${signToken(signed(appSecrets[0], link))}`;

const TOKEN = /^([a-z0-9]{1,40})\.([a-z0-9]{1,40})\.([0-9a-f]{64})$/;

/** Reads an application's token; null for a token that is not ours. */
export function readApplicationToken(secrets: AppSecrets, token: string): ApplicationLink | null {
  const [, accountId, id, signature] = TOKEN.exec(token) ?? [];
  if (accountId === undefined || id === undefined || signature === undefined) return null;
  const link = { accountId, id };
  return secrets.some((secret) => isToken(signature, signed(secret, link))) ? link : null;
}
