/**
 * Telegram bot: https://core.telegram.org/bots/api#sendmessage and #sendphoto; what it calls with: telegram-updates.ts
 */
import { outcomeOf } from '@/server/platform/vendors/answers';
import { filled } from '@/server/platform/vendors/content';
import { parseJson, textAt } from '@/server/platform/vendors/json';
import type { Provider, VendorAnswer } from '@/server/platform/vendors/provider';
import { telegramUpdate, telegramEvents } from '@/server/modules/messaging/adapters/telegram-updates';
import { botUrl, telegramAttachment, telegramHook } from '@/server/modules/messaging/adapters/telegram-bot';

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
