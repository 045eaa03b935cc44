/** The words that fields of the inbox take. Without zod, so that pages which only show need not carry it. */
import { MESSAGE_KINDS } from '@/server/providers/channel-message';

export { MESSAGE_KINDS };
export const CONVERSATION_STATUSES = ['open', 'snoozed', 'closed'] as const;
export type ConversationStatus = (typeof CONVERSATION_STATUSES)[number];
export const DIRECTIONS = ['inbound', 'outbound', 'note', 'event'] as const;
export type Direction = (typeof DIRECTIONS)[number];
/** person: who writes to the channel; user: a colleague; key: a program; system: Laris; elsewhere: the merchant, in another app. */
export const AUTHOR_KINDS = ['person', 'user', 'key', 'system', 'elsewhere'] as const;
export type AuthorKind = (typeof AUTHOR_KINDS)[number];
export const ATTACHMENT_STATES = ['fetching', 'ready', 'too_large', 'gone', 'failed'] as const;
export type AttachmentState = (typeof ATTACHMENT_STATES)[number];
export const WINDOW_STATES = ['open', 'closed', 'none'] as const;
/** What happened to a conversation, as the text of a message of direction `event`. */
export const HAPPENINGS = [
  'opened',
  'closed',
  'snoozed',
  'woken',
  'assigned',
  'unassigned',
  'stopped',
  'started',
] as const;
export type Happening = (typeof HAPPENINGS)[number];
/** Of a message that the worker hands over: what became of it. */
export const DELIVERY_STATUSES = [
  'queued',
  'sending',
  'sent',
  'delivered',
  'bounced',
  'failed',
  'skipped',
  'opened',
  'clicked',
] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export const LONGEST_TEXT = 10_000;
export const LONGEST_PREVIEW = 140;
export const MOST_TAGS = 10;
/** Days into which a conversation may be put off. */
export const MOST_SNOOZED_DAYS = 90;
/** A vendor's time that is older counts as this old. */
export const OLDEST_MS = 7 * 24 * 60 * 60_000;
/** In which Meta's channels take a free text, and a colleague may answer who opted out. */
export const WINDOW_MS = 24 * 60 * 60_000;
/** Who has said a moment ago that they are writing. */
export const PRESENT_MS = 12_000;
