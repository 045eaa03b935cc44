import { describe, expect, it } from 'vitest';
import type { ChildType } from '@/server/modules/overview/marketing-campaigns/children-schema';
import { makeBlogPost, makeMarketingCampaign } from '@/server/testing/factories/content';
import { makeBroadcast } from '@/server/testing/factories/messaging';
import { makeDiscountCode, makeReferralProgram, makeReminder } from '@/server/testing/factories/offers';
import { makeFeedConfig } from '@/server/testing/factories/shops';
import { unique } from '@/server/testing/factories/unique';
import { auditOf, expectData, expectError, snapshotOf, trpc } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer();
const db = () => server.services.database;
const move = (way: 'attach' | 'detach', id: string, type: ChildType, childIds: string[], us: Tenant = server.ours) =>
  server.call(us.key, 'POST', `/api/v1/marketing-campaigns/${id}/${way}`, { body: { type, childIds } });
const counts = async (id: string, us: Tenant) =>
  expectData(await server.call(us.key, 'GET', `/api/v1/marketing-campaigns/${id}`))._count;
const campaign = (us: Tenant, options?: Parameters<typeof makeMarketingCampaign>[2]) =>
  makeMarketingCampaign(db(), us.accountId, options);

/** Each kind: how one is made, its key in _count, how it is read, and how its own form attaches it. */
const KINDS: {
  type: ChildType;
  key: string;
  make: (accountId: string) => Promise<string>;
  read: (id: string, us: Tenant) => Promise<{ marketingCampaignId: string | null }>;
  own?: (id: string, marketingCampaignId: unknown, us: Tenant) => ReturnType<typeof server.call>;
}[] = [
  {
    type: 'broadcast',
    key: 'broadcasts',
    make: async (accountId) => (await makeBroadcast(db(), accountId)).id,
    read: async (id, us) => expectData(await server.call(us.key, 'GET', `/api/v1/broadcasts/${id}`)),
    own: (id, marketingCampaignId, us) =>
      server.call(us.key, 'PATCH', `/api/v1/broadcasts/${id}`, { body: { marketingCampaignId } }),
  },
  {
    type: 'discount_code',
    key: 'discountCodes',
    make: async (accountId) => (await makeDiscountCode(db(), accountId)).id,
    read: async (id, us) => expectData(await server.call(us.key, 'GET', `/api/v1/discount-codes/${id}`)),
    own: (id, marketingCampaignId, us) =>
      server.call(us.key, 'PATCH', `/api/v1/discount-codes/${id}`, { body: { marketingCampaignId } }),
  },
  {
    type: 'referral_program',
    key: 'referralPrograms',
    make: async (accountId) => (await makeReferralProgram(db(), accountId)).id,
    read: async (_id, us) => expectData(await server.call(us.key, 'GET', '/api/v1/referrals/program')),
    own: (_id, marketingCampaignId, us) =>
      server.call(us.key, 'PUT', '/api/v1/referrals/program', {
        body: { rewardType: 'percent', referrerValue: 15, refereeValue: 10, currency: 'IDR', marketingCampaignId },
      }),
  },
  {
    type: 'blog_post',
    key: 'blogPosts',
    make: async (accountId) => (await makeBlogPost(db(), accountId)).id,
    read: async (id, us) => expectData(await server.call(us.key, 'GET', `/api/v1/blog/${id}`)).post,
    own: (id, marketingCampaignId, us) =>
      server.call(us.key, 'PATCH', `/api/v1/blog/${id}`, { body: { marketingCampaignId } }),
  },
  {
    type: 'cart_reminder',
    key: 'cartReminders',
    make: async (accountId) => (await makeReminder(db(), accountId)).id,
    read: async (id, us) => expectData(await server.call(us.key, 'GET', `/api/v1/abandoned-cart/reminders/${id}`)),
  },
  {
    type: 'feed',
    key: 'feeds',
    make: async (accountId) => (
      await makeFeedConfig(db(), accountId),
      (await db().prisma.feedConfig.findUniqueOrThrow({ where: { accountId }, select: { id: true } })).id
    ),
    read: async (_id, us) => expectData(await server.call(us.key, 'GET', '/api/v1/feeds/config')),
    own: (_id, marketingCampaignId, us) =>
      server.call(us.key, 'PATCH', '/api/v1/feeds/config', { body: { marketingCampaignId } }),
  },
];

describe.each(KINDS)('a $type', ({ type, key, make, read, own }) => {
  it("is attached and detached from the campaign's page; again changes nothing", async () => {
    const us = await server.makeTenant();
    const [id, child] = [await campaign(us), await make(us.accountId)];
    expect(expectData(await move('attach', id, type, [child, child], us))).toEqual({ id, type, attached: 1 });
    const attached = await read(child, us);
    expect(attached).toMatchObject({ marketingCampaignId: id });
    expect((await counts(id, us))[key]).toBe(1);
    expect(expectData(await move('attach', id, type, [child], us))).toEqual({ id, type, attached: 0 });
    expect(await read(child, us)).toEqual(attached);
    expect(expectData(await move('detach', id, type, [child], us))).toEqual({ id, type, detached: 1 });
    const detached = await read(child, us);
    expect(detached).toMatchObject({ marketingCampaignId: null });
    expect(expectData(await move('detach', id, type, [child], us))).toEqual({ id, type, detached: 0 });
    expect(await read(child, us)).toEqual(detached);
    expect((await counts(id, us))[key]).toBe(0);
  });

  it('of another campaign moves here, is detached only from where it is, and goes to an archived one too', async () => {
    const us = await server.makeTenant();
    const [first, second, child] = [
      await campaign(us),
      await campaign(us, { status: 'archived' }),
      await make(us.accountId),
    ];
    expectData(await move('attach', first, type, [child], us));
    expect(expectData(await move('attach', second, type, [child], us))).toMatchObject({ attached: 1 });
    expect(expectData(await move('detach', first, type, [child], us))).toMatchObject({ detached: 0 });
    expect(await read(child, us)).toMatchObject({ marketingCampaignId: second });
  });

  it('of the neighbour, or an unknown one, is refused with all the others; so is an unknown campaign', async () => {
    const [us, them] = [await server.makeTenant(), await server.makeTenant()];
    const [id, ours, theirs] = [await campaign(us), await make(us.accountId), await make(them.accountId)];
    const before = await snapshotOf(server, them.accountId);
    for (const foreign of [theirs, 'cunknown', 'NO ID']) {
      for (const way of ['attach', 'detach'] as const)
        expect(
          expectError(await move(way, id, type, [ours, foreign], us), 400, 'VALIDATION').details.issues,
        ).toMatchObject([{ path: 'childIds' }]);
    }
    expect(await read(ours, us)).toMatchObject({ marketingCampaignId: null });
    expectError(await move('attach', await campaign(them), type, [ours], us), 404, 'NOT_FOUND');
    expectError(await move('detach', 'cunknown', type, [ours], us), 404, 'NOT_FOUND');
    expect(await read(ours, us)).toMatchObject({ marketingCampaignId: null });
    expect((await snapshotOf(server, them.accountId)).DiscountCode).toEqual(before.DiscountCode);
    expect(await read(theirs, them)).toMatchObject({ marketingCampaignId: null });
  });

  if (own !== undefined)
    it('is attached and detached by its own write too, and only to a campaign of the workspace', async () => {
      const us = await server.makeTenant();
      const [id, child] = [await campaign(us), await make(us.accountId)];
      expectData(await own(child, id, us));
      expect(await read(child, us)).toMatchObject({ marketingCampaignId: id });
      for (const foreign of [await campaign(server.theirs), 'cunknown'])
        expect(expectError(await own(child, foreign, us), 400, 'VALIDATION').details).toEqual({
          reason: 'CAMPAIGN_NOT_IN_ACCOUNT',
        });
      expect(await read(child, us)).toMatchObject({ marketingCampaignId: id });
      expectData(await own(child, null, us));
      expect(await read(child, us)).toMatchObject({ marketingCampaignId: null });
    });
});

describe('POST attach and detach', () => {
  it.each([
    { childIds: [] },
    { childIds: Array.from({ length: 101 }, (_, n) => `c${n}`) },
    { childIds: 'c1' },
    { childIds: undefined },
    { type: 'funnel' },
    { type: undefined },
  ])('refuses %j', async (body) => {
    const id = await campaign(server.ours);
    for (const way of ['attach', 'detach'])
      expectError(
        await server.call(server.ours.key, 'POST', `/api/v1/marketing-campaigns/${id}/${way}`, {
          body: { type: 'broadcast', childIds: ['c1'], ...body },
        }),
        400,
        'VALIDATION',
      );
  });

  it('takes what has been sent, and leaves all but the link and updatedAt', async () => {
    const us = await server.makeTenant();
    const id = await campaign(us);
    const { id: child } = await makeBroadcast(db(), us.accountId, { status: 'sending', startedAt: new Date() });
    const read = async () => expectData(await server.call(us.key, 'GET', `/api/v1/broadcasts/${child}`));
    const before = await read();
    expectData(await move('attach', id, 'broadcast', [child], us));
    expect(await read()).toEqual({ ...before, marketingCampaignId: id, updatedAt: expect.any(String) });
    expect((await read()).updatedAt > before.updatedAt).toBe(true);
  });

  it.each(['free', 'starter'] as const)(
    'writes the feed only on a plan that has feeds, which %s has not; nothing else is gated',
    async (plan) => {
      const us = await server.makeTenant({ plan });
      const [id, other] = [await campaign(us), await campaign(us)];
      await makeFeedConfig(db(), us.accountId);
      await db().prisma.feedConfig.update({ where: { accountId: us.accountId }, data: { marketingCampaignId: id } });
      const feed = await db().prisma.feedConfig.findUniqueOrThrow({ where: { accountId: us.accountId } });
      for (const [way, to] of [
        ['attach', other],
        ['attach', id],
        ['detach', id],
      ] as const)
        expect(expectError(await move(way, to, 'feed', [feed.id], us), 403, 'PLAN_LIMIT').details).toEqual({
          plan,
          resource: 'feeds',
          limit: 0,
        });
      expect(await db().prisma.feedConfig.findUniqueOrThrow({ where: { accountId: us.accountId } })).toEqual(feed);
      expect(await auditOf(server, us.accountId)).toEqual([]);
      for (const { type, make } of KINDS.filter((kind) => kind.type !== 'feed')) {
        const child = await make(us.accountId);
        expect(expectData(await move('attach', id, type, [child], us))).toMatchObject({ attached: 1 });
        expect(expectData(await move('detach', id, type, [child], us))).toMatchObject({ detached: 1 });
      }
    },
  );

  it('writes the campaign and, for codes and the program, the child into the audit log; nothing where nothing changes', async () => {
    const us = await server.makeTenant();
    const [id, code, post] = [
      await campaign(us),
      (await makeDiscountCode(db(), us.accountId)).id,
      (await makeBlogPost(db(), us.accountId)).id,
    ];
    await move('attach', id, 'discount_code', [code], us);
    await move('attach', id, 'discount_code', [code], us);
    await move('attach', id, 'blog_post', [post], us);
    await move('detach', id, 'blog_post', [post], us);
    const rows = (await auditOf(server, us.accountId)).map(({ action, targetId, data }) => ({
      action,
      targetId,
      data,
    }));
    expect(rows).toHaveLength(4);
    expect(rows).toEqual(
      expect.arrayContaining([
        { action: 'marketing_campaign.attach', targetId: id, data: { type: 'discount_code', ids: [code] } },
        { action: 'discount_code.update', targetId: code, data: { changed: ['marketingCampaignId'] } },
        { action: 'marketing_campaign.attach', targetId: id, data: { type: 'blog_post', ids: [post] } },
        { action: 'marketing_campaign.detach', targetId: id, data: { type: 'blog_post', ids: [post] } },
      ]),
    );
  });

  it("moves the blog's public ETag and the feed's when it writes, and only then", async () => {
    const us = await server.makeTenant();
    const id = await campaign(us);
    const { id: post, slug } = await makeBlogPost(db(), us.accountId, {
      status: 'published',
      publishedAt: new Date(0),
    });
    await makeFeedConfig(db(), us.accountId);
    const feed = await db().prisma.feedConfig.findUniqueOrThrow({ where: { accountId: us.accountId } });
    const tags = async () =>
      [`/api/v1/blog/public/${us.accountId}/${slug}`, `/api/v1/feeds/shopping/${us.accountId}.xml`]
        .map((url) => server.fetch('GET', url))
        .reduce(
          async (all, answer) => [...(await all), (await answer).headers.get('etag')],
          Promise.resolve<(string | null)[]>([]),
        );
    const [blogBefore, feedBefore] = await tags();
    expect([blogBefore, feedBefore]).not.toContain(null);
    expectData(await move('attach', id, 'blog_post', [post], us));
    expectData(await move('attach', id, 'feed', [feed.id], us));
    const [blogAfter, feedAfter] = await tags();
    expect(blogAfter).not.toBe(blogBefore);
    expect(
      (await server.fetch('GET', `/api/v1/blog/public/${us.accountId}/${slug}`)).body.data.post.marketingCampaignId,
    ).toBe(id);
    expectData(await move('attach', id, 'blog_post', [post], us));
    expectData(await move('attach', id, 'feed', [feed.id], us));
    expect(await tags()).toEqual([blogAfter, feedAfter]);
  });

  it('many at once in any order end in one of the campaigns, all children together, without a deadlock', async () => {
    const us = await server.makeTenant();
    const campaigns = await Promise.all(Array.from({ length: 4 }, () => campaign(us)));
    const codes = await Promise.all(
      Array.from({ length: 20 }, async () => (await makeDiscountCode(db(), us.accountId)).id),
    );
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, n) =>
          move('attach', campaigns[n % 4]!, 'discount_code', n % 2 === 0 ? codes : [...codes].reverse(), us),
        ),
      );
      for (const answer of answers) expectData(answer);
      const rows = await db().prisma.discountCode.findMany({
        where: { accountId: us.accountId },
        select: { marketingCampaignId: true },
      });
      expect(new Set(rows.map(({ marketingCampaignId }) => marketingCampaignId)).size).toBe(1);
    }
  });
});

describe("a child's own write", () => {
  const filings = async (us: Tenant) =>
    (await auditOf(server, us.accountId)).map(({ action, targetType, targetId, data }) => ({
      action,
      targetType,
      targetId,
      data,
    }));
  const filing = (way: 'attach' | 'detach', targetId: string, type: ChildType, child: string) => ({
    action: `marketing_campaign.${way}`,
    targetType: 'marketing_campaign',
    targetId,
    data: { type, ids: [child] },
  });

  it.each(KINDS.filter(({ type }) => ['broadcast', 'blog_post', 'feed'].includes(type)))(
    'of a $type is in the audit log when it attaches, moves or detaches, and not when it changes nothing of that or is refused',
    async ({ type, make, own }) => {
      const us = await server.makeTenant();
      const [first, second, child] = [await campaign(us), await campaign(us), await make(us.accountId)];
      const write = (marketingCampaignId?: string | null) => own!(child, marketingCampaignId, us);
      for (const to of [undefined, null, first, first, undefined, second, null, null]) expectData(await write(to));
      expectError(await write(await campaign(server.theirs)), 400, 'VALIDATION');
      expect(await filings(us)).toEqual([
        filing('attach', first, type, child),
        filing('attach', second, type, child),
        filing('detach', second, type, child),
      ]);
    },
  );

  it.each([
    [
      'broadcast',
      '/broadcasts',
      { name: 'Lebaran', providers: ['email_p1'], content: { subject: 'Halo', text: 'Halo' }, audience: {} },
    ],
    ['blog_post', '/blog', { title: 'Kopi', body: 'Air panas.' }],
  ] as const)('that makes a %s in a campaign is in it too, and without one is not', async (type, path, body) => {
    const us = await server.makeTenant();
    const id = await campaign(us);
    const make = (more: object) =>
      server.call(us.key, 'POST', `/api/v1${path}`, {
        body: { ...body, ...(type === 'blog_post' ? { slug: unique('post-') } : {}), ...more },
      });
    for (const more of [{}, { marketingCampaignId: null }]) expectData(await make(more), 201);
    expectError(await make({ marketingCampaignId: 'cunknown' }), 400, 'VALIDATION');
    const made = expectData(await make({ marketingCampaignId: id }), 201);
    expect(await filings(us)).toEqual([filing('attach', id, type, (made.post ?? made).id)]);
  });

  it('that makes the feed in a campaign is in it, and publishing a post into one', async () => {
    const us = await server.makeTenant();
    const id = await campaign(us);
    const { id: feed } = expectData(
      await server.call(us.key, 'PATCH', '/api/v1/feeds/config', { body: { enabled: false, marketingCampaignId: id } }),
    );
    const { id: post } = await makeBlogPost(db(), us.accountId);
    expect(
      (await trpc(server, 'mutation', 'blog.publishNow', { id: post, marketingCampaignId: id }, { cookie: us.cookie }))
        .status,
    ).toBe(200);
    expect(await filings(us)).toEqual([filing('attach', id, 'feed', feed), filing('attach', id, 'blog_post', post)]);
  });

  it.each(KINDS.filter(({ type }) => ['broadcast', 'blog_post', 'feed'].includes(type)))(
    'of a $type, many at once, records each move once',
    async ({ type, make, own }) => {
      const us = await server.makeTenant();
      const campaigns = [await campaign(us), await campaign(us)];
      const child = type === 'feed' ? '' : await make(us.accountId);
      for (const answer of await Promise.all(Array.from({ length: 10 }, (_, n) => own!(child, campaigns[n % 2]!, us))))
        expectData(answer);
      // A child goes from one to the other and back, so of two campaigns neither is entered twice more than the other. Entries stand in the order in which requests began.
      const to = (await auditOf(server, us.accountId)).map(({ targetId }) => targetId);
      const [first = 0, second = 0] = campaigns.map((each) => to.filter((id) => id === each).length);
      expect([first + second, Math.abs(first - second) <= 1]).toEqual([to.length, true]);
      const [last] = campaigns;
      for (const answer of await Promise.all(Array.from({ length: 10 }, () => own!(child, last, us))))
        expectData(answer);
      expect(
        (await auditOf(server, us.accountId)).filter(({ targetId }) => targetId === last).length,
      ).toBeLessThanOrEqual(first + 1);
    },
  );
});

describe("the campaign's page", () => {
  const query = async (us: Tenant, name: string, input: object) =>
    (await trpc(server, 'query', `marketingCampaigns.${name}`, input, { cookie: us.cookie })).data;

  it('has the children of a kind in pages, without rewards of the referral program', async () => {
    const us = await server.makeTenant();
    const id = await campaign(us);
    const createdAt = new Date('2026-01-01T00:00:00Z');
    for (let n = 0; n < 5; n++) await makeDiscountCode(db(), us.accountId, { marketingCampaignId: id, createdAt });
    await makeDiscountCode(db(), us.accountId, { marketingCampaignId: id, source: 'referral_referee' });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await query(us, 'children', { id, type: 'discount_code', limit: 2, cursor });
      expect(page).toMatchObject({ type: 'discount_code', total: 5 });
      seen.push(...page.items.map((item: { id: string }) => item.id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(new Set(seen).size).toBe(5);
    expect((await counts(id, us)).discountCodes).toBe(6);
  });

  it.each(KINDS)(
    'offers a $type that is not attached to it, with the campaign it is attached to',
    async ({ type, make }) => {
      const us = await server.makeTenant();
      const [id, other] = [await campaign(us), await campaign(us, { name: 'Elsewhere' })];
      const child = await make(us.accountId);
      expect(await query(us, 'candidates', { id, type })).toMatchObject({
        type,
        items: [{ id: child, marketingCampaignId: null }],
        campaigns: {},
      });
      await move('attach', other, type, [child], us);
      expect(await query(us, 'candidates', { id, type })).toMatchObject({
        items: [{ id: child, marketingCampaignId: other }],
        campaigns: { [other]: 'Elsewhere' },
      });
      await move('attach', id, type, [child], us);
      expect(await query(us, 'candidates', { id, type })).toMatchObject({ items: [], campaigns: {} });
      expect(await query(us, 'children', { id, type })).toMatchObject({ type, total: 1, items: [{ id: child }] });
    },
  );

  it('searches what could be attached', async () => {
    const us = await server.makeTenant();
    const id = await campaign(us);
    const [kopi] = [
      await makeDiscountCode(db(), us.accountId, { code: 'KOPI20' }),
      await makeDiscountCode(db(), us.accountId, { code: 'TEH' }),
      await makeDiscountCode(db(), us.accountId, { code: 'REF-KOPI', source: 'referral_referrer' }),
    ];
    expect(
      (await query(us, 'candidates', { id, type: 'discount_code', q: ' kopi ' })).items.map(
        (item: { id: string }) => item.id,
      ),
    ).toEqual([kopi.id]);
    expect((await query(us, 'candidates', { id, type: 'discount_code', q: '%' })).items).toEqual([]);
  });
});
