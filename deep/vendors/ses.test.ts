/** The adapter of Amazon SES beside AWS's SDK (@aws-sdk/client-sesv2 3.1176.0) and sns-validator 0.3.5, which reads its callbacks. */
import { sign, type KeyObject } from 'node:crypto';
import https from 'node:https';
import { PassThrough } from 'node:stream';
import { SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import MessageValidator from 'sns-validator';
import { afterEach, expect, it, vi } from 'vitest';
import { bothRequests } from '@/deep/vendors/requests';
import { AWS_REGION, awsDomain } from '@/server/platform/vendors/aws-domain';
import { ses } from '@/server/modules/messaging/adapters/ses';
import { snsSignedText, verifySns } from '@/server/modules/messaging/adapters/sns';
import { selfSigned } from '@/server/testing/certificate';
import { emailChannel, EMAIL_MESSAGE } from '@/server/testing/email';
import { loopbackTransport, noTransport, useVendor } from '@/server/testing/vendor';

const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };
const region = 'ap-southeast-3';
const connection = emailChannel({ ...credentials, region });
const vendor = useVendor();
afterEach(() => vi.restoreAllMocks());

it('sends the body that the SDK sends, under the same scope of signature', async () => {
  vendor.answers({ body: '{"MessageId":"010f0190-1"}' });
  await ses.send(EMAIL_MESSAGE, connection(vendor.base, { configurationSet: 'laris' }), loopbackTransport);
  const part = (Data = '') => ({ Data, Charset: 'UTF-8' });
  const { subject, html, text } = EMAIL_MESSAGE.content;
  await new SESv2Client({ region, credentials, endpoint: vendor.base }).send(
    new SendEmailCommand({
      FromEmailAddress: 'Toko Anda <halo@tokoanda.co.id>',
      Destination: { ToAddresses: ['budi@example.com'] },
      ReplyToAddresses: ['cs@tokoanda.co.id'],
      Content: {
        Simple: {
          Subject: part(subject),
          Body: { Html: part(html), Text: part(text) },
          Headers: Object.entries(EMAIL_MESSAGE.headers ?? {}).map(([Name, Value]) => ({ Name, Value })),
        },
      },
      EmailTags: [{ Name: 'laris_message', Value: EMAIL_MESSAGE.id }],
      ConfigurationSetName: 'laris',
    }),
  );
  const { ours, theirs } = await bothRequests(vendor, 'x-amz-content-sha256');
  // The SDK signs a digest of the body as a header of its own; we sign it in the request alone, which AWS takes alike.
  expect({ ...ours, headers: {} }).toEqual({ ...theirs, headers: {} });
  const scopes = vendor.requests.map(
    ({ headers }) => /Credential=[^/]+\/\d{8}\/([^,]+),/.exec(headers.authorization!)?.[1],
  );
  expect(scopes).toEqual([`${region}/ses/aws4_request`, `${region}/ses/aws4_request`]);
});

it.each(['ap-southeast-3', 'us-gov-west-1', 'cn-north-1', 'eusc-de-east-1'])(
  'asks the host that the SDK asks in %s',
  async (of) => {
    const hosts: string[] = [];
    const client = new SESv2Client({
      region: of,
      credentials,
      requestHandler: {
        handle: ({ hostname }: { hostname: string }) => {
          hosts.push(hostname);
          return Promise.reject(new Error('Nothing leaves this machine.'));
        },
      },
      maxAttempts: 1,
    });
    await client.send(new SendEmailCommand({ Content: {} })).catch(() => undefined);
    expect(AWS_REGION.test(of)).toBe(true);
    expect(hosts).toEqual([`email.${of}.${awsDomain(of)}`]);
  },
);

/** A message of SNS, signed as its documentation says. */
function signed(message: Record<string, string>, key: KeyObject): Record<string, string> {
  const whole = { ...message, SignatureVersion: '2' };
  return { ...whole, Signature: sign('sha256', Buffer.from(snsSignedText(whole)!), key).toString('base64') };
}

it('judges messages of SNS as sns-validator does, but for the end of a subscription', async () => {
  const { pem, privateKey } = selfSigned('sns.amazonaws.com');
  // The certificate's address is AWS's own; what answers there is a certificate of this test.
  vi.spyOn(https, 'get').mockImplementation(((_url: string, answered: (response: unknown) => void) => {
    const response = Object.assign(new PassThrough(), { statusCode: 200 });
    answered(response);
    response.end(pem);
    return response;
  }) as never);
  const now = new Date();
  const common = {
    MessageId: '22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324',
    TopicArn: 'arn:aws:sns:ap-southeast-3:123456789012:laris',
    Message: 'Halo',
    Timestamp: now.toISOString(),
    SigningCertURL: `https://sns.${region}.amazonaws.com/SimpleNotificationService-f3ecfb7224c7233fe7bb5f59f96de52f.pem`,
  };
  const control = {
    ...common,
    Token: '2336412f37',
    SubscribeURL: `https://sns.${region}.amazonaws.com/?Action=ConfirmSubscription`,
  };
  const verdicts = async (message: Record<string, string>) => [
    await verifySns(
      message,
      now,
      { ...noTransport, request: () => Promise.resolve({ status: 200, headers: {}, body: pem }) },
      null,
    ),
    await new Promise((resolve) => new MessageValidator().validate({ ...message }, (error) => resolve(error === null))),
  ];
  const notification = signed({ ...common, Type: 'Notification', Subject: 'Kabar' }, privateKey);
  expect(await verdicts(notification)).toEqual([true, true]);
  expect(await verdicts(signed({ ...common, Type: 'Notification' }, privateKey))).toEqual([true, true]);
  expect(await verdicts({ ...notification, Message: 'Halo!' })).toEqual([false, false]);
  expect(await verdicts(signed({ ...control, Type: 'SubscriptionConfirmation' }, privateKey))).toEqual([true, true]);
  // AWS signs the token of this one too; sns-validator leaves it out (findings/sns-validator-unsubscribe.sh).
  expect(await verdicts(signed({ ...control, Type: 'UnsubscribeConfirmation' }, privateKey))).toEqual([true, false]);
});
