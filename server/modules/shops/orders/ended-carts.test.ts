/** A cart ends when its person orders (docs/contract/integrations.md#carts-that-end). */
import { beforeEach, describe, expect, it } from 'vitest';
import { now } from '@/server/platform/lib/clock';
import { sweepCheckouts } from '@/server/modules/offers/abandoned-cart/sweep-checkouts';
import { systemDb } from '@/server/platform/db/workspace';
import { partnerShop } from '@/server/modules/shops/orders/shop';
import { writeParsedRows } from '@/server/modules/shops/orders/write-rows';
import { ordersIn, checkoutsIn } from '@/server/modules/shops/adapters/woocommerce/order-rows';
import { splitRows } from '@/server/modules/shops/adapters/parsed-rows';
import { makeChannel } from '@/server/testing/factories/messaging';
import { makeContact } from '@/server/testing/factories/audience';
import { makeLiveFunnel, runFunnels } from '@/server/testing/funnels';
import { eventually, expectData } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';
import { startDelivery } from '@/server/modules/messaging/broadcasts/delivery/delivery';

const server = useServer();
const prisma = () => server.services.database.prisma;
const MINUTE = 60_000;
const ago = (minutes: number): string => new Date(now().getTime() - minutes * MINUTE).toISOString();

let us: Tenant;
beforeEach(async () => {
  us = await server.makeTenant({ plan: 'scale' });
});

const put = async (what: 'orders' | 'checkouts' | 'customers', row: object, externalSource = 'toko') =>
  expectData(
    await server.call(us.key, 'PUT', `/api/v1/integrations/${what}`, { body: { externalSource, rows: [row] } }),
  );
const order = (externalRef: string, more: object = {}) =>
  put('orders', { externalRef, amount: 150_000, currency: 'IDR', status: 'pending', placedAt: ago(50), ...more });
/** Left 70 minutes ago, so that it is due. */
const cart = (externalRef: string, more: object = {}, source = 'toko') =>
  put(
    'checkouts',
    {
      externalRef,
      value: 90_000,
      currency: 'IDR',
      email: 'ani@example.test',
      acceptsMarketing: true,
      createdAt: ago(80),
      updatedAt: ago(70),
      ...more,
    },
    source,
  );
const rowOf = (externalRef: string) =>
  prisma().checkout.findFirstOrThrow({ where: { accountId: us.accountId, externalRef } });
const sweep = () => sweepCheckouts(server.services.database, now());
const fired = async (type: string) => await prisma().domainEvent.count({ where: { accountId: us.accountId, type } });

/** Live, about carts: one message after so many minutes. */
async function cartFunnel(minutes = 60): Promise<string> {
  await makeChannel(server.services, us.accountId, { provider: 'email_p1' });
  const content = { email: { subject: 'Hi', text: 'Hi' } };
  return await makeLiveFunnel(server.services, us.accountId, {
    trigger: { type: 'abandoned_cart' },
    steps: [
      ...(minutes === 0 ? [] : [{ id: 'w1', kind: 'delay' as const, config: { minutes }, next: 's1' }]),
      { id: 's1', kind: 'send', config: { provider: 'email_p1', content }, next: null },
    ],
  });
}
const inside = () => prisma().funnelEnrolment.findMany({ where: { accountId: us.accountId } });

/** Whom an order names, beside the cart of ani@example.test with the phone +6281200001111. */
const PERSONS: Record<string, object> = {
  'by e-mail': { email: 'ani@example.test' },
  'by e-mail in capitals': { email: 'ANI@Example.TEST' },
  'by phone, written the national way': { phone: '0812 0000 1111' },
  'by the id that the shop has for them': { customerRef: 'p-1' },
  'by the checkout': { checkoutRef: 'c' },
};

describe.each(Object.entries(PERSONS))('an order of the same person, known %s', (_, who) => {
  const person = { email: 'ani@example.test', phone: '+62 812-0000-1111' };

  it.each(['pending', 'paid'])('completes their cart, whichever is reported first (%s)', async (status) => {
    await put('customers', { externalRef: 'p-1', ...person });
    await cart('c', person);
    await order('1', { ...who, status });
    await order('2', { ...who, ...('checkoutRef' in who && { checkoutRef: 'd' }), status });
    await cart('d', person);
    for (const ref of ['c', 'd']) {
      const { status: became, completedAt, orderId, dueAt } = await rowOf(ref);
      expect({ became, dueAt, isLinked: orderId !== null }).toEqual({
        became: 'completed',
        dueAt: null,
        isLinked: true,
      });
      expect(completedAt?.getTime()).toBeLessThan(now().getTime() - 49 * MINUTE);
    }
    await sweep();
    expect(await fired('abandoned_cart')).toBe(0);
  });
});

describe('a cart', () => {
  it('is not ended by a canceled order, by an older one, or by somebody else', async () => {
    await cart('c');
    await order('1', { email: 'ani@example.test', status: 'canceled' });
    await order('2', { email: 'ani@example.test', status: 'paid', placedAt: ago(71) });
    await order('3', { email: 'budi@example.test' });
    await sweep();
    expect((await rowOf('c')).status).toBe('abandoned');
    expect(await fired('abandoned_cart')).toBe(1);
  });

  it('does not come back when its order is canceled later', async () => {
    await cart('c');
    await order('1', { email: 'ani@example.test', updatedAt: ago(50) });
    await order('1', { email: 'ani@example.test', status: 'canceled', updatedAt: ago(40) });
    await sweep();
    expect((await rowOf('c')).status).toBe('completed');
    expect(await fired('abandoned_cart')).toBe(0);
  });

  it('ends with every other one of its person, in each shop', async () => {
    await cart('c');
    await cart('d', { updatedAt: ago(65) }, 'marketplace');
    await cart('later', { updatedAt: ago(10) });
    await order('1', { email: 'ani@example.test', checkoutRef: 'c' });
    expect(await Promise.all(['c', 'd', 'later'].map(async (ref) => (await rowOf(ref)).status))).toEqual([
      'completed',
      'completed',
      'open',
    ]);
  });

  it('ends when it is due where its order came at the same moment as it', async () => {
    await cart('c');
    await order('1', { email: 'ani@example.test' });
    // As two shops leave them that do not see each other.
    await prisma().checkout.updateMany({
      where: { accountId: us.accountId },
      data: { status: 'open', completedAt: null, orderId: null, dueAt: now() },
    });
    await sweep();
    expect((await rowOf('c')).status).toBe('completed');
    expect(await fired('abandoned_cart')).toBe(0);
  });

  it('is left or came back, never both unknown to funnels, where its order races with the trigger', async () => {
    const refs = Array.from({ length: 12 }, (_, at) => `c-${at}`);
    for (const ref of refs) await cart(ref, { email: `${ref}@example.test` });
    await Promise.all([
      sweep(),
      sweep(),
      ...refs.map((ref) => order(`o-${ref}`, { email: `${ref}@example.test`, placedAt: ago(1) })),
    ]);
    const rows = await prisma().checkout.findMany({ where: { accountId: us.accountId } });
    expect(rows.map(({ status }) => status)).toEqual(refs.map(() => 'completed'));
    // Each that was abandoned in between is told to be back.
    const left = rows.filter(({ abandonedAt }) => abandonedAt !== null).length;
    expect([await fired('abandoned_cart'), await fired('cart_recovered')]).toEqual([left, left]);
  });

  it('of WooCommerce is an order that waits for its payment: it ends others, and itself once it is paid', async () => {
    const woo = (id: number, more: object = {}) => ({
      id,
      status: 'pending',
      currency: 'IDR',
      total: '90000',
      customer_id: 0,
      billing: { email: 'ani@example.test' },
      line_items: [],
      date_created_gmt: ago(70),
      date_modified_gmt: ago(70),
      ...more,
    });
    const shop = partnerShop('storefront_p2:toko.test');
    const report = async (row: object) => {
      const parsed = [ordersIn([row]), checkoutsIn([row], 'unpaid')].map((rows) => splitRows(rows).parsed);
      await writeParsedRows(systemDb(server.services.database, us.accountId, now()), shop, { parsed, deletions: [] });
    };
    const statuses = async () =>
      (await prisma().checkout.findMany({ where: { accountId: us.accountId }, orderBy: { externalRef: 'asc' } })).map(
        ({ status }) => status,
      );
    await report(woo(100));
    await report(woo(101, { status: 'failed', date_created_gmt: ago(66), date_modified_gmt: ago(66) }));
    expect(await statuses()).toEqual(['open', 'open']);
    // The second try is paid on delivery: the first one is over as well.
    await report(woo(101, { status: 'processing', date_created_gmt: ago(66), date_modified_gmt: ago(60) }));
    expect(await statuses()).toEqual(['completed', 'completed']);
  });
});

describe('who is in a funnel about a cart', () => {
  it('leaves it when they order, before the order is paid', async () => {
    const funnelId = await cartFunnel();
    await cart('c');
    await sweep();
    await runFunnels(server.services);
    expect(await inside()).toMatchObject([{ funnelId, status: 'active' }]);
    await order('1', { email: 'ani@example.test', placedAt: ago(1) });
    await runFunnels(server.services);
    expect(await inside()).toMatchObject([{ status: 'exited', exitReason: 'recovered' }]);
  });

  it('is sent nothing that was queued before they ordered, also while nobody has heard of the order', async () => {
    await cartFunnel(0);
    await cart('c');
    await sweep();
    await runFunnels(server.services);
    const where = { accountId: us.accountId };
    expect(await prisma().marketingMessage.findMany({ where })).toMatchObject([{ status: 'queued' }]);
    await order('1', { email: 'ani@example.test', placedAt: ago(1) });
    const delivery = startDelivery({ services: server.services, transport: server.services.transport });
    await eventually(async () =>
      expect(await prisma().marketingMessage.findMany({ where })).toMatchObject([
        { status: 'skipped', lastError: 'left the funnel: recovered' },
      ]),
    );
    await delivery.stop();
  });

  it('of a reminder leaves it as well, and an older order of theirs stops nothing', async () => {
    await cartFunnel();
    const remind = async (cartId: string) =>
      expectData(
        await server.call(us.key, 'POST', '/api/v1/abandoned-cart/reminders', {
          body: {
            customerId: 'p-1',
            cartId,
            email: 'ani@example.test',
            cartSnapshot: {},
            valueAtSend: 90_000,
            currencyAtSend: 'IDR',
          },
        }),
      );
    await order('1', { email: 'ani@example.test' });
    expect(await remind('c')).toMatchObject({ created: true });
    await runFunnels(server.services);
    expect(await inside()).toMatchObject([{ status: 'active' }]);
    await order('2', { customerRef: 'p-1', email: 'ani@example.test', placedAt: ago(-1) });
    await runFunnels(server.services);
    expect(await inside()).toMatchObject([{ status: 'exited', exitReason: 'recovered' }]);
    // The reminder is the partner's: recorded as before, and recovered by the partner's word only.
    expect(await remind('d')).toMatchObject({ created: true });
    expect(await prisma().abandonedCartReminder.count({ where: { accountId: us.accountId, recoveredAt: null } })).toBe(
      2,
    );
  });

  it('never enters it by a reminder when they ordered before the trigger was heard', async () => {
    await cartFunnel();
    await makeContact(server.services.database, us.accountId, { email: 'ani@example.test', externalRef: null });
    expectData(
      await server.call(us.key, 'POST', '/api/v1/abandoned-cart/reminders', {
        body: {
          customerId: 'p-9',
          cartId: 'c',
          email: 'ani@example.test',
          cartSnapshot: {},
          valueAtSend: 1,
          currencyAtSend: 'IDR',
        },
      }),
    );
    await order('1', { customerRef: 'p-9', placedAt: ago(-1) });
    await runFunnels(server.services);
    expect(await inside()).toEqual([]);
    expect(await prisma().funnelRefusal.findMany({ where: { accountId: us.accountId } })).toMatchObject([
      { reason: 'ALREADY_RECOVERED', people: 1 },
    ]);
  });
});
