/**
 * PayPal's webhooks: verification and content.
 *
 * Signature: `POST /v1/notifications/verify-webhook-signature`
 * (https://developer.paypal.com/api/webhooks/v1/verify-webhook-signature-post). PayPal signs the bytes that it sent, so
 * we return them unchanged: JSON that was parsed and written again does not verify
 * (https://github.com/paypal/PayPal-NET-SDK/issues/353).
 * Events: https://developer.paypal.com/docs/subscriptions/reference/webhooks
 */
import * as z from 'zod';
import { AppError, invalid, validationError } from '@/server/platform/errors';
import type { PaypalApi } from '@/server/modules/account/billing/payments/paypal-api';
import { centsOf } from '@/server/modules/account/billing/payments/paypal-money';
import type { IncomingPaymentCallback, PaymentEvent } from '@/server/modules/account/billing/payments/payment';
import { VendorRefusal } from '@/server/modules/account/billing/payments/vendor-answer';
import { parseJson, textAt } from '@/server/platform/vendors/json';

/** The documented format of each header. A callback with other headers is refused without asking PayPal. */
const SIGNED = {
  auth_algo: ['paypal-auth-algo', /^[a-zA-Z0-9]{1,100}$/],
  cert_url: ['paypal-cert-url', /^https:\/\/([a-z0-9-]+\.)*paypal\.com\/\S{1,400}$/],
  transmission_id: ['paypal-transmission-id', /^(?!\d+$)\w\S{1,49}$/],
  // Base64, which may begin with + or / as well, whatever the documented pattern says.
  transmission_sig: ['paypal-transmission-sig', /^[A-Za-z0-9+/=_-]{2,500}$/],
  transmission_time: ['paypal-transmission-time', /^\d{4}-\d\d-\d\dT[\d:.]{8,20}(Z|[+-]\d\d:?\d\d)$/],
} as const;

/**
 * Verifies that PayPal signed the callback for our webhook.
 * @throws AppError INVALID_SIGNATURE, VALIDATION when the body is no JSON object; any other VendorRefusal, NotSentError
 * and OutcomeUnknownError when PayPal cannot be asked: then PayPal delivers the callback again
 */
export async function verify(
  { headers, body }: IncomingPaymentCallback,
  api: PaypalApi,
  webhookId: string,
): Promise<void> {
  const signed = Object.entries(SIGNED).map(([name, [header, shape]]) => {
    const value = headers[header] ?? '';
    if (!shape.test(value)) throw new AppError('INVALID_SIGNATURE');
    return [name, value] as const;
  });
  const text = body.toString('utf8');
  const event = parseJson(text);
  if (typeof event !== 'object' || event === null || Array.isArray(event))
    throw invalid('body', 'must be a JSON object');
  const question = JSON.stringify({ ...Object.fromEntries(signed), webhook_id: webhookId });
  const answer = await api
    .post('/v1/notifications/verify-webhook-signature', `${question.slice(0, -1)},"webhook_event":${text}}`)
    .catch((error: unknown) => {
      throw isUnreadable(error) ? new AppError('INVALID_SIGNATURE', { cause: error }) : error;
    });
  if (textAt(answer, 'verification_status') !== 'SUCCESS') throw new AppError('INVALID_SIGNATURE');
}

/**
 * True when PayPal cannot read the headers, so it did not send them. Error codes of a refused token are in lower case
 * (RFC 6749 §5.2), and say nothing about the headers.
 */
const isUnreadable = (error: unknown): boolean =>
  error instanceof VendorRefusal && (error.status === 400 || error.status === 422) && !/^[a-z]/.test(error.code);

const envelope = z.object({
  id: z.string().min(1),
  event_type: z.string(),
  create_time: z.string().pipe(z.coerce.date()),
  resource: z.unknown(),
});

/**
 * https://developer.paypal.com/docs/api/payments/v1/#definition-sale. A sale without an agreement is not for a
 * subscription.
 */
const sale = z.object({
  id: z.string().min(1),
  state: z.string(),
  billing_agreement_id: z.string().min(1).optional(),
  amount: z.object({ total: z.string(), currency: z.string() }),
});

const subscription = z.object({ id: z.string().min(1) });

/**
 * Changes of a subscription without a payment. ACTIVATED is missing, because only the sale that comes with it is a
 * payment. SUSPENDED ends PayPal's attempts to collect a failed payment; the subscription may resume, so it has not
 * ended.
 */
const OUTCOMES: Readonly<Record<string, PaymentEvent['outcome']>> = {
  'BILLING.SUBSCRIPTION.PAYMENT.FAILED': 'failed',
  'BILLING.SUBSCRIPTION.SUSPENDED': 'failed',
  'BILLING.SUBSCRIPTION.CANCELLED': 'canceled',
  'BILLING.SUBSCRIPTION.EXPIRED': 'canceled',
};

/** Reads a verified event; null for an event that billing does not need. @throws AppError VALIDATION */
export function readEvent(body: Buffer): PaymentEvent | null {
  const {
    id,
    event_type: type,
    create_time: occurredAt,
    resource,
  } = parsed(envelope, parseJson(body.toString('utf8')));
  // A sale bears the subscription's custom_id at every renewal, so our first invoice is never named by it.
  const event = {
    id,
    type,
    occurredAt,
    invoiceId: null,
    upstreamInvoiceId: null,
    amount: null,
    currency: null,
    receiptUrl: null,
  };
  if (type === 'PAYMENT.SALE.COMPLETED') {
    const { id: saleId, state, billing_agreement_id: agreement, amount } = parsed(sale, resource);
    if (agreement === undefined || state !== 'completed') return null;
    const cents = centsOf(amount.total);
    if (cents === null) throw invalid('resource.amount.total', 'must be an amount with two decimals at most');
    return {
      ...event,
      outcome: 'paid',
      upstreamInvoiceId: saleId,
      upstreamSubscriptionId: agreement,
      amount: cents,
      currency: amount.currency.toUpperCase(),
    };
  }
  const outcome = Object.hasOwn(OUTCOMES, type) ? OUTCOMES[type] : undefined;
  return outcome === undefined
    ? null
    : { ...event, outcome, upstreamSubscriptionId: parsed(subscription, resource).id };
}

function parsed<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (!result.success) throw validationError(result.error);
  return result.data;
}
