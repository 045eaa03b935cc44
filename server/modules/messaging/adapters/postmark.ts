/** E-mail through Postmark: https://postmarkapp.com/developer/api/email-api */
import { realNow } from '@/server/platform/lib/clock';
import { ownId } from '@/server/modules/messaging/adapters/callback-address';
import { emailSender, mailbox } from '@/server/modules/messaging/adapters/email';
import { at, parseJson, textAt } from '@/server/platform/vendors/json';
import type { CallbackEvent, Provider, RawCallback } from '@/server/platform/vendors/provider';
import { instant } from '@/server/platform/vendors/signatures';

/** The metadata that brings our message's id back. */
const METADATA = 'laris_message';

/** Postmark keeps marketing apart from transactional mail; every server has this stream from the start. */
const DEFAULT_STREAM = 'broadcast';

/** Bounces that are none: the message arrived, or Postmark goes on trying (…/bounce-api#bounce-types). */
const NOT_FINAL = new Set([
  'Transient',
  'AutoResponder',
  'AddressChange',
  'Subscribe',
  'OpenRelayTest',
  'ChallengeVerification',
  'VirusNotification',
]);
/** The error codes of messages that Postmark did not send at all. */
const NOT_SENT = new Set(['SMTPApiError', 'TemplateRenderingFailed', 'InboundError', 'DMARCPolicy', 'Unconfirmed']);
const PERMANENT = new Set(['HardBounce', 'BadEmailAddress', 'ManuallyDeactivated']);

/**
 * Error codes about the server's token, sender, credit or approval
 * (https://postmarkapp.com/developer/api/overview#error-codes).
 */
const OF_CHANNEL = new Set(['10', '400', '401', '402', '405', '412']);

/** https://postmarkapp.com/developer/webhooks/webhooks-overview */
function events(raw: RawCallback): CallbackEvent[] {
  const body = parseJson(raw.body.toString('utf8'));
  const id = textAt(body, 'MessageID');
  const recipient = textAt(body, 'Recipient') ?? textAt(body, 'Email');
  const messageId = ownId(at(body, 'Metadata', METADATA));
  const time = (key: string): Date => instant(at(body, key), raw.receivedAt);
  const about = (kind: 'complaint' | 'unsubscribe', when: Date): CallbackEvent[] =>
    recipient === undefined ? [] : [{ kind, recipient, providerMessageId: id ?? null, at: when }];
  const status = (
    when: Date,
    more: Pick<CallbackEvent & { kind: 'status' }, 'status' | 'permanent' | 'link' | 'reason'>,
  ): CallbackEvent[] =>
    id === undefined
      ? []
      : [
          {
            kind: 'status',
            providerMessageId: id,
            at: when,
            ...more,
            ...(messageId === undefined ? {} : { messageId }),
          },
        ];
  switch (textAt(body, 'RecordType')) {
    case 'Delivery':
      return status(time('DeliveredAt'), { status: 'delivered' });
    case 'Open':
      return status(time('ReceivedAt'), { status: 'opened' });
    case 'Click': {
      const link = textAt(body, 'OriginalLink');
      return status(time('ReceivedAt'), { status: 'clicked', ...(link === undefined ? {} : { link }) });
    }
    case 'SpamComplaint':
      return about('complaint', time('BouncedAt'));
    case 'SubscriptionChange':
      // Taking an address back onto the list is the merchant's to do with us.
      if (at(body, 'SuppressSending') !== true || textAt(body, 'SuppressionReason') === 'HardBounce') return [];
      return about(
        textAt(body, 'SuppressionReason') === 'SpamComplaint' ? 'complaint' : 'unsubscribe',
        time('ChangedAt'),
      );
    case 'Bounce': {
      const type = textAt(body, 'Type') ?? '';
      const when = time('BouncedAt');
      if (NOT_FINAL.has(type)) return [];
      if (type === 'SpamComplaint') return about('complaint', when);
      if (type === 'Unsubscribe') return about('unsubscribe', when);
      const reason = textAt(body, 'Details') ?? textAt(body, 'Description') ?? type;
      if (NOT_SENT.has(type)) return status(when, { status: 'failed', reason });
      return status(when, {
        status: 'bounced',
        reason,
        permanent: PERMANENT.has(type) || at(body, 'Inactive') === true,
      });
    }
    default:
      return [];
  }
}

export const postmark: Provider<'email'> = {
  id: 'email_p4',

  send: emailSender(
    'email_p4',
    {
      messageId: (body) => textAt(body, 'MessageID') ?? null,
      ofChannel: (body, { status }) => status === 401 || OF_CHANNEL.has(textAt(body, 'ErrorCode') ?? ''),
      words: (body) => {
        const words = textAt(body, 'Message');
        const code = textAt(body, 'ErrorCode');
        return words !== undefined && code !== undefined ? `${words} (${code})` : words;
      },
    },
    (email, { base, credentials, config }) => ({
      method: 'POST',
      url: `${base}/email`,
      headers: {
        'x-postmark-server-token': credentials.serverToken ?? '',
        'content-type': 'application/json',
        accept: 'application/json',
      },
      body: JSON.stringify({
        From: mailbox(email.from),
        To: email.to,
        ReplyTo: email.replyTo,
        Subject: email.subject,
        HtmlBody: email.html,
        TextBody: email.text,
        Headers:
          email.headers.length === 0
            ? undefined
            : email.headers.map(({ name, value }) => ({ Name: name, Value: value })),
        MessageStream: textAt(config, 'messageStream') ?? DEFAULT_STREAM,
        Metadata: { [METADATA]: email.id },
      }),
    }),
  ),

  /** Postmark signs nothing: the token in the address is the proof. */
  callbacks: { events },

  sandbox: {
    accepted: (providerMessageId) => ({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        To: 'sandbox@example.com',
        SubmittedAt: realNow().toISOString(),
        MessageID: providerMessageId,
        ErrorCode: 0,
        Message: 'OK',
      }),
    }),
    callback({ status, providerMessageId, recipient, at: time }, _connection, url) {
      const when = time.toISOString();
      const more = {
        delivered: { RecordType: 'Delivery', Recipient: recipient, DeliveredAt: when, Details: '250 OK' },
        bounced: {
          RecordType: 'Bounce',
          Type: 'HardBounce',
          TypeCode: 1,
          Email: recipient,
          BouncedAt: when,
          Inactive: true,
          CanActivate: true,
          Description: 'The server was unable to deliver your message.',
          Details: '550 5.1.1 The recipient does not exist.',
        },
        failed: {
          RecordType: 'Bounce',
          Type: 'SMTPApiError',
          TypeCode: 100007,
          Email: recipient,
          BouncedAt: when,
          Inactive: false,
          CanActivate: false,
          Description: 'The message was refused.',
        },
        opened: { RecordType: 'Open', Recipient: recipient, ReceivedAt: when, FirstOpen: true },
        clicked: {
          RecordType: 'Click',
          Recipient: recipient,
          ReceivedAt: when,
          OriginalLink: 'https://example.com/',
          ClickLocation: 'HTML',
        },
      }[status];
      return {
        method: 'POST',
        url,
        body: Buffer.from(
          JSON.stringify({ MessageID: providerMessageId, MessageStream: DEFAULT_STREAM, Metadata: {}, ...more }),
        ),
        headers: { 'content-type': 'application/json' },
      };
    },
  },
};
