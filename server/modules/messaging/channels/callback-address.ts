/**
 * The callback address of a channel (docs/contract/channels.md#callbacks), and the token in it that proves the vendor,
 * for providers that sign nothing.
 */
import type { Principal } from '@/server/platform/auth/principal';
import { castStored } from '@/server/platform/db/stored';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { orNotFound } from '@/server/platform/db/workspace';
import type { Settings } from '@/server/platform/env';
import { deriveKey, type AppSecrets } from '@/server/platform/lib/crypto';
import { sameText, signToken } from '@/server/platform/lib/signed-token';
import { withParameters } from '@/server/modules/messaging/adapters/callback-address';
import type { RawCallback } from '@/server/platform/vendors/provider';
import { may } from '@/server/platform/access/procedures';
import { providerEntry } from '@/server/platform/vendors/catalog';
import type { CallbackProof } from '@/server/platform/vendors/provider-entry';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';

type AddressSettings = Pick<Settings, 'appSecrets' | 'baseUrl'>;

/** 160 bits, lowercase hex: short enough for forms that cut what is pasted. */
export const callbackToken = (appSecret: string, channelId: string): string =>
  signToken({ key: deriveKey(appSecret, 'channel-callbacks'), text: channelId, encoding: 'hex' }).slice(0, 40);

/**
 * Checks whether `given` is the channel's token, in constant time. Tokens made under an old APP_SECRET stay valid,
 * because vendors may still use them.
 */
export const isCallbackToken = (appSecrets: AppSecrets, channelId: string, given: string | null): boolean =>
  given !== null && appSecrets.some((appSecret) => sameText(given, callbackToken(appSecret, channelId)));

/**
 * True when a provider's callbacks must carry the token: the provider signs nothing, or its signature does not prove
 * the account.
 */
export function needsToken(provider: ProviderId): boolean {
  const { callbacks, callbackToken: asked } = providerEntry(provider);
  return callbacks === 'token' || asked === true;
}

/** The token of a callback; null when it has none. */
export function tokenOf(provider: ProviderId, { url, headers }: Pick<RawCallback, 'url' | 'headers'>): string | null {
  const { tokenHeader } = providerEntry(provider);
  return tokenHeader === undefined ? new URL(url).searchParams.get('token') : (headers[tokenHeader] ?? null);
}

/** The answer that some vendors take for a yes, which the address asks for. */
const ANSWERS: Partial<Record<ProviderId, string>> = { sms_p1: 'twiml', sms_p2: '204', msg_p2: 'twiml' };

/**
 * The channel's callback address, for the vendor's settings and for each message (`callbackAddress` adds the message's
 * id).
 */
export function callbackUrl(settings: AddressSettings, { id, provider }: { id: string; provider: ProviderId }): string {
  const isTokenInAddress = needsToken(provider) && providerEntry(provider).tokenHeader === undefined;
  return withParameters(`${settings.baseUrl}/api/v1/channels/${id}/callbacks`, {
    token: isTokenInAddress ? callbackToken(settings.appSecrets[0], id) : undefined,
    answer: ANSWERS[provider],
  });
}

/** Vendors whose form asks for a verify token, which they send back when they check the address. */
const ASKS_FOR_VERIFY_TOKEN: ReadonlySet<ProviderId> = new Set(['msg_p1', 'msg_p3', 'social_p1', 'social_p2']);

export interface CallbackAddress {
  proof: CallbackProof;
  url: string | null;
  verifyToken: string | null;
  ready: boolean;
}

/**
 * Anyone with the token speaks in the vendor's name: a person with read-only access is shown none
 * (docs/contract/accounts.md#roles).
 */
export function addressSeenBy(principal: Principal, address: CallbackAddress): CallbackAddress {
  if (may(principal, 'write')) return address;
  const hasToken = address.url !== null && new URL(address.url).searchParams.has('token');
  return { ...address, url: hasToken ? null : address.url, verifyToken: null };
}

/** Returns the address that the channel's page shows. @throws AppError NOT_FOUND */
export async function addressOf(db: WorkspaceDb, settings: AddressSettings, id: string): Promise<CallbackAddress> {
  const row = orNotFound(
    await db.prisma.channelIntegration.findFirst({
      where: { id },
      select: { id: true, provider: true, credentialKeys: true, via: true },
    }),
  );
  return addressFor(settings, { ...row, provider: castStored<ProviderId>(row.provider) });
}

/** Returns the callback address for a channel's row. */
export function addressFor(
  settings: AddressSettings,
  row: { id: string; provider: ProviderId; credentialKeys: readonly string[] },
): CallbackAddress {
  const { provider } = row;
  const { callbacks: proof, credentials } = providerEntry(provider);
  if (proof === 'none') return { proof, url: null, verifyToken: null, ready: false };
  const needsSecret = credentials.some(({ key }) => key === 'callbackSecret');
  return {
    proof,
    url: callbackUrl(settings, { id: row.id, provider }),
    verifyToken: ASKS_FOR_VERIFY_TOKEN.has(provider) ? callbackToken(settings.appSecrets[0], row.id) : null,
    ready:
      !needsSecret || row.credentialKeys.includes('callbackSecret') || row.credentialKeys.includes('sandboxSigningKey'),
  };
}
