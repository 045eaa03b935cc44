/** Two people, or two tabs, on one record: a save that names its version never undoes another one. */
import { describe, expect, it } from 'vitest';
import { makeBlogPost, makeMarketingCampaign } from '@/server/testing/factories/content';
import { makeBroadcast } from '@/server/testing/factories/messaging';
import { makeCartConfig, makeDiscountCode, makePixels, makeReferralProgram } from '@/server/testing/factories/offers';
import { makeContactList, makeSegment } from '@/server/testing/factories/audience';
import { makeFeedConfig, makeIntegration } from '@/server/testing/factories/shops';
import { makeSession, makeUser, makeWebhookEndpoint } from '@/server/testing/factories/account';
import { unique } from '@/server/testing/factories/unique';
import { expectData, expectError, trpc, type TrpcAnswer } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer();

const mutate = (name: string, input: object, cookie: string): Promise<TrpcAnswer> =>
  trpc(server, 'mutation', name, input, { cookie });
const query = (name: string, input: object | undefined, cookie: string): Promise<TrpcAnswer> =>
  trpc(server, 'query', name, input, { cookie });

/** A colleague in the workspace, signed in. */
async function colleague({ accountId }: Tenant, name: string): Promise<string> {
  const { id } = await makeUser(server.services.database, accountId, { name });
  return await makeSession(server.services, { sub: id, accountId });
}

interface Editor {
  /** Makes the record. @returns what names it in a call; nothing where a workspace has one */
  make: (tenant: Tenant) => Promise<{ id: string } | undefined>;
  get: string;
  /** Where the answer of `get` and `update` holds the record. */
  at?: string;
  update: string;
  /** Two changes of one field, and the field. */
  field: string;
  values: readonly [unknown, unknown];
  /** What is sent beside the field. */
  rest?: object;
}

const database = () => server.services.database;
const PROGRAM = { rewardType: 'percent', refereeValue: 5, currency: 'IDR' };

const EDITORS: Record<string, Editor> = {
  post: {
    make: ({ accountId }) => makeBlogPost(database(), accountId),
    get: 'blog.get',
    at: 'post',
    update: 'blog.update',
    field: 'title',
    values: ['A', 'B'],
  },
  'post that is published': {
    make: ({ accountId }) => makeBlogPost(database(), accountId),
    get: 'blog.get',
    at: 'post',
    update: 'blog.publishNow',
    field: 'title',
    values: ['A', 'B'],
  },
  template: {
    make: async ({ cookie }) =>
      (await mutate('broadcasts.templates.create', { name: unique('T') }, cookie)).data.template as { id: string },
    get: 'broadcasts.templates.get',
    update: 'broadcasts.templates.update',
    at: 'template',
    field: 'description',
    values: ['A', 'B'],
  },
  broadcast: {
    make: ({ accountId }) => makeBroadcast(database(), accountId),
    get: 'broadcasts.get',
    update: 'broadcasts.update',
    field: 'name',
    values: ['A', 'B'],
  },
  code: {
    make: ({ accountId }) => makeDiscountCode(database(), accountId),
    get: 'discountCodes.get',
    update: 'discountCodes.update',
    field: 'description',
    values: ['A', 'B'],
  },
  campaign: {
    make: async ({ accountId }) => ({ id: await makeMarketingCampaign(database(), accountId) }),
    get: 'marketingCampaigns.get',
    update: 'marketingCampaigns.update',
    field: 'name',
    values: ['A', 'B'],
  },
  segment: {
    make: ({ accountId }) => makeSegment(database(), accountId),
    get: 'audienceSegments.get',
    update: 'audienceSegments.update',
    field: 'description',
    values: ['A', 'B'],
  },
  list: {
    make: ({ accountId }) => makeContactList(database(), accountId),
    get: 'contactLists.get',
    update: 'contactLists.update',
    field: 'description',
    values: ['A', 'B'],
  },
  integration: {
    make: ({ accountId }) => makeIntegration(server.services, accountId),
    get: 'integrations.get',
    update: 'integrations.update',
    field: 'displayName',
    values: ['A', 'B'],
  },
  'webhook endpoint': {
    make: ({ accountId }) => makeWebhookEndpoint(server.services, accountId),
    get: 'webhooks.get',
    at: 'endpoint',
    update: 'webhooks.update',
    field: 'description',
    values: ['A', 'B'],
  },
  program: {
    make: async ({ accountId }) => void (await makeReferralProgram(database(), accountId)),
    get: 'referrals.getProgram',
    update: 'referrals.putProgram',
    field: 'referrerValue',
    values: [11, 12],
    rest: PROGRAM,
  },
  'settings of cart reminders': {
    make: async ({ accountId }) => void (await makeCartConfig(database(), accountId)),
    get: 'abandonedCart.getConfig',
    update: 'abandonedCart.updateConfig',
    field: 'emailSubject',
    values: ['A', 'B'],
  },
  'settings of the feed': {
    make: async ({ accountId }) => void (await makeFeedConfig(database(), accountId)),
    get: 'feeds.getConfig',
    update: 'feeds.updateConfig',
    field: 'defaultProductCategory',
    values: ['A', 'B'],
  },
  pixels: {
    make: async ({ accountId }) => void (await makePixels(server.services, accountId)),
    get: 'pixels.get',
    update: 'pixels.update',
    field: 'analyticsId',
    values: ['G-AAAAAAAA', 'G-BBBBBBBB'],
  },
};

describe.each(Object.entries(EDITORS))('%s', (_, { make, get, at, update, field, values, rest }) => {
  const begin = async () => {
    const tenant = await server.makeTenant();
    const named = await make(tenant);
    const input = { ...rest, ...(named && { id: named.id }) };
    const read = async (): Promise<Record<string, unknown>> => {
      const { data, text } = await query(get, named && { id: named.id }, tenant.cookie);
      expect(data, text).toBeDefined();
      const record = data as Record<string, unknown>;
      return ((at !== undefined && record[at]) || record) as Record<string, unknown>;
    };
    return { tenant, input, read, rina: await colleague(tenant, 'Rina') };
  };

  it('of two saves on one version exactly one goes through, and the other is told whose it was', async () => {
    const { tenant, input, read, rina } = await begin();
    const { updatedAt } = await read();
    const save = (value: unknown, cookie: string) =>
      mutate(update, { ...input, [field]: value, ifUpdatedAt: updatedAt }, cookie);
    const answers = await Promise.all([save(values[0], tenant.cookie), save(values[1], rina)]);
    expect(answers.map(({ status }) => status).sort(), answers.map(({ text }) => text).join()).toEqual([200, 409]);
    const lost = answers.findIndex(({ status }) => status === 409);
    const stored = await read();
    expect(stored[field]).toBe(values[1 - lost]);
    expect(stored.updatedAt).not.toBe(updatedAt);
    const { error } = JSON.parse(answers[lost]!.text) as {
      error: { data: { appCode: string; details: Record<string, unknown> } };
    };
    expect(error.data).toMatchObject({
      appCode: 'EDIT_CONFLICT',
      details: { updatedAt: stored.updatedAt, by: lost === 0 ? 'Rina' : 'Sari', byYou: false },
    });
    // On the version that is there by now it goes through.
    const again = await mutate(
      update,
      { ...input, [field]: values[lost], ifUpdatedAt: stored.updatedAt },
      tenant.cookie,
    );
    expect(again.status, again.text).toBe(200);
    expect((await read())[field]).toBe(values[lost]);
  });

  it('without a version everything is as it was: the later save stays', async () => {
    const { tenant, input, read } = await begin();
    for (const value of values) {
      const { status, text } = await mutate(update, { ...input, [field]: value }, tenant.cookie);
      expect(status, text).toBe(200);
    }
    expect((await read())[field]).toBe(values[1]);
  });
});

describe('the version', () => {
  const make = () => makeBlogPost(database(), server.ours.accountId);
  const patch = (id: string, body: object) => server.call(server.ours.key, 'PATCH', `/api/v1/blog/${id}`, { body });
  const read = async (id: string) =>
    expectData(await server.call(server.ours.key, 'GET', `/api/v1/blog/${id}`)).post as Record<string, string>;

  it('holds for REST as well, which is nobody by name', async () => {
    const { id } = await make();
    const { updatedAt } = await read(id);
    expectData(await patch(id, { title: 'A', ifUpdatedAt: updatedAt }));
    const { details } = expectError(await patch(id, { title: 'B', ifUpdatedAt: updatedAt }), 409, 'EDIT_CONFLICT');
    expect(details).toEqual({ updatedAt: (await read(id)).updatedAt, by: null, byYou: false });
    expect((await read(id)).title).toBe('A');
  });

  it('differs after every save, also within one millisecond', async () => {
    const { id } = await make();
    const ahead = new Date(Date.now() + 60_000);
    await database().prisma.blogPost.updateMany({ where: { id }, data: { updatedAt: ahead } });
    const answers = await Promise.all(
      ['A', 'B', 'C', 'D'].map((title) => patch(id, { title, ifUpdatedAt: ahead.toISOString() })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect((await read(id)).updatedAt).toBe(new Date(ahead.getTime() + 1).toISOString());
  });

  it('tells a person of their own save from another tab, and nobody after a save that named no version', async () => {
    const { id } = await make();
    const { updatedAt } = await read(id);
    const save = (title: string) => mutate('blog.update', { id, title, ifUpdatedAt: updatedAt }, server.ours.cookie);
    expect((await save('A')).status).toBe(200);
    expect((await save('B')).text).toContain('"by":"Sari","byYou":true');
    expectData(await patch(id, { title: 'C' }));
    expect((await save('D')).text).toContain('"by":null,"byYou":false');
  });

  it('null says that there was none', async () => {
    const tenant = await server.makeTenant();
    const save = (emailSubject: string) =>
      mutate('abandonedCart.updateConfig', { emailSubject, ifUpdatedAt: null }, tenant.cookie);
    expect((await save('A')).status).toBe(200);
    expect((await save('B')).code).toBe('EDIT_CONFLICT');
  });

  it("of a neighbour's record or an unknown one is NOT_FOUND, and what is no instant is VALIDATION", async () => {
    const { id } = await make();
    const { updatedAt } = await read(id);
    const body = { title: 'X', ifUpdatedAt: updatedAt };
    expectError(await server.call(server.theirs.key, 'PATCH', `/api/v1/blog/${id}`, { body }), 404, 'NOT_FOUND');
    expectError(await patch('unknown', body), 404, 'NOT_FOUND');
    expectError(await patch(id, { title: 'X', ifUpdatedAt: 'today' }), 400, 'VALIDATION');
  });
});
