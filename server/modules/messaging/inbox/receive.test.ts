/** What people write comes in (docs/contract/inbox.md#receiving): by every vendor, in every order, however often. */
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { now, setClockOffset } from '@/server/platform/lib/clock';
import { systemDb } from '@/server/platform/db/workspace';
import type { ChannelMessage } from '@/server/modules/messaging/adapters/channel-message';
import type { CallbackEvent } from '@/server/platform/vendors/provider';
import { receive } from '@/server/modules/messaging/inbox/receive';
import { makeContact } from '@/server/testing/factories/audience';
import { makeMessage, type MadeChannel } from '@/server/testing/factories/messaging';
import { unique } from '@/server/testing/factories/unique';
import { expectData } from '@/server/testing/http';
import {
  conversationWith,
  deliver,
  makeReceiver,
  signedStatus,
  signedWords,
  callAsWhatsapp,
  write,
} from '@/server/testing/inbox';
import { useServer } from '@/server/testing/server';
import { runJobs } from '@/server/testing/worker';

const server = useServer();
const prisma = () => server.services.database.prisma;
const ours = () => server.ours.accountId;
const DAY_MS = 24 * 60 * 60_000;
afterEach(() => setClockOffset(0));

const messagesOf = (conversationId: string) =>
  prisma().inboxMessage.findMany({
    where: { conversationId },
    orderBy: [{ at: 'asc' }, { sequence: 'asc' }, { id: 'asc' }],
  });
const said = async (conversationId: string) =>
  (await messagesOf(conversationId)).filter(({ direction }) => direction !== 'event');
const report = (channel: MadeChannel, ...events: CallbackEvent[]) =>
  receive(systemDb(server.services.database, ours()), channel, events);
const inbound = (
  recipient: string,
  message: Partial<ChannelMessage> = {},
  at = now(),
): Extract<CallbackEvent, { kind: 'inbound' }> => ({
  kind: 'inbound',
  recipient,
  at,
  message: { providerMessageId: unique('m'), kind: 'text', text: 'Halo', ...message },
});

describe.each([
  ['sms_p1', '+6281234567890'],
  ['sms_p2', '+6281234567890'],
  ['msg_p1', '+6281234567890'],
  ['msg_p2', '+6281234567890'],
  ['msg_p3', '987654321'],
  ['msg_p4', 'U4af4980629'],
  ['social_p1', '1254459154682919'],
  ['social_p2', '17841400000000001'],
] as const)('a message to %s', (provider, sender) => {
  it('stands in a conversation once, however often it is delivered, and nowhere when it is not the vendor’s', async () => {
    const channel = await makeReceiver(server, provider);
    const other = await makeReceiver(server, provider);
    const callback = await signedWords(server, channel, { sender, text: 'Apakah masih ada?' });
    const forged = Buffer.from(callback.body.toString().replace('masih', 'tidak'));
    await deliver(server, {
      ...callback,
      body: forged,
      headers: { 'content-type': callback.headers['content-type'] ?? '' },
    });
    if (provider !== 'msg_p3') await deliver(server, { ...callback, body: forged });
    await deliver(server, { ...callback, url: callback.url.replace(channel.id, other.id) });
    await runJobs(server.services);
    expect(await prisma().conversation.count({ where: { channelId: { in: [channel.id, other.id] } } })).toBe(0);

    for (let times = 0; times < 3; times++) await deliver(server, callback);
    await runJobs(server.services);
    const conversation = await conversationWith(server, channel, sender);
    expect(conversation).toMatchObject({
      accountId: ours(),
      status: 'open',
      unread: 1,
      preview: 'Apakah masih ada?',
      address: sender,
    });
    expect(await said(conversation.id)).toMatchObject([
      { direction: 'inbound', kind: 'text', text: 'Apakah masih ada?', authorKind: 'person' },
    ]);
    await deliver(server, callback);
    await runJobs(server.services);
    expect((await conversationWith(server, channel, sender)).unread).toBe(1);
  });
});

describe('a revoked channel', () => {
  const revoke = async (channel: MadeChannel) =>
    expectData(await server.call(server.ours.key, 'DELETE', `/api/v1/channels/${channel.id}`));

  it('keeps nothing that people write; opt-outs, windows and what became of messages count', async () => {
    const channel = await makeReceiver(server, 'sms_p1');
    const [known, other] = ['+628199900011', '+628199900012'];
    const { id } = await write(server, channel, { sender: known });
    const providerMessageId = unique('SM');
    const sent = await makeMessage(server.services.database, ours(), {
      channelIntegrationId: channel.id,
      provider: 'sms_p1',
      family: 'sms',
      content: { body: 'Halo' },
      recipient: known,
      status: 'sent',
      providerMessageId,
      claimableAt: null,
    });
    await revoke(channel);
    for (const words of [
      { sender: known, text: 'Halo?' },
      { sender: other, text: 'Halo' },
      { sender: other, text: 'STOP' },
    ])
      await deliver(server, await signedWords(server, channel, words));
    await deliver(server, await signedStatus(server, channel, { status: 'delivered', providerMessageId }));
    await runJobs(server.services);
    expect(await said(id)).toHaveLength(1);
    expect(await prisma().conversation.findMany({ where: { channelId: channel.id } })).toMatchObject([
      { id, unread: 1 },
    ]);
    expect(await prisma().suppression.findMany({ where: { accountId: ours(), address: other } })).toMatchObject([
      { family: 'sms', reason: 'recipient' },
    ]);
    expect(await prisma().channelInbound.count({ where: { channelId: channel.id, recipient: other } })).toBe(1);
    expect(await prisma().marketingMessage.findFirst({ where: { id: sent.id } })).toMatchObject({
      status: 'delivered',
    });
  });

  it('is let go of by its vendor, and receives as before when it is connected again', async () => {
    const channel = await makeReceiver(server, 'msg_p3');
    const hook = async () => (await prisma().inboxChannel.findFirstOrThrow({ where: { channelId: channel.id } })).hook;
    expectData(
      await server.call(server.ours.key, 'PUT', `/api/v1/inbox/channels/${channel.id}`, { body: { receiving: true } }),
    );
    await runJobs(server.services);
    expect(await hook()).toBe('set');
    await revoke(channel);
    expect(await hook()).toBe('wanted');
    await runJobs(server.services);
    expect(await hook()).toBe('none');
    // As OAuth does with a channel of its own kind.
    await prisma().channelIntegration.update({
      where: { accountId_id: { accountId: ours(), id: channel.id } },
      data: { status: 'active' },
    });
    expect(await write(server, channel, { sender: '42' })).toMatchObject({ unread: 1 });
  });
});

describe('a conversation', () => {
  it('is one for good: 50 first messages at once make one, in two workers', async () => {
    const channel = await makeReceiver(server);
    const sender = '+6281200000050';
    const events = Array.from({ length: 50 }, (_, n) => inbound(sender, { text: `${n}` }));
    await Promise.all(events.map((event) => report(channel, event)));
    const rows = await prisma().conversation.findMany({ where: { channelId: channel.id } });
    expect(rows).toMatchObject([{ unread: 50 }]);
    expect(await said(rows[0]?.id ?? '')).toHaveLength(50);
  });

  it('comes back when it was closed or put off, to whoever has it and is still a member', async () => {
    const channel = await makeReceiver(server);
    const { id } = await write(server, channel);
    const put = (data: object) =>
      prisma().conversation.update({ where: { accountId_id: { accountId: ours(), id } }, data });
    await put({ status: 'closed', assigneeId: server.ours.user.id, unread: 0 });
    expect(await write(server, channel, { text: 'Lagi' })).toMatchObject({
      status: 'open',
      assigneeId: server.ours.user.id,
      unread: 1,
    });
    await put({ status: 'snoozed', snoozedUntil: new Date(now().getTime() + DAY_MS), assigneeId: 'cgone' });
    expect(await write(server, channel)).toMatchObject({ status: 'open', snoozedUntil: null, assigneeId: null });
  });

  it('is of the newest contact with the number or the handle, and makes none', async () => {
    const [sms, telegram] = [await makeReceiver(server, 'sms_p1'), await makeReceiver(server, 'msg_p3')];
    const phone = '+628990001112';
    const before = await prisma().contact.count({ where: { accountId: ours() } });
    expect(await write(server, sms, { sender: phone })).toMatchObject({ contactId: null });
    expect(await prisma().contact.count({ where: { accountId: ours() } })).toBe(before);
    await makeContact(server.services.database, ours(), { phone, phoneE164: phone, email: `${unique('a')}@x.test` });
    const { id } = await makeContact(server.services.database, ours(), {
      phone,
      phoneE164: phone,
      email: `${unique('b')}@x.test`,
    });
    expect(await write(server, sms, { sender: phone })).toMatchObject({ contactId: id });
    const { id: known } = await makeContact(server.services.database, ours(), {
      socialHandles: { telegram: '555000111' },
    });
    expect(await write(server, telegram, { sender: '555000111' })).toMatchObject({ contactId: known });
  });

  it('joins WhatsApp’s number and user id where both were told once', async () => {
    const channel = await makeReceiver(server, 'msg_p1');
    const [phone, userId] = ['+628123450001', `ID.${unique('u')}`];
    await report(channel, inbound(userId, { sender: { userId }, text: '1' }));
    await report(channel, inbound(phone, { sender: { userId }, text: '2' }));
    await report(channel, inbound(phone, { text: '3' }));
    await report(channel, inbound(userId, { sender: { userId }, text: '4' }));
    const rows = await prisma().conversation.findMany({ where: { channelId: channel.id } });
    expect(rows.filter(({ userId: of }) => of === userId)).toMatchObject([
      { externalThreadId: userId, address: phone },
    ]);
    expect((await said(rows[0]?.id ?? '')).map(({ text }) => text)).toEqual(['1', '2', '3', '4']);
    const fresh = `ID.${unique('u')}`;
    await report(channel, inbound('+628123450002', { sender: { userId: fresh } }));
    expect(await report(channel, inbound(fresh, { sender: { userId: fresh } }))).toMatchObject([
      { address: '+628123450002' },
    ]);
  });
});

describe('order', () => {
  it('of whatever up to four events about one message, told up to three times, ends in the same rows', async () => {
    const channel = await makeReceiver(server, 'msg_p3');
    const at = new Date(now().getTime() - 60_000);
    const later = (seconds: number): Date => new Date(at.getTime() + seconds * 1000);
    const eventsOf = (recipient: string): CallbackEvent[] => {
      const message = (text: string): ChannelMessage => ({
        providerMessageId: `${recipient}:1`,
        kind: 'text',
        text,
        sequence: 1,
      });
      return [
        inbound(recipient, message('first'), at),
        { kind: 'edited', recipient, at, editedAt: later(1), message: message('second') },
        { kind: 'edited', recipient, at, editedAt: later(2), message: message('third') },
        { kind: 'deleted', recipient, at: later(3), providerMessageId: `${recipient}:1` },
      ];
    };
    const picture = async (recipient: string) => {
      const row = await conversationWith(server, channel, recipient);
      const { status, unread, preview, lastMessageAt, lastInboundAt } = row;
      const messages = (await said(row.id)).filter(({ early }) => !early);
      return {
        conversation: { status, unread, preview, lastMessageAt, lastInboundAt },
        messages: messages.map(({ text, kind, direction, editedAt, deletedAt, at: reported }) => ({
          text,
          kind,
          direction,
          at: reported,
          deletedAt,
          editedAt: deletedAt === null ? editedAt : null,
        })),
      };
    };
    let people = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 1, max: 3 }), { maxLength: 3 }).chain((others) => {
          const chosen = [0, ...others];
          return fc.tuple(
            fc.constant(chosen),
            fc.shuffledSubarray([...chosen, ...chosen, ...chosen], { minLength: chosen.length * 3 }),
          );
        }),
        async ([chosen, order]) => {
          const [straight, mixed] = [`7${++people}`, `8${people}`];
          const [one, two] = [eventsOf(straight), eventsOf(mixed)];
          for (const n of [...chosen].sort()) await report(channel, ...one.slice(n, n + 1));
          for (const n of order) await report(channel, ...two.slice(n, n + 1));
          expect(await picture(mixed)).toEqual(await picture(straight));
        },
      ),
      { numRuns: 40 },
    );
  });

  it('is the vendor’s: a late message falls into place, is not younger than its callback, nor older than a week', async () => {
    const channel = await makeReceiver(server, 'msg_p4');
    const sender = unique('U');
    const minute = (n: number) => new Date(now().getTime() - 3_600_000 + n * 60_000);
    for (const n of [3, 1, 2]) await write(server, channel, { sender, text: `${n}`, at: minute(n) });
    await write(server, channel, { sender, text: 'future', at: new Date(now().getTime() + DAY_MS) });
    await write(server, channel, { sender, text: 'old', at: new Date(now().getTime() - 30 * DAY_MS) });
    const { id, preview } = await conversationWith(server, channel, sender);
    const rows = await said(id);
    expect(rows.map(({ text }) => text)).toEqual(['old', '1', '2', '3', 'future']);
    expect(preview).toBe('future');
    expect(rows.at(-1)?.at.getTime()).toBeLessThanOrEqual(now().getTime());
    expect(now().getTime() - (rows[0]?.at.getTime() ?? 0)).toBeLessThan(7 * DAY_MS + 60_000);
  });

  it('of what one call tells is the order told, also where the vendor’s times are whole seconds', async () => {
    const channel = await makeReceiver(server, 'msg_p1');
    const words = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'stop'];
    const timestamp = String(Math.floor(now().getTime() / 1000) - 60);
    const from = '6281234500077';
    const message = (body: string) => ({ from, id: unique('wamid'), timestamp, type: 'text', text: { body } });
    await callAsWhatsapp(server, channel, { messages: words.slice(0, 4).map(message) });
    await callAsWhatsapp(server, channel, { messages: words.slice(4).map(message) });
    const { id, preview } = await conversationWith(server, channel, `+${from}`);
    const { data } = expectData(
      await server.call(server.ours.key, 'GET', `/api/v1/inbox/conversations/${id}/messages`),
    ) as unknown as { data: { text: string }[] };
    expect(data.map(({ text }) => text).reverse()).toEqual([...words, 'stopped']);
    expect(preview).toBe('stop');
  });

  it('of the parts of a long SMS does not matter: they grow into one message', async () => {
    const channel = await makeReceiver(server, 'sms_p2');
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([1, 2, 3, 1, 2, 3], { minLength: 6 }),
        fc.boolean(),
        async (order, atOnce) => {
          const sender = `+62812${Math.floor(1e8 + Math.random() * 9e8)}`;
          const part = (number: number) =>
            inbound(sender, {
              providerMessageId: `${sender}-${number}`,
              text: `${number === 1 ? 'Stop: ' : ''}part ${number} `,
              part: { of: `${sender} 7`, number, total: 3 },
            });
          if (atOnce) await report(channel, ...order.map(part));
          else for (const number of order) await report(channel, part(number));
          const { id, unread, preview, mayWantToStopAt } = await conversationWith(server, channel, sender);
          expect((await said(id)).map(({ text }) => text)).toEqual(['Stop: part 1 part 2 part 3 ']);
          expect([unread, preview]).toEqual([1, 'Stop: part 1 part 2 part 3']);
          expect(mayWantToStopAt).toBeInstanceOf(Date);
        },
      ),
      { numRuns: 12 },
    );
  });
});

describe('what cannot be stored as it is', () => {
  it('is cut between characters, and loses what no text may hold', async () => {
    const channel = await makeReceiver(server, 'msg_p2');
    const [sender, faces] = ['+6281234500001', '😀'.repeat(6_000)];
    const odd = inbound(sender, {
      text: `x${faces}`,
      sender: { name: `A\0ni${faces}`, handle: `@${faces}` },
      attachments: [{ kind: 'file', ref: 'https://files.example/a', name: `b${faces}` }],
    });
    const half = inbound(sender, { text: 'half \ud83d' });
    await report(channel, odd, half);
    const { id, senderName } = await conversationWith(server, channel, sender);
    expect(senderName).toBe(`Ani${'😀'.repeat(98)}`);
    expect((await said(id)).map(({ text }) => text).sort()).toEqual(['half \ufffd', `x${'😀'.repeat(4_999)}`]);
  });

  it('so it is with a long SMS that was parted within a character', async () => {
    const channel = await makeReceiver(server, 'sms_p2');
    const sender = '+6281234500002';
    const part = (number: number, text: string) =>
      inbound(sender, { providerMessageId: unique('p'), text, part: { of: `${sender} 9`, number, total: 2 } });
    await report(channel, part(1, 'Halo \ud83d'));
    await report(channel, part(2, '\ude00 lagi\0'));
    const { id } = await conversationWith(server, channel, sender);
    expect((await said(id)).map(({ text }) => text)).toEqual(['Halo \ufffd\ufffd lagi']);
  });
});

describe('what WhatsApp reports of an earlier message', () => {
  const timestamp = () => String(Math.floor(now().getTime() / 1000));
  const from = () => `62812${Math.floor(1e8 + Math.random() * 9e8)}`;

  it('changes that message: it is no message of its own, opens nothing and counts as nothing', async () => {
    const channel = await makeReceiver(server, 'msg_p1');
    const who = from();
    const of = (type: string, more: object) => ({
      from: who,
      id: unique('wamid'),
      timestamp: timestamp(),
      type,
      ...more,
    });
    const first = of('text', { text: { body: 'Satu' } });
    await callAsWhatsapp(server, channel, { messages: [first] });
    const before = await conversationWith(server, channel, `+${who}`);
    const revoke = { revoke: { original_message_id: first.id } };
    const edit = (body: string) => ({
      edit: { original_message_id: first.id, message: { type: 'text', text: { body } } },
    });
    setClockOffset(DAY_MS + 60_000);
    await callAsWhatsapp(server, channel, { messages: [of('edit', edit('Dua'))] });
    expect(await said(before.id)).toMatchObject([{ text: 'Dua', editedAt: expect.any(Date) }]);
    await callAsWhatsapp(server, channel, { messages: [of('revoke', revoke)] });
    expect(await said(before.id)).toMatchObject([{ text: '', deletedAt: expect.any(Date) }]);
    const { unread, lastInboundAt, preview } = await conversationWith(server, channel, `+${who}`);
    expect({ unread, lastInboundAt, preview }).toEqual({ unread: 1, lastInboundAt: before.lastInboundAt, preview: '' });
    const windows = await prisma().channelInbound.findMany({ where: { channelId: channel.id } });
    expect(windows.map(({ at }) => at)).toEqual([before.lastInboundAt]);
  });

  it('in the business’s own app changes what was written there, and what was sent from here', async () => {
    const channel = await makeReceiver(server, 'msg_p1');
    const who = from();
    await callAsWhatsapp(server, channel, {
      messages: [{ from: who, id: unique('wamid'), timestamp: timestamp(), type: 'text', text: { body: 'Halo' } }],
    });
    const { id } = await conversationWith(server, channel, `+${who}`);
    const echo = (type: string, more: object) => ({
      from: '1',
      to: who,
      id: unique('wamid'),
      timestamp: timestamp(),
      type,
      ...more,
    });
    const there = echo('text', { text: { body: 'Ada' } });
    const answer = expectData(
      await server.call(server.ours.key, 'POST', `/api/v1/inbox/conversations/${id}/messages`, {
        body: { text: 'Dari sini' },
      }),
      201,
    );
    const here = unique('wamid');
    const { deliveryId } = await prisma().inboxMessage.findFirstOrThrow({ where: { id: answer.id as string } });
    await prisma().marketingMessage.updateMany({
      where: { id: deliveryId ?? '' },
      data: { status: 'sent', providerMessageId: here },
    });
    const edit = (original: string, body: string) =>
      echo('edit', { edit: { original_message_id: original, message: { type: 'text', text: { body } } } });
    await callAsWhatsapp(server, channel, {
      message_echoes: [there, edit(there.id, 'Ada dua'), edit(here, 'Dari sini juga')],
    });
    const outbound = async () =>
      (await said(id)).filter(({ direction }) => direction === 'outbound').map(({ text }) => text);
    expect((await outbound()).sort()).toEqual(['Ada dua', 'Dari sini juga']);
    const revoke = (original: string) => echo('revoke', { revoke: { original_message_id: original } });
    await callAsWhatsapp(server, channel, { message_echoes: [revoke(there.id), revoke(here)] });
    expect(await outbound()).toEqual(['', '']);
    expect((await said(id)).filter(({ direction }) => direction === 'inbound')).toMatchObject([{ text: 'Halo' }]);
  });

  it('by a type that nobody knows yet is shown and opens no window', async () => {
    const channel = await makeReceiver(server, 'msg_p1');
    const who = from();
    await callAsWhatsapp(server, channel, {
      messages: [{ from: who, id: unique('wamid'), timestamp: timestamp(), type: 'hologram', hologram: {} }],
    });
    expect(await conversationWith(server, channel, `+${who}`)).toMatchObject({
      unread: 1,
      lastInboundAt: null,
      lastWordsAt: null,
    });
    expect(await prisma().channelInbound.count({ where: { channelId: channel.id } })).toBe(0);
  });
});

describe('an opt-out on WhatsApp', () => {
  const number = () => `62813${Math.floor(1e8 + Math.random() * 9e8)}`;
  const timestamp = () => String(Math.floor(now().getTime() / 1000));
  const userIdOf = () => `ID.${unique('u')}`;
  const stop = (who: object) => ({
    user_preferences: [{ ...who, category: 'marketing_messages', value: 'stop', timestamp: timestamp() }],
  });
  const status = (who: object, more: object = {}) => ({
    statuses: [{ id: unique('wamid'), status: 'sent', timestamp: timestamp(), ...who, ...more }],
  });
  const make = (fields: object) => makeContact(server.services.database, ours(), fields);
  const contactOf = async ({ id }: { id: string }) =>
    await prisma().contact.findFirstOrThrow({ where: { id }, select: { subscriptions: true, socialHandles: true } });
  const suppressed = async (...addresses: string[]) =>
    (await prisma().suppression.findMany({ where: { accountId: ours(), address: { in: addresses } } }))
      .map(({ family, address }) => `${family} ${address}`)
      .sort();

  it('by the user’s id finds whom both names belong to, and makes no number of the id', async () => {
    const channel = await makeReceiver(server, 'msg_p1');
    const [phone, userId] = [number(), userIdOf()];
    const person = await make({ phone: `+${phone}`, phoneE164: `+${phone}` });
    // Digits of the id that would be somebody's number.
    const stranger = await make({ phone: '+1234567', phoneE164: '+1234567' });
    await callAsWhatsapp(server, channel, status({ recipient_id: phone, recipient_user_id: userId }));
    expect(await contactOf(person)).toEqual({ subscriptions: {}, socialHandles: { whatsappUserId: userId } });
    await callAsWhatsapp(server, channel, stop({ user_id: userId }));
    await callAsWhatsapp(server, channel, stop({ user_id: 'IN.A1B2C3D4567' }));
    expect((await contactOf(person)).subscriptions).toEqual({ whatsapp: 'unsubscribed' });
    expect((await contactOf(stranger)).subscriptions).toEqual({});
    expect(await suppressed(`+${phone}`, userId, '+1234567', 'IN.A1B2C3D4567')).toEqual(
      [`whatsapp +${phone}`, `whatsapp ${userId}`, 'whatsapp IN.A1B2C3D4567'].sort(),
    );
  });

  it('by an id that nobody knows yet holds for the number once both are told, and for who has the id only', async () => {
    const channel = await makeReceiver(server, 'msg_p1');
    const [phone, userId] = [number(), userIdOf()];
    const person = await make({ phone: `+${phone}`, phoneE164: `+${phone}` });
    const byId = await make({ email: `${unique('a')}@x.test`, socialHandles: { whatsappUserId: userId } });
    const errors = [{ code: 131050, title: 'Stopped' }];
    await callAsWhatsapp(server, channel, status({ recipient_user_id: userId }, { status: 'failed', errors }));
    expect((await contactOf(person)).subscriptions).toEqual({});
    expect((await contactOf(byId)).subscriptions).toEqual({ whatsapp: 'unsubscribed' });
    await callAsWhatsapp(server, channel, status({ recipient_id: phone, recipient_user_id: userId }));
    expect((await contactOf(person)).subscriptions).toEqual({ whatsapp: 'unsubscribed' });
    expect(await suppressed(`+${phone}`)).toEqual([`whatsapp +${phone}`]);
  });

  it('by one name shows at the conversation that has the other, and START by either lifts it', async () => {
    const channel = await makeReceiver(server, 'msg_p1');
    const [phone, userId] = [number(), userIdOf()];
    const person = await make({ phone: `+${phone}`, phoneE164: `+${phone}` });
    const say = (who: object, body: string) =>
      callAsWhatsapp(server, channel, {
        messages: [{ ...who, id: unique('wamid'), timestamp: timestamp(), type: 'text', text: { body } }],
      });
    await say({ from: phone, from_user_id: userId }, 'Halo');
    const { id } = await conversationWith(server, channel, `+${phone}`);
    const shown = async () =>
      expectData(await server.call(server.ours.key, 'GET', `/api/v1/inbox/conversations/${id}`)).optedOut;
    await callAsWhatsapp(server, channel, stop({ user_id: userId }));
    expect(await shown()).toBe(true);
    expect((await said(id)).map(({ text }) => text)).toEqual(['Halo']);
    expect((await messagesOf(id)).map(({ text }) => text)).toContain('stopped');
    setClockOffset(2_000);
    await say({ from_user_id: userId }, 'START');
    expect([await shown(), (await contactOf(person)).subscriptions]).toEqual([false, { whatsapp: 'subscribed' }]);
    expect(await suppressed(`+${phone}`, userId)).toEqual([]);
    setClockOffset(4_000);
    await say({ from_user_id: userId }, 'STOP');
    expect([await shown(), (await contactOf(person)).subscriptions]).toEqual([true, { whatsapp: 'unsubscribed' }]);
    expect(await suppressed(`+${phone}`)).toEqual([`whatsapp +${phone}`]);
  });

  it('of Twilio’s STOP from an id is that person’s, and an answer finds them by it', async () => {
    const channel = await makeReceiver(server, 'msg_p2');
    const userId = 'US.A1B2C3D4567';
    const byId = await make({ email: `${unique('a')}@x.test`, socialHandles: { whatsappUserId: userId } });
    const conversation = await write(server, channel, { sender: userId, text: 'Halo' });
    expect(conversation).toMatchObject({ contactId: byId.id, address: userId, userId });
    const begun = await server.call(server.ours.key, 'POST', '/api/v1/inbox/conversations', {
      body: { contactId: byId.id, channelId: channel.id, text: 'Ada yang bisa dibantu?' },
    });
    expect(expectData(begun, 201).conversation).toMatchObject({ id: conversation.id, contactId: byId.id });
    await write(server, channel, { sender: userId, text: 'stop' });
    expect((await contactOf(byId)).subscriptions).toEqual({ whatsapp: 'unsubscribed' });
    expect(await suppressed(userId, '+1234567', '+14567')).toEqual([`whatsapp ${userId}`]);
  });
});

describe('echoes', () => {
  it('of what the merchant wrote in another app are answers by elsewhere; ours are known', async () => {
    const channel = await makeReceiver(server, 'social_p1');
    const sender = unique('P');
    await write(server, channel, { sender });
    const echo = (providerMessageId: string): CallbackEvent => ({
      kind: 'echo',
      recipient: sender,
      at: now(),
      message: { providerMessageId, kind: 'text', text: 'Ada!' },
    });
    await report(channel, echo('mid.1'));
    const { id, unread, waitingSince } = await conversationWith(server, channel, sender);
    expect((await said(id)).at(-1)).toMatchObject({
      direction: 'outbound',
      authorKind: 'elsewhere',
      text: 'Ada!',
      sentAt: expect.any(Date),
    });
    expect([unread, waitingSince]).toEqual([0, null]);
    const content = await prisma().messageContent.create({
      data: { accountId: ours(), family: 'facebook', content: {}, createdAt: now() },
    });
    await prisma().marketingMessage.create({
      data: {
        accountId: ours(),
        channelIntegrationId: channel.id,
        provider: 'social_p1',
        recipient: sender,
        contentId: content.id,
        status: 'sent',
        providerMessageId: 'mid.ours',
        createdAt: now(),
        updatedAt: now(),
      },
    });
    await report(channel, echo('mid.ours'));
    expect(await said(id)).toHaveLength(2);
  });
});

describe('a channel that does not receive', () => {
  it('keeps nothing, but counts windows and opt-outs', async () => {
    const channel = await makeReceiver(server, 'sms_p1');
    const phone = `+62813${Math.floor(1e8 + Math.random() * 9e8)}`;
    const put = (receiving: boolean) =>
      server.call(server.ours.key, 'PUT', `/api/v1/inbox/channels/${channel.id}`, { body: { receiving } });
    expect((await put(false)).body.data).toMatchObject({ receiving: false });
    await deliver(server, await signedWords(server, channel, { sender: phone, text: 'STOP' }));
    await runJobs(server.services);
    expect(await prisma().conversation.count({ where: { channelId: channel.id } })).toBe(0);
    expect(await prisma().channelInbound.count({ where: { channelId: channel.id, recipient: phone } })).toBe(1);
    expect(await prisma().suppression.findFirst({ where: { accountId: ours(), address: phone } })).toMatchObject({
      family: 'sms',
      reason: 'recipient',
    });
    await put(true);
    expect(await write(server, channel, { sender: phone })).toMatchObject({ unread: 1 });
  });
});

describe('a number that WhatsApp still names as it was years ago', () => {
  const eight = (): string => String(Math.floor(1e7 + Math.random() * 9e7));
  it.each(['msg_p1', 'msg_p2'] as const)('is that of the contact: %s', async (provider) => {
    const channel = await makeReceiver(server, provider);
    const [mexican, brazilian] = [eight(), eight()];
    for (const [typed, reported] of [
      [`+52 55${mexican}`, `+52155${mexican}`],
      [`+55 31 98${brazilian.slice(1)}`, `+55318${brazilian.slice(1)}`],
    ] as const) {
      const phone = typed.replaceAll(' ', '');
      const body = { phone: typed, subscriptions: { whatsapp: 'subscribed' } };
      const { id } = expectData(await server.call(server.ours.key, 'POST', '/api/v1/contacts', { body }), 201);
      await deliver(server, await signedWords(server, channel, { sender: reported, text: 'STOP' }));
      await runJobs(server.services);
      expect(await prisma().contact.findFirst({ where: { accountId: ours(), id } })).toMatchObject({
        phoneE164: phone,
        subscriptions: { whatsapp: 'unsubscribed' },
      });
      expect(
        await prisma().conversation.findFirst({ where: { channelId: channel.id, externalThreadId: phone } }),
      ).toMatchObject({ contactId: id });
    }
  });
});
