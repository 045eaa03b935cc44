/** GET and PATCH /feeds/config (docs/contract/feeds.md#config). */
import { describe, expect, it } from 'vitest';
import { makeMarketingCampaign } from '@/server/testing/factories/content';
import { auditOf, bySession, expectData, expectError } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer();

const URL = '/api/v1/feeds/config';
const read = async (tenant: Tenant): Promise<Record<string, unknown>> =>
  expectData(await server.call(tenant.key, 'GET', URL)) as Record<string, unknown>;
const send = (tenant: Tenant, body: unknown) => server.call(tenant.key, 'PATCH', URL, { body });
const patch = async (tenant: Tenant, body: unknown): Promise<Record<string, unknown>> =>
  expectData(await send(tenant, body)) as Record<string, unknown>;

const STUB = { enabled: true, defaultProductCategory: null, includeUnpublished: false };

describe('GET /feeds/config', () => {
  it('is exactly the defaults while nothing was saved', async () => {
    const tenant = await server.makeTenant();
    expect(await read(tenant)).toEqual(STUB);
    expect(await server.services.database.prisma.feedConfig.count({ where: { accountId: tenant.accountId } })).toBe(0);
  });

  it('is the row once there is one, in the dashboard too', async () => {
    const tenant = await server.makeTenant();
    const saved = await patch(tenant, { defaultProductCategory: '166' });
    expect(await read(tenant)).toEqual(saved);
    expect(expectData(await bySession(server, tenant.cookie, 'GET', URL))).toEqual(saved);
  });

  it("is one's own", async () => {
    const tenant = await server.makeTenant();
    await patch(server.theirs, { enabled: false });
    expect(await read(tenant)).toEqual(STUB);
  });
});

describe('PATCH /feeds/config', () => {
  it('makes the row with the defaults of what is not sent, and answers with the full config', async () => {
    const tenant = await server.makeTenant();
    const config = await patch(tenant, {});
    expect(Object.keys(config).sort()).toEqual([
      'accountId',
      'createdAt',
      'defaultProductCategory',
      'enabled',
      'id',
      'includeUnpublished',
      'marketingCampaignId',
      'updatedAt',
    ]);
    expect(config).toMatchObject({ ...STUB, accountId: tenant.accountId, marketingCampaignId: null });
  });

  it('changes what is sent and nothing else; null clears', async () => {
    const tenant = await server.makeTenant();
    const first = await patch(tenant, { enabled: false, defaultProductCategory: 'Apparel & Accessories' });
    const second = await patch(tenant, { includeUnpublished: true });
    expect(second).toEqual({ ...first, includeUnpublished: true, updatedAt: second.updatedAt });
    expect(await patch(tenant, { defaultProductCategory: null })).toMatchObject({
      enabled: false,
      includeUnpublished: true,
      defaultProductCategory: null,
    });
    expect(await patch(tenant, { enabled: true, unknown: 1 })).toMatchObject({
      id: first.id,
      createdAt: first.createdAt,
      enabled: true,
    });
  });

  it.each([
    [{ enabled: null }],
    [{ enabled: 'true' }],
    [{ includeUnpublished: 1 }],
    [{ defaultProductCategory: 5 }],
    [{ defaultProductCategory: 'x'.repeat(201) }],
    [{ defaultProductCategory: 'a\0b' }],
  ])('refuses %j', async (body) => {
    expectError(await send(server.ours, body), 400, 'VALIDATION');
  });

  it('takes a category of 200 characters', async () => {
    expect(await patch(await server.makeTenant(), { defaultProductCategory: 'x'.repeat(200) })).toMatchObject({
      defaultProductCategory: 'x'.repeat(200),
    });
  });

  it("takes a campaign of the workspace, null detaches it, and a neighbour's is CAMPAIGN_NOT_IN_ACCOUNT", async () => {
    const tenant = await server.makeTenant();
    const { database } = server.services;
    const own = await makeMarketingCampaign(database, tenant.accountId);
    expect(await patch(tenant, { marketingCampaignId: own })).toMatchObject({ marketingCampaignId: own });
    for (const id of [await makeMarketingCampaign(database, server.theirs.accountId), 'cunknown', 'Not An Id']) {
      expect(expectError(await send(tenant, { marketingCampaignId: id }), 400, 'VALIDATION').details).toEqual({
        reason: 'CAMPAIGN_NOT_IN_ACCOUNT',
      });
    }
    expect(await read(tenant)).toMatchObject({ marketingCampaignId: own });
    expect(await patch(tenant, { marketingCampaignId: null })).toMatchObject({ marketingCampaignId: null });
  });

  it('makes one row of many first calls at once, with what each of them sent', async () => {
    for (let round = 0; round < 5; round++) {
      const tenant = await server.makeTenant();
      const answers = await Promise.all(
        [
          { enabled: false },
          { includeUnpublished: true },
          { defaultProductCategory: '5' },
          { enabled: false },
          { includeUnpublished: true },
        ].map((body) => send(tenant, body)),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      expect(await read(tenant)).toMatchObject({
        enabled: false,
        includeUnpublished: true,
        defaultProductCategory: '5',
      });
      expect(await server.services.database.prisma.feedConfig.count({ where: { accountId: tenant.accountId } })).toBe(
        1,
      );
    }
  });

  it.each(['free', 'starter'] as const)('needs a plan that has feeds: %s has none', async (plan) => {
    const tenant = await server.makeTenant({ plan });
    expect(expectError(await send(tenant, { enabled: true }), 403, 'PLAN_LIMIT').details).toEqual({
      plan,
      resource: 'feeds',
      limit: 0,
    });
    expect(await read(tenant)).toEqual(STUB);
  });

  it('is not gated on growth, and what is no write is gated nowhere', async () => {
    expect((await send(await server.makeTenant({ plan: 'growth' }), { enabled: true })).status).toBe(200);
    const free = await server.makeTenant({ plan: 'free' });
    expectData(
      await server.call(free.key, 'PUT', '/api/v1/feeds/products', {
        body: {
          products: [{ externalRef: 'a', slug: 'a', name: 'a', priceCents: 1, currency: 'IDR', available: true }],
        },
      }),
    );
    for (const url of [
      '/api/v1/feeds/products',
      '/api/v1/feeds/issues',
      `/api/v1/feeds/shopping/${free.accountId}.xml`,
    ])
      expect((await server.call(free.key, 'GET', url)).status).toBe(200);
  });

  it('is not in the audit log', async () => {
    const tenant = await server.makeTenant();
    await patch(tenant, { enabled: false });
    expect(await auditOf(server, tenant.accountId)).toEqual([]);
  });
});
