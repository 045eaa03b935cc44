/**
 * `POST /api/v1/billing/callbacks/{provider}`: the address that payment providers call. The signature is the only
 * credential, and any content type is accepted.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { defineRoute, type RawRoute } from '@/server/platform/access/route';
import { bearer } from '@/server/platform/access/procedures';
import type { Services } from '@/server/platform/access/context';
import { AppError } from '@/server/platform/errors';
import type { IncomingPaymentCallback } from '@/server/modules/account/billing/payments/payment';
import { applyEvent, type CallbackResult } from '@/server/modules/account/billing/apply-event';

// Takes a payment provider's callback in (docs/contract/billing.md#payment-callbacks): signature first, then its
// effect, and only then the answer.

/**
 * @returns `ignored` when billing does not need the callback
 * @throws AppError NOT_FOUND for a provider that is unknown or not set up, INVALID_SIGNATURE, VALIDATION
 */
async function receivePaymentCallback(
  services: Pick<Services, 'database' | 'payments' | 'log'>,
  providerId: string,
  callback: IncomingPaymentCallback,
  now: Date,
): Promise<CallbackResult | 'ignored'> {
  const provider = services.payments.find(providerId);
  if (provider === null) throw new AppError('NOT_FOUND', { message: 'No payment provider has this name.' });
  const event = await provider.read(callback);
  if (event === null) return 'ignored';
  const result = await applyEvent(services, provider.id, event, callback.body.toString('utf8'), now);
  const facts = { provider: provider.id, eventId: event.id, type: event.type, result };
  if (result === 'unknown') services.log.warn(facts, "a payment callback is nobody's");
  else services.log.info(facts, 'payment callback');
  return result;
}

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
