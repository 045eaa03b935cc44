/**
 * Validate (docs/contract/discount-codes.md#validate): every reason, in the order of the table, and what the code takes
 * off.
 */
import { describe, expect, it } from 'vitest';
import { makeDiscountCode } from '@/server/testing/factories/offers';
import { unique } from '@/server/testing/factories/unique';
import { bySession, expectData, expectError, snapshotOf, trpc } from '@/server/testing/http';
import { useServer } from '@/server/testing/server';

const server = useServer();

type Code = Parameters<typeof makeDiscountCode>[2];
const make = (options: Code = {}) => makeDiscountCode(server.services.database, server.ours.accountId, options);
const cart = (code: string, more: Record<string, unknown> = {}) => ({
  accountId: server.ours.accountId,
  code,
  subtotal: 100_000,
  currency: 'IDR',
  ...more,
});
const send = (body: unknown) => server.call(server.ours.key, 'POST', '/api/v1/discount-codes/validate', { body });
const validate = async (code: string, more: Record<string, unknown> = {}) => expectData(await send(cart(code, more)));
const hours = (n: number): Date => new Date(Date.now() + n * 3_600_000);

/** Has the customer redeem the code once. */
const use = async (id: string, customerId?: string) =>
  expectData(
    await server.call(server.ours.key, 'POST', '/api/v1/discount-codes/redeem', {
      body: { discountCodeId: id, checkoutSessionId: unique('s'), appliedAmount: 1, customerId },
    }),
  );

describe('POST /discount-codes/validate', () => {
  it('answers with valid, both discounts and the full row', async () => {
    const { id, code } = await make();
    const data = await validate(code);
    expect(data).toEqual({
      valid: true,
      discountAmount: 10_000,
      discountShipping: 0,
      code: expectData(await server.call(server.ours.key, 'GET', `/api/v1/discount-codes/${id}`)),
    });
  });

  it('matches without regard to case, also beyond ASCII', async () => {
    const suffix = unique('');
    await make({ code: `Éclair-${suffix}` });
    for (const typed of [`éclair-${suffix}`, `ÉCLAIR-${suffix.toUpperCase()}`])
      expect((await validate(typed)).valid).toBe(true);
  });

  it.each([' ', '\n', '\t', '\u00A0', '\u3000', '\u200B', '\uFEFF', '\u2060 \u200D'])(
    'finds a code with what nobody sees before or behind it (%j)',
    async (unseen) => {
      const { code } = await make();
      for (const typed of [unseen + code, code + unseen, unseen + code + unseen])
        expect(await validate(typed)).toMatchObject({ valid: true, code: { code } });
    },
  );

  it('finds one that was made with blanks as it stands, before the one without', async () => {
    const bare = unique('SPASI');
    const [blank, plain] = [await make({ code: ` ${bare} ` }), await make({ code: bare })];
    expect((await validate(` ${bare} `)).code).toMatchObject({ id: blank.id, code: ` ${bare} ` });
    for (const typed of [bare, `${bare}\n`]) expect((await validate(typed)).code).toMatchObject({ id: plain.id });
  });

  it('answers NOT_FOUND without a row for a string that is no code of the workspace', async () => {
    const neighbours = await makeDiscountCode(server.services.database, server.theirs.accountId);
    for (const code of ['nope', neighbours.code, 'x'.repeat(51), '%', '_____________', "' OR 1=1 --"]) {
      expect(await validate(code)).toEqual({
        valid: false,
        reason: 'NOT_FOUND',
        discountAmount: 0,
        discountShipping: 0,
      });
    }
  });

  const refusals: [reason: string, code: () => Code, cart?: Record<string, unknown>][] = [
    ['INACTIVE', () => ({ active: false })],
    ['NOT_YET_ACTIVE', () => ({ startsAt: hours(1) })],
    ['EXPIRED', () => ({ expiresAt: hours(-1) })],
    ['CURRENCY_MISMATCH', () => ({ currency: 'USD' })],
    ['MIN_PURCHASE', () => ({ minPurchaseAmount: 100_001n })],
    ['GLOBAL_LIMIT', () => ({ maxUsesTotal: 3, redemptionCount: 3 })],
    ['PER_CUSTOMER_LIMIT', () => ({ maxUsesPerCustomer: 1 }), { customerId: 'loyal' }],
    [
      'SCOPE_MISMATCH',
      () => ({ scope: 'products', productIds: ['other'] }),
      { items: [{ productId: 'p', price: 1, quantity: 1 }] },
    ],
  ];

  it.each(refusals)('refuses with %s, zeros and the row', async (reason, options, more) => {
    const { id, code } = await make(options());
    if (reason === 'PER_CUSTOMER_LIMIT') await use(id, 'loyal');
    const data = await validate(code, more);
    expect(data).toMatchObject({ valid: false, reason, discountAmount: 0, discountShipping: 0, code: { id, code } });
    expect(Object.keys(data).sort()).toEqual(['code', 'discountAmount', 'discountShipping', 'reason', 'valid']);
  });

  it.each(refusals.slice(0, -1).map(([reason], n) => ({ reason, n })))(
    'checks in the order of the table: $reason goes before all that follow it',
    async ({ n, reason }) => {
      const options: Code = {};
      for (const [each, of] of refusals.slice(n)) {
        // A window cannot be both ahead and behind; the later of the two reasons yields.
        if (each === 'EXPIRED' && reason === 'NOT_YET_ACTIVE') continue;
        Object.assign(options, of());
      }
      const { id, code } = await make(options);
      await server.services.database.prisma.discountCustomerUse.create({
        data: { accountId: server.ours.accountId, discountCodeId: id, customerId: 'loyal', uses: 1 },
      });
      expect(
        (await validate(code, { customerId: 'loyal', items: [{ productId: 'p', price: 1, quantity: 1 }] })).reason,
      ).toBe(reason);
    },
  );

  it('compares currencies without regard to case', async () => {
    const { code } = await make();
    expect((await validate(code, { currency: 'idr' })).valid).toBe(true);
  });

  it('takes a subtotal equal to the floor, and a code inside its window', async () => {
    const { code } = await make({ minPurchaseAmount: 100_000n, startsAt: hours(-1), expiresAt: hours(1) });
    expect((await validate(code)).valid).toBe(true);
    expect((await validate(code, { subtotal: 99_999 })).reason).toBe('MIN_PURCHASE');
  });

  it('counts the customer cap for each customer, and for nobody when anonymous', async () => {
    const { id, code } = await make({ maxUsesPerCustomer: 2 });
    await use(id, 'ani');
    await use(id);
    await use(id);
    expect((await validate(code, { customerId: 'ani' })).valid).toBe(true);
    await use(id, 'ani');
    expect((await validate(code, { customerId: 'ani' })).reason).toBe('PER_CUSTOMER_LIMIT');
    for (const customerId of ['Ani', 'budi', undefined, null])
      expect((await validate(code, { customerId })).valid).toBe(true);
  });

  it('consumes no uses and writes nothing', async () => {
    const { code } = await make({ maxUsesTotal: 1 });
    const before = await snapshotOf(server, server.ours.accountId);
    for (let n = 0; n < 3; n++) expect((await validate(code, { customerId: 'x' })).valid).toBe(true);
    expect(await snapshotOf(server, server.ours.accountId)).toEqual(before);
  });

  const lines = [
    { productId: 'a', price: 30_000, quantity: 2, tags: ['shoes', 'Sale'] },
    { productId: 'b', price: 15_000, quantity: 1, tags: ['shirts'] },
    { price: 5_000, quantity: 5, tags: ['Sale'] },
    { productId: 'c', price: 1_000, quantity: 0 },
  ];

  it.each<
    [what: string, code: Code, cart: Record<string, unknown>, expected: [amount: number, shipping: number] | string]
  >([
    ['percent rounds down', { value: 15n }, { subtotal: 99_999 }, [14_999, 0]],
    ['percent 100 takes all', { value: 100n }, {}, [100_000, 0]],
    ['percent of a subtotal of 0 is 0, and valid', {}, { subtotal: 0 }, [0, 0]],
    ['fixed takes its value', { type: 'fixed', value: 25_000n }, {}, [25_000, 0]],
    ['fixed takes at most the subtotal', { type: 'fixed', value: 250_000n }, {}, [100_000, 0]],
    ['shipping_percent rounds down', { type: 'shipping_percent', value: 33n }, { shippingCost: 9_999 }, [0, 3_299]],
    [
      'shipping_fixed takes at most the shipping',
      { type: 'shipping_fixed', value: 20_000n },
      { shippingCost: 15_000 },
      [0, 15_000],
    ],
    ['shipping_fixed takes its value', { type: 'shipping_fixed', value: 5_000n }, { shippingCost: 15_000 }, [0, 5_000]],
    ['a shipping code without shipping', { type: 'shipping_percent', value: 50n }, {}, 'SCOPE_MISMATCH'],
    ['a shipping code with shipping 0', { type: 'shipping_fixed', value: 5n }, { shippingCost: 0 }, 'SCOPE_MISMATCH'],
    ['a cart code does not care for shipping', {}, { shippingCost: 50_000 }, [10_000, 0]],
    [
      'products: price × quantity of the lines that match',
      { scope: 'products', productIds: ['a', 'zz'] },
      { items: lines },
      [6_000, 0],
    ],
    [
      'products: a fixed code takes at most the eligible lines',
      { scope: 'products', productIds: ['b'], type: 'fixed', value: 99_000n },
      { items: lines },
      [15_000, 0],
    ],
    [
      'products: at most the subtotal',
      { scope: 'products', productIds: ['a'], value: 100n },
      { subtotal: 40_000, items: lines },
      [40_000, 0],
    ],
    ['products: none matches', { scope: 'products', productIds: ['zz'] }, { items: lines }, 'SCOPE_MISMATCH'],
    ['products: no items sent', { scope: 'products', productIds: ['a'] }, {}, 'SCOPE_MISMATCH'],
    ['products: an empty list of items', { scope: 'products', productIds: ['a'] }, { items: [] }, 'SCOPE_MISMATCH'],
    ['products: case matters', { scope: 'products', productIds: ['A'] }, { items: lines }, 'SCOPE_MISMATCH'],
    ['tags: lines whose tags intersect', { scope: 'tags', tagFilter: ['Sale', 'none'] }, { items: lines }, [8_500, 0]],
    ['tags: compared exactly', { scope: 'tags', tagFilter: ['sale', 'SHOES'] }, { items: lines }, 'SCOPE_MISMATCH'],
    ['tags: no items sent', { scope: 'tags', tagFilter: ['Sale'] }, { items: null }, 'SCOPE_MISMATCH'],
    [
      'tags: a shipping code for matching lines',
      { scope: 'tags', tagFilter: ['shirts'], type: 'shipping_percent', value: 100n },
      { items: lines, shippingCost: 9_000 },
      [0, 9_000],
    ],
    [
      'tags: a shipping code without matching lines',
      { scope: 'tags', tagFilter: ['hats'], type: 'shipping_percent', value: 100n },
      { items: lines, shippingCost: 9_000 },
      'SCOPE_MISMATCH',
    ],
    [
      'amounts at 2^53 − 1 lose no unit',
      { value: 99n },
      { subtotal: Number.MAX_SAFE_INTEGER },
      [8_917_127_262_193_581, 0],
    ],
  ])('%s', async (_, options, more, expected) => {
    const { code } = await make(options);
    const data = await validate(code, more);
    if (typeof expected === 'string')
      expect(data).toMatchObject({ valid: false, reason: expected, discountAmount: 0, discountShipping: 0 });
    else
      expect({ valid: data.valid, amounts: [data.discountAmount, data.discountShipping] }).toEqual({
        valid: true,
        amounts: expected,
      });
  });

  it.each([
    ['no accountId', { accountId: undefined }, 'accountId'],
    ['no code', { code: undefined }, 'code'],
    ['an empty code', { code: '' }, 'code'],
    ['a code with NUL', { code: 'a\0' }, 'code'],
    ['no subtotal', { subtotal: undefined }, 'subtotal'],
    ['a negative subtotal', { subtotal: -1 }, 'subtotal'],
    ['a subtotal with a fraction', { subtotal: 1.5 }, 'subtotal'],
    ['a subtotal of 2^53', { subtotal: 2 ** 53 }, 'subtotal'],
    ['a subtotal in text', { subtotal: '1' }, 'subtotal'],
    ['no currency', { currency: undefined }, 'currency'],
    ['a currency of two letters', { currency: 'ID' }, 'currency'],
    ['a negative shippingCost', { shippingCost: -1 }, 'shippingCost'],
    ['a line without price', { items: [{ quantity: 1 }] }, 'items.0.price'],
    ['a line without quantity', { items: [{ price: 1 }] }, 'items.0.quantity'],
    [
      'a negative price in the fourth line',
      { items: [...lines.slice(0, 3), { price: -1, quantity: 1 }] },
      'items.3.price',
    ],
    ['a negative quantity', { items: [{ price: 1, quantity: -1 }] }, 'items.0.quantity'],
    ['items that are no list', { items: {} }, 'items'],
    ['a tag with NUL', { items: [{ price: 1, quantity: 1, tags: ['ok', '\0'] }] }, 'items.0.tags.1'],
    ['a customerId with NUL', { customerId: '\0' }, 'customerId'],
  ])('refuses %s with 400 VALIDATION and its dotted path', async (_, more, path) => {
    const error = expectError(await send(cart('X', more)), 400, 'VALIDATION');
    expect([...new Set(error.details.issues.map((issue: { path: string }) => issue.path))]).toEqual([path]);
  });

  it("refuses an accountId that is not the principal's with 403 ACCOUNT_MISMATCH, for every kind of principal", async () => {
    const body = { ...cart('X'), accountId: server.theirs.accountId };
    expectError(await send(body), 403, 'ACCOUNT_MISMATCH');
    expectError(
      await server.call(server.platform, 'POST', '/api/v1/discount-codes/validate', {
        body,
        onBehalfOf: server.ours.accountId,
      }),
      403,
      'ACCOUNT_MISMATCH',
    );
    expectError(
      await bySession(server, server.ours.cookie, 'POST', '/api/v1/discount-codes/validate', body),
      403,
      'ACCOUNT_MISMATCH',
    );
    expectError(await send({ ...body, accountId: '' }), 403, 'ACCOUNT_MISMATCH');
  });

  it("answers a partner on behalf of the merchant, the merchant's own key, and the dashboard alike", async () => {
    const { code } = await make();
    const expected = await validate(code);
    expect(
      expectData(
        await server.call(server.platform, 'POST', '/api/v1/discount-codes/validate', {
          body: cart(code),
          onBehalfOf: server.ours.accountId,
        }),
      ),
    ).toEqual(expected);
    expect(
      expectData(await bySession(server, server.ours.cookie, 'POST', '/api/v1/discount-codes/validate', cart(code))),
    ).toEqual(expected);
    expect(
      (await trpc(server, 'mutation', 'discountCodes.validate', cart(code), { cookie: server.ours.cookie })).data,
    ).toEqual(expected);
  });

  it('is reached by POST only: GET /discount-codes/validate is a code with an unknown id', async () => {
    expectError(await server.call(server.ours.key, 'GET', '/api/v1/discount-codes/validate'), 404, 'NOT_FOUND');
  });
});
