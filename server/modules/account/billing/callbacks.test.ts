/**
 * Callbacks of payment providers (docs/contract/billing.md#payment-callbacks): signed, counted once, and to the same
 * end in whatever order they come.
 */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { PaymentEvent } from '@/server/modules/account/billing/payments/payment';
import { callbackRequest, type SandboxCallback } from '@/server/modules/account/billing/payments/sandbox-callback';
import { applyEvent } from '@/server/modules/account/billing/apply-event';
import {
  billingOf,
  eventOf,
  openCheckout,
  read,
  sendCallback,
  useBilling,
  type Opened,
} from '@/server/testing/billing';
import { expectData, expectError } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer();
useBilling(server);

const URL_ = '/api/v1/billing/callbacks/sandbox';
const minutes = (count: number): Date => new Date(Date.now() + count * 60_000);

async function opened(plan = 'GROWTH'): Promise<{ tenant: Tenant; checkout: Opened }> {
  const tenant = await server.makeTenant({ plan: null });
  return { tenant, checkout: await openCheckout(server, tenant, plan) };
}

const results = async (tenant: Tenant): Promise<string[]> =>
  (
    await server.services.database.prisma.billingCallback.findMany({
      where: { accountId: tenant.accountId },
      orderBy: { receivedAt: 'asc' },
    })
  ).map(({ result }) => result);

describe('the door', () => {
  it('takes a signed callback of any content type, with no other credentials', async () => {
    const { tenant, checkout } = await opened();
    const { headers, body } = callbackRequest(
      server.services.settings,
      JSON.stringify(await eventOf(server, checkout, 'invoice.paid', new Date())),
      new Date(),
    );
    const answer = await server.fetch('POST', URL_, { headers: { ...headers, 'content-type': 'text/plain' }, body });
    expect(expectData(answer)).toEqual({ received: true });
    expect(await read(server, tenant, 'subscription')).toMatchObject({ plan: 'growth', status: 'active' });
  });

  it('refuses what is not signed as it should be, and remembers nothing of it', async () => {
    const { tenant, checkout } = await opened();
    const text = JSON.stringify(await eventOf(server, checkout, 'invoice.paid', new Date()));
    const { headers } = callbackRequest(server.services.settings, text, new Date());
    expectError(await server.fetch('POST', URL_, { body: text }), 401, 'INVALID_SIGNATURE');
    expectError(
      await server.fetch('POST', URL_, { headers, body: text.replace('paid', 'Paid') }),
      401,
      'INVALID_SIGNATURE',
    );
    expectError(
      await server.fetch('POST', URL_, {
        headers: callbackRequest(server.services.settings, text, new Date(Date.now() - 301_000)).headers,
        body: text,
      }),
      401,
      'INVALID_SIGNATURE',
    );
    expectError(
      await server.fetch('POST', URL_, { headers: { 'sandbox-signature': 't=1,v1=00' }, body: text }),
      401,
      'INVALID_SIGNATURE',
    );
    expectError(
      await server.fetch('POST', URL_, {
        headers: callbackRequest({ ...server.services.settings, appSecret: 'x'.repeat(32) }, text, new Date()).headers,
        body: text,
      }),
      401,
      'INVALID_SIGNATURE',
    );
    expect(await results(tenant)).toEqual([]);
    expect(await read(server, tenant, 'subscription')).toMatchObject({ plan: 'free' });
  });

  it('refuses what it cannot read, what is too large, and providers that are not set up', async () => {
    for (const text of ['', 'nonsense', '[]', '{}', '{"id":"evt_1"}']) {
      const { headers } = callbackRequest(server.services.settings, text, new Date());
      expectError(await server.fetch('POST', URL_, { headers, body: text }), 400, 'VALIDATION');
    }
    expectError(await server.fetch('POST', URL_, { body: 'x'.repeat(1024 * 1024 + 1) }), 413, 'PAYLOAD_TOO_LARGE');
    for (const provider of ['xendit', 'paypal', 'stripe', 'Sandbox'])
      expectError(await server.fetch('POST', `/api/v1/billing/callbacks/${provider}`, { body: {} }), 404, 'NOT_FOUND');
    const answer = await server.fetch('GET', URL_);
    expectError(answer, 405, 'METHOD_NOT_ALLOWED');
    expect(answer.headers.get('allow')).toBe('POST');
  });

  it('refuses another amount or currency than the invoice has, and takes more', async () => {
    const { tenant, checkout } = await opened();
    expectError(
      await sendCallback(server, await eventOf(server, checkout, 'invoice.paid', new Date(), { amount: 798_999 })),
      400,
      'VALIDATION',
    );
    expectError(
      await sendCallback(server, await eventOf(server, checkout, 'invoice.paid', new Date(), { currency: 'USD' })),
      400,
      'VALIDATION',
    );
    expect(await results(tenant)).toEqual([]);
    expect(await read(server, tenant, 'subscription')).toMatchObject({ plan: 'free' });
    expectData(
      await sendCallback(server, await eventOf(server, checkout, 'invoice.paid', new Date(), { amount: 800_000 })),
    );
    expect(await read(server, tenant, 'subscription')).toMatchObject({ plan: 'growth' });
  });

  it("remembers what is nobody's, and changes nothing", async () => {
    const { checkout } = await opened();
    const event = await eventOf(server, checkout, 'invoice.paid', new Date());
    const foreign: SandboxCallback = {
      ...event,
      data: { subscriptionId: 'cunknown', invoice: { ...event.data.invoice!, id: 'cunknown', reference: 'cunknown' } },
    };
    expectData(await sendCallback(server, foreign));
    expect(
      await server.services.database.prisma.billingCallback.findFirst({ where: { eventId: event.id } }),
    ).toMatchObject({ accountId: null, result: 'unknown' });
  });
});

describe('once', () => {
  it('sent ten times at the same time, a callback counts once', async () => {
    const { tenant, checkout } = await opened();
    const event = await eventOf(server, checkout, 'invoice.paid', new Date());
    const answers = await Promise.all(Array.from({ length: 10 }, () => sendCallback(server, event)));
    for (const answer of answers) expectData(answer);
    expect(await results(tenant)).toEqual(['applied']);
    const { subscription, invoices } = await billingOf(server, tenant.accountId);
    expect([subscription?.plan, invoices.length]).toEqual(['growth', 1]);
    expectData(await sendCallback(server, event));
    expect((await billingOf(server, tenant.accountId)).subscription).toEqual(subscription);
  });

  it('two callbacks of one payment make one month', async () => {
    const { tenant, checkout } = await opened();
    await sendCallback(server, await eventOf(server, checkout, 'invoice.paid', minutes(0)));
    const before = await billingOf(server, tenant.accountId);
    await sendCallback(server, await eventOf(server, checkout, 'invoice.paid', minutes(5)));
    expect(await billingOf(server, tenant.accountId)).toEqual(before);
    expect(await results(tenant)).toEqual(['applied', 'stale']);
  });

  it('a failure that is told after the payment is stale', async () => {
    const { tenant, checkout } = await opened();
    await sendCallback(server, await eventOf(server, checkout, 'invoice.paid', minutes(2)));
    await sendCallback(server, await eventOf(server, checkout, 'invoice.payment_failed', minutes(1)));
    expect(await read(server, tenant, 'subscription')).toMatchObject({ plan: 'growth', status: 'active' });
    expect((await billingOf(server, tenant.accountId)).invoices[0]).toMatchObject({ status: 'paid' });
  });
});

describe('in any order', () => {
  let tenant: Tenant;
  let events: PaymentEvent[];
  let expected: unknown;

  const toEvent = ({ id, type, createdAt, data: { subscriptionId, invoice } }: SandboxCallback): PaymentEvent => ({
    id,
    type,
    occurredAt: new Date(createdAt),
    outcome: type === 'invoice.paid' ? 'paid' : type === 'invoice.payment_failed' ? 'failed' : 'canceled',
    invoiceId: invoice?.reference ?? null,
    upstreamInvoiceId: invoice?.id ?? null,
    upstreamSubscriptionId: subscriptionId,
    amount: invoice?.amount ?? null,
    currency: invoice?.currency ?? null,
    receiptUrl: null,
  });

  /** As it was right after the checkouts. */
  async function reset(): Promise<void> {
    const { pool } = server.services.database;
    await pool.query('DELETE FROM "BillingCallback" WHERE "accountId" = $1', [tenant.accountId]);
    await pool.query('DELETE FROM "Subscription" WHERE "accountId" = $1', [tenant.accountId]);
    await pool.query(
      `UPDATE "Invoice" SET status = 'open', "paidAt" = NULL, "failedAt" = NULL, "endedAt" = NULL, "periodStart" = NULL, "periodEnd" = NULL WHERE "accountId" = $1`,
      [tenant.accountId],
    );
  }

  const report = (event: PaymentEvent) => applyEvent(server.services, 'sandbox', event, '{}', new Date());

  beforeAll(async () => {
    tenant = await server.makeTenant({ plan: null });
    const [starter, growth, again, scale] = [
      await openCheckout(server, tenant, 'STARTER'),
      await openCheckout(server, tenant, 'GROWTH'),
      await openCheckout(server, tenant, 'GROWTH'),
      await openCheckout(server, tenant, 'SCALE'),
    ];
    const story: [Opened, SandboxCallback['type'], number][] = [
      [starter, 'invoice.payment_failed', -50],
      [starter, 'invoice.paid', -40],
      [growth, 'invoice.paid', -30],
      [starter, 'subscription.canceled', -29],
      [again, 'invoice.payment_failed', -22],
      [again, 'invoice.paid', -20],
      [growth, 'subscription.canceled', -19],
      [scale, 'invoice.payment_failed', -10],
    ];
    events = await Promise.all(
      story.map(async ([checkout, type, at]) => toEvent(await eventOf(server, checkout, type, minutes(at)))),
    );
    for (const event of events) await report(event);
    expected = await billingOf(server, tenant.accountId);
    expect(expected).toMatchObject({
      subscription: { plan: 'growth', status: 'active', upstreamId: again.subscriptionId },
      invoices: [{ status: 'paid' }, { status: 'paid' }, { status: 'paid' }, { status: 'failed' }],
    });
  });

  it('one after the other, some of them twice', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7], { minLength: 8 }),
        fc.array(fc.integer({ min: 0, max: 7 }), { maxLength: 4 }),
        async (order, twice) => {
          await reset();
          for (const index of [...order, ...twice]) await report(events[index]!);
          expect(await billingOf(server, tenant.accountId)).toEqual(expected);
        },
      ),
      { numRuns: 12 },
    );
  });

  it('all at once', async () => {
    for (let round = 0; round < 4; round++) {
      await reset();
      await Promise.all([...events, ...events.slice().reverse()].map(report));
      expect(await billingOf(server, tenant.accountId)).toEqual(expected);
    }
  });
});

describe('a vendor that renews by itself', () => {
  const sale = (checkout: Opened, saleId: string, at: Date): PaymentEvent => ({
    id: `WH-${saleId}`,
    type: 'PAYMENT.SALE.COMPLETED',
    occurredAt: at,
    outcome: 'paid',
    invoiceId: null,
    upstreamInvoiceId: saleId,
    upstreamSubscriptionId: checkout.subscriptionId,
    amount: 799_000,
    currency: 'IDR',
    receiptUrl: null,
  });
  const refused = (checkout: Opened, id: string, at: Date): PaymentEvent => ({
    ...sale(checkout, id, at),
    type: 'BILLING.SUBSCRIPTION.PAYMENT.FAILED',
    outcome: 'failed',
    upstreamInvoiceId: null,
    amount: null,
    currency: null,
  });
  const report = (event: PaymentEvent, at: Date) => applyEvent(server.services, 'sandbox', event, '{}', at);
  const days = (count: number): Date => minutes(count * 24 * 60);
  const unique = (name: string): string => `${name}-${crypto.randomUUID()}`;

  it('names sales that are new to us: the first pays the checkout, the next one a renewal', async () => {
    const { tenant, checkout } = await opened();
    await report(sale(checkout, unique('SALE'), days(0)), days(0));
    const first = await read(server, tenant, 'subscription');
    await report(sale(checkout, unique('SALE'), days(29)), days(29));
    const { subscription, invoices } = await billingOf(server, tenant.accountId);
    expect(invoices.map(({ kind, status, amount }) => [kind, status, amount])).toEqual([
      ['first', 'paid', 799_000n],
      ['renewal', 'paid', 799_000n],
    ]);
    expect(subscription).toMatchObject({ plan: 'growth', status: 'active' });
    expect(invoices[1]?.periodStart?.toISOString()).toBe(first.currentPeriodEnd);
  });

  it.each(['in order', 'the other way round'])(
    'an attempt that fails and is paid the day after is one renewal, told %s',
    async (order) => {
      const { tenant, checkout } = await opened();
      await report(sale(checkout, unique('SALE'), days(0)), days(0));
      const renewal = [
        refused(checkout, unique('FAIL'), days(29)),
        refused(checkout, unique('FAIL'), days(30)),
        sale(checkout, unique('SALE'), days(31)),
      ];
      if (order === 'in order') {
        await report(renewal[0]!, days(29));
        expect((await billingOf(server, tenant.accountId)).subscription).toMatchObject({
          plan: 'growth',
          status: 'past_due',
        });
      }
      for (const event of order === 'in order' ? renewal.slice(1) : renewal.reverse()) await report(event, days(31));
      const { subscription, invoices } = await billingOf(server, tenant.accountId);
      expect(subscription).toMatchObject({ plan: 'growth', status: 'active' });
      expect(invoices.map(({ kind, status }) => [kind, status])).toEqual([
        ['first', 'paid'],
        ['renewal', 'paid'],
      ]);
      expect(invoices[1]?.failedAt).toEqual(
        renewal.find(({ occurredAt, outcome }) => outcome === 'failed' && occurredAt.getTime() > days(29.5).getTime())
          ?.occurredAt,
      );
    },
  );

  it('ends it on its side: canceling, and the plan stays until the period ends', async () => {
    const { tenant, checkout } = await opened();
    await report(sale(checkout, unique('SALE'), days(0)), days(0));
    await report({ ...refused(checkout, unique('END'), days(1)), outcome: 'canceled' }, days(1));
    expect(await read(server, tenant, 'subscription')).toMatchObject({
      plan: 'growth',
      status: 'canceling',
      cancelAt: null,
    });
  });
});
