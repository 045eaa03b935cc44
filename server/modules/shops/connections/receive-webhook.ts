/**
 * Receives a shop's webhook (docs/contract/integrations.md#webhooks): stores it as received and answers at once; the
 * worker verifies and applies it.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Services } from '@/server/platform/access/context';
import { storeWebhook, type IncomingWebhook } from '@/server/platform/db/callbacks';
import { AppError } from '@/server/platform/errors';
import { enqueueOnce } from '@/server/platform/jobs/enqueue-once';
import { applyWebhooksJob } from '@/server/modules/shops/connections/jobs';
import { STORES } from '@/server/modules/shops/adapters/stores';

/** The headers that are stored with a webhook, for all shops; the integration's row tells which shop it is. */
const KEPT = new Set(Object.values(STORES).flatMap(({ webhookHeaders }) => webhookHeaders));

/** @throws AppError NOT_FOUND for an integration that does not exist or was revoked */
export async function receiveWebhook(
  { database }: Pick<Services, 'database'>,
  { headers, ...webhook }: Omit<IncomingWebhook, 'headers'> & { headers: IncomingHttpHeaders },
): Promise<void> {
  // Nothing else of a request is kept: it may be private.
  const kept = Object.fromEntries(
    [...KEPT].flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
  const accountId = await storeWebhook(database, { ...webhook, headers: kept });
  if (accountId === null) throw new AppError('NOT_FOUND');
  // Those that wait are worked off together. Should this fail, the sweep finds them.
  await enqueueOnce(database, accountId, applyWebhooksJob, { integrationId: webhook.integrationId });
}
