/** The signature of SNS: https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html */
import { sign, type KeyObject } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { NotSentError, type Transport, type VendorRequest } from '@/server/platform/vendors/provider';
import { verifySns } from '@/server/modules/messaging/adapters/sns';
import { selfSigned } from '@/server/testing/certificate';

const NOW = new Date('2026-11-21T07:00:00.000Z');
const CERTIFICATE =
  'https://sns.us-west-2.amazonaws.com/SimpleNotificationService-f3ecfb7224c7233fe7bb5f59f96de52f.pem';
const NOTIFICATION: Record<string, string> = {
  Type: 'Notification',
  MessageId: '22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324',
  TopicArn: 'arn:aws:sns:us-west-2:123456789012:MyTopic',
  Subject: 'My First Message',
  Message: 'Hello world!',
  Timestamp: '2026-11-21T06:59:59.000Z',
  SigningCertURL: CERTIFICATE,
  UnsubscribeURL: 'https://sns.us-west-2.amazonaws.com/?Action=Unsubscribe',
};
const CONFIRMATION: Record<string, string> = {
  Type: 'SubscriptionConfirmation',
  MessageId: '165545c9-2a5c-472c-8df2-7ff2be2b3b1b',
  Token: '2336412f37',
  TopicArn: 'arn:aws:sns:us-west-2:123456789012:MyTopic',
  Message: 'You have chosen to subscribe …',
  SubscribeURL: 'https://sns.us-west-2.amazonaws.com/?Action=ConfirmSubscription',
  Timestamp: '2026-11-21T06:59:59.000Z',
  SigningCertURL: CERTIFICATE,
};
/** The documentation's own list of what is signed, in its order. */
const signedText = (message: Record<string, string>): string =>
  (message.Type === 'Notification'
    ? ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type']
    : ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type']
  )
    .filter((key) => key in message)
    .map((key) => `${key}\n${message[key]!}\n`)
    .join('');

let aws: { pem: string; privateKey: KeyObject };
beforeAll(() => {
  aws = selfSigned('sns.amazonaws.com');
});

const signed = (
  message: Record<string, string>,
  version: '1' | '2' = '2',
  key = aws.privateKey,
): Record<string, string> => ({
  ...message,
  SignatureVersion: version,
  Signature: sign(version === '1' ? 'sha1' : 'sha256', Buffer.from(signedText(message)), key).toString('base64'),
});

/** AWS, which hands out its certificate and counts how often. */
function awsTransport(): Transport & { asked: VendorRequest[] } {
  const asked: VendorRequest[] = [];
  return {
    asked,
    request: (request) => (asked.push(request), Promise.resolve({ status: 200, headers: {}, body: aws.pem })),
    guarded: () => Promise.reject(new Error('not here')),
  };
}
const verify = (message: unknown, transport: Transport = awsTransport()) => verifySns(message, NOW, transport, null);

describe('verifySns', () => {
  it.each(['1', '2'] as const)('holds for a message of AWS, version %s', async (version) => {
    expect(await verify(signed(NOTIFICATION, version))).toBe(true);
    expect(await verify(signed(CONFIRMATION, version))).toBe(true);
    const { Subject: _subject, ...without } = NOTIFICATION;
    expect(await verify(signed(without, version))).toBe(true);
  });

  it('does not hold when anything that is signed is changed, added or left out', async () => {
    for (const message of [signed(NOTIFICATION), signed(CONFIRMATION)]) {
      for (const key of signedText(message)
        .split('\n')
        .filter((_, n) => n % 2 === 0 && n < 14)
        .filter((each) => each !== '' && each !== 'Type')) {
        expect(
          await verify({ ...message, [key]: key === 'Timestamp' ? '2026-11-21T06:59:58.000Z' : `${message[key]!}x` }),
          key,
        ).toBe(false);
        expect(await verify({ ...message, [key]: undefined }), `${key} left out`).toBe(false);
      }
    }
    expect(await verify({ ...signed(NOTIFICATION), Type: 'SubscriptionConfirmation' })).toBe(false);
    expect(await verify({ ...signed(NOTIFICATION), SignatureVersion: '1' })).toBe(false);
    expect(await verify({ ...signed(NOTIFICATION), SignatureVersion: '3' })).toBe(false);
    expect(await verify({ ...signed(NOTIFICATION), Signature: '' })).toBe(false);
  });

  it('does not hold for another key', async () => {
    expect(await verify(signed(NOTIFICATION, '2', selfSigned('sns.amazonaws.com').privateKey))).toBe(false);
  });

  it('does not hold for a message that is played again two hours later', async () => {
    const message = signed(NOTIFICATION);
    expect(await verifySns(message, new Date(NOW.getTime() + 119 * 60_000), awsTransport(), null)).toBe(true);
    expect(await verifySns(message, new Date(NOW.getTime() + 121 * 60_000), awsTransport(), null)).toBe(false);
  });

  it.each([
    'http://sns.us-west-2.amazonaws.com/SimpleNotificationService-1.pem',
    'https://sns.us-west-2.amazonaws.com.evil.example/SimpleNotificationService-1.pem',
    'https://sns.us-west-2.amazonaws.com@evil.example/SimpleNotificationService-1.pem',
    'https://evil.example/sns.us-west-2.amazonaws.com/SimpleNotificationService-1.pem',
    'https://s3.us-west-2.amazonaws.com/SimpleNotificationService-1.pem',
    'https://sns.evil.amazonaws.com/SimpleNotificationService-1.pem',
    'https://sns.us-west-2.amazonaws.com:8443/SimpleNotificationService-1.pem',
    'https://sns.us-west-2.amazonaws.com/bucket/SimpleNotificationService-1.pem',
    'https://sns.us-west-2.amazonaws.com/?x=/SimpleNotificationService-1.pem',
    'https://sns.us-west-2.amazonaws.com/SimpleNotificationService-1.pem?x',
    'https://sns.us-west-2.amazonaws.eu/SimpleNotificationService-1.pem',
    'https://sns.eusc-de-east-1.amazonaws.com/SimpleNotificationService-1.pem',
    'https://sns.cn-north-1.amazonaws.com/SimpleNotificationService-1.pem',
    'https://127.0.0.1/SimpleNotificationService-1.pem',
    '',
  ])('fetches no certificate from %s', async (SigningCertURL) => {
    const transport = awsTransport();
    expect(await verify(signed({ ...NOTIFICATION, SigningCertURL }), transport)).toBe(false);
    expect(transport.asked).toEqual([]);
  });

  it.each(['sns.eusc-de-east-1.amazonaws.eu', 'sns.cn-north-1.amazonaws.com.cn', 'sns.us-gov-west-1.amazonaws.com'])(
    'fetches it from %s',
    async (host) => {
      const SigningCertURL = `https://${host}/SimpleNotificationService-1.pem`;
      expect(await verify(signed({ ...NOTIFICATION, SigningCertURL }))).toBe(true);
    },
  );

  // sns-validator 0.3.5 signs what is there
  it('holds for an empty subject', async () => {
    expect(await verify(signed({ ...NOTIFICATION, Subject: '' }))).toBe(true);
  });

  it('fetches a certificate once for many messages, and a GET it is', async () => {
    const transport = awsTransport();
    for (let n = 0; n < 3; n += 1)
      expect(await verify(signed({ ...NOTIFICATION, MessageId: String(n) }), transport)).toBe(true);
    expect(transport.asked.map(({ method, url }) => [method, url])).toEqual([['GET', CERTIFICATE]]);
  });

  it('holds for nothing when what stands there is no certificate, and looks again the next time', async () => {
    const transport = awsTransport();
    const message = signed(NOTIFICATION);
    for (const answer of [
      { status: 200, headers: {}, body: 'nonsense' },
      { status: 404, headers: {}, body: aws.pem },
    ])
      expect(await verify(message, { ...transport, request: () => Promise.resolve(answer) })).toBe(false);
    expect(await verify(message, transport)).toBe(true);
  });

  it('says when AWS cannot be reached, so that the callback is looked at again', async () => {
    await expect(
      verify(signed(NOTIFICATION), {
        ...awsTransport(),
        request: () => Promise.reject(new NotSentError('no network')),
      }),
    ).rejects.toBeInstanceOf(NotSentError);
    for (const status of [429, 503])
      await expect(
        verify(signed(NOTIFICATION), {
          ...awsTransport(),
          request: () => Promise.resolve({ status, headers: {}, body: 'Slow Down' }),
        }),
      ).rejects.toBeInstanceOf(NotSentError);
  });

  it.each([
    undefined,
    null,
    7,
    'text',
    [],
    {},
    { Type: 'Notification' },
    { Type: 'Notification', Signature: 'AAAA', SignatureVersion: '2', Timestamp: 'x' },
  ])('takes %j for nothing', async (message) => {
    expect(await verify(message)).toBe(false);
  });
});
