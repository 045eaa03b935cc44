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
  /** The place of the attachment: an address, or the vendor's id of it, which `Provider.attachment` can resolve. */
  ref: string;
}

/** The author of a message, as far as the vendor tells. */
export interface Sender {
  name?: string;
  handle?: string;
  /** WhatsApp's id of the user within the business, beside the number or in its place. */
  userId?: string;
  /** Told in the place of the recipient's id: a phone or an e-mail. */
  address?: string;
}

export interface ChannelMessage {
  /** Unique within the channel. */
  providerMessageId: string;
  kind: MessageKind;
  text: string;
  /** The order within one instant: the vendor's own, else `sequenceAt`. */
  sequence?: number;
  sender?: Sender;
  /** The vendor's id of the message that this one answers. */
  answers?: string;
  /**
   * Set for a type that we do not know: perhaps nobody wrote. It is shown, opens no window and is answered by nobody
   * but a person.
   */
  isUnknown?: true;
  attachments?: readonly ChannelAttachment[];
  /** A part of a long SMS: parts of one `of` grow into one message. */
  part?: { of: string; number: number; total: number };
}

/**
 * The order of messages of one instant, for vendors that tell none: calls in the order in which they came in, and what
 * one call tells in the order told.
 * @param receivedAt of the call
 * @param index of the message in it
 */
export const sequenceAt = (receivedAt: Date, index = 0): number => receivedAt.getTime() * 1000 + index;

/** Latitude and longitude, after the place's name and address where it has some. */
export const placeInWords = (latitude: string, longitude: string, ...names: readonly (string | undefined)[]): string =>
  [...names.filter((name) => name !== undefined && name !== ''), `${latitude}, ${longitude}`].join('\n');

/** Returns the kind of a file of this MIME type. */
export function kindOfType(contentType: string | undefined): AttachmentKind {
  const [family] = (contentType ?? '').split('/');
  return family === 'image' || family === 'audio' || family === 'video' ? family : 'file';
}

/** A message of files is of the first one's kind; its text is what goes with it. */
export const kindOf = (text: string, attachments: readonly ChannelAttachment[]): MessageKind =>
  attachments[0]?.kind ?? (text === '' ? 'unsupported' : 'text');
