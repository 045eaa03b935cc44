/** The values of the inbox's fields. Without zod, so that pages that only show the inbox need not load it. */
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import { MESSAGE_KINDS } from '@/server/modules/messaging/adapters/channel-message';

export { MESSAGE_KINDS };
export const CONVERSATION_STATUSES = ['open', 'snoozed', 'closed'] as const;
export type ConversationStatus = (typeof CONVERSATION_STATUSES)[number];
export const DIRECTIONS = ['inbound', 'outbound', 'note', 'event'] as const;
export type Direction = (typeof DIRECTIONS)[number];
/**
 * person: who writes to the channel; user: a colleague; key: a program; system: Laris; elsewhere: the merchant, in
 * another app.
 */
export const AUTHOR_KINDS = ['person', 'user', 'key', 'system', 'elsewhere'] as const;
export type AuthorKind = (typeof AUTHOR_KINDS)[number];
export const ATTACHMENT_STATES = ['fetching', 'ready', 'too_large', 'gone', 'failed'] as const;
export type AttachmentState = (typeof ATTACHMENT_STATES)[number];
export const WINDOW_STATES = ['open', 'closed', 'none'] as const;
/** The events of a conversation, as the text of a message of direction `event`. */
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
export const LONGEST_TEXT = 10_000;
export const LONGEST_PREVIEW = 140;
/** The longest name of a person that we keep. */
export const LONGEST_NAME = 200;
export const LONGEST_FILE_NAME = 255;
export const MOST_TAGS = 10;
/** Days into which a conversation may be put off. */
export const MOST_SNOOZED_DAYS = 90;
/** A vendor's time that is older than this counts as this old. */
export const OLDEST_MS = 7 * 24 * 60 * 60_000;
/** The time for which Meta's channels allow a free text, and a colleague may answer a person who opted out. */
export const WINDOW_MS = 24 * 60 * 60_000;
/** The time for which a member counts as writing after each report. */
export const PRESENT_MS = 12_000;

/** The abilities of a provider to receive and answer (docs/contract/inbox.md#receiving). */
interface Reach {
  /** True when messages are received without anybody switching receiving on. */
  byDefault: boolean;
  /** A free text goes out within 24 hours of their last message only. */
  hasWindow: boolean;
  /** True when the vendor takes a picture's address along with a text. */
  pictures: boolean;
  /** The longest text that the vendor accepts, and whether it counts characters or bytes. */
  longest: number;
  counts: 'characters' | 'bytes';
}

const reach = (longest: number, more: Partial<Reach> = {}): Reach => ({
  byDefault: true,
  hasWindow: false,
  pictures: true,
  counts: 'characters',
  longest,
  ...more,
});

/** A missing provider receives nothing. */
const REACHES: Partial<Record<ProviderId, Reach>> = {
  sms_p1: reach(1600, { pictures: false }),
  sms_p2: reach(1600, { pictures: false }),
  msg_p1: reach(4096, { hasWindow: true }),
  msg_p2: reach(1600, { hasWindow: true }),
  msg_p3: reach(4096, { byDefault: false }),
  msg_p4: reach(5000, { byDefault: false }),
  social_p1: reach(2000, { hasWindow: true }),
  social_p2: reach(1000, { hasWindow: true, counts: 'bytes' }),
  webhook_generic: reach(10_000),
};

export const reachOf = (provider: ProviderId): Reach | undefined => REACHES[provider];
export const RECEIVING: readonly ProviderId[] = Object.keys(REACHES) as ProviderId[];

/** The length of a text, counted like the vendor. */
export const lengthFor = ({ counts }: Reach, text: string): number =>
  counts === 'bytes' ? new TextEncoder().encode(text).length : Array.from(text).length;
