/**
 * Receives a vendor's callback (docs/contract/channels.md#callbacks): stores it unread and answers at once. The worker
 * reads it later.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Services } from '@/server/platform/access/context';
import { providerOfChannel, storeCallbacks, type IncomingCallback } from '@/server/platform/db/callbacks';
import { AppError } from '@/server/platform/errors';
import { enqueueOnce } from '@/server/platform/jobs/enqueue-once';
import { ADAPTERS } from '@/server/modules/messaging/adapters/adapters';
import { isProviderId } from '@/server/platform/vendors/provider-ids';
import { isCallbackToken } from '@/server/modules/messaging/channels/callback-address';
import { applyCallbacksJob } from '@/server/modules/messaging/channels/jobs';

/** Headers that a browser adds are not stored: they do not identify the vendor, and they are private. */
const NOT_KEPT = new Set(['cookie']);

const headersOf = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || NOT_KEPT.has(name) ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );

/**
 * Stores callbacks and calls the worker. The sandbox submits its own callbacks here as well, many at a time.
 * @returns the number of callbacks that belong to an existing channel
 */
export async function receiveCallbacks(
  { database }: Pick<Services, 'database'>,
  callbacks: readonly IncomingCallback[],
): Promise<number> {
  const stored = await storeCallbacks(database, callbacks);
  // Those that wait are worked off together. Should this fail, the vendor calls again, and the sweep finds them.
  for (const { accountId, channelId } of stored.channels)
    await enqueueOnce(database, accountId, applyCallbacksJob, { channelId });
  return stored.count;
}

/** @throws AppError NOT_FOUND for a channel that does not exist */
export async function receiveCallback(
  services: Pick<Services, 'database'>,
  callback: Omit<IncomingCallback, 'headers'> & { headers: IncomingHttpHeaders },
): Promise<void> {
  if ((await receiveCallbacks(services, [{ ...callback, headers: headersOf(callback.headers) }])) === 0)
    throw new AppError('NOT_FOUND');
}

/**
 * True when the vendor may call by GET, which is a setting at Vonage. @throws AppError NOT_FOUND for an unknown channel
 */
export async function callsByGet({ database }: Pick<Services, 'database'>, channelId: string): Promise<boolean> {
  const provider = await providerOfChannel(database, channelId);
  if (provider === null) throw new AppError('NOT_FOUND');
  return provider === 'sms_p2';
}

/**
 * Answers a vendor that checks the address before using it (Meta: hub.challenge). No credentials are opened here: the
 * vendor must know the channel's own token, entered as the verify token.
 * @throws AppError NOT_FOUND, FORBIDDEN for a wrong token, METHOD_NOT_ALLOWED for a vendor that does not check
 * addresses
 */
export async function answerChallenge(
  { database, settings }: Pick<Services, 'database' | 'settings'>,
  channelId: string,
  query: URLSearchParams,
): Promise<string> {
  const provider = await providerOfChannel(database, channelId);
  if (provider === null || !isProviderId(provider)) throw new AppError('NOT_FOUND');
  const { callbacks } = ADAPTERS[provider];
  if (callbacks?.challenge === undefined) throw new AppError('METHOD_NOT_ALLOWED');
  const answer = isCallbackToken(settings.appSecrets, channelId, query.get('hub.verify_token'))
    ? callbacks.challenge(query, { channelId, credentials: {}, config: {}, externalId: null, base: '' })
    : null;
  if (answer === null)
    throw new AppError('FORBIDDEN', {
      message: 'The verify token is wrong. Enter the one that the channel page shows.',
    });
  return answer;
}
