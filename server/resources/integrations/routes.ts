/** What shops call (docs/contract/integrations.md#webhooks): of any content type, and stored as it comes. */
import { receiveWebhook } from '@/server/resources/integrations/receive-webhook';
import { defineRoute, type RawRoute } from '@/server/route';
import { bearer } from '@/server/rungs';

const WEBHOOK_LIMIT = 5 * 1024 * 1024;

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
      summary: 'What a shop calls',
      description: 'For the shops: kept as it came, answered at once, and checked by the worker.',
      tags: ['Integrations'],
      errors: ['NOT_FOUND', 'PAYLOAD_TOO_LARGE'],
      success: { status: 200, description: 'Received.' },
    },
  }),
];
