/**
 * The Send API of Messenger and of Instagram, and their webhooks
 * (https://developers.facebook.com/docs/messenger-platform/send-messages,
 * https://developers.facebook.com/docs/messenger-platform/reference/webhook-events).
 */
import { filled } from '@/server/providers/content';
import { at, listAt, parseJson, textAt } from '@/server/providers/json';
import type { ProviderId } from '@/server/providers/catalog';
import { customerWindow, WINDOW_CLOSED } from '@/server/providers/customer-window';
import { sendAsPage } from '@/server/providers/meta-graph';
import { textWithImage } from '@/server/providers/message-text';
import type { CallbackEvent, Provider, RawCallback } from '@/server/providers/provider';
import { instant } from '@/server/providers/signatures';

/**
 * `send` for either. Where it is not known when the person last wrote, Meta judges its window itself and refuses at
 * once, in its own words.
 */
export const messagingSender =
  (provider: ProviderId): Provider<'facebook' | 'instagram'>['send'] =>
  async (message, connection, transport) => {
    if (customerWindow(message) === 'closed') return { kind: 'failed', reason: WINDOW_CLOSED };
    const imageUrl = filled(message.content.imageUrl);
    const text = filled(message.content.text);
    const content =
      text === undefined && imageUrl !== undefined
        ? { attachment: { type: 'image', payload: { url: imageUrl } } }
        : { text: textWithImage(message.content) };
    return await sendAsPage(provider, connection, transport, {
      recipient: { id: message.recipient },
      messaging_type: 'RESPONSE',
      message: content,
    });
  };

/** Events of `entry[].messaging[]`. Messenger tells of delivery by message, Instagram of reading; a mere watermark names no message. */
export function messagingEvents(raw: RawCallback): CallbackEvent[] {
  return listAt(parseJson(raw.body.toString('utf8')), 'entry')
    .flatMap((entry) => listAt(entry, 'messaging'))
    .flatMap((event): CallbackEvent[] => {
      const time = instant(at(event, 'timestamp'), raw.receivedAt);
      const person = textAt(event, 'sender', 'id');
      const read = textAt(event, 'read', 'mid');
      const delivered = listAt(event, 'delivery', 'mids').filter((mid) => typeof mid === 'string');
      const wrote =
        at(event, 'message', 'is_echo') !== true &&
        ['message', 'postback', 'reaction'].some((kind) => at(event, kind) !== undefined);
      return [
        ...delivered.map((providerMessageId): CallbackEvent => ({
          kind: 'status',
          providerMessageId,
          status: 'delivered',
          at: time,
        })),
        ...(read === undefined
          ? []
          : [{ kind: 'status', providerMessageId: read, status: 'opened', at: time } as const]),
        ...(wrote && person !== undefined ? [{ kind: 'inbound', recipient: person, at: time } as const] : []),
      ];
    });
}
