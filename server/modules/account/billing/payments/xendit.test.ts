/**
 * As https://developers.xendit.co/api-reference/#invoices (and github.com/xendit/xendit-node, docs/Invoice.md) and
 * https://docs.xendit.co/apidocs/webhook-behavior say.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AppError } from '@/server/platform/errors';
import type { CheckoutRequest, RenewalRequest } from '@/server/modules/account/billing/payments/payment';
import { xenditPayments } from '@/server/modules/account/billing/payments/xendit';
import { loopbackTransport, noTransport } from '@/server/testing/vendor';
import { XENDIT_KEY, XenditStandIn } from '@/server/testing/xendit';

const xendit = new XenditStandIn();
beforeAll(() => xendit.start());
afterAll(() => xendit.stop());

const NOW = new Date('2027-02-01T08:00:00.000Z');
let invoices = 0;
const request = (more: Partial<CheckoutRequest> = {}): CheckoutRequest => ({
  invoiceId: `cinvoice${(invoices += 1)}`,
  accountId: 'ctoko',
  plan: 'starter',
  amount: 299_000,
  currency: 'IDR',
  email: 'budi@toko.example',
  name: 'Budi',
  returnUrl: 'https://laris.example/billing?checkout=1',
  expiresAt: new Date(NOW.getTime() + 86_400_000),
  ...more,
});
const renewal = (more: Partial<RenewalRequest> = {}): RenewalRequest => ({
  ...request(),
  subscriptionId: 'x',
  periodStart: NOW,
  periodEnd: NOW,
  ...more,
});
const provider = () => xenditPayments(xendit.settings, loopbackTransport, () => NOW);
const quiet = () => xenditPayments(xendit.settings, noTransport, () => NOW);
const failure = async (promise: Promise<unknown>): Promise<AppError> =>
  await promise.then(
    () => expect.fail('nothing was thrown'),
    (error: unknown) => error as AppError,
  );

describe('checkout', () => {
  it('opens a hosted invoice for a day, with our id, the price and the way back', async () => {
    const wanted = request();
    const checkout = await provider().checkout(wanted);
    const { id, ...invoice } = xendit.invoiceOf(wanted.invoiceId);
    expect(checkout).toEqual({
      subscriptionId: id,
      invoiceId: id,
      checkoutSessionId: id,
      checkoutUrl: `https://checkout-staging.xendit.co/web/${id}`,
    });
    expect(invoice).toMatchObject({
      external_id: wanted.invoiceId,
      amount: 299_000,
      currency: 'IDR',
      description: 'Laris Starter, 1 month',
      payer_email: 'budi@toko.example',
      customer: { given_names: 'Budi', email: 'budi@toko.example' },
      customer_notification_preference: { invoice_paid: ['email'] },
      invoice_duration: 86_400,
      items: [{ name: 'Laris Starter, 1 month', quantity: 1, price: 299_000, category: 'Subscription' }],
      success_redirect_url: wanted.returnUrl,
      failure_redirect_url: wanted.returnUrl,
    });
  });

  it('leaves out a name that there is none of', async () => {
    const wanted = request({ name: null });
    await provider().checkout(wanted);
    expect(xendit.invoiceOf(wanted.invoiceId).customer).toEqual({ email: 'budi@toko.example' });
  });

  it('asked again with the same id, opens no second one', async () => {
    const wanted = request();
    expect(await provider().checkout(wanted)).toEqual(await provider().checkout(wanted));
    expect([...xendit.invoices.values()].filter(({ external_id }) => external_id === wanted.invoiceId)).toHaveLength(1);
  });

  it('after a lost answer finds the invoice that was made all the same', async () => {
    const wanted = request();
    const cutting = xenditPayments(
      xendit.settings,
      {
        ...loopbackTransport,
        request: async (asked, options) => {
          const answer = await loopbackTransport.request(asked, options);
          if (asked.method === 'POST') throw new Error('The connection ended.');
          return answer;
        },
      },
      () => NOW,
    );
    expect((await failure(cutting.checkout(wanted))).appCode).toBe('CHECKOUT_FAILED');
    expect((await provider().checkout(wanted)).invoiceId).toBe(xendit.invoiceOf(wanted.invoiceId).id);
  });

  it.each([
    [
      'a refusal',
      { status: 400, body: { error_code: 'UNSUPPORTED_CURRENCY', message: 'The currency is not enabled.' } },
      'Xendit answered 400: UNSUPPORTED_CURRENCY: The currency is not enabled.',
    ],
    ['an error', { status: 500 }, 'Xendit answered 500'],
    ['a body that is no JSON object', { status: 200, body: 7 }, 'Xendit gave the invoice no id.'],
    [
      'an address that a browser must not be sent to',
      { status: 200, body: { id: 'x', invoice_url: 'javascript:alert(1)' } },
      'Xendit gave no address to pay at.',
    ],
    ['a line that is cut', 'cut' as const, 'The connection ended without a whole answer'],
  ])('is CHECKOUT_FAILED on %s, its cause for the log', async (_, trouble, words) => {
    xendit.make(trouble, /^POST \/v2\/invoices/);
    const error = await failure(provider().checkout(request()));
    expect([error.appCode, error.status]).toEqual(['CHECKOUT_FAILED', 500]);
    expect((error.cause as Error).message).toContain(words);
    expect(error.message).not.toContain('Xendit');
  });

  it('never tells the log its key, also when Xendit repeats it', async () => {
    xendit.make({ status: 401, body: { error_code: 'INVALID_API_KEY', message: `${XENDIT_KEY} is not a key.` } });
    const { cause } = await failure(provider().checkout(request()));
    expect((cause as Error).message).toBe('Xendit answered 401: INVALID_API_KEY: … is not a key.');
  });

  it('does not wait for ever', async () => {
    xendit.make('silence');
    const impatient = xenditPayments(
      xendit.settings,
      {
        ...loopbackTransport,
        request: (asked, options) => {
          expect(options?.timeoutMs).toBeLessThanOrEqual(15_000);
          return loopbackTransport.request(asked, { timeoutMs: 50 });
        },
      },
      () => NOW,
    );
    expect((await failure(impatient.checkout(request()))).appCode).toBe('CHECKOUT_FAILED');
  });
});

describe('renew', () => {
  it('makes the next invoice and has Xendit mail it, for nobody is there to be sent to it', async () => {
    const wanted = renewal({ expiresAt: new Date(NOW.getTime() + 3 * 86_400_000) });
    const renewed = await provider().renew?.(wanted);
    const { id, invoice_url, customer_notification_preference, invoice_duration } = xendit.invoiceOf(wanted.invoiceId);
    expect(renewed).toEqual({ upstreamInvoiceId: id, checkoutUrl: invoice_url });
    expect([customer_notification_preference, invoice_duration]).toEqual([
      { invoice_created: ['email'], invoice_reminder: ['email'], invoice_paid: ['email'] },
      259_200,
    ]);
    expect(await provider().renew?.(wanted)).toEqual(renewed);
  });
});

describe('cancel', () => {
  it('closes the invoices that could still be paid, and no other', async () => {
    const [open, other] = [request(), request()];
    const { invoiceId } = await provider().checkout(open);
    await provider().checkout(other);
    await provider().cancel('first', [invoiceId]);
    expect([xendit.invoiceOf(open.invoiceId).status, xendit.invoiceOf(other.invoiceId).status]).toEqual([
      'EXPIRED',
      'PENDING',
    ]);
    await provider().cancel('first', [invoiceId]);
    await quiet().cancel('first', []);
  });

  it('leaves a paid one paid', async () => {
    const wanted = request();
    const { invoiceId } = await provider().checkout(wanted);
    xendit.callback(wanted.invoiceId, 'PAID');
    await provider().cancel('first', [invoiceId]);
    expect(xendit.invoiceOf(wanted.invoiceId).status).toBe('PAID');
  });

  it('is CANCEL_FAILED when an invoice stays open, or is not known', async () => {
    const wanted = request();
    const { invoiceId } = await provider().checkout(wanted);
    xendit.make({ status: 503 }, /expire!$/);
    const error = await failure(provider().cancel('first', [invoiceId]));
    expect([error.appCode, (error.cause as Error).message]).toEqual(['CANCEL_FAILED', 'Xendit answered 503']);
    expect((await failure(provider().cancel('first', ['../../balance']))).appCode).toBe('CANCEL_FAILED');
    expect(xendit.asked.at(-1)?.path).toBe('/v2/invoices/..%2F..%2Fbalance');
  });
});

describe('close', () => {
  it('ends the invoice of a checkout that was left, again and again; a paid one stays paid', async () => {
    const [left, paid] = [request(), request()];
    const [unpaid, settled] = [await provider().checkout(left), await provider().checkout(paid)];
    xendit.callback(paid.invoiceId, 'PAID');
    for (let again = 0; again < 2; again++) await provider().close(unpaid);
    await provider().close(settled);
    expect([xendit.invoiceOf(left.invoiceId).status, xendit.invoiceOf(paid.invoiceId).status]).toEqual([
      'EXPIRED',
      'PAID',
    ]);
  });

  it('is CANCEL_FAILED when it stays open', async () => {
    const opened = await provider().checkout(request());
    xendit.make({ status: 503 }, /expire!$/);
    expect((await failure(provider().close(opened))).appCode).toBe('CANCEL_FAILED');
  });
});

describe('callbacks', () => {
  const paid = async () => {
    const wanted = request();
    const { invoiceId } = await provider().checkout(wanted);
    return { wanted, invoiceId };
  };

  it('reads a payment: our invoice, the amount, when it was paid', async () => {
    const { wanted, invoiceId } = await paid();
    const delivery = xendit.callback(wanted.invoiceId, 'PAID', { paid_at: '2027-02-01T08:03:00.000Z' });
    expect(await quiet().read(delivery)).toEqual({
      id: `${invoiceId}.PAID`,
      type: 'invoice.paid',
      occurredAt: new Date('2027-02-01T08:03:00.000Z'),
      outcome: 'paid',
      invoiceId: wanted.invoiceId,
      upstreamInvoiceId: invoiceId,
      upstreamSubscriptionId: null,
      amount: 299_000,
      currency: 'IDR',
      receiptUrl: null,
    });
  });

  it('takes SETTLED as the same payment, and EXPIRED as its end', async () => {
    const { wanted, invoiceId } = await paid();
    expect(await quiet().read(xendit.callback(wanted.invoiceId, 'SETTLED'))).toMatchObject({
      id: `${invoiceId}.PAID`,
      outcome: 'paid',
    });
    expect(await quiet().read(xendit.callback(wanted.invoiceId, 'EXPIRED'))).toMatchObject({
      id: `${invoiceId}.EXPIRED`,
      outcome: 'expired',
      invoiceId: wanted.invoiceId,
      amount: null,
      currency: null,
    });
  });

  it('reports less than the amount, not fees on top', async () => {
    const { wanted } = await paid();
    expect(await quiet().read(xendit.callback(wanted.invoiceId, 'PAID', { paid_amount: 303_500 }))).toMatchObject({
      amount: 299_000,
    });
    expect(await quiet().read(xendit.callback(wanted.invoiceId, 'PAID', { paid_amount: 10_000 }))).toMatchObject({
      amount: 10_000,
    });
  });

  it('is not interested in other states', async () => {
    const { wanted } = await paid();
    expect(await quiet().read(xendit.callback(wanted.invoiceId, 'PAID', { status: 'PENDING' }))).toBeNull();
  });

  it('refuses a wrong token before it looks at the body', async () => {
    const { wanted } = await paid();
    for (const token of [
      '',
      'callback-token-of-this-business-123456789',
      'CALLBACK-TOKEN-OF-THIS-BUSINESS-1234567890',
    ]) {
      expect((await failure(quiet().read(xendit.callback(wanted.invoiceId, 'PAID', {}, token)))).appCode).toBe(
        'INVALID_SIGNATURE',
      );
    }
    const { headers, body } = xendit.callback(wanted.invoiceId, 'PAID');
    const { 'x-callback-token': _, ...without } = headers;
    expect((await failure(quiet().read({ headers: without, body }))).appCode).toBe('INVALID_SIGNATURE');
    expect((await failure(quiet().read({ headers: without, body: Buffer.from('{') }))).appCode).toBe(
      'INVALID_SIGNATURE',
    );
  });

  it.each([
    '',
    '{',
    '[]',
    'null',
    '{"id":"x"}',
    '{"id":"x","external_id":"y","status":"PAID","amount":"1","currency":"IDR","updated":"2027-02-01T08:00:00Z"}',
    '{"id":"x","external_id":"y","status":"PAID","amount":1.5,"currency":"IDR","updated":"2027-02-01T08:00:00Z"}',
    '{"id":"x","external_id":"y","status":"PAID","amount":1,"currency":"IDR","updated":"yesterday"}',
  ])('is VALIDATION for what is no invoice: %s', async (text) => {
    const error = await failure(
      quiet().read({ headers: { 'x-callback-token': xendit.settings.callbackToken }, body: Buffer.from(text) }),
    );
    expect([error.appCode, error.status]).toEqual(['VALIDATION', 400]);
  });
});
