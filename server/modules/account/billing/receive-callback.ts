/**
 * Takes a payment provider's callback in (docs/contract/billing.md#payment-callbacks): signature first, then its
 * effect, and only then the answer.
 */
import type { Services } from '@/server/platform/access/context';
import { AppError } from '@/server/platform/errors';
import type { IncomingPaymentCallback } from '@/server/modules/account/billing/payments/payment';
import { applyEvent, type CallbackResult } from '@/server/modules/account/billing/apply-event';

/**
 * @returns ignored: it is of no interest to billing
 * @throws AppError NOT_FOUND for a provider that is unknown or not set up, INVALID_SIGNATURE, VALIDATION
 */
export async function receivePaymentCallback(
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
