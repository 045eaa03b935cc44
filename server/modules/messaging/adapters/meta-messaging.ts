/**
 * The Send API of Messenger and of Instagram, and their webhooks
 * (https://developers.facebook.com/docs/messenger-platform/send-messages,
 * https://developers.facebook.com/docs/messenger-platform/reference/webhook-events).
 */
import { filled } from '@/server/platform/vendors/content';
import { at, listAt, parseJson, textAt } from '@/server/platform/vendors/json';
import { ownId } from '@/server/modules/messaging/adapters/callback-address';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import {
  kindOf,
  placeInWords,
  type AttachmentKind,
  type ChannelAttachment,
  type ChannelMessage,
} from '@/server/modules/messaging/adapters/channel-message';
import { customerWindow, WINDOW_CLOSED } from '@/server/platform/vendors/customer-window';
import { metaCallback, readAsPage, sendAsPage } from '@/server/platform/vendors/meta-graph';
import { textWithImage } from '@/server/modules/messaging/adapters/message-text';
import type { CallbackEvent, Provider, RawCallback, SandboxSide } from '@/server/platform/vendors/provider';
import { instant } from '@/server/platform/vendors/signatures';

/**
 * `send` for Messenger and Instagram. When we do not know when the person last wrote, Meta checks its 24-hour window
 * itself and refuses at once, with its own reason.
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
    const { answers } = message.content;
    return await sendAsPage(provider, connection, transport, {
      recipient: { id: message.recipient },
      messaging_type: 'RESPONSE',
      // Comes back with the echo of it, and says that it is ours. Instagram has neither.
      message: provider === 'social_p1' ? { ...content, metadata: message.id } : content,
      ...(answers !== undefined && { reply_to: { mid: answers } }),
    });
  };

const KINDS: Readonly<Record<string, AttachmentKind>> = {
  image: 'image',
  audio: 'audio',
  video: 'video',
  file: 'file',
};

/** Addresses of files; shared posts, templates and fallbacks are none. */
const attachmentsOf = (message: unknown): ChannelAttachment[] =>
  listAt(message, 'attachments').flatMap((attachment) => {
    const type = textAt(attachment, 'type') ?? '';
    const [kind, ref] = [Object.hasOwn(KINDS, type) ? KINDS[type] : undefined, textAt(attachment, 'payload', 'url')];
    if (kind === undefined || ref === undefined) return [];
    return [{ kind: textAt(attachment, 'payload', 'sticker_id') === undefined ? kind : 'sticker', ref }];
  });

function placeOf(message: unknown): string | undefined {
  for (const attachment of listAt(message, 'attachments')) {
    const [latitude, longitude] = ['lat', 'long'].map((key) => textAt(attachment, 'payload', 'coordinates', key));
    if (latitude !== undefined && longitude !== undefined)
      return placeInWords(latitude, longitude, textAt(attachment, 'title'));
  }
  return undefined;
}

/** A link that was shared comes as an attachment without bytes. */
const sharedIn = (message: unknown): string =>
  listAt(message, 'attachments')
    .flatMap((attachment) => textAt(attachment, 'payload', 'url') ?? textAt(attachment, 'url') ?? [])
    .join('\n');

function readMessage(message: unknown, providerMessageId: string): ChannelMessage {
  const attachments = attachmentsOf(message);
  const place = placeOf(message);
  const text = place ?? textAt(message, 'text') ?? (attachments.length === 0 ? sharedIn(message) : '');
  const answers = textAt(message, 'reply_to', 'mid');
  return {
    providerMessageId,
    kind: place === undefined ? kindOf(text, attachments) : 'location',
    text,
    ...(answers !== undefined && { answers }),
    attachments,
  };
}

/** Reads the messages written by either side. */
function wordsEvents(event: unknown, time: Date): CallbackEvent[] {
  const [message, postback] = [at(event, 'message'), at(event, 'postback')];
  const isEcho = at(message, 'is_echo') === true;
  const recipient = textAt(event, isEcho ? 'recipient' : 'sender', 'id');
  if (recipient === undefined) return [];
  const mid = textAt(message, 'mid') ?? textAt(postback, 'mid');
  // Taken back: https://developers.facebook.com/docs/messenger-platform/instagram/features/webhook
  if (at(message, 'is_deleted') === true)
    return mid === undefined ? [] : [{ kind: 'deleted', recipient, at: time, providerMessageId: mid }];
  // Written anew:
  // https://developers.facebook.com/documentation/business-messaging/messenger-platform/webhooks/webhook-events/message-edits
  const edited = textAt(event, 'message_edit', 'mid');
  if (edited !== undefined) {
    const text = textAt(event, 'message_edit', 'text') ?? '';
    return [
      {
        kind: 'edited',
        recipient,
        at: time,
        editedAt: time,
        message: { providerMessageId: edited, kind: 'text', text },
      },
    ];
  }
  if (isEcho) {
    const isOurs = ownId(at(message, 'metadata')) !== undefined;
    return mid === undefined || isOurs
      ? []
      : [{ kind: 'echo', recipient, at: time, message: readMessage(message, mid) }];
  }
  if (message !== undefined && mid !== undefined)
    return [{ kind: 'inbound', recipient, at: time, message: readMessage(message, mid) }];
  if (postback !== undefined && mid !== undefined) {
    const text = textAt(postback, 'title') ?? textAt(postback, 'payload') ?? '';
    return [{ kind: 'inbound', recipient, at: time, message: { providerMessageId: mid, kind: 'text', text } }];
  }
  // A like opens the window and says nothing.
  return ['message', 'postback', 'reaction'].some((key) => at(event, key) !== undefined)
    ? [{ kind: 'inbound', recipient, at: time }]
    : [];
}

/** Reads the profile of a person: https://developers.facebook.com/docs/messenger-platform/identity/user-profile */
export const profileOf =
  (provider: ProviderId): NonNullable<Provider['senderOf']> =>
  async (recipient, connection, transport) => {
    const answered = await readAsPage(
      provider,
      connection,
      transport,
      recipient,
      provider === 'social_p1' ? 'name' : 'name,username',
    );
    const [name, username] = [textAt(answered, 'name'), textAt(answered, 'username')];
    if (name === undefined && username === undefined) return null;
    return { ...(name !== undefined && { name }), ...(username !== undefined && { handle: `@${username}` }) };
  };

/** An incoming message, written as Meta would report it, for the sandbox. */
export const messagingInbound =
  (object: 'page' | 'instagram'): NonNullable<SandboxSide['inbound']> =>
  ({ sender, text, providerMessageId, at: time }, connection, url) => {
    const event = {
      sender: { id: sender },
      recipient: { id: '1' },
      timestamp: time.getTime(),
      message: { mid: providerMessageId, text },
    };
    return metaCallback(connection, url, object, { id: '1', time: time.getTime(), messaging: [event] });
  };

/**
 * Events of `entry[].messaging[]`. Messenger reports delivery by message, Instagram reports reading; a mere watermark names
 * no message.
 */
export function messagingEvents(raw: RawCallback): CallbackEvent[] {
  return listAt(parseJson(raw.body.toString('utf8')), 'entry')
    .flatMap((entry) => listAt(entry, 'messaging'))
    .flatMap((event): CallbackEvent[] => {
      const time = instant(at(event, 'timestamp'), raw.receivedAt);
      const read = textAt(event, 'read', 'mid');
      const delivered = listAt(event, 'delivery', 'mids').filter((mid) => typeof mid === 'string');
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
        ...wordsEvents(event, time),
      ];
    });
}
