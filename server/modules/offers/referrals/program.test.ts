/** The program (docs/contract/referrals.md#program): what PUT keeps, resets and refuses. */
import { describe, expect, it } from 'vitest';
import { makeMarketingCampaign } from '@/server/testing/factories/content';
import { makeReferralProgram } from '@/server/testing/factories/offers';
import { auditOf, bySession, expectData, expectError, snapshotOf, trpc } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer();

const PATH = '/api/v1/referrals/program';
const BODY = { rewardType: 'percent', referrerValue: 15, refereeValue: 10, currency: 'idr' };
const put = (body: object, tenant: Tenant = server.ours) => server.call(tenant.key, 'PUT', PATH, { body });
const get = async (tenant: Tenant = server.ours) => expectData(await server.call(tenant.key, 'GET', PATH));
const FULL = {
  enabled: true,
  minPurchaseAmount: 50_000,
  rewardExpiryDays: 60,
  attributionWindowDays: 14,
  maxRewardsPerReferrer: 3,
  programTerms: 'Be *kind*.',
};

describe('GET /referrals/program', () => {
  it('is the literal null in data when there is none', async () => {
    const tenant = await server.makeTenant();
    const answer = await server.call(tenant.key, 'GET', PATH);
    expect(expectData(answer)).toBeNull();
    expect(answer.text).toContain('"data":null');
  });

  it("never shows the neighbour's", async () => {
    const [mine, other] = await Promise.all([server.makeTenant(), server.makeTenant()]);
    expectData(await put(BODY, other));
    expect(await get(mine)).toBeNull();
    expectData(await put({ ...BODY, referrerValue: 1 }, mine));
    expect((await get(other)).referrerValue).toBe(15);
  });
});

describe('PUT /referrals/program', () => {
  it('makes a program with the defaults, answers 200 with all of it, and is read back the same', async () => {
    const tenant = await server.makeTenant();
    const program = expectData(await put(BODY, tenant));
    expect(program).toEqual({
      id: expect.stringMatching(/^c[a-z0-9]{24}$/),
      accountId: tenant.accountId,
      enabled: false,
      rewardType: 'percent',
      referrerValue: 15,
      refereeValue: 10,
      currency: 'IDR',
      minPurchaseAmount: null,
      rewardExpiryDays: 90,
      attributionWindowDays: 30,
      maxRewardsPerReferrer: null,
      programTerms: null,
      marketingCampaignId: null,
      existingCustomers: 'allow',
      holdDays: 0,
      review: 'off',
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      updatedAt: program.createdAt,
    });
    expect(await get(tenant)).toEqual(program);
  });

  it('stores everything that is sent', async () => {
    const tenant = await server.makeTenant();
    const marketingCampaignId = await makeMarketingCampaign(server.services.database, tenant.accountId);
    const sent = {
      ...BODY,
      ...FULL,
      rewardType: 'fixed',
      referrerValue: 2 ** 53 - 1,
      refereeValue: 1,
      marketingCampaignId,
    };
    expect(expectData(await put(sent, tenant))).toMatchObject({ ...sent, currency: 'IDR' });
    expect(await get(tenant)).toMatchObject({ ...sent, currency: 'IDR' });
  });

  it('keeps enabled, both numbers of days and the campaign when they are left out, and resets the other optional ones', async () => {
    const tenant = await server.makeTenant();
    const marketingCampaignId = await makeMarketingCampaign(server.services.database, tenant.accountId);
    const first = expectData(await put({ ...BODY, ...FULL, marketingCampaignId }, tenant));
    const second = expectData(
      await put(
        { ...BODY, rewardType: 'shipping_fixed', referrerValue: 5000, refereeValue: 200, currency: 'USD' },
        tenant,
      ),
    );
    expect(second).toEqual({
      ...first,
      rewardType: 'shipping_fixed',
      referrerValue: 5000,
      refereeValue: 200,
      currency: 'USD',
      minPurchaseAmount: null,
      maxRewardsPerReferrer: null,
      programTerms: null,
      updatedAt: second.updatedAt,
    });
    expect(second).toMatchObject({
      enabled: true,
      rewardExpiryDays: 60,
      attributionWindowDays: 14,
      marketingCampaignId,
    });
    expect(second.updatedAt >= first.updatedAt).toBe(true);
  });

  it('takes null for what may be null, and detaches the campaign with it', async () => {
    const tenant = await server.makeTenant();
    const marketingCampaignId = await makeMarketingCampaign(server.services.database, tenant.accountId);
    expectData(await put({ ...BODY, ...FULL, marketingCampaignId }, tenant));
    const nulls = {
      minPurchaseAmount: null,
      maxRewardsPerReferrer: null,
      programTerms: null,
      marketingCampaignId: null,
    };
    expect(expectData(await put({ ...BODY, ...nulls }, tenant))).toMatchObject(nulls);
  });

  it('always lets a program be disabled', async () => {
    const tenant = await server.makeTenant({ plan: 'starter' });
    expectData(await put({ ...BODY, enabled: true }, tenant));
    await server.services.database.prisma.subscription.update({
      where: { accountId: tenant.accountId },
      data: { currentPeriodEnd: new Date('2020-01-01') },
    });
    expect(expectData(await put({ ...BODY, enabled: false }, tenant)).enabled).toBe(false);
  });

  it.each([
    ['no rewardType', { rewardType: undefined }, 'rewardType'],
    ['an unknown rewardType', { rewardType: 'points' }, 'rewardType'],
    ['no referrerValue', { referrerValue: undefined }, 'referrerValue'],
    ['a referrerValue of 0', { referrerValue: 0 }, 'referrerValue'],
    ['a negative refereeValue', { refereeValue: -5 }, 'refereeValue'],
    ['a refereeValue with a fraction', { refereeValue: 1.5 }, 'refereeValue'],
    ['a refereeValue as text', { refereeValue: '10' }, 'refereeValue'],
    ['an amount of 2^53', { rewardType: 'fixed', referrerValue: 2 ** 53 }, 'referrerValue'],
    ['no currency', { currency: undefined }, 'currency'],
    ['a currency of two letters', { currency: 'ID' }, 'currency'],
    ['a currency of four letters', { currency: 'IDRX' }, 'currency'],
    ['a negative minPurchaseAmount', { minPurchaseAmount: -1 }, 'minPurchaseAmount'],
    ['a minPurchaseAmount of 0', { minPurchaseAmount: 0 }, 'minPurchaseAmount'],
    ['a maxRewardsPerReferrer of 0', { maxRewardsPerReferrer: 0 }, 'maxRewardsPerReferrer'],
    ['a maxRewardsPerReferrer of 2^31', { maxRewardsPerReferrer: 2 ** 31 }, 'maxRewardsPerReferrer'],
    ['enabled as text', { enabled: 'true' }, 'enabled'],
    ['enabled null', { enabled: null }, 'enabled'],
    ['rewardExpiryDays with a fraction', { rewardExpiryDays: 1.5 }, 'rewardExpiryDays'],
    ['rewardExpiryDays null', { rewardExpiryDays: null }, 'rewardExpiryDays'],
    ['attributionWindowDays as text', { attributionWindowDays: '30' }, 'attributionWindowDays'],
    ['terms of 5,001 characters', { programTerms: 'x'.repeat(5001) }, 'programTerms'],
    ['terms with NUL', { programTerms: 'a\0b' }, 'programTerms'],
    ['a campaign that is a number', { marketingCampaignId: 5 }, 'marketingCampaignId'],
  ])('answers 400 VALIDATION for %s', async (_, wrong, path) => {
    expect(
      expectError(await put({ ...BODY, ...wrong }), 400, 'VALIDATION').details.issues.map(
        (issue: { path: string }) => issue.path,
      ),
    ).toEqual([path]);
  });

  it.each([
    ['a percentage of 101', { referrerValue: 101 }],
    ['a percentage of 101 for the referee', { refereeValue: 101 }],
    ['a shipping percentage of 150', { rewardType: 'shipping_percent', refereeValue: 150 }],
    ['rewardExpiryDays of 0', { rewardExpiryDays: 0 }],
    ['rewardExpiryDays of 366', { rewardExpiryDays: 366 }],
    ['rewardExpiryDays below 0', { rewardExpiryDays: -1 }],
    ['attributionWindowDays of 0', { attributionWindowDays: 0 }],
    ['attributionWindowDays of 181', { attributionWindowDays: 181 }],
    ['attributionWindowDays beyond 32 bits', { attributionWindowDays: 2 ** 40 }],
  ])('answers 400 INVALID_VALUE for %s, and changes nothing', async (_, wrong) => {
    const before = await snapshotOf(server, server.ours.accountId);
    expectError(await put({ ...BODY, ...wrong }), 400, 'INVALID_VALUE');
    expect(await snapshotOf(server, server.ours.accountId)).toEqual(before);
  });

  it.each([
    ['percentages of 1 and 100', { referrerValue: 1, refereeValue: 100 }],
    ['amounts over 100', { rewardType: 'fixed', referrerValue: 101, refereeValue: 25_000 }],
    ['days of 1', { rewardExpiryDays: 1, attributionWindowDays: 1 }],
    ['the most days', { rewardExpiryDays: 365, attributionWindowDays: 180 }],
    ['terms of 5,000 characters', { programTerms: 'x'.repeat(5000) }],
    ['a cap of 1 and a floor of 1', { maxRewardsPerReferrer: 1, minPurchaseAmount: 1 }],
  ])('takes %s', async (_, allowed) => {
    const tenant = await server.makeTenant();
    expect(expectData(await put({ ...BODY, ...allowed }, tenant))).toMatchObject(allowed);
  });

  it.each(['theirs', 'unknown'])(
    'answers 400 VALIDATION with CAMPAIGN_NOT_IN_ACCOUNT for a campaign that is %s, whether there is a program or not',
    async (whose) => {
      const tenant = await server.makeTenant();
      const marketingCampaignId =
        whose === 'theirs'
          ? await makeMarketingCampaign(server.services.database, server.theirs.accountId)
          : 'NOT AN ID';
      expect(expectError(await put({ ...BODY, marketingCampaignId }, tenant), 400, 'VALIDATION').details).toEqual({
        reason: 'CAMPAIGN_NOT_IN_ACCOUNT',
      });
      expect(await get(tenant)).toBeNull();
      const program = expectData(await put(BODY, tenant));
      expect(
        expectError(await put({ ...BODY, referrerValue: 1, marketingCampaignId }, tenant), 400, 'VALIDATION').details,
      ).toEqual({ reason: 'CAMPAIGN_NOT_IN_ACCOUNT' });
      expect(await get(tenant)).toEqual(program);
    },
  );

  it('writes an audit row for each, by whoever did it', async () => {
    const tenant = await server.makeTenant();
    const { id } = expectData(await put({ ...BODY, enabled: true }, tenant));
    expectData(await bySession(server, tenant.cookie, 'PUT', PATH, { ...BODY, enabled: false }));
    const target = { action: 'referral_program.upsert', targetType: 'referral_program', targetId: id };
    expect(await auditOf(server, tenant.accountId)).toMatchObject([
      {
        ...target,
        actorKind: 'key',
        actorId: tenant.key.id,
        data: { created: true, enabled: true, rewardType: 'percent' },
      },
      {
        ...target,
        actorKind: 'session',
        actorId: tenant.user.id,
        data: { created: false, enabled: false, rewardType: 'percent' },
      },
    ]);
  });

  it('is gated by the plan only when it makes one: on free, which has room for one, both succeed', async () => {
    const tenant = await server.makeTenant({ plan: null });
    const first = expectData(await put(BODY, tenant));
    expect(expectData(await put({ ...BODY, referrerValue: 20 }, tenant)).id).toBe(first.id);
  });

  it('makes one program of 20 first PUTs at once, all of which succeed', async () => {
    for (let round = 0; round < 2; round++) {
      const tenant = await server.makeTenant();
      const programs = await Promise.all(
        Array.from({ length: 20 }, async (_, n) => expectData(await put({ ...BODY, referrerValue: n + 1 }, tenant))),
      );
      expect(new Set(programs.map(({ id }) => id)).size).toBe(1);
      expect(
        await server.services.database.prisma.referralProgram.count({ where: { accountId: tenant.accountId } }),
      ).toBe(1);
      const entries = await auditOf(server, tenant.accountId);
      expect(entries.filter(({ data }) => (data as { created: boolean }).created)).toHaveLength(1);
      expect(entries).toHaveLength(20);
    }
  });
});

describe('the preview of both codes', () => {
  const preview = (input: object) => trpc(server, 'query', 'referrals.preview', input, { cookie: server.ours.cookie });

  it('shows codes of the right shape with value, currency and the day on which they run out, and stores nothing', async () => {
    await makeReferralProgram(server.services.database, server.ours.accountId);
    const before = await snapshotOf(server, server.ours.accountId);
    const from = Date.now();
    const { data } = await preview({
      rewardType: 'fixed',
      referrerValue: 30_000,
      refereeValue: 20_000,
      currency: 'idr',
      rewardExpiryDays: 10,
    });
    expect(data).toMatchObject({
      referrer: {
        code: expect.stringMatching(/^REF-[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}$/),
        type: 'fixed',
        value: 30_000,
        currency: 'IDR',
      },
      referee: {
        code: expect.stringMatching(/^WELCOME-[A-HJ-NP-Z2-9]{6}$/),
        type: 'fixed',
        value: 20_000,
        currency: 'IDR',
      },
    });
    for (const { expiresAt } of [data.referrer, data.referee]) {
      const days = (Date.parse(expiresAt) - from) / 86_400_000;
      expect(days).toBeGreaterThanOrEqual(10);
      expect(days).toBeLessThan(10.001);
    }
    expect(await snapshotOf(server, server.ours.accountId)).toEqual(before);
  });

  it('refuses what PUT refuses', async () => {
    expect(await preview({ ...BODY, refereeValue: 101 })).toMatchObject({ status: 400, code: 'INVALID_VALUE' });
    expect(await preview({ ...BODY, refereeValue: 0 })).toMatchObject({ status: 400, code: 'VALIDATION' });
  });
});
