/**
 * The sandbox's callbacks, like those of a payment company: signed, with an id of their own, over HTTP
 * (docs/contract/billing.md#payment-callbacks).
 */
import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { Services } from '@/server/platform/access/context';
import type { Settings } from '@/server/platform/env';
import { AppError, invalid, validationError } from '@/server/platform/errors';
import { realNow } from '@/server/platform/lib/clock';
import { deriveKey, type AppSecrets } from '@/server/platform/lib/crypto';
import { isToken, signToken, type Signed } from '@/server/platform/lib/signed-token';
import type { IncomingPaymentCallback, PaymentEvent } from '@/server/modules/account/billing/payments/payment';
import { parseJson } from '@/server/platform/vendors/json';
import type { VendorRequest } from '@/server/platform/vendors/provider';
import { isFresh } from '@/server/platform/vendors/signatures';

const HEADER = 'sandbox-signature';

const OUTCOMES = {
  'invoice.paid': 'paid',
  'invoice.payment_failed': 'failed',
  'subscription.canceled': 'canceled',
} as const;

const body = z.object({
  id: z.string().regex(/^evt_[0-9a-f]{32}$/),
  type: z.enum(['invoice.paid', 'invoice.payment_failed', 'subscription.canceled']),
  createdAt: z.iso.datetime(),
  data: z.object({
    subscriptionId: z.string().min(1),
    /** Null for what is about the subscription alone. */
    invoice: z
      .object({
        id: z.string().min(1),
        reference: z.string().min(1),
        amount: z.number().int(),
        currency: z.string(),
        receiptUrl: z.url().nullable(),
      })
      .nullable(),
  }),
});
export type SandboxCallback = z.output<typeof body>;

/** A new event, sent again until the callback succeeds. */
export const sandboxCallback = (event: Pick<SandboxCallback, 'type' | 'data'>, at: Date): SandboxCallback => ({
  id: `evt_${randomBytes(16).toString('hex')}`,
  createdAt: at.toISOString(),
  ...event,
});

const signed = (appSecret: string, timestamp: string, text: string): Signed => ({
  key: deriveKey(appSecret, 'payment-sandbox'),
  text: `${timestamp}.${text}`,
  encoding: 'hex',
});

/**
 * Returns the address where the web process of the embedded product listens; elsewhere web and worker may stand apart,
 * and BASE_URL leads there.
 */
function ownAddress({ embedded, host, port, baseUrl }: Settings): string {
  if (!embedded) return baseUrl;
  const local = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${local.includes(':') ? `[${local}]` : local}:${port}`;
}

/** The request that reports an event. @param at the real time, because the signature check uses it */
export function callbackRequest(settings: Settings, text: string, at: Date): VendorRequest {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  return {
    method: 'POST',
    url: `${ownAddress(settings)}/api/v1/billing/callbacks/sandbox`,
    headers: {
      'content-type': 'application/json',
      [HEADER]: `t=${timestamp},v1=${signToken(signed(settings.appSecret, timestamp, text))}`,
    },
    body: text,
  };
}

/** @throws Error when the callback was refused: the queue tries again, like a payment company */
export async function callBack(
  { settings, transport }: Pick<Services, 'settings' | 'transport'>,
  text: string,
): Promise<void> {
  const { status } = await transport.request(callbackRequest(settings, text, realNow()), { timeoutMs: 10_000 });
  if (status !== 200) throw new Error(`The callback of the payment sandbox was answered with ${status}.`);
}

/** @param at the real time @throws AppError INVALID_SIGNATURE, VALIDATION */
export function readSandboxCallback(
  secrets: AppSecrets,
  { headers, body: bytes }: IncomingPaymentCallback,
  at: Date,
): PaymentEvent {
  const [, timestamp = '', given = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(headers[HEADER] ?? '') ?? [];
  const text = bytes.toString('utf8');
  if (!isFresh(timestamp, at) || !secrets.some((secret) => isToken(given, signed(secret, timestamp, text))))
    throw new AppError('INVALID_SIGNATURE');
  const json = parseJson(text);
  if (json === undefined) throw invalid('body', 'is not JSON');
  const parsed = body.safeParse(json);
  if (!parsed.success) throw validationError(parsed.error);
  const { id, type, createdAt, data } = parsed.data;
  const { subscriptionId, invoice } = data;
  return {
    id,
    type,
    occurredAt: new Date(createdAt),
    outcome: OUTCOMES[type],
    invoiceId: invoice?.reference ?? null,
    upstreamInvoiceId: invoice?.id ?? null,
    upstreamSubscriptionId: subscriptionId,
    amount: invoice?.amount ?? null,
    currency: invoice?.currency ?? null,
    receiptUrl: invoice?.receiptUrl ?? null,
  };
}
