/**
 * E-mail through Amazon SES, as https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html and
 * https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-examples.html say.
 */
import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signV4 } from '@/server/platform/vendors/aws-sigv4';
import { providerEntry } from '@/server/platform/vendors/catalog';
import type { Transport, VendorRequest } from '@/server/platform/vendors/provider';
import { ses } from '@/server/modules/messaging/adapters/ses';
import { describeAnswers, describeCallbacks } from '@/server/testing/adapter';
import { emailChannel, EMAIL_MESSAGE } from '@/server/testing/email';
import { loopbackTransport, noTransport, useVendor } from '@/server/testing/vendor';

const SIGNER = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  region: 'ap-southeast-3',
};
const signingKey = (): string =>
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const connection = emailChannel({ ...SIGNER, sandboxSigningKey: signingKey() });
const NOTHING_THERE: Transport = {
  ...noTransport,
  request: () => Promise.resolve({ status: 404, headers: {}, body: '' }),
};
const vendor = useVendor();

describe('ses', () => {
  it('posts the e-mail as JSON, signed for ses in the region', async () => {
    vendor.answers({ body: '{"MessageId":"010f0190-1"}' });
    await ses.send(EMAIL_MESSAGE, connection(vendor.base, { configurationSet: 'laris' }), loopbackTransport);
    const { request } = vendor;
    expect([request.method, request.path]).toEqual(['POST', '/v2/email/outbound-emails']);
    expect(JSON.parse(request.body)).toEqual({
      FromEmailAddress: 'Toko Anda <halo@tokoanda.co.id>',
      Destination: { ToAddresses: ['budi@example.com'] },
      ReplyToAddresses: ['cs@tokoanda.co.id'],
      Content: {
        Simple: {
          Subject: { Data: EMAIL_MESSAGE.content.subject, Charset: 'UTF-8' },
          Body: {
            Html: { Data: EMAIL_MESSAGE.content.html, Charset: 'UTF-8' },
            Text: { Data: EMAIL_MESSAGE.content.text, Charset: 'UTF-8' },
          },
          Headers: [
            { Name: 'List-Unsubscribe', Value: '<https://laris.example.com/u/abc>' },
            { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
          ],
        },
      },
      EmailTags: [{ Name: 'laris_message', Value: EMAIL_MESSAGE.id }],
      ConfigurationSetName: 'laris',
    });
    // What AWS would compute from what came over the wire.
    const { authorization = '', 'x-amz-date': date = '' } = request.headers;
    const now = new Date(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
    expect(Math.abs(now.getTime() - Date.now())).toBeLessThan(60_000);
    const expected = await signV4(
      {
        method: 'POST',
        url: `http://${request.headers.host!}${request.path}`,
        headers: { 'content-type': request.headers['content-type']! },
        body: request.body,
      },
      { ...SIGNER, service: 'ses' },
      now,
    );
    expect(authorization).toBe(expected.headers.authorization);
    expect(authorization).toContain(`/ap-southeast-3/ses/aws4_request, SignedHeaders=content-type;host;x-amz-date, `);
  });

  it('leaves out what there is not, and writes a name beyond ASCII as encoded words', async () => {
    await ses.send(
      { ...EMAIL_MESSAGE, headers: {}, content: { subject: 'x', text: 'y' } },
      connection(vendor.base, { fromName: 'Café', replyTo: undefined }),
      loopbackTransport,
    );
    expect(JSON.parse(vendor.request.body)).toEqual({
      FromEmailAddress: '=?UTF-8?B?Q2Fmw6k=?= <halo@tokoanda.co.id>',
      Destination: { ToAddresses: ['budi@example.com'] },
      Content: {
        Simple: { Subject: { Data: 'x', Charset: 'UTF-8' }, Body: { Text: { Data: 'y', Charset: 'UTF-8' } } },
      },
      EmailTags: [{ Name: 'laris_message', Value: EMAIL_MESSAGE.id }],
    });
  });

  // The endpoints of @aws-sdk/client-sesv2 3.1176.0
  it.each([
    ['ap-southeast-3', 'email.ap-southeast-3.amazonaws.com'],
    ['us-gov-west-1', 'email.us-gov-west-1.amazonaws.com'],
    ['eusc-de-east-1', 'email.eusc-de-east-1.amazonaws.eu'],
    ['cn-north-1', 'email.cn-north-1.amazonaws.com.cn'],
  ])('goes to the host of the region %s', async (region, host) => {
    const asked: VendorRequest[] = [];
    await ses.send(EMAIL_MESSAGE, emailChannel({ ...SIGNER, region })('https://email.{region}.amazonaws.com'), {
      ...noTransport,
      request: (request) => (asked.push(request), Promise.resolve({ status: 200, headers: {}, body: '{}' })),
    });
    expect(asked[0]?.url).toBe(`https://${host}/v2/email/outbound-emails`);
  });

  it.each(['us-east-1', 'ap-southeast-3', 'us-gov-west-1', 'me-central-1', 'eusc-de-east-1'])(
    'takes the region %s',
    (region) => {
      expect(ses.check!({ credentials: { region }, config: {} })).toEqual([]);
    },
  );

  it('never goes anywhere for what is no region', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          fc.constantFrom(
            '',
            'evil.example/',
            'us-east-1.evil.example',
            'us-east-1/',
            'us-east-1@evil',
            'us-east-1#',
            'US-EAST-1',
            'us-east-1\n',
          ),
        ),
        async (region) => {
          const outcome = await ses.send(
            EMAIL_MESSAGE,
            emailChannel({ ...SIGNER, region })('https://email.{region}.amazonaws.com'),
            noTransport,
          );
          expect(outcome).toMatchObject({ kind: 'failed', reason: expect.stringContaining('region') });
          expect(ses.check!({ credentials: { region }, config: {} })).toEqual([
            ['credentials.region', expect.any(String)],
          ]);
        },
      ),
    );
  });

  it('comes again when AWS throttles with a 400', async () => {
    vendor.answers({
      status: 400,
      headers: { 'x-amzn-errortype': 'ThrottlingException:' },
      body: '{"message":"Rate exceeded"}',
    });
    expect(await ses.send(EMAIL_MESSAGE, connection(vendor.base), loopbackTransport)).toEqual({
      kind: 'retry',
      reason: 'Rate exceeded',
    });
  });

  describeAnswers(vendor, {
    provider: ses,
    connection,
    message: EMAIL_MESSAGE,
    success: {
      answer: { body: '{"MessageId":"010f0190-0000-0000-0000-000000000000-000000"}' },
      providerMessageId: '010f0190-0000-0000-0000-000000000000-000000',
    },
    refusal: { status: 400, body: '{"message":"WORDS"}' },
  });

  describeCallbacks({
    provider: ses,
    connection: connection(''),
    recipient: 'budi@example.com',
    statuses: ['delivered', 'bounced', 'failed', 'opened', 'clicked'],
    minutes: 120,
    stranger: emailChannel({ ...SIGNER, sandboxSigningKey: signingKey() })(''),
    transport: NOTHING_THERE,
  });

  it('asks for the token of the address too, since SNS signs for every customer of AWS', () => {
    expect(providerEntry('email_p5').callbackToken).toBe(true);
  });
});

describe('events', () => {
  const received = new Date('2026-11-21T07:00:00.000Z');
  const at = new Date('2017-08-05T00:41:02.669Z');
  const timestamp = at.toISOString();
  const mail = {
    timestamp: '2017-08-05T00:40:02.012Z',
    messageId: 'EXAMPLE7c191be45',
    destination: ['budi@example.com'],
    tags: { 'ses:configuration-set': ['ConfigSet'], laris_message: [EMAIL_MESSAGE.id] },
  };
  const notification = (event: object) => ({ Type: 'Notification', Message: JSON.stringify({ mail, ...event }) });
  const read = (envelope: object) =>
    ses.callbacks!.events({
      method: 'POST',
      url: '',
      headers: {},
      body: Buffer.from(JSON.stringify(envelope)),
      receivedAt: received,
    });
  const of = (event: object) => read(notification(event));
  const status = (of: string, more: object = {}) => ({
    kind: 'status',
    providerMessageId: mail.messageId,
    status: of,
    at,
    messageId: EMAIL_MESSAGE.id,
    ...more,
  });

  it('are read as documented, of event publishing and of identity notifications', () => {
    expect(of({ eventType: 'Delivery', delivery: { timestamp } })).toEqual([status('delivered')]);
    expect(of({ notificationType: 'Delivery', delivery: { timestamp } })).toEqual([status('delivered')]);
    expect(of({ eventType: 'Open', open: { timestamp } })).toEqual([status('opened')]);
    expect(of({ eventType: 'Click', click: { timestamp, link: 'https://example.com/a' } })).toEqual([
      status('clicked', { link: 'https://example.com/a' }),
    ]);
    expect(of({ eventType: 'Reject', reject: { reason: 'Bad content' } })).toEqual([
      status('failed', { at: received, reason: 'Bad content' }),
    ]);
    expect(
      of({ eventType: 'Rendering Failure', failure: { errorMessage: 'Attribute missing', templateName: 'x' } }),
    ).toEqual([status('failed', { at: received, reason: 'Attribute missing' })]);
  });

  it('tell a bounce for good from one that may pass', () => {
    const bounce = {
      timestamp,
      bounceSubType: 'General',
      bouncedRecipients: [{ emailAddress: 'budi@example.com', diagnosticCode: 'smtp; 550 5.1.1 user unknown' }],
    };
    expect(of({ eventType: 'Bounce', bounce: { ...bounce, bounceType: 'Permanent' } })).toEqual([
      status('bounced', { permanent: true, reason: 'smtp; 550 5.1.1 user unknown' }),
    ]);
    expect(
      of({ eventType: 'Bounce', bounce: { timestamp, bounceType: 'Transient', bounceSubType: 'MailboxFull' } }),
    ).toEqual([status('bounced', { permanent: false, reason: 'Transient, MailboxFull' })]);
  });

  it('tell complaints, and unsubscribes of everything', () => {
    expect(
      of({
        eventType: 'Complaint',
        complaint: {
          timestamp,
          complainedRecipients: [{ emailAddress: 'budi@example.com' }, { emailAddress: 'siti@example.com' }, {}],
        },
      }),
    ).toEqual(
      ['budi@example.com', 'siti@example.com'].map((recipient) => ({
        kind: 'complaint',
        recipient,
        providerMessageId: mail.messageId,
        at,
      })),
    );
    expect(
      of({ eventType: 'Subscription', subscription: { timestamp, newTopicPreferences: { unsubscribeAll: true } } }),
    ).toEqual([{ kind: 'unsubscribe', recipient: 'budi@example.com', providerMessageId: mail.messageId, at }]);
    expect(
      of({ eventType: 'Subscription', subscription: { timestamp, newTopicPreferences: { unsubscribeAll: false } } }),
    ).toEqual([]);
  });

  it.each(['Send', 'DeliveryDelay', 'constructor'])('%s changes nothing', (eventType) => {
    expect(of({ eventType })).toEqual([]);
  });

  it('ask to confirm a subscription, at AWS only', () => {
    const confirm = (SubscribeURL: unknown) => read({ Type: 'SubscriptionConfirmation', SubscribeURL });
    const url =
      'https://sns.ap-southeast-3.amazonaws.com/?Action=ConfirmSubscription&TopicArn=arn:aws:sns:ap-southeast-3:123456789012:MyTopic&Token=2336412f37';
    expect(confirm(url)).toEqual([{ kind: 'confirm', url }]);
    for (const other of [
      'http://sns.us-east-1.amazonaws.com/',
      'https://sns.us-east-1.amazonaws.com.evil.example/',
      'https://evil.example/?sns.us-east-1.amazonaws.com/',
      'https://sns.us-east-1.amazonaws.com@evil.example/',
      'https://sns.us-east-1.amazonaws.com:444/',
      'https://sns.us-east-1.amazonaws.com\\@evil.example/',
      'https://169.254.169.254/',
      '',
      7,
      null,
    ]) {
      expect(confirm(other), String(other)).toEqual([]);
    }
  });
});
