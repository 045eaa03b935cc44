/** E-mail through Mailgun: https://documentation.mailgun.com/docs/mailgun/api-reference/send/mailgun/messages */
import { createHmac, randomBytes } from 'node:crypto';
import { realNow } from '@/server/platform/lib/clock';
import { sameText } from '@/server/platform/lib/signed-token';
import { ownId } from '@/server/modules/messaging/adapters/callback-address';
import { emailSender, mailbox } from '@/server/modules/messaging/adapters/email';
import { at, parseJson, textAt } from '@/server/platform/vendors/json';
import type { CallbackEvent, Provider, RawCallback } from '@/server/platform/vendors/provider';
import { pathSegment } from '@/server/platform/vendors/path-segment';
import { regionalBase } from '@/server/platform/vendors/regional-base';
import { instant, isFresh, REPEATED_FOR_A_DAY } from '@/server/platform/vendors/signatures';

/** The variable that brings our message's id back. */
const VARIABLE = 'laris_message';

/** The answer writes the id as `<id@domain>`, events without the brackets. */
const bareId = (id: string | undefined): string | undefined => id?.replace(/^<|>$/g, '');

/** Why Mailgun gave a message up, as far as it says something of the address. */
const SUPPRESSED: Readonly<Record<string, 'complaint' | 'unsubscribe'>> = {
  'suppress-complaint': 'complaint',
  'suppress-unsubscribe': 'unsubscribe',
};

/** https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/webhook-payloads */
function events(raw: RawCallback): CallbackEvent[] {
  const data = at(parseJson(raw.body.toString('utf8')), 'event-data');
  const id = bareId(textAt(data, 'message', 'headers', 'message-id'));
  const recipient = textAt(data, 'recipient');
  const seconds = at(data, 'timestamp');
  const time = instant(typeof seconds === 'number' ? Math.round(seconds * 1000) : undefined, raw.receivedAt);
  const about = (kind: 'complaint' | 'unsubscribe'): CallbackEvent[] =>
    recipient === undefined ? [] : [{ kind, recipient, providerMessageId: id ?? null, at: time }];
  const messageId = ownId(at(data, 'user-variables', VARIABLE));
  const status = (
    more: Pick<CallbackEvent & { kind: 'status' }, 'status' | 'permanent' | 'link' | 'machine' | 'reason'>,
  ): CallbackEvent[] =>
    id === undefined
      ? []
      : [
          {
            kind: 'status',
            providerMessageId: id,
            at: time,
            ...more,
            ...(messageId === undefined ? {} : { messageId }),
          },
        ];
  // Apple, gmail, generic; absent or empty where it was a person.
  const bot = textAt(data, 'client-info', 'bot');
  const machine = bot === undefined ? {} : ({ machine: bot === 'apple' || bot === 'gmail' ? bot : 'robot' } as const);
  switch (textAt(data, 'event')) {
    case 'delivered':
      return status({ status: 'delivered' });
    case 'opened':
      return status({ status: 'opened', ...machine });
    case 'clicked': {
      const link = textAt(data, 'url');
      return status({ status: 'clicked', ...machine, ...(link === undefined ? {} : { link }) });
    }
    case 'unsubscribed':
      return about('unsubscribe');
    case 'complained':
      return about('complaint');
    case 'rejected':
      return status({ status: 'failed', reason: textAt(data, 'reject', 'reason') ?? 'rejected' });
    case 'failed': {
      // After a temporary failure Mailgun tries again by itself.
      if (textAt(data, 'severity') !== 'permanent') return [];
      const cause = textAt(data, 'reason') ?? '';
      const reason =
        textAt(data, 'delivery-status', 'message') ?? textAt(data, 'delivery-status', 'description') ?? cause;
      if (cause === 'bounce' || cause === 'suppress-bounce')
        return status({ status: 'bounced', reason, permanent: true });
      if (cause === 'old') return status({ status: 'bounced', reason, permanent: false });
      return [
        ...status({ status: 'failed', reason }),
        ...(Object.hasOwn(SUPPRESSED, cause) ? about(SUPPRESSED[cause] ?? 'complaint') : []),
      ];
    }
    default:
      return [];
  }
}

const signatureOf = (signingKey: string, timestamp: string, token: string): string =>
  createHmac('sha256', signingKey)
    .update(timestamp + token)
    .digest('hex');

/**
 * Checks Mailgun's signature, which stands in the body: HMAC-SHA256 over time and token
 * (https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/securing-webhooks). By Mailgun's scheme the
 * signature does not cover the rest of the body.
 */
function verify(raw: RawCallback, signingKey: string): boolean {
  const given = at(parseJson(raw.body.toString('utf8')), 'signature');
  const timestamp = textAt(given, 'timestamp');
  const token = textAt(given, 'token');
  const signature = textAt(given, 'signature');
  if (signingKey === '' || timestamp === undefined || token === undefined || signature === undefined) return false;
  return (
    isFresh(timestamp, raw.receivedAt, REPEATED_FOR_A_DAY) &&
    sameText(signature, signatureOf(signingKey, timestamp, token))
  );
}

export const mailgun: Provider<'email'> = {
  id: 'email_p3',

  send: emailSender(
    'email_p3',
    {
      messageId: (body) => bareId(textAt(body, 'id')) ?? null,
      words: (body) => textAt(body, 'message'),
      // 404: the account has no such domain.
      ofChannel: (_body, { status }) => status === 401 || status === 403 || status === 404,
    },
    async (email, connection) => {
      const { apiKey = '', domain = '' } = connection.credentials;
      const form = new FormData();
      form.set('from', mailbox(email.from));
      form.set('to', email.to);
      form.set('subject', email.subject);
      if (email.html !== undefined) form.set('html', email.html);
      if (email.text !== undefined) form.set('text', email.text);
      if (email.replyTo !== undefined) form.set('h:Reply-To', email.replyTo);
      for (const { name, value } of email.headers) form.append(`h:${name}`, value);
      form.set(`v:${VARIABLE}`, email.id);
      // The body with its content type, which names the boundary.
      const sent = new Response(form);
      return {
        method: 'POST',
        url: `${regionalBase('email_p3', connection, { eu: 'https://api.eu.mailgun.net' })}/v3/${pathSegment(domain)}/messages`,
        headers: {
          authorization: `Basic ${Buffer.from(`api:${apiKey}`).toString('base64')}`,
          'content-type': sent.headers.get('content-type') ?? '',
        },
        body: await sent.text(),
      };
    },
  ),

  check: ({ credentials }) =>
    /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(credentials.domain ?? '')
      ? []
      : [['credentials.domain', 'must be a domain such as mg.tokoanda.co.id']],

  callbacks: { verify: (raw, { connection }) => verify(raw, connection.credentials.callbackSecret ?? ''), events },

  sandbox: {
    accepted: (providerMessageId) => ({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: `<${providerMessageId}>`, message: 'Queued. Thank you.' }),
    }),
    callback({ status, providerMessageId, recipient, at: time }, { credentials }, url) {
      const signingKey = credentials.callbackSecret ?? '';
      if (signingKey === '') return null;
      const timestamp = String(Math.floor(realNow().getTime() / 1000));
      const token = randomBytes(25).toString('hex');
      const more = {
        delivered: { event: 'delivered', 'delivery-status': { code: 250, message: 'OK' } },
        bounced: {
          event: 'failed',
          severity: 'permanent',
          reason: 'bounce',
          'delivery-status': { code: 550, message: '5.1.1 The recipient does not exist.' },
        },
        failed: {
          event: 'failed',
          severity: 'permanent',
          reason: 'generic',
          'delivery-status': { code: 554, message: 'The message was refused.' },
        },
        opened: { event: 'opened' },
        clicked: { event: 'clicked', url: 'https://example.com/' },
      }[status];
      const data = {
        id: token.slice(0, 22),
        timestamp: time.getTime() / 1000,
        recipient,
        message: { headers: { to: recipient, 'message-id': providerMessageId } },
        'user-variables': {},
        ...more,
      };
      const body = Buffer.from(
        JSON.stringify({
          signature: { timestamp, token, signature: signatureOf(signingKey, timestamp, token) },
          'event-data': data,
        }),
      );
      return { method: 'POST', url, body, headers: { 'content-type': 'application/json' } };
    },
  },
};
