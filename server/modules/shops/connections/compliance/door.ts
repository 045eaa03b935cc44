/**
 * Receives requests to the operator's Shopify app (docs/contract/integrations.md#compliance). Checks the signature
 * before storing anything, as Shopify asks. Stores privacy requests for each workspace that has the shop, and passes
 * other topics to the shop's integrations.
 */
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Services } from '@/server/platform/access/context';
import { storeAppWebhook, storePrivacyRequest } from '@/server/platform/db/callbacks';
import { AppError, invalid } from '@/server/platform/errors';
import { enqueueOnce } from '@/server/platform/jobs/enqueue-once';
import { actOnRequestsJob } from '@/server/modules/shops/connections/compliance/jobs';
import { applyWebhooksJob } from '@/server/modules/shops/connections/jobs';
import { complianceKindOf, readComplianceRequest } from '@/server/modules/shops/adapters/shopify/compliance';
import { readShopDomain } from '@/server/modules/shops/adapters/shopify/oauth';
import { isSigned, WEBHOOK_HEADERS } from '@/server/modules/shops/adapters/shopify/read-webhook';

const PROVIDER = 'storefront_p1';
const LONGEST_ID = 255;

export interface AppCall {
  provider: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  receivedAt: Date;
}

const headerOf = (headers: IncomingHttpHeaders, name: string): string => {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
};

/** Returns the vendor's id of a call; for a call without an id, a hash of its content. */
function deliveryIdOf({ headers, body }: AppCall, topic: string): string {
  const id = headerOf(headers, 'x-shopify-webhook-id');
  return id !== '' && id.length <= LONGEST_ID
    ? id
    : createHash('sha256').update(`${topic}\n`).update(body).digest('hex');
}

/**
 * Handles a call. A shop that no workspace has connected is ignored, and nothing is stored.
 * @throws AppError NOT_FOUND for any other provider, INVALID_SIGNATURE, VALIDATION for a body that cannot be read
 */
export async function receiveAppCall({ database, settings }: Services, call: AppCall): Promise<void> {
  const { provider, headers, body, receivedAt } = call;
  if (provider !== PROVIDER) throw new AppError('NOT_FOUND');
  const secret = settings.oauthClients.get(PROVIDER)?.clientSecret ?? '';
  if (!isSigned(body, headerOf(headers, 'x-shopify-hmac-sha256'), secret))
    throw new AppError('INVALID_SIGNATURE', { message: 'X-Shopify-Hmac-Sha256 does not match the body.' });
  const topic = headerOf(headers, 'x-shopify-topic');
  const kind = complianceKindOf(topic);
  if (kind === null) {
    await handOn({ database }, call);
    return;
  }
  const request = await readComplianceRequest(kind, body);
  if (request === null) throw invalid('body', `is not a valid ${topic}: shop or person is missing`);
  const deliveryId = deliveryIdOf(call, topic);
  const { shop: externalId, ...asked } = request;
  const stored = await storePrivacyRequest(database, { provider, externalId, deliveryId, receivedAt, ...asked });
  // Should this fail, the sweep finds them.
  for (const { accountId, integrationId } of stored)
    await enqueueOnce(database, accountId, actOnRequestsJob, { integrationId });
}

/** Stores any other topic as if the shop had called its own address; the worker verifies the signature again. */
async function handOn({ database }: Pick<Services, 'database'>, { provider, headers, body, receivedAt }: AppCall) {
  const externalId = readShopDomain(headerOf(headers, 'x-shopify-shop-domain'));
  if (externalId === null) return;
  const kept = Object.fromEntries(
    WEBHOOK_HEADERS.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headerOf(headers, name)]] : [])),
  );
  const stored = await storeAppWebhook(database, { provider, externalId, headers: kept, body, receivedAt });
  for (const { accountId, integrationId } of stored)
    await enqueueOnce(database, accountId, applyWebhooksJob, { integrationId });
}
