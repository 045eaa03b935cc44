/**
 * Xendit and PayPal from end to end: a checkout over the API, the vendor's own callbacks, and what the workspace sees
 * (docs/contract/billing.md#checkout).
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minute, travelTo, useBilling } from '@/server/testing/billing';
import type { Delivery } from '@/server/testing/payment-vendor';
import { PAYPAL_ID, PAYPAL_PLANS, PAYPAL_SECRET, PaypalStandIn } from '@/server/testing/paypal';
import { useServer, type Answer, type Tenant } from '@/server/testing/server';
import { runJobs } from '@/server/testing/worker';
import { XENDIT_KEY, XENDIT_TOKEN, XenditStandIn } from '@/server/testing/xendit';

const xendit = new XenditStandIn();
const paypal = new PaypalStandIn();
const settings: Record<string, string> = {};
// Before the server's own start, which reads the settings.
beforeAll(async () => {
  await Promise.all([xendit.start(), paypal.start()]);
  Object.assign(settings, {
    PAYMENT_PROVIDER: 'live',
    XENDIT_SECRET_KEY: XENDIT_KEY,
    XENDIT_CALLBACK_TOKEN: XENDIT_TOKEN,
    XENDIT_BASE: xendit.base,
    PAYPAL_CLIENT_ID: PAYPAL_ID,
    PAYPAL_CLIENT_SECRET: PAYPAL_SECRET,
    PAYPAL_WEBHOOK_ID: paypal.settings.webhookId,
    PAYPAL_BASE: paypal.base,
    PAYPAL_PLAN_STARTER: PAYPAL_PLANS.starter,
    PAYPAL_PLAN_GROWTH: PAYPAL_PLANS.growth,
  });
});
const server = useServer(settings);
useBilling(server);
afterAll(() => Promise.all([xendit.stop(), paypal.stop()]));

const free = (): Promise<Tenant> => server.makeTenant({ plan: null });

const checkout = (tenant: Tenant, currency: 'IDR' | 'USD', plan = 'STARTER'): Promise<Answer> =>
  server.call(tenant.key, 'POST', '/api/v1/billing/checkout', { body: { plan, currency, email: 'budi@toko.example' } });
const subscription = async ({ key }: Tenant) =>
  (await server.call(key, 'GET', '/api/v1/billing/subscription')).body.data as {
    plan: string;
    status: string;
    currentPeriodStart: string;
    currentPeriodEnd: string;
  };
const invoices = async ({ key }: Tenant) =>
  (await server.call(key, 'GET', '/api/v1/billing/invoices')).body.data.data as {
    id: string;
    plan: string;
    amount: number;
    currency: string;
    status: string;
    receiptUrl: string | null;
  }[];
const deliver = async (vendor: 'xendit' | 'paypal', { headers, body }: Delivery): Promise<number> =>
  (await server.fetch('POST', `/api/v1/billing/callbacks/${vendor}`, { headers, body })).status;
const DAY_MS = 86_400_000;
const days = ({
  currentPeriodStart,
  currentPeriodEnd,
}: {
  currentPeriodStart: string;
  currentPeriodEnd: string;
}): number => Math.round((Date.parse(currentPeriodEnd) - Date.parse(currentPeriodStart)) / DAY_MS);
/** Our id of the newest invoice. */
const newest = async (tenant: Tenant): Promise<string> => (await invoices(tenant))[0]!.id;

describe('Xendit', () => {
  it('opens an invoice, and its callback moves the plan, however often it comes', async () => {
    const tenant = await free();
    const opened = await checkout(tenant, 'IDR');
    const id = await newest(tenant);
    const upstream = xendit.invoiceOf(id);
    expect([opened.status, opened.body.data]).toEqual([
      200,
      {
        subscriptionId: upstream.id,
        invoiceId: upstream.id,
        checkoutSessionId: upstream.id,
        checkoutUrl: upstream.invoice_url,
      },
    ]);
    expect(upstream).toMatchObject({
      amount: 299_000,
      currency: 'IDR',
      success_redirect_url: expect.stringContaining(`/billing?checkout=${id}`),
    });
    expect(Math.abs((upstream.invoice_duration ?? 0) - 86_400)).toBeLessThanOrEqual(60);
    expect(await subscription(tenant)).toMatchObject({ plan: 'free', status: 'active' });

    const paid = xendit.callback(id, 'PAID');
    expect(await Promise.all([1, 2, 3, 4].map(() => deliver('xendit', paid)))).toEqual([200, 200, 200, 200]);
    expect(await deliver('xendit', xendit.callback(id, 'SETTLED'))).toBe(200);
    const now = await subscription(tenant);
    expect(now).toMatchObject({ plan: 'starter', status: 'active' });
    expect(days(now)).toBeLessThanOrEqual(31);
    expect(await invoices(tenant)).toMatchObject([{ id, amount: 299_000, currency: 'IDR', status: 'paid' }]);
    expect(await invoices(server.theirs)).toEqual([]);
  });

  it('takes a payment that comes after the end of its invoice, and not an end after the payment', async () => {
    const [late, early] = [await free(), await free()];
    for (const tenant of [late, early]) await checkout(tenant, 'IDR', 'GROWTH');
    const [lateId, earlyId] = [await newest(late), await newest(early)];
    const [lateEnd, latePaid] = [xendit.callback(lateId, 'EXPIRED'), xendit.callback(lateId, 'PAID')];
    for (const delivery of [lateEnd, latePaid]) expect(await deliver('xendit', delivery)).toBe(200);
    const [earlyEnd, earlyPaid] = [xendit.callback(earlyId, 'EXPIRED'), xendit.callback(earlyId, 'PAID')];
    for (const delivery of [earlyPaid, earlyEnd]) expect(await deliver('xendit', delivery)).toBe(200);
    for (const tenant of [late, early]) {
      expect(await subscription(tenant)).toMatchObject({ plan: 'growth', status: 'active' });
      expect(await invoices(tenant)).toMatchObject([{ status: 'paid' }]);
    }
  });

  it('refuses a forged one, one over less money, and one that is no JSON; the plan stays', async () => {
    const tenant = await free();
    await checkout(tenant, 'IDR');
    const id = await newest(tenant);
    const paid = xendit.callback(id, 'PAID');
    expect(await deliver('xendit', { ...paid, headers: { ...paid.headers, 'x-callback-token': 'guessed' } })).toBe(401);
    expect(await deliver('xendit', xendit.callback(id, 'PAID', { paid_amount: 1_000 }))).toBe(400);
    expect(await deliver('xendit', { ...paid, body: Buffer.from('{') })).toBe(400);
    expect(await subscription(tenant)).toMatchObject({ plan: 'free', status: 'active' });
    expect(await deliver('xendit', paid)).toBe(200);
    expect(await subscription(tenant)).toMatchObject({ plan: 'starter' });
  });

  it('answers 500 CHECKOUT_FAILED when Xendit does not open one, and the invoice cannot be paid', async () => {
    const tenant = await free();
    xendit.make({ status: 400, body: { error_code: 'API_VALIDATION_ERROR', message: 'No.' } }, /^POST \/v2\/invoices/);
    const { status, body } = await checkout(tenant, 'IDR');
    expect([status, body.error?.code, JSON.stringify(body).includes('Xendit')]).toEqual([
      500,
      'CHECKOUT_FAILED',
      false,
    ]);
    expect(await invoices(tenant)).toMatchObject([{ status: 'void' }]);
  });

  it('asks for the next month a day before the end: an invoice that Xendit mails, and that a cancel closes', async () => {
    const [paying, leaving] = [await free(), await free()];
    for (const tenant of [paying, leaving]) {
      await checkout(tenant, 'IDR');
      await deliver('xendit', xendit.callback(await newest(tenant), 'PAID'));
    }
    const before = await subscription(paying);
    travelTo(new Date(Date.parse(before.currentPeriodEnd) - DAY_MS + 60_000));
    await minute(server);
    const [renewal, left] = [xendit.invoiceOf(await newest(paying)), xendit.invoiceOf(await newest(leaving))];
    expect(renewal).toMatchObject({
      amount: 299_000,
      status: 'PENDING',
      customer_notification_preference: { invoice_created: ['email'] },
    });
    expect(await invoices(paying)).toMatchObject([{ status: 'open' }, { status: 'paid' }]);

    expect(
      await deliver(
        'xendit',
        xendit.callback(renewal.external_id, 'PAID', {
          paid_at: new Date(Date.parse(before.currentPeriodEnd) - DAY_MS / 2).toISOString(),
        }),
      ),
    ).toBe(200);
    const after = await subscription(paying);
    expect(after).toMatchObject({ plan: 'starter', status: 'active', currentPeriodStart: before.currentPeriodEnd });
    expect(days(after)).toBeGreaterThanOrEqual(28);

    expect((await server.call(leaving.key, 'POST', '/api/v1/billing/cancel')).body.data).toMatchObject({
      plan: 'starter',
      status: 'canceling',
      cancelAt: null,
    });
    expect(left.status).toBe('EXPIRED');
    expect(await invoices(leaving)).toMatchObject([{ status: 'void' }, { status: 'paid' }]);
  });
});

describe('a checkout that was left for another one', () => {
  it('is expired at Xendit; at PayPal, which cannot, a payment of it counts all the same', async () => {
    const tenant = await free();
    await checkout(tenant, 'IDR', 'STARTER');
    const left = await newest(tenant);
    await checkout(tenant, 'USD', 'GROWTH');
    const second = await newest(tenant);
    await checkout(tenant, 'IDR', 'GROWTH');
    expect((await invoices(tenant)).map(({ status }) => status)).toEqual(['open', 'void', 'void']);
    await runJobs(server.services);
    expect(xendit.invoiceOf(left).status).toBe('EXPIRED');
    expect(xendit.invoiceOf(await newest(tenant)).status).toBe('PENDING');
    // Xendit reports the end that we asked for: nothing more follows from it.
    expect(await deliver('xendit', xendit.callback(left, 'EXPIRED'))).toBe(200);
    const { id } = paypal.subscriptionOf(second);
    for (const delivery of [paypal.approve(id), paypal.sale(id)]) expect(await deliver('paypal', delivery)).toBe(200);
    expect(await subscription(tenant)).toMatchObject({ plan: 'growth', status: 'active' });
    expect((await invoices(tenant)).map(({ status }) => status)).toEqual(['open', 'paid', 'void']);
  });
});

describe('PayPal', () => {
  const approved = async (plan = 'STARTER') => {
    const tenant = await free();
    await checkout(tenant, 'USD', plan);
    const invoiceId = await newest(tenant);
    const { id } = paypal.subscriptionOf(invoiceId);
    return { tenant, invoiceId, id, activated: paypal.approve(id) };
  };

  it('starts a subscription, whose first sale moves the plan; an activation alone does not', async () => {
    const tenant = await free();
    const opened = await checkout(tenant, 'USD');
    const { id } = paypal.subscriptionOf(await newest(tenant));
    expect([opened.status, opened.body.data]).toEqual([
      200,
      {
        subscriptionId: id,
        invoiceId: id,
        checkoutSessionId: expect.stringMatching(/^BA-/),
        checkoutUrl: expect.stringContaining('paypal.com/webapps/billing/subscriptions?ba_token='),
      },
    ]);
    expect(await deliver('paypal', paypal.approve(id))).toBe(200);
    expect(await subscription(tenant)).toMatchObject({ plan: 'free', status: 'active' });
    const sale = paypal.sale(id);
    expect(await Promise.all([1, 2, 3].map(() => deliver('paypal', sale)))).toEqual([200, 200, 200]);
    expect(await subscription(tenant)).toMatchObject({ plan: 'starter', status: 'active' });
    expect(await invoices(tenant)).toMatchObject([{ amount: 1900, currency: 'USD', status: 'paid' }]);
  });

  it('takes one sale under two events as one payment, and a new sale as a renewal with an invoice of its own', async () => {
    const { tenant, id } = await approved();
    await deliver('paypal', paypal.sale(id, { id: 'SALE0000000000001' }));
    const first = await subscription(tenant);
    await deliver('paypal', paypal.sale(id, { id: 'SALE0000000000001' }));
    expect(await subscription(tenant)).toEqual(first);
    expect(await invoices(tenant)).toHaveLength(1);
    await deliver('paypal', paypal.sale(id, { id: 'SALE0000000000002' }));
    const renewed = await subscription(tenant);
    expect(Date.parse(renewed.currentPeriodEnd)).toBeGreaterThan(Date.parse(first.currentPeriodEnd));
    expect(await invoices(tenant)).toMatchObject([{ status: 'paid' }, { status: 'paid' }]);
  });

  it('keeps the plan for a day while PayPal has not collected yet, unless it could not or will not', async () => {
    const gated = async ({ key }: Tenant): Promise<number> =>
      (await server.call(key, 'PATCH', '/api/v1/pixels', { body: { enabled: true } })).status;
    const [waiting, refused, left] = [await approved(), await approved(), await approved()];
    for (const { id } of [waiting, refused, left]) await deliver('paypal', paypal.sale(id));
    await deliver('paypal', paypal.moved(left.id, 'CANCELLED', 'BILLING.SUBSCRIPTION.CANCELLED'));
    await deliver('paypal', paypal.moved(refused.id, 'ACTIVE', 'BILLING.SUBSCRIPTION.PAYMENT.FAILED'));
    const { currentPeriodEnd } = await subscription(waiting.tenant);
    travelTo(new Date(Date.parse(currentPeriodEnd) + DAY_MS / 2));
    await minute(server);
    expect(await Promise.all([waiting, refused, left].map(({ tenant }) => gated(tenant)))).toEqual([200, 403, 403]);
    // What else fails meanwhile takes nothing from it.
    await checkout(waiting.tenant, 'USD', 'GROWTH');
    await deliver(
      'paypal',
      paypal.moved(
        paypal.subscriptionOf(await newest(waiting.tenant)).id,
        'ACTIVE',
        'BILLING.SUBSCRIPTION.PAYMENT.FAILED',
      ),
    );
    expect(await subscription(waiting.tenant)).toMatchObject({ plan: 'starter', status: 'active', currentPeriodEnd });
    travelTo(new Date(Date.parse(currentPeriodEnd) + DAY_MS + 60_000));
    expect(await gated(waiting.tenant)).toBe(403);
    expect(await subscription(waiting.tenant)).toMatchObject({ plan: 'free', status: 'canceled' });
    await deliver('paypal', paypal.sale(waiting.id, { id: 'SALE000000000LATE' }));
    expect(await subscription(waiting.tenant)).toMatchObject({ plan: 'starter', status: 'active' });
    expect(await gated(waiting.tenant)).toBe(200);
  });

  it('makes a failed first payment incomplete, a failed later one past due, and a sale after it active again', async () => {
    const { tenant, id } = await approved();
    const failed = () => paypal.moved(id, 'ACTIVE', 'BILLING.SUBSCRIPTION.PAYMENT.FAILED');
    expect(await deliver('paypal', failed())).toBe(200);
    expect(await subscription(tenant)).toMatchObject({ plan: 'free', status: 'incomplete' });
    await deliver('paypal', paypal.sale(id));
    expect(await subscription(tenant)).toMatchObject({ plan: 'starter', status: 'active' });
    await deliver('paypal', failed());
    expect(await subscription(tenant)).toMatchObject({ plan: 'starter', status: 'past_due' });
    await deliver('paypal', paypal.sale(id));
    expect(await subscription(tenant)).toMatchObject({ plan: 'starter', status: 'active' });
  });

  it('cancels upstream, and takes a cancel at PayPal itself as one; a repeated or late activation changes nothing', async () => {
    const { tenant, id, activated } = await approved();
    await deliver('paypal', paypal.sale(id));
    expect((await server.call(tenant.key, 'POST', '/api/v1/billing/cancel')).body.data).toMatchObject({
      plan: 'starter',
      status: 'canceling',
    });
    expect(paypal.subscriptions.get(id)?.status).toBe('CANCELLED');
    expect(await deliver('paypal', paypal.moved(id, 'CANCELLED', 'BILLING.SUBSCRIPTION.CANCELLED'))).toBe(200);
    expect(await deliver('paypal', activated)).toBe(200);
    expect(await subscription(tenant)).toMatchObject({ status: 'canceling' });

    const other = await approved();
    await deliver('paypal', paypal.sale(other.id));
    await deliver('paypal', paypal.moved(other.id, 'CANCELLED', 'BILLING.SUBSCRIPTION.CANCELLED'));
    expect(await subscription(other.tenant)).toMatchObject({ plan: 'starter', status: 'canceling' });
  });

  it('is 500 CANCEL_FAILED when PayPal refuses; the row stays and the next try may go through', async () => {
    const { tenant, id } = await approved();
    await deliver('paypal', paypal.sale(id));
    const before = await subscription(tenant);
    paypal.make({ status: 503 }, /cancel$/);
    const { status, body } = await server.call(tenant.key, 'POST', '/api/v1/billing/cancel');
    expect([status, body.error?.code, await subscription(tenant)]).toEqual([500, 'CANCEL_FAILED', before]);
    expect((await server.call(tenant.key, 'POST', '/api/v1/billing/cancel')).status).toBe(200);
  });

  it('is 503 PLAN_NOT_CONFIGURED for a plan that nobody has set up there', async () => {
    const { status, body } = await checkout(await free(), 'USD', 'SCALE');
    expect([status, body.error?.code]).toEqual([503, 'PLAN_NOT_CONFIGURED']);
  });

  it('refuses what PayPal did not sign and asks for another delivery when it cannot be asked', async () => {
    const { tenant, id } = await approved();
    const sale = paypal.sale(id);
    expect(
      await deliver('paypal', {
        ...sale,
        body: Buffer.from(sale.body.toString().replace('"completed"', '"completed" ')),
      }),
    ).toBe(401);
    const { 'paypal-transmission-sig': _, ...unsigned } = sale.headers;
    expect(await deliver('paypal', { ...sale, headers: unsigned })).toBe(401);
    paypal.make({ status: 503 }, /verify/);
    expect(await deliver('paypal', sale)).toBe(500);
    expect(await subscription(tenant)).toMatchObject({ plan: 'free' });
    expect(await deliver('paypal', sale)).toBe(200);
    expect(await subscription(tenant)).toMatchObject({ plan: 'starter' });
  });

  it('after a change of plan ends the subscription before it', async () => {
    const { tenant, id } = await approved();
    await deliver('paypal', paypal.sale(id));
    await checkout(tenant, 'USD', 'GROWTH');
    const next = paypal.subscriptionOf(await newest(tenant));
    paypal.approve(next.id);
    await deliver('paypal', paypal.sale(next.id));
    expect(await subscription(tenant)).toMatchObject({ plan: 'growth', status: 'active' });
    await runJobs(server.services);
    expect([paypal.subscriptions.get(id)?.status, paypal.subscriptions.get(next.id)?.status]).toEqual([
      'CANCELLED',
      'ACTIVE',
    ]);
  });
});
