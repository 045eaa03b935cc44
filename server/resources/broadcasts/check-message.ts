/** The hand test (docs/contract/broadcasts.md#checks): an e-mail as it leaves to a contact, looked at as a mailbox provider would. */
import type { Services } from '@/server/context';
import type { WorkspaceDb } from '@/server/db/workspace';
import type { EmailContent } from '@/server/providers/content';
import { waysBeforehand } from '@/server/resources/broadcasts/content-links';
import { partsOf, type HtmlParts } from '@/server/resources/broadcasts/read-html';
import { emailRender } from '@/server/resources/broadcasts/render-content';
import type { Broadcast } from '@/server/resources/broadcasts/schema';
import { addressesOf } from '@/server/resources/broadcasts/tracking-token';
import { unsubscribeLabel } from '@/server/resources/broadcasts/unsubscribe-link';
import { unsubscribeUrl } from '@/server/resources/broadcasts/unsubscribe-token';
import { outcome } from '@/server/resources/channels/check-words';
import type { Check } from '@/server/resources/channels/checks-schema';
import { channelConfig, senderOf } from '@/server/resources/channels/sender';

export type CheckServices = Pick<Services, 'settings' | 'senders' | 'links'>;

/** Gmail shows no more of a message's HTML (https://support.google.com/mail/answer/13569). */
const MOST_BYTES = 102 * 1024;
/** From here on little is left for a change. */
const NEAR_BYTES = MOST_BYTES * 0.9;
/** Characters that programs at a desk show of a subject; phones some 40. */
const LONGEST_SUBJECT = 70;

export interface CheckedMessage {
  channelId: string;
  /** The test's, for a link as long as the others'. */
  messageId: string;
  /** As it leaves, before it is filled in. */
  content: EmailContent;
  /** How its links leave to those who get it; those of the test lead straight. */
  options: Pick<Broadcast, 'tracking' | 'utm'>;
}

/** It takes 8 seconds at the most, holds no connection meanwhile, and never fails because of what it looks at. */
export async function checkMessage(
  db: WorkspaceDb,
  { settings, senders, links }: CheckServices,
  { channelId, messageId, content, options }: CheckedMessage,
): Promise<Check[]> {
  const { provider, config } = await channelConfig(db, channelId);
  const sender = senderOf(provider, config);
  const html = content.html ?? '';
  const parts = partsOf(html);
  const [domain, tried] = await Promise.all([
    sender === undefined ? [outcome('sender_missing')] : senders.of(sender),
    links.of(db.accountId, parts.links),
  ]);
  const message = { accountId: db.accountId, messageId };
  const ways = waysBeforehand(settings, options, content);
  const tags = settings.extensions.has('merge-tags') ? 'broadcasts' : null;
  const leaving = emailRender(
    content,
    tags,
    ways,
  )({
    values: {},
    link: { url: unsubscribeUrl(settings, message), label: unsubscribeLabel('') },
    tracked: ways?.isTracked === true ? addressesOf(settings)(message) : null,
  });
  return [
    ...domain,
    unsubscribe(settings.baseUrl),
    subject(leaving.subject ?? ''),
    outcome((leaving.text ?? '').trim() === '' ? 'text_missing' : 'text_ok'),
    ...(html === '' ? [] : [size(leaving.html ?? ''), images(parts)]),
    ...tried,
  ];
}

/** Every adapter of an e-mail vendor passes the headers on; an address that is not https is no one-click (RFC 8058 §3.1). */
const unsubscribe = (baseUrl: string): Check =>
  baseUrl.startsWith('https://')
    ? outcome('unsubscribe_ok')
    : outcome('unsubscribe_not_https', { address: baseUrl }, { found: [baseUrl] });

function subject(text: string): Check {
  const length = Array.from(text.trim()).length;
  if (length === 0) return outcome('subject_missing');
  const values = { count: String(length), most: String(LONGEST_SUBJECT) };
  return outcome(length > LONGEST_SUBJECT ? 'subject_long' : 'subject_ok', values, { found: [text.trim()] });
}

/** Bytes before they are encoded for the way: Gmail counts what it reads. */
function size(html: string): Check {
  const bytes = Buffer.byteLength(html);
  const values = { size: (bytes / 1024).toFixed(1), most: String(MOST_BYTES / 1024) };
  if (bytes >= MOST_BYTES) return outcome('size_over', values);
  return outcome(bytes > NEAR_BYTES ? 'size_near' : 'size_ok', values);
}

const images = ({ undescribed }: HtmlParts): Check =>
  undescribed.length === 0
    ? outcome('images_ok')
    : outcome('images_without_alt', { count: String(undescribed.length) }, { found: undescribed });
