/**
 * The calls of Telegram (https://core.telegram.org/bots/api#update): private chats, for a bot in a group talks to
 * nobody alone.
 */
import {
  kindOf,
  placeInWords,
  type AttachmentKind,
  type ChannelAttachment,
  type ChannelMessage,
} from '@/server/modules/messaging/adapters/channel-message';
import { at, listAt, parseJson, textAt } from '@/server/platform/vendors/json';
import type { CallbackEvent, RawCallback, SandboxSide } from '@/server/platform/vendors/provider';
import { instant } from '@/server/platform/vendors/signatures';

const FILES: readonly [key: string, kind: AttachmentKind][] = [
  ['document', 'file'],
  ['audio', 'audio'],
  ['voice', 'audio'],
  ['video', 'video'],
  ['video_note', 'video'],
  ['sticker', 'sticker'],
];

function fileOf(file: unknown, kind: AttachmentKind): ChannelAttachment[] {
  const ref = textAt(file, 'file_id');
  if (ref === undefined) return [];
  const [name, contentType, size] = [textAt(file, 'file_name'), textAt(file, 'mime_type'), at(file, 'file_size')];
  return [
    {
      kind,
      ref,
      ...(name !== undefined && { name }),
      ...(contentType !== undefined && { contentType }),
      ...(typeof size === 'number' && { size }),
    },
  ];
}

/** The largest of the sizes that a photo comes in. An animation is told as a document too. */
function attachmentsOf(message: unknown): ChannelAttachment[] {
  const photo = listAt(message, 'photo').at(-1);
  return [
    ...(photo === undefined
      ? []
      : fileOf(photo, 'image').map((file) => ({ ...file, contentType: 'image/jpeg', name: 'photo.jpg' }))),
    ...FILES.flatMap(([key, kind]) => fileOf(at(message, key), kind)),
  ];
}

const nameOf = (from: unknown): string =>
  [textAt(from, 'first_name'), textAt(from, 'last_name')].filter((part) => part !== undefined).join(' ');

/** A message's number is its chat's. */
const idIn = (chat: string, message: unknown): string | undefined => {
  const id = textAt(message, 'message_id');
  return id === undefined ? undefined : `${chat}:${id}`;
};

function placeOf(message: unknown): string | undefined {
  const [latitude, longitude] = [textAt(message, 'location', 'latitude'), textAt(message, 'location', 'longitude')];
  if (latitude === undefined || longitude === undefined) return undefined;
  return placeInWords(latitude, longitude, textAt(message, 'venue', 'title'), textAt(message, 'venue', 'address'));
}

function readMessage(message: unknown, chat: string): ChannelMessage | undefined {
  const providerMessageId = idIn(chat, message);
  if (providerMessageId === undefined) return undefined;
  const place = placeOf(message);
  const attachments = attachmentsOf(message);
  const text = place ?? textAt(message, 'text') ?? textAt(message, 'caption') ?? '';
  const [name, handle] = [nameOf(at(message, 'from')), textAt(message, 'from', 'username')];
  const answers = idIn(chat, at(message, 'reply_to_message'));
  return {
    providerMessageId,
    kind: place === undefined ? kindOf(text, attachments) : 'location',
    text,
    sequence: Number(textAt(message, 'message_id')),
    sender: { ...(name !== '' && { name }), ...(handle !== undefined && { handle: `@${handle}` }) },
    ...(answers !== undefined && { answers }),
    attachments,
  };
}

/** Times are Unix seconds. */
const timeOf = (value: unknown, raw: RawCallback): Date => {
  const seconds = typeof value === 'number' ? value * 1000 : undefined;
  return instant(seconds, raw.receivedAt);
};

const privateChat = (of: unknown): string | undefined =>
  textAt(of, 'chat', 'type') === 'private' ? textAt(of, 'chat', 'id') : undefined;

export function telegramEvents(raw: RawCallback): CallbackEvent[] {
  const update = parseJson(raw.body.toString('utf8'));
  const [message, edited, member] = [at(update, 'message'), at(update, 'edited_message'), at(update, 'my_chat_member')];
  const [wrote, changed, moved] = [privateChat(message), privateChat(edited), privateChat(member)];
  if (wrote !== undefined) {
    const read = readMessage(message, wrote);
    const time = timeOf(at(message, 'date'), raw);
    return [{ kind: 'inbound', recipient: wrote, at: time, ...(read !== undefined && { message: read }) }];
  }
  if (changed !== undefined) {
    const read = readMessage(edited, changed);
    if (read === undefined) return [];
    const editedAt = timeOf(at(edited, 'edit_date'), raw);
    return [{ kind: 'edited', recipient: changed, at: timeOf(at(edited, 'date'), raw), editedAt, message: read }];
  }
  // They blocked the bot; letting it in again begins with a message of theirs.
  if (moved !== undefined && textAt(member, 'new_chat_member', 'status') === 'kicked')
    return [{ kind: 'unsubscribe', recipient: moved, providerMessageId: null, at: timeOf(at(member, 'date'), raw) }];
  return [];
}

/** An update as Telegram would send it, for the sandbox. */
export const telegramUpdate: NonNullable<SandboxSide['inbound']> = (
  { sender, name, text, providerMessageId, at: time },
  _connection,
  url,
  token,
) => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': token },
  body: Buffer.from(
    JSON.stringify({
      update_id: 1,
      message: {
        message_id: Number(providerMessageId.replace(/\D/g, '').slice(-9)),
        from: { id: Number(sender.replace(/\D/g, '')), is_bot: false, first_name: name },
        chat: { id: sender, type: 'private', first_name: name },
        date: Math.floor(time.getTime() / 1000),
        text,
      },
    }),
  ),
});
