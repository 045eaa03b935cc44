/** E-mail through SendGrid: https://www.twilio.com/docs/sendgrid/api-reference/mail-send/mail-send */
import { createPrivateKey, createPublicKey, sign, verify as verifySignature, type KeyObject } from 'node:crypto';
import { realNow } from '@/server/platform/lib/clock';
import { ownId } from '@/server/modules/messaging/adapters/callback-address';
import { emailSender, headersOf } from '@/server/modules/messaging/adapters/email';
import { at, listAt, parseJson, textAt } from '@/server/platform/vendors/json';
import type { CallbackEvent, DeliveryStatus, Provider, RawCallback } from '@/server/platform/vendors/provider';
import { regionalBase } from '@/server/platform/vendors/regional-base';
import { instant, isFresh, REPEATED_FOR_A_DAY } from '@/server/platform/vendors/signatures';

/** The custom argument with our message's id; SendGrid returns it in events, beside their own fields. */
const ARGUMENT = 'laris_message';

const SIGNATURE = 'x-twilio-email-event-webhook-signature';
const TIMESTAMP = 'x-twilio-email-event-webhook-timestamp';

/** https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event; processed and deferred are on the way. */
const STATUSES: Readonly<Record<string, DeliveryStatus>> = {
  delivered: 'delivered',
  bounce: 'bounced',
  dropped: 'failed',
  open: 'opened',
  click: 'clicked',
};

const COMPLAINTS: Readonly<Record<string, 'complaint' | 'unsubscribe'>> = {
  spamreport: 'complaint',
  unsubscribe: 'unsubscribe',
  group_unsubscribe: 'unsubscribe',
};

/** The reasons for which SendGrid drops a message because of something that happened before to the address. */
const DROPPED: Readonly<Record<string, 'complaint' | 'unsubscribe'>> = {
  'spam reporting address': 'complaint',
  'unsubscribed address': 'unsubscribe',
};

function eventsOf(item: unknown, receivedAt: Date): CallbackEvent[] {
  const name = textAt(item, 'event') ?? '';
  // The event's id goes on after the one that the answer gave: `<X-Message-Id>.filter…`.
  const id = textAt(item, 'sg_message_id')?.split('.')[0];
  const recipient = textAt(item, 'email');
  const seconds = at(item, 'timestamp');
  const time = instant(typeof seconds === 'number' ? seconds * 1000 : undefined, receivedAt);
  const about = (kind: 'complaint' | 'unsubscribe'): CallbackEvent[] =>
    recipient === undefined ? [] : [{ kind, recipient, providerMessageId: id ?? null, at: time }];
  if (Object.hasOwn(COMPLAINTS, name)) return about(COMPLAINTS[name] ?? 'complaint');
  const reported = Object.hasOwn(STATUSES, name) ? STATUSES[name] : undefined;
  if (reported === undefined || id === undefined) return [];
  const reason = textAt(item, 'reason');
  const dropped = name === 'dropped' ? (reason ?? '').toLowerCase() : '';
  const status = dropped === 'bounced address' ? 'bounced' : reported;
  const link = name === 'click' ? textAt(item, 'url') : undefined;
  const messageId = ownId(at(item, ARGUMENT));
  const event: CallbackEvent = {
    kind: 'status',
    providerMessageId: id,
    status,
    at: time,
    ...(reason === undefined ? {} : { reason }),
    // `blocked` is a refusal that may not last; a bounce is one that will.
    ...(status === 'bounced' ? { permanent: textAt(item, 'type') !== 'blocked' } : {}),
    ...(link === undefined ? {} : { link }),
    // Apple's proxy loads the picture of whoever asks for privacy, and tells SendGrid nothing of the person.
    ...(name === 'open' && at(item, 'sg_machine_open') === true ? { machine: 'apple' } : {}),
    ...(messageId === undefined ? {} : { messageId }),
  };
  return Object.hasOwn(DROPPED, dropped) ? [event, ...about(DROPPED[dropped] ?? 'complaint')] : [event];
}

/**
 * Reads the verification key: base64 of a DER public key, as the dashboard shows it, or PEM; null for any other text.
 */
function publicKey(text: string): KeyObject | null {
  try {
    return text.includes('-----')
      ? createPublicKey(text)
      : createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
  } catch {
    return null;
  }
}

/**
 * ECDSA over time and body:
 * https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/getting-started-event-webhook-security-features
 */
function verify(raw: RawCallback, credentials: Readonly<Record<string, string>>): boolean {
  const signature = Buffer.from(raw.headers[SIGNATURE] ?? '', 'base64');
  const timestamp = raw.headers[TIMESTAMP];
  if (signature.length === 0 || timestamp === undefined || !isFresh(timestamp, raw.receivedAt, REPEATED_FOR_A_DAY))
    return false;
  const signed = Buffer.concat([Buffer.from(timestamp), raw.body]);
  // The sandbox has a key of its own, for the vendor's cannot sign.
  return [credentials.callbackSecret, credentials.sandboxSigningKey].some((text) => {
    const key = text === undefined || text === '' ? null : publicKey(text);
    return key !== null && key.asymmetricKeyType === 'ec' && verifySignature('sha256', signed, key, signature);
  });
}

export const sendgrid: Provider<'email'> = {
  id: 'email_p2',

  send: emailSender(
    'email_p2',
    {
      messageId: (_body, { headers }) => headers['x-message-id'] ?? null,
      words: (body) =>
        listAt(body, 'errors')
          .map((error) => textAt(error, 'message'))
          .filter((message) => message !== undefined)
          .join(' ') || undefined,
      afterMs: ({ headers }) => {
        const reset = headers['x-ratelimit-reset'] ?? '';
        return /^\d{9,11}$/.test(reset) ? Math.max(Number(reset) * 1000 - realNow().getTime(), 0) : undefined;
      },
    },
    (email, connection) => ({
      method: 'POST',
      url: `${regionalBase('email_p2', connection, { eu: 'https://api.eu.sendgrid.com' })}/v3/mail/send`,
      headers: { authorization: `Bearer ${connection.credentials.apiKey ?? ''}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        personalizations: [{ to: [{ email: email.to }] }],
        from: email.from,
        reply_to: email.replyTo === undefined ? undefined : { email: email.replyTo },
        subject: email.subject,
        // SendGrid wants the plain part first.
        content: [
          ['text/plain', email.text],
          ['text/html', email.html],
        ]
          .filter(([, value]) => value !== undefined)
          .map(([type, value]) => ({ type, value })),
        headers: headersOf(email),
        custom_args: { [ARGUMENT]: email.id },
      }),
    }),
  ),

  callbacks: {
    verify: (raw, { connection }) => verify(raw, connection.credentials),
    events: (raw) => listAt(parseJson(raw.body.toString('utf8'))).flatMap((item) => eventsOf(item, raw.receivedAt)),
  },

  sandbox: {
    accepted: (providerMessageId) => ({
      status: 202,
      headers: { 'x-message-id': providerMessageId, 'content-length': '0' },
      body: '',
    }),
    callback({ status, providerMessageId, recipient, at: time }, { credentials }, url) {
      if (credentials.sandboxSigningKey === undefined) return null;
      const event = { delivered: 'delivered', bounced: 'bounce', failed: 'dropped', opened: 'open', clicked: 'click' }[
        status
      ];
      const more = {
        delivered: { response: '250 OK' },
        bounced: { type: 'bounce', status: '5.1.1', reason: '550 5.1.1 The recipient does not exist.' },
        failed: { reason: 'Spam Content' },
        opened: { useragent: 'Sandbox' },
        clicked: { useragent: 'Sandbox', url: 'https://example.com/' },
      }[status];
      const item = {
        email: recipient,
        timestamp: Math.floor(time.getTime() / 1000),
        event,
        sg_event_id: `${providerMessageId}-${event}`,
        sg_message_id: `${providerMessageId}.filter0001.0.0-0`,
        ...more,
      };
      const body = Buffer.from(`${JSON.stringify([item])}\r\n`);
      const timestamp = String(Math.floor(realNow().getTime() / 1000));
      const signature = sign(
        'sha256',
        Buffer.concat([Buffer.from(timestamp), body]),
        createPrivateKey(credentials.sandboxSigningKey),
      ).toString('base64');
      return {
        method: 'POST',
        url,
        body,
        headers: { 'content-type': 'application/json', [TIMESTAMP]: timestamp, [SIGNATURE]: signature },
      };
    },
  },
};
