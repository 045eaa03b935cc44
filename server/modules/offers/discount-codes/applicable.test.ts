/**
 * The codes that a shopper may be shown (docs/contract/discount-codes.md#applicable-codes): no authentication,
 * published codes only.
 */
import { describe, expect, it } from 'vitest';
import { makeDiscountCode } from '@/server/testing/factories/offers';
import { expectData, expectError } from '@/server/testing/http';
import { useServer } from '@/server/testing/server';

const server = useServer();

type Code = NonNullable<Parameters<typeof makeDiscountCode>[2]>;
const hours = (n: number): Date => new Date(Date.now() + n * 3_600_000);

/** A workspace with these public codes. */
async function shop(codes: Record<string, Code>): Promise<string> {
  const { accountId } = await server.makeTenant();
  for (const [code, options] of Object.entries(codes))
    await makeDiscountCode(server.services.database, accountId, { code, public: true, ...options });
  return accountId;
}

const ask = (accountId: string, query = '') =>
  server.fetch('GET', `/api/v1/discount-codes/applicable/${accountId}${query}`);
const codesOf = async (accountId: string, query = ''): Promise<string[]> =>
  expectData(await ask(accountId, query)).items.map((item: { code: string }) => item.code);

describe('GET /discount-codes/applicable/:accountId', () => {
  it('leaves out codes of a batch that has given all that it may', async () => {
    const accountId = await shop({ OPEN: {} });
    const { database } = server.services;
    const batch = (redeemed: number) =>
      database.prisma.discountBatch.create({
        data: {
          accountId,
          name: 'B',
          count: 3,
          status: 'ready',
          prefix: '',
          length: 8,
          template: {},
          totalLimit: 2,
          redeemed,
          createdAt: new Date(),
        },
      });
    const [spent, left] = [await batch(2), await batch(1)];
    for (const [code, { id }] of [
      ['SPENT', spent],
      ['LEFT', left],
    ] as const)
      await makeDiscountCode(database, accountId, { code, public: true, source: 'batch', sourceRefId: id });
    expect((await codesOf(accountId)).sort()).toEqual(['LEFT', 'OPEN']);
  });

  it('answers without any credentials, with the public fields and no others', async () => {
    const accountId = await shop({
      OPEN: {
        description: 'secret plan',
        maxUsesTotal: 5,
        redemptionCount: 2,
        minPurchaseAmount: 100n,
        expiresAt: hours(1),
        scope: 'tags',
        tagFilter: ['x'],
      },
    });
    const data = expectData(await ask(accountId));
    expect(Object.keys(data)).toEqual(['items']);
    expect(data.items).toEqual([
      {
        id: expect.any(String),
        code: 'OPEN',
        type: 'percent',
        value: 10,
        currency: 'IDR',
        scope: 'tags',
        minPurchaseAmount: 100,
        expiresAt: expect.stringMatching(/Z$/),
      },
    ]);
  });

  it('looks at no credentials at all: broken ones do no harm, and signed ones open nothing more', async () => {
    const accountId = await shop({ OPEN: {}, HIDDEN: { public: false } });
    expectData(
      await server.fetch('GET', `/api/v1/discount-codes/applicable/${accountId}`, {
        headers: { authorization: 'nonsense', 'x-svc-on-behalf-of': 'x', cookie: 'next-auth.session-token=x' },
      }),
    );
    const own = expectData(
      await server.call(server.platform, 'GET', `/api/v1/discount-codes/applicable/${accountId}`, {
        onBehalfOf: accountId,
      }),
    );
    expect(own.items).toHaveLength(1);
  });

  it('leaves out what is not active, not public, outside its window or sold out', async () => {
    const accountId = await shop({
      OPEN: { value: 9n },
      INSIDE: { value: 8n, startsAt: hours(-1), expiresAt: hours(1), maxUsesTotal: 2, redemptionCount: 1 },
      HIDDEN: { public: false },
      OFF: { active: false },
      EARLY: { startsAt: hours(1) },
      LATE: { expiresAt: hours(-1) },
      GONE: { maxUsesTotal: 2, redemptionCount: 2 },
      OVER: { maxUsesTotal: 1, redemptionCount: 2 },
    });
    expect(await codesOf(accountId)).toEqual(['OPEN', 'INSIDE']);
  });

  it('filters by currency always, IDR unless told otherwise, in any case', async () => {
    const accountId = await shop({ RUPIAH: {}, DOLLAR: { currency: 'USD' } });
    expect(await codesOf(accountId)).toEqual(['RUPIAH']);
    for (const currency of ['USD', 'usd'])
      expect(await codesOf(accountId, `?currency=${currency}`)).toEqual(['DOLLAR']);
    expect(await codesOf(accountId, '?currency=SGD')).toEqual([]);
  });

  it('filters by productId, tags and subtotal each only when sent', async () => {
    const accountId = await shop({
      CART: { value: 90n },
      ONE: { value: 80n, scope: 'products', productIds: ['p1', 'p2'] },
      TWO: { value: 70n, scope: 'products', productIds: ['p3'] },
      RED: { value: 60n, scope: 'tags', tagFilter: ['red', 'blue'] },
      GREEN: { value: 50n, scope: 'tags', tagFilter: ['green'] },
      BIG: { value: 40n, minPurchaseAmount: 500n },
    });
    const all = ['CART', 'ONE', 'TWO', 'RED', 'GREEN', 'BIG'];
    const without = (...names: string[]) => all.filter((name) => !names.includes(name));
    expect(await codesOf(accountId)).toEqual(all);
    expect(await codesOf(accountId, '?productId=p2')).toEqual(without('TWO'));
    expect(await codesOf(accountId, '?tags=blue')).toEqual(without('GREEN'));
    expect(await codesOf(accountId, '?tags=x,green')).toEqual(without('RED'));
    expect(await codesOf(accountId, '?tags=RED')).toEqual(without('RED', 'GREEN'));
    expect(await codesOf(accountId, '?subtotal=499')).toEqual(without('BIG'));
    expect(await codesOf(accountId, '?subtotal=500')).toEqual(all);
    expect(await codesOf(accountId, '?subtotal=0&productId=p9&tags=none')).toEqual(['CART']);
  });

  it('takes a subtotal up to 2^53 − 1', async () => {
    const accountId = await shop({ DEAR: { minPurchaseAmount: BigInt(Number.MAX_SAFE_INTEGER) } });
    expect(await codesOf(accountId, `?subtotal=${Number.MAX_SAFE_INTEGER - 1}`)).toEqual([]);
    expect(await codesOf(accountId, `?subtotal=${Number.MAX_SAFE_INTEGER}`)).toEqual(['DEAR']);
  });

  it.each([
    'subtotal=-1',
    'subtotal=1.5',
    'subtotal=x',
    'subtotal=',
    'subtotal=9007199254740992',
    'currency=ID',
    'currency=',
    'productId=',
    'productId=%00',
    'tags=%00',
    'currency=IDR&currency=USD',
  ])('refuses ?%s with 400 VALIDATION', async (query) => {
    expectError(await ask(server.ours.accountId, `?${query}`), 400, 'VALIDATION');
  });

  it('has the highest value first, and at most 100', async () => {
    const { accountId } = await server.makeTenant();
    const at = new Date();
    await server.services.database.prisma.discountCode.createMany({
      data: Array.from({ length: 130 }, (_, n) => ({
        accountId,
        code: `C${n}`,
        type: 'fixed',
        value: BigInt(((n * 37) % 130) + 1),
        currency: 'IDR',
        scope: 'cart',
        productIds: [],
        tagFilter: [],
        public: true,
        createdAt: at,
        updatedAt: at,
      })),
    });
    const values = expectData(await ask(accountId)).items.map((item: { value: number }) => item.value);
    expect(values).toEqual(Array.from({ length: 100 }, (_, n) => 130 - n));
  });

  it.each(['c0000000000000000000000000', 'nobody', 'UPPER', 'a%2Fb', '%00'])(
    'is 200 and empty for the unknown workspace %s',
    async (accountId) => {
      expect(expectData(await ask(accountId))).toEqual({ items: [] });
    },
  );

  it("shows the named workspace's codes only", async () => {
    const one = await shop({ MINE: {} });
    const other = await shop({ YOURS: {} });
    expect(await codesOf(one)).toEqual(['MINE']);
    expect(await codesOf(other)).toEqual(['YOURS']);
  });

  it('shows the present state at once: an archived code is gone with the next request', async () => {
    const tenant = await server.makeTenant();
    const { id } = await makeDiscountCode(server.services.database, tenant.accountId, { public: true });
    const first = await ask(tenant.accountId);
    expectData(await server.call(tenant.key, 'DELETE', `/api/v1/discount-codes/${id}`));
    const second = await server.fetch('GET', `/api/v1/discount-codes/applicable/${tenant.accountId}`, {
      headers: { 'if-none-match': first.headers.get('etag')! },
    });
    expect(expectData(second).items).toEqual([]);
  });
});
