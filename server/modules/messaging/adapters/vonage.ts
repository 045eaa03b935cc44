/** SMS through Vonage: https://developer.vonage.com/en/api/sms */
import { createHash, createHmac } from 'node:crypto';
import { realNow } from '@/server/platform/lib/clock';
import { sameText } from '@/server/platform/lib/signed-token';
import {
  outcomeOf,
  reasonOf,
  refused as refusedForGood,
  retryAfterMs,
  type Reading,
} from '@/server/platform/vendors/answers';
import { appendedFields, callbackAddress, ownId } from '@/server/modules/messaging/adapters/callback-address';
import { at, listAt, parseJson, textAt } from '@/server/platform/vendors/json';
import type {
  CallbackEvent,
  Connection,
  DeliveryStatus,
  Outcome,
  Provider,
  RawCallback,
  VendorAnswer,
} from '@/server/platform/vendors/provider';
import { instant, isFresh, REPEATED_FOR_A_DAY } from '@/server/platform/vendors/signatures';
import type { ChannelMessage } from '@/server/modules/messaging/adapters/channel-message';

/** The characters of GSM 03.38, its extension included; any other character makes the message `unicode`. */
const GSM = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà\f^{}\\[~\]|€]*$/;

const READING: Reading = {
  messageId: () => null,
  words: (body) => textAt(body, 'error-text') ?? textAt(body, 'detail') ?? textAt(body, 'title'),
};

/**
 * Wrong keys, a barred account, no credit, a sender that is not allowed (…/messaging/sms/guides/troubleshooting-sms).
 */
const OF_CHANNEL = new Set(['4', '8', '9', '15']);
/** Throttled, and too many connections (…/messaging/sms/guides/troubleshooting-sms): to be sent again. */
const COME_AGAIN = new Set(['1', '10']);
/** An internal error: whether the message went out is not said. */
const UNKNOWN = '5';

/** Vonage answers 200 and says in the body what became of each part of the message. */
function outcome(connection: Connection, answer: VendorAnswer): Outcome {
  if (answer.status < 200 || answer.status > 299) return outcomeOf('sms_p2', connection, answer, READING);
  const parts = listAt(parseJson(answer.body), 'messages');
  const refused = parts.find((part) => textAt(part, 'status') !== '0');
  if (parts.length > 0 && refused === undefined)
    return { kind: 'accepted', providerMessageId: textAt(parts[0], 'message-id') ?? null };
  const status = textAt(refused, 'status');
  const words = textAt(refused, 'error-text');
  if (status === undefined)
    return {
      kind: 'unknown',
      reason: reasonOf('sms_p2', connection, words ?? 'Vonage did not report the result of the message.'),
    };
  const taken = parts.filter((part) => textAt(part, 'status') === '0').length;
  const reason = reasonOf(
    'sms_p2',
    connection,
    `${words ?? 'Error'} (${status})${taken === 0 ? '' : `; ${taken} of ${parts.length} parts went out`}`,
  );
  // What has gone out in part is not sent again: the first part would come twice.
  if (taken > 0) return { kind: 'failed', reason };
  if (status === UNKNOWN) return { kind: 'unknown', reason };
  if (!COME_AGAIN.has(status)) return refusedForGood(reason, OF_CHANNEL.has(status));
  const afterMs = retryAfterMs(answer.headers['retry-after']);
  return { kind: 'retry', reason, ...(afterMs === undefined ? {} : { afterMs }) };
}

/** …/messaging/sms/guides/delivery-receipts; accepted, buffered and unknown are on the way. */
const STATUSES: Readonly<Record<string, DeliveryStatus>> = {
  delivered: 'delivered',
  failed: 'bounced',
  expired: 'bounced',
  rejected: 'failed',
};
/** Absent for good, barred by its user, opted out: "should be removed from your database". */
const PERMANENT = new Set(['3', '4', '9']);
const OPTED_OUT = '9';

function events(raw: RawCallback): CallbackEvent[] {
  const fields = fieldsOf(raw);
  const number = textAt(fields, 'msisdn');
  const recipient = number === undefined ? undefined : `+${number.replace(/^\+/, '')}`;
  const id = textAt(fields, 'messageId');
  // `2020-01-01 12:00:00`, in UTC.
  const time = instant(textAt(fields, 'message-timestamp')?.replace(' ', 'T').concat('Z'), raw.receivedAt);
  const state = textAt(fields, 'status');
  if (state === undefined) {
    if (recipient === undefined || at(fields, 'text') === undefined) return [];
    const message = id === undefined ? undefined : readMessage(fields, id, recipient);
    return [{ kind: 'inbound', recipient, at: time, ...(message !== undefined && { message }) }];
  }
  const reported = Object.hasOwn(STATUSES, state) ? STATUSES[state] : undefined;
  if (reported === undefined || id === undefined) return [];
  const code = textAt(fields, 'err-code') ?? '';
  const wentWrong = reported !== 'delivered';
  const permanent = wentWrong && PERMANENT.has(code);
  const status = permanent ? 'bounced' : reported;
  const messageId = ownId(at(fields, 'client-ref'));
  const event: CallbackEvent = {
    kind: 'status',
    providerMessageId: id,
    status,
    at: time,
    ...(wentWrong ? { reason: `${state} (${code})` } : {}),
    ...(status === 'bounced' ? { permanent } : {}),
    ...(messageId === undefined ? {} : { messageId }),
  };
  return wentWrong && code === OPTED_OUT && recipient !== undefined
    ? [event, { kind: 'unsubscribe', recipient, providerMessageId: id, at: time }]
    : [event];
}

/**
 * Reads a message (…/messaging/sms/guides/inbound-sms). A long SMS comes in parts, and each part is a callback with its
 * own id.
 */
function readMessage(fields: unknown, providerMessageId: string, recipient: string): ChannelMessage {
  const message = { providerMessageId, kind: 'text', text: textAt(fields, 'text') ?? '' } as const;
  const [ref, number, total] = ['concat-ref', 'concat-part', 'concat-total'].map((key) => textAt(fields, key));
  if (ref === undefined || !Number.isInteger(Number(number)) || !Number.isInteger(Number(total))) return message;
  return { ...message, part: { of: `${recipient} ${ref}`, number: Number(number), total: Number(total) } };
}

/** The fields of a callback, which the merchant's settings with Vonage make JSON, a form, or a GET. */
function fieldsOf(raw: RawCallback): unknown {
  if (raw.method === 'GET') return appendedFields(raw.url);
  const text = raw.body.toString('utf8');
  const json = parseJson(text);
  return typeof json === 'object' && json !== null ? json : Object.fromEntries(new URLSearchParams(text));
}

/** https://developer.vonage.com/en/getting-started/concepts/signing-messages#manually-generate-a-signature */
function signedText(fields: object): string {
  const entries = Object.entries(fields)
    .filter(([key]) => key !== 'sig')
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return entries
    .map(
      ([key, value]) => `&${key}=${(typeof value === 'string' ? value : JSON.stringify(value)).replace(/[&=]/g, '_')}`,
    )
    .join('');
}

/** The account's algorithm is a setting at Vonage that we do not know; the length of the signature identifies it. */
const HMAC_BY_LENGTH: Readonly<Record<number, string>> = { 32: 'md5', 40: 'sha1', 64: 'sha256', 128: 'sha512' };

function verifyFields(raw: RawCallback, secret: string): boolean {
  const fields = fieldsOf(raw);
  const given = textAt(fields, 'sig')?.toLowerCase() ?? '';
  const timestamp = textAt(fields, 'timestamp');
  const algorithm = HMAC_BY_LENGTH[given.length];
  if (
    typeof fields !== 'object' ||
    fields === null ||
    algorithm === undefined ||
    timestamp === undefined ||
    !isFresh(timestamp, raw.receivedAt, REPEATED_FOR_A_DAY)
  )
    return false;
  const text = signedText(fields);
  const hmac = createHmac(algorithm, secret).update(text).digest('hex');
  // Vonage's default, "MD5 hash", is no HMAC.
  return (
    sameText(given, hmac) ||
    (algorithm === 'md5' &&
      sameText(
        given,
        createHash('md5')
          .update(text + secret)
          .digest('hex'),
      ))
  );
}

/** A callback as Vonage would sign it, for the sandbox. */
function signed(fields: object, secret: string, url: string): Omit<RawCallback, 'receivedAt'> {
  const sig = createHmac('sha256', secret).update(signedText(fields)).digest('hex').toUpperCase();
  return {
    method: 'POST',
    url,
    body: Buffer.from(JSON.stringify({ ...fields, sig })),
    headers: { 'content-type': 'application/json' },
  };
}

/**
 * https://developer.vonage.com/en/getting-started/concepts/webhooks#decoding-signed-webhooks: a JWT whose payload_hash
 * is the body's.
 */
function verifyToken(raw: RawCallback, token: string, secret: string): boolean {
  const [head = '', payload = '', signature = '', ...rest] = token.split('.');
  const expected = createHmac('sha256', secret).update(`${head}.${payload}`).digest('base64url');
  if (rest.length > 0 || !sameText(signature, expected)) return false;
  const json = (part: string): unknown => parseJson(Buffer.from(part, 'base64url').toString('utf8'));
  const claims = json(payload);
  return (
    textAt(json(head), 'alg') === 'HS256' &&
    isFresh(textAt(claims, 'iat') ?? '', raw.receivedAt, REPEATED_FOR_A_DAY) &&
    sameText(textAt(claims, 'payload_hash')?.toLowerCase() ?? '', createHash('sha256').update(raw.body).digest('hex'))
  );
}

export const vonage: Provider<'sms'> = {
  id: 'sms_p2',

  async send(message, connection, transport) {
    const { apiKey = '', apiSecret = '' } = connection.credentials;
    const text = message.content.body ?? '';
    const callback = callbackAddress(connection, message.id);
    const form = new URLSearchParams({
      api_key: apiKey,
      api_secret: apiSecret,
      from: (textAt(connection.config, 'fromNumber') ?? '').replace(/^\+/, ''),
      to: message.recipient.replace(/^\+/, ''),
      text,
      type: GSM.test(text) ? 'text' : 'unicode',
      'client-ref': message.id,
      ...(callback === undefined ? {} : { callback }),
    });
    const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
    return outcome(
      connection,
      await transport.request({ method: 'POST', url: `${connection.base}/sms/json`, headers, body: form.toString() }),
    );
  },

  callbacks: {
    verify(raw, { connection }) {
      const secret = connection.credentials.callbackSecret ?? '';
      if (secret === '') return false;
      const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(raw.headers.authorization ?? '')?.[1];
      return token === undefined ? verifyFields(raw, secret) : verifyToken(raw, token, secret);
    },
    events,
  },

  sandbox: {
    accepted: (providerMessageId) => ({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        'message-count': '1',
        messages: [
          {
            to: '6281234567890',
            'message-id': providerMessageId,
            status: '0',
            'remaining-balance': '3.14159265',
            'message-price': '0.03330000',
            network: '51010',
          },
        ],
      }),
    }),
    callback({ status, providerMessageId, recipient, at: time }, { credentials }, url) {
      const secret = credentials.callbackSecret ?? '';
      const reported = {
        delivered: ['delivered', '0'],
        bounced: ['failed', '3'],
        failed: ['rejected', '6'],
        opened: undefined,
        clicked: undefined,
      }[status];
      if (secret === '' || reported === undefined) return null;
      const [state = '', code = ''] = reported;
      const fields = {
        'api-key': credentials.apiKey ?? '',
        msisdn: recipient.replace(/^\+/, ''),
        to: 'Sandbox',
        messageId: providerMessageId,
        status: state,
        'err-code': code,
        'message-timestamp': time.toISOString().slice(0, 19).replace('T', ' '),
        timestamp: String(Math.floor(realNow().getTime() / 1000)),
        nonce: providerMessageId,
      };
      return signed(fields, secret, url);
    },
    inbound({ sender, text, providerMessageId, at: time }, { credentials }, url) {
      const secret = credentials.callbackSecret ?? '';
      if (secret === '') return null;
      const fields = {
        'api-key': credentials.apiKey ?? '',
        msisdn: sender.replace(/^\+/, ''),
        to: 'Sandbox',
        messageId: providerMessageId,
        text,
        type: 'text',
        keyword: (text.split(' ')[0] ?? '').toUpperCase(),
        'message-timestamp': time.toISOString().slice(0, 19).replace('T', ' '),
        timestamp: String(Math.floor(realNow().getTime() / 1000)),
        nonce: providerMessageId,
      };
      return signed(fields, secret, url);
    },
  },
};
