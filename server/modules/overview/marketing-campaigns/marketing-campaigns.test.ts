import { describe, expect, it } from 'vitest';
import { makeBroadcast } from '@/server/testing/factories/messaging';
import { makeDiscountCode } from '@/server/testing/factories/offers';
import { makeMarketingCampaign } from '@/server/testing/factories/content';
import { unique } from '@/server/testing/factories/unique';
import { auditOf, expectData, expectError, trpc } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer();
const PATH = '/api/v1/marketing-campaigns';
const call = (method: string, path = '', body?: unknown, tenant: Tenant = server.ours) =>
  server.call(tenant.key, method, PATH + path, body === undefined ? {} : { body });
const create = async (body: object = {}, tenant?: Tenant) =>
  expectData(await call('POST', '', { name: unique('C'), ...body }, tenant), 201);
const make = (options?: Parameters<typeof makeMarketingCampaign>[2], tenant = server.ours) =>
  makeMarketingCampaign(server.services.database, tenant.accountId, options);

describe('POST /marketing-campaigns', () => {
  it('answers 201 with the bare row, awareness and draft by default', async () => {
    const row = await create({ name: 'Lebaran 2027', accountId: server.theirs.accountId, extra: 1 });
    expect(row).toEqual({
      id: expect.stringMatching(/^c[a-z0-9]{24}$/),
      accountId: server.ours.accountId,
      name: 'Lebaran 2027',
      description: null,
      goal: 'awareness',
      status: 'draft',
      createdAt: row.createdAt,
      updatedAt: row.createdAt,
    });
    expect(row.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('keeps what is sent, at the borders too', async () => {
    for (const goal of ['awareness', 'conversion', 'retention', 'launch', 'other'])
      expect(await create({ goal })).toMatchObject({ goal });
    for (const status of ['draft', 'live', 'paused', 'archived'])
      expect(await create({ status })).toMatchObject({ status });
    const [name, description] = ['é'.repeat(120), 'd'.repeat(2000)];
    expect(await create({ name, description })).toMatchObject({ name, description });
    expect(await create({ description: null })).toMatchObject({ description: null });
  });

  it.each([
    { name: '' },
    { name: 'n'.repeat(121) },
    { name: null },
    { name: 'a\0b' },
    { description: 'd'.repeat(2001) },
    { description: 1 },
    { goal: 'sales' },
    { goal: null },
    { status: 'ended' },
    { status: null },
  ])('refuses %j', async (body) => {
    expectError(await call('POST', '', { name: 'N', ...body }), 400, 'VALIDATION');
  });

  it('needs a name', async () => {
    expect(expectError(await call('POST', '', {}), 400, 'VALIDATION').details.issues).toMatchObject([{ path: 'name' }]);
  });
});

describe('GET /marketing-campaigns', () => {
  it('lists newest first, its own only, and filters by statuses', async () => {
    const us = await server.makeTenant();
    await make({}, server.theirs);
    const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
    const made = { draft: '', live: '', paused: '', archived: '' };
    for (const [minute, status] of (['archived', 'draft', 'paused', 'live'] as const).entries())
      made[status] = await make({ status, createdAt: at(minute) }, us);
    const listed = async (query: string) =>
      (expectData(await call('GET', query, undefined, us)).campaigns as { id: string }[]).map(({ id }) => id);
    const all = [made.live, made.paused, made.draft, made.archived];
    expect(await listed('')).toEqual(all);
    expect(await listed('?status=live')).toEqual([made.live]);
    expect(await listed('?status=draft,live')).toEqual([made.live, made.draft]);
    expect(await listed('?status=draft,%20live,ended')).toEqual([made.live, made.draft]);
    for (const unknown of [
      '?status=ended',
      '?status=',
      '?status=,',
      '?status=LIVE',
      `?status=${'x'.repeat(4000)}`,
      '?status=a%00b',
    ])
      expect(await listed(unknown)).toEqual(all);
  });

  it('has the bare rows', async () => {
    const row = await create();
    expect((expectData(await call('GET')).campaigns as { id: string }[]).find(({ id }) => id === row.id)).toEqual(row);
  });
});

describe('GET /marketing-campaigns/_/selector', () => {
  it('offers up to 200 that are not archived, newest first, as four fields; its route wins over the id', async () => {
    const us = await server.makeTenant();
    const rows = Array.from({ length: 205 }, (_, n) => ({
      accountId: us.accountId,
      name: `C${n}`,
      status: n % 3 === 0 ? 'archived' : ['draft', 'live', 'paused'][n % 3]!,
      createdAt: new Date(Date.UTC(2026, 0, 1, 0, n)),
      updatedAt: new Date(),
    }));
    await server.services.database.prisma.marketingCampaign.createMany({
      data: [
        ...rows,
        ...rows.map((row) => ({ ...row, name: `${row.name}b`, createdAt: new Date(row.createdAt.getTime() + 1) })),
      ],
    });
    const { campaigns } = expectData(await call('GET', '/_/selector', undefined, us));
    expect(campaigns).toHaveLength(200);
    expect(campaigns[0]).toEqual({ id: expect.any(String), name: 'C203b', status: 'paused', goal: 'awareness' });
    expect(campaigns.filter(({ status }: { status: string }) => status === 'archived')).toEqual([]);
    expectError(await call('GET', '/_', undefined, us), 404, 'NOT_FOUND');
    expectError(await call('POST', '/_/selector', {}, us), 405, 'METHOD_NOT_ALLOWED');
  });
});

describe('GET /marketing-campaigns/:id', () => {
  it('counts the children by kind', async () => {
    const id = await make();
    const link = { marketingCampaignId: id };
    for (let n = 0; n < 2; n++) await makeBroadcast(server.services.database, server.ours.accountId, link);
    await makeDiscountCode(server.services.database, server.ours.accountId, link);
    await makeDiscountCode(server.services.database, server.ours.accountId);
    const row = expectData(await call('GET', `/${id}`));
    expect(row).toMatchObject({ id, name: expect.any(String), status: 'draft' });
    expect(row._count).toEqual({
      broadcasts: 2,
      discountCodes: 1,
      referralPrograms: 0,
      creatorBriefs: 0,
      affiliatePrograms: 0,
      blogPosts: 0,
      cartReminders: 0,
      feeds: 0,
    });
  });

  it('answers 404 for unknown and foreign ids', async () => {
    const theirs = await make({}, server.theirs);
    for (const id of ['cunknown', 'NO-ID', '%00', theirs]) {
      for (const [method, path, body] of [
        ['GET', '', undefined],
        ['GET', '/full', undefined],
        ['PATCH', '', { name: 'x' }],
        ['DELETE', '', undefined],
      ] as const)
        expectError(await call(method, `/${id}${path}`, body), 404, 'NOT_FOUND');
    }
    expectError(await call('PATCH', '/cunknown', {}), 404, 'NOT_FOUND');
  });
});

describe('PATCH /marketing-campaigns/:id', () => {
  it('changes what is sent, from any status to any other, and answers with the row', async () => {
    const row = await create({ description: 'Words', goal: 'launch' });
    const path = `/${row.id}`;
    for (const status of ['archived', 'live', 'draft', 'paused', 'archived', 'draft'])
      expect(expectData(await call('PATCH', path, { status }))).toEqual({
        ...row,
        status,
        updatedAt: expect.any(String),
      });
    const changed = expectData(
      await call('PATCH', path, {
        name: 'Other',
        description: null,
        goal: 'other',
        id: 'cother',
        accountId: 'x',
        createdAt: '2020-01-01T00:00:00Z',
      }),
    );
    expect(changed).toEqual({ ...row, name: 'Other', description: null, goal: 'other', updatedAt: changed.updatedAt });
    expect(changed.updatedAt > row.updatedAt).toBe(true);
    expect(expectData(await call('GET', path))).toMatchObject(changed);
  });

  it('writes nothing when nothing is sent, and refuses what create refuses', async () => {
    const row = await create();
    expect(expectData(await call('PATCH', `/${row.id}`, {}))).toEqual(row);
    expectError(await call('PATCH', `/${row.id}`, { name: '' }), 400, 'VALIDATION');
    expectError(await call('PATCH', `/${row.id}`, { status: 'done' }), 400, 'VALIDATION');
    expect(expectData(await call('GET', `/${row.id}`))).toMatchObject(row);
  });
});

describe('DELETE /marketing-campaigns/:id', () => {
  it('archives, answers with the row, and leaves the links of children', async () => {
    const row = await create({ status: 'live' });
    const code = await makeDiscountCode(server.services.database, server.ours.accountId, {
      marketingCampaignId: row.id,
    });
    const archived = expectData(await call('DELETE', `/${row.id}`));
    expect(archived).toEqual({ ...row, status: 'archived', updatedAt: archived.updatedAt });
    expect(expectData(await call('DELETE', `/${row.id}`))).toEqual(archived);
    expect(expectData(await server.call(server.ours.key, 'GET', `/api/v1/discount-codes/${code.id}`))).toMatchObject({
      marketingCampaignId: row.id,
    });
    expect(expectData(await call('GET', `/${row.id}`))._count.discountCodes).toBe(1);
  });
});

it('every change of a campaign stands in the audit log, once', async () => {
  const us = await server.makeTenant();
  const { id } = await create({ name: 'Imlek' }, us);
  await call('PATCH', `/${id}`, { status: 'live' }, us);
  await call('PATCH', `/${id}`, {}, us);
  await call('DELETE', `/${id}`, undefined, us);
  await call('DELETE', `/${id}`, undefined, us);
  expect(
    (await auditOf(server, us.accountId)).map(({ action, targetType, targetId, data }) => ({
      action,
      targetType,
      targetId,
      data,
    })),
  ).toEqual([
    { action: 'marketing_campaign.create', targetType: 'marketing_campaign', targetId: id, data: { name: 'Imlek' } },
    {
      action: 'marketing_campaign.update',
      targetType: 'marketing_campaign',
      targetId: id,
      data: { name: 'Imlek', changed: ['status'] },
    },
    { action: 'marketing_campaign.archive', targetType: 'marketing_campaign', targetId: id, data: { name: 'Imlek' } },
  ]);
});

describe('the list of the dashboard', () => {
  it('walks all pages, searches name and description, filters, and counts children', async () => {
    const us = await server.makeTenant();
    const same = new Date('2026-01-01T00:00:00Z');
    for (let n = 0; n < 5; n++)
      await make({ name: `Kopi ${n}`, createdAt: same, status: n === 0 ? 'live' : 'draft' }, us);
    const tea = await make({ name: 'Teh', description: 'Bukan KOPI', createdAt: new Date('2026-01-02T00:00:00Z') }, us);
    await makeDiscountCode(server.services.database, us.accountId, { marketingCampaignId: tea });
    const page = async (input: object) =>
      (await trpc(server, 'query', 'marketingCampaigns.overview', input, { cookie: us.cookie })).data;
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const answer = await page({ limit: 2, cursor });
      expect(answer.total).toBe(6);
      seen.push(...answer.items.map(({ name }: { name: string }) => name));
      cursor = answer.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen[0]).toBe('Teh');
    expect(new Set(seen).size).toBe(6);
    expect(seen).toHaveLength(6);
    expect(await page({ q: 'kopi' })).toMatchObject({ total: 6, hasMore: false });
    expect(await page({ q: 'teh' })).toMatchObject({
      total: 1,
      items: [{ id: tea, _count: { discountCodes: 1, broadcasts: 0 } }],
    });
    expect(await page({ q: 'kopi', status: 'live' })).toMatchObject({ total: 1, items: [{ name: 'Kopi 0' }] });
    expect(await page({ q: 'nothing' })).toMatchObject({ total: 0, items: [], nextCursor: null });
  });
});
