/** Briefs (docs/contract/campaigns.md), through the doors. */
import { describe, expect, it } from 'vitest';
import { makeBrief, makeCollaboration, makeCreator, makeProgram } from '@/server/testing/creators';
import { makeMarketingCampaign } from '@/server/testing/factories/content';
import { expectData, expectError } from '@/server/testing/http';
import { useServer, type Answer } from '@/server/testing/server';

const server = useServer();
const database = () => server.services.database;
const ours = () => server.ours.accountId;
const call = (method: string, path: string, body?: object): Promise<Answer> =>
  server.call(server.ours.key, method, `/api/v1${path}`, body === undefined ? {} : { body });
const WHOLE = {
  brief: '# Pour over',
  deliverables: [{ platform: 'social_p2', format: 'reel' }],
  compensation: { type: 'gift' },
};

describe('POST /campaigns', () => {
  it('makes a draft with the contract’s defaults', async () => {
    const made = expectData(await call('POST', '/campaigns', { title: 'Pour over at home' }), 201);
    expect(made).toEqual({
      id: expect.any(String) as string,
      accountId: ours(),
      marketingCampaignId: null,
      title: 'Pour over at home',
      brief: null,
      coverImage: null,
      platforms: [],
      deliverables: [],
      compensation: null,
      productRefs: [],
      disclosure: '',
      usageRightsDays: 0,
      slots: null,
      filledSlots: 0,
      visibility: 'invite_only',
      status: 'draft',
      applyBy: null,
      contentDueAt: null,
      publishedAt: null,
      closedAt: null,
      createdAt: expect.any(String) as string,
      updatedAt: expect.any(String) as string,
      collaborations: {},
    });
  });

  it('gives deliverables an id where they have none, and refuses two of one', async () => {
    const two = [
      { platform: 'social_p2', format: 'reel', quantity: 2 },
      { id: 'story', platform: 'social_p3', format: 'story', notes: 'With sound.' },
    ];
    const { deliverables } = expectData(await call('POST', '/campaigns', { title: 'x', deliverables: two }), 201);
    expect(deliverables).toEqual([
      { ...two[0], id: expect.stringMatching(/^c/) as string, notes: null },
      { ...two[1], quantity: 1 },
    ]);
    const twins = [two[1], two[1]];
    expectError(await call('POST', '/campaigns', { title: 'x', deliverables: twins }), 400, 'VALIDATION');
  });

  it.each([
    ['a fixed fee without an amount', { compensation: { type: 'fixed', currency: 'IDR' } }],
    ['a fixed fee without a currency', { compensation: { type: 'fixed', amount: 1 } }],
    ['a commission without a program', { compensation: { type: 'commission' } }],
    ['an unknown network', { platforms: ['social_p9'] }],
    ['no deliverable', { deliverables: [] }],
    [
      '21 deliverables',
      { deliverables: Array.from({ length: 21 }, () => ({ platform: 'social_p2', format: 'post' })) },
    ],
    ['a disclosure of 61 characters', { disclosure: 'x'.repeat(61) }],
    ['no slot', { slots: 0 }],
    ['1001 slots', { slots: 1001 }],
    ['a picture that is no address', { coverImage: 'kopi.jpg' }],
    ['rights for 3651 days', { usageRightsDays: 3651 }],
  ])('refuses %s', async (_, body) => {
    expectError(await call('POST', '/campaigns', { title: 'x', ...body }), 400, 'VALIDATION');
  });

  it('names programs of this workspace that are not archived only', async () => {
    const refused = async (programId: string) => {
      const compensation = { type: 'commission', programId };
      expectError(await call('POST', '/campaigns', { title: 'x', compensation }), 400, 'VALIDATION');
    };
    await refused(await makeProgram(database(), server.theirs.accountId));
    await refused(await makeProgram(database(), ours(), { status: 'archived' }));
    await refused('cunknown');
    const marketingCampaignId = await makeMarketingCampaign(database(), server.theirs.accountId);
    expect(
      expectError(await call('POST', '/campaigns', { title: 'x', marketingCampaignId }), 400, 'VALIDATION').details,
    ).toEqual({ reason: 'CAMPAIGN_NOT_IN_ACCOUNT' });
  });
});

describe('POST /campaigns/:id/publish', () => {
  it('names what is missing', async () => {
    const { id } = expectData(await call('POST', '/campaigns', { title: 'x', applyBy: '2020-01-01T00:00:00Z' }), 201);
    const refused = expectError(await call('POST', `/campaigns/${id}/publish`, {}), 400, 'INCOMPLETE');
    expect(refused.details).toEqual({ missing: ['brief', 'deliverables', 'compensation', 'applyBy'] });
    expectData(
      await call('PATCH', `/campaigns/${id}`, { ...WHOLE, applyBy: null, contentDueAt: '2020-01-01T00:00:00Z' }),
    );
    expect(expectError(await call('POST', `/campaigns/${id}/publish`, {}), 400, 'INCOMPLETE').details).toEqual({
      missing: ['contentDueAt'],
    });
    expectData(await call('PATCH', `/campaigns/${id}`, { contentDueAt: null }));
    expect(expectData(await call('POST', `/campaigns/${id}/publish`, {}))).toMatchObject({
      status: 'open',
      publishedAt: expect.any(String) as string,
    });
  });

  it('opens a closed one again, but not one whose slots are filled', async () => {
    const id = await makeBrief(database(), ours(), { status: 'closed', slots: 2, filledSlots: 2 });
    expectError(await call('POST', `/campaigns/${id}/publish`, {}), 409, 'SLOTS_FULL');
    expectError(await call('PATCH', `/campaigns/${id}`, { slots: 1 }), 400, 'VALIDATION');
    expectData(await call('PATCH', `/campaigns/${id}`, { slots: 3 }));
    expect(expectData(await call('POST', `/campaigns/${id}/publish`, {}))).toMatchObject({
      status: 'open',
      closedAt: null,
    });
  });
});

it('is not completed while somebody is at work', async () => {
  const { campaignId, id } = await makeCreator(database(), ours());
  await makeCollaboration(database(), ours(), { campaignId });
  expect(expectError(await call('POST', `/campaigns/${campaignId}/complete`, {}), 409, 'BAD_STATE').details).toEqual({
    status: 'open',
    open: 1,
  });
  await database().prisma.collaboration.updateMany({ where: { id }, data: { status: 'completed' } });
  expect(expectData(await call('POST', `/campaigns/${campaignId}/complete`, {}))).toMatchObject({
    status: 'completed',
  });
});

it('that is archived declines who asked, and leaves who accepted', async () => {
  const made = await makeCreator(database(), ours());
  const campaignId = made.campaignId;
  const asked = await makeCollaboration(database(), ours(), { campaignId });
  const invited = await makeCollaboration(database(), ours(), { campaignId }, { status: 'invited' });
  expect(expectData(await call('DELETE', `/campaigns/${campaignId}`))).toEqual({ id: campaignId, status: 'archived' });
  const statusOf = async (id: string) =>
    (await database().prisma.collaboration.findFirstOrThrow({ where: { id } })).status;
  expect(await Promise.all([made.id, asked.id, invited.id].map(statusOf))).toEqual([
    'accepted',
    'declined',
    'declined',
  ]);
});

it('are listed newest first, without the archived unless they are asked for', async () => {
  const tenant = await server.makeTenant();
  const make = (data: object) => makeBrief(database(), tenant.accountId, data);
  const [a, b, gone] = [
    await make({ title: 'Ramadan', createdAt: new Date('2026-01-01') }),
    await make({ title: 'Kopi susu', status: 'draft', createdAt: new Date('2026-01-02') }),
    await make({ status: 'archived', createdAt: new Date('2026-01-03') }),
  ];
  const list = async (query: string) =>
    expectData(await server.call(tenant.key, 'GET', `/api/v1/campaigns${query}`)) as {
      data: { id: string }[];
      cursor: string | null;
      hasMore: boolean;
    };
  const ids = async (query: string) => (await list(query)).data.map(({ id }) => id);
  expect(await ids('')).toEqual([b, a]);
  expect(await ids('?status=archived,nonsense')).toEqual([gone]);
  expect(await ids('?status=nonsense')).toEqual([b, a]);
  expect(await ids('?q=KOPI')).toEqual([b]);
  const first = await list('?limit=1');
  expect(first).toMatchObject({ hasMore: true, cursor: expect.any(String) as string });
  expect(await ids(`?limit=1&cursor=${first.cursor}`)).toEqual([a]);
});
