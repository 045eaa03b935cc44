/** E-mail through Resend: https://resend.com/docs/api-reference/emails/send-email */
import { createHmac, randomUUID } from 'node:crypto';
import { realNow } from '@/server/platform/lib/clock';
import { sameText } from '@/server/platform/lib/signed-token';
import { ownId } from '@/server/modules/messaging/adapters/callback-address';
import { emailSender, headersOf, mailbox } from '@/server/modules/messaging/adapters/email';
import { at, listAt, parseJson, textAt } from '@/server/platform/vendors/json';
import type { CallbackEvent, DeliveryStatus, Provider, RawCallback } from '@/server/platform/vendors/provider';
import { instant, isFresh } from '@/server/platform/vendors/signatures';

/** The tag that brings our message's id back. */
const TAG = 'laris_message';

/** https://resend.com/docs/webhooks/event-types; what is not here changes nothing, e.g. sent and delivery_delayed. */
const STATUSES: Readonly<Record<string, DeliveryStatus>> = {
  'email.delivered': 'delivered',
  'email.bounced': 'bounced',
  'email.suppressed': 'bounced',
  'email.failed': 'failed',
  'email.opened': 'opened',
  'email.clicked': 'clicked',
};

function events(raw: RawCallback): CallbackEvent[] {
  const body = parseJson(raw.body.toString('utf8'));
  const type = textAt(body, 'type') ?? '';
  const id = textAt(body, 'data', 'email_id');
  if (id === undefined) return [];
  const recipient = listAt(body, 'data', 'to')[0];
  const time = instant(at(body, 'created_at'), raw.receivedAt);
  if (type === 'email.complained')
    return typeof recipient === 'string' ? [{ kind: 'complaint', recipient, providerMessageId: id, at: time }] : [];
  const status = Object.hasOwn(STATUSES, type) ? STATUSES[type] : undefined;
  if (status === undefined) return [];
  const reason =
    textAt(body, 'data', 'bounce', 'message') ??
    textAt(body, 'data', 'suppressed', 'message') ??
    textAt(body, 'data', 'failed', 'reason');
  const link = textAt(body, 'data', 'click', 'link');
  const messageId = ownId(at(body, 'data', 'tags', TAG));
  return [
    {
      kind: 'status',
      providerMessageId: id,
      status,
      at: time,
      ...(reason === undefined ? {} : { reason }),
      ...(status === 'bounced'
        ? { permanent: type === 'email.suppressed' || textAt(body, 'data', 'bounce', 'type') === 'Permanent' }
        : {}),
      ...(link === undefined ? {} : { link }),
      ...(messageId === undefined ? {} : { messageId }),
    },
  ];
}

/** Svix (https://docs.svix.com/receiving/verifying-payloads/how-manual): HMAC-SHA256 over id, time and body, base64. */
const svixSignature = (secret: string, id: string, timestamp: string, body: Buffer): string =>
  createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(`${id}.${timestamp}.`)
    .update(body)
    .digest('base64');

function verify(raw: RawCallback, secret: string): boolean {
  const { 'svix-id': id = '', 'svix-timestamp': timestamp, 'svix-signature': signatures = '' } = raw.headers;
  if (secret === '' || id === '' || timestamp === undefined || !isFresh(timestamp, raw.receivedAt)) return false;
  const expected = svixSignature(secret, id, timestamp, raw.body);
  // More than one while the secret is being rotated; each after its version.
  return signatures.split(' ').some((each) => each.startsWith('v1,') && sameText(each.slice(3), expected));
}

export const resend: Provider<'email'> = {
  id: 'email_p1',

  send: emailSender(
    'email_p1',
    {
      messageId: (body) => textAt(body, 'id') ?? null,
      words: (body) => textAt(body, 'message'),
      // The first of two requests with this key is still under way, so this answer says nothing yet of the message.
      again: (body, { status }) => status === 409 && textAt(body, 'name') === 'concurrent_idempotent_requests',
    },
    (email, { base, credentials }) => ({
      method: 'POST',
      url: `${base}/emails`,
      headers: {
        authorization: `Bearer ${credentials.apiKey ?? ''}`,
        'content-type': 'application/json',
        'idempotency-key': email.id,
      },
      body: JSON.stringify({
        from: mailbox(email.from),
        to: [email.to],
        subject: email.subject,
        html: email.html,
        text: email.text,
        reply_to: email.replyTo,
        headers: headersOf(email),
        tags: [{ name: TAG, value: email.id }],
      }),
    }),
  ),

  callbacks: { verify: (raw, { connection }) => verify(raw, connection.credentials.callbackSecret ?? ''), events },

  sandbox: {
    accepted: (providerMessageId) => ({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: providerMessageId }),
    }),
    callback({ status, providerMessageId, recipient, at: time }, { credentials }, url) {
      const secret = credentials.callbackSecret ?? '';
      if (secret === '') return null;
      const data = {
        email_id: providerMessageId,
        created_at: time.toISOString(),
        from: 'sandbox@example.com',
        to: [recipient],
        subject: '',
        ...(status === 'bounced'
          ? {
              bounce: {
                type: 'Permanent',
                subType: 'General',
                message: 'The recipient does not exist.',
                diagnosticCode: ['smtp; 550 5.1.1 user unknown'],
              },
            }
          : {}),
        ...(status === 'failed' ? { failed: { reason: 'reached_daily_quota' } } : {}),
        ...(status === 'clicked'
          ? {
              click: {
                ipAddress: '127.0.0.1',
                link: 'https://example.com/',
                timestamp: time.toISOString(),
                userAgent: 'Sandbox',
              },
            }
          : {}),
      };
      const body = Buffer.from(JSON.stringify({ type: `email.${status}`, created_at: time.toISOString(), data }));
      const id = `msg_${randomUUID()}`;
      const timestamp = String(Math.floor(realNow().getTime() / 1000));
      return {
        method: 'POST',
        url,
        body,
        headers: {
          'content-type': 'application/json',
          'svix-id': id,
          'svix-timestamp': timestamp,
          'svix-signature': `v1,${svixSignature(secret, id, timestamp, body)}`,
        },
      };
    },
  },
};
