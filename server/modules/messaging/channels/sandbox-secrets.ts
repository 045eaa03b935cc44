/**
 * The secrets with which the sandbox signs callbacks (docs/contract/channels.md#callbacks). A merchant who tries the
 * product has no signing secret of a vendor. In sandbox mode we make one at connect, so that sandbox callbacks are
 * verified like real ones.
 */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { Settings } from '@/server/platform/env';
import { providerEntry } from '@/server/platform/vendors/catalog';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import { inSandbox } from '@/server/platform/vendors/sandbox-mode';
import type { Credentials } from '@/server/modules/messaging/channels/credentials';

const PKCS8 = { type: 'pkcs8', format: 'pem' } as const;

/** Vendors that sign with a key pair: we hold the private half in their place. */
const KEY_PAIRS: Partial<Record<ProviderId, () => string>> = {
  email_p2: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export(PKCS8).toString(),
  email_p5: () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export(PKCS8).toString(),
};

const madeSecret = (provider: ProviderId): string =>
  provider === 'email_p1' ? `whsec_${randomBytes(32).toString('base64')}` : randomBytes(32).toString('base64url');

/** The credentials, with a signing secret added when the sandbox stands in for the provider. */
export function withSandboxSecrets(
  settings: Pick<Settings, 'providers' | 'providerBases'>,
  provider: ProviderId,
  credentials: Credentials,
): Credentials {
  if (!inSandbox(settings, provider)) return credentials;
  const keyPair = KEY_PAIRS[provider];
  if (keyPair !== undefined) return { ...credentials, sandboxSigningKey: keyPair() };
  const takesSecret = providerEntry(provider).credentials.some(({ key }) => key === 'callbackSecret');
  const hasSecret = (credentials.callbackSecret ?? '').trim() !== '';
  return takesSecret && !hasSecret ? { ...credentials, callbackSecret: madeSecret(provider) } : credentials;
}
