/** E-mail through Amazon SES, API v2: https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html */
import { createPrivateKey, createPublicKey, randomUUID, sign, type KeyObject } from 'node:crypto';
import { realNow } from '@/server/platform/lib/clock';
import { signV4 } from '@/server/platform/vendors/aws-sigv4';
import { AWS_REGION, awsDomain } from '@/server/platform/vendors/aws-domain';
import { ownId } from '@/server/modules/messaging/adapters/callback-address';
import { asciiMailbox, emailSender } from '@/server/modules/messaging/adapters/email';
import { at, listAt, parseJson, textAt } from '@/server/platform/vendors/json';
import type { CallbackContext, CallbackEvent, Provider, RawCallback } from '@/server/platform/vendors/provider';
import { instant } from '@/server/platform/vendors/signatures';
import { snsSignedText, subscribeAddress, verifySns } from '@/server/modules/messaging/adapters/sns';

/** The tag that brings our message's id back. */
const TAG = 'laris_message';

/** The account or the domain may not send. */
const OF_CHANNEL = /^(?:AccountSuspended|SendingPaused|MailFromDomainNotVerified)/;

const handOver = emailSender(
  'email_p5',
  {
    messageId: (body) => textAt(body, 'MessageId') ?? null,
    words: (body) => textAt(body, 'message') ?? textAt(body, 'Message'),
    ofChannel: (_body, { status, headers }) => status === 403 || OF_CHANNEL.test(headers['x-amzn-errortype'] ?? ''),
    again: (_body, { status, headers }) => status === 400 && /^Throttling/.test(headers['x-amzn-errortype'] ?? ''),
  },
  (email, { base, credentials, config }) => {
    const { accessKeyId = '', secretAccessKey = '', region = '' } = credentials;
    const part = (text: string | undefined) => (text === undefined ? undefined : { Data: text, Charset: 'UTF-8' });
    const body = JSON.stringify({
      FromEmailAddress: asciiMailbox(email.from),
      Destination: { ToAddresses: [email.to] },
      ReplyToAddresses: email.replyTo === undefined ? undefined : [email.replyTo],
      Content: {
        Simple: {
          Subject: part(email.subject),
          Body: { Html: part(email.html), Text: part(email.text) },
          Headers:
            email.headers.length === 0
              ? undefined
              : email.headers.map(({ name, value }) => ({ Name: name, Value: value })),
        },
      },
      EmailTags: [{ Name: TAG, Value: email.id }],
      ConfigurationSetName: textAt(config, 'configurationSet'),
    });
    const request = {
      method: 'POST' as const,
      url: `${base.replaceAll('{region}.amazonaws.com', `${region}.${awsDomain(region)}`).replaceAll('{region}', region)}/v2/email/outbound-emails`,
      headers: { 'content-type': 'application/json' },
      body,
    };
    return signV4(request, { accessKeyId, secretAccessKey, region, service: 'ses' }, realNow());
  },
);

/**
 * Event publishing (…/ses/latest/dg/event-publishing-retrieving-sns-contents.html) says eventType, the notifications of
 * an identity notificationType.
 */
function events(raw: RawCallback): CallbackEvent[] {
  const envelope = parseJson(raw.body.toString('utf8'));
  const confirm = subscribeAddress(envelope);
  if (confirm !== undefined) return [{ kind: 'confirm', url: confirm }];
  const event = textAt(envelope, 'Type') === 'Notification' ? parseJson(textAt(envelope, 'Message') ?? '') : undefined;
  const id = textAt(event, 'mail', 'messageId');
  if (id === undefined) return [];
  const messageId = ownId(at(event, 'mail', 'tags', TAG, 0));
  const status = (
    part: string,
    more: Pick<CallbackEvent & { kind: 'status' }, 'status' | 'permanent' | 'link' | 'reason'>,
  ): CallbackEvent[] => [
    {
      kind: 'status',
      providerMessageId: id,
      at: instant(at(event, part, 'timestamp'), raw.receivedAt),
      ...more,
      ...(messageId === undefined ? {} : { messageId }),
    },
  ];
  const about = (kind: 'complaint' | 'unsubscribe', recipients: readonly unknown[], part: string): CallbackEvent[] =>
    recipients.flatMap((recipient) =>
      typeof recipient === 'string' && recipient !== ''
        ? [{ kind, recipient, providerMessageId: id, at: instant(at(event, part, 'timestamp'), raw.receivedAt) }]
        : [],
    );
  switch (textAt(event, 'eventType') ?? textAt(event, 'notificationType')) {
    case 'Delivery':
      return status('delivery', { status: 'delivered' });
    case 'Open':
      return status('open', { status: 'opened' });
    case 'Click': {
      const link = textAt(event, 'click', 'link');
      return status('click', { status: 'clicked', ...(link === undefined ? {} : { link }) });
    }
    case 'Bounce': {
      const type = textAt(event, 'bounce', 'bounceType') ?? '';
      const reason =
        textAt(event, 'bounce', 'bouncedRecipients', 0, 'diagnosticCode') ??
        ([type, textAt(event, 'bounce', 'bounceSubType')].filter(Boolean).join(', ') || 'Bounce');
      return status('bounce', { status: 'bounced', reason, permanent: type === 'Permanent' });
    }
    case 'Complaint':
      return about(
        'complaint',
        listAt(event, 'complaint', 'complainedRecipients').map((each) => at(each, 'emailAddress')),
        'complaint',
      );
    case 'Subscription':
      return at(event, 'subscription', 'newTopicPreferences', 'unsubscribeAll') === true
        ? about('unsubscribe', listAt(event, 'mail', 'destination'), 'subscription')
        : [];
    case 'Reject':
      return status('reject', { status: 'failed', reason: textAt(event, 'reject', 'reason') ?? 'Reject' });
    case 'Rendering Failure':
      return status('failure', {
        status: 'failed',
        reason: textAt(event, 'failure', 'errorMessage') ?? 'Rendering Failure',
      });
    default:
      return [];
  }
}

/**
 * SNS signs the messages of all AWS customers with the same key. The token in the address shows whose topic sent the
 * message (catalogue: callbackToken).
 */
function verify(raw: RawCallback, { connection, transport }: CallbackContext): Promise<boolean> {
  const { sandboxSigningKey } = connection.credentials;
  return verifySns(
    parseJson(raw.body.toString('utf8')),
    raw.receivedAt,
    transport,
    sandboxSigningKey === undefined ? null : keyOf(sandboxSigningKey),
  );
}

function keyOf(pem: string): KeyObject | null {
  try {
    return createPublicKey(pem);
  } catch {
    return null;
  }
}

export const ses: Provider<'email'> = {
  id: 'email_p5',

  send(message, connection, transport) {
    if (!AWS_REGION.test(connection.credentials.region ?? ''))
      return Promise.resolve({
        kind: 'failed',
        reason: 'The region is not an AWS region. Connect the channel again with a region such as ap-southeast-3.',
      });
    return handOver(message, connection, transport);
  },

  check: ({ credentials }) =>
    AWS_REGION.test(credentials.region ?? '')
      ? []
      : [['credentials.region', 'must be an AWS region such as ap-southeast-3']],

  callbacks: { verify, events },

  sandbox: {
    accepted: (providerMessageId) => ({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ MessageId: providerMessageId }),
    }),
    callback({ status, providerMessageId, recipient, at: time }, { credentials }, url) {
      if (credentials.sandboxSigningKey === undefined) return null;
      const timestamp = time.toISOString();
      const more = {
        delivered: { eventType: 'Delivery', delivery: { timestamp, recipients: [recipient], smtpResponse: '250 OK' } },
        bounced: {
          eventType: 'Bounce',
          bounce: {
            timestamp,
            bounceType: 'Permanent',
            bounceSubType: 'General',
            bouncedRecipients: [{ emailAddress: recipient, diagnosticCode: 'smtp; 550 5.1.1 user unknown' }],
          },
        },
        failed: { eventType: 'Reject', reject: { reason: 'Bad content' } },
        opened: { eventType: 'Open', open: { timestamp, userAgent: 'Sandbox' } },
        clicked: { eventType: 'Click', click: { timestamp, link: 'https://example.com/', userAgent: 'Sandbox' } },
      }[status];
      const region = credentials.region ?? 'us-east-1';
      const envelope = {
        Type: 'Notification',
        MessageId: randomUUID(),
        TopicArn: `arn:aws:sns:${region}:000000000000:sandbox`,
        Subject: 'Amazon SES Email Event Notification',
        Message: JSON.stringify({
          mail: { timestamp, messageId: providerMessageId, destination: [recipient], tags: {} },
          ...more,
        }),
        Timestamp: realNow().toISOString(),
        SignatureVersion: '2',
        SigningCertURL: `https://sns.${region}.amazonaws.com/SimpleNotificationService-sandbox.pem`,
      };
      const Signature = sign(
        'sha256',
        Buffer.from(snsSignedText(envelope) ?? ''),
        createPrivateKey(credentials.sandboxSigningKey),
      ).toString('base64');
      return {
        method: 'POST',
        url,
        body: Buffer.from(JSON.stringify({ ...envelope, Signature })),
        headers: { 'content-type': 'text/plain; charset=UTF-8', 'x-amz-sns-message-type': 'Notification' },
      };
    },
  },
};
