/** Changing and archiving a code (docs/contract/discount-codes.md#fields). */
import { describe, expect, it } from 'vitest';
import { makeDiscountCode } from '@/server/testing/factories/offers';
import { makeMarketingCampaign } from '@/server/testing/factories/content';
import { unique } from '@/server/testing/factories/unique';
import { auditOf, expectData, expectError, snapshotOf } from '@/server/testing/http';
import { useServer } from '@/server/testing/server';

const server = useServer();

const patch = (id: string, body: unknown) =>
  server.call(server.ours.key, 'PATCH', `/api/v1/discount-codes/${id}`, { body });
const archive = (id: string) => server.call(server.ours.key, 'DELETE', `/api/v1/discount-codes/${id}`);
const get = async (id: string) => expectData(await server.call(server.ours.key, 'GET', `/api/v1/discount-codes/${id}`));
const make = (options: Parameters<typeof makeDiscountCode>[2] = {}) =>
  makeDiscountCode(server.services.database, server.ours.accountId, options);

describe('PATCH /discount-codes/:id', () => {
  it('changes what is sent, keeps what is not, and answers with the row', async () => {
    const { id } = await make({ description: 'Keep me', maxUsesTotal: 5, public: true });
    const before = await get(id);
    const row = expectData(await patch(id, { value: 15 }));
    expect(row).toEqual({ ...before, value: 15, updatedAt: row.updatedAt });
    expect(row.updatedAt >= before.updatedAt).toBe(true);
    expect(await get(id)).toEqual(row);
  });

  it('changes every mutable field', async () => {
    const { id } = await make();
    const changes = {
      description: 'New',
      type: 'fixed',
      value: 5_000,
      currency: 'USD',
      scope: 'products',
      productIds: ['p1', 'p2'],
      tagFilter: ['t'],
      minPurchaseAmount: 1_000,
      maxUsesTotal: 3,
      maxUsesPerCustomer: 2,
      startsAt: '2026-01-01T00:00:00.000Z',
      expiresAt: '2027-01-01T00:00:00.000Z',
      active: false,
      public: true,
      marketingCampaignId: await makeMarketingCampaign(server.services.database, server.ours.accountId),
    };
    expect(expectData(await patch(id, changes))).toMatchObject(changes);
    expect(await get(id)).toMatchObject(changes);
  });

  it('clears with null what null clears', async () => {
    const marketingCampaignId = await makeMarketingCampaign(server.services.database, server.ours.accountId);
    const { id } = await make({
      description: 'x',
      minPurchaseAmount: 5n,
      maxUsesTotal: 1,
      maxUsesPerCustomer: 1,
      startsAt: new Date('2026-01-01'),
      expiresAt: new Date('2027-01-01'),
      marketingCampaignId,
    });
    const nulls = {
      description: null,
      minPurchaseAmount: null,
      maxUsesTotal: null,
      maxUsesPerCustomer: null,
      startsAt: null,
      expiresAt: null,
      marketingCampaignId: null,
    };
    expect(expectData(await patch(id, nulls))).toMatchObject(nulls);
  });

  it.each([{ code: 'OTHER' }, { code: 5 }, { code: '' }, { code: 'x'.repeat(99) }])(
    'strips code silently: %j',
    async (body) => {
      const { id, code } = await make();
      expect(expectData(await patch(id, { ...body, description: 'd' }))).toMatchObject({ code, description: 'd' });
    },
  );

  it('ignores fields that are unknown or not for the caller to set', async () => {
    const { id } = await make();
    const row = expectData(
      await patch(id, {
        id: 'cx',
        accountId: server.theirs.accountId,
        redemptionCount: 9,
        source: 'x',
        sourceRefId: 'x',
        createdAt: '2020-01-01T00:00:00Z',
        nonsense: 1,
      }),
    );
    expect(row).toMatchObject({
      id,
      accountId: server.ours.accountId,
      redemptionCount: 0,
      source: 'manual',
      sourceRefId: null,
    });
    expect(row.createdAt).not.toMatch(/^2020/);
  });

  it('takes an empty body', async () => {
    const { id } = await make();
    expectData(await patch(id, {}));
    expectData(await server.call(server.ours.key, 'PATCH', `/api/v1/discount-codes/${id}`));
  });

  it.each([
    ['a percentage that becomes 101', {}, { value: 101 }, 'INVALID_VALUE'],
    ['a value of 0', {}, { value: 0 }, 'INVALID_VALUE'],
    [
      'a stored amount that becomes a percentage',
      { type: 'fixed', value: 5_000n },
      { type: 'percent' },
      'INVALID_VALUE',
    ],
    ['products without stored productIds', {}, { scope: 'products' }, 'INVALID_SCOPE'],
    ['tags without stored tags', { productIds: ['p'] }, { scope: 'tags' }, 'INVALID_SCOPE'],
    [
      'stored scope products whose list is emptied',
      { scope: 'products', productIds: ['p'] },
      { productIds: [] },
      'INVALID_SCOPE',
    ],
    [
      'stored scope tags whose list is emptied',
      { scope: 'tags', tagFilter: ['t'] },
      { tagFilter: [] },
      'INVALID_SCOPE',
    ],
    [
      'startsAt after the stored expiresAt',
      { expiresAt: new Date('2026-01-01') },
      { startsAt: '2026-01-02T00:00:00Z' },
      'VALIDATION',
    ],
    [
      'expiresAt before the stored startsAt',
      { startsAt: new Date('2026-01-01') },
      { expiresAt: '2025-12-31T00:00:00Z' },
      'VALIDATION',
    ],
    ['a cap of 0', {}, { maxUsesTotal: 0 }, 'VALIDATION'],
    ['a null value', {}, { value: null }, 'VALIDATION'],
    ['a null type', {}, { type: null }, 'VALIDATION'],
    ['a null active', {}, { active: null }, 'VALIDATION'],
    ['an unknown campaign', {}, { marketingCampaignId: 'c0000000000000000000000000' }, 'VALIDATION'],
  ])('checks the merged row: refuses %s, and changes nothing', async (_, stored, body, code) => {
    const { id } = await make(stored);
    const before = await get(id);
    expectError(await patch(id, body), 400, code);
    expect(await get(id)).toEqual(before);
  });

  it.each([
    ['a type with a fitting value', { type: 'fixed', value: 5_000n }, { type: 'percent', value: 50 }],
    ['a scope with its list', {}, { scope: 'products', productIds: ['p'] }],
    ['a scope whose list is stored already', { productIds: ['p'] }, { scope: 'products' }],
    [
      'both ends of the window moved past the stored ones',
      { startsAt: new Date('2026-01-01'), expiresAt: new Date('2026-02-01') },
      { startsAt: '2027-01-01T00:00:00.000Z', expiresAt: '2027-02-01T00:00:00.000Z' },
    ],
  ])('checks the merged row: takes %s', async (_, stored, body) => {
    const { id } = await make(stored);
    expect(expectData(await patch(id, body))).toMatchObject(body);
  });

  it("refuses the neighbour's campaign with CAMPAIGN_NOT_IN_ACCOUNT", async () => {
    const { id } = await make();
    const marketingCampaignId = await makeMarketingCampaign(server.services.database, server.theirs.accountId);
    expect(expectError(await patch(id, { marketingCampaignId }), 400, 'VALIDATION').details).toEqual({
      reason: 'CAMPAIGN_NOT_IN_ACCOUNT',
    });
  });

  it('lowers maxUsesTotal below redemptionCount: future carts are refused, past redemptions stay', async () => {
    const { id, code } = await make({ maxUsesTotal: 10 });
    const redeem = (checkoutSessionId: string) =>
      server.call(server.ours.key, 'POST', '/api/v1/discount-codes/redeem', {
        body: { discountCodeId: id, checkoutSessionId, appliedAmount: 1 },
      });
    for (const n of [1, 2, 3]) expectData(await redeem(unique(`s${n}`)));
    expect(expectData(await patch(id, { maxUsesTotal: 2 }))).toMatchObject({ maxUsesTotal: 2, redemptionCount: 3 });
    const cart = { accountId: server.ours.accountId, code, subtotal: 100, currency: 'IDR' };
    expect(
      expectData(await server.call(server.ours.key, 'POST', '/api/v1/discount-codes/validate', { body: cart })),
    ).toMatchObject({ valid: false, reason: 'GLOBAL_LIMIT' });
  });

  it('loses no change when two fields are changed at once, and keeps the merged row valid', async () => {
    const { id } = await make({ type: 'fixed', value: 50n });
    // One makes it a percentage, the other raises the value above 100: only one of them can be allowed.
    const answers = await Promise.all([patch(id, { type: 'percent' }), patch(id, { value: 5_000 })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const row = await get(id);
    expect(row.type === 'fixed' || row.value <= 100).toBe(true);
  });

  it.each(['c0000000000000000000000000', 'validate'])('answers 404 NOT_FOUND for %s', async (id) => {
    expectError(await patch(id, { value: 5 }), 404, 'NOT_FOUND');
  });

  it("answers 404 for the neighbour's code and changes nothing of it", async () => {
    const { id } = await makeDiscountCode(server.services.database, server.theirs.accountId);
    const before = await snapshotOf(server, server.theirs.accountId);
    expectError(await patch(id, { value: 5 }), 404, 'NOT_FOUND');
    expectError(await archive(id), 404, 'NOT_FOUND');
    expect(await snapshotOf(server, server.theirs.accountId)).toEqual(before);
  });
});

describe('DELETE /discount-codes/:id', () => {
  it('archives: the row stays, inactive, still listed by default, and validates with INACTIVE', async () => {
    const { id, code } = await make({ public: true });
    expect(expectData(await archive(id))).toEqual({ id, active: false });
    expect(await get(id)).toMatchObject({ id, active: false, public: true });
    const listed = expectData(await server.call(server.ours.key, 'GET', '/api/v1/discount-codes?limit=1'));
    expect(listed.items[0].id).toBe(id);
    const cart = { accountId: server.ours.accountId, code, subtotal: 100, currency: 'IDR' };
    expect(
      expectData(await server.call(server.ours.key, 'POST', '/api/v1/discount-codes/validate', { body: cart })),
    ).toMatchObject({ valid: false, reason: 'INACTIVE' });
    const offered = expectData(await server.fetch('GET', `/api/v1/discount-codes/applicable/${server.ours.accountId}`));
    expect(offered.items.map((item: { id: string }) => item.id)).not.toContain(id);
  });

  it('answers the same for a code that is archived already', async () => {
    const { id } = await make({ active: false });
    expect(expectData(await archive(id))).toEqual({ id, active: false });
  });

  it('is undone by PATCH active true', async () => {
    const { id } = await make();
    expectData(await archive(id));
    expect(expectData(await patch(id, { active: true })).active).toBe(true);
  });

  it('answers 404 NOT_FOUND for an unknown code', async () => {
    expectError(await archive('c0000000000000000000000000'), 404, 'NOT_FOUND');
  });
});

describe('the audit log', () => {
  it('records update and archive once each, in the order they happened', async () => {
    const tenant = await server.makeTenant();
    const { id } = await makeDiscountCode(server.services.database, tenant.accountId);
    const call = (method: string, body?: unknown) =>
      server.call(tenant.key, method, `/api/v1/discount-codes/${id}`, { body });
    expectData(await call('PATCH', { value: 12 }));
    expectData(await call('DELETE'));
    expectData(await call('PATCH', { active: true }));
    expectError(await call('PATCH', { value: 0 }), 400, 'INVALID_VALUE');
    const rows = await auditOf(server, tenant.accountId);
    expect(
      rows.map(({ action, targetType, targetId, actorKind, actorId }) => [
        action,
        targetType,
        targetId,
        actorKind,
        actorId,
      ]),
    ).toEqual(
      ['discount_code.update', 'discount_code.archive', 'discount_code.update'].map((action) => [
        action,
        'discount_code',
        id,
        'key',
        tenant.key.id,
      ]),
    );
  });

  it('is written in the transaction of the change: without the audit row nothing changes', async () => {
    const tenant = await server.makeTenant();
    const { id } = await makeDiscountCode(server.services.database, tenant.accountId);
    const before = await snapshotOf(server, tenant.accountId);
    const { pool } = server.services.database;
    await pool.query(
      `CREATE FUNCTION fail_audit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no audit today'; END $$`,
    );
    await pool.query(
      `CREATE TRIGGER fail_audit BEFORE INSERT ON "AuditEntry" FOR EACH ROW WHEN (NEW."accountId" = '${tenant.accountId}') EXECUTE FUNCTION fail_audit()`,
    );
    try {
      const call = (method: string, url: string, body?: unknown) => server.call(tenant.key, method, url, { body });
      expectError(
        await call('POST', '/api/v1/discount-codes', {
          code: 'UNRECORDED',
          type: 'percent',
          value: 1,
          currency: 'IDR',
        }),
        500,
        'INTERNAL',
      );
      expectError(await call('PATCH', `/api/v1/discount-codes/${id}`, { value: 99 }), 500, 'INTERNAL');
      expectError(await call('DELETE', `/api/v1/discount-codes/${id}`), 500, 'INTERNAL');
    } finally {
      await pool.query('DROP TRIGGER fail_audit ON "AuditEntry"');
    }
    expect(await snapshotOf(server, tenant.accountId)).toEqual(before);
  });
});
