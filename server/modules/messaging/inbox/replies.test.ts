/** Answers, opt-outs, the away message and files of the inbox (docs/contract/inbox.md#replies). */
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemDb } from '@/server/platform/db/workspace';
import { now, setClockOffset } from '@/server/platform/lib/clock';
import { receive } from '@/server/modules/messaging/inbox/receive';
import { wakeConversations } from '@/server/modules/messaging/inbox/wake';
import { askedFor, mayWantToStop } from '@/server/modules/messaging/inbox/words';
import { makeBroadcast, makeChannel, makeMessage } from '@/server/testing/factories/messaging';
import { makeContact } from '@/server/testing/factories/audience';
import { unique } from '@/server/testing/factories/unique';
import { expectData, expectError, trpc } from '@/server/testing/http';
import {
  closedNow,
  conversationWith,
  deliver,
  makeConversation,
  makeReceiver,
  signedStatus,
  signedWords,
  write,
} from '@/server/testing/inbox';
import { useServer, type Answer } from '@/server/testing/server';
import { runJobs } from '@/server/testing/worker';
import { loopbackTransport } from '@/server/testing/vendor';
import { startDelivery } from '@/server/modules/messaging/broadcasts/delivery/delivery';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';

const server = useServer();
const prisma = () => server.services.database.prisma;
const ours = () => server.ours.accountId;
const HOUR_MS = 60 * 60_000;
afterEach(() => setClockOffset(0));

const path = (id: string, rest = '') => `/api/v1/inbox/conversations/${id}${rest}`;
/** As a person in the dashboard. */
const asPerson = (method: 'GET' | 'POST' | 'PATCH', at: string, body?: object): Promise<Answer> =>
  server.fetch(method, at, {
    headers: { cookie: server.ours.cookie, origin: server.baseUrl },
    ...(body !== undefined && { body }),
  });
/** As a program. */
const asKey = (method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', at: string, body?: object): Promise<Answer> =>
  server.call(server.ours.key, method, at, body === undefined ? {} : { body });
const reply = (id: string, body: object, as = asPerson) => as('POST', path(id, '/messages'), body);
const rowOf = (id: string) => prisma().conversation.findFirstOrThrow({ where: { id } });
const channelOf = async (id: string, data: object) =>
  prisma().channelIntegration.update({
    where: { accountId_id: { accountId: ours(), id: (await rowOf(id)).channelId } },
    data,
  });
const queued = (conversationId: string) => prisma().marketingMessage.findMany({ where: { conversationId } });

describe('an answer', () => {
  it('is queued, opens the conversation, ends the waiting, and tells who wrote it', async () => {
    const { id, sender } = await makeConversation(server, ours());
    expectData(await asPerson('PATCH', path(id), { status: 'closed' }));
    const message = expectData(await reply(id, { text: 'Ada!' }), 201);
    expect(message).toMatchObject({
      direction: 'outbound',
      kind: 'text',
      text: 'Ada!',
      status: 'queued',
      author: { kind: 'user', id: server.ours.user.id },
    });
    expect(await rowOf(id)).toMatchObject({ status: 'open', waitingSince: null, unread: 0, preview: 'Ada!' });
    expect(await queued(id)).toMatchObject([{ recipient: sender, campaignId: null, contactId: null, funnelId: null }]);
    const byKey = expectData(await reply(id, { text: 'Lagi' }, asKey), 201);
    expect(byKey).toMatchObject({ author: { kind: 'key' } });
  });

  it('is refused in the contract’s order', async () => {
    const { id, messageId, channel, sender } = await makeConversation(server, ours(), {
      provider: 'msg_p2',
      text: 'Halo',
    });
    const long = { text: 'x'.repeat(1601), seenMessageId: messageId };
    expectError(await reply(id, long), 400, 'VALIDATION');
    setClockOffset(25 * HOUR_MS);
    const closed = await reply(id, long);
    expectError(closed, 409, 'WINDOW_CLOSED');
    expect(closed.body.error?.details).toMatchObject({
      provider: 'msg_p2',
      templateRequired: true,
      closedAt: expect.any(String),
    });
    expectData(await reply(id, { contentSid: 'HX1', contentVariables: { 1: 'Ani' }, seenMessageId: messageId }), 201);
    await prisma().suppression.create({
      data: { accountId: ours(), family: 'whatsapp', address: sender, reason: 'recipient', createdAt: now() },
    });
    expectError(await reply(id, long), 409, 'OPTED_OUT');
    await write(server, channel, { sender, text: 'Halo?' });
    const moved = await reply(id, long);
    expectError(moved, 409, 'MOVED_ON');
    const [last] = expectData(await asPerson('GET', path(id, '/messages'))).data as { id: string }[];
    expect(moved.body.error?.details).toEqual({ lastMessageId: last?.id });
    await channelOf(id, { status: 'expired' });
    expectError(await reply(id, long), 409, 'BAD_STATE');
  });

  it('of a page that nobody chose is no answer', async () => {
    const { id } = await makeConversation(server, ours(), { provider: 'social_p1', sender: unique('P') });
    await channelOf(id, { config: {} });
    expectError(await reply(id, { text: 'x' }), 400, 'NO_CHANNEL');
  });

  it.each<[ProviderId, string, string, string]>([
    ['sms_p1', '+628161111111', 'é'.repeat(1600), 'é'.repeat(1601)],
    ['msg_p1', '+628161111112', 'x'.repeat(4096), 'x'.repeat(4097)],
    ['msg_p3', '42', '👍'.repeat(4096), '👍'.repeat(4097)],
    ['msg_p4', 'U1', 'x'.repeat(5000), 'x'.repeat(5001)],
    ['social_p1', 'P1', 'x'.repeat(2000), 'x'.repeat(2001)],
    ['social_p2', 'I1', 'é'.repeat(500), 'é'.repeat(501)],
  ])('of %s is as long as its vendor takes', async (provider, sender, most, more) => {
    const { id } = await makeConversation(server, ours(), { provider, sender });
    expectError(await reply(id, { text: more }), 400, 'VALIDATION');
    expectData(await reply(id, { text: most }), 201);
  });

  it('of a template has all that Meta asks of any', async () => {
    const { id } = await makeConversation(server, ours(), { provider: 'msg_p1', sender: '+628161111119' });
    for (const template of [
      {},
      { name: 'x' },
      { name: ' ', language: 'id' },
      { name: 'x', language: {} },
      { name: 'x', language: 'id', components: { type: 'body' } },
      { name: 'x', language: 'id', components: [{ type: 'body', parameters: ['Ani'] }] },
    ])
      expectError(await reply(id, { template }), 400, 'VALIDATION');
    const components = [{ type: 'body', parameters: [{ type: 'text', text: 'Ani' }] }];
    for (const template of [
      { name: 'x', language: 'id' },
      { name: 'x', language: { code: 'id', policy: 'deterministic' }, components },
    ])
      expectData(await reply(id, { template }), 201);
  });

  it('takes one body: a text, a template, a saved reply that is filled in; or a note that stays inside', async () => {
    const { id, sender, channel } = await makeConversation(server, ours());
    await makeContact(server.services.database, ours(), { phone: sender, firstName: 'Ani' });
    await write(server, channel, { sender });
    const saved = expectData(
      await asKey('POST', '/api/v1/inbox/saved-replies', {
        name: unique('S '),
        shortcut: unique('s-'),
        text: 'Halo {firstName|Kak} dari {brandName}',
      }),
      201,
    );
    for (const body of [
      {},
      { text: 'x', savedReplyId: saved.id },
      { note: true },
      { note: true, savedReplyId: saved.id },
      { imageUrl: 'http://x.test/a.png' },
    ])
      expectError(await reply(id, body), 400, 'VALIDATION');
    expectError(await reply(id, { text: 'x', imageUrl: 'https://cdn.example/a.png' }), 400, 'VALIDATION');
    expectError(await reply(id, { template: { name: 'x', language: 'id' } }), 400, 'VALIDATION');
    const { text } = expectData(await reply(id, { savedReplyId: saved.id }), 201) as { text: string };
    expect(text).toMatch(/^Halo Ani dari /);
    const before = await queued(id);
    expect(expectData(await reply(id, { note: true, text: 'Ia pelanggan lama.' }), 201)).toMatchObject({
      direction: 'note',
      status: null,
    });
    expect(await queued(id)).toHaveLength(before.length);
    const other = await makeConversation(server, ours());
    expectError(await reply(id, { text: 'x', replyToId: other.messageId }), 400, 'VALIDATION');
  });

  it('of one of two who answer at once is told that the other did', async () => {
    const { id, messageId } = await makeConversation(server, ours());
    const answers = await Promise.all([
      reply(id, { text: 'satu', seenMessageId: messageId }),
      reply(id, { text: 'dua', seenMessageId: messageId }, asKey),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await queued(id)).toHaveLength(1);
    // One's own answer is not news to oneself.
    const again = await makeConversation(server, ours());
    for (const text of ['satu', 'dua'])
      expectData(await reply(again.id, { text, seenMessageId: again.messageId }), 201);
  });

  it('goes out before what waits on its channel, and its status follows the row', async () => {
    const { id, channel } = await makeConversation(server, ours());
    const broadcastId = (await makeBroadcast(server.services.database, ours())).id;
    for (let n = 0; n < 30; n++)
      await makeMessage(server.services.database, ours(), {
        channelIntegrationId: channel.id,
        provider: 'sms_p1',
        family: 'sms',
        content: { body: 'Kampanye' },
        campaignId: broadcastId,
        recipient: `+62817000${1000 + n}`,
      });
    const { id: messageId } = expectData(await reply(id, { text: 'Dulu' }), 201) as { id: string };
    const order: string[] = [];
    const delivery = startDelivery({
      services: server.services,
      transport: loopbackTransport,
      rateOf: () => 20,
      concurrency: 1,
      adapterOf: () => ({
        id: 'sms_p1',
        send: ({ content }, connection) => {
          if (connection.channelId === channel.id) order.push((content as { body?: string }).body ?? '');
          return Promise.resolve({ kind: 'accepted', providerMessageId: unique('SM') });
        },
        sandbox: { accepted: () => ({ status: 200, headers: {}, body: '' }) },
      }),
    });
    await expect.poll(() => order.length, { timeout: 10_000 }).toBeGreaterThan(3);
    // One that comes in the middle passes by those that were taken already.
    await reply(id, { text: 'Sela' });
    const seen = order.length;
    await expect.poll(() => order.includes('Sela'), { timeout: 10_000 }).toBe(true);
    expect(order.indexOf('Sela') - seen).toBeLessThan(16);
    await delivery.stop();
    expect(order[0]).toBe('Dulu');
    const shown = expectData(await asPerson('GET', path(id, '/messages'))).data as { id: string; status: string }[];
    expect(shown.find((message) => message.id === messageId)).toMatchObject({ status: 'sent' });
    expect(await prisma().inboxMessage.findFirstOrThrow({ where: { id: messageId } })).toMatchObject({
      sentAt: expect.any(Date),
    });
  });
});

describe('an answer that does not go out', () => {
  const statusesOf = async (conversationId: string) =>
    (await queued(conversationId)).map(({ status }) => status).sort();
  /** A worker takes what waits; the vendor refuses what says so. @param onRefused while it is being refused */
  async function handOver(
    conversationId: string,
    onRefused: () => Promise<void> = () => Promise.resolve(),
  ): Promise<void> {
    const waits = async () => (await statusesOf(conversationId)).some((is) => is === 'queued' || is === 'sending');
    const delivery = startDelivery({
      services: server.services,
      transport: loopbackTransport,
      rateOf: () => null,
      adapterOf: () => ({
        id: 'sms_p1',
        async send({ content }) {
          if (!JSON.stringify(content).includes('Ditolak'))
            return { kind: 'accepted', providerMessageId: unique('SM') };
          await onRefused();
          return { kind: 'failed', reason: 'Unknown subscriber.' };
        },
        sandbox: { accepted: () => ({ status: 200, headers: {}, body: '' }) },
      }),
    });
    await expect.poll(waits, { timeout: 10_000 }).toBe(false);
    await delivery.stop();
  }
  const answered = { status: 'open', waitingSince: null, unread: 0 };
  const waiting = ({ lastInboundAt }: { lastInboundAt: Date | null }) => ({
    status: 'open',
    snoozedUntil: null,
    waitingSince: lastInboundAt,
    unread: 1,
  });

  it('brings the conversation back: refused, skipped, or reported later', async () => {
    const refused = await makeConversation(server, ours());
    expectData(await reply(refused.id, { text: 'Ditolak' }), 201);
    expect(await rowOf(refused.id)).toMatchObject(answered);
    await handOver(refused.id);
    expect(await statusesOf(refused.id)).toEqual(['failed']);
    const row = await rowOf(refused.id);
    expect(row.lastInboundAt).toBeInstanceOf(Date);
    expect(row).toMatchObject(waiting(row));
    expectData(await reply(refused.id, { text: 'Lewat' }), 201);
    expect(await rowOf(refused.id)).toMatchObject(answered);

    const skipped = await makeConversation(server, ours());
    expectData(await reply(skipped.id, { text: 'Ada' }), 201);
    await channelOf(skipped.id, { status: 'expired' });
    await handOver(skipped.id);
    expect(await statusesOf(skipped.id)).toEqual(['skipped']);
    expect(await rowOf(skipped.id)).toMatchObject(waiting(await rowOf(skipped.id)));

    const later = await makeConversation(server, ours());
    expectData(await reply(later.id, { text: 'Ada' }), 201);
    await handOver(later.id);
    expect(await rowOf(later.id)).toMatchObject(answered);
    const [{ providerMessageId } = { providerMessageId: null }] = await queued(later.id);
    const reported = { status: 'bounced', providerMessageId: providerMessageId ?? '' } as const;
    const callback = await signedStatus(server, later.channel, reported);
    await deliver(server, callback);
    await runJobs(server.services);
    expect(await statusesOf(later.id)).toEqual(['bounced']);
    expect(await rowOf(later.id)).toMatchObject(waiting(await rowOf(later.id)));
    // Told again it is no news.
    expectData(await asPerson('POST', path(later.id, '/read')));
    await deliver(server, callback);
    await runJobs(server.services);
    expect((await rowOf(later.id)).unread).toBe(0);
  });

  it('brings back what was put off or closed since, and what nobody ever wrote to; not what was answered anew', async () => {
    const snoozed = await makeConversation(server, ours());
    expectData(await reply(snoozed.id, { text: 'Ditolak' }), 201);
    const snoozedUntil = new Date(now().getTime() + HOUR_MS).toISOString();
    expectData(await asPerson('PATCH', path(snoozed.id), { status: 'snoozed', snoozedUntil }));
    await handOver(snoozed.id);
    expect(await rowOf(snoozed.id)).toMatchObject(waiting(await rowOf(snoozed.id)));

    const contact = await makeContact(server.services.database, ours(), {
      phone: `+62818${Math.floor(1e8 + Math.random() * 9e8)}`,
    });
    const { id: channelId } = await makeReceiver(server, 'sms_p1');
    const begun = expectData(
      await asPerson('POST', '/api/v1/inbox/conversations', { contactId: contact.id, channelId, text: 'Ditolak' }),
      201,
    ) as { conversation: { id: string } };
    await handOver(begun.conversation.id);
    expect(await rowOf(begun.conversation.id)).toMatchObject({ status: 'open', waitingSince: null, unread: 1 });

    const closed = await makeConversation(server, ours());
    expectData(await reply(closed.id, { text: 'Ditolak' }), 201);
    expectData(await asPerson('PATCH', path(closed.id), { status: 'closed' }));
    await handOver(closed.id);
    expect(await rowOf(closed.id)).toMatchObject(waiting(await rowOf(closed.id)));

    const anew = await makeConversation(server, ours());
    expectData(await reply(anew.id, { text: 'Ditolak' }), 201);
    setClockOffset(1_000);
    expectData(await reply(anew.id, { text: 'Lewat' }), 201);
    await handOver(anew.id);
    expect(await statusesOf(anew.id)).toEqual(['failed', 'sent']);
    expect(await rowOf(anew.id)).toMatchObject(answered);
  });

  it('answers nobody in the figures; the one after it answers in its place, with all that they had waited', async () => {
    const tenant = await server.makeTenant();
    const figures = async () =>
      expectData(await server.call(tenant.key, 'GET', '/api/v1/insights/overview')).inbox as object;
    const say = async (id: string, text: string): Promise<void> =>
      void expectData(
        await server.fetch('POST', path(id, '/messages'), {
          headers: { cookie: tenant.cookie, origin: server.baseUrl },
          body: { text },
        }),
        201,
      );
    const { id } = await makeConversation(server, tenant.accountId);
    const { waitingSince } = await rowOf(id);
    const from = (waitingSince ?? now()).getTime();
    /** So long after they wrote. */
    const at = (minutes: number): void => setClockOffset(from + minutes * 60_000 - Date.now());
    at(2);
    await say(id, 'Ditolak');
    expect(await figures()).toMatchObject({ received: 1, replied: 1 });
    await handOver(id);
    expect(await figures()).toMatchObject({ received: 1, replied: 0, medianFirstReplyMinutes: 0 });
    // Both wait together, and end in one batch.
    at(4);
    await say(id, 'Ditolak');
    at(6);
    await say(id, 'Ada');
    await handOver(id);
    expect(await statusesOf(id)).toEqual(['failed', 'failed', 'sent']);
    expect(await figures()).toMatchObject({ replied: 1, medianFirstReplyMinutes: 6 });
    const [last] = await prisma().inboxMessage.findMany({ where: { conversationId: id }, orderBy: { at: 'desc' } });
    expect(last).toMatchObject({ text: 'Ada', sentAt: expect.any(Date) });
  });

  it('leaves them waiting since the first that it was to answer, also when they have written again', async () => {
    const { id, channel, sender } = await makeConversation(server, ours());
    const from = (await rowOf(id)).waitingSince!.getTime();
    const at = (minutes: number): void => setClockOffset(from + minutes * 60_000 - Date.now());
    const answeredAfter = async (text: string) =>
      Number((await prisma().inboxMessage.findFirstOrThrow({ where: { conversationId: id, text } })).answeredAfterMs);
    at(1);
    await write(server, channel, { sender, text: 'Halo?' });
    at(2);
    expectData(await reply(id, { text: 'Ditolak' }), 201);
    await handOver(id);
    expect((await rowOf(id)).waitingSince).toEqual(new Date(from));

    at(3);
    expectData(await reply(id, { text: 'Ditolak' }), 201);
    expect(await rowOf(id)).toMatchObject(answered);
    at(4);
    await write(server, channel, { sender, text: 'Masih ada?' });
    expect((await rowOf(id)).waitingSince!.getTime()).toBeGreaterThan(from + 3 * 60_000);
    await handOver(id);
    expect(await rowOf(id)).toMatchObject({ status: 'open', waitingSince: new Date(from), unread: 1 });
    at(6);
    expectData(await reply(id, { text: 'Ada' }), 201);
    expect(Math.floor((await answeredAfter('Ada')) / 60_000)).toBe(6);
    await handOver(id);

    // What was answered meanwhile has not waited so long, though they have written since.
    at(7);
    await write(server, channel, { sender, text: 'Dan kopi?' });
    at(8);
    expectData(await reply(id, { text: 'Ditolak' }), 201);
    at(9);
    expectData(await reply(id, { text: 'Kopi juga' }), 201);
    at(10);
    await write(server, channel, { sender, text: 'Berapa?' });
    await handOver(id);
    expect((await rowOf(id)).waitingSince!.getTime()).toBeGreaterThanOrEqual(from + 10 * 60_000);
  });

  it('leaves alone who was answered elsewhere meanwhile, and counts nothing of it for the next answer', async () => {
    const { id, channel, sender } = await makeConversation(server, ours(), { provider: 'social_p1' });
    const from = (await rowOf(id)).waitingSince!.getTime();
    const at = (minutes: number): void => setClockOffset(from + minutes * 60_000 - Date.now());
    const report = async (kind: 'echo' | 'inbound', text: string) =>
      await receive(systemDb(server.services.database, ours()), channel, [
        { kind, recipient: sender, at: now(), message: { providerMessageId: unique('m'), kind: 'text', text } },
      ]);
    at(1);
    expectData(await reply(id, { text: 'Ditolak' }), 201);
    at(2);
    await report('echo', 'Ada!');
    at(3);
    await report('inbound', 'Berapa?');
    const { waitingSince } = await rowOf(id);
    at(5);
    await handOver(id);
    expect(await statusesOf(id)).toEqual(['failed']);
    expect((await rowOf(id)).waitingSince).toEqual(waitingSince);
    expectData(await reply(id, { text: 'Lima ribu' }), 201);
    const { answeredAfterMs } = await prisma().inboxMessage.findFirstOrThrow({
      where: { conversationId: id, text: 'Lima ribu' },
    });
    expect(Math.floor(Number(answeredAfterMs) / 60_000)).toBe(2);
  });

  it('while a colleague writes the next one leaves the conversation answered', async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await makeConversation(server, ours());
      expectData(await reply(id, { text: 'Ditolak' }), 201);
      let next: Promise<Answer> | undefined;
      await handOver(id, async () => {
        setClockOffset(1_000 * (round + 1));
        next = reply(id, { text: 'Lewat' });
        await sleep(round * 4);
      });
      expect((await next)?.status).toBe(201);
      expect(await rowOf(id)).toMatchObject(answered);
    }
  });
});

describe('a conversation that the merchant begins', () => {
  it('goes to a contact who can be reached and has not opted out', async () => {
    const channel = await makeReceiver(server, 'sms_p1');
    const phone = `+62818${Math.floor(1e8 + Math.random() * 9e8)}`;
    const contact = await makeContact(server.services.database, ours(), { phone, firstName: 'Budi' });
    const begin = (contactId: string, channelId = channel.id) =>
      asKey('POST', '/api/v1/inbox/conversations', { contactId, channelId, text: 'Pesanan siap.' });
    const { conversation, message } = expectData(await begin(contact.id), 201) as Record<
      string,
      Record<string, unknown>
    >;
    expect(conversation).toMatchObject({
      contactId: contact.id,
      sender: { name: 'Budi', address: phone },
      unread: 0,
      lastInboundAt: null,
    });
    expect(message).toMatchObject({ status: 'queued', direction: 'outbound' });
    const nobody = await makeContact(server.services.database, ours());
    expectError(await begin(nobody.id), 400, 'NO_RECIPIENTS');
    const whatsapp = await makeReceiver(server, 'msg_p2');
    expectError(await begin(contact.id, whatsapp.id), 409, 'WINDOW_CLOSED');
    // Who has an address there is not what is missing: the channel cannot be answered.
    const both = await makeContact(server.services.database, ours(), {
      phone: '+628180001111',
      email: `${unique('e')}@x.test`,
    });
    for (const provider of ['email_p1', 'msg_p5'] as const) {
      const { id: deaf } = await makeChannel(server.services, ours(), { provider });
      expectError(await begin(both.id, deaf), 400, 'NO_CHANNEL');
    }
    const phoneOnly = await makeContact(server.services.database, ours(), { phone: '+628180001112', email: null });
    const { id: mail } = await makeChannel(server.services, ours(), { provider: 'email_p1' });
    expectError(await begin(phoneOnly.id, mail), 400, 'NO_RECIPIENTS');
    await prisma().contact.update({
      where: { accountId_id: { accountId: ours(), id: contact.id } },
      data: { subscriptions: { sms: 'unsubscribed' } },
    });
    expectError(await begin(contact.id), 409, 'OPTED_OUT');
  });
});

describe('STOP', () => {
  it('is what the contract says, in any case, and the workspace’s own words', () => {
    const own = { stopWords: ['keluar'], startWords: ['ikut lagi'] };
    for (const [family, text, asked] of [
      ['sms', ' Stop\n', 'stop'],
      ['sms', 'CANCEL', 'stop'],
      ['whatsapp', 'cancel', null],
      ['whatsapp', 'Berhenti', 'stop'],
      ['telegram', 'UNREG', 'stop'],
      ['line', 'stop please', null],
      ['line', 'Keluar', 'stop'],
      ['sms', 'mulai', 'start'],
      ['instagram', 'IKUT LAGI', 'start'],
      ['sms', '', null],
      ['sms', '!?', null],
      ['whatsapp', 'Stop.', 'stop'],
      ['whatsapp', 'STOP!', 'stop'],
      ['whatsapp', 'stop 🙏', 'stop'],
      ['whatsapp', '“Stop” ❤️', 'stop'],
      ['whatsapp', 'unsubscribe !', 'stop'],
      ['whatsapp', 'UNREG PROMO', 'stop'],
      ['whatsapp', 'unreg  promo.', 'stop'],
      ['whatsapp', 'unreg promo itu kapan', null],
      ['sms', 'opt out', 'stop'],
      ['sms', 'Opt-Out.', 'stop'],
      ['whatsapp', 'opt-out', null],
      ['whatsapp', 'stop ya kak', null],
      ['whatsapp', 'Stop. Thank you', null],
      ['whatsapp', 'we have to STOP this bill', null],
      ['whatsapp', 'non-stop', null],
      ['whatsapp', 'START!', 'start'],
    ] as const)
      expect(askedFor(family, text, own), `${family} ${text}`).toBe(asked);
    expect(askedFor('line', ' 🛑 ', { stopWords: ['🛑'], startWords: [] })).toBe('stop');
    expect(askedFor('line', '🙏', { stopWords: ['🛑'], startWords: [] })).toBeNull();
  });

  it('is that word whatever stands around it that says nothing, and no other with a letter more', () => {
    const noise = fc.string({
      unit: fc.constantFrom('.', '!', '?', '"', '”', '’', '*', '_', ' ', '\n', '\u00a0', '🙏', '❤️', '👍🏽'),
      maxLength: 12,
    });
    const word = fc.constantFrom('stop', 'unsubscribe', 'berhenti', 'unreg');
    const own = { stopWords: [], startWords: [] };
    fc.assert(
      fc.property(
        noise,
        word,
        fc.boolean(),
        noise,
        fc.constantFrom('x', 'ya kak', '1'),
        (before, is, up, after, more) => {
          const text = before + (up ? is.toUpperCase() : is) + after;
          expect(askedFor('whatsapp', text, own)).toBe('stop');
          expect(askedFor('whatsapp', `${more} ${text}`, own)).toBeNull();
          if (is !== 'unreg') expect(askedFor('whatsapp', `${text} ${more}`, own)).toBeNull();
        },
      ),
    );
  });

  it('at the beginning of a longer message says that they may want to stop, by the words of the family and the workspace', () => {
    const own = { stopWords: ['keluar', '🛑', 'jangan kirim'], startWords: [] };
    for (const [family, text, is] of [
      ['whatsapp', 'stop ya kak', true],
      ['whatsapp', 'Stop. Thank you', true],
      ['whatsapp', '“STOP”, jangan kirim lagi', true],
      ['line', 'Unreg promo itu kapan', true],
      ['sms', 'opt-out of all this', true],
      ['whatsapp', 'opt-out of all this', false],
      ['sms', 'Cancel all messages', true],
      ['whatsapp', 'cancel pesanan saya', false],
      ['whatsapp', `Berhenti kirim pesan. ${'x'.repeat(4000)}`, true],
      ['telegram', 'Keluar dari daftar', true],
      ['telegram', '🛑 kirim pesan', true],
      ['telegram', 'JANGAN  KIRIM lagi', true],
      ['telegram', 'Jangan lupa kirim', false],
      ['whatsapp', 'STOP', false],
      ['whatsapp', 'stopkontak ada?', false],
      ['whatsapp', 'non-stop', false],
      ['whatsapp', 'we have to STOP this bill', false],
      ['whatsapp', '', false],
    ] as const)
      expect(mayWantToStop(family, text, own), `${family} ${text}`).toBe(is);
  });

  it('ends the family’s subscription on every contact, START lifts what the recipient began, and no more', async () => {
    const channel = await makeReceiver(server, 'sms_p1');
    const phone = `+62819${Math.floor(1e8 + Math.random() * 9e8)}`;
    const contacts = [
      await makeContact(server.services.database, ours(), { phone }),
      await makeContact(server.services.database, ours(), { phone, email: `${unique('b')}@x.test` }),
    ];
    const words = async () =>
      (await prisma().contact.findMany({ where: { id: { in: contacts.map(({ id }) => id) } } })).map(
        ({ subscriptions }) => (subscriptions as Record<string, string>).sms,
      );
    const suppressed = () =>
      prisma().suppression.findFirst({ where: { accountId: ours(), family: 'sms', address: phone } });
    const stop = await signedWords(server, channel, { sender: phone, text: 'Berhenti' });
    await deliver(server, stop);
    await runJobs(server.services);
    expect(await words()).toEqual(['unsubscribed', 'unsubscribed']);
    expect(await suppressed()).toMatchObject({ reason: 'recipient' });
    await write(server, channel, { sender: phone, text: 'START' });
    expect(await words()).toEqual(['subscribed', 'subscribed']);
    expect(await suppressed()).toBeNull();
    // The first is delivered again: it was heard before.
    await deliver(server, stop);
    await runJobs(server.services);
    expect(await suppressed()).toBeNull();
    await prisma().suppression.create({
      data: { accountId: ours(), family: 'sms', address: phone, reason: 'bounce', createdAt: now() },
    });
    await write(server, channel, { sender: phone, text: 'MULAI' });
    expect(await suppressed()).toMatchObject({ reason: 'bounce' });
  });

  it('lets a colleague answer what came after it for a day, never a program, and nobody after a bounce', async () => {
    const { id, channel, sender } = await makeConversation(server, ours());
    await write(server, channel, { sender, text: 'STOP' });
    expect((await rowOf(id)).stoppedAt).toBeInstanceOf(Date);
    expect(expectData(await asPerson('GET', path(id)))).toMatchObject({ optedOut: true });
    expectError(await reply(id, { text: 'x' }), 409, 'OPTED_OUT');
    setClockOffset(1000);
    await write(server, channel, { sender, text: 'Di mana pesanan saya?' });
    expectError(await reply(id, { text: 'x' }, asKey), 409, 'OPTED_OUT');
    expectData(await reply(id, { text: 'Sedang dikirim.' }), 201);
    await prisma().suppression.updateMany({
      where: { accountId: ours(), address: sender },
      data: { reason: 'complaint' },
    });
    expectError(await reply(id, { text: 'x' }), 409, 'OPTED_OUT');
    await prisma().suppression.updateMany({
      where: { accountId: ours(), address: sender },
      data: { reason: 'recipient' },
    });
    setClockOffset(25 * HOUR_MS);
    expectError(await reply(id, { text: 'x' }), 409, 'OPTED_OUT');
  });

  it('holds for handles too, blocking is the same, and a contact that comes later has said it', async () => {
    const channel = await makeReceiver(server, 'msg_p4');
    const sender = unique('U');
    const contact = await makeContact(server.services.database, ours(), { socialHandles: { line: sender } });
    const { id } = await write(server, channel, { sender, text: 'unsubscribe' });
    const wordOf = async (contactId: string) =>
      ((await prisma().contact.findFirstOrThrow({ where: { id: contactId } })).subscriptions as Record<string, string>)
        .line;
    expect(await wordOf(contact.id)).toBe('unsubscribed');
    const later = await makeContact(server.services.database, ours());
    expectData(await asPerson('POST', path(id, '/contact'), { contactId: later.id }));
    expect(await wordOf(later.id)).toBe('unsubscribed');
    await write(server, channel, { sender, text: 'start' });
    expect(await wordOf(contact.id)).toBe('subscribed');
    const events = (await prisma().inboxMessage.findMany({ where: { conversationId: id, direction: 'event' } })).map(
      ({ text }) => text,
    );
    expect(events.sort()).toEqual(['started', 'stopped']);
  });
});

describe('somebody who may want to stop', () => {
  const shown = async (id: string) =>
    expectData(await asPerson('GET', path(id))) as { optedOut: boolean; mayWantToStop: boolean };
  const unsubscribe = (id: string, as = asPerson) => as('POST', path(id, '/unsubscribe'));
  const audited = async (id: string) =>
    (await prisma().auditEntry.findMany({ where: { targetId: id }, orderBy: { createdAt: 'asc' } })).map(
      ({ action }) => action,
    );
  const entriesOf = async (contactId: string) =>
    expectData(await asKey('GET', `/api/v1/contacts/${contactId}/consents`)).data as object[];

  it('has opted out of nothing until somebody says so, and is shown on the conversation and in the list', async () => {
    const phone = `+62812${Math.floor(1e8 + Math.random() * 9e8)}`;
    const contact = await makeContact(server.services.database, ours(), { phone });
    const { id, channel } = await makeConversation(server, ours(), { sender: phone });
    expect(await shown(id)).toMatchObject({ mayWantToStop: false });
    await write(server, channel, { sender: phone, text: 'Stop ya kak' });
    expect(await shown(id)).toMatchObject({ optedOut: false, mayWantToStop: true });
    const listed = expectData(await asKey('GET', `/api/v1/inbox/conversations?contactId=${contact.id}`)).data;
    expect(listed).toMatchObject([{ id, mayWantToStop: true }]);
    const inDashboard = await trpc(server, 'query', 'inbox.get', { id }, { cookie: server.ours.cookie });
    expect(inDashboard.data).toMatchObject({ mayWantToStop: true });
    // What comes after it does not take it back.
    await write(server, channel, { sender: phone, text: 'Halo?' });
    expect(await shown(id)).toMatchObject({ optedOut: false, mayWantToStop: true });
    expect(await entriesOf(contact.id)).toEqual([]);
  });

  it('is unsubscribed as by a word: everywhere, in the ledger and the log as the merchant’s, until their START', async () => {
    const phone = `+62813${Math.floor(1e8 + Math.random() * 9e8)}`;
    const contact = await makeContact(server.services.database, ours(), { phone });
    const { id, channel } = await makeConversation(server, ours(), { sender: phone, text: 'Berhenti kirim pesan' });
    const other = await makeConversation(server, ours(), { sender: phone, text: 'stop dong' });
    expect(expectData(await unsubscribe(id))).toMatchObject({ id, optedOut: true, mayWantToStop: false });
    expect(await shown(other.id)).toMatchObject({ optedOut: true, mayWantToStop: false });
    const suppressed = { accountId: ours(), family: 'sms', address: phone };
    expect(await prisma().suppression.findFirst({ where: suppressed })).toMatchObject({ reason: 'recipient' });
    const source = { userId: server.ours.user.id, conversationId: id };
    expect(await entriesOf(contact.id)).toMatchObject([{ family: 'sms', to: 'unsubscribed', by: 'merchant', source }]);
    const happened = await prisma().inboxMessage.findMany({ where: { conversationId: id, direction: 'event' } });
    expect(happened).toMatchObject([{ text: 'stopped', authorKind: 'user', authorId: server.ours.user.id }]);
    // Said again it changes nothing.
    expect(expectData(await unsubscribe(id))).toMatchObject({ optedOut: true });
    expect(await audited(id)).toEqual(['conversation.unsubscribe']);
    expect(await prisma().inboxMessage.count({ where: { conversationId: id, direction: 'event' } })).toBe(1);
    expect(await entriesOf(contact.id)).toHaveLength(1);
    setClockOffset(1000);
    await write(server, channel, { sender: phone, text: 'START' });
    expect(await shown(id)).toMatchObject({ optedOut: false, mayWantToStop: false });
    expectError(await unsubscribe('nobody'), 404, 'NOT_FOUND');
  });

  it('on a channel without phones loses the subscription of the handle, by a key too', async () => {
    const sender = unique('U');
    const contact = await makeContact(server.services.database, ours(), { socialHandles: { line: sender } });
    const { id } = await makeConversation(server, ours(), { provider: 'msg_p4', sender, text: 'stop please' });
    expect(expectData(await unsubscribe(id, asKey))).toMatchObject({ optedOut: true, mayWantToStop: false });
    expect(await entriesOf(contact.id)).toMatchObject([{ family: 'line', to: 'unsubscribed', by: 'key' }]);
  });

  it('did not mean it, where a colleague says so, closes the conversation, or they say START or STOP themselves', async () => {
    const { id, channel, sender } = await makeConversation(server, ours(), { text: 'Stop kontak merek apa?' });
    expect(expectData(await asPerson('PATCH', path(id), { mayWantToStop: true }))).toMatchObject({
      mayWantToStop: true,
    });
    expect(expectData(await asPerson('PATCH', path(id), { mayWantToStop: false }))).toMatchObject({
      optedOut: false,
      mayWantToStop: false,
    });
    expectData(await asPerson('PATCH', path(id), { mayWantToStop: false }));
    expect(await audited(id)).toEqual(['conversation.keep_subscribed']);
    // They say it again.
    await write(server, channel, { sender, text: 'stop ya' });
    expect(await shown(id)).toMatchObject({ mayWantToStop: true });
    expect(expectData(await asPerson('PATCH', path(id), { status: 'closed' }))).toMatchObject({ mayWantToStop: false });
    await write(server, channel, { sender, text: 'stop ya' });
    expect(await shown(id)).toMatchObject({ mayWantToStop: true });
    setClockOffset(1000);
    await write(server, channel, { sender, text: 'START' });
    expect(await shown(id)).toMatchObject({ optedOut: false, mayWantToStop: false });
    await write(server, channel, { sender, text: 'stop ya' });
    setClockOffset(2000);
    await write(server, channel, { sender, text: 'STOP' });
    setClockOffset(3000);
    await write(server, channel, { sender, text: 'START' });
    expect(await shown(id)).toMatchObject({ optedOut: false, mayWantToStop: false });
  });
});

describe('the away message', () => {
  beforeEach(async () => {
    expectData(await asKey('PATCH', '/api/v1/inbox/settings', { away: closedNow('Besok ya.') }));
  });

  afterEach(async () => {
    setClockOffset(0);
    const { away } = expectData(await asKey('GET', '/api/v1/inbox/settings')) as { away: object };
    await asKey('PATCH', '/api/v1/inbox/settings', { away: { ...away, enabled: false } });
  });

  it('answers once in twelve hours outside of the hours, and nobody who has opted out', async () => {
    const channel = await makeReceiver(server, 'sms_p1');
    const sender = `+62811${Math.floor(1e8 + Math.random() * 9e8)}`;
    const sent = async () =>
      (
        await prisma().inboxMessage.findMany({
          where: { channelId: channel.id, authorKind: 'system', direction: 'outbound' },
        })
      ).map(({ text }) => text);
    const { id } = await write(server, channel, { sender });
    expect(await sent()).toEqual(['Besok ya.']);
    expect((await rowOf(id)).waitingSince).toBeInstanceOf(Date);
    await write(server, channel, { sender });
    expect(await sent()).toHaveLength(1);
    setClockOffset(24 * HOUR_MS);
    await write(server, channel, { sender });
    expect(await sent()).toHaveLength(2);
    await write(server, channel, { sender, text: 'stop' });
    setClockOffset(48 * HOUR_MS);
    await write(server, channel, { sender, text: 'Halo?' });
    expect(await sent()).toHaveLength(2);
  });
});

describe('what is put off', () => {
  it('comes back when its time has come, within 90 days', async () => {
    const { id } = await makeConversation(server, ours());
    const put = (snoozedUntil: Date) =>
      asPerson('PATCH', path(id), { status: 'snoozed', snoozedUntil: snoozedUntil.toISOString() });
    const inHours = (hours: number) => new Date(now().getTime() + hours * HOUR_MS);
    for (const wrong of [inHours(-1), inHours(91 * 24)]) expectError(await put(wrong), 400, 'VALIDATION');
    expectError(await asPerson('PATCH', path(id), { status: 'snoozed' }), 400, 'VALIDATION');
    expectData(await put(inHours(2)));
    await wakeConversations(server.services.database, inHours(1));
    expect(await rowOf(id)).toMatchObject({ status: 'snoozed' });
    await wakeConversations(server.services.database, inHours(3));
    expect(await rowOf(id)).toMatchObject({ status: 'open', snoozedUntil: null });
    expectData(await asPerson('PATCH', path(id), { status: 'closed' }));
    expectError(await put(inHours(2)), 409, 'BAD_STATE');
  });

  it('comes back unread, and an inbox that is open hears of it though no message came', async () => {
    const { id } = await makeConversation(server, ours());
    expectData(await asPerson('POST', path(id, '/read')));
    const until = new Date(now().getTime() + HOUR_MS);
    expectData(await asPerson('PATCH', path(id), { status: 'snoozed', snoozedUntil: until.toISOString() }));
    // The newest message is another's, before and after.
    await makeConversation(server, ours());
    const pulse = async () =>
      (await trpc(server, 'query', 'inbox.pulse', {}, { cookie: server.ours.cookie })).data as {
        version: string;
        unread: number;
      };
    const before = await pulse();
    await wakeConversations(server.services.database, until);
    expect(await rowOf(id)).toMatchObject({ status: 'open', unread: 1 });
    const after = await pulse();
    expect(after.unread).toBe(before.unread + 1);
    expect(after.version).not.toBe(before.version);
    expect(expectData(await asPerson('POST', path(id, '/read')))).toMatchObject({ unread: 0 });
  });

  it('and assigning, to members only, are told in the conversation and in the audit log', async () => {
    const { id } = await makeConversation(server, ours());
    expectError(await asPerson('PATCH', path(id), { assigneeId: server.theirs.user.id }), 400, 'VALIDATION');
    expectData(await asPerson('PATCH', path(id), { assigneeId: server.ours.user.id, tags: ['vip', 'vip'] }));
    expectData(await asPerson('PATCH', path(id), { assigneeId: server.ours.user.id, status: 'closed' }));
    expect(await rowOf(id)).toMatchObject({ tags: ['vip'], status: 'closed', waitingSince: null });
    const audit = await prisma().auditEntry.findMany({ where: { targetId: id }, orderBy: { createdAt: 'asc' } });
    expect(audit.map(({ action }) => action)).toEqual(['conversation.assign', 'conversation.close']);
  });

  it('and assigning while a colleague closes, or closes too, loses nothing and is told once', async () => {
    for (let round = 0; round < 15; round++) {
      const { id } = await makeConversation(server, ours());
      const changes = [
        { assigneeId: server.ours.user.id },
        { status: 'closed' },
        { status: 'closed' },
        { tags: ['vip'] },
      ];
      for (const answer of await Promise.all(changes.map((change) => asPerson('PATCH', path(id), change))))
        expectData(answer);
      expect(await rowOf(id)).toMatchObject({
        assigneeId: server.ours.user.id,
        status: 'closed',
        tags: ['vip'],
        waitingSince: null,
      });
      const reported = await prisma().inboxMessage.findMany({ where: { conversationId: id, direction: 'event' } });
      expect(reported.map(({ text }) => text).sort()).toEqual(['assigned', 'closed']);
    }
  });
});

describe('the list', () => {
  it('finds by name, address, contact and the beginnings of words, and filters', async () => {
    const tenant = await server.makeTenant();
    const one = await makeConversation(server, tenant.accountId, { text: 'Apakah kopi Gayo masih tersedia?' });
    const two = await makeConversation(server, tenant.accountId, { text: 'Terima kasih' });
    await prisma().conversation.update({
      where: { accountId_id: { accountId: tenant.accountId, id: two.id } },
      data: { searched: 'budi\n@budi_s', tags: ['vip'], unread: 0 },
    });
    const find = async (query: Record<string, string>) =>
      (
        expectData(
          await server.call(tenant.key, 'GET', `/api/v1/inbox/conversations?${new URLSearchParams(query).toString()}`),
        ).data as { id: string }[]
      ).map(({ id }) => id);
    expect(await find({})).toEqual([two.id, one.id]);
    expect(await find({ q: 'gay' })).toEqual([one.id]);
    expect(await find({ q: 'tersedia KOPI' })).toEqual([one.id]);
    expect(await find({ q: 'Budi_' })).toEqual([two.id]);
    expect(await find({ q: one.sender.slice(3, 12) })).toEqual([one.id]);
    expect(await find({ q: "o'%_" })).toEqual([]);
    expect(await find({ tag: 'vip' })).toEqual([two.id]);
    expect(await find({ unread: 'true' })).toEqual([one.id]);
    expect(await find({ status: 'closed' })).toEqual([]);
    const first = expectData(await server.call(tenant.key, 'GET', '/api/v1/inbox/conversations?limit=1'));
    expect(first).toMatchObject({ hasMore: true });
    const rest = expectData(
      await server.call(tenant.key, 'GET', `/api/v1/inbox/conversations?limit=1&cursor=${first.cursor as string}`),
    );
    expect((rest.data as { id: string }[]).map(({ id }) => id)).toEqual([one.id]);
  });

  it('finds what all say, what few say, and what many say but none of the newest', async () => {
    const tenant = await server.makeTenant();
    const { pool } = server.services.database;
    // 400 conversations, the lower the number the newer; the words of the newest, of one of the old ones, of another.
    await pool.query(
      `INSERT INTO "Conversation" (id, "accountId", "channelId", provider, family, "externalThreadId", address, "lastMessageAt", "createdAt", "updatedAt")
       SELECT $1 || n, $1, 'c', 'msg_p2', 'whatsapp', n::text, n::text, at, at, at FROM (SELECT n, now() - n * interval '1 minute' AS at FROM generate_series(100, 499) n) made`,
      [tenant.accountId],
    );
    await pool.query(
      `INSERT INTO "InboxMessage" ("accountId", "conversationId", "channelId", direction, kind, text, "authorKind", at, "createdAt")
       SELECT $1, $1 || n, 'c', 'inbound', 'text', 'Pesanan saya', 'person', now(), now() FROM generate_series(100, 499) n
       UNION ALL SELECT $1, $1 || 450, 'c', 'inbound', 'text', 'Durian', 'person', now(), now()
       UNION ALL SELECT $1, $1 || (460 + k % 2), 'c', 'inbound', 'text', 'Mangga', 'person', now(), now() FROM generate_series(0, 10500) k`,
      [tenant.accountId],
    );
    const find = async (q: string) => {
      const list = expectData(await server.call(tenant.key, 'GET', `/api/v1/inbox/conversations?limit=3&q=${q}`));
      return (list.data as { id: string }[]).map(({ id }) => Number(id.slice(tenant.accountId.length)));
    };
    expect(await find('pesan')).toEqual([100, 101, 102]);
    expect(await find('durian')).toEqual([450]);
    expect(await find('mangga')).toEqual([460, 461]);
    expect(await find('nangka')).toEqual([]);
  });
});

describe('POST /inbox/inbound', () => {
  it('takes a program’s message once, on its own kind of channel', async () => {
    const channel = await makeReceiver(server, 'webhook_generic');
    const body = {
      channelId: channel.id,
      externalId: unique('x'),
      from: { id: unique('p'), name: 'Citra', phone: '+628777' },
      text: 'Halo dari aplikasi',
    };
    const send = () => asKey('POST', '/api/v1/inbox/inbound', body);
    const all = await Promise.all(Array.from({ length: 5 }, send));
    expect(all.map((answer) => (answer.body.data as { created: boolean }).created).filter(Boolean)).toHaveLength(1);
    const conversation = await conversationWith(server, channel, body.from.id);
    expect(conversation).toMatchObject({ senderName: 'Citra', address: '+628777', unread: 1 });
    expectData(await reply(conversation.id, { text: 'Siap.' }), 201);
    const [row] = await queued(conversation.id);
    const content = await prisma().messageContent.findFirstOrThrow({ where: { id: row?.contentId ?? '' } });
    expect([row?.recipient, content.content]).toEqual([
      'broadcast',
      { type: 'inbox.reply', conversationId: conversation.id, to: body.from.id, text: 'Siap.' },
    ]);
    const sms = await makeReceiver(server, 'sms_p1');
    expectError(await asKey('POST', '/api/v1/inbox/inbound', { ...body, channelId: sms.id }), 400, 'NO_CHANNEL');
    for (const channelId of ['cunknown', (await makeReceiver(server, 'webhook_generic', server.theirs.accountId)).id])
      expectError(await asKey('POST', '/api/v1/inbox/inbound', { ...body, channelId }), 400, 'VALIDATION');
    expectError(await asPerson('POST', '/api/v1/inbox/inbound', body), 403, 'FORBIDDEN');
    // A file's name is read out of its address, however that is written.
    const files = { attachments: ['https://files.example/%', 'https://files.example/%E0%A4%A/foto%20satu.jpg'] };
    const withFiles = expectData(
      await asKey('POST', '/api/v1/inbox/inbound', { ...body, externalId: unique('x'), ...files }),
    );
    const named = await prisma().inboxAttachment.findMany({
      where: { messageId: withFiles.messageId as string },
      orderBy: { index: 'asc' },
    });
    expect(named.map(({ name }) => name)).toEqual(['%', 'foto satu.jpg']);
  });
});

describe('saved replies', () => {
  it('have names and shortcuts of their own', async () => {
    const fields = { name: unique('Ongkir '), shortcut: unique('o-'), text: 'Gratis ongkir.' };
    const saved = expectData(await asKey('POST', '/api/v1/inbox/saved-replies', fields), 201);
    const twice = await asKey('POST', '/api/v1/inbox/saved-replies', { ...fields, shortcut: unique('o-') });
    expectError(twice, 409, 'NAME_TAKEN');
    expectError(
      await asKey('POST', '/api/v1/inbox/saved-replies', { ...fields, name: unique('x') }),
      409,
      'NAME_TAKEN',
    );
    expectError(
      await asKey('POST', '/api/v1/inbox/saved-replies', { ...fields, shortcut: 'Not OK' }),
      400,
      'VALIDATION',
    );
    const id = saved.id as string;
    const newer = { name: unique('A '), shortcut: unique('a-'), text: 'Terima kasih.' };
    expectData(await asKey('POST', '/api/v1/inbox/saved-replies', newer), 201);
    await server.services.database.prisma.savedReply.updateMany({
      where: { name: fields.name },
      data: { createdAt: new Date(Date.now() - 60_000) },
    });
    const { savedReplies } = expectData(await asKey('GET', '/api/v1/inbox/saved-replies')) as {
      savedReplies: { name: string }[];
    };
    const names = savedReplies.map(({ name }) => name);
    expect(names.indexOf(newer.name)).toBeLessThan(names.indexOf(fields.name));
    expect(expectData(await asKey('PATCH', `/api/v1/inbox/saved-replies/${id}`, { text: 'Baru.' }))).toMatchObject({
      name: fields.name,
      text: 'Baru.',
    });
    expect(expectData(await asKey('DELETE', `/api/v1/inbox/saved-replies/${id}`))).toEqual({ id, deleted: true });
    expectError(await asKey('DELETE', `/api/v1/inbox/saved-replies/${id}`), 404, 'NOT_FOUND');
  });
});
