/**
 * The routes of integrations that are no JSON procedures: the webhooks that shops send
 * (docs/contract/integrations.md#webhooks), of any content type and stored as received, and the redirects of consent
 * pages.
 */
import { answerReturn, redirect } from '@/server/platform/auth/oauth-return';
import { receiveAppCall } from '@/server/modules/shops/connections/compliance/door';
import { download } from '@/server/platform/lib/file-in-pieces';
import { finishOAuth, startOAuth, takeKeys } from '@/server/modules/shops/connections/oauth';
import { refusalsFile } from '@/server/modules/shops/connections/refusals-file';
import { receiveWebhook } from '@/server/modules/shops/connections/receive-webhook';
import { defineRoute, type RawRoute } from '@/server/platform/access/route';
import { bearer, member, merchant, visitor } from '@/server/platform/access/procedures';

const WEBHOOK_LIMIT = 5 * 1024 * 1024;
const KEYS_LIMIT = 64 * 1024;

export const integrationRoutes: readonly RawRoute[] = [
  defineRoute({
    method: 'POST',
    path: '/api/v1/integrations/{id}/webhooks',
    access: bearer,
    answers: 'json',
    bodyLimit: WEBHOOK_LIMIT,
    async read({ services, params, headers, body, now }) {
      await receiveWebhook(services, { integrationId: params.id ?? '', headers, body, receivedAt: now });
      return { data: { received: true } };
    },
    info: {
      summary: 'Receive a webhook of a shop',
      description: 'For shops: stored as it came and answered at once. The worker verifies and applies it.',
      tags: ['Integrations'],
      errors: ['NOT_FOUND', 'PAYLOAD_TOO_LARGE'],
      success: { status: 200, description: 'Received.' },
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/v1/integrations/webhooks/{provider}',
    access: bearer,
    answers: 'json',
    bodyLimit: WEBHOOK_LIMIT,
    async read({ services, params, headers, body, now }) {
      await receiveAppCall(services, { provider: params.provider ?? '', headers, body, receivedAt: now });
      return { data: { received: true } };
    },
    info: {
      summary: 'Receive a webhook of the Shopify app',
      description:
        'For Shopify, which signs the request: privacy requests, and webhooks of all shops of the operator’s app.',
      tags: ['Integrations'],
      errors: ['NOT_FOUND', 'INVALID_SIGNATURE', 'VALIDATION', 'PAYLOAD_TOO_LARGE'],
      success: { status: 200, description: 'Received.' },
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/v1/integrations/{id}/runs/{runId}/refusals',
    access: merchant,
    answers: 'csv',
    read: async ({ db, params, now }) =>
      download('refused-rows', 'csv', now, await refusalsFile(db, { id: params.id ?? '', runId: params.runId ?? '' })),
    info: {
      summary: 'Export the refused rows of a run as CSV',
      description: 'One row a refusal, with its name in the shop and the reason, in the order in which they were read.',
      tags: ['Integrations'],
      errors: ['NOT_FOUND'],
      success: { status: 200, description: 'The CSV file.', type: 'text/csv' },
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/v1/integrations/oauth/{provider}/start',
    access: member,
    need: 'write',
    answers: 'json',
    read: ({ services, principal, params, query, now }) =>
      redirect(startOAuth(services, { provider: params.provider ?? '', query, member: principal }, now)),
    info: {
      summary: 'Connect a shop on its consent page',
      description:
        'For members in the dashboard. Redirects to the shop: `shop` for Shopify, `storeUrl` and `consent` for WooCommerce.',
      tags: ['Integrations'],
      errors: ['VALIDATION', 'NOT_FOUND', 'OAUTH_NOT_CONFIGURED'],
      success: { status: 302, description: "Redirect to the shop's consent page." },
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/v1/integrations/oauth/{provider}/callback',
    access: visitor,
    need: 'write',
    answers: 'text',
    // A code is exchanged once.
    noHead: true,
    read: ({ services, member: person, params, query, url, headers, now, log }) =>
      answerReturn({ log }, () => {
        const provider = params.provider ?? '';
        const given = { provider, query, cookieHeader: headers.cookie, member: person };
        return finishOAuth(services, { ...given, queryText: url.split('?').slice(1).join('?') }, now);
      }),
    info: {
      summary: 'Receive the return from a consent page',
      description: 'Exchanges the code once, for the session and workspace that began. Failures are plain text.',
      tags: ['Integrations'],
      success: { status: 302, description: 'Redirect to the integrations in the dashboard.' },
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/v1/integrations/oauth/storefront_p2/callback',
    access: bearer,
    answers: 'json',
    bodyLimit: KEYS_LIMIT,
    async read({ services, body, now }) {
      await takeKeys(services, body, now);
      return { data: { received: true } };
    },
    info: {
      summary: 'Receive the keys of a WooCommerce shop',
      description: 'For WooCommerce: once, within ten minutes of the start, with its state as `user_id`.',
      tags: ['Integrations'],
      errors: ['VALIDATION', 'FORBIDDEN', 'PLAN_LIMIT', 'PAYLOAD_TOO_LARGE'],
      success: { status: 200, description: 'Received.' },
    },
  }),
];
