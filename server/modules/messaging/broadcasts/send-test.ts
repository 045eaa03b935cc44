/**
 * Sends a test (docs/contract/broadcasts.md#sending): the broadcast's content goes to an address of the merchant, in
 * any state of the broadcast.
 */
import { workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type WorkspaceDb } from '@/server/platform/db/workspace';
import { AppError } from '@/server/platform/errors';
import { providerEntry } from '@/server/platform/vendors/catalog';
import { isProviderId } from '@/server/platform/vendors/provider-ids';
import { readContent, type EmailContent } from '@/server/platform/vendors/content';
import { contentAtSend, type CompileServices } from '@/server/modules/messaging/broadcasts/compile-content';
import { contentOf } from '@/server/modules/messaging/broadcasts/content';
import { queueOne } from '@/server/platform/outbox/queue-one';
import { presentBroadcast, broadcastColumns, type BroadcastRow } from '@/server/modules/messaging/broadcasts/rows';
import type { SendTestInput, SentTest, Broadcast } from '@/server/modules/messaging/broadcasts/schema';
import { routesOf } from '@/server/modules/messaging/broadcasts/send';
import type { Services } from '@/server/platform/access/context';
import { waysBeforehand } from '@/server/modules/messaging/broadcasts/content-links';
import { emailRender } from '@/server/modules/messaging/broadcasts/render-content';
import { addressesOf } from '@/server/modules/messaging/broadcasts/tracking-token';
import { unsubscribeLabel, isWayOut } from '@/server/platform/email/unsubscribe-link';
import { unsubscribeUrl } from '@/server/modules/messaging/broadcasts/unsubscribe-token';
import { outcome } from '@/server/modules/messaging/channels/check-words';
import type { Check } from '@/server/modules/messaging/channels/checks-schema';
import { channelConfig, senderOf } from '@/server/modules/messaging/channels/sender';
import { tokenize } from '@/server/platform/email/tokenize';

// The hand test (docs/contract/broadcasts.md#checks): an e-mail as it leaves to a contact, looked at as a mailbox
// provider would.

/** The parts of an e-mail's HTML that are checked: links and images. */
interface HtmlParts {
  /** Addresses of links as written, each once, in their order, without unsubscribe links. */
  links: string[];
  /** Sources of images without an alt attribute. An empty alt text counts as present: it marks a decorative image. */
  undescribed: string[];
}

export function partsOf(html: string): HtmlParts {
  const links = new Set<string>();
  const leaving = new Set<string>();
  const undescribed: string[] = [];
  let from = 0;
  let tag = '';
  let attributes = new Map<string, string>();
  let name = '';
  let value = '';
  const opened = (): void => {
    if (tag === 'img' && !attributes.has('alt')) undescribed.push(attributes.get('src') ?? '');
    const href = tag === 'a' || tag === 'area' ? attributes.get('href')?.trim() : undefined;
    if (href === undefined) return;
    const leaves = isWayOut(href) || (tag === 'a' && isWayOut(html.slice(from)));
    (leaves ? leaving : links).add(href);
  };
  tokenize(html, {
    onopentagname(start, end) {
      from = start;
      tag = html.slice(start, end).toLowerCase();
      attributes = new Map();
    },
    onattribname(start, end) {
      name = html.slice(start, end).toLowerCase();
      value = '';
    },
    onattribdata: (start, end) => void (value += html.slice(start, end)),
    onattribentity: (codepoint) => void (value += String.fromCodePoint(codepoint)),
    onattribend() {
      // Of an attribute that stands twice the first one counts, as in browsers.
      if (!attributes.has(name)) attributes.set(name, value);
    },
    onopentagend: opened,
    onselfclosingtag: opened,
  });
  return { links: [...links].filter((link) => !leaving.has(link)), undescribed };
}

type CheckServices = Pick<Services, 'settings' | 'senders' | 'links'>;

/** Gmail shows no more of a message's HTML (https://support.google.com/mail/answer/13569). */
const MOST_BYTES = 102 * 1024;
/** From here on little is left for a change. */
const NEAR_BYTES = MOST_BYTES * 0.9;
/** Characters that programs at a desk show of a subject; phones some 40. */
const LONGEST_SUBJECT = 70;

interface CheckedMessage {
  channelId: string;
  /** The test's, for a link as long as the others'. */
  messageId: string;
  /** The content before merge tags are filled in. */
  content: EmailContent;
  /** The tracking of its links for real recipients; links of the test lead straight. */
  options: Pick<Broadcast, 'tracking' | 'utm'>;
}

/** Checks a message: takes at most 8 seconds, holds no connection meanwhile, and never fails because of a finding. */
async function checkMessage(
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

/**
 * The result for the one-click unsubscribe header. All adapters of e-mail vendors send the header; an address that is
 * not https is no one-click unsubscribe (RFC 8058 §3.1).
 */
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

/** Checks the size in bytes before transfer encoding, because Gmail counts the decoded bytes. */
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

const findForTest = workspaceStatement<BroadcastRow, [id: string]>(
  'broadcasts.find-for-test',
  `SELECT ${broadcastColumns('b')} FROM "Broadcast" b WHERE b."accountId" = $1 AND b.id = $2`,
);

/** @throws AppError NOT_FOUND, BAD_PROVIDER, NO_CHANNEL */
export async function sendTest(
  db: WorkspaceDb,
  services: CompileServices & CheckServices,
  { id, provider, recipient, checks }: SendTestInput,
): Promise<SentTest> {
  const { providers, content, tracking, utm } = presentBroadcast(orNotFound((await db.rows(findForTest, id))[0]));
  if (!isProviderId(provider) || !providers.includes(provider))
    throw new AppError('BAD_PROVIDER', {
      message: `The broadcast does not use the provider ${provider}. Choose one of its own providers.`,
    });
  const [route] = await routesOf(db, [provider]);
  const channelId = orNotFound(route).channelId;
  const { family } = providerEntry(provider);
  const part = contentOf(family === 'email' ? await contentAtSend(db, services, content) : content, family) ?? {};
  const messageId = await db.transaction((tx) =>
    queueOne(tx, { channel: { id: channelId, provider }, recipient: recipient.trim(), content: part }),
  );
  if (checks !== true || family !== 'email') return { messageId, queued: true };
  const message = { channelId, messageId, content: readContent('email', part) ?? {}, options: { tracking, utm } };
  return { messageId, queued: true, checks: await checkMessage(db, services, message) };
}
