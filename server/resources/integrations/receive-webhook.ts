/**
 * Takes a shop's webhook in (docs/contract/integrations.md#webhooks): stored as it came and answered at once; the worker
 * looks into it.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Services } from '@/server/context';
import { storeWebhook, type IncomingWebhook } from '@/server/db/callbacks';
import { AppError } from '@/server/errors';
import { summon } from '@/server/jobs/summon';
import { applyWebhooksJob } from '@/server/resources/integrations/jobs';
import { STORES } from '@/server/stores/stores';

/** What a webhook is read by, whichever shop calls: which one it is, the row that is written knows. */
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
  await summon(database, accountId, applyWebhooksJob, { integrationId: webhook.integrationId });
}
