/**
 * Telegram bot: https://core.telegram.org/bots/api#sendmessage and #sendphoto; what it calls with: telegram-updates.ts
 */
import { outcomeOf, askVendor } from '@/server/platform/vendors/answers';
import { filled } from '@/server/platform/vendors/content';
import { parseJson, textAt, at } from '@/server/platform/vendors/json';
import {
  type Provider,
  type VendorAnswer,
  AttachmentGone,
  type Connection,
  type Hook,
  type Transport,
  type VendorRequest,
} from '@/server/platform/vendors/provider';
import { telegramUpdate, telegramEvents } from '@/server/modules/messaging/adapters/telegram-updates';
import { pathSegment } from '@/server/platform/vendors/path-segment';

// Requests to a Telegram bot besides sending: the address that it calls
// (https://core.telegram.org/bots/api#setwebhook), and files (#getfile).

/** A token is `<id>:<key>`; Telegram's examples leave the colon as it is. */
const tokenIn = ({ credentials }: Connection): string => pathSegment(credentials.botToken ?? '').replaceAll('%3A', ':');

const botUrl = (connection: Connection, method: string): string =>
  `${connection.base}/bot${tokenIn(connection)}/${method}`;

/** The three kinds that are read (telegram-updates.ts). */
const ALLOWED = ['message', 'edited_message', 'my_chat_member'];

/**
 * Calls a method of the bot.
 * @throws NotSentError, OutcomeUnknownError; Error with Telegram's reason, without the token that is part of every bot
 * address
 */
async function ask(connection: Connection, transport: Transport, method: string, body: object): Promise<unknown> {
  const answer = await askVendor(transport, {
    method: 'POST',
    url: botUrl(connection, method),
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answered = parseJson(answer.body);
  if (at(answered, 'ok') === true) return at(answered, 'result');
  throw new Error(textAt(answered, 'description') ?? `HTTP ${answer.status}`);
}

const telegramHook: Hook = {
  async read(connection, transport) {
    return textAt(await ask(connection, transport, 'getWebhookInfo', {}), 'url') ?? null;
  },
  async set(connection, transport, address, token) {
    await ask(connection, transport, 'setWebhook', { url: address, secret_token: token, allowed_updates: ALLOWED });
  },
  async clear(connection, transport) {
    await ask(connection, transport, 'deleteWebhook', {});
  },
};

/** A file of up to 20 MB lies for an hour where getFile says. */
async function telegramAttachment(ref: string, connection: Connection, transport: Transport): Promise<VendorRequest> {
  const path = textAt(await ask(connection, transport, 'getFile', { file_id: ref }), 'file_path');
  if (path === undefined) throw new AttachmentGone('Telegram no longer has the file.');
  const where = path.split('/').map(pathSegment).join('/');
  return { method: 'GET', url: `${connection.base}/file/bot${tokenIn(connection)}/${where}`, headers: {} };
}

/** A photo's caption is shorter than a message (https://core.telegram.org/bots/api#sendphoto). */
const LONGEST_CAPTION = 1024;

/** https://core.telegram.org/bots/api#responseparameters: whole seconds, in the body. */
function afterMs({ body }: VendorAnswer): number | undefined {
  const seconds = Number(textAt(parseJson(body), 'parameters', 'retry_after'));
  return seconds >= 0 && seconds <= 86_400 ? seconds * 1000 : undefined;
}

/** https://core.telegram.org/bots/api#replyparameters; a message that is gone meanwhile holds up no answer. */
function quoteOf(answers: string | undefined): object {
  const id = Number(answers?.split(':').at(-1));
  return answers === undefined || !Number.isSafeInteger(id)
    ? {}
    : { reply_parameters: { message_id: id, allow_sending_without_reply: true } };
}

function bodyOf(chatId: string, text: string, imageUrl: string | undefined): { method: string; body: object } {
  if (imageUrl === undefined) return { method: 'sendMessage', body: { chat_id: chatId, text } };
  if (text.length <= LONGEST_CAPTION)
    return {
      method: 'sendPhoto',
      body: { chat_id: chatId, photo: imageUrl, ...(text === '' ? {} : { caption: text }) },
    };
  return {
    method: 'sendMessage',
    body: {
      chat_id: chatId,
      text,
      link_preview_options: { url: imageUrl, prefer_large_media: true, show_above_text: true },
    },
  };
}

export const telegram: Provider<'telegram'> = {
  id: 'msg_p3',

  async send({ recipient, content }, connection, transport) {
    const { method, body } = bodyOf(recipient, content.text ?? '', filled(content.imageUrl));
    const answer = await transport.request({
      method: 'POST',
      url: botUrl(connection, method),
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, ...quoteOf(content.answers) }),
    });
    return outcomeOf('msg_p3', connection, answer, {
      messageId: (given) => textAt(given, 'result', 'message_id') ?? null,
      words: (given) => textAt(given, 'description'),
      // 404 is a token that is none; 403 a person who has blocked the bot.
      ofChannel: (_given, { status }) => status === 401 || status === 404,
      afterMs,
    });
  },

  callbacks: { events: telegramEvents },
  hook: telegramHook,
  attachment: telegramAttachment,

  sandbox: {
    accepted: (id) => ({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ok: true, result: { message_id: id } }),
    }),
    inbound: telegramUpdate,
  },
};
