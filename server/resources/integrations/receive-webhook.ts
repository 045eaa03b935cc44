/**
 * Takes a shop's webhook in (docs/contract/integrations.md#webhooks): stored as it came and answered at once; the worker
 * looks into it. A shop names its integration and nothing else, so this statement looks over all workspaces.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Services } from '@/server/context';
import { systemDb } from '@/server/db/workspace';
import { AppError } from '@/server/errors';
import { enqueue } from '@/server/jobs/enqueue';
import { applyWebhooksJob } from '@/server/resources/integrations/jobs';

/** What a signature is checked by. Nothing else of a request is kept: it may be private. */
const KEPT_HEADERS = ['svc-signature'] as const;

const STORE = {
  name: 'integrations.store-webhook',
  text: `INSERT INTO "IntegrationWebhook" ("accountId", "integrationId", headers, body, "receivedAt", "dueAt")
         SELECT i."accountId", i.id, $2::jsonb, $3::bytea, $4::timestamptz, $4::timestamptz FROM "Integration" i WHERE i.id = $1 AND i.status <> 'revoked'
         RETURNING "accountId"`,
};

interface Incoming {
  integrationId: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  receivedAt: Date;
}

/** @throws AppError NOT_FOUND for one that does not exist or was revoked */
export async function receiveWebhook(
  { database }: Pick<Services, 'database'>,
  { integrationId, headers, body, receivedAt }: Incoming,
): Promise<void> {
  const kept = Object.fromEntries(
    KEPT_HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
  );
  const { rows } = await database.pool.query<{ accountId: string }>({
    ...STORE,
    values: [integrationId, JSON.stringify(kept), body, receivedAt],
  });
  const [row] = rows;
  if (row === undefined) throw new AppError('NOT_FOUND');
  // Those that wait are worked off together. Should this fail, the sweep finds them.
  await enqueue(systemDb(database, row.accountId), applyWebhooksJob, { integrationId });
}
