/**
 * IDR payments through Xendit's hosted invoices: QRIS, virtual accounts, e-wallets and cards on one page.
 *
 * API reference, https://developers.xendit.co/api-reference/#invoices (the same contract is in
 * github.com/xendit/xendit-node, docs/Invoice.md): `POST /v2/invoices`, `GET /v2/invoices?external_id=`, `GET
 * /v2/invoices/:id`, `POST /invoices/:id/expire!`, and the Invoice callback.
 * Callbacks, https://docs.xendit.co/apidocs/webhook-behavior and https://docs.xendit.co/api-integration/callback/setup:
 * `x-callback-token` proves the sender; callbacks are repeated for a day, sometimes come twice, and not always in
 * order.
 *
 * We use no subscription of Xendit: each period is an invoice that the merchant pays by hand, and the first invoice's
 * id stands for the subscription.
 */
import * as z from 'zod';
import { AppError, invalid, validationError } from '@/server/platform/errors';
import type { Settings } from '@/server/platform/env';
import { sameText } from '@/server/platform/lib/signed-token';
import type {
  CheckoutRequest,
  IncomingPaymentCallback,
  PaymentEvent,
  PaymentProvider,
} from '@/server/modules/account/billing/payments/payment';
import { failingAs, PATIENCE, payableAt, refusalOf } from '@/server/modules/account/billing/payments/vendor-answer';
import { listAt, parseJson, textAt } from '@/server/platform/vendors/json';
import { pathSegment } from '@/server/platform/vendors/path-segment';
import type { Transport, VendorAnswer, VendorRequest } from '@/server/platform/vendors/provider';
import { PLANS } from '@/server/modules/account/billing/plans';

export type XenditSettings = NonNullable<Settings['payments']['xendit']>;

/**
 * The mails that Xendit sends to the payer: always the receipt, and also a renewal's invoice, because the merchant is
 * not on a page that could lead there.
 */
const MAILS = {
  first: { invoice_paid: ['email'] },
  renewal: { invoice_created: ['email'], invoice_reminder: ['email'], invoice_paid: ['email'] },
};

/**
 * @param now the service's clock, because a request contains the duration for which an invoice is payable, not its end
 */
export function xenditPayments(settings: XenditSettings, transport: Transport, now: () => Date): PaymentProvider {
  const authorization = `Basic ${Buffer.from(`${settings.secretKey}:`).toString('base64')}`;

  async function ask(method: VendorRequest['method'], path: string, body?: object): Promise<VendorAnswer> {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    return await transport.request(
      {
        method,
        url: settings.base + path,
        headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...sent,
      },
      PATIENCE,
    );
  }

  /** The answer as JSON. @throws VendorRefusal for any status but 2xx */
  function taken(answer: VendorAnswer): unknown {
    const body = parseJson(answer.body);
    if (answer.status >= 200 && answer.status < 300 && body !== undefined) return body;
    throw refusalOf('Xendit', answer, { code: textAt(body, 'error_code'), words: textAt(body, 'message') }, [
      settings.secretKey,
    ]);
  }

  /**
   * Returns the invoice for our id. Xendit accepts any number of invoices with one external_id and has no idempotency
   * key for them, so we first look for an earlier one.
   */
  async function invoiceFor(request: CheckoutRequest, mails: object): Promise<{ id: string; url: string }> {
    const earlier = listAt(
      taken(
        await ask(
          'GET',
          `/v2/invoices?${new URLSearchParams({ external_id: request.invoiceId, limit: '1' }).toString()}`,
        ),
      ),
    )[0];
    const invoice = earlier ?? taken(await ask('POST', '/v2/invoices', wanted(request, mails, now())));
    const id = textAt(invoice, 'id');
    if (id === undefined) throw new Error('Xendit gave the invoice no id.');
    return { id, url: payableAt('Xendit', textAt(invoice, 'invoice_url')) };
  }

  /** Expires an invoice that can still be paid. A paid or expired invoice does not change. */
  async function expire(id: string): Promise<void> {
    const answer = await ask('POST', `/invoices/${pathSegment(id)}/expire!`);
    if (answer.status >= 200 && answer.status < 300) return;
    // The reference names no code for an invoice whose state does not allow it, so its state is asked for.
    if (textAt(taken(await ask('GET', `/v2/invoices/${pathSegment(id)}`)), 'status') === 'PENDING') taken(answer);
  }

  return {
    id: 'xendit',
    checkout: (request) =>
      failingAs('CHECKOUT_FAILED', async () => {
        const { id, url } = await invoiceFor(request, MAILS.first);
        return { subscriptionId: id, invoiceId: id, checkoutSessionId: id, checkoutUrl: url };
      }),
    renew: (request) =>
      failingAs('CHECKOUT_FAILED', async () => {
        const { id, url } = await invoiceFor(request, MAILS.renewal);
        return { upstreamInvoiceId: id, checkoutUrl: url };
      }),
    close: ({ invoiceId }) => failingAs('CANCEL_FAILED', () => expire(invoiceId)),
    cancel: (_subscriptionId, openInvoiceIds) =>
      failingAs('CANCEL_FAILED', async () => {
        for (const id of openInvoiceIds) await expire(id);
      }),
    read: (callback) => Promise.resolve().then(() => readCallback(callback, settings.callbackToken)),
  };
}

/** The body of `POST /v2/invoices`. */
function wanted(request: CheckoutRequest, mails: object, now: Date): object {
  const description = `Laris ${PLANS[request.plan].name}, 1 month`;
  return {
    external_id: request.invoiceId,
    amount: request.amount,
    currency: request.currency,
    description,
    payer_email: request.email,
    customer: { ...(request.name === null ? {} : { given_names: request.name }), email: request.email },
    customer_notification_preference: mails,
    invoice_duration: Math.max(Math.ceil((request.expiresAt.getTime() - now.getTime()) / 1000), 1),
    items: [{ name: description, quantity: 1, price: request.amount, category: 'Subscription' }],
    success_redirect_url: request.returnUrl,
    failure_redirect_url: request.returnUrl,
  };
}

const instant = z.string().pipe(z.coerce.date());

/** The fields of the Invoice callback that we use. */
const invoiceCallback = z.object({
  id: z.string().min(1),
  external_id: z.string().min(1),
  status: z.string(),
  amount: z.number(),
  paid_amount: z.number().nullish(),
  currency: z.string(),
  updated: instant,
  paid_at: instant.nullish(),
});

/** PAID: the payment was confirmed; SETTLED: the money has arrived. Either may come without the other. */
const PAID = new Set(['PAID', 'SETTLED']);

function readCallback({ headers, body }: IncomingPaymentCallback, callbackToken: string): PaymentEvent | null {
  if (!sameText(headers['x-callback-token'] ?? '', callbackToken)) throw new AppError('INVALID_SIGNATURE');
  const parsed = invoiceCallback.safeParse(parseJson(body.toString('utf8')));
  if (!parsed.success) throw validationError(parsed.error);
  const { id, external_id, status, amount, paid_amount, currency, updated, paid_at } = parsed.data;
  const paid = PAID.has(status);
  if (!paid && status !== 'EXPIRED') return null;
  // What was paid may hold fees on top; less than the amount is what matters.
  const received = Math.min(amount, paid_amount ?? amount);
  if (paid && !Number.isSafeInteger(received)) throw invalid('amount', 'must be a whole number');
  return {
    // The same for PAID and SETTLED: the money is one.
    id: `${id}.${paid ? 'PAID' : status}`,
    type: `invoice.${status.toLowerCase()}`,
    occurredAt: paid ? (paid_at ?? updated) : updated,
    outcome: paid ? 'paid' : 'expired',
    invoiceId: external_id,
    upstreamInvoiceId: id,
    upstreamSubscriptionId: null,
    amount: paid ? received : null,
    currency: paid ? currency.toUpperCase() : null,
    // The callback names none; Xendit mails it, and the invoice's own page shows it once it is paid.
    receiptUrl: null,
  };
}
