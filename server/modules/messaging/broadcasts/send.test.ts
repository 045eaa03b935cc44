/** Send (docs/contract/broadcasts.md#sending): who gets a message, what refuses, what a second send does. */
import { describe, expect, it } from 'vitest';
import { startDelivery } from '@/server/modules/messaging/broadcasts/delivery/delivery';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import type { Provider } from '@/server/platform/vendors/provider';
import { createTransport } from '@/server/platform/vendors/transport';
import { makeBroadcast, makeChannel } from '@/server/testing/factories/messaging';
import { unique } from '@/server/testing/factories/unique';
import { auditOf, eventually, expectData, expectError, snapshotOf, trpc } from '@/server/testing/http';
import { useServer } from '@/server/testing/server';

const server = useServer();
const prisma = () => server.services.database.prisma;

interface Person {
  email?: string | null;
  phoneE164?: string;
  socialHandles?: Record<string, string>;
  subscriptions?: Record<string, string>;
}
const person = async (options: Person = {}, accountId = server.ours.accountId): Promise<string> => {
  const at = new Date();
  const { email = `${unique('ani')}@example.test`, ...more } = options;
  return (
    await prisma().contact.create({
      data: { accountId, identityHash: unique('h'), email, createdAt: at, updatedAt: at, ...more },
    })
  ).id;
};
const list = async (contactIds: string[], accountId = server.ours.accountId): Promise<string> => {
  const at = new Date();
  const { id } = await prisma().contactList.create({
    data: { accountId, name: unique('List '), createdAt: at, updatedAt: at },
  });
  await prisma().contactListMember.createMany({
    data: contactIds.map((contactId) => ({ accountId, listId: id, contactId, addedAt: at })),
  });
  return id;
};
const segment = async (definition: object, options: { accountId?: string; status?: string } = {}): Promise<string> => {
  const at = new Date();
  const { accountId = server.ours.accountId, status = 'active' } = options;
  return (
    await prisma().audienceSegment.create({
      data: { accountId, name: unique('Segment '), definition, status, createdAt: at, updatedAt: at },
    })
  ).id;
};
const channels = async (...providers: ProviderId[]): Promise<void> => {
  for (const provider of providers) await makeChannel(server.services, server.ours.accountId, { provider });
};
const draft = async (
  providers: ProviderId[],
  audience: object,
  options: Parameters<typeof makeBroadcast>[2] = {},
): Promise<string> =>
  (
    await makeBroadcast(server.services.database, server.ours.accountId, {
      providers,
      audience: audience as never,
      ...options,
    })
  ).id;
const send = (id: string) => server.call(server.ours.key, 'POST', `/api/v1/broadcasts/${id}/send`);
const cancel = (id: string) => server.call(server.ours.key, 'POST', `/api/v1/broadcasts/${id}/cancel`);
const get = async (id: string) => expectData(await server.call(server.ours.key, 'GET', `/api/v1/broadcasts/${id}`));
const messages = (campaignId: string) =>
  prisma().marketingMessage.findMany({ where: { campaignId }, orderBy: { id: 'asc' } });
const segmentOf = (email: string) => ({
  match: 'all',
  groups: [{ match: 'all', conditions: [{ field: 'email', op: 'eq', value: email }] }],
});

describe('POST /broadcasts/:id/send', () => {
  it('makes one message for each contact of lists, ids and segments together, and says how many', async () => {
    await channels('email_p1');
    const email = `${unique('eka')}@example.test`;
    const [ani, budi, citra, eka] = [await person(), await person(), await person(), await person({ email })];
    const id = await draft(['email_p1'], {
      listIds: [await list([ani, budi]), await list([budi])],
      contactIds: [citra, ani],
      segmentIds: [await segment(segmentOf(email))],
    });
    const before = Date.now();
    expect(expectData(await send(id))).toEqual({ id, queued: 4 });
    const rows = await messages(id);
    expect(new Set(rows.map(({ contactId }) => contactId))).toEqual(new Set([ani, budi, citra, eka]));
    for (const row of rows)
      expect(row).toMatchObject({
        accountId: server.ours.accountId,
        provider: 'email_p1',
        status: 'queued',
        attempts: 0,
        lastError: null,
        providerMessageId: null,
        funnelId: null,
        funnelStepId: null,
      });
    const after = await get(id);
    expect(after).toMatchObject({ status: 'sending', completedAt: null, statusCounts: { queued: 4 } });
    expect(Date.parse(after.startedAt)).toBeGreaterThanOrEqual(before);
    expect((await auditOf(server, server.ours.accountId)).at(-1)).toMatchObject({
      action: 'broadcast.send',
      targetType: 'broadcast',
      targetId: id,
      actorKind: 'key',
    });
  });

  describe('with onePerAddress', () => {
    const outcomeOf = async (id: string) => {
      const rows = await messages(id);
      const of = (status: string) =>
        rows.filter((row) => row.status === status).map(({ contactId, provider }) => `${provider} ${contactId}`);
      return {
        queued: of('queued').sort(),
        same: rows
          .filter(({ lastError }) => lastError === 'SAME_ADDRESS')
          .map(({ contactId, provider }) => `${provider} ${contactId}`)
          .sort(),
      };
    };
    /** Three contacts of one e-mail, two of them with one phone; the oldest has opted out. */
    const family = async () => {
      const email = `${unique('toko')}@example.test`;
      const phoneE164 = `+62812${unique('').replace(/\D/g, '').padEnd(8, '7').slice(0, 8)}`;
      const [gone, first, second, other] = [
        await person({ email, subscriptions: { email: 'unsubscribed', sms: 'unsubscribed' } }),
        await person({ email, phoneE164 }),
        await person({ email, phoneE164 }),
        await person(),
      ];
      for (const [age, id] of [gone, first, second, other].entries())
        await prisma().contact.updateMany({ where: { id }, data: { createdAt: new Date(2020, 1, age + 1) } });
      return { gone, first, second, other };
    };

    it('writes to the oldest who can be reached, skips the others with a reason, and counts so before', async () => {
      await channels('email_p1', 'sms_p1');
      const { gone, first, second, other } = await family();
      const audience = { contactIds: [second, other, gone, first], onePerAddress: true };
      const providers: ProviderId[] = ['email_p1', 'sms_p1'];
      const { data: counted } = await trpc(
        server,
        'query',
        'broadcasts.audience',
        { providers, audience },
        { cookie: server.ours.cookie },
      );
      expect(counted).toMatchObject({ people: 4, reachable: 2, messages: 3 });
      const id = await draft(providers, audience);
      expect(expectData(await send(id))).toEqual({ id, queued: 3 });
      const expected = {
        queued: [`email_p1 ${first}`, `email_p1 ${other}`, `sms_p1 ${first}`].sort(),
        same: [`email_p1 ${second}`, `sms_p1 ${second}`],
      };
      expect(await outcomeOf(id)).toEqual(expected);
      expect((await get(id)).statusCounts).toEqual({ queued: 3, skipped: 2 });
      expect((await get(id)).audience.onePerAddress).toBe(true);
      // Again after a cancel: the same choice, and nobody is noted twice.
      expectData(await cancel(id));
      expect(expectData(await send(id))).toEqual({ id, queued: 3 });
      expect(await outcomeOf(id)).toEqual(expected);
      // An address that was written to is not written to by another contact.
      expectData(await cancel(id));
      await prisma().marketingMessage.updateMany({
        where: { campaignId: id, contactId: first, provider: 'email_p1' },
        data: { status: 'sent', sentAt: new Date() },
      });
      await prisma().contact.updateMany({ where: { id: first }, data: { subscriptions: { email: 'unsubscribed' } } });
      expect(expectData(await send(id))).toEqual({ id, queued: 2 });
      expect((await outcomeOf(id)).same).toEqual(expected.same);
    });

    it('draws nobody for a test who is skipped, and without it each contact has a message', async () => {
      await channels('email_p1');
      const { first, second, other } = await family();
      const contactIds = [first, second, other];
      const test = { variants: [{}, { subject: 'B' }], share: 50, metric: 'opened', hours: 1 } as const;
      const id = await draft(['email_p1'], { contactIds, onePerAddress: true }, { test: test as never });
      expect(expectData(await send(id))).toEqual({ id, queued: 2 });
      const rows = await messages(id);
      expect(
        rows
          .filter(({ variant }) => variant !== null)
          .map(({ contactId }) => contactId)
          .sort(),
      ).toEqual([first, other].sort());
      expect((await outcomeOf(id)).same).toEqual([`email_p1 ${second}`]);
      const plain = await draft(['email_p1'], { contactIds });
      expect(expectData(await send(plain))).toEqual({ id: plain, queued: 3 });
      const timed = await draft(['email_p1'], { contactIds, onePerAddress: true }, { perHour: 60 });
      expect(expectData(await send(timed))).toEqual({ id: timed, queued: 2 });
    });
  });

  it('leaves out who is in an excluded list or segment, whatever names them, and counts them before', async () => {
    await channels('email_p1', 'msg_p5');
    const email = `${unique('eka')}@example.test`;
    const [ani, budi, citra, eka] = [await person(), await person(), await person(), await person({ email })];
    const [outsider, fajar] = [await person(), await person()];
    const everybody = await list([ani, budi, citra, eka, fajar]);
    const exclude = {
      listIds: [await list([budi, outsider]), await list([], server.theirs.accountId), 'unknown'],
      segmentIds: [
        await segment(segmentOf(email)),
        await segment(segmentOf(email), { status: 'archived' }),
        await segment({ match: 'all', groups: [] }, { accountId: server.theirs.accountId }),
      ],
      contactIds: [fajar, outsider, 'unknown'],
    };
    const audience = { listIds: [everybody], contactIds: [budi, ani], exclude };
    const body = {
      name: 'Without',
      providers: ['email_p1', 'msg_p5'],
      content: { email: { subject: 's', text: 't' } },
    };
    const made = expectData(await server.call(server.ours.key, 'POST', '/api/v1/broadcasts', { body }), 201);
    const path = `/api/v1/broadcasts/${made.id}`;
    const changed = expectData(await server.call(server.ours.key, 'PATCH', path, { body: { audience } }));
    expect(changed.audience).toEqual(audience);

    const asked = { providers: body.providers, audience };
    const { data: preview } = await trpc(server, 'mutation', 'broadcasts.audience', asked, {
      cookie: server.ours.cookie,
    });
    expect(preview).toMatchObject({ people: 2, excluded: 3, reachable: 2, messages: 3 });
    expect(expectData(await send(made.id)).queued).toBe(3);
    expect(new Set((await messages(made.id)).map(({ contactId }) => contactId))).toEqual(new Set([ani, citra, null]));

    // Nobody remains: not even the one message of a webhook-style provider leaves.
    const nobody = { listIds: [everybody], exclude: { listIds: [everybody] } };
    expectError(await send(await draft(['email_p1', 'msg_p5'], nobody)), 400, 'EMPTY_AUDIENCE');
  });

  it('counts who is on several of the lists once, before and as it sends', async () => {
    await channels('email_p1');
    const [ani, budi, citra] = [await person(), await person(), await person()];
    const audience = { listIds: [await list([ani, budi]), await list([budi, citra]), await list([ani, budi, citra])] };
    const asked = { providers: ['email_p1'], audience };
    const { data: preview } = await trpc(server, 'mutation', 'broadcasts.audience', asked, {
      cookie: server.ours.cookie,
    });
    expect(preview).toMatchObject({ people: 3, reachable: 3, messages: 3 });
    const id = await draft(['email_p1'], audience);
    expect(expectData(await send(id))).toEqual({ id, queued: 3 });
    expect((await messages(id)).map(({ contactId }) => contactId).sort()).toEqual([ani, budi, citra].sort());
  });

  it('excludes at a second send who joined an excluded list since', async () => {
    await channels('email_p1');
    const [ani, budi] = [await person(), await person()];
    const left = await list([]);
    const id = await draft(['email_p1'], { contactIds: [ani, budi], exclude: { listIds: [left] } });
    expect(expectData(await send(id)).queued).toBe(2);
    await cancel(id);
    await prisma().contactListMember.create({
      data: { accountId: server.ours.accountId, listId: left, contactId: budi, addedAt: new Date() },
    });
    expect(expectData(await send(id)).queued).toBe(1);
    const again = (await messages(id)).filter(({ status }) => status === 'queued');
    expect(again.map(({ contactId }) => contactId)).toEqual([ani]);
  });

  it('makes one for each provider, and keeps one snapshot a family', async () => {
    await channels('email_p1', 'email_p2', 'sms_p1');
    const [both, mailOnly] = [await person({ phoneE164: '+628111' }), await person()];
    const id = await draft(
      ['email_p1', 'email_p2', 'sms_p1'],
      { contactIds: [both, mailOnly] },
      { content: { email: { subject: 's', text: 't' }, sms: { body: 'b' } } },
    );
    expect(expectData(await send(id)).queued).toBe(5);
    const rows = await messages(id);
    expect(rows.filter(({ provider }) => provider === 'sms_p1')).toMatchObject([
      { contactId: both, recipient: '+628111' },
    ]);
    expect(new Set(rows.map(({ contentId }) => contentId)).size).toBe(2);
    const contents = await prisma().messageContent.findMany({
      where: { id: { in: rows.map(({ contentId }) => contentId) } },
    });
    expect(contents.map(({ family, content }) => [family, content])).toEqual(
      expect.arrayContaining([
        ['email', { subject: 's', text: 't' }],
        ['sms', { body: 'b' }],
      ]),
    );
    // What is changed later changes no snapshot.
    await cancel(id);
    expectData(await server.call(server.ours.key, 'PATCH', `/api/v1/broadcasts/${id}`, { body: { content: {} } }));
    expect(await prisma().messageContent.findMany({ where: { id: { in: contents.map((each) => each.id) } } })).toEqual(
      contents,
    );
  });

  it.each<[ProviderId, string]>([
    ['msg_p3', 'telegram'],
    ['msg_p4', 'line'],
    ['push_p1', 'push'],
    ['social_p1', 'facebook'],
    ['social_p5', 'x'],
  ])('reaches people over %s by their handle', async (provider, family) => {
    await channels(provider);
    const [with_, without, blank] = [
      await person({ email: null, socialHandles: { [family]: '4711' } }),
      await person(),
      await person({ socialHandles: { [family]: '  ' } }),
    ];
    const id = await draft([provider], { contactIds: [with_, without, blank] });
    expect(expectData(await send(id)).queued).toBe(1);
    expect(await messages(id)).toMatchObject([{ contactId: with_, recipient: '4711' }]);
  });

  it.each(['unsubscribed', 'pending'])('leaves out who is %s in the family, and in no other', async (state) => {
    await channels('email_p1', 'sms_p1');
    const contactId = await person({ phoneE164: '+628222', subscriptions: { email: state, telegram: 'unsubscribed' } });
    const id = await draft(['email_p1', 'sms_p1'], { contactIds: [contactId] });
    expect(expectData(await send(id)).queued).toBe(1);
    expect(await messages(id)).toMatchObject([{ provider: 'sms_p1' }]);
  });

  it("leaves out addresses that opted out, whatever contact they stand on; the neighbour's list is the neighbour's", async () => {
    await channels('email_p1', 'sms_p1', 'msg_p1');
    const email = `${unique('dewi')}@example.test`;
    const contactId = await person({ email, phoneE164: '+628333' });
    const at = new Date();
    const suppress = (accountId: string, family: string, address: string) =>
      prisma().suppression.create({ data: { accountId, family, address, reason: 'recipient', createdAt: at } });
    await suppress(server.ours.accountId, 'email', email);
    await suppress(server.ours.accountId, 'sms', '+628333');
    await suppress(server.theirs.accountId, 'whatsapp', '+628333');
    const id = await draft(['email_p1', 'sms_p1', 'msg_p1'], { contactIds: [contactId] });
    expect(expectData(await send(id)).queued).toBe(1);
    expect(await messages(id)).toMatchObject([{ provider: 'msg_p1' }]);
  });

  it('makes exactly one message for a webhook-style provider, to nobody in particular', async () => {
    await channels('msg_p5', 'msg_p6', 'webhook_generic');
    const id = await draft(['msg_p5', 'msg_p6', 'webhook_generic'], {
      contactIds: [await person({ email: null }), await person()],
    });
    expect(expectData(await send(id)).queued).toBe(3);
    for (const row of await messages(id)) expect(row).toMatchObject({ recipient: 'broadcast', contactId: null });
    expectError(await send(await draft(['msg_p5'], {})), 400, 'EMPTY_AUDIENCE');
  });

  it('uses the newest of several active channels', async () => {
    const { accountId, key } = await server.makeTenant();
    const make = (createdAt: string, status = 'active') =>
      makeChannel(server.services, accountId, { provider: 'email_p3', createdAt: new Date(createdAt), status });
    await make('2026-01-01');
    const newest = await make('2026-03-01');
    await make('2026-02-01');
    await make('2026-04-01', 'revoked');
    const { id } = await makeBroadcast(server.services.database, accountId, {
      providers: ['email_p3'],
      audience: { contactIds: [await person({}, accountId)] },
    });
    expectData(await server.call(key, 'POST', `/api/v1/broadcasts/${id}/send`));
    expect(await messages(id)).toMatchObject([{ channelIntegrationId: newest.id }]);
  });

  it("ignores ids that resolve to nothing: unknown, the neighbour's, archived, garbage", async () => {
    await channels('email_p1');
    const theirs = await person({}, server.theirs.accountId);
    const email = `${unique('x')}@example.test`;
    const ours = await person({ email });
    const nobody = {
      listIds: ['cx', await list([theirs], server.theirs.accountId)],
      contactIds: [theirs, 'Not An Id', ''],
      segmentIds: [
        'cx',
        await segment(segmentOf(email), { status: 'archived' }),
        await segment(segmentOf(email), { accountId: server.theirs.accountId }),
      ],
    };
    const before = await snapshotOf(server, server.theirs.accountId);
    expectError(await send(await draft(['email_p1'], nobody)), 400, 'EMPTY_AUDIENCE');
    const id = await draft(['email_p1'], { ...nobody, contactIds: [...nobody.contactIds, ours, ours] });
    expect(expectData(await send(id)).queued).toBe(1);
    expect(await snapshotOf(server, server.theirs.accountId)).toEqual(before);
  });

  it('queues what the content has nothing for, and the worker skips it with that reason', async () => {
    await channels('email_p1');
    expect(
      expectData(await send(await draft(['email_p1'], { contactIds: [await person()] }, { content: {} }))).queued,
    ).toBe(1);
  });
});

describe('what refuses a send, in this order', () => {
  const unconnected: ProviderId = 'email_p5';

  it.each(['sending', 'sent'])('BAD_STATE when it is %s, before anything else', async (status) => {
    expectError(await send(await draft([], {}, { status })), 409, 'BAD_STATE');
  });
  it('NO_PROVIDER', async () => {
    expectError(await send(await draft([], {})), 400, 'NO_PROVIDER');
  });
  it('NO_CHANNEL when one picked provider has none, and it names it', async () => {
    await channels('email_p1');
    const error = expectError(await send(await draft(['email_p1', unconnected], {})), 400, 'NO_CHANNEL');
    expect(error.details).toEqual({ providers: [unconnected] });
    await makeChannel(server.services, server.ours.accountId, { provider: unconnected, status: 'revoked' });
    await makeChannel(server.services, server.theirs.accountId, { provider: unconnected });
    expectError(await send(await draft([unconnected], {})), 400, 'NO_CHANNEL');
  });
  it('EMPTY_AUDIENCE without anybody, NO_RECIPIENTS when none of them can be reached; nothing is left behind', async () => {
    await channels('email_p1');
    const before = await snapshotOf(server, server.ours.accountId);
    const [empty, emptyList, unreachable] = [
      await draft(['email_p1'], {}),
      await draft(['email_p1'], { listIds: [await list([])] }),
      await draft(['email_p1'], { contactIds: [await person({ email: null })] }),
    ];
    expectError(await send(empty), 400, 'EMPTY_AUDIENCE');
    expectError(await send(emptyList), 400, 'EMPTY_AUDIENCE');
    expectError(await send(unreachable), 400, 'NO_RECIPIENTS');
    expect((await get(unreachable)).status).toBe('draft');
    const after = await snapshotOf(server, server.ours.accountId);
    for (const table of ['MarketingMessage', 'MessageContent', 'BroadcastTally', 'AuditEntry'])
      expect(after[table]).toEqual(before[table]);
  });
  it('404 for an unknown broadcast', async () => {
    expectError(await send('cunknown'), 404, 'NOT_FOUND');
  });
});

describe('sending again after a cancel', () => {
  it('queues only pairs that have no message, or a skipped one', async () => {
    await channels('email_p1', 'sms_p1');
    const people = [await person({ phoneE164: '+628444' }), await person({ phoneE164: '+628445' })];
    const id = await draft(['email_p1', 'sms_p1'], { contactIds: people });
    expect(expectData(await send(id)).queued).toBe(4);
    const rows = await messages(id);
    for (const [n, status] of ['sent', 'failed', 'sending'].entries())
      await prisma().marketingMessage.updateMany({ where: { id: rows[n]!.id }, data: { status } });
    expect(expectData(await cancel(id))).toEqual({ id, status: 'paused', skipped: 1 });
    expect(await prisma().marketingMessage.findFirst({ where: { id: rows[3]!.id } })).toMatchObject({
      status: 'skipped',
      lastError: 'broadcast canceled',
      claimableAt: null,
    });
    expect((await get(id)).statusCounts).toEqual({ sent: 1, failed: 1, sending: 1, skipped: 1 });
    expect(expectData(await send(id)).queued).toBe(1);
    expect((await get(id)).statusCounts).toEqual({ sent: 1, failed: 1, sending: 1, skipped: 1, queued: 1 });
    // And people who came in meanwhile.
    await cancel(id);
    await server.call(server.ours.key, 'PATCH', `/api/v1/broadcasts/${id}`, {
      body: { audience: { contactIds: [...people, await person()] } },
    });
    expect(expectData(await send(id)).queued).toBe(2);
  });

  it('is 200 with queued 0 when nothing is left', async () => {
    await channels('email_p1', 'msg_p5');
    const id = await draft(['email_p1', 'msg_p5'], { contactIds: [await person()] });
    expectData(await send(id));
    await prisma().marketingMessage.updateMany({
      where: { campaignId: id },
      data: { status: 'sent', claimableAt: null },
    });
    expect(expectData(await cancel(id)).skipped).toBe(0);
    expect(expectData(await send(id))).toEqual({ id, queued: 0 });
    expect((await get(id)).status).toBe('sending');
  });

  it('leaves out a skipped message that the vendor may have', async () => {
    await channels('email_p1');
    const id = await draft(['email_p1'], { contactIds: [await person()] });
    expectData(await send(id));
    await prisma().marketingMessage.updateMany({ where: { campaignId: id }, data: { doubtedAt: new Date() } });
    await cancel(id);
    expect(expectData(await send(id)).queued).toBe(0);
  });
});

describe('POST /broadcasts/:id/cancel', () => {
  it('takes a scheduled one back', async () => {
    const id = await draft(['email_p1'], {}, { status: 'scheduled', scheduledAt: new Date('2099-01-01') });
    expect(expectData(await cancel(id))).toEqual({ id, status: 'paused', skipped: 0 });
    expect((await get(id)).status).toBe('paused');
    expect((await auditOf(server, server.ours.accountId)).at(-1)).toMatchObject({
      action: 'broadcast.cancel',
      targetId: id,
    });
  });
  it.each(['draft', 'paused', 'sent', 'archived'])('is BAD_STATE when it is %s', async (status) => {
    expectError(await cancel(await draft(['email_p1'], {}, { status })), 409, 'BAD_STATE');
  });
  it('leaves the messages of others alone', async () => {
    await channels('email_p1');
    const [one, other] = [
      await draft(['email_p1'], { contactIds: [await person()] }),
      await draft(['email_p1'], { contactIds: [await person()] }),
    ];
    expectData(await send(one));
    expectData(await send(other));
    await cancel(one);
    expect((await get(other)).statusCounts).toEqual({ queued: 1 });
  });
});

describe('at once', () => {
  it('of ten sends one sends', async () => {
    await channels('email_p1');
    const id = await draft(['email_p1'], { contactIds: [await person(), await person()] });
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(409)]);
    expect(await messages(id)).toHaveLength(2);
  });

  it('sends and cancels leave no pair twice and none forgotten', async () => {
    await channels('email_p1');
    const people = await Promise.all(Array.from({ length: 5 }, () => person()));
    const id = await draft(['email_p1'], { contactIds: people });
    for (let round = 0; round < 10; round++) await Promise.all([send(id), cancel(id), send(id), cancel(id)]);
    await cancel(id);
    expectData(await send(id));
    const rows = await messages(id);
    expect(
      rows
        .filter(({ status }) => status === 'queued')
        .map(({ contactId }) => contactId)
        .sort(),
    ).toEqual([...people].sort());
    expect(new Set(rows.map(({ status }) => status)).size).toBeLessThanOrEqual(2);
  });
});

describe('a cancel while messages are being queued', () => {
  it('is BAD_STATE when that takes long, and takes nothing back', async () => {
    const id = await draft(['email_p1'], {}, { status: 'scheduled', scheduledAt: new Date('2099-01-01') });
    // What a send to a million holds for many seconds.
    const sender = await server.services.database.pool.connect();
    try {
      await sender.query('BEGIN');
      await sender.query('SELECT FROM "Broadcast" WHERE id = $1 FOR NO KEY UPDATE', [id]);
      expectError(await cancel(id), 409, 'BAD_STATE');
      await sender.query('ROLLBACK');
    } finally {
      sender.release();
    }
    expect((await get(id)).status).toBe('scheduled');
  });

  it('of 50,000 is paused or BAD_STATE, and once it is paused no message leaves', async () => {
    const { pool } = server.services.database;
    const { accountId } = server.ours;
    await channels('email_p1');
    const everybody = await list([]);
    for (let from = 1; from <= 50_000; from += 10_000)
      await pool.query(
        `WITH made AS (
           INSERT INTO "Contact" ("accountId", "identityHash", email, "createdAt", "updatedAt")
           SELECT $1, 'many ' || n, 'many' || n || '@example.test', now(), now() FROM generate_series($3::int, $3::int + 9999) n RETURNING id)
         INSERT INTO "ContactListMember" ("accountId", "listId", "contactId", "addedAt") SELECT $1, $2, id, now() FROM made`,
        [accountId, everybody, from],
      );
    const id = await draft(['email_p1'], { listIds: [everybody] });
    const sent = send(id);
    for (let paused = false; !paused;) {
      const answer = await cancel(id);
      paused = answer.status === 200;
      if (paused) expect(expectData(answer)).toMatchObject({ status: 'paused', skipped: 50_000 });
      else expectError(answer, 409, 'BAD_STATE');
    }
    expect(expectData(await sent).queued).toBe(50_000);

    const left: string[] = [];
    const adapter = {
      id: 'email_p1',
      send: ({ recipient }: { recipient: string }) => {
        left.push(recipient);
        return Promise.resolve({ kind: 'accepted', providerMessageId: null });
      },
    } as unknown as Provider;
    const other = await draft(['email_p1'], { contactIds: [await person({ email: 'other@example.test' })] });
    const transport = createTransport();
    const delivery = startDelivery({ services: server.services, transport, adapterOf: () => adapter });
    try {
      // The worker is at work: what was queued later has left.
      expectData(await send(other));
      await eventually(async () => expect((await get(other)).statusCounts).toEqual({ sent: 1 }));
    } finally {
      await delivery.stop();
      await transport.close();
    }
    expect(left.filter((address) => address.startsWith('many'))).toEqual([]);
    expect((await get(id)).statusCounts).toEqual({ skipped: 50_000 });
  });
});

describe('POST /broadcasts/:id/send-test', () => {
  const sendTest = (id: string, body: unknown) =>
    server.call(server.ours.key, 'POST', `/api/v1/broadcasts/${id}/send-test`, { body });

  it('queues one message outside of the broadcast, in any state', async () => {
    await channels('email_p1');
    for (const status of ['draft', 'sending', 'paused']) {
      const id = await draft(['email_p1'], {}, { status });
      const data = expectData(await sendTest(id, { provider: 'email_p1', recipient: ' sari@example.test ' }));
      expect(data).toEqual({ messageId: expect.any(String), queued: true });
      expect(await prisma().marketingMessage.findFirst({ where: { id: data.messageId } })).toMatchObject({
        campaignId: null,
        contactId: null,
        recipient: 'sari@example.test',
        status: 'queued',
      });
      expect(await get(id)).toMatchObject({ status, statusCounts: {} });
    }
  });
  it('refuses', async () => {
    await channels('email_p1');
    const id = await draft(['email_p1', 'social_p4'], {});
    expectError(await sendTest(id, { provider: 'email_p2', recipient: 'a@example.test' }), 400, 'BAD_PROVIDER');
    expectError(await sendTest(id, { provider: 'fax', recipient: 'a@example.test' }), 400, 'BAD_PROVIDER');
    expectError(await sendTest(id, { provider: 'social_p4', recipient: 'a' }), 400, 'NO_CHANNEL');
    for (const body of [
      { provider: 'email_p1' },
      { provider: 'email_p1', recipient: '  ' },
      { recipient: 'a@example.test' },
    ])
      expectError(await sendTest(id, body), 400, 'VALIDATION');
    expectError(await sendTest('cunknown', { provider: 'email_p1', recipient: 'a@example.test' }), 404, 'NOT_FOUND');
  });
});
