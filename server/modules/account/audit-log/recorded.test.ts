/**
 * Walks the list of docs/contract/audit-log.md#what-is-recorded: each change is recorded once, with who did it, whoever
 * did it; suppressions and pixels are not recorded. What exactly an entry says is each resource's own test.
 */
import type { Prisma } from '@/prisma/generated/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeBroadcast, makeChannel } from '@/server/testing/factories/messaging';
import { makeContact } from '@/server/testing/factories/audience';
import { makeUser } from '@/server/testing/factories/account';
import { unique } from '@/server/testing/factories/unique';
import { openCheckout, pay, useBilling } from '@/server/testing/billing';
import { bySession, expectData, trpc } from '@/server/testing/http';
import { useServer, type Answer, type Tenant } from '@/server/testing/server';

const server = useServer({ EXTENSIONS: 'webhook-delivery' });
useBilling(server);

type Call = (method: string, path: string, body?: object) => Promise<Answer>;
type Step = (call: Call, tenant: Tenant) => Promise<{ action: string; targetType: string; targetId: string }>;

let tenant: Tenant;
beforeAll(async () => {
  tenant = await server.makeTenant();
});

/** Each of whom may change things, and what the log then says of who it was. */
const ACTORS: [string, (us: Tenant) => { call: Call; actor: object }][] = [
  [
    'a person',
    (us) => ({
      call: (method, path, body) => bySession(server, us.cookie, method, `/api/v1${path}`, body),
      actor: { actorKind: 'session', actorId: us.user.id, partnerId: null, onBehalfOf: null },
    }),
  ],
  [
    'a key',
    (us) => ({
      call: (method, path, body) => server.call(us.key, method, `/api/v1${path}`, { body }),
      actor: { actorKind: 'key', actorId: us.key.id, partnerId: null, onBehalfOf: null },
    }),
  ],
  [
    'a partner on behalf of the workspace',
    (us) => ({
      call: (method, path, body) =>
        server.call(server.platform, method, `/api/v1${path}`, { body, onBehalfOf: us.accountId }),
      actor: {
        actorKind: 'platform',
        actorId: server.platform.id,
        partnerId: server.platform.id,
        onBehalfOf: us.accountId,
      },
    }),
  ],
];

const ok = (answer: Answer): Answer['body']['data'] => {
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body.data;
};

const makeApiKey = async (call: Call): Promise<string> =>
  ok(await call('POST', '/api-keys', { name: 'Storefront' })).apiKey.id as string;
const makeEndpoint = async (call: Call): Promise<string> =>
  ok(await call('POST', '/webhooks/endpoints', { url: 'https://shop.example/hook' })).endpoint.id as string;
const connectChannel = async (call: Call): Promise<string> =>
  ok(
    await call('POST', '/channels', {
      provider: 'email_p1',
      displayName: 'Newsletter',
      credentials: { apiKey: 're_1' },
    }),
  ).id as string;
const makeCode = async (call: Call): Promise<string> =>
  ok(await call('POST', '/discount-codes', { code: unique('C'), type: 'percent', value: 10, currency: 'IDR' }))
    .id as string;
const sendBroadcast = async (call: Call, us: Tenant, test?: Prisma.InputJsonObject): Promise<string> => {
  await makeChannel(server.services, us.accountId, { provider: 'email_p1' });
  const contact = await makeContact(server.services.database, us.accountId);
  const { id } = await makeBroadcast(server.services.database, us.accountId, {
    audience: { contactIds: [contact.id] },
    ...(test === undefined ? {} : { test }),
  });
  ok(await call('POST', `/broadcasts/${id}/send`));
  return id;
};
const of = (action: string, targetType: string, targetId: string) => ({ action, targetType, targetId });

const STEPS: Record<string, Step> = {
  'API key create': async (call) => of('api_key.create', 'api_key', await makeApiKey(call)),
  'API key update': async (call) => {
    const id = await makeApiKey(call);
    ok(await call('PATCH', `/api-keys/${id}`, { allowedIps: ['203.0.113.0/24'] }));
    return of('api_key.update', 'api_key', id);
  },
  'API key revoke': async (call) => {
    const id = await makeApiKey(call);
    ok(await call('POST', `/api-keys/${id}/revoke`));
    return of('api_key.revoke', 'api_key', id);
  },
  'webhook endpoint create': async (call) =>
    of('webhook_endpoint.create', 'webhook_endpoint', await makeEndpoint(call)),
  'webhook endpoint update': async (call) => {
    const id = await makeEndpoint(call);
    ok(await call('PATCH', `/webhooks/endpoints/${id}`, { active: false }));
    return of('webhook_endpoint.update', 'webhook_endpoint', id);
  },
  'webhook endpoint rotate': async (call) => {
    const id = await makeEndpoint(call);
    ok(await call('POST', `/webhooks/endpoints/${id}/rotate`));
    return of('webhook_endpoint.rotate', 'webhook_endpoint', id);
  },
  'webhook endpoint recover': async (call) => {
    const id = await makeEndpoint(call);
    ok(await call('POST', `/webhooks/endpoints/${id}/recover`, { since: new Date().toISOString() }));
    return of('webhook_endpoint.recover', 'webhook_endpoint', id);
  },
  'webhook endpoint delete': async (call) => {
    const id = await makeEndpoint(call);
    ok(await call('DELETE', `/webhooks/endpoints/${id}`));
    return of('webhook_endpoint.delete', 'webhook_endpoint', id);
  },
  'channel connect': async (call) => of('channel.connect', 'channel', await connectChannel(call)),
  'channel revoke': async (call) => {
    const id = await connectChannel(call);
    ok(await call('DELETE', `/channels/${id}`));
    return of('channel.revoke', 'channel', id);
  },
  'discount code create': async (call) => of('discount_code.create', 'discount_code', await makeCode(call)),
  'discount code update': async (call) => {
    const id = await makeCode(call);
    ok(await call('PATCH', `/discount-codes/${id}`, { value: 20 }));
    return of('discount_code.update', 'discount_code', id);
  },
  'discount code archive': async (call) => {
    const id = await makeCode(call);
    ok(await call('DELETE', `/discount-codes/${id}`));
    return of('discount_code.archive', 'discount_code', id);
  },
  'broadcast send': async (call, us) => of('broadcast.send', 'broadcast', await sendBroadcast(call, us)),
  'broadcast cancel': async (call, us) => {
    const id = await sendBroadcast(call, us);
    ok(await call('POST', `/broadcasts/${id}/cancel`));
    return of('broadcast.cancel', 'broadcast', id);
  },
  'broadcast test end': async (call, us) => {
    const id = await sendBroadcast(call, us, { variants: [{}, {}], share: 50, metric: 'opened', hours: 1 });
    ok(await call('POST', `/broadcasts/${id}/test/end`, {}));
    return of('broadcast.test_end', 'broadcast', id);
  },
  'program upsert': async (call) =>
    of(
      'referral_program.upsert',
      'referral_program',
      ok(
        await call('PUT', '/referrals/program', {
          enabled: true,
          rewardType: 'percent',
          referrerValue: 10,
          refereeValue: 5,
          currency: 'IDR',
        }),
      ).id as string,
    ),
  'plan checkout': async (call, us) => {
    ok(await call('POST', '/billing/checkout', { plan: 'GROWTH', email: 'ani@example.com' }));
    const { id } = await server.services.database.prisma.invoice.findFirstOrThrow({
      where: { accountId: us.accountId },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    });
    return of('billing.checkout', 'invoice', id);
  },
};

const logOf = async (us: Tenant) =>
  expectData(await server.call(us.key, 'GET', '/api/v1/audit-log?limit=100')).entries as {
    id: string;
    action: string;
    targetId: string;
  }[];

describe.each(ACTORS)('%s', (_, begin) => {
  it.each(Object.entries(STEPS))('%s', async (_step, change) => {
    const { call, actor } = begin(tenant);
    const before = new Set((await logOf(tenant)).map(({ id }) => id));
    const expected = await change(call, tenant);
    const entries = (await logOf(tenant)).filter(({ id }) => !before.has(id));
    expect(entries[0]).toMatchObject({ ...expected, ...actor, accountId: tenant.accountId });
    expect(
      entries.filter(({ action, targetId }) => action === expected.action && targetId === expected.targetId),
    ).toHaveLength(1);
    expect((await logOf(server.theirs)).some(({ targetId }) => targetId === expected.targetId)).toBe(false);
  });

  it('plan cancel', async () => {
    const paying = await server.makeTenant({ plan: null });
    await pay(server, paying, 'GROWTH');
    const { call, actor } = begin(paying);
    ok(await call('POST', '/billing/cancel'));
    expect((await logOf(paying)).filter(({ action }) => action === 'billing.cancel')).toMatchObject([
      { targetType: 'subscription', ...actor },
    ]);
  });
});

describe('members and the workspace, which people change', () => {
  const mutate = async (name: string, input: object, cookie = tenant.cookie) => {
    const answer = await trpc(server, 'mutation', name, input, { cookie });
    expect(answer.status, answer.text).toBe(200);
    return answer.data;
  };
  const latest = async () => (await logOf(tenant))[0];
  const byUs = () => ({ actorKind: 'session', actorId: tenant.user.id });

  it('are recorded: invite, withdraw, join, remove, settings', async () => {
    const invited = await mutate('accounts.invite', { email: 'budi@example.com' });
    expect(await latest()).toMatchObject({ action: 'member.invite', targetType: 'invitation', ...byUs() });
    await mutate('accounts.revokeInvitation', { id: (await logOf(tenant))[0]!.targetId });
    expect(await latest()).toMatchObject({
      action: 'member.revoke_invitation',
      targetId: expect.any(String),
      ...byUs(),
    });
    expect(invited).toBeDefined();

    const member = await makeUser(server.services.database, tenant.accountId);
    await server.services.database.prisma.membership.updateMany({
      where: { accountId: tenant.accountId, userId: member.id },
      data: { role: 'admin' },
    });
    await mutate('accounts.removeMember', { userId: member.id });
    expect(await latest()).toMatchObject({
      action: 'member.remove',
      targetType: 'user',
      targetId: member.id,
      ...byUs(),
    });

    await mutate('accounts.updateWorkspace', { name: 'Toko Baru' });
    expect(await latest()).toMatchObject({
      action: 'workspace.update',
      targetType: 'workspace',
      targetId: tenant.accountId,
      ...byUs(),
    });
  });
});

describe('what is not recorded', () => {
  it.each<[string, (call: Call) => Promise<Answer>]>([
    ['a suppression', (call) => call('POST', '/abandoned-cart/suppressions', { email: 'buyer@example.com' })],
    ['its end', (call) => call('DELETE', '/abandoned-cart/suppressions/buyer@example.com')],
    ['pixels', (call) => call('PATCH', '/pixels', { enabled: true, adPixelAId: '1234567890' })],
    [
      'a change that is refused',
      (call) => call('POST', '/discount-codes', { code: 'X', type: 'percent', value: 0, currency: 'IDR' }),
    ],
    ['reading', (call) => call('GET', '/audit-log/export')],
  ])('%s', async (_, change) => {
    const before = await logOf(tenant);
    const { call } = ACTORS[1]![1](tenant);
    const answer = await change(call);
    expect(answer.status).not.toBe(404);
    expect(await logOf(tenant)).toEqual(before);
  });
});

it('the checkout of another workspace stands in its own log', async () => {
  await openCheckout(server, server.theirs, 'STARTER');
  expect((await logOf(server.theirs))[0]).toMatchObject({
    action: 'billing.checkout',
    accountId: server.theirs.accountId,
  });
});
