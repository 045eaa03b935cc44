/**
 * Messages that people write to a channel, as adapters read them from a vendor's callback
 * (docs/contract/inbox.md#receiving).
 */

export const ATTACHMENT_KINDS = ['image', 'audio', 'video', 'file', 'sticker'] as const;
export type AttachmentKind = (typeof ATTACHMENT_KINDS)[number];
export const MESSAGE_KINDS = ['text', ...ATTACHMENT_KINDS, 'location', 'template', 'unsupported'] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

export interface ChannelAttachment {
  kind: AttachmentKind;
  name?: string;
  contentType?: string;
  /** Bytes, where the vendor says so. */
  size?: number;
  /** The place of the attachment: an address, or the vendor's id, which `Provider.attachment` can resolve. */
  ref: string;
}

/** The author of a message, with the details that the vendor reports. */
export interface Sender {
  name?: string;
  handle?: string;
  /** WhatsApp's id of the user within the business, beside the number or in its place. */
  userId?: string;
  /** Set instead of the recipient's id when the vendor reports a phone number or an e-mail address. */
  address?: string;
}

export interface ChannelMessage {
  /** Unique within the channel. */
  providerMessageId: string;
  kind: MessageKind;
  text: string;
  /** The order of messages with the same time: the vendor's number, else `sequenceAt`. */
  sequence?: number;
  sender?: Sender;
  /** The vendor's id of the message that this one answers. */
  answers?: string;
  /**
   * Set for a message type that we do not know: perhaps nobody wrote. The inbox shows the message, but it opens no
   * window, and only a person answers it.
   */
  isUnknown?: true;
  attachments?: readonly ChannelAttachment[];
  /** A part of a long SMS: parts with the same `of` are joined into one message. */
  part?: { of: string; number: number; total: number };
}

/**
 * The order of messages with the same time, for vendors that report no order: calls by their time of receipt, and the
 * messages of one call in the order of that call.
 * @param receivedAt when the call was received
 * @param index the message's place in the call
 */
export const sequenceAt = (receivedAt: Date, index = 0): number => receivedAt.getTime() * 1000 + index;

/** Latitude and longitude as text, after the name and address of the place, if known. */
export const placeInWords = (latitude: string, longitude: string, ...names: readonly (string | undefined)[]): string =>
  [...names.filter((name) => name !== undefined && name !== ''), `${latitude}, ${longitude}`].join('\n');

/** Returns the kind of a file of this MIME type. */
export function kindOfType(contentType: string | undefined): AttachmentKind {
  const [family] = (contentType ?? '').split('/');
  return family === 'image' || family === 'audio' || family === 'video' ? family : 'file';
}

/** The kind of a message. With files it is the kind of the first file, and the text accompanies the file. */
export const kindOf = (text: string, attachments: readonly ChannelAttachment[]): MessageKind =>
  attachments[0]?.kind ?? (text === '' ? 'unsupported' : 'text');
