/** /api/v1/abandoned-cart/config (docs/contract/abandoned-cart.md#config). */
import { beforeEach, describe, expect, it } from 'vitest';
import { makeDiscountCode } from '@/server/testing/factories/offers';
import { makeMarketingCampaign } from '@/server/testing/factories/content';
import { auditOf, expectData, expectError, snapshotOf } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer();
const PATH = '/api/v1/abandoned-cart/config';
const STUB = {
  enabled: false,
  delayHours: 4,
  emailSubject: expect.stringMatching(/./),
  emailPreview: expect.stringMatching(/./),
  discountCodeId: null,
};

let us: Tenant;
beforeEach(async () => {
  us = await server.makeTenant();
});
const get = async () => expectData(await server.call(us.key, 'GET', PATH));
const patch = (body: unknown, who = us) => server.call(who.key, 'PATCH', PATH, { body });

describe('config', () => {
  it('is a stub of exactly five fields until it is written, and reading writes nothing', async () => {
    const before = await snapshotOf(server, us.accountId);
    expect(await get()).toEqual(STUB);
    expect(await snapshotOf(server, us.accountId)).toEqual(before);
  });

  it('is made by the first PATCH, which answers with the row; what is not sent stays', async () => {
    const made = expectData(await patch({ delayHours: 168 }));
    expect(made).toEqual({
      ...STUB,
      id: expect.stringMatching(/^c[a-z0-9]{24}$/),
      accountId: us.accountId,
      delayHours: 168,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    const code = await makeDiscountCode(server.services.database, us.accountId, { active: false });
    const changed = expectData(
      await patch({
        enabled: true,
        emailSubject: 'Hai {{ first_name }}',
        discountCodeId: code.id,
        accountId: server.theirs.accountId,
        id: 'cother',
        note: 'ignored',
      }),
    );
    expect(changed).toEqual({
      ...made,
      enabled: true,
      emailSubject: 'Hai {{ first_name }}',
      discountCodeId: code.id,
      updatedAt: expect.any(String),
    });
    expect(expectData(await patch({ emailPreview: '', discountCodeId: null }))).toEqual({
      ...changed,
      emailPreview: '',
      discountCodeId: null,
      updatedAt: expect.any(String),
    });
    const kept = expectData(await patch({}));
    expect([kept, await get()]).toEqual([
      { ...changed, emailPreview: '', discountCodeId: null, updatedAt: expect.any(String) },
      kept,
    ]);
    expect(await auditOf(server, us.accountId)).toEqual([]);
  });

  it('of the neighbour is another', async () => {
    const before = await snapshotOf(server, server.theirs.accountId);
    expectData(await patch({ enabled: true }));
    expect(await snapshotOf(server, server.theirs.accountId)).toEqual(before);
    expect(expectData(await server.call(server.theirs.key, 'GET', PATH))).toEqual(STUB);
  });

  it.each([
    { enabled: 'yes' },
    { enabled: null },
    { delayHours: 0 },
    { delayHours: 169 },
    { delayHours: 4.5 },
    { delayHours: '4' },
    { delayHours: null },
    { emailSubject: null },
    { emailPreview: 'a\0b' },
    { discountCodeId: 'cunknown' },
    { discountCodeId: '' },
    { discountCodeId: 5 },
    { marketingCampaignId: null },
    { marketingCampaignId: '' },
    { marketingCampaignId: 'a\0b' },
    { marketingCampaignId: 5 },
    { marketingCampaignId: [] },
    { enabled: true, marketingCampaignId: {} },
  ])('refuses %j as 400 VALIDATION and writes nothing', async (body) => {
    expectError(await patch(body), 400, 'VALIDATION');
    expect(await get()).toEqual(STUB);
  });

  it('takes 200 characters and no more, and the borders of delayHours', async () => {
    for (const body of [{ emailSubject: 'x'.repeat(201) }, { emailPreview: 'x'.repeat(201) }])
      expectError(await patch(body), 400, 'VALIDATION');
    expect(
      expectData(await patch({ emailSubject: 'é'.repeat(200), emailPreview: 'x'.repeat(200), delayHours: 1 })),
    ).toMatchObject({ emailSubject: 'é'.repeat(200), delayHours: 1 });
  });

  it('refuses the key marketingCampaignId with our own campaign too, and says of a foreign one that it is foreign', async () => {
    const [ours, theirs] = [
      await makeMarketingCampaign(server.services.database, us.accountId),
      await makeMarketingCampaign(server.services.database, server.theirs.accountId),
    ];
    expect(expectError(await patch({ marketingCampaignId: ours }), 400, 'VALIDATION').details).toMatchObject({
      issues: [{ path: 'marketingCampaignId' }],
    });
    for (const foreign of [theirs, 'cunknown'])
      expect(expectError(await patch({ marketingCampaignId: foreign }), 400, 'VALIDATION').details).toEqual({
        reason: 'CAMPAIGN_NOT_IN_ACCOUNT',
      });
    expect(await get()).toEqual(STUB);
  });

  it("refuses the neighbour's code, whatever else is sent with it", async () => {
    const code = await makeDiscountCode(server.services.database, server.theirs.accountId);
    expectError(await patch({ enabled: true, discountCodeId: code.id }), 400, 'VALIDATION');
    expect(await get()).toEqual(STUB);
  });

  it('is written on plans that have it, and read on every plan', async () => {
    us = await server.makeTenant({ plan: 'free' });
    expect(expectError(await patch({ enabled: true }), 403, 'PLAN_LIMIT').details).toEqual({
      plan: 'free',
      resource: 'abandonedCart',
      limit: 0,
    });
    expect(await get()).toEqual(STUB);
    for (const plan of ['starter', 'growth', 'scale'] as const)
      expectData(await patch({ enabled: true }, await server.makeTenant({ plan })));
  });

  it('takes parallel first PATCHes of different fields together', async () => {
    const answers = await Promise.all([
      patch({ enabled: true }),
      patch({ delayHours: 9 }),
      patch({ emailSubject: 'S' }),
      patch({ emailPreview: 'P' }),
    ]);
    const ids = new Set(answers.map((answer) => expectData(answer).id as string));
    expect(ids.size).toBe(1);
    expect(await get()).toMatchObject({ enabled: true, delayHours: 9, emailSubject: 'S', emailPreview: 'P' });
  });
});
