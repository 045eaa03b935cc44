/**
 * The values and bounds of a broadcast's fields. Without zod, so that pages that only show broadcasts need not load it.
 */
import { HOUR_MS } from '@/server/platform/lib/durations';
import type { Family } from '@/server/platform/vendors/provider-ids';
import type { ProviderEntry } from '@/server/platform/vendors/provider-entry';
import { isRecord } from '@/server/platform/lib/narrow';
import type { AbTest, AbVariant } from '@/server/modules/messaging/broadcasts/ab-schema';
import type { MessageStatus } from '@/server/modules/messaging/broadcasts/schema';

/**
 * The states of a recipient, as the page counts them: a message that was clicked counts as opened and delivered, too.
 */
export const RECIPIENT_STATES = {
  waiting: ['queued', 'sending'],
  sent: ['sent', 'delivered', 'bounced', 'opened', 'clicked'],
  delivered: ['delivered', 'opened', 'clicked'],
  opened: ['opened', 'clicked'],
  clicked: ['clicked'],
  bounced: ['bounced'],
  failed: ['failed'],
  skipped: ['skipped'],
} as const satisfies Record<string, readonly MessageStatus[]>;

/** The limits on saved blocks: the name in UTF-16 units, and how many names a workspace may have. */
export const MAX_SAVED_NAME = 120;
export const MAX_SAVED = 200;

/** The limits of a broadcast's messages an hour. */
export const PER_HOUR = { min: 60, max: 1_000_000 } as const;

/**
 * A message may leave up to this much before its time, so that batches keep the rate. The messages of an hour are
 * spread over an hour and twice this time, so that no hour, wherever it begins, exceeds the limit.
 */
export const EARLY_MS = 2_500;
const SPARE_MS = 2 * EARLY_MS;

/** Between two messages of a broadcast of so many an hour, in milliseconds. */
export const paceMs = (perHour: number): number => (HOUR_MS + SPARE_MS) / perHour;

/** Returns when the last of so many messages leaves, if the first may leave at `from`. */
export const endAt = (perHour: number, messages: number, from: Date): Date =>
  new Date(from.getTime() + Math.max(0, messages - 1) * paceMs(perHour));

/**
 * Returns when the last of this many messages leaves, for a broadcast with an A/B test. The other messages wait for the
 * end of the test's hours, and for test messages that have not left by then.
 */
export function endWithTest(
  perHour: number,
  messages: number,
  from: Date,
  { share, variants, hours }: Pick<AbTest, 'share' | 'variants' | 'hours'>,
): Date {
  const first = shareOf(messages, share, variants.length);
  const rest = messages - first;
  if (rest === 0) return endAt(perHour, first, from);
  const begin = Math.max(from.getTime() + hours * HOUR_MS, endAt(perHour, first + 1, from).getTime());
  return endAt(perHour, rest, new Date(begin));
}

/**
 * Returns when the last message leaves while an A/B test is running: the test's messages leave first, the others after
 * the end of the test.
 */
export function endWhileTesting(
  perHour: number,
  { done, left }: { done: number; left: number },
  from: Date,
  { share, variants, endsAt }: { share: number; variants: number; endsAt: Date },
): Date {
  const total = done + left;
  const rest = Math.min(left, total - shareOf(total, share, variants));
  if (rest === 0) return endAt(perHour, left, from);
  const begin = Math.max(endsAt.getTime(), endAt(perHour, left - rest + 1, from).getTime());
  return endAt(perHour, rest, new Date(begin));
}

/**
 * The kinds of machines that load pictures and follow links instead of people (machines.ts): the proxies of Apple Mail,
 * Gmail and Yahoo Mail, security scanners, any visit within 2 seconds of the delivery, and other robots.
 */
export const MACHINES = ['apple', 'gmail', 'yahoo', 'scanner', 'early', 'robot'] as const;
export type Machine = (typeof MACHINES)[number];

/** The most bytes of a broadcast's or template's content, as JSON; also of all variants of a test together. */
export const MAX_CONTENT_BYTES = 512 * 1024;

/** The events that an A/B test may count. A click counts as an open, too. */
export const AB_METRICS = ['opened', 'clicked'] as const;
export type AbMetric = (typeof AB_METRICS)[number];
/** Limits of an A/B test: number of variants, share of people in percent, hours until its end. */
export const AB_LIMITS = { variants: [2, 4], share: [5, 50], hours: [1, 72] } as const;
/**
 * Returns how many of these people are in the test: at least one for each variant. A send draws the same number
 * (ab-split.ts).
 */
export const shareOf = (people: number, share: number, variants: number): number =>
  Math.min(people, Math.max(variants, Math.round((people * share) / 100)));

const isFilled = (text: unknown): text is string => typeof text === 'string' && text.trim() !== '';

/** Returns the subject of an e-mail's block document, if it has one; else the e-mail's own. */
function subjectIn(email: unknown): unknown {
  if (!isRecord(email)) return undefined;
  const ofBlocks = isRecord(email.blocks) ? email.blocks.subject : undefined;
  return isFilled(ofBlocks) ? ofBlocks : email.subject;
}

/**
 * The broadcast's content, with the variant's content in place of its own. An e-mail variant without a subject keeps
 * the broadcast's subject.
 */
export function contentOfVariant(
  own: Readonly<Record<string, unknown>>,
  { subject, content }: AbVariant,
): Record<string, unknown> {
  const all = { ...own, ...content };
  const email = isRecord(all.email) ? all.email : {};
  const said = subject ?? (isFilled(subjectIn(email)) ? undefined : subjectIn(own.email));
  if (!isFilled(said)) return all;
  // The subject of a block document is that of its e-mail.
  const blocks = isRecord(email.blocks) ? { blocks: { ...email.blocks, subject: said } } : {};
  return { ...all, email: { ...email, subject: said, ...blocks } };
}

/** The families whose vendors report the event. */
const AB_REPORTED: Record<AbMetric, readonly Family[]> = {
  opened: ['email', 'whatsapp', 'facebook', 'instagram'],
  clicked: ['email'],
};

/** True when a channel reports the event. A mail server reports none, so it needs our tracked links and picture. */
export const reportsMetric = (
  metric: AbMetric,
  { id, family }: Pick<ProviderEntry, 'id' | 'family'>,
  tracking: boolean,
): boolean => AB_REPORTED[metric].includes(family) && (id !== 'email_smtp' || tracking);

/** Usual results of e-mails, and a difference that matters: for statements about a test before it has figures. */
export const AB_USUAL = {
  opened: { rate: 0.3, better: 0.35 },
  clicked: { rate: 0.03, better: 0.05 },
} as const satisfies Record<AbMetric, { rate: number; better: number }>;
