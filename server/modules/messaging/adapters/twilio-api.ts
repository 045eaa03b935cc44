/**
 * Twilio's Messages resource (https://www.twilio.com/docs/messaging/api/message-resource), which carries both SMS and
 * WhatsApp: the request, its answer, the status callbacks and their signature
 * (https://www.twilio.com/docs/usage/security#validating-requests).
 */
import { createHmac } from 'node:crypto';
import { isUrl } from '@/server/platform/lib/is-url';
import { inTodaysForm } from '@/server/platform/lib/phone';
import { sameText } from '@/server/platform/lib/signed-token';
import { outcomeOf, reasonOf } from '@/server/platform/vendors/answers';
import { callbackAddress, ownIdOf } from '@/server/modules/messaging/adapters/callback-address';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import {
  kindOf,
  kindOfType,
  placeInWords,
  type ChannelAttachment,
  type ChannelMessage,
} from '@/server/modules/messaging/adapters/channel-message';
import { parseJson, textAt } from '@/server/platform/vendors/json';
import { pathSegment } from '@/server/platform/vendors/path-segment';
import type {
  CallbackContext,
  CallbackEvent,
  Connection,
  DeliveryStatus,
  Outcome,
  RawCallback,
  SandboxSide,
  VendorAnswer,
  VendorRequest,
} from '@/server/platform/vendors/provider';

const FORM = 'application/x-www-form-urlencoded';

/** The fields of a message to Twilio besides the account. */
export interface TwilioMessage {
  /** Our message's id. */
  id: string;
  /** E.164, after `whatsapp:` where it goes there. */
  to: string;
  /** A number, an alphanumeric sender, `whatsapp:+…`, or the SID of a Messaging Service (`MG…`). */
  sender: string;
  /** `Body`, or `ContentSid` and `ContentVariables`, `MediaUrl` … */
  fields: Readonly<Record<string, string>>;
}

/**
 * A sender that is not the account's, or none of Twilio's, and an account that is closed
 * (https://www.twilio.com/docs/api/errors).
 */
const OF_CHANNEL = new Set(['20003', '20005', '21212', '21603', '21606', '21659', '21660', '63007']);
/** The account may not send to the country of this one number. */
const CLOSED_REGION = '21408';

/** `POST /2010-04-01/Accounts/{AccountSid}/Messages.json`, form-encoded, Basic authentication with SID and token. */
export function messagesRequest(connection: Connection, message: TwilioMessage): VendorRequest {
  const { accountSid = '', authToken = '' } = connection.credentials;
  const form = new URLSearchParams({
    To: message.to,
    [/^MG[0-9a-fA-F]{32}$/.test(message.sender) ? 'MessagingServiceSid' : 'From']: message.sender,
    ...message.fields,
  });
  const statusCallback = callbackAddress(connection, message.id);
  if (statusCallback !== undefined) form.set('StatusCallback', statusCallback);
  return {
    method: 'POST',
    url: `${connection.base}/2010-04-01/Accounts/${pathSegment(accountSid)}/Messages.json`,
    headers: {
      authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
      'content-type': FORM,
      accept: 'application/json',
    },
    body: form.toString(),
  };
}

/** Reads the answer to a Messages request. */
export function messagesOutcome(provider: ProviderId, connection: Connection, answer: VendorAnswer): Outcome {
  const outcome = outcomeOf(provider, connection, answer, {
    messageId: (body) => textAt(body, 'sid') ?? null,
    words: (body) => numbered(textAt(body, 'message'), textAt(body, 'code')),
    ofChannel: (body, { status }) => {
      const code = textAt(body, 'code') ?? '';
      return OF_CHANNEL.has(code) || ((status === 401 || status === 403) && code !== CLOSED_REGION);
    },
  });
  if (outcome.kind !== 'accepted') return outcome;
  // Twilio may make the message and refuse it in the same breath.
  const body = parseJson(answer.body);
  const status = textAt(body, 'status');
  if (status !== 'failed' && status !== 'undelivered' && status !== 'canceled') return outcome;
  return {
    kind: 'failed',
    reason: reasonOf(
      provider,
      connection,
      numbered(textAt(body, 'error_message') ?? status, textAt(body, 'error_code')) ?? status,
    ),
  };
}

/** Twilio's error text with its number, under which Twilio's documentation explains the error. */
const numbered = (words: string | undefined, code: string | undefined): string | undefined =>
  words !== undefined && code !== undefined
    ? `${words} (${code})`
    : (words ?? (code === undefined ? undefined : `Error ${code}`));

/** The expected X-Twilio-Signature: an HMAC over the address and the sorted parameters, base64. */
export function twilioSignature(
  secret: string,
  url: string,
  form: URLSearchParams,
  hash: 'sha1' | 'sha256' = 'sha1',
): string {
  const names = [...new Set(form.keys())].sort();
  const signed = names
    .map((name) =>
      [...new Set(form.getAll(name))]
        .sort()
        .map((value) => name + value)
        .join(''),
    )
    .join('');
  return createHmac(hash, secret)
    .update(url + signed, 'utf8')
    .digest('base64');
}

/** Checks whether Twilio signed a callback with the account's auth token. */
export function verifyTwilio(raw: RawCallback, { connection }: CallbackContext): boolean {
  const given = raw.headers['x-twilio-signature'];
  const signing = signingOf(raw.headers['x-twilio-webhooks-signature-settings'], connection.credentials);
  if (signing === null || given === undefined) return false;
  const { secret, hash } = signing;
  const form = formOf(raw);
  let matches = false;
  for (const url of spellings(raw.url)) matches = sameText(given, twilioSignature(secret, url, form, hash)) || matches;
  return matches;
}

const HASHES: ReadonlyMap<string, 'sha1' | 'sha256'> = new Map([
  ['HMAC_SHA1', 'sha1'],
  ['HMAC_SHA256', 'sha256'],
]);

/**
 * Finds the secret and the hash of a signature. The Auth Token signs by SHA-1. An account with a SharedKey sends a
 * settings header, and the SharedKey signs by the algorithm in this header (`key=…,algorithm=HMAC_SHA256`, as twilio
 * 6.3.1 reads it).
 * @returns null when the channel lacks the secret, or the algorithm is unknown
 */
function signingOf(
  settings: string | undefined,
  { authToken = '', sharedKeySecret = '' }: Readonly<Record<string, string | undefined>>,
): { secret: string; hash: 'sha1' | 'sha256' } | null {
  const isShared = settings !== undefined && settings !== '';
  const secret = isShared ? sharedKeySecret : authToken;
  const named = settings
    ?.split(',')
    .map((part) => part.trim().split('='))
    .find(([name, value = '']) => name === 'algorithm' && value !== '');
  const hash = HASHES.get(named?.[1]?.trim().toUpperCase() ?? 'HMAC_SHA1');
  return secret === '' || hash === undefined ? null : { secret, hash };
}

/**
 * The possible forms of the address in a signature: Twilio signs it with or without the standard port, whichever form
 * we gave.
 */
function spellings(url: string): Set<string> {
  if (!isUrl(url)) return new Set([url]);
  const { protocol, host, hostname, port, pathname, search } = new URL(url);
  const rest = pathname + search;
  return new Set([
    url,
    `${protocol}//${host}${rest}`,
    `${protocol}//${hostname}${rest}`,
    `${protocol}//${hostname}:${port === '' ? (protocol === 'https:' ? 443 : 80) : port}${rest}`,
  ]);
}

const formOf = (raw: RawCallback): URLSearchParams => new URLSearchParams(raw.body.toString('utf8'));

/** https://www.twilio.com/docs/messaging/api/message-resource#message-status-values; the others are on the way. */
const STATUSES: Readonly<Record<string, DeliveryStatus>> = {
  delivered: 'delivered',
  undelivered: 'bounced',
  failed: 'failed',
  canceled: 'failed',
  read: 'opened',
};

/**
 * Errors that the same number will meet again (https://www.twilio.com/docs/api/errors): not a number, not a mobile,
 * unknown, no WhatsApp. 30003 (switched off) and 30006 (landline, or a carrier that a short code does not reach) say
 * too little.
 */
const PERMANENT = new Set(['21211', '21614', '21635', '30005', '63024']);
/** The recipient has opted out with Twilio. */
const OPTED_OUT = new Set(['21610']);
/** Reads status callbacks and incoming messages. Twilio sends no usable time, so the time of receipt counts. */
export function twilioEvents(raw: RawCallback): CallbackEvent[] {
  const form = formOf(raw);
  const received = raw.receivedAt;
  const id = form.get('MessageSid') ?? form.get('SmsSid') ?? '';
  const state = form.get('MessageStatus') ?? form.get('SmsStatus') ?? '';
  if (state === 'received') return inbound(form, received);
  const reported = Object.hasOwn(STATUSES, state) ? STATUSES[state] : undefined;
  if (id === '' || reported === undefined) return [];
  const code = form.get('ErrorCode') ?? '';
  const wentWrong = reported === 'bounced' || reported === 'failed';
  const permanent = wentWrong && PERMANENT.has(code);
  const reason = wentWrong
    ? numbered(form.get('ErrorMessage') ?? undefined, code === '' ? undefined : code)
    : undefined;
  const messageId = ownIdOf(raw.url);
  const status = permanent ? 'bounced' : reported;
  const events: CallbackEvent[] = [
    {
      kind: 'status',
      providerMessageId: id,
      status,
      at: received,
      ...(reason === undefined ? {} : { reason }),
      ...(status === 'bounced' ? { permanent } : {}),
      ...(messageId === undefined ? {} : { messageId }),
    },
  ];
  const recipient = bare(form.get('To') ?? '');
  if (OPTED_OUT.has(code) && recipient !== '')
    events.push({ kind: 'unsubscribe', recipient, providerMessageId: id, at: received });
  return events;
}

/** https://www.twilio.com/docs/messaging/guides/webhook-request: of SMS and of WhatsApp. */
function inbound(form: URLSearchParams, received: Date): CallbackEvent[] {
  const recipient = bare(form.get('From') ?? '');
  if (recipient === '') return [];
  const message = readMessage(form);
  const events: CallbackEvent[] = [
    { kind: 'inbound', recipient, at: received, ...(message !== undefined && { message }) },
  ];
  // Twilio's own words, in whatever language the account has them (Advanced Opt-Out).
  const type = form.get('OptOutType');
  const userId = message?.sender?.userId;
  const person = { recipient, ...(userId !== undefined && { userId }) };
  if (type === 'STOP') events.push({ kind: 'unsubscribe', ...person, providerMessageId: null, at: received });
  if (type === 'START') events.push({ kind: 'resubscribe', ...person, at: received });
  return events;
}

/** Twilio sends at most ten files with a message. */
const MOST_MEDIA = 10;

function mediaOf(form: URLSearchParams): ChannelAttachment[] {
  const count = Math.min(Number(form.get('NumMedia') ?? 0) || 0, MOST_MEDIA);
  return Array.from({ length: count }, (_, index) => index).flatMap((index) => {
    const ref = form.get(`MediaUrl${index}`);
    const contentType = form.get(`MediaContentType${index}`) ?? undefined;
    return ref === null
      ? []
      : [{ kind: kindOfType(contentType), ref, ...(contentType !== undefined && { contentType }) }];
  });
}

function readMessage(form: URLSearchParams): ChannelMessage | undefined {
  const providerMessageId = form.get('MessageSid') ?? form.get('SmsSid') ?? '';
  if (providerMessageId === '') return undefined;
  const attachments = mediaOf(form);
  const [latitude, longitude] = [form.get('Latitude'), form.get('Longitude')];
  const isPlace = latitude !== null && longitude !== null;
  const text = isPlace
    ? placeInWords(latitude, longitude, form.get('Label') ?? undefined, form.get('Address') ?? undefined)
    : (form.get('ButtonText') ?? form.get('Body') ?? '');
  const [name, userId] = [form.get('ProfileName'), form.get('ExternalUserId')];
  const answers = form.get('OriginalRepliedMessageSid');
  return {
    providerMessageId,
    kind: isPlace ? 'location' : kindOf(text, attachments),
    text,
    sender: { ...(name !== null && { name }), ...(userId !== null && userId !== '' && { userId }) },
    ...(answers !== null && { answers }),
    attachments,
  };
}

/**
 * Files lie behind the account's own keys (https://www.twilio.com/docs/messaging/api/media-resource), and a redirect.
 */
export const twilioAttachment = (ref: string, { credentials }: Connection): VendorRequest => ({
  method: 'GET',
  url: ref,
  headers:
    isUrl(ref) && new URL(ref).hostname.endsWith('.twilio.com')
      ? {
          authorization: `Basic ${Buffer.from(`${credentials.accountSid ?? ''}:${credentials.authToken ?? ''}`).toString('base64')}`,
        }
      : {},
});

/** A number without its channel, `whatsapp:+62…` is `+62…`, and in the form of today. */
const bare = (address: string): string => inTodaysForm(address.slice(address.indexOf(':') + 1));

/** Twilio's documented 201. */
export const twilioAccepted = (providerMessageId: string): VendorAnswer => ({
  status: 201,
  headers: { 'content-type': 'application/json;charset=utf-8' },
  body: JSON.stringify({
    sid: providerMessageId,
    status: 'queued',
    direction: 'outbound-api',
    api_version: '2010-04-01',
    error_code: null,
    error_message: null,
    num_segments: '1',
    num_media: '0',
  }),
});

/**
 * A signed status callback for the sandbox; `states` are Twilio's names of the statuses that this channel can report.
 */
export function twilioCallback(
  states: Readonly<Partial<Record<DeliveryStatus, string>>>,
  channel = '',
): NonNullable<SandboxSide['callback']> {
  return (event, connection, url) => {
    const state = states[event.status];
    if (state === undefined) return null;
    const { accountSid = '', authToken = '' } = connection.credentials;
    const code = new Map([
      ['bounced', '30005'],
      ['failed', '30008'],
    ]).get(event.status);
    const form = new URLSearchParams({
      MessageSid: event.providerMessageId,
      MessageStatus: state,
      SmsSid: event.providerMessageId,
      SmsStatus: state,
      AccountSid: accountSid,
      To: `${channel}${event.recipient}`,
      ApiVersion: '2010-04-01',
      ...(code === undefined ? {} : { ErrorCode: code }),
    });
    return {
      method: 'POST',
      url,
      body: Buffer.from(form.toString()),
      headers: { 'content-type': FORM, 'x-twilio-signature': twilioSignature(authToken, url, form) },
    };
  };
}

/** An incoming message, signed as Twilio would sign it, for the sandbox. */
export const twilioInbound =
  (channel = ''): NonNullable<SandboxSide['inbound']> =>
  ({ sender, name, text, providerMessageId }, { credentials }, url) => {
    const { accountSid = '', authToken = '' } = credentials;
    const form = new URLSearchParams({
      MessageSid: providerMessageId,
      SmsSid: providerMessageId,
      SmsStatus: 'received',
      AccountSid: accountSid,
      From: `${channel}${sender}`,
      To: `${channel}+15005550006`,
      Body: text,
      NumMedia: '0',
      ...(channel === '' ? {} : { ProfileName: name, WaId: sender.replace(/^\+/, '') }),
      ApiVersion: '2010-04-01',
    });
    return {
      method: 'POST',
      url,
      body: Buffer.from(form.toString()),
      headers: { 'content-type': FORM, 'x-twilio-signature': twilioSignature(authToken, url, form) },
    };
  };
