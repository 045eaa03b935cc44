/** Creating a code, and reading it back (docs/contract/discount-codes.md#fields). */
import { describe, expect, it } from 'vitest';
import { makeDiscountCode } from '@/server/testing/factories/offers';
import { makeMarketingCampaign } from '@/server/testing/factories/content';
import { unique } from '@/server/testing/factories/unique';
import { auditOf, bySession, expectData, expectError, snapshotOf, trpc } from '@/server/testing/http';
import { useServer } from '@/server/testing/server';

const server = useServer();

const MINIMUM = { type: 'percent', value: 25, currency: 'IDR' };
const create = (body: Record<string, unknown> | string, key = server.ours.key) =>
  server.call(key, 'POST', '/api/v1/discount-codes', {
    body: typeof body === 'string' ? body : { code: unique('C'), ...MINIMUM, ...body },
  });
const get = (id: string, key = server.ours.key) => server.call(key, 'GET', `/api/v1/discount-codes/${id}`);

describe('POST /discount-codes', () => {
  it('answers 201 with the whole row, filled with the defaults of the contract', async () => {
    const code = unique('Lebaran-');
    const row = expectData(await create({ code }), 201);
    const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(row).toEqual({
      id: expect.stringMatching(/^c[a-z0-9]{24}$/),
      accountId: server.ours.accountId,
      code,
      description: null,
      type: 'percent',
      value: 25,
      currency: 'IDR',
      scope: 'cart',
      productIds: [],
      tagFilter: [],
      minPurchaseAmount: null,
      maxUsesTotal: null,
      maxUsesPerCustomer: null,
      redemptionCount: 0,
      source: 'manual',
      sourceRefId: null,
      marketingCampaignId: null,
      startsAt: null,
      expiresAt: null,
      active: true,
      public: false,
      createdAt: instant,
      updatedAt: instant,
    });
    expect(row.updatedAt).toBe(row.createdAt);
    expect(expectData(await get(row.id))).toEqual(row);
  });

  it('stores every field as sent, instants in UTC, currency in upper case', async () => {
    const marketingCampaignId = await makeMarketingCampaign(server.services.database, server.ours.accountId);
    const sent = {
      code: unique('All '),
      description: 'Für alle — 全員に 🎉',
      type: 'shipping_fixed',
      value: 15_000,
      scope: 'tags',
      productIds: ['p1'],
      tagFilter: ['Sale', 'sale'],
      minPurchaseAmount: 0,
      maxUsesTotal: 1,
      maxUsesPerCustomer: 2_147_483_647,
      active: false,
      public: true,
      marketingCampaignId,
    };
    const row = expectData(
      await create({
        ...sent,
        currency: 'usd',
        startsAt: '2026-01-31T09:00:00+07:00',
        expiresAt: '2026-02-01T00:00:00.5-05:30',
      }),
      201,
    );
    expect(row).toMatchObject({
      ...sent,
      currency: 'USD',
      startsAt: '2026-01-31T02:00:00.000Z',
      expiresAt: '2026-02-01T05:30:00.500Z',
    });
    expect(expectData(await get(row.id))).toEqual(row);
  });

  it('ignores what it does not know and what is not for the caller to set', async () => {
    const row = expectData(
      await create({
        id: 'cmine',
        accountId: server.theirs.accountId,
        redemptionCount: 7,
        source: 'referral_referrer',
        sourceRefId: 'x',
        createdAt: '2020-01-01T00:00:00Z',
        nonsense: { a: 1 },
      }),
      201,
    );
    expect(row).toMatchObject({
      accountId: server.ours.accountId,
      redemptionCount: 0,
      source: 'manual',
      sourceRefId: null,
    });
    expect(row.id).not.toBe('cmine');
    expect(row.createdAt).not.toMatch(/^2020/);
  });

  it.each([
    ['percent 1', { value: 1 }],
    ['percent 100', { value: 100 }],
    ['shipping_percent 100', { type: 'shipping_percent', value: 100 }],
    ['fixed 1', { type: 'fixed', value: 1 }],
    ['fixed 101', { type: 'fixed', value: 101 }],
    ['fixed 2^53 − 1', { type: 'fixed', value: Number.MAX_SAFE_INTEGER }],
    ['a floor of 2^53 − 1', { minPurchaseAmount: Number.MAX_SAFE_INTEGER }],
    ['a code of 1 character', { code: '~' }],
    ['a code of 50 characters', { code: 'x'.repeat(50) }],
    ['a description of 500 characters', { description: 'x'.repeat(500) }],
    ['an empty description', { description: '' }],
    [
      'nulls where null is a value',
      {
        description: null,
        minPurchaseAmount: null,
        maxUsesTotal: null,
        maxUsesPerCustomer: null,
        startsAt: null,
        expiresAt: null,
        marketingCampaignId: null,
      },
    ],
    ['scope products with one product', { scope: 'products', productIds: ['p'] }],
    ['productIds that the scope ignores', { scope: 'cart', productIds: ['p'], tagFilter: ['t'] }],
  ])('takes %s', async (_, body) => {
    const row = expectData(await create(body), 201);
    expect(row).toMatchObject(body);
    expect(expectData(await get(row.id))).toEqual(row);
  });

  it.each([
    ['no code', { code: undefined }, 'code'],
    ['an empty code', { code: '' }, 'code'],
    ['a code of 51 characters', { code: 'x'.repeat(51) }, 'code'],
    ['a code with NUL', { code: 'a\0' }, 'code'],
    ['a code that is a number', { code: 5 }, 'code'],
    ['no type', { type: undefined }, 'type'],
    ['an unknown type', { type: 'bogo' }, 'type'],
    ['no value', { value: undefined }, 'value'],
    ['a null value', { value: null }, 'value'],
    ['a value in text', { value: '25' }, 'value'],
    ['no currency', { currency: undefined }, 'currency'],
    ['a currency of two letters', { currency: 'ID' }, 'currency'],
    ['a currency of four letters', { currency: 'IDRX' }, 'currency'],
    ['a currency with digits', { currency: 'ID1' }, 'currency'],
    ['an unknown scope', { scope: 'all' }, 'scope'],
    ['a null scope', { scope: null }, 'scope'],
    ['a description of 501 characters', { description: 'x'.repeat(501) }, 'description'],
    ['a description with NUL', { description: '\0' }, 'description'],
    ['a negative floor', { minPurchaseAmount: -1 }, 'minPurchaseAmount'],
    ['a floor with a fraction', { minPurchaseAmount: 0.5 }, 'minPurchaseAmount'],
    ['a floor of 2^53', { minPurchaseAmount: 2 ** 53 }, 'minPurchaseAmount'],
    ['a cap of 0', { maxUsesTotal: 0 }, 'maxUsesTotal'],
    ['a cap per customer of 0', { maxUsesPerCustomer: 0 }, 'maxUsesPerCustomer'],
    ['a cap with a fraction', { maxUsesTotal: 1.5 }, 'maxUsesTotal'],
    ['a date without time', { startsAt: '2026-01-31' }, 'startsAt'],
    ['a time without zone', { startsAt: '2026-01-31T09:00:00' }, 'startsAt'],
    ['a day that does not exist', { expiresAt: '2026-02-30T00:00:00Z' }, 'expiresAt'],
    ['an instant in milliseconds', { expiresAt: 1_767_225_600_000 }, 'expiresAt'],
    ['startsAt after expiresAt', { startsAt: '2026-02-02T00:00:00Z', expiresAt: '2026-02-01T00:00:00Z' }, 'expiresAt'],
    [
      'startsAt equal to expiresAt',
      { startsAt: '2026-02-01T00:00:00Z', expiresAt: '2026-02-01T07:00:00+07:00' },
      'expiresAt',
    ],
    ['active in text', { active: 'true' }, 'active'],
    ['public as a number', { public: 1 }, 'public'],
    ['productIds that are no list', { productIds: 'p' }, 'productIds'],
    ['a product id with NUL', { productIds: ['ok', 'a\0'] }, 'productIds.1'],
    ['a tag that is null', { tagFilter: [null] }, 'tagFilter.0'],
  ])('refuses %s with 400 VALIDATION and its dotted path', async (_, body, path) => {
    const error = expectError(await create(body), 400, 'VALIDATION');
    expect([...new Set(error.details.issues.map((issue: { path: string }) => issue.path))]).toEqual([path]);
  });

  it.each([
    ['0', { value: 0 }],
    ['-1', { value: -1 }],
    ['a fraction', { value: 12.5 }],
    ['beyond 2^53 − 1', { type: 'fixed', value: 2 ** 53 }],
    ['percent 101', { value: 101 }],
    ['shipping_percent 101', { type: 'shipping_percent', value: 101 }],
  ])('refuses the value %s with 400 INVALID_VALUE', async (_, body) => {
    expectError(await create(body), 400, 'INVALID_VALUE');
  });

  it.each([
    ['products without productIds', { scope: 'products' }],
    ['products with an empty list', { scope: 'products', productIds: [], tagFilter: ['t'] }],
    ['tags without tagFilter', { scope: 'tags' }],
    ['tags with an empty list', { scope: 'tags', tagFilter: [], productIds: ['p'] }],
  ])('refuses scope %s with 400 INVALID_SCOPE', async (_, body) => {
    expectError(await create(body), 400, 'INVALID_SCOPE');
  });

  it.each([
    ['the same', 'Promo', 'Promo'],
    ['another case', 'PROMO', 'promo'],
    ['another case beyond ASCII', 'É-ŞÖ', 'é-şö'],
  ])('refuses %s code of the same workspace with 409 CODE_EXISTS', async (_, first, second) => {
    const suffix = unique('');
    expectData(await create({ code: first + suffix }), 201);
    expectError(await create({ code: second + suffix }), 409, 'CODE_EXISTS');
  });

  it('keeps the string of an archived code taken', async () => {
    const { id, code } = expectData(await create({}), 201);
    expectData(await server.call(server.ours.key, 'DELETE', `/api/v1/discount-codes/${id}`));
    expectError(await create({ code: code.toLowerCase() }), 409, 'CODE_EXISTS');
  });

  it('lets the neighbour have the same code', async () => {
    const code = unique('SHARED');
    expectData(await create({ code }), 201);
    expect(expectData(await create({ code }, server.theirs.key), 201).accountId).toBe(server.theirs.accountId);
  });

  it.each([
    ['an unknown one', () => Promise.resolve('c0000000000000000000000000')],
    ["the neighbour's", () => makeMarketingCampaign(server.services.database, server.theirs.accountId)],
    ['the empty one', () => Promise.resolve('')],
    ['no id at all', () => Promise.resolve('Not An Id')],
  ])('refuses a marketing campaign outside the workspace: %s', async (_, make) => {
    const error = expectError(await create({ marketingCampaignId: await make() }), 400, 'VALIDATION');
    expect(error.details).toEqual({ reason: 'CAMPAIGN_NOT_IN_ACCOUNT' });
  });

  it('leaves nothing behind when it refuses: no code, no audit row, no count', async () => {
    const { code } = expectData(await create({}), 201);
    const before = await snapshotOf(server, server.ours.accountId);
    expectError(await create({ code }), 409, 'CODE_EXISTS');
    expectError(await create({ value: 0 }), 400, 'INVALID_VALUE');
    expectError(await create({ marketingCampaignId: 'c0000000000000000000000000' }), 400, 'VALIDATION');
    expect(await snapshotOf(server, server.ours.accountId)).toEqual(before);
  });

  it('stores a lone surrogate as U+FFFD', async () => {
    const row = expectData(
      await create(`{"code":"${unique('S')}","type":"percent","value":1,"currency":"IDR","description":"a\\ud800b"}`),
      201,
    );
    expect(expectData(await get(row.id)).description).toBe('a\ufffdb');
  });

  it('records discount_code.create with who did it', async () => {
    const tenant = await server.makeTenant();
    const byKey = expectData(await create({}, tenant.key), 201);
    const byPerson = expectData(
      await bySession(server, tenant.cookie, 'POST', '/api/v1/discount-codes', { code: 'P', ...MINIMUM }),
      201,
    );
    const byDashboard = await trpc(
      server,
      'mutation',
      'discountCodes.create',
      { code: 'D', ...MINIMUM },
      { cookie: tenant.cookie },
    );
    const byPartner = expectData(
      await server.call(server.platform, 'POST', '/api/v1/discount-codes', {
        body: { code: 'X', ...MINIMUM },
        onBehalfOf: tenant.accountId,
      }),
      201,
    );
    const rows = await auditOf(server, tenant.accountId);
    expect(rows.map(({ action, targetType }) => `${action} ${targetType}`)).toEqual(
      Array(4).fill('discount_code.create discount_code'),
    );
    expect(
      rows.map(({ actorKind, actorId, partnerId, onBehalfOf, targetId }) => ({
        actorKind,
        actorId,
        partnerId,
        onBehalfOf,
        targetId,
      })),
    ).toEqual([
      { actorKind: 'key', actorId: tenant.key.id, partnerId: null, onBehalfOf: null, targetId: byKey.id },
      { actorKind: 'session', actorId: tenant.user.id, partnerId: null, onBehalfOf: null, targetId: byPerson.id },
      {
        actorKind: 'session',
        actorId: tenant.user.id,
        partnerId: null,
        onBehalfOf: null,
        targetId: byDashboard.data.id,
      },
      {
        actorKind: 'platform',
        actorId: server.platform.id,
        partnerId: server.platform.id,
        onBehalfOf: tenant.accountId,
        targetId: byPartner.id,
      },
    ]);
  });
});

describe('GET /discount-codes/:id', () => {
  it.each(['c0000000000000000000000000', 'validate', 'redeem', 'UPPER', 'a%2Fb', '%00', '%F0%9F%8E%89'])(
    'answers 404 NOT_FOUND for %s',
    async (id) => {
      expectError(await get(id), 404, 'NOT_FOUND');
    },
  );

  it("answers 404 for the neighbour's code", async () => {
    const { id } = await makeDiscountCode(server.services.database, server.theirs.accountId);
    expectError(await get(id), 404, 'NOT_FOUND');
    expectData(await get(id, server.theirs.key));
  });
});
