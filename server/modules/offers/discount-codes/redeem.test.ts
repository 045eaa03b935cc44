/** Redeem (docs/contract/discount-codes.md#redeem): one row and one count for each checkout session. */
import { describe, expect, it } from 'vitest';
import { makeDiscountCode } from '@/server/testing/factories/offers';
import { makeKey } from '@/server/testing/factories/account';
import { unique } from '@/server/testing/factories/unique';
import { auditOf, bySession, expectData, expectError, snapshotOf, trpc } from '@/server/testing/http';
import { useServer } from '@/server/testing/server';

const server = useServer();

type Code = Parameters<typeof makeDiscountCode>[2];
const make = (options: Code = {}) => makeDiscountCode(server.services.database, server.ours.accountId, options);
const body = (discountCodeId: string, more: Record<string, unknown> = {}) => ({
  accountId: server.ours.accountId,
  discountCodeId,
  checkoutSessionId: unique('session-'),
  appliedAmount: 10_000,
  ...more,
});
const send = (sent: unknown, key = server.ours.key) =>
  server.call(key, 'POST', '/api/v1/discount-codes/redeem', { body: sent });
const countOf = async (id: string): Promise<number> =>
  expectData(await server.call(server.ours.key, 'GET', `/api/v1/discount-codes/${id}`)).redemptionCount;
const rowsOf = (discountCodeId: string) =>
  server.services.database.prisma.discountRedemption.findMany({ where: { discountCodeId } });

describe('POST /discount-codes/redeem', () => {
  it('answers 200 with the redemption row and created true, and counts it', async () => {
    const { id } = await make();
    const sent = body(id, {
      appliedShipping: 500,
      customerId: 'ani',
      externalSource: 'shop',
      externalRef: unique('order-'),
    });
    const row = expectData(await send(sent));
    const { accountId: _, ...echoed } = sent;
    expect(row).toEqual({
      ...echoed,
      id: expect.stringMatching(/^c[a-z0-9]{24}$/),
      redeemedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      created: true,
    });
    expect(await countOf(id)).toBe(1);
  });

  it('fills what is not sent: shipping 0, the rest null', async () => {
    const { id } = await make();
    expect(expectData(await send(body(id, { accountId: undefined })))).toMatchObject({
      appliedShipping: 0,
      customerId: null,
      externalSource: null,
      externalRef: null,
      created: true,
    });
  });

  it('returns the original row with 200 and created false when the session is sent again, whatever else is sent', async () => {
    const { id } = await make();
    const { id: other } = await make();
    const sent = body(id, { customerId: 'ani', externalSource: 'shop', externalRef: unique('r') });
    const first = expectData(await send(sent));
    const original = { ...first, created: false };
    expect(expectData(await send(sent))).toEqual(original);
    expect(expectData(await send({ ...sent, appliedAmount: 1, customerId: 'budi', externalRef: unique('r') }))).toEqual(
      original,
    );
    expect(expectData(await send({ ...sent, discountCodeId: other }))).toEqual(original);
    expect(expectData(await send({ ...sent, discountCodeId: 'c0000000000000000000000000' }))).toEqual(original);
    expect([await countOf(id), await countOf(other)]).toEqual([1, 0]);
    expect(await rowsOf(id)).toHaveLength(1);
  });

  it.each<[string, Code]>([
    ['deactivated', { active: false }],
    ['sold out', { maxUsesTotal: 1, redemptionCount: 1 }],
    ['expired', { expiresAt: new Date('2020-01-01') }],
    ['not yet active', { startsAt: new Date('2099-01-01') }],
    ['used up by this customer', { maxUsesPerCustomer: 1 }],
  ])('records a redemption of a code that is %s', async (_, options) => {
    const { id } = await make(options);
    for (const n of [1, 2]) {
      expect(expectData(await send(body(id, { customerId: 'ani' }))).created).toBe(true);
      expect(await countOf(id)).toBe((Number(options?.redemptionCount) || 0) + n);
    }
  });

  it('is never gated: a lapsed subscription neither refuses it nor is rewritten by it', async () => {
    const tenant = await server.makeTenant({ plan: 'starter' });
    const codes = await Promise.all([1, 2].map(() => makeDiscountCode(server.services.database, tenant.accountId)));
    const lapsed = await server.services.database.prisma.subscription.update({
      where: { accountId: tenant.accountId },
      data: { currentPeriodEnd: new Date('2020-01-01') },
    });
    for (const { id } of codes)
      expectData(await send({ discountCodeId: id, checkoutSessionId: unique('s'), appliedAmount: 1 }, tenant.key));
    expect(
      await server.services.database.prisma.subscription.findUnique({ where: { accountId: tenant.accountId } }),
    ).toEqual(lapsed);
  });

  it('surfaces an externalRef that was used under another session as 500 INTERNAL, and records nothing', async () => {
    const { id } = await make();
    const external = { externalSource: 'shop', externalRef: unique('order-') };
    expectData(await send(body(id, external)));
    const before = await snapshotOf(server, server.ours.accountId);
    expectError(await send(body(id, { ...external, customerId: 'ani' })), 500, 'INTERNAL');
    expect(await snapshotOf(server, server.ours.accountId)).toEqual(before);
  });

  it('lets the same externalRef stand for other sources, other workspaces, and none', async () => {
    const { id } = await make();
    const externalRef = unique('order-');
    const neighbours = await makeDiscountCode(server.services.database, server.theirs.accountId);
    for (const externalSource of ['shop', 'other', null, null])
      expect(expectData(await send(body(id, { externalSource, externalRef }))).created).toBe(true);
    for (let n = 0; n < 2; n++) expect(expectData(await send(body(id, { externalSource: 'shop' }))).created).toBe(true);
    expect(
      expectData(
        await send(
          body(neighbours.id, { accountId: undefined, externalSource: 'shop', externalRef }),
          server.theirs.key,
        ),
      ).created,
    ).toBe(true);
  });

  it('keeps checkout sessions apart between workspaces', async () => {
    const { id } = await make();
    const neighbours = await makeDiscountCode(server.services.database, server.theirs.accountId);
    const checkoutSessionId = unique('same-');
    const mine = expectData(await send(body(id, { checkoutSessionId })));
    const other = expectData(
      await send({ discountCodeId: neighbours.id, checkoutSessionId, appliedAmount: 1 }, server.theirs.key),
    );
    expect([mine.created, other.created]).toEqual([true, true]);
    expect(other.id).not.toBe(mine.id);
  });

  it.each(['c0000000000000000000000000', '', 'NOT AN ID', 'a\0'])(
    'answers 404 NOT_FOUND for the unknown discountCodeId %j',
    async (discountCodeId) => {
      expectError(await send(body(discountCodeId)), 404, 'NOT_FOUND');
    },
  );

  it("answers 404 NOT_FOUND for the neighbour's code, which counts nothing", async () => {
    const { id } = await makeDiscountCode(server.services.database, server.theirs.accountId);
    const before = await snapshotOf(server, server.theirs.accountId);
    expectError(await send(body(id)), 404, 'NOT_FOUND');
    expect(await snapshotOf(server, server.theirs.accountId)).toEqual(before);
  });

  it.each([
    ['no discountCodeId', { discountCodeId: undefined }, 'discountCodeId'],
    ['a null discountCodeId', { discountCodeId: null }, 'discountCodeId'],
    ['no checkoutSessionId', { checkoutSessionId: undefined }, 'checkoutSessionId'],
    ['an empty checkoutSessionId', { checkoutSessionId: '' }, 'checkoutSessionId'],
    ['a checkoutSessionId with NUL', { checkoutSessionId: 'a\0' }, 'checkoutSessionId'],
    ['no appliedAmount', { appliedAmount: undefined }, 'appliedAmount'],
    ['a null appliedAmount', { appliedAmount: null }, 'appliedAmount'],
    ['a negative appliedAmount', { appliedAmount: -1 }, 'appliedAmount'],
    ['an appliedAmount with a fraction', { appliedAmount: 0.5 }, 'appliedAmount'],
    ['an appliedAmount of 2^53', { appliedAmount: 2 ** 53 }, 'appliedAmount'],
    ['a negative appliedShipping', { appliedShipping: -1 }, 'appliedShipping'],
    ['a customerId with NUL', { customerId: '\0' }, 'customerId'],
    ['an externalSource that is a number', { externalSource: 1 }, 'externalSource'],
    ['an externalRef with NUL', { externalRef: '\0' }, 'externalRef'],
    ['an accountId that is a number', { accountId: 5 }, 'accountId'],
  ])('refuses %s with 400 VALIDATION', async (_, more, path) => {
    const { id } = await make();
    const error = expectError(await send(body(id, more)), 400, 'VALIDATION');
    expect([...new Set(error.details.issues.map((issue: { path: string }) => issue.path))]).toEqual([path]);
    expect(await countOf(id)).toBe(0);
  });

  it('takes amounts of 0 and of 2^53 − 1, and gives them back to the unit', async () => {
    const { id } = await make();
    const amounts = { appliedAmount: Number.MAX_SAFE_INTEGER, appliedShipping: Number.MAX_SAFE_INTEGER };
    expect(expectData(await send(body(id, amounts)))).toMatchObject(amounts);
    expect(expectData(await send(body(id, { appliedAmount: 0 })))).toMatchObject({ appliedAmount: 0 });
  });

  it('replays a session whose id holds a lone surrogate, stored as U+FFFD', async () => {
    const { id } = await make();
    const text = `{"discountCodeId":"${id}","checkoutSessionId":"${unique('s')}\\ud800","appliedAmount":1}`;
    const first = expectData(await send(text));
    expect(first.checkoutSessionId.endsWith('\ufffd')).toBe(true);
    expect(expectData(await send(text))).toEqual({ ...first, created: false });
  });

  it('checks accountId when it is sent: 403 ACCOUNT_MISMATCH for another, before anything else of the body', async () => {
    const { id } = await makeDiscountCode(server.services.database, server.theirs.accountId);
    expectError(await send(body(id, { accountId: server.theirs.accountId })), 403, 'ACCOUNT_MISMATCH');
    expectError(
      await server.call(server.platform, 'POST', '/api/v1/discount-codes/redeem', {
        body: body(id, { accountId: server.theirs.accountId }),
        onBehalfOf: server.ours.accountId,
      }),
      403,
      'ACCOUNT_MISMATCH',
    );
    expect(await rowsOf(id)).toEqual([]);
  });

  it("takes a partner on behalf of the merchant and the merchant's own key with write; a session gets 403 FORBIDDEN", async () => {
    const { id } = await make();
    const on = (options: object) =>
      server.call(server.platform, 'POST', '/api/v1/discount-codes/redeem', { body: body(id), ...options });
    expectData(await on({ onBehalfOf: server.ours.accountId }));
    expectError(await on({}), 403, 'NO_ACCOUNT');
    expectError(
      await bySession(server, server.ours.cookie, 'POST', '/api/v1/discount-codes/redeem', body(id)),
      403,
      'FORBIDDEN',
    );
    const typed = await trpc(server, 'mutation', 'discountCodes.redeem', body(id), { cookie: server.ours.cookie });
    expect([typed.status, typed.code]).toEqual([403, 'FORBIDDEN']);
    const reader = await makeKey(server.services.database, server.services.keys, server.ours.accountId, {
      scopes: ['read'],
    });
    expectError(await send(body(id), reader), 403, 'INSUFFICIENT_SCOPE');
    expect(await countOf(id)).toBe(1);
  });

  it('writes no audit row: redemptions are not among what is recorded', async () => {
    const { id } = await make();
    const before = await auditOf(server, server.ours.accountId);
    expectData(await send(body(id)));
    expect(await auditOf(server, server.ours.accountId)).toEqual(before);
  });
});

describe('what was redeemed', () => {
  it("lists a code's redemptions newest first, in pages, and none of the neighbour's", async () => {
    const { id } = await make();
    const made: string[] = [];
    for (let n = 0; n < 5; n++) made.push(expectData(await send(body(id))).id);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = expectData(
        await server.call(
          server.ours.key,
          'GET',
          `/api/v1/discount-codes/${id}/redemptions?limit=2${cursor === null ? '' : `&cursor=${cursor}`}`,
        ),
      );
      expect(page.total).toBe(5);
      seen.push(...page.items.map((item: { id: string }) => item.id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    const order = await server.services.database.prisma.discountRedemption.findMany({
      where: { discountCodeId: id },
      orderBy: [{ redeemedAt: 'desc' }, { id: 'desc' }],
    });
    expect(seen).toEqual(order.map((row) => row.id));
    expect([...seen].sort()).toEqual(made.sort());
    expectError(
      await server.call(server.theirs.key, 'GET', `/api/v1/discount-codes/${id}/redemptions`),
      404,
      'NOT_FOUND',
    );
    expectError(
      await server.call(server.ours.key, 'GET', `/api/v1/discount-codes/${id}/redemptions?cursor=x`),
      400,
      'VALIDATION',
    );
  });

  it('draws the course of a code, and Home, also when amounts add up beyond 2^53 − 1', async () => {
    const tenant = await server.makeTenant();
    const { id } = await makeDiscountCode(server.services.database, tenant.accountId);
    for (let n = 0; n < 2; n++)
      expectData(
        await send(
          { discountCodeId: id, checkoutSessionId: unique('s'), appliedAmount: Number.MAX_SAFE_INTEGER },
          tenant.key,
        ),
      );
    const course = await trpc(server, 'query', 'discountCodes.activity', { id, days: 7 }, { cookie: tenant.cookie });
    const overview = expectData(await server.call(tenant.key, 'GET', '/api/v1/insights/overview'));
    expect(course.status).toBe(200);
    expect(course.data.points).toHaveLength(7);
    expect(course.data.points.at(-1).redemptions).toBe(2);
    expect(overview.discounts.redemptions).toBe(2);
    expect(overview.discounts.appliedByCurrency.IDR).toBeCloseTo(2 * Number.MAX_SAFE_INTEGER, -3);
  });
});
