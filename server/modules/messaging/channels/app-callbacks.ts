/**
 * Callbacks of the operator's app at Meta (docs/contract/channels.md#app-callbacks). An app has one callback address
 * for all its pages. The callback is verified on receipt and split: each channel gets only the events of its own page.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Services } from '@/server/platform/access/context';
import { storeCallbackOfAsset } from '@/server/platform/db/callbacks';
import type { Settings } from '@/server/platform/env';
import { AppError } from '@/server/platform/errors';
import { enqueueOnce } from '@/server/platform/jobs/enqueue-once';
import { deriveKey } from '@/server/platform/lib/crypto';
import { isOneOf } from '@/server/platform/lib/records';
import { sameText, signToken } from '@/server/platform/lib/signed-token';
import { listAt, parseJson, textAt } from '@/server/platform/vendors/json';
import { hubSignature, metaChallenge } from '@/server/platform/vendors/meta-graph';
import { applyCallbacksJob } from '@/server/modules/messaging/channels/jobs';

/** Providers whose app has one callback address for all channels. */
export const APP_PROVIDERS = ['social_p1', 'social_p2'] as const;
export type AppProvider = (typeof APP_PROVIDERS)[number];

/** @throws AppError NOT_FOUND */
function appProvider(provider: string): AppProvider {
  if (!isOneOf(APP_PROVIDERS, provider)) throw new AppError('NOT_FOUND');
  return provider;
}

const tokenUnder = (appSecret: string, provider: AppProvider): string =>
  signToken({ key: deriveKey(appSecret, 'app-callbacks'), text: provider, encoding: 'hex' }).slice(0, 40);

/** The values that the operator enters at Meta. */
export const appCallback = (
  { baseUrl, appSecrets }: Pick<Settings, 'baseUrl' | 'appSecrets'>,
  provider: AppProvider,
): { address: string; verifyToken: string } => ({
  address: `${baseUrl}/api/v1/channels/callbacks/${provider}`,
  verifyToken: tokenUnder(appSecrets[0], provider),
});

/** @throws AppError NOT_FOUND, FORBIDDEN for a wrong token */
export function answerAppChallenge(
  { settings }: Pick<Services, 'settings'>,
  given: string,
  query: URLSearchParams,
): string {
  const provider = appProvider(given);
  const token = query.get('hub.verify_token');
  const isOurs =
    token !== null && settings.appSecrets.some((appSecret) => sameText(token, tokenUnder(appSecret, provider)));
  const answer = isOurs ? metaChallenge(query) : null;
  if (answer === null)
    throw new AppError('FORBIDDEN', {
      message: 'The verify token is wrong. Enter the one that the command channels app-callback prints.',
    });
  return answer;
}

/** @throws AppError NOT_FOUND, INVALID_SIGNATURE */
export async function receiveAppCallback(
  { database, settings }: Pick<Services, 'database' | 'settings'>,
  {
    provider: given,
    url,
    headers,
    body,
    receivedAt,
  }: { provider: string; url: string; headers: IncomingHttpHeaders; body: Buffer; receivedAt: Date },
): Promise<void> {
  const provider = appProvider(given);
  const secret = settings.oauthClients.get(provider)?.clientSecret;
  const signature = headers['x-hub-signature-256'];
  if (secret === undefined || typeof signature !== 'string' || !sameText(signature, hubSignature(secret, body)))
    throw new AppError('INVALID_SIGNATURE', {
      message: 'The signature does not match the app’s secret. Check the client secret in the settings of this server.',
    });
  const parsed = parseJson(body.toString('utf8'));
  const object = textAt(parsed, 'object') ?? '';
  for (const entry of listAt(parsed, 'entry')) {
    const asset = textAt(entry, 'id');
    if (asset === undefined || asset.includes('\0')) continue;
    const part = Buffer.from(JSON.stringify({ object, entry: [entry] }));
    const channels = await storeCallbackOfAsset(database, { provider, url, asset, body: part, receivedAt });
    for (const { accountId, channelId } of channels)
      await enqueueOnce(database, accountId, applyCallbacksJob, { channelId });
  }
}
