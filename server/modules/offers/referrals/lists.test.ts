/**
 * What the dashboard and clients read: lists, the way of an attribution and back from a code, stats and funnel
 * (docs/contract/referrals.md).
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { now } from '@/server/platform/lib/clock';
import {
  makeAttribution,
  makeDiscountCode,
  makeReferralLink,
  makeReferralProgram,
  type MadeReferralLink,
} from '@/server/testing/factories/offers';
import { makeContact } from '@/server/testing/factories/audience';
import { unique } from '@/server/testing/factories/unique';
import { expectData, expectError, trpc } from '@/server/testing/http';
import { referralCalls } from '@/server/testing/referrals';
import { useServer, type Tenant } from '@/server/testing/server';
import { nextMillisecond } from '@/server/testing/waits';

const server = useServer();
const database = () => server.services.database;
const read = async (tenant: Tenant, path: string) =>
  expectData(await server.call(tenant.key, 'GET', `/api/v1/referrals/${path}`));
const DAY_MS = 86_400_000;
const daysAgo = (days: number): Date => new Date(now().getTime() - days * DAY_MS);

/** Pages through a list and gives all of its items. */
async function walk(tenant: Tenant, path: string): Promise<{ id: string; total?: number }[]> {
  const items = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < 50; pages++) {
    const page: { items: { id: string }[]; nextCursor: string | null; hasMore: boolean } = await read(
      tenant,
      `${path}${cursor === null ? '' : `&cursor=${cursor}`}`,
    );
    items.push(...page.items);
    expect(page.hasMore).toBe(page.nextCursor !== null);
    if (page.nextCursor === null) return items;
    cursor = page.nextCursor;
  }
  throw new Error('The list does not end.');
}

describe('GET /referrals/links', () => {
  let tenant: Tenant;
  let links: MadeReferralLink[];
  beforeAll(async () => {
    tenant = await server.makeTenant();
    await makeReferralProgram(database(), tenant.accountId);
    const counters = [
      { clicks: 5, signups: 1, rewards: 0, revenue: 2n ** 53n - 1n },
      { clicks: 9, signups: 1, rewards: 4, revenue: 1n },
      { clicks: 0, signups: 3, rewards: 4, revenue: 500n },
      { clicks: 7, signups: 2, rewards: 1, revenue: 0n },
      { clicks: 5, signups: 0, rewards: 2, revenue: 500n },
    ];
    links = [];
    for (const [n, each] of counters.entries())
      links.push(
        await makeReferralLink(database(), tenant.accountId, {
          ...each,
          customerId: `Customer-${n}`,
          createdAt: daysAgo(n < 2 ? 10 : n),
        }),
      );
  });

  it.each([
    ['newest', (a: Listed, b: Listed) => b.createdAt.localeCompare(a.createdAt) || b.id.localeCompare(a.id)],
    ['oldest', (a: Listed, b: Listed) => a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id)],
    ['clicks', (a: Listed, b: Listed) => b.clicks - a.clicks || b.id.localeCompare(a.id)],
    ['signups', (a: Listed, b: Listed) => b.signups - a.signups || b.id.localeCompare(a.id)],
    ['rewards', (a: Listed, b: Listed) => b.rewards - a.rewards || b.id.localeCompare(a.id)],
    ['revenue', (a: Listed, b: Listed) => b.revenue - a.revenue || b.id.localeCompare(a.id)],
  ] as const)('is in the order %s, in pages that neither lose nor repeat a link', async (sort, compare) => {
    const all = (await read(tenant, `links?sort=${sort}`)).items as Listed[];
    expect(all.map(({ id }) => id)).toEqual([...all].sort(compare).map(({ id }) => id));
    for (const limit of [1, 2, 3])
      expect((await walk(tenant, `links?sort=${sort}&limit=${limit}`)).map(({ id }) => id)).toEqual(
        all.map(({ id }) => id),
      );
  });
  interface Listed {
    id: string;
    createdAt: string;
    clicks: number;
    signups: number;
    rewards: number;
    revenue: number;
  }

  it('finds a part of the customer or of the code in any case, with the total of what it finds', async () => {
    expect(await read(tenant, 'links?limit=2')).toMatchObject({ total: 5, hasMore: true });
    expect(await read(tenant, 'links?q=CUSTOMER-3')).toMatchObject({ total: 1, items: [{ id: links[3]!.id }] });
    expect(await read(tenant, `links?q=${links[1]!.code.slice(1, 7).toUpperCase()}`)).toMatchObject({
      total: 1,
      items: [{ id: links[1]!.id }],
    });
    expect(await read(tenant, 'links?q=%25')).toEqual({ items: [], total: 0, nextCursor: null, hasMore: false });
    expect((await walk(tenant, 'links?q=customer&limit=2')).length).toBe(5);
    expect((await read(tenant, 'links?q=')).total).toBe(5);
  });

  it('refuses a forged cursor, one of another order, and an unknown order', async () => {
    const { nextCursor } = await read(tenant, 'links?limit=1');
    for (const query of [
      'cursor=forged',
      `sort=clicks&cursor=${nextCursor}`,
      `sort=revenue&cursor=${nextCursor}`,
      'sort=best',
    ])
      expectError(await server.call(tenant.key, 'GET', `/api/v1/referrals/links?${query}`), 400, 'VALIDATION');
  });

  it("says whose it is by the newest contact of that id, what is pending, and revenue by currency; never the neighbour's", async () => {
    const own = await server.makeTenant();
    const other = await server.makeTenant();
    const link = await makeReferralLink(database(), own.accountId, { customerId: 'ani' });
    await makeReferralLink(database(), other.accountId, { customerId: 'ani' });
    await makeContact(database(), own.accountId, { externalRef: 'ani', firstName: 'Old', createdAt: daysAgo(9) });
    const { id: contactId } = await makeContact(database(), own.accountId, {
      externalRef: 'ani',
      firstName: 'Ani',
      lastName: 'Wijaya',
      createdAt: daysAgo(1),
    });
    await makeContact(database(), other.accountId, { externalRef: 'ani', firstName: 'Wrong' });
    for (const [currency, amount] of [
      ['IDR', 1000],
      ['IDR', 500],
      ['USD', 70],
    ] as const) {
      await makeReferralProgram(database(), own.accountId, { currency });
      const { qualifyingCheckoutSessionId } = await makeAttribution(database(), own.accountId, { link });
      expectData(
        await referralCalls(server, () => own.key).fulfill({
          checkoutSessionId: qualifyingCheckoutSessionId,
          currency,
          amount,
        }),
      );
    }
    await makeAttribution(database(), own.accountId, { link });
    await makeAttribution(database(), own.accountId, { link, status: 'voided', amount: 99n, currency: 'IDR' });
    const shown = {
      id: link.id,
      customer: { id: contactId, name: 'Ani Wijaya' },
      signups: 5,
      rewards: 3,
      revenue: 1570,
      pending: 1,
      revenues: [
        { currency: 'IDR', amount: 1500 },
        { currency: 'USD', amount: 70 },
      ],
    };
    expect(await read(own, 'links')).toMatchObject({ total: 1, items: [shown] });
    expect(await read(own, `links/${link.id}`)).toMatchObject({
      ...shown,
      voided: 1,
      expired: 0,
      firstClickAt: null,
      lastClickAt: null,
    });
    expectError(await server.call(other.key, 'GET', `/api/v1/referrals/links/${link.id}`), 404, 'NOT_FOUND');
  });
});

describe('GET /referrals/attributions', () => {
  it('lists the newest first, by state, by link and by part of what names it, in pages', async () => {
    const tenant = await server.makeTenant();
    const [one, two] = [
      await makeReferralLink(database(), tenant.accountId, { customerId: 'Ani' }),
      await makeReferralLink(database(), tenant.accountId, { customerId: 'Citra' }),
    ];
    const made = [];
    const states = ['pending', 'rewarded', 'expired', 'voided', 'pending', 'voided'];
    for (const [n, status] of states.entries()) {
      made.push(
        await makeAttribution(database(), tenant.accountId, {
          link: n % 2 === 0 ? one : two,
          status,
          refereeCustomerId: `Friend-${n}`,
          externalRef: `ref-${n}`,
          createdAt: daysAgo(n < 2 ? 8 : 8 - n),
        }),
      );
    }
    await makeAttribution(database(), server.theirs.accountId, { refereeCustomerId: 'Friend-0' });
    const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);
    const all = await read(tenant, 'attributions');
    expect(all).toMatchObject({ total: 6, nextCursor: null, hasMore: false });
    expect(ids(all.items)).toEqual(
      ids([...all.items].sort((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id.localeCompare(a.id))),
    );
    expect(ids(all.items).slice(0, 4)).toEqual([made[5]!.id, made[4]!.id, made[3]!.id, made[2]!.id]);
    for (const limit of [1, 4]) expect(ids(await walk(tenant, `attributions?limit=${limit}`))).toEqual(ids(all.items));
    expect(ids((await read(tenant, 'attributions?status=voided')).items)).toEqual([made[5]!.id, made[3]!.id]);
    expect(await read(tenant, `attributions?linkId=${one.id}&status=pending`)).toMatchObject({
      total: 2,
      items: [{ id: made[4]!.id, linkCode: one.code }, { id: made[0]!.id }],
    });
    expect((await read(tenant, 'attributions?linkId=cunknown')).total).toBe(0);
    const found = async (q: string) => ids((await read(tenant, `attributions?q=${q}`)).items);
    expect(await found('friend-3')).toEqual([made[3]!.id]);
    expect((await found('CITRA')).length).toBe(3);
    expect(await found('REF-2')).toEqual([made[2]!.id]);
    expect((await found(two.code)).length).toBe(3);
    expect(await found(made[4]!.qualifyingCheckoutSessionId!)).toEqual([made[4]!.id]);
    expect(await found('nothing')).toEqual([]);
    expect(ids(await walk(tenant, `attributions?q=friend&status=pending&linkId=${one.id}&limit=1`))).toEqual([
      made[4]!.id,
      made[0]!.id,
    ]);
    for (const query of ['cursor=forged', 'status=won', 'limit=x'])
      expectError(await server.call(tenant.key, 'GET', `/api/v1/referrals/attributions?${query}`), 400, 'VALIDATION');
  });
});

describe('the way of a reward', () => {
  it('goes from the link over clicks, sign-up, session and order to both codes and their use, and back from a code', async () => {
    const tenant = await server.makeTenant();
    const calls = referralCalls(server, () => tenant.key);
    await makeReferralProgram(database(), tenant.accountId);
    await makeContact(database(), tenant.accountId, { externalRef: 'budi', email: 'budi@example.test' });
    const { link } = expectData(await calls.issue({ customerId: 'ani' }));
    for (let n = 0; n < 2; n++) expectData(await calls.click({ code: link.code }));
    const { attribution } = expectData(
      await calls.signup({ refereeCustomerId: 'budi', refereeEmail: 'budi@example.test', linkCode: link.code }),
    );
    expect(await read(tenant, `attributions/${attribution.id}`)).toMatchObject({
      ...attribution,
      amount: null,
      currency: null,
      voidReason: null,
      codes: { referrer: null, referee: null },
    });
    await nextMillisecond();
    expectData(await calls.click({ code: link.code }));
    const checkoutSessionId = unique('s');
    expectData(await calls.checkoutStart({ customerId: 'budi', checkoutSessionId }));
    const { referrerCodeId, refereeCodeId } = expectData(await calls.fulfill({ checkoutSessionId, amount: 123_000 }));
    const { redeemedAt } = expectData(
      await server.call(tenant.key, 'POST', '/api/v1/discount-codes/redeem', {
        body: { discountCodeId: refereeCodeId, checkoutSessionId: unique('s'), appliedAmount: 1 },
      }),
    );

    const way = await read(tenant, `attributions/${attribution.id}`);
    expect(way).toMatchObject({
      ...attribution,
      status: 'rewarded',
      qualifyingCheckoutSessionId: checkoutSessionId,
      referrerCodeId,
      refereeCodeId,
      rewardedAt: expect.any(String),
      linkCode: link.code,
      referrer: null,
      referee: { name: 'budi@example.test' },
      amount: 123_000,
      currency: 'IDR',
      voidReason: null,
      link: { id: link.id, code: link.code, clicks: 3, createdAt: link.createdAt },
      clicksBefore: { count: 2, first: expect.any(String), last: expect.any(String) },
      codes: {
        referrer: { id: referrerCodeId, type: 'percent', value: 15, currency: 'IDR', active: true, redeemedAt: null },
        referee: { id: refereeCodeId, type: 'percent', value: 10, currency: 'IDR', active: true, redeemedAt },
      },
    });
    expect(way.clicksBefore.first <= way.clicksBefore.last && way.clicksBefore.last <= way.createdAt).toBe(true);

    const origin = (id: string, of = tenant) =>
      trpc(server, 'query', 'referrals.origin', { id }, { cookie: of.cookie });
    const back = {
      attributionId: attribution.id,
      status: 'rewarded',
      linkCode: link.code,
      referrerCustomerId: 'ani',
      refereeCustomerId: 'budi',
    };
    expect((await origin(referrerCodeId)).data).toEqual({ ...back, role: 'referrer' });
    expect((await origin(refereeCodeId)).data).toEqual({ ...back, role: 'referee' });
    expect((await origin(refereeCodeId, server.theirs)).data).toBeNull();
    const own = await makeDiscountCode(database(), tenant.accountId, { sourceRefId: attribution.id });
    for (const id of [own.id, 'cunknown']) expect((await origin(id)).data).toBeNull();

    expectData(await calls.void({ checkoutSessionId }));
    expect(await read(tenant, `attributions/${attribution.id}`)).toMatchObject({
      status: 'voided',
      voidReason: 'refund',
      amount: 123_000,
      codes: { referrer: { active: false }, referee: { active: true } },
    });
  });
});

describe('figures', () => {
  it('stats are zeros without links, and sums of what happened; conversionRate is rewards by clicks', async () => {
    const tenant = await server.makeTenant();
    expect(await read(tenant, 'stats')).toEqual({
      totalLinks: 0,
      totalClicks: 0,
      totalSignups: 0,
      totalRewards: 0,
      attributedRevenue: 0,
      conversionRate: 0,
    });
    await makeReferralProgram(database(), tenant.accountId);
    const calls = referralCalls(server, () => tenant.key);
    const links = await Promise.all([1, 2].map(() => makeReferralLink(database(), tenant.accountId)));
    const made = [];
    for (const link of [links[0]!, links[0]!, links[1]!])
      made.push(await makeAttribution(database(), tenant.accountId, { link }));
    const stats = {
      totalLinks: 2,
      totalClicks: 0,
      totalSignups: 3,
      totalRewards: 2,
      attributedRevenue: 300,
      conversionRate: 0,
    };
    for (const [n, amount] of [100, 200].entries())
      expectData(await calls.fulfill({ checkoutSessionId: made[n + 1]!.qualifyingCheckoutSessionId, amount }));
    expect(await read(tenant, 'stats')).toEqual(stats);
    for (let n = 0; n < 6; n++) expectData(await calls.click({ code: links[n % 2]!.code }));
    expect(await read(tenant, 'stats')).toEqual({ ...stats, totalClicks: 6, conversionRate: 2 / 6 });
    expectData(await calls.void({ checkoutSessionId: made[1]!.qualifyingCheckoutSessionId }));
    expect(await read(tenant, 'stats')).toEqual({
      ...stats,
      totalClicks: 6,
      totalRewards: 1,
      attributedRevenue: 200,
      conversionRate: 1 / 6,
    });
  });

  it("the funnel counts each day of the workspace's time zone, against the period before, and never adds up currencies", async () => {
    const tenant = await server.makeTenant();
    const funnel = async (days: number) =>
      (await trpc(server, 'query', 'referrals.funnel', { days }, { cookie: tenant.cookie })).data;
    // UTC+14: its day differs from ours for most of the day.
    await database().prisma.account.update({
      where: { id: tenant.accountId },
      data: { timeZone: 'Pacific/Kiritimati' },
    });
    const dayOf = (at: Date): string => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Pacific/Kiritimati' }).format(at);
    const link = await makeReferralLink(database(), tenant.accountId);
    const click = (clickedAt: Date) =>
      database().prisma.referralClick.create({ data: { accountId: tenant.accountId, linkId: link.id, clickedAt } });
    const [today, sixDays, eightDays, twentyDays] = [0, 6, 8, 20].map((days) => daysAgo(days));
    for (const at of [today!, today!, sixDays!, eightDays!, twentyDays!]) await click(at);
    const reward = { status: 'rewarded', link };
    await makeAttribution(database(), tenant.accountId, {
      ...reward,
      createdAt: twentyDays!,
      rewardedAt: sixDays!,
      amount: 700n,
      currency: 'IDR',
    });
    await makeAttribution(database(), tenant.accountId, {
      ...reward,
      createdAt: eightDays!,
      rewardedAt: eightDays!,
      amount: 40n,
      currency: 'IDR',
    });
    await makeAttribution(database(), tenant.accountId, {
      ...reward,
      createdAt: sixDays!,
      rewardedAt: today!,
      amount: 5n,
      currency: 'USD',
    });
    await makeAttribution(database(), tenant.accountId, {
      link,
      status: 'voided',
      createdAt: today!,
      rewardedAt: today!,
      amount: 9n,
      currency: 'IDR',
    });
    // The neighbour's count for nothing.
    await makeAttribution(database(), server.theirs.accountId, {
      status: 'rewarded',
      rewardedAt: today!,
      amount: 1n,
      currency: 'IDR',
    });

    const week = await funnel(7);
    expect(week.points).toHaveLength(7);
    expect(week.points.map(({ day }: { day: string }) => day)).toEqual(
      [6, 5, 4, 3, 2, 1, 0].map((days) => dayOf(daysAgo(days))),
    );
    expect(week.points[6]).toEqual({ day: dayOf(today!), clicks: 2, signups: 1, rewards: 1 });
    expect(week.points[0]).toEqual({ day: dayOf(sixDays!), clicks: 1, signups: 1, rewards: 1 });
    expect(week).toMatchObject({
      clicks: { current: 3, previous: 1 },
      signups: { current: 2, previous: 1 },
      rewards: { current: 2, previous: 1 },
    });
    expect(week.revenue).toEqual([
      { currency: 'IDR', current: 700, previous: 40 },
      { currency: 'USD', current: 5, previous: 0 },
    ]);
    const month = await funnel(30);
    expect(month.points).toHaveLength(30);
    expect(month).toMatchObject({
      clicks: { current: 5, previous: 0 },
      signups: { current: 4, previous: 0 },
      rewards: { current: 3, previous: 0 },
    });
    expect((await funnel(90)).points).toHaveLength(90);
  });
});
