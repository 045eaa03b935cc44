/**
 * As https://developer.paypal.com/docs/api/subscriptions/v1/, https://developer.paypal.com/api/rest/authentication/ and
 * https://developer.paypal.com/api/webhooks/v1/verify-webhook-signature-post say.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AppError } from '@/server/platform/errors';
import type { CheckoutRequest } from '@/server/modules/account/billing/payments/payment';
import { paypalPayments } from '@/server/modules/account/billing/payments/paypal';
import { centsOf, decimalOf } from '@/server/modules/account/billing/payments/paypal-money';
import { PAYPAL_PLANS, PAYPAL_SECRET, PaypalStandIn } from '@/server/testing/paypal';
import { loopbackTransport, noTransport } from '@/server/testing/vendor';

const paypal = new PaypalStandIn();
beforeAll(() => paypal.start());
afterAll(() => paypal.stop());

let invoices = 0;
const request = (more: Partial<CheckoutRequest> = {}): CheckoutRequest => ({
  invoiceId: `cinvoice${(invoices += 1)}`,
  accountId: 'ctoko',
  plan: 'starter',
  amount: 1900,
  currency: 'USD',
  email: 'budi@toko.example',
  name: 'Budi',
  returnUrl: 'https://laris.example/billing?checkout=1',
  expiresAt: new Date('2027-02-02T08:00:00Z'),
  ...more,
});
const provider = (more: object = {}) => paypalPayments({ ...paypal.settings, ...more }, loopbackTransport);
const failure = async (promise: Promise<unknown>): Promise<AppError> =>
  await promise.then(
    () => expect.fail('nothing was thrown'),
    (error: unknown) => error as AppError,
  );
/** An approved subscription. */
const running = async () => {
  const wanted = request();
  const { subscriptionId } = await provider().checkout(wanted);
  paypal.approve(subscriptionId);
  return { subscriptionId, wanted };
};

describe('checkout', () => {
  it('makes a subscription of the plan, at the price that was shown, and leads to its approval', async () => {
    const wanted = request({ plan: 'growth', amount: 4900 });
    const checkout = await provider().checkout(wanted);
    const { id, body } = paypal.subscriptionOf(wanted.invoiceId);
    expect(checkout).toEqual({
      subscriptionId: id,
      invoiceId: id,
      checkoutSessionId: expect.stringMatching(/^BA-/),
      checkoutUrl: `https://www.sandbox.paypal.com/webapps/billing/subscriptions?ba_token=${checkout.checkoutSessionId}`,
    });
    expect(body).toMatchObject({
      plan_id: PAYPAL_PLANS.growth,
      custom_id: wanted.invoiceId,
      plan: {
        billing_cycles: [{ sequence: 1, pricing_scheme: { fixed_price: { value: '49.00', currency_code: 'USD' } } }],
      },
      subscriber: { email_address: 'budi@toko.example' },
      application_context: {
        shipping_preference: 'NO_SHIPPING',
        user_action: 'SUBSCRIBE_NOW',
        return_url: wanted.returnUrl,
        cancel_url: wanted.returnUrl,
      },
    });
  });

  it('asked again with the same id, opens no second one', async () => {
    const wanted = request();
    expect(await provider().checkout(wanted)).toEqual(await provider().checkout(wanted));
    expect([...paypal.subscriptions.values()].filter(({ body }) => body.custom_id === wanted.invoiceId)).toHaveLength(
      1,
    );
  });

  it('keeps its token: those who ask at once share one, and one that was taken back is replaced', async () => {
    const same = provider();
    const before = paypal.count(/oauth2/);
    await Promise.all([same.checkout(request()), same.checkout(request()), same.checkout(request())]);
    await same.checkout(request());
    expect(paypal.count(/oauth2/) - before).toBe(1);
    paypal.revokeTokens();
    const wanted = request();
    await same.checkout(wanted);
    expect(paypal.count(/oauth2/) - before).toBe(2);
    expect(paypal.subscriptionOf(wanted.invoiceId).status).toBe('APPROVAL_PENDING');
  });

  it('asks for a new token before the old one lapses', async () => {
    const same = provider();
    const before = paypal.count(/oauth2/);
    paypal.make({ status: 200, body: { access_token: 'gone', expires_in: 30 } }, /oauth2/);
    await same.checkout(request());
    expect(paypal.count(/oauth2/) - before).toBe(2);
  });

  it('is PLAN_NOT_CONFIGURED without a plan of the operator’s, and for one that PayPal does not know', async () => {
    const nobody = paypalPayments({ ...paypal.settings, plans: { ...PAYPAL_PLANS, scale: undefined } }, noTransport);
    expect((await failure(nobody.checkout(request({ plan: 'scale' })))).appCode).toBe('PLAN_NOT_CONFIGURED');
    paypal.plans.delete(PAYPAL_PLANS.scale);
    const error = await failure(provider().checkout(request({ plan: 'scale' })));
    paypal.plans.add(PAYPAL_PLANS.scale);
    expect([error.appCode, error.status]).toEqual(['PLAN_NOT_CONFIGURED', 503]);
    expect((error.cause as Error).message).toContain('PayPal answered 404: RESOURCE_NOT_FOUND INVALID_RESOURCE_ID');
  });

  it.each([
    [
      'a plan that is not active',
      {
        status: 422,
        body: {
          name: 'UNPROCESSABLE_ENTITY',
          message: 'No.',
          debug_id: 'd1',
          details: [{ issue: 'PLAN_STATUS_INVALID' }],
        },
      },
      'PayPal answered 422: UNPROCESSABLE_ENTITY PLAN_STATUS_INVALID: No., debug id d1',
    ],
    ['an error', { status: 500, body: 'x' }, 'PayPal answered 500'],
    ['an answer without an id', { status: 201, body: {} }, 'PayPal gave the subscription no id.'],
    [
      'an answer without an approve link',
      { status: 201, body: { id: 'I-1', links: [{ rel: 'self', href: 'https://x.example' }] } },
      'PayPal gave no address to pay at.',
    ],
    ['a line that is cut', 'cut' as const, 'The connection ended without a whole answer'],
  ])('is CHECKOUT_FAILED on %s, its cause for the log', async (_, trouble, words) => {
    paypal.make(trouble, /subscriptions$/);
    const error = await failure(provider().checkout(request()));
    expect([error.appCode, error.status, (error.cause as Error).message]).toEqual([
      'CHECKOUT_FAILED',
      500,
      expect.stringContaining(words),
    ]);
  });

  it('is CHECKOUT_FAILED with wrong credentials, whose secret nobody is told, and asks anew the next time', async () => {
    paypal.make(
      {
        status: 401,
        body: { error: 'invalid_client', error_description: `Client Authentication failed for ${PAYPAL_SECRET}` },
      },
      /oauth2/,
      2,
    );
    const same = provider();
    const error = await failure(same.checkout(request()));
    expect([error.appCode, (error.cause as Error).message]).toEqual([
      'CHECKOUT_FAILED',
      'PayPal answered 401: invalid_client: Client Authentication failed for …',
    ]);
    await failure(same.checkout(request()));
    await same.checkout(request());
  });
});

describe('cancel', () => {
  it('cancels upstream; once more is no error', async () => {
    const { subscriptionId } = await running();
    await provider().cancel(subscriptionId, []);
    expect(paypal.subscriptions.get(subscriptionId)?.status).toBe('CANCELLED');
    await provider().cancel(subscriptionId, []);
  });

  it('cancels one that PayPal has suspended, and takes one that was never approved as ended', async () => {
    const { subscriptionId } = await running();
    paypal.moved(subscriptionId, 'SUSPENDED', 'BILLING.SUBSCRIPTION.SUSPENDED');
    await provider().cancel(subscriptionId, []);
    expect(paypal.subscriptions.get(subscriptionId)?.status).toBe('CANCELLED');
    await provider().cancel((await provider().checkout(request())).subscriptionId, []);
  });

  it('is CANCEL_FAILED when PayPal refuses, errs or knows nothing of it', async () => {
    const { subscriptionId } = await running();
    for (const trouble of [
      { status: 422, body: { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: 'USER_ACCOUNT_CLOSED' }] } },
      { status: 503 },
      'cut' as const,
    ]) {
      paypal.make(trouble, /cancel$/);
      expect((await failure(provider().cancel(subscriptionId, []))).appCode).toBe('CANCEL_FAILED');
    }
    expect(paypal.subscriptions.get(subscriptionId)?.status).toBe('ACTIVE');
    expect((await failure(provider().cancel('../plans', []))).appCode).toBe('CANCEL_FAILED');
    expect(paypal.asked.at(-1)?.path).toBe('/v1/billing/subscriptions/..%2Fplans/cancel');
  });
});

describe('close', () => {
  it('cancels what was approved and not paid; what nobody has approved cannot be, and is no error', async () => {
    const approved = await running();
    await provider().close({ subscriptionId: approved.subscriptionId, invoiceId: approved.subscriptionId });
    expect(paypal.subscriptions.get(approved.subscriptionId)?.status).toBe('CANCELLED');
    const pending = await provider().checkout(request());
    await provider().close(pending);
    expect(paypal.subscriptions.get(pending.subscriptionId)?.status).toBe('APPROVAL_PENDING');
    paypal.make({ status: 503 }, /cancel$/);
    expect((await failure(provider().close(pending))).appCode).toBe('CANCEL_FAILED');
  });
});

describe('webhooks', () => {
  it('reads a sale: the subscription, the sale’s own id, the amount in cents', async () => {
    const { subscriptionId } = await running();
    const delivery = paypal.sale(subscriptionId, { id: '44P499886K055384U' });
    const { id, create_time: time } = JSON.parse(delivery.body.toString()) as { id: string; create_time: string };
    expect(await provider().read(delivery)).toEqual({
      id,
      type: 'PAYMENT.SALE.COMPLETED',
      occurredAt: new Date(time),
      outcome: 'paid',
      invoiceId: null,
      upstreamInvoiceId: '44P499886K055384U',
      upstreamSubscriptionId: subscriptionId,
      amount: 1900,
      currency: 'USD',
      receiptUrl: null,
    });
  });

  it.each([
    ['BILLING.SUBSCRIPTION.PAYMENT.FAILED', 'ACTIVE', 'failed'],
    ['BILLING.SUBSCRIPTION.SUSPENDED', 'SUSPENDED', 'failed'],
    ['BILLING.SUBSCRIPTION.CANCELLED', 'CANCELLED', 'canceled'],
    ['BILLING.SUBSCRIPTION.EXPIRED', 'EXPIRED', 'canceled'],
  ] as const)('reads %s', async (type, status, outcome) => {
    const { subscriptionId } = await running();
    expect(await provider().read(paypal.moved(subscriptionId, status, type))).toMatchObject({
      type,
      outcome,
      invoiceId: null,
      upstreamInvoiceId: null,
      upstreamSubscriptionId: subscriptionId,
      amount: null,
    });
  });

  it('takes only money for paid: an activation says nothing, nor does a sale that is pending or of something else', async () => {
    const { subscriptionId } = await running();
    expect(await provider().read(paypal.approve(subscriptionId))).toBeNull();
    expect(await provider().read(paypal.sale(subscriptionId, { state: 'pending' }))).toBeNull();
    expect(
      await provider().read(paypal.sale(subscriptionId, { billing_agreement_id: undefined, parent_payment: 'PAY-1' })),
    ).toBeNull();
    expect(await provider().read(paypal.webhook('CATALOG.PRODUCT.CREATED', 'product', {}))).toBeNull();
    expect(await provider().read(paypal.webhook('constructor', 'product', {}))).toBeNull();
  });

  it('refuses what PayPal did not sign for us: another body, another time, another’s webhook', async () => {
    const { subscriptionId } = await running();
    const { headers, body } = paypal.sale(subscriptionId);
    const read = (more: { headers?: Record<string, string>; body?: Buffer }) =>
      failure(provider().read({ headers: { ...headers, ...more.headers }, body: more.body ?? body }));
    expect((await read({ body: Buffer.from(body.toString().replace('19.00', '99.00')) })).appCode).toBe(
      'INVALID_SIGNATURE',
    );
    expect((await read({ body: Buffer.from(JSON.stringify(JSON.parse(body.toString()))) })).appCode).toBe(
      'INVALID_SIGNATURE',
    );
    expect((await read({ headers: { 'paypal-transmission-time': '2020-01-01T00:00:00Z' } })).appCode).toBe(
      'INVALID_SIGNATURE',
    );
    expect((await failure(provider({ webhookId: '1AB23456CD789012E' }).read({ headers, body }))).appCode).toBe(
      'INVALID_SIGNATURE',
    );
  });

  it.each(['+', '/'])('asks about a signature whose base64 begins with %s', async (first) => {
    const { headers, body } = paypal.webhook('PAYMENT.SALE.COMPLETED', 'sale', {});
    const signature = `${first}${headers['paypal-transmission-sig']?.slice(1) ?? ''}`;
    paypal.make({ status: 503 }, /verify/);
    const error = await failure(
      provider().read({ headers: { ...headers, 'paypal-transmission-sig': signature }, body }),
    );
    // PayPal was asked, and did not say.
    expect(error.appCode).toBeUndefined();
  });

  it.each([
    [
      'paypal-cert-url',
      [
        'https://paypal.com.evil.example/cert',
        'https://evil.example/?paypal.com/',
        'http://api.paypal.com/cert',
        'https://evilpaypal.com/cert',
      ],
    ],
    ['paypal-auth-algo', ['', 'SHA256","webhook_id":"x']],
    ['paypal-transmission-id', ['', '12345']],
    ['paypal-transmission-sig', ['', 'a","webhook_id":"x']],
    ['paypal-transmission-time', ['', 'yesterday']],
  ])('asks nobody about a %s that is none', async (header, values) => {
    const { headers, body } = paypal.webhook('PAYMENT.SALE.COMPLETED', 'sale', {});
    for (const value of values)
      expect(
        (
          await failure(
            paypalPayments(paypal.settings, noTransport).read({ headers: { ...headers, [header]: value }, body }),
          )
        ).appCode,
      ).toBe('INVALID_SIGNATURE');
  });

  it('takes headers that PayPal can make no sense of for forged ones', async () => {
    const { subscriptionId } = await running();
    const delivery = paypal.sale(subscriptionId);
    for (const status of [400, 422]) {
      paypal.make(
        {
          status,
          body: {
            name: status === 400 ? 'VALIDATION_ERROR' : 'UNPROCESSABLE_ENTITY',
            message: 'No.',
            debug_id: 'd1',
            details: [{ issue: 'CERT_URL_INVALID' }],
          },
        },
        /verify/,
      );
      const error = await failure(provider().read(delivery));
      expect([error.appCode, error.status]).toEqual(['INVALID_SIGNATURE', 401]);
    }
    // That our token is refused says nothing of them.
    paypal.make({ status: 400, body: { error: 'unsupported_grant_type', error_description: 'No.' } }, /oauth2/);
    expect((await failure(provider().read(delivery))).appCode).toBeUndefined();
    expect(await provider().read(delivery)).toMatchObject({ outcome: 'paid' });
  });

  it('does not take silence for a yes or a no: PayPal is to deliver again', async () => {
    const { subscriptionId } = await running();
    const delivery = paypal.sale(subscriptionId);
    for (const trouble of [{ status: 503 }, 'cut' as const]) {
      paypal.make(trouble, /verify/);
      const error = await failure(provider().read(delivery));
      expect(error.appCode).toBeUndefined();
    }
    expect(await provider().read(delivery)).toMatchObject({ outcome: 'paid' });
  });

  it.each(['', '[]', 'null', '{"a":1},"webhook_id":"x"', '{'])(
    'is VALIDATION for a body that is no JSON object: %s',
    async (text) => {
      const { headers } = paypal.signed(Buffer.from(text));
      expect(
        (await failure(paypalPayments(paypal.settings, noTransport).read({ headers, body: Buffer.from(text) })))
          .appCode,
      ).toBe('VALIDATION');
    },
  );

  it.each([
    {},
    { id: 'S-1', state: 'completed', billing_agreement_id: 'I-1', amount: { total: '-19.00', currency: 'USD' } },
    { id: 'S-1', state: 'completed', billing_agreement_id: 'I-1', amount: { total: '19.005', currency: 'USD' } },
  ])('is VALIDATION for a sale that is none: %j', async (resource) => {
    expect((await failure(provider().read(paypal.webhook('PAYMENT.SALE.COMPLETED', 'sale', resource)))).appCode).toBe(
      'VALIDATION',
    );
  });
});

describe('amounts', () => {
  it('come back as they went', () => {
    fc.assert(
      fc.property(
        fc.nat(2 ** 40),
        (cents) => centsOf(decimalOf(cents)) === cents && /^\d+\.\d\d$/.test(decimalOf(cents)),
      ),
    );
    expect([centsOf('19'), centsOf('19.0'), centsOf('19.0000'), centsOf('0.05')]).toEqual([1900, 1900, 1900, 5]);
    expect([centsOf('19.5'), centsOf('19.5000')]).toEqual([1950, 1950]);
    for (const text of ['', '-1', '1,00', '1.005', '1e3', ' 1', '1.', '٣']) expect(centsOf(text)).toBeNull();
  });
});
