/** Purchases, and the triggers that orders and carts fire (docs/contract/integrations.md#purchases). */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemDb } from '@/server/platform/db/workspace';
import { setClockOffset } from '@/server/platform/lib/clock';
import { orderInput, type OrderInput } from '@/server/modules/shops/orders/schema';
import { putOrders } from '@/server/modules/shops/orders/put-orders';
import { partnerShop, type Shop } from '@/server/modules/shops/orders/shop';
import { sweepCheckouts } from '@/server/modules/offers/abandoned-cart/sweep-checkouts';
import { makeAttribution, makeDiscountCode, makeReminder } from '@/server/testing/factories/offers';
import { makeContact } from '@/server/testing/factories/audience';
import { unique } from '@/server/testing/factories/unique';
import { expectData } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer();
const ROOT = '/api/v1';
const prisma = () => server.services.database.prisma;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();

let us: Tenant;
afterEach(() => setClockOffset(0));
beforeEach(async () => {
  us = await server.makeTenant();
});

const put = async (what: 'orders' | 'checkouts', ...rows: object[]) =>
  expectData(
    await server.call(us.key, 'PUT', `${ROOT}/integrations/${what}`, { body: { externalSource: 'toko', rows } }),
  );
const order = (externalRef: string, more: object = {}) => ({
  externalRef,
  checkoutSessionId: `s-${externalRef}`,
  amount: 150_000,
  currency: 'IDR',
  status: 'paid',
  placedAt: ago(MINUTE),
  paidAt: ago(MINUTE / 2),
  ...more,
});
const post = async (path: string, body: object) =>
  expectData(await server.call(us.key, 'POST', `${ROOT}${path}`, { body })) as Record<string, unknown>;
const redeem = (discountCodeId: string, checkoutSessionId: string, more: object = {}) =>
  post('/discount-codes/redeem', { discountCodeId, checkoutSessionId, appliedAmount: 5, ...more });
const fulfil = (checkoutSessionId: string, amount = 120_000) =>
  post('/referrals/attributions/fulfill', { checkoutSessionId, status: 'completed', currency: 'IDR', amount });
const recover = (customerId: string, checkoutSessionId: string) =>
  post('/abandoned-cart/recover', { customerId, checkoutSessionId });

const purchases = () =>
  prisma().purchase.findMany({ where: { accountId: us.accountId }, orderBy: { checkoutSessionId: 'asc' } });
const fired = async (...types: string[]) =>
  (
    await prisma().domainEvent.findMany({
      where: { accountId: us.accountId, ...(types.length > 0 && { type: { in: types } }) },
      orderBy: { position: 'asc' },
    })
  ).map(({ type, subjectId, data }) => ({ type, subjectId, data }));
const person = (externalRef: string, more: object = {}) =>
  makeContact(server.services.database, us.accountId, { externalRef, email: `${externalRef}@x.test`, ...more });

const SOURCES = ['order', 'redemption', 'fulfil', 'recover'] as const;
type Source = (typeof SOURCES)[number];

/** Whatever can report a session, ready to be told. */
async function ready(session: string, customer: string): Promise<Record<Source, () => Promise<unknown>>> {
  const { database } = server.services;
  const { id: codeId } = await makeDiscountCode(database, us.accountId);
  await makeAttribution(database, us.accountId, { refereeCustomerId: customer, qualifyingCheckoutSessionId: session });
  await makeReminder(database, us.accountId, {
    customerId: customer,
    email: `${customer}@x.test`,
    valueAtSend: 90_000n,
    sentAt: new Date(Date.now() - HOUR),
  });
  return {
    order: () =>
      put('orders', order(session, { checkoutSessionId: session, customerRef: customer, email: `${customer}@x.test` })),
    redemption: () => redeem(codeId, session, { customerId: customer }),
    fulfil: () => fulfil(session),
    recover: () => recover(customer, session),
  };
}

describe('a purchase', () => {
  it.each<[Source, object]>([
    ['order', { value: null, currency: null, valueFrom: null }],
    ['redemption', { value: null, currency: null, valueFrom: null }],
    ['fulfil', { value: 120_000n, currency: 'IDR', valueFrom: 'fulfil' }],
    ['recover', { value: 90_000n, currency: 'IDR', valueFrom: 'recover' }],
  ])('is told by the %s alone, and its contact by one trigger', async (source, worth) => {
    const { id } = await person('ani');
    const session = unique('s');
    await (await ready(session, 'ani'))[source]();
    const [purchase, ...others] = await purchases();
    expect(others).toEqual([]);
    const orderId =
      source === 'order' ? (await prisma().order.findFirstOrThrow({ where: { accountId: us.accountId } })).id : null;
    expect(purchase).toMatchObject({ checkoutSessionId: session, toldBy: source, contactId: id, orderId, ...worth });
    expect(await fired('purchase')).toEqual([
      { type: 'purchase', subjectId: id, data: { checkoutSessionId: session } },
    ]);
  });

  it('is the same row whoever tells first, and whatever is told twice; fulfil knows better than the reminder', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray<Source>([...SOURCES], { minLength: 4 }),
        fc.array(fc.constantFrom<Source>('order', 'redemption', 'fulfil'), { maxLength: 2 }),
        async (sources, again) => {
          const [customer, session] = [unique('c'), unique('s')];
          const { id } = await person(customer);
          const report = await ready(session, customer);
          for (const source of [...sources, ...again]) await report[source]();
          const purchase = await prisma().purchase.findFirstOrThrow({
            where: { accountId: us.accountId, checkoutSessionId: session },
          });
          const { id: orderId } = await prisma().order.findFirstOrThrow({ where: { externalRef: session } });
          expect(purchase).toMatchObject({
            toldBy: sources[0],
            contactId: id,
            orderId,
            value: 120_000n,
            currency: 'IDR',
            valueFrom: 'fulfil',
          });
          const events = (await fired('purchase')).filter(({ subjectId }) => subjectId === id);
          expect(events).toHaveLength(1);
        },
      ),
      { numRuns: 20 },
    );
  });

  it(
    'told in all four ways at once, fifty times, is one row and one trigger each time',
    { timeout: 180_000 },
    async () => {
      const rounds = Array.from({ length: 50 }, (_, n) => `round${n}`);
      const ids = new Map<string, string>();
      for (const round of rounds) ids.set(round, (await person(round)).id);
      for (let at = 0; at < rounds.length; at += 5)
        await Promise.all(
          rounds.slice(at, at + 5).map(async (round) => {
            const report = await ready(round, round);
            await Promise.all(SOURCES.map((source) => report[source]()));
          }),
        );
      const rows = await purchases();
      expect(rows.map(({ checkoutSessionId }) => checkoutSessionId).sort()).toEqual([...rounds].sort());
      for (const { checkoutSessionId, contactId, orderId, value } of rows) {
        expect(contactId).toBe(ids.get(checkoutSessionId));
        expect(orderId).not.toBeNull();
        expect(value).toBe(120_000n);
      }
      expect((await fired('purchase')).map(({ subjectId }) => subjectId).sort()).toEqual([...ids.values()].sort());
    },
  );

  it('of nobody who is known fires nothing, until something names its contact; then once', async () => {
    const { id: codeId } = await makeDiscountCode(server.services.database, us.accountId);
    await redeem(codeId, 's-1', { customerId: 'nobody' });
    expect(await purchases()).toMatchObject([{ contactId: null, firedAs: null }]);
    const { id } = await person('ani');
    await put('orders', order('1', { email: 'ani@x.test' }));
    await put('orders', order('1', { email: 'ani@x.test', amount: 1 }));
    expect(await purchases()).toMatchObject([{ toldBy: 'redemption', contactId: id }]);
    expect(await fired('purchase')).toHaveLength(1);
  });

  it('is not told by a redemption without a customer, by an order that is not paid, by a fulfil or a recover that finds nothing', async () => {
    const { id: codeId } = await makeDiscountCode(server.services.database, us.accountId);
    await redeem(codeId, 's-0');
    await put('orders', order('1', { status: 'pending', paidAt: null }));
    await fulfil('unknown');
    await recover('unknown', 's-9');
    expect(await purchases()).toEqual([]);
    await put('orders', order('1'));
    expect(await purchases()).toMatchObject([{ checkoutSessionId: 's-1', toldBy: 'order' }]);
  });

  it('stays as it is when it is told again by somebody who knows no more', async () => {
    await person('ani');
    const session = unique('s');
    const report = await ready(session, 'ani');
    for (const source of SOURCES) await report[source]();
    const before = await purchases();
    setClockOffset(MINUTE);
    await report.fulfil();
    await fulfil(session, 5);
    await report.order();
    expect(await purchases()).toEqual(before);
  });

  it('of two orders of one session told at once is that of the one that was paid first', async () => {
    const session = { checkoutSessionId: 's' };
    await put('orders', order('b', { ...session, paidAt: ago(1_000) }), order('a', { ...session, paidAt: ago(2_000) }));
    const { id } = await prisma().order.findFirstOrThrow({ where: { accountId: us.accountId, externalRef: 'a' } });
    expect(await purchases()).toMatchObject([{ checkoutSessionId: 's', orderId: id }]);
  });

  it('stays in its workspace', async () => {
    const { id: codeId } = await makeDiscountCode(server.services.database, server.theirs.accountId);
    await makeContact(server.services.database, us.accountId, { externalRef: 'ani' });
    expectData(
      await server.call(server.theirs.key, 'POST', `${ROOT}/discount-codes/redeem`, {
        body: { discountCodeId: codeId, checkoutSessionId: 'theirs', appliedAmount: 1, customerId: 'ani' },
      }),
    );
    expect([await purchases(), await fired()]).toEqual([[], []]);
    expect(
      await prisma().purchase.findMany({ where: { accountId: server.theirs.accountId, checkoutSessionId: 'theirs' } }),
    ).toMatchObject([{ contactId: null }]);
  });
});

describe('a paid order and the redeem call of its checkout at once', () => {
  const redeeming: Shop = { ...partnerShop('toko'), redeems: true };
  const reported = (rows: object[]): OrderInput[] => rows.map((row) => orderInput.parse(row));

  it('are one redemption and one purchase, whoever comes first, and never wait for each other for good', async () => {
    const { database } = server.services;
    const { id: codeId, code } = await makeDiscountCode(database, us.accountId, { currency: 'IDR' });
    const { id: other, code: otherCode } = await makeDiscountCode(database, us.accountId, { currency: 'IDR' });
    const { id } = await person('ani');
    for (let round = 0; round < 10; round++) {
      const refs = Array.from({ length: 12 }, (_, n) => `${round}-${String(n).padStart(2, '0')}`);
      const rows = refs.map((ref, n) =>
        order(ref, { discountCodes: [n % 2 === 0 ? code : otherCode], discount: 5, customerRef: 'ani' }),
      );
      await Promise.all([
        putOrders(systemDb(database, us.accountId), redeeming, reported(rows)),
        putOrders(
          systemDb(database, us.accountId),
          { ...redeeming, externalSource: 'pasar' },
          reported([...rows].reverse()),
        ),
        ...refs.map((ref, n) =>
          redeem(n % 2 === 0 ? codeId : other, `s-${ref}`, {
            customerId: 'ani',
            externalSource: 'x',
            externalRef: ref,
          }),
        ),
      ]);
    }
    const { prisma: rows } = database;
    expect(await rows.discountRedemption.count({ where: { accountId: us.accountId } })).toBe(120);
    for (const each of [codeId, other])
      expect((await rows.discountCode.findFirstOrThrow({ where: { id: each } })).redemptionCount).toBe(60);
    expect(await rows.discountCustomerUse.findMany({ where: { accountId: us.accountId } })).toMatchObject([
      { customerId: 'ani', uses: 60 },
      { customerId: 'ani', uses: 60 },
    ]);
    expect(await purchases()).toHaveLength(120);
    expect((await fired('purchase')).map(({ subjectId }) => subjectId)).toEqual(Array(120).fill(id));
  });
});

describe('an order that is first paid', () => {
  it('lets its contact enter once, and says whether it is their first', async () => {
    const [ani, budi] = [await person('ani'), await person('budi')];
    await put(
      'orders',
      order('2', { email: 'ani@x.test', paidAt: ago(1_000), amount: 7 }),
      order('1', { email: 'ani@x.test', paidAt: ago(2_000) }),
      order('3', { email: 'nobody@x.test' }),
      order('4', { email: 'budi@x.test', status: 'pending', paidAt: null }),
    );
    await put('orders', order('1', { email: 'ani@x.test', number: '#1' }));
    const ids = new Map(
      (await prisma().order.findMany({ where: { accountId: us.accountId } })).map(({ externalRef, id }) => [
        externalRef,
        id,
      ]),
    );
    const entry = (contact: { id: string }, ref: string, isFirst: boolean, amount = 150_000) => ({
      type: 'order_placed',
      subjectId: contact.id,
      data: { orderId: ids.get(ref), amount, currency: 'IDR', isFirst },
    });
    expect(await fired('order_placed')).toEqual([entry(ani, '1', true), entry(ani, '2', false, 7)]);
    await put('orders', order('4', { email: 'budi@x.test' }), order('5', { email: 'ani@x.test' }));
    expect((await fired('order_placed')).slice(2)).toEqual(
      expect.arrayContaining([
        { ...entry(budi, '4', true) },
        { ...entry(ani, '5', false), data: expect.objectContaining({ isFirst: false }) },
      ]),
    );
  });

  it('is the first again once all before it were canceled, whatever the shop', async () => {
    await person('ani');
    const report = (ref: string, more: object = {}) => put('orders', order(ref, { email: 'ani@x.test', ...more }));
    const firsts = async () => (await fired('order_placed')).map(({ data }) => (data as { isFirst: boolean }).isFirst);
    await report('1');
    await report('2');
    await report('1', { status: 'canceled' });
    await report('3');
    expect(await firsts()).toEqual([true, false, false]);
    for (const ref of ['2', '3']) await report(ref, { status: 'canceled' });
    const rows = [order('4', { email: 'ani@x.test' })];
    expectData(
      await server.call(us.key, 'PUT', `${ROOT}/integrations/orders`, { body: { externalSource: 'kios', rows } }),
    );
    expect(await firsts()).toEqual([true, false, false, true]);
  });

  it('is not the first of who had ordered before they became a contact', async () => {
    await put('orders', order('1', { email: 'ani@x.test' }), order('2', { phone: '0812 0000 1111' }));
    await person('ani');
    await person('budi', { phone: '+6281200001111', phoneE164: '+6281200001111' });
    await put(
      'orders',
      order('3', { email: 'ani@x.test' }),
      order('4', { email: 'budi@x.test', phone: '081200001111' }),
    );
    expect((await fired('order_placed')).map(({ data }) => (data as { isFirst: boolean }).isFirst)).toEqual([
      false,
      false,
    ]);
  });

  it('is the first in one of two shops that report one at once', async () => {
    const db = systemDb(server.services.database, us.accountId);
    const buyers = Array.from({ length: 20 }, (_, n) => `first-${String(n)}`);
    await Promise.all(buyers.map((name) => person(name)));
    await Promise.all(
      buyers.flatMap((name) =>
        ['toko', 'kios'].map((shop) =>
          putOrders(db, partnerShop(shop), [orderInput.parse(order(`${shop}-${name}`, { email: `${name}@x.test` }))]),
        ),
      ),
    );
    const events = await fired('order_placed');
    expect(events).toHaveLength(40);
    const firsts = events
      .filter(({ data }) => (data as { isFirst: boolean }).isFirst)
      .map(({ subjectId }) => subjectId);
    expect([firsts.length, new Set(firsts).size]).toEqual([20, 20]);
  });

  it.each([
    ['was placed long before it was told', { placedAt: ago(25 * HOUR) }, null],
    ['was placed before the shop was connected', { placedAt: ago(2 * HOUR) }, new Date(Date.now() - HOUR)],
  ])('sets nothing off where it %s, nor do its refunds', async (_, more, activatedAt) => {
    await person('ani');
    const shop: Shop = { ...partnerShop('toko'), activatedAt };
    const db = systemDb(server.services.database, us.accountId);
    const one = { ...order('1', { email: 'ani@x.test' }), ...more };
    await putOrders(db, shop, [orderInput.parse(one)]);
    await putOrders(db, shop, [orderInput.parse({ ...one, refunded: 5, status: 'partially_refunded' })]);
    expect([await purchases(), await fired()]).toEqual([[], []]);
    // A later one does not count as their first.
    await putOrders(db, shop, [orderInput.parse(order('2', { email: 'ani@x.test' }))]);
    expect(await fired('order_placed')).toMatchObject([{ data: { isFirst: false } }]);
  });
});

describe('a refund', () => {
  it('fires whenever more was given back, and not for what is told again or late', async () => {
    const { id } = await person('ani');
    const at = (minute: number) => new Date(Date.now() + minute * 1_000).toISOString();
    const report = (refunded: number, minute: number) =>
      put('orders', order('1', { email: 'ani@x.test', refunded, updatedAt: at(minute) }));
    await report(0, 1);
    await report(10, 3);
    await report(10, 4);
    await report(5, 2);
    await report(5, 5);
    await report(25, 6);
    const { id: orderId } = await prisma().order.findFirstOrThrow({ where: { accountId: us.accountId } });
    const event = (refunded: number) => ({
      type: 'order_refunded',
      subjectId: id,
      data: { orderId, refunded, currency: 'IDR' },
    });
    expect(await fired('order_refunded')).toEqual([event(10), event(25)]);
  });
});

describe('a cart that comes back', () => {
  const abandon = async (externalRef: string) => {
    await put('checkouts', {
      externalRef,
      value: 90_000,
      currency: 'IDR',
      email: 'ani@x.test',
      acceptsMarketing: true,
    });
    await sweepCheckouts(server.services.database, new Date(Date.now() + 61 * MINUTE));
    return await prisma().checkout.findFirstOrThrow({ where: { accountId: us.accountId, externalRef } });
  };

  it('by its order fires before the purchase, and that before what enters', async () => {
    const { id } = await person('ani');
    const checkout = await abandon('c');
    const paid = order('1', { email: 'ani@x.test', checkoutRef: 'c' });
    await put('orders', paid);
    await put('orders', { ...paid, number: '#1' });
    await put('checkouts', { externalRef: 'c', value: 1, currency: 'IDR', completedAt: ago(0) });
    expect((await fired()).map(({ type, subjectId }) => [type, subjectId])).toEqual([
      ['abandoned_cart', id],
      ['cart_recovered', id],
      ['purchase', id],
      ['order_placed', id],
    ]);
    expect((await fired('cart_recovered'))[0]?.data).toEqual({ checkoutId: checkout.id });
  });

  it('by the word of the shop fires once, also when its order is told later', async () => {
    await person('ani');
    const { id: checkoutId } = await abandon('c');
    const done = { externalRef: 'c', value: 90_000, currency: 'IDR', email: 'ani@x.test', completedAt: ago(0) };
    await put('checkouts', done);
    await put('checkouts', done);
    await put('orders', order('1', { email: 'ani@x.test', checkoutRef: 'c' }));
    expect((await fired('cart_recovered')).map(({ data }) => data)).toEqual([{ checkoutId }]);
  });

  it('that was never abandoned fires nothing', async () => {
    await person('ani');
    await put('checkouts', { externalRef: 'c', value: 90_000, currency: 'IDR', email: 'ani@x.test' });
    await put('orders', order('1', { email: 'ani@x.test', checkoutRef: 'c' }));
    expect(await fired('cart_recovered')).toEqual([]);
  });

  it('of a reminder fires for who has its e-mail, else for the customer', async () => {
    const ani = await person('ani');
    const budi = await makeContact(server.services.database, us.accountId, { externalRef: 'budi' });
    for (const customerId of ['ani', 'budi', 'citra']) {
      const { id } = await makeReminder(server.services.database, us.accountId, {
        customerId,
        email: `${customerId}@x.test`,
        sentAt: new Date(Date.now() - HOUR),
      });
      expect(await recover(customerId, `s-${customerId}`)).toEqual({ recovered: true, reminderId: id });
      const last = (await fired('cart_recovered')).at(-1);
      if (customerId === 'citra') expect(last?.subjectId).toBe(budi.id);
      else expect(last).toMatchObject({ subjectId: (customerId === 'ani' ? ani : budi).id, data: { reminderId: id } });
    }
    expect(await fired('cart_recovered')).toHaveLength(2);
  });
});
