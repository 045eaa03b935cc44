/**
 * The payment sandbox's hosted page, its callbacks over HTTP, and that neither exists elsewhere
 * (docs/contract/billing.md#payment-callbacks).
 */
import { describe, expect, it } from 'vitest';
import { setNextCharge } from '@/server/modules/account/billing/payments/sandbox-ledger';
import { workspaceDb } from '@/server/platform/db/workspace';
import { now } from '@/server/platform/lib/clock';
import {
  DAY,
  minute,
  openCheckout,
  pay,
  press,
  read,
  travelTo,
  useBilling,
  type Opened,
} from '@/server/testing/billing';
import { trpc } from '@/server/testing/http';
import { makeSession } from '@/server/testing/factories/account';
import { useServer, type Tenant } from '@/server/testing/server';
import { runJobs } from '@/server/testing/worker';

const server = useServer();
useBilling(server);

const free = (): Promise<Tenant> => server.makeTenant({ plan: null });
const page = (opened: Pick<Opened, 'checkoutSessionId'>, headers: Record<string, string> = {}, method = 'GET') =>
  server.fetch(method, `/sandbox-checkout/${opened.checkoutSessionId}`, { headers });

describe('the hosted page', () => {
  it('is at the checkout address and shows what is to be paid, in three forms without JavaScript', async () => {
    const opened = await openCheckout(server, await free(), 'GROWTH');
    expect(opened.checkoutUrl).toBe(`${server.services.settings.baseUrl}/sandbox-checkout/${opened.checkoutSessionId}`);
    const { status, text, headers } = await page(opened);
    expect([status, headers.get('content-type'), headers.get('cache-control'), headers.get('referrer-policy')]).toEqual(
      [200, 'text/html; charset=utf-8', 'no-store', 'no-referrer'],
    );
    expect(headers.get('content-security-policy')).toMatch(
      /default-src 'none'.*form-action 'self'.*frame-ancestors 'none'/,
    );
    expect(text).toMatch(/Laris Growth/);
    expect(text).toMatch(/IDR\s?799,000/);
    expect([...text.matchAll(/<form method="post">/g)]).toHaveLength(3);
    expect([...text.matchAll(/name="choice" value="(\w+)"/g)].map(([, choice]) => choice)).toEqual([
      'pay',
      'fail',
      'abandon',
    ]);
    expect(text).not.toMatch(/<script|onclick|style="/);
  });

  it('speaks the language of the browser and writes each currency as it should be', async () => {
    const tenant = await free();
    const rupiah = await page(await openCheckout(server, tenant, 'SCALE'), {
      'accept-language': 'id-ID,id;q=0.9,en;q=0.8',
    });
    expect(rupiah.text).toMatch(/lang="id"/);
    expect(rupiah.text).toMatch(/Bayar Rp\s?2\.499\.000</);
    const dollars = await page(await openCheckout(server, tenant, 'SCALE', { currency: 'USD' }));
    expect(dollars.text).toMatch(/Pay \$159\.00</);
  });

  it('leads back to billing with our invoice, whatever was chosen; paid, it is the receipt and takes nothing more', async () => {
    const tenant = await free();
    const opened = await openCheckout(server, tenant, 'STARTER');
    const [{ id }] = (await read(server, tenant, 'invoices')).data;
    for (const choice of ['abandon', 'fail', 'pay']) {
      const answer = await press(server, opened, choice);
      expect([answer.status, answer.headers.get('location')]).toEqual([
        303,
        `${server.services.settings.baseUrl}/billing?checkout=${id}`,
      ]);
      await runJobs(server.services);
    }
    const { text } = await page(opened);
    expect(text).toMatch(/receipt/);
    expect(text).not.toMatch(/<form/);
    await press(server, opened, 'fail');
    await runJobs(server.services);
    expect(await read(server, tenant, 'invoices')).toMatchObject({
      data: [{ status: 'paid', receiptUrl: opened.checkoutUrl }],
    });
  });

  it('pressed ten times at once, it is paid once', async () => {
    const tenant = await free();
    const opened = await openCheckout(server, tenant, 'STARTER');
    await Promise.all(Array.from({ length: 10 }, () => press(server, opened, 'pay')));
    await runJobs(server.services);
    expect(
      await server.services.database.prisma.billingCallback.count({ where: { accountId: tenant.accountId } }),
    ).toBe(1);
    expect(await read(server, tenant, 'subscription')).toMatchObject({ plan: 'starter', status: 'active' });
  });

  it('answers what is none of its own in HTML: addresses, choices, methods, bodies', async () => {
    const opened = await openCheckout(server, await free(), 'STARTER');
    for (const token of ['x', 'a'.repeat(32), `${opened.checkoutSessionId}x`, '%00'])
      expect((await page({ checkoutSessionId: token })).status).toBe(404);
    expect((await press(server, opened, 'steal')).status).toBe(400);
    expect(
      (await server.fetch('POST', `/sandbox-checkout/${opened.checkoutSessionId}`, { body: { choice: 'pay' } })).status,
    ).toBe(400);
    const put = await page(opened, {}, 'PUT');
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    expect((await page(opened, {}, 'HEAD')).status).toBe(200);
    expect(
      (
        await server.fetch('POST', `/sandbox-checkout/${opened.checkoutSessionId}`, {
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: 'x'.repeat(20_000),
        })
      ).status,
    ).toBe(413);
    expect((await page(opened)).text).toMatch(/<form/);
  });

  it('is closed when its time is over', async () => {
    const opened = await openCheckout(server, await free(), 'STARTER');
    travelTo(new Date(Date.now() + DAY + 1000));
    expect((await page(opened)).text).toMatch(/closed/);
  });
});

describe('a renewal that failed', () => {
  it('can be paid by hand on the page that the Billing page shows', async () => {
    const tenant = await free();
    await pay(server, tenant, 'STARTER');
    const { currentPeriodEnd } = await read(server, tenant, 'subscription');
    const db = workspaceDb(server.services.database, {
      accountId: tenant.accountId,
      actor: { kind: 'operator', id: null, partnerId: null, onBehalfOf: null },
      now: now(),
    });
    expect(await setNextCharge(db, 'failed')).toBe(true);
    travelTo(new Date(new Date(currentPeriodEnd).getTime() - DAY / 2));
    await minute(server);
    const cookie = await makeSession(server.services, {
      sub: tenant.user.id,
      accountId: tenant.accountId,
    });
    const { payable } = (await trpc(server, 'query', 'billing.overview', undefined, { cookie })).data;
    expect(payable).toMatchObject([
      { kind: 'renewal', status: 'failed', plan: 'starter', amount: 299_000, periodStart: currentPeriodEnd },
    ]);
    const checkoutSessionId = (payable[0].checkoutUrl as string).split('/').at(-1)!;
    expect((await page({ checkoutSessionId })).text).toMatch(/last payment failed/);
    await press(server, { checkoutSessionId }, 'pay');
    await runJobs(server.services);
    expect(await read(server, tenant, 'subscription')).toMatchObject({
      plan: 'starter',
      status: 'active',
      currentPeriodStart: currentPeriodEnd,
    });
  });
});

describe('a callback that nobody takes', () => {
  it('is sent again', async () => {
    const tenant = await free();
    const opened = await openCheckout(server, tenant, 'STARTER');
    await press(server, opened, 'pay');
    const { port } = server.services.settings;
    Object.assign(server.services.settings, { port: 1 });
    await expect(runJobs(server.services)).rejects.toThrow();
    expect(await read(server, tenant, 'subscription')).toMatchObject({ plan: 'free' });
    Object.assign(server.services.settings, { port });
    await runJobs(server.services, { evenLater: true });
    expect(await read(server, tenant, 'subscription')).toMatchObject({ plan: 'starter', status: 'active' });
  });
});
