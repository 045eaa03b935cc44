/** What people write, as the vendors' documentation shows their callbacks. */
import { describe, expect, it } from 'vitest';
import { facebook } from '@/server/modules/messaging/adapters/facebook';
import { line } from '@/server/modules/messaging/adapters/line';
import type { CallbackEvent, Provider } from '@/server/platform/vendors/provider';
import { telegram } from '@/server/modules/messaging/adapters/telegram';
import { loopbackTransport, noTransport, useVendor } from '@/server/testing/vendor';
import { whatsappCloud } from '@/server/modules/messaging/adapters/whatsapp-cloud';

const receivedAt = new Date('2026-11-26T10:00:00Z');
const at = new Date('2026-11-26T09:59:00Z');
const seconds = at.getTime() / 1000;
const read = ({ callbacks }: Pick<Provider, 'callbacks'>, body: unknown): CallbackEvent[] =>
  callbacks!.events({
    method: 'POST',
    url: 'https://laris.example/',
    headers: {},
    body: Buffer.from(JSON.stringify(body)),
    receivedAt,
  });

describe('Telegram', () => {
  const from = { id: 42, is_bot: false, first_name: 'Ani', last_name: 'Putri', username: 'ani' };
  const chat = { id: 42, type: 'private', first_name: 'Ani' };
  const update = (message: object, kind = 'message') =>
    read(telegram, { update_id: 1, [kind]: { message_id: 7, from, chat, date: seconds, ...message } });
  const sender = { name: 'Ani Putri', handle: '@ani' };

  // https://core.telegram.org/bots/api#message
  it.each<[string, object, object]>([
    ['text', { text: 'Halo' }, { kind: 'text', text: 'Halo' }],
    ['an answer', { text: 'Ya', reply_to_message: { message_id: 6 } }, { kind: 'text', text: 'Ya', answers: '42:6' }],
    [
      'a photo, the largest of its sizes',
      {
        caption: 'Ini',
        photo: [
          { file_id: 's', file_size: 1 },
          { file_id: 'l', file_size: 9 },
        ],
      },
      {
        kind: 'image',
        text: 'Ini',
        attachments: [{ kind: 'image', ref: 'l', size: 9, contentType: 'image/jpeg', name: 'photo.jpg' }],
      },
    ],
    [
      'a document',
      { document: { file_id: 'd', file_name: 'nota.pdf', mime_type: 'application/pdf', file_size: 10 } },
      {
        kind: 'file',
        attachments: [{ kind: 'file', ref: 'd', name: 'nota.pdf', contentType: 'application/pdf', size: 10 }],
      },
    ],
    [
      'a voice',
      { voice: { file_id: 'v', mime_type: 'audio/ogg' } },
      { kind: 'audio', attachments: [{ kind: 'audio', ref: 'v', contentType: 'audio/ogg' }] },
    ],
    ['a sticker', { sticker: { file_id: 'st' } }, { kind: 'sticker' }],
    [
      'a place',
      { location: { latitude: -6.2, longitude: 106.8 }, venue: { title: 'Toko', address: 'Jl. Melati' } },
      { kind: 'location', text: 'Toko\nJl. Melati\n-6.2, 106.8' },
    ],
    ['what nobody knows', { dice: { value: 3 } }, { kind: 'unsupported', text: '' }],
  ])('reports %s', (_, message, expected) => {
    expect(update(message)).toMatchObject([
      {
        kind: 'inbound',
        recipient: '42',
        at,
        message: { providerMessageId: '42:7', sequence: 7, sender, ...expected },
      },
    ]);
  });

  it('reports edits and who blocks the bot, and nothing from groups', () => {
    expect(update({ text: 'Hai', edit_date: seconds + 30 }, 'edited_message')).toMatchObject([
      {
        kind: 'edited',
        recipient: '42',
        at,
        editedAt: new Date('2026-11-26T09:59:30Z'),
        message: { providerMessageId: '42:7', text: 'Hai' },
      },
    ]);
    const member = (status: string) =>
      read(telegram, { update_id: 2, my_chat_member: { chat, from, date: seconds, new_chat_member: { status } } });
    expect(member('kicked')).toEqual([{ kind: 'unsubscribe', recipient: '42', providerMessageId: null, at }]);
    expect(member('member')).toEqual([]);
    expect(
      read(telegram, { message: { message_id: 1, chat: { id: -100, type: 'supergroup' }, date: seconds, text: 'x' } }),
    ).toEqual([]);
  });

  const vendor = useVendor();
  const connection = () => ({
    channelId: 'c1',
    credentials: { botToken: '1:ABC' },
    config: {},
    externalId: null,
    base: vendor.base,
  });

  it('is told where to call, with the token and the three kinds', async () => {
    vendor.answers(
      { status: 200, body: '{"ok":true,"result":{"url":"https://other.example/"}}' },
      { status: 200, body: '{"ok":true,"result":true}' },
    );
    expect(await telegram.hook!.read(connection(), loopbackTransport)).toBe('https://other.example/');
    await telegram.hook!.set(connection(), loopbackTransport, 'https://laris.example/x', 'secret');
    const set = vendor.requests.at(-1);
    expect([set?.path, JSON.parse(set?.body ?? '')]).toEqual([
      '/bot1:ABC/setWebhook',
      {
        url: 'https://laris.example/x',
        secret_token: 'secret',
        allowed_updates: ['message', 'edited_message', 'my_chat_member'],
      },
    ]);
    vendor.answers({ status: 401, body: '{"ok":false,"error_code":401,"description":"Unauthorized"}' });
    await expect(telegram.hook!.clear(connection(), loopbackTransport)).rejects.toThrow('Unauthorized');
  });

  it('leads to a file by way of getFile, or says that it is gone', async () => {
    vendor.answers({ status: 200, body: '{"ok":true,"result":{"file_path":"photos/file 0.jpg"}}' });
    expect(await telegram.attachment!('l', connection(), loopbackTransport)).toEqual({
      method: 'GET',
      url: `${vendor.base}/file/bot1:ABC/photos/file%200.jpg`,
      headers: {},
    });
    vendor.answers({ status: 200, body: '{"ok":true,"result":{}}' });
    await expect(telegram.attachment!('l', connection(), loopbackTransport)).rejects.toThrow('no longer has');
  });
});

describe('LINE', () => {
  const event = (more: object) =>
    read(line, {
      destination: 'U0',
      events: [
        {
          mode: 'active',
          webhookEventId: '01H',
          timestamp: at.getTime(),
          source: { type: 'user', userId: 'U1' },
          ...more,
        },
      ],
    });
  const message = (of: object) => event({ type: 'message', message: { id: '9', ...of } });

  // https://developers.line.biz/en/reference/messaging-api/#message-event
  it.each<[string, object, object]>([
    ['text', { type: 'text', text: 'Halo', quotedMessageId: '8' }, { kind: 'text', text: 'Halo', answers: '8' }],
    [
      'an image',
      { type: 'image', contentProvider: { type: 'line' } },
      { kind: 'image', attachments: [{ kind: 'image', ref: '9' }] },
    ],
    [
      'an image elsewhere',
      { type: 'image', contentProvider: { type: 'external', originalContentUrl: 'https://cdn.example/a.jpg' } },
      { attachments: [{ kind: 'image', ref: 'https://cdn.example/a.jpg' }] },
    ],
    [
      'a file',
      { type: 'file', fileName: 'nota.pdf', fileSize: 21 },
      { kind: 'file', attachments: [{ kind: 'file', ref: '9', name: 'nota.pdf', size: 21 }] },
    ],
    ['a sticker', { type: 'sticker', keywords: ['happy', 'x'] }, { kind: 'sticker', text: 'happy', attachments: [] }],
    [
      'a place',
      { type: 'location', title: 'Toko', address: 'Jl. Melati', latitude: 1, longitude: 2 },
      { kind: 'location', text: 'Toko\nJl. Melati\n1, 2' },
    ],
  ])('reports %s', (_, of, expected) => {
    expect(message(of)).toMatchObject([
      { kind: 'inbound', recipient: 'U1', at, message: { providerMessageId: '9', ...expected } },
    ]);
  });

  it('reports postbacks as text, what was taken back, and who unfollows', () => {
    expect(event({ type: 'postback', postback: { data: 'menu=1' } })).toMatchObject([
      { kind: 'inbound', message: { providerMessageId: '01H', kind: 'text', text: 'menu=1' } },
    ]);
    expect(event({ type: 'unsend', unsend: { messageId: '9' } })).toEqual([
      { kind: 'deleted', recipient: 'U1', at, providerMessageId: '9' },
    ]);
    expect(event({ type: 'unfollow' })).toEqual([
      { kind: 'unsubscribe', recipient: 'U1', providerMessageId: null, at },
    ]);
    expect(
      event({
        type: 'message',
        source: { type: 'group', userId: 'U1' },
        message: { id: '1', type: 'text', text: 'x' },
      }),
    ).toEqual([]);
  });

  it('has files at an address of their own', () => {
    const connection = {
      channelId: 'c',
      credentials: { channelAccessToken: 't' },
      config: {},
      externalId: null,
      base: 'https://api.line.me',
    };
    expect(line.attachment!('9', connection, noTransport)).toEqual({
      method: 'GET',
      url: 'https://api-data.line.me/v2/bot/message/9/content',
      headers: { authorization: 'Bearer t' },
    });
  });
});

describe('Messenger', () => {
  // https://developers.facebook.com/documentation/business-messaging/messenger-platform/webhooks/webhook-events/message-edits
  it('reports a text that was written anew', () => {
    const event = {
      sender: { id: 'P1' },
      recipient: { id: 'page1' },
      timestamp: at.getTime(),
      message_edit: { mid: 'm_1', text: 'Dua', num_edit: 1 },
    };
    expect(read(facebook, { object: 'page', entry: [{ id: 'page1', messaging: [event] }] })).toEqual([
      {
        kind: 'edited',
        recipient: 'P1',
        at,
        editedAt: at,
        message: { providerMessageId: 'm_1', kind: 'text', text: 'Dua' },
      },
    ]);
  });
});

describe('WhatsApp Cloud', () => {
  const value = (more: object, contacts: object[] = [{ profile: { name: 'Ani' }, wa_id: '6281234567890' }]) =>
    read(whatsappCloud, {
      object: 'whatsapp_business_account',
      entry: [{ changes: [{ field: 'messages', value: { contacts, ...more } }] }],
    });
  const message = (more: object) =>
    value({ messages: [{ from: '6281234567890', id: 'wamid.1', timestamp: String(seconds), ...more }] });

  // https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages
  it.each<[string, object, object]>([
    [
      'text',
      { type: 'text', text: { body: 'Halo' }, context: { id: 'wamid.0' } },
      { kind: 'text', text: 'Halo', answers: 'wamid.0' },
    ],
    [
      'a button',
      { type: 'interactive', interactive: { button_reply: { id: '1', title: 'Ya' } } },
      { kind: 'text', text: 'Ya' },
    ],
    [
      'an image',
      { type: 'image', image: { id: 'media1', mime_type: 'image/jpeg; x=y', caption: 'Ini' } },
      { kind: 'image', text: 'Ini', attachments: [{ kind: 'image', ref: 'media1', contentType: 'image/jpeg' }] },
    ],
    [
      'a document',
      { type: 'document', document: { id: 'media2', filename: 'nota.pdf', mime_type: 'application/pdf' } },
      {
        kind: 'file',
        attachments: [{ kind: 'file', ref: 'media2', name: 'nota.pdf', contentType: 'application/pdf' }],
      },
    ],
    [
      'a place',
      { type: 'location', location: { latitude: 1, longitude: 2, name: 'Toko' } },
      { kind: 'location', text: 'Toko\n1, 2' },
    ],
    [
      'a reaction',
      { type: 'reaction', reaction: { message_id: 'wamid.0', emoji: '👍' } },
      { kind: 'unsupported', text: '👍', answers: 'wamid.0' },
    ],
    ['an order', { type: 'order', order: {} }, { kind: 'unsupported', text: '' }],
  ])('reports %s', (_, of, expected) => {
    expect(message(of)).toMatchObject([
      {
        kind: 'inbound',
        recipient: '+6281234567890',
        at,
        message: { providerMessageId: 'wamid.1', sender: { name: 'Ani' }, ...expected },
      },
    ]);
  });

  // …/webhooks/reference/messages/revoke (May 2026), …/edit (July 2026) and …/smb_message_echoes
  it.each([
    ['messages', { from: '6281234567890' }, {}],
    ['message_echoes', { from: '1', to: '6281234567890' }, { isOurs: true }],
  ])('reads in %s what changes an earlier message', (key, who, more) => {
    const report = (of: object) => value({ [key]: [{ ...who, id: 'wamid.9', timestamp: String(seconds), ...of }] });
    const recipient = '+6281234567890';
    expect(report({ type: 'revoke', revoke: { original_message_id: 'wamid.1' } })).toEqual([
      { kind: 'deleted', recipient, at, providerMessageId: 'wamid.1' },
    ]);
    const edit = (message: object) => report({ type: 'edit', edit: { original_message_id: 'wamid.1', message } });
    expect(edit({ type: 'text', text: { body: 'Dua' }, context: { id: 'wamid.0' } })).toMatchObject([
      { kind: 'edited', recipient, editedAt: at, message: { providerMessageId: 'wamid.1', text: 'Dua' }, ...more },
    ]);
    expect(edit({ type: 'image', image: { id: 'media1', caption: 'Ini' } })).toMatchObject([
      { kind: 'edited', message: { providerMessageId: 'wamid.1', kind: 'image', text: 'Ini' } },
    ]);
    expect(report({ type: 'revoke', revoke: {} })).toEqual([]);
    expect(report({ type: 'edit' })).toEqual([]);
  });

  it('marks a type that it does not know, and tells nothing of groups', () => {
    expect(message({ type: 'hologram', hologram: {} })).toMatchObject([
      { kind: 'inbound', message: { kind: 'unsupported', text: '', isUnknown: true } },
    ]);
    for (const type of ['order', 'contacts', 'unsupported', 'text', 'image'])
      expect(message({ type })).toMatchObject([{ message: { kind: 'unsupported' } }]);
    expect(message({ type: 'order' })[0]).not.toHaveProperty('message.isUnknown');
    expect(message({ type: 'text', text: { body: 'Halo' }, group_id: 'Y2FwaV9ncm91cA' })).toEqual([]);
  });

  it('knows people by an id in the number’s place, and is written to by it', async () => {
    const contacts = [{ profile: { name: 'Budi', username: 'budi' }, user_id: 'ID.1349' }];
    expect(
      value(
        {
          messages: [
            { from_user_id: 'ID.1349', id: 'wamid.3', timestamp: String(seconds), type: 'text', text: { body: 'x' } },
          ],
        },
        contacts,
      ),
    ).toMatchObject([
      { recipient: 'ID.1349', message: { sender: { name: 'Budi', handle: '@budi', userId: 'ID.1349' } } },
    ]);
    const bodies: unknown[] = [];
    const transport = {
      ...noTransport,
      request: ({ body = '{}' }: { body?: string }) => {
        bodies.push(JSON.parse(body));
        return Promise.resolve({ status: 200, headers: {}, body: '{"messages":[{"id":"wamid.4"}]}' });
      },
    };
    const connection = {
      channelId: 'c',
      credentials: { phoneNumberId: '1' },
      config: {},
      externalId: null,
      base: 'https://graph.facebook.com',
    };
    for (const recipient of ['ID.1349', '+6281234567890'])
      await whatsappCloud.send(
        { id: 'm1', recipient, content: { text: 'Ya', answers: 'wamid.3' }, lastInboundAt: at, now: receivedAt },
        connection,
        transport,
      );
    expect(bodies).toMatchObject([
      { recipient: 'ID.1349', context: { message_id: 'wamid.3' } },
      { to: '+6281234567890' },
    ]);
    expect(bodies[0]).not.toHaveProperty('to');
  });

  it('tells what was written in the business’s own app, and of no number that changed', () => {
    expect(
      value({
        message_echoes: [
          {
            from: '1',
            to: '6281234567890',
            id: 'wamid.5',
            timestamp: String(seconds),
            type: 'text',
            text: { body: 'Ada' },
          },
        ],
      }),
    ).toMatchObject([{ kind: 'echo', recipient: '+6281234567890', message: { text: 'Ada' } }]);
    expect(message({ type: 'system', system: { body: 'changed' } })).toEqual([]);
  });
});
