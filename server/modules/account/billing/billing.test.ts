/** The seven routes of docs/contract/billing.md through the doors, and those of the Billing page. */
import { describe, expect, it } from 'vitest';
import { addMonths, startOfNextMonth } from '@/server/platform/lib/calendar';
import { now } from '@/server/platform/lib/clock';
import { DAY, openCheckout, pay, press, read, travelTo, useBilling } from '@/server/testing/billing';
import { makeAttribution, makeDiscountCode, makeReminder } from '@/server/testing/factories/offers';
import { makeBlogPost } from '@/server/testing/factories/content';
import { makeContact } from '@/server/testing/factories/audience';
import { makeSession } from '@/server/testing/factories/account';
import { unique } from '@/server/testing/factories/unique';
import { auditOf, bySession, expectData, expectError, trpc } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';
import { runJobs } from '@/server/testing/worker';

const server = useServer();
useBilling(server);

const free = (): Promise<Tenant> => server.makeTenant({ plan: null });
const checkout = (tenant: Tenant, body: unknown, headers: Record<string, string> = {}) =>
  server.call(tenant.key, 'POST', '/api/v1/billing/checkout', { body, headers });
const invoicesOf = (tenant: Tenant) =>
  server.services.database.prisma.invoice.findMany({
    where: { accountId: tenant.accountId },
    orderBy: { createdAt: 'desc' },
  });

describe('GET /billing/plans', () => {
  it('is the same four entries for everybody, with exactly these keys and prices', async () => {
    const plans = expectData(await server.fetch('GET', '/api/v1/billing/plans')) as {
      id: string;
      price: number;
      features: string[];
    }[];
    expect(plans.map(({ id, price }) => [id, price])).toEqual([
      ['free', 0],
      ['starter', 299_000],
      ['growth', 799_000],
      ['scale', 2_499_000],
    ]);
    for (const plan of plans) {
      expect(Object.keys(plan).sort()).toEqual(['currency', 'features', 'id', 'name', 'price']);
      expect(plan).toMatchObject({ currency: 'IDR', name: expect.stringMatching(/^[A-Z]/) });
      expect(plan.features.length).toBeGreaterThan(2);
    }
  });

  it('is a public route: any origin, ETag and 304, HEAD, OPTIONS', async () => {
    const answer = await server.fetch('GET', '/api/v1/billing/plans', {
      headers: { origin: 'https://shop.example', authorization: 'nonsense' },
    });
    expect([
      answer.status,
      answer.headers.get('access-control-allow-origin'),
      answer.headers.get('cache-control'),
    ]).toEqual([200, '*', 'public, no-cache']);
    const again = await server.fetch('GET', '/api/v1/billing/plans', {
      headers: { 'if-none-match': answer.headers.get('etag')! },
    });
    expect([again.status, again.text]).toEqual([304, '']);
    const head = await server.fetch('HEAD', '/api/v1/billing/plans');
    expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', answer.headers.get('etag')]);
    const options = await server.fetch('OPTIONS', '/api/v1/billing/plans');
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
    expectError(await server.fetch('POST', '/api/v1/billing/plans', { body: {} }), 405, 'METHOD_NOT_ALLOWED');
  });
});

describe('GET /billing/plan', () => {
  it.each([
    [
      null,
      {
        plan: 'free',
        planName: 'Free',
        isSvcInternal: false,
        contactsLimit: 500,
        rateLimit: 60,
        pixelsEnabled: false,
        feedsEnabled: false,
        blogPostsLimit: 1,
        discountCodesLimit: 1,
        referralProgramsLimit: 1,
      },
    ],
    [
      'starter',
      {
        plan: 'starter',
        planName: 'Starter',
        isSvcInternal: false,
        contactsLimit: 10_000,
        rateLimit: 600,
        pixelsEnabled: true,
        feedsEnabled: false,
        blogPostsLimit: 25,
        discountCodesLimit: -1,
        referralProgramsLimit: 1,
      },
    ],
    [
      'growth',
      {
        plan: 'growth',
        planName: 'Growth',
        isSvcInternal: false,
        contactsLimit: 50_000,
        rateLimit: 2000,
        pixelsEnabled: true,
        feedsEnabled: true,
        blogPostsLimit: -1,
        discountCodesLimit: -1,
        referralProgramsLimit: 5,
      },
    ],
    [
      'scale',
      {
        plan: 'scale',
        planName: 'Scale',
        isSvcInternal: false,
        contactsLimit: -1,
        rateLimit: 5000,
        pixelsEnabled: true,
        feedsEnabled: true,
        blogPostsLimit: -1,
        discountCodesLimit: -1,
        referralProgramsLimit: -1,
      },
    ],
    [
      'svc_internal',
      {
        plan: 'svc_internal',
        planName: 'Internal',
        isSvcInternal: true,
        contactsLimit: -1,
        rateLimit: -1,
        pixelsEnabled: true,
        feedsEnabled: true,
        blogPostsLimit: -1,
        discountCodesLimit: -1,
        referralProgramsLimit: -1,
      },
    ],
  ] as const)('of %s', async (plan, expected) => {
    const tenant = await server.makeTenant({ plan });
    const { billingCycleEnd, ...rest } = await read(server, tenant, 'plan');
    expect(rest).toEqual(expected);
    const row = await server.services.database.prisma.subscription.findUnique({
      where: { accountId: tenant.accountId },
    });
    expect(billingCycleEnd).toBe((row?.currentPeriodEnd ?? startOfNextMonth(new Date())).toISOString());
  });

  it("ends free's month by the service's clock, in UTC", async () => {
    travelTo('2027-12-31T23:59:00Z');
    expect(await read(server, await free(), 'plan')).toMatchObject({ billingCycleEnd: '2028-01-01T00:00:00.000Z' });
  });

  it('of a workspace that came back to free is next month as well, not the end of what it had', async () => {
    const tenant = await free();
    await pay(server, tenant, 'STARTER');
    const { billingCycleEnd: paidUntil } = await read(server, tenant, 'plan');
    travelTo(new Date(Date.now() + 40 * DAY));
    expectError(
      await server.call(tenant.key, 'PATCH', '/api/v1/pixels', { body: { enabled: true } }),
      403,
      'PLAN_LIMIT',
    );
    const { plan, billingCycleEnd } = await read(server, tenant, 'plan');
    expect([plan, billingCycleEnd]).toEqual(['free', startOfNextMonth(now()).toISOString()]);
    expect(await read(server, tenant, 'subscription')).toMatchObject({ currentPeriodEnd: paidUntil });
  });

  it('reports what is stored, though the period is over, until a gated write', async () => {
    const tenant = await free();
    await pay(server, tenant, 'STARTER');
    travelTo(new Date(Date.now() + 40 * DAY));
    expect(await read(server, tenant, 'plan')).toMatchObject({ plan: 'starter' });
    expect(await read(server, tenant, 'usage')).toMatchObject({ plan: 'starter', contactsLimit: 10_000 });
    expect(
      (
        await trpc(server, 'query', 'billing.overview', undefined, {
          cookie: await makeSession(server.services, {
            sub: tenant.user.id,
            accountId: tenant.accountId,
          }),
        })
      ).data,
    ).toMatchObject({ effectivePlan: 'free', subscription: { plan: 'starter', status: 'active' }, renewsAt: null });
    expectError(
      await server.call(tenant.key, 'PATCH', '/api/v1/pixels', { body: { enabled: true } }),
      403,
      'PLAN_LIMIT',
    );
    expect(await read(server, tenant, 'plan')).toMatchObject({ plan: 'free', rateLimit: 60 });
    expect(await read(server, tenant, 'subscription')).toMatchObject({ plan: 'free', status: 'canceled' });
  });
});

describe('GET /billing/usage', () => {
  const NOTHING = {
    contacts: 0,
    discountsRedeemed: 0,
    remindersSent: 0,
    referralAttributions: 0,
    blogPostsPublished: 0,
  };

  it("counts the month's rows, and nothing of the month before, of what is to come, or of the neighbour", async () => {
    const tenant = await server.makeTenant({ plan: 'growth' });
    const { database } = server.services;
    travelTo('2027-03-31T23:00:00Z');
    const march = now();
    const february = new Date('2027-02-28T23:59:59.999Z');
    for (const at of [february, march, new Date('2027-03-01T00:00:00.000Z')]) {
      await makeContact(database, tenant.accountId, { createdAt: at });
      await makeReminder(database, tenant.accountId, { sentAt: at });
      await makeAttribution(database, tenant.accountId, { createdAt: at });
      await makeBlogPost(database, tenant.accountId, { status: 'published', publishedAt: at });
      const { id: discountCodeId } = await makeDiscountCode(database, tenant.accountId);
      await database.prisma.discountRedemption.create({
        data: {
          accountId: tenant.accountId,
          discountCodeId,
          checkoutSessionId: unique('s'),
          appliedAmount: 1,
          appliedShipping: 0,
          currency: 'IDR',
          redeemedAt: at,
        },
      });
    }
    await makeBlogPost(database, tenant.accountId, { status: 'draft', publishedAt: march });
    await makeBlogPost(database, tenant.accountId, {
      status: 'published',
      publishedAt: new Date('2027-03-31T23:30:00Z'),
    });
    const usage = await read(server, tenant, 'usage');
    expect(usage).toEqual({
      plan: 'growth',
      contactsLimit: 50_000,
      contacts: 2,
      discountsRedeemed: 2,
      remindersSent: 2,
      referralAttributions: 2,
      blogPostsPublished: 2,
      resetAt: '2027-04-01T00:00:00.000Z',
    });
    expect(await read(server, server.theirs, 'usage')).toMatchObject({
      ...NOTHING,
      plan: 'svc_internal',
      contactsLimit: -1,
    });
    travelTo('2027-04-01T00:00:01Z');
    expect(await read(server, tenant, 'usage')).toMatchObject({
      ...NOTHING,
      blogPostsPublished: 0,
      resetAt: '2027-05-01T00:00:00.000Z',
    });
  });

  it('is exact under 50 writers at once', async () => {
    const tenant = await server.makeTenant();
    const { id: discountCodeId } = await makeDiscountCode(server.services.database, tenant.accountId);
    const post = async (path: string, body: unknown): Promise<number> =>
      (await server.call(tenant.key, 'POST', `/api/v1${path}`, { body })).status;
    const writers = Array.from({ length: 50 }, (_, n) =>
      n % 3 === 0
        ? post('/contacts', { email: `${unique('c')}@example.test` })
        : n % 3 === 1
          ? post('/discount-codes/redeem', { discountCodeId, checkoutSessionId: unique('s'), appliedAmount: 1 })
          : post('/blog', { slug: unique('p-'), title: 'T', body: 'b', status: 'published' }),
    );
    for (const status of await Promise.all(writers)) expect([200, 201]).toContain(status);
    expect(await read(server, tenant, 'usage')).toMatchObject({
      contacts: 17,
      discountsRedeemed: 17,
      blogPostsPublished: 16,
    });
  });
});

describe('GET /billing/invoices', () => {
  it('pages newest first, at most 50 at a time, and shows exactly these fields', async () => {
    const tenant = await free();
    const base = Date.now() - 100 * DAY;
    await server.services.database.prisma.invoice.createMany({
      data: Array.from({ length: 55 }, (_, n) => ({
        accountId: tenant.accountId,
        plan: 'starter',
        amount: n,
        currency: 'IDR',
        status: 'void',
        kind: 'first',
        provider: 'sandbox',
        upstreamInvoiceId: unique('up'),
        checkoutUrl: 'https://pay.example/secret',
        email: 'ani@example.com',
        expiresAt: new Date(base),
        createdAt: new Date(base + Math.floor(n / 2) * 1000),
        updatedAt: new Date(base),
      })),
    });
    const first = await read(server, tenant, 'invoices');
    expect([first.data.length, first.hasMore]).toEqual([20, true]);
    expect(Object.keys(first).sort()).toEqual(['cursor', 'data', 'hasMore']);
    expect(Object.keys(first.data[0]).sort()).toEqual([
      'amount',
      'createdAt',
      'currency',
      'id',
      'paidAt',
      'plan',
      'receiptUrl',
      'status',
    ]);
    expect((await read(server, tenant, 'invoices?limit=51')).data).toHaveLength(50);
    const walked: string[] = [];
    for (let cursor: string | null = null, page = 0; page < 20; page++) {
      const {
        data,
        cursor: next,
        hasMore,
      } = await read(server, tenant, `invoices?limit=7${cursor === null ? '' : `&cursor=${cursor}`}`);
      walked.push(...(data as { id: string }[]).map(({ id }) => id));
      expect(hasMore).toBe(next !== null);
      if ((cursor = next) === null) break;
    }
    const all = await server.services.database.prisma.invoice.findMany({
      where: { accountId: tenant.accountId },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    });
    expect(walked).toEqual(all.map(({ id }) => id));
  });

  it.each(['limit=0', 'limit=-1', 'limit=1.5', 'limit=x', 'cursor=forged', 'cursor='])('%s is 400', async (query) => {
    expectError(await server.call(server.ours.key, 'GET', `/api/v1/billing/invoices?${query}`), 400, 'VALIDATION');
  });
});

describe('POST /billing/checkout', () => {
  it('answers 200 with the ids of the provider and where to pay, makes one open invoice, and is audited', async () => {
    const tenant = await free();
    const answer = await bySession(server, tenant.cookie, 'POST', '/api/v1/billing/checkout', {
      plan: 'GROWTH',
      name: 'Toko Ani',
      extra: 1,
    });
    const data = expectData(answer);
    expect(Object.keys(data).sort()).toEqual(['checkoutSessionId', 'checkoutUrl', 'invoiceId', 'subscriptionId']);
    const [invoice] = await invoicesOf(tenant);
    expect(invoice).toMatchObject({
      plan: 'growth',
      amount: 799_000n,
      currency: 'IDR',
      status: 'open',
      kind: 'first',
      email: tenant.user.email,
      upstreamInvoiceId: data.invoiceId,
      upstreamSubscriptionId: data.subscriptionId,
      checkoutSessionId: data.checkoutSessionId,
    });
    expect(invoice!.expiresAt.getTime() - invoice!.createdAt.getTime()).toBe(DAY);
    expect(await read(server, tenant, 'invoices')).toMatchObject({
      data: [{ id: invoice!.id, status: 'open', paidAt: null, receiptUrl: null }],
    });
    expect(await server.services.database.prisma.subscription.count({ where: { accountId: tenant.accountId } })).toBe(
      0,
    );
    expect(await auditOf(server, tenant.accountId)).toMatchObject([
      {
        action: 'billing.checkout',
        targetType: 'invoice',
        targetId: invoice!.id,
        actorKind: 'session',
        data: { plan: 'growth', amount: 799_000, currency: 'IDR' },
      },
    ]);
  });

  it.each([
    ['STARTER', 'IDR', 299_000n],
    ['GROWTH', 'IDR', 799_000n],
    ['SCALE', 'IDR', 2_499_000n],
    ['STARTER', 'USD', 1_900n],
    ['GROWTH', 'USD', 4_900n],
    ['SCALE', 'USD', 15_900n],
  ])('%s in %s asks for %i', async (plan, currency, amount) => {
    const tenant = await free();
    await openCheckout(server, tenant, plan, { currency });
    expect(await invoicesOf(tenant)).toMatchObject([{ amount, currency }]);
  });

  it.each([
    [undefined, 'IDR'],
    ['ID', 'IDR'],
    ['id', 'IDR'],
    ['  Id ', 'IDR'],
    ['XX', 'IDR'],
    ['T1', 'IDR'],
    ['t1', 'IDR'],
    ['', 'IDR'],
    ['USA', 'IDR'],
    ['U', 'IDR'],
    ['U$', 'IDR'],
    ['US', 'USD'],
    ['us', 'USD'],
    ['SG', 'USD'],
    ['A1', 'USD'],
  ])('bills in the currency of the country header %o: %s', async (country, currency) => {
    const tenant = await free();
    const headers: Record<string, string> = country === undefined ? {} : { 'cf-ipcountry': country };
    expectData(await checkout(tenant, { plan: 'STARTER', email: 'ani@example.com' }, headers));
    expect(await invoicesOf(tenant)).toMatchObject([{ currency }]);
  });

  it('an explicit currency wins over the header, through the dashboard too', async () => {
    const tenant = await free();
    expectData(
      await checkout(tenant, { plan: 'STARTER', email: 'a@example.com', currency: 'IDR' }, { 'cf-ipcountry': 'US' }),
    );
    expect(
      (
        await trpc(
          server,
          'mutation',
          'billing.checkout',
          { plan: 'STARTER' },
          { cookie: tenant.cookie, headers: { 'cf-ipcountry': 'US' } },
        )
      ).status,
    ).toBe(200);
    expect((await invoicesOf(tenant)).map(({ currency, email }) => [currency, email])).toEqual([
      ['USD', tenant.user.email],
      ['IDR', 'a@example.com'],
    ]);
  });

  it.each([
    [{ plan: 'GROWTH' }, 'email'],
    [{ plan: 'growth', email: 'a@example.com' }, 'plan'],
    [{ plan: 'FREE', email: 'a@example.com' }, 'plan'],
    [{ email: 'a@example.com' }, 'plan'],
    [{ plan: 'GROWTH', email: 'no e-mail' }, 'email'],
    [{ plan: 'GROWTH', email: 'a@example.com', currency: 'usd' }, 'currency'],
    [{ plan: 'GROWTH', email: 'a@example.com', currency: 'SGD' }, 'currency'],
    [{ plan: 'GROWTH', email: 'a@example.com', name: 5 }, 'name'],
  ])('%o is 400 for its %s, and nothing is made', async (body, path) => {
    const tenant = await free();
    expect(expectError(await checkout(tenant, body), 400, 'VALIDATION').details.issues[0].path).toBe(path);
    expect(await invoicesOf(tenant)).toEqual([]);
  });

  it('needs a workspace', async () => {
    expectError(
      await server.call(server.platform, 'POST', '/api/v1/billing/checkout', {
        body: { plan: 'GROWTH', email: 'a@example.com' },
      }),
      403,
      'NO_ACCOUNT',
    );
    expectError(await server.call(server.platform, 'POST', '/api/v1/billing/cancel'), 403, 'NO_ACCOUNT');
    expectError(
      await server.fetch('POST', '/api/v1/billing/checkout', { body: { plan: 'GROWTH' } }),
      401,
      'UNAUTHENTICATED',
    );
  });

  it('that the provider refuses is CHECKOUT_FAILED, and its invoice is void', async () => {
    const tenant = await free();
    const sandbox = server.services.payments.find('sandbox')!;
    const before = { ...sandbox };
    Object.assign(sandbox, { checkout: () => Promise.reject(new Error('no price')) });
    try {
      expectError(await checkout(tenant, { plan: 'GROWTH', email: 'a@example.com' }), 500, 'CHECKOUT_FAILED');
    } finally {
      Object.assign(sandbox, before);
    }
    expect(await invoicesOf(tenant)).toMatchObject([{ status: 'void', checkoutUrl: null }]);
    expect(await auditOf(server, tenant.accountId)).toEqual([]);
    expect(await read(server, tenant, 'subscription')).toMatchObject({ plan: 'free', status: 'active' });
  });
});

describe("the Billing page's overview", () => {
  const overview = async (tenant: Tenant, headers: Record<string, string> = {}) =>
    (await trpc(server, 'query', 'billing.overview', undefined, { cookie: tenant.cookie, headers })).data;

  it('says what can be bought, what is used, and what can be paid', async () => {
    const tenant = await free();
    const before = await overview(tenant, { 'cf-ipcountry': 'US' });
    expect(before).toMatchObject({
      effectivePlan: 'free',
      payment: null,
      renewsAt: null,
      defaultCurrency: 'USD',
      providers: { IDR: 'sandbox', USD: 'sandbox' },
      payable: [],
    });
    expect(before.plans.map(({ id, prices }: { id: string; prices: object }) => [id, prices])).toEqual([
      ['free', { IDR: 0, USD: 0 }],
      ['starter', { IDR: 299_000, USD: 1_900 }],
      ['growth', { IDR: 799_000, USD: 4_900 }],
      ['scale', { IDR: 2_499_000, USD: 15_900 }],
    ]);
    const opened = await openCheckout(server, tenant, 'GROWTH', { currency: 'USD' });
    expect(await overview(tenant)).toMatchObject({
      payable: [{ plan: 'growth', amount: 4_900, status: 'open', kind: 'first', checkoutUrl: opened.checkoutUrl }],
    });
    await press(server, opened, 'pay');
    await runJobs(server.services);
    const view = await overview(tenant);
    expect(view).toMatchObject({
      effectivePlan: 'growth',
      payment: { currency: 'USD', provider: 'sandbox', email: 'ani@example.com' },
      payable: [],
    });
    expect(new Date(view.renewsAt as string).getTime()).toBe(
      new Date(view.subscription.currentPeriodEnd as string).getTime() - DAY,
    );
  });

  it('tells the day on which a limit is reached at this pace, only when there is one', async () => {
    // Before the tenant signs in: sessions end after 30 days unseen.
    travelTo('2027-03-11T00:00:00Z');
    const tenant = await free();
    const meterOf = async (resource: string) =>
      (await overview(tenant)).meters.find((meter: { resource: string }) => meter.resource === resource);
    const contacts = (count: number) =>
      server.services.database.prisma.contact.createMany({
        data: Array.from({ length: count }, () => ({
          accountId: tenant.accountId,
          identityHash: unique('h'),
          createdAt: new Date('2027-03-05T00:00:00Z'),
          updatedAt: new Date('2027-03-05T00:00:00Z'),
        })),
      });
    expect(await meterOf('contacts')).toEqual({ resource: 'contacts', used: 0, limit: 500, reachedOn: null });
    await contacts(100);
    // 100 in ten days: 500 would be reached in April, which starts anew.
    expect(await meterOf('contacts')).toEqual({ resource: 'contacts', used: 100, limit: 500, reachedOn: null });
    await contacts(150);
    const { reachedOn } = await meterOf('contacts');
    expect(Math.abs(new Date(reachedOn).getTime() - new Date('2027-03-21T00:00:00Z').getTime())).toBeLessThan(60_000);
    const growing = await server.makeTenant({ plan: 'starter' });
    for (let n = 0; n < 5; n++)
      await makeBlogPost(server.services.database, growing.accountId, {
        createdAt: new Date(now().getTime() - n * DAY),
      });
    const blogPosts = (
      await trpc(server, 'query', 'billing.overview', undefined, { cookie: growing.cookie })
    ).data.meters.at(-1);
    expect(blogPosts).toMatchObject({ resource: 'blogPosts', used: 5, limit: 25 });
    expect(Math.round((new Date(blogPosts.reachedOn).getTime() - now().getTime()) / DAY)).toBe(120);
    expect(addMonths(now(), 12).getTime()).toBeGreaterThan(new Date(blogPosts.reachedOn).getTime());
  });
});
