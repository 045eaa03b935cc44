/**
 * `POST /api/v1/billing/callbacks/{provider}`: where payment providers call back. Their signature is the only
 * credential, and any content type is taken.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { receivePaymentCallback } from '@/server/modules/account/billing/receive-callback';
import { defineRoute, type RawRoute } from '@/server/platform/access/route';
import { bearer } from '@/server/platform/access/procedures';

const LIMIT = 1024 * 1024;

/** A header that came more than once is joined by commas. */
const joined = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );

export const billingRoutes: readonly RawRoute[] = [
  defineRoute({
    method: 'POST',
    path: '/api/v1/billing/callbacks/{provider}',
    access: bearer,
    answers: 'json',
    bodyLimit: LIMIT,
    async read({ services, params, headers, body, now }) {
      await receivePaymentCallback(services, params.provider ?? '', { headers: joined(headers), body }, now);
      return { data: { received: true } };
    },
    info: {
      summary: 'Receive a payment callback',
      description:
        'Called by payment providers, which authenticate with their own signature. Safe to repeat, in any order.',
      tags: ['Billing'],
      errors: ['NOT_FOUND', 'INVALID_SIGNATURE', 'VALIDATION', 'PAYLOAD_TOO_LARGE'],
      success: { status: 200, description: 'The callback was received.' },
    },
  }),
];
