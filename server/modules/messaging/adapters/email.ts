/**
 * Code that the e-mail vendors share: builds an e-mail from the channel's config and the message. No value can add
 * another header or another recipient (docs/contract/broadcasts.md#delivery).
 */
import { isAddress } from '@/server/platform/lib/email-address';
import { outcomeOf, type Reading } from '@/server/platform/vendors/answers';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import { filled } from '@/server/platform/vendors/content';
import { textAt } from '@/server/platform/vendors/json';
import type { Connection, OutgoingMessage, Provider, VendorRequest } from '@/server/platform/vendors/provider';

export interface Email {
  /** Our message's id. */
  id: string;
  to: string;
  from: { email: string; name: string | undefined };
  replyTo: string | undefined;
  subject: string;
  html: string | undefined;
  text: string | undefined;
  /** Extra headers for the message, e.g. List-Unsubscribe: safe names, values of one line. */
  headers: readonly { name: string; value: string }[];
}

/** Builds a vendor's `send`. A message that cannot become an e-mail fails with the reason, before anything is sent. */
export function emailSender(
  provider: ProviderId,
  reading: Reading,
  build: (email: Email, connection: Connection) => VendorRequest | Promise<VendorRequest>,
): Provider<'email'>['send'] {
  return async (message, connection, transport) => {
    const email = emailOf(message, connection);
    if (typeof email === 'string') return { kind: 'failed', reason: email };
    return outcomeOf(provider, connection, await transport.request(await build(email, connection)), reading);
  };
}

/** Returns the e-mail, or the reason why it cannot be built. */
export function emailOf(message: OutgoingMessage<'email'>, connection: Connection): Email | string {
  const { config } = connection;
  const from = textAt(config, 'fromEmail');
  if (from === undefined) return 'The channel has no From address. Add one in its settings.';
  if (!isAddress(from)) return 'The From address is not a valid e-mail address. Correct it in the channel’s settings.';
  const replyTo = textAt(config, 'replyTo');
  if (replyTo !== undefined && !isAddress(replyTo))
    return 'The Reply-To address is not a valid e-mail address. Correct it in the channel’s settings.';
  if (!isAddress(message.recipient)) return 'The recipient is not a valid e-mail address.';
  const html = filled(message.content.html);
  const text = filled(message.content.text);
  if (html === undefined && text === undefined) return 'The e-mail has neither HTML nor text.';
  const name = oneLine(textAt(config, 'fromName') ?? '');
  return {
    id: message.id,
    to: message.recipient,
    from: { email: from, name: name === '' ? undefined : name },
    replyTo,
    subject: oneLine(message.content.subject ?? ''),
    html,
    text,
    headers: Object.entries(message.headers ?? {})
      .filter(([header]) => HEADER_NAME.test(header))
      .map(([header, value]) => ({ name: header, value: oneLine(value) })),
  };
}

/** RFC 5322 §2.2. */
const HEADER_NAME = /^[!-9;-~]{1,126}$/;

/** Without line ends and other control characters, which could begin another header. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

/** RFC 5322 display name and address. Letters beyond ASCII stay as they are: the JSON and form APIs take UTF-8. */
export function mailbox({ email, name }: Email['from']): string {
  if (name === undefined) return email;
  const phrase = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~ -]+$/u.test(name) ? name : `"${name.replace(/["\\]/g, '\\$&')}"`;
  return `${phrase} <${email}>`;
}

/** Like `mailbox`, in ASCII: a name with other letters becomes encoded words (RFC 2047 §2, §4.1). */
export function asciiMailbox(from: Email['from']): string {
  const { email, name } = from;
  if (name === undefined || /^[\x00-\x7f]*$/.test(name)) return mailbox(from);
  const words: string[] = [''];
  for (const character of name) {
    const longer = (words.at(-1) ?? '') + character;
    // An encoded word has at most 75 characters, so at most 45 bytes in base64.
    if (Buffer.byteLength(longer) <= 45) words[words.length - 1] = longer;
    else words.push(character);
  }
  return `${words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join(' ')} <${email}>`;
}

/** The extra headers as an object, for vendors that accept an object; undefined when there are none. */
export const headersOf = ({ headers }: Email): Record<string, string> | undefined =>
  headers.length === 0 ? undefined : Object.fromEntries(headers.map(({ name, value }) => [name, value]));
