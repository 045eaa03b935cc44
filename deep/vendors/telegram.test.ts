/** The adapter of Telegram bots beside grammY (grammy 1.46.0), which speaks the Bot API as Telegram documents it. */
import { Api, Bot, webhookCallback } from 'grammy';
import { expect, it } from 'vitest';
import { bothRequests } from '@/deep/vendors/requests';
import type { Connection, OutgoingMessage } from '@/server/platform/vendors/provider';
import { telegram } from '@/server/modules/messaging/adapters/telegram';
import { loopbackTransport, useVendor } from '@/server/testing/vendor';

const TOKEN = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw';
const vendor = useVendor();
const connection = (): Connection => ({
  channelId: 'c1',
  credentials: { botToken: TOKEN },
  config: {},
  externalId: null,
  base: vendor.base,
});
const api = () => new Api(TOKEN, { apiRoot: vendor.base });
const imageUrl = 'https://toko.example/a.png';
const LONG = 'a'.repeat(1025);

it.each<[string, OutgoingMessage<'telegram'>['content'], (sdk: Api) => Promise<unknown>]>([
  ['a text', { text: 'Diskon <50%> & gratis 🎉' }, (sdk) => sdk.sendMessage('42', 'Diskon <50%> & gratis 🎉')],
  [
    'an answer',
    { text: 'Ya', answers: '42:7' },
    (sdk) => sdk.sendMessage('42', 'Ya', { reply_parameters: { message_id: 7, allow_sending_without_reply: true } }),
  ],
  ['a picture', { text: 'Halo', imageUrl }, (sdk) => sdk.sendPhoto('42', imageUrl, { caption: 'Halo' })],
  [
    'a picture with a long text',
    { text: LONG, imageUrl },
    (sdk) =>
      sdk.sendMessage('42', LONG, {
        link_preview_options: { url: imageUrl, prefer_large_media: true, show_above_text: true },
      }),
  ],
])('sends %s as grammY does', async (_what, content, theirSend) => {
  vendor.answers({ body: '{"ok":true,"result":{"message_id":1}}' });
  const id = 'c06b6cfa81f3a9d2e4b7c6058';
  const outcome = await telegram.send(
    { id, now: new Date(), recipient: '42', content },
    connection(),
    loopbackTransport,
  );
  expect(outcome).toEqual({ kind: 'accepted', providerMessageId: '1' });
  await theirSend(api());
  const { ours, theirs } = await bothRequests(vendor);
  expect(ours).toEqual(theirs);
});

it('says where Telegram is to call as grammY does', async () => {
  vendor.answers({ body: '{"ok":true,"result":true}' });
  const address = 'https://laris.example.com/api/v1/channels/c1/callbacks';
  await telegram.hook!.set(connection(), loopbackTransport, address, 'secret-token');
  await api().setWebhook(address, {
    secret_token: 'secret-token',
    allowed_updates: ['message', 'edited_message', 'my_chat_member'],
  });
  const { ours, theirs } = await bothRequests(vendor);
  expect(ours).toEqual(theirs);
});

it('makes updates in the sandbox that a grammY bot reads', async () => {
  const made = telegram.sandbox.inbound!(
    { sender: '42', name: 'Budi', text: 'Halo 🎉', providerMessageId: '7', at: new Date() },
    connection(),
    'https://laris.example.com/hooks',
    'secret-token',
  )!;
  const read: unknown[] = [];
  const bot = new Bot(TOKEN, {
    botInfo: {
      id: 1,
      is_bot: true,
      first_name: 'Toko',
      username: 'toko_bot',
      can_join_groups: false,
      can_read_all_group_messages: false,
      supports_inline_queries: false,
      can_connect_to_business: false,
      has_main_web_app: false,
      has_topics_enabled: false,
      allows_users_to_create_topics: false,
      can_manage_bots: false,
      supports_join_request_queries: false,
    },
  });
  bot.on('message:text', ({ from, message }) => void read.push([from.id, from.first_name, message.text]));
  const answer = await webhookCallback(bot, 'std/http', { secretToken: 'secret-token' })(
    new Request(made.url, { method: 'POST', headers: { ...made.headers }, body: new Uint8Array(made.body) }),
  );
  expect([answer.status, read]).toEqual([200, [[42, 'Budi', 'Halo 🎉']]]);
});
