/** Telegram bot: https://core.telegram.org/bots/api#sendmessage and #sendphoto */
import { filled } from '@/server/providers/content';
import { parseJson, textAt } from '@/server/providers/json';
import { outcomeOf } from '@/server/providers/answers';
import { pathSegment } from '@/server/providers/path-segment';
import type { Provider, VendorAnswer } from '@/server/providers/provider';

/** A photo's caption is shorter than a message (https://core.telegram.org/bots/api#sendphoto). */
const LONGEST_CAPTION = 1024;

/** https://core.telegram.org/bots/api#responseparameters: whole seconds, in the body. */
function afterMs({ body }: VendorAnswer): number | undefined {
  const seconds = Number(textAt(parseJson(body), 'parameters', 'retry_after'));
  return seconds >= 0 && seconds <= 86_400 ? seconds * 1000 : undefined;
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
    // A token is `<id>:<key>`; Telegram's examples leave the colon as it is.
    const token = pathSegment(connection.credentials.botToken ?? '').replaceAll('%3A', ':');
    const answer = await transport.request({
      method: 'POST',
      url: `${connection.base}/bot${token}/${method}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return outcomeOf('msg_p3', connection, answer, {
      messageId: (given) => textAt(given, 'result', 'message_id') ?? null,
      words: (given) => textAt(given, 'description'),
      // 404 is a token that is none; 403 a person who has blocked the bot.
      ofChannel: (_given, { status }) => status === 401 || status === 404,
      afterMs,
    });
  },

  sandbox: {
    accepted: (id) => ({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ok: true, result: { message_id: id } }),
    }),
  },
};
