/**
 * Messages that people write on WhatsApp, as the Cloud API reports them
 * (https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages).
 */
import {
  placeInWords,
  type AttachmentKind,
  type ChannelAttachment,
  type ChannelMessage,
} from '@/server/modules/messaging/adapters/channel-message';
import { parseJson, textAt } from '@/server/platform/vendors/json';
import { askVendor } from '@/server/platform/vendors/answers';
import { graphUrl } from '@/server/platform/vendors/meta-graph';
import {
  AttachmentGone,
  type Connection,
  type Transport,
  type VendorRequest,
} from '@/server/platform/vendors/provider';

const FILES: Readonly<Record<string, AttachmentKind>> = {
  image: 'image',
  audio: 'audio',
  video: 'video',
  document: 'file',
  sticker: 'sticker',
};

function fileOf(message: unknown, type: string, kind: AttachmentKind): ChannelAttachment[] {
  const ref = textAt(message, type, 'id');
  if (ref === undefined) return [];
  const [name, mime] = [textAt(message, type, 'filename'), textAt(message, type, 'mime_type')];
  const contentType = mime?.split(';')[0];
  return [{ kind, ref, ...(name !== undefined && { name }), ...(contentType !== undefined && { contentType }) }];
}

const WORDS: ReadonlySet<string> = new Set(['text', 'button', 'interactive']);

/** Returns the text that was said, for the types that are words. */
function wordsOf(message: unknown, type: string): string | undefined {
  switch (type) {
    case 'text':
      return textAt(message, 'text', 'body');
    case 'button':
      return textAt(message, 'button', 'text');
    case 'interactive':
      return (
        textAt(message, 'interactive', 'button_reply', 'title') ?? textAt(message, 'interactive', 'list_reply', 'title')
      );
    default:
      return undefined;
  }
}

/**
 * Types of messages that a person writes, beside texts and files. Any other type may be new and no message of a person,
 * as `edit` and `revoke` were.
 */
const WRITING: ReadonlySet<string> = new Set([
  'contacts',
  'order',
  'reaction',
  'request_welcome',
  'unknown',
  'unsupported',
]);

/**
 * Reads a message; undefined when it has no id. A reaction becomes an unsupported message with the emoji as its text.
 * @param id the message's id, if the message itself does not contain it
 */
export function whatsappMessage(message: unknown, id = textAt(message, 'id')): ChannelMessage | undefined {
  const [providerMessageId, type] = [id, textAt(message, 'type') ?? ''];
  if (providerMessageId === undefined) return undefined;
  const answers = textAt(message, 'context', 'id') ?? textAt(message, 'reaction', 'message_id');
  const common = { providerMessageId, ...(answers !== undefined && { answers }) };
  const words = wordsOf(message, type);
  if (words !== undefined) return { ...common, kind: 'text', text: words };
  const [latitude, longitude] = [textAt(message, 'location', 'latitude'), textAt(message, 'location', 'longitude')];
  if (type === 'location' && latitude !== undefined && longitude !== undefined) {
    const names = [textAt(message, 'location', 'name'), textAt(message, 'location', 'address')];
    return { ...common, kind: 'location', text: placeInWords(latitude, longitude, ...names) };
  }
  const kind = Object.hasOwn(FILES, type) ? FILES[type] : undefined;
  const attachments = kind === undefined ? [] : fileOf(message, type, kind);
  if (kind === undefined || attachments.length === 0) {
    const isKnown = kind !== undefined || WORDS.has(type) || type === 'location' || WRITING.has(type);
    const text = textAt(message, 'reaction', 'emoji') ?? '';
    return { ...common, kind: 'unsupported', text, ...(!isKnown && { isUnknown: true }) };
  }
  return { ...common, kind, text: textAt(message, type, 'caption') ?? '', attachments };
}

/**
 * Returns the request that reads a media file
 * (https://developers.facebook.com/documentation/business-messaging/whatsapp/business-phone-numbers/media). Meta
 * resolves the id to an address that is valid for 5 minutes, under the same token.
 */
export async function whatsappAttachment(
  ref: string,
  connection: Connection,
  transport: Transport,
): Promise<VendorRequest> {
  const headers = { authorization: `Bearer ${connection.credentials.accessToken ?? ''}` };
  const answer = await askVendor(transport, { method: 'GET', url: graphUrl(connection, ref), headers });
  const url = textAt(parseJson(answer.body), 'url');
  // 400 and 404: no such id. A token that no longer holds, or words nobody can read, say nothing of the file.
  if (answer.status === 400 || answer.status === 404) throw new AttachmentGone('WhatsApp no longer has the file.');
  if (url === undefined || answer.status !== 200)
    throw new Error(`WhatsApp answered with the status ${answer.status}.`);
  return { method: 'GET', url, headers };
}
