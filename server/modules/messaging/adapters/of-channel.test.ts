/**
 * Which refusals are the channel's, so that its page and Home say so, and which are one recipient's
 * (docs/contract/channels.md#providers).
 */
import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ADAPTERS } from '@/server/modules/messaging/adapters/adapters';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import type { Connection, Transport, VendorAnswer } from '@/server/platform/vendors/provider';
import { EMAIL_MESSAGE } from '@/server/testing/email';

const CREDENTIALS: Record<string, string> = {
  apiKey: 'key-of-the-channel',
  apiSecret: 'secret-of-the-channel',
  domain: 'mg.example.com',
  serverToken: 'token-of-the-channel',
  accessKeyId: 'AKIAEXAMPLE',
  secretAccessKey: 'secret-of-the-channel',
  region: 'ap-southeast-3',
  accountSid: 'AC1',
  authToken: 'token-of-the-channel',
  accessToken: 'token-of-the-channel',
  phoneNumberId: '1',
  fromNumber: '+14155238886',
  botToken: '1:token-of-the-channel',
  channelAccessToken: 'token-of-the-channel',
  channelSecret: 'secret-of-the-channel',
  webhookUrl: 'https://hooks.example.com/x',
  url: 'https://hooks.example.com/x',
  appId: 'app',
  serverKey: 'legacy-key-of-the-channel',
};
const CONNECTION: Connection = {
  channelId: 'c1',
  credentials: CREDENTIALS,
  config: { fromEmail: 'halo@example.com', fromNumber: '+14155238886', assetId: '1' },
  externalId: null,
  base: 'https://vendor.example.com',
};
const SERVICE_ACCOUNT = JSON.stringify({
  type: 'service_account',
  project_id: 'p',
  client_email: 'a@p.iam.gserviceaccount.com',
  private_key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
});

const json = (status: number, body: object, headers: Record<string, string> = {}): VendorAnswer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});
const graph = (status: number, code: number) => json(status, { error: { message: 'm', code } });
const fcmError = (errorCode: string) => json(403, { error: { message: 'm', details: [{ errorCode }] } });

const CASES: [provider: ProviderId, ofChannel: VendorAnswer[], ofRecipient: VendorAnswer[]][] = [
  ['email_p1', [json(401, { message: 'm' }), json(403, { message: 'not verified' })], [json(422, { message: 'm' })]],
  ['email_p2', [json(401, {}), json(403, {})], [json(400, {})]],
  ['email_p3', [json(401, {}), json(404, { message: 'Domain not found' })], [json(400, {})]],
  [
    'email_p4',
    [json(401, {}), json(422, { ErrorCode: 400, Message: 'm' })],
    [json(422, { ErrorCode: 406, Message: 'm' })],
  ],
  [
    'email_p5',
    [json(403, {}), json(400, {}, { 'x-amzn-errortype': 'SendingPausedException' })],
    [json(400, {}, { 'x-amzn-errortype': 'BadRequestException' })],
  ],
  [
    'sms_p1',
    [json(401, { code: 20003, message: 'm' }), json(400, { code: 21606, message: 'm' })],
    [json(400, { code: 21610, message: 'm' }), json(403, { code: 21408, message: 'm' })],
  ],
  [
    'sms_p2',
    [json(401, {}), json(200, { messages: [{ status: '4', 'error-text': 'm' }] })],
    [json(200, { messages: [{ status: '3', 'error-text': 'm' }] })],
  ],
  ['msg_p1', [graph(401, 190), graph(400, 131031)], [graph(400, 131026), graph(403, 10)]],
  [
    'msg_p3',
    [json(401, {}), json(404, {})],
    [json(403, { description: 'bot was blocked by the user' }), json(400, {})],
  ],
  ['msg_p4', [json(401, {}), json(403, {})], [json(400, {})]],
  ['msg_p5', [json(403, {}), json(404, {}), json(410, {})], [json(400, {})]],
  ['msg_p6', [json(401, {}), json(404, {})], [json(400, {})]],
  ['push_p1', [json(401, {}), json(403, {})], [json(400, {})]],
  ['social_p5', [json(401, {})], [json(403, {})]],
  ['webhook_generic', [json(401, {}), json(410, {})], [json(422, {})]],
];

const outcomes = async (provider: ProviderId, answer: VendorAnswer, connection = CONNECTION) => {
  const transport: Transport = { request: () => Promise.resolve(answer), guarded: () => Promise.resolve(answer) };
  const content = { ...EMAIL_MESSAGE.content, body: 'b', title: 't' };
  const recipient = provider.startsWith('email') ? EMAIL_MESSAGE.recipient : '123456789';
  return await ADAPTERS[provider].send(
    { ...EMAIL_MESSAGE, recipient, content, lastInboundAt: EMAIL_MESSAGE.now },
    connection,
    transport,
  );
};

describe('a refusal', () => {
  it.each(CASES)('of %s is told apart', async (provider, ofChannel, ofRecipient) => {
    for (const answer of ofChannel)
      expect(await outcomes(provider, answer), JSON.stringify(answer)).toMatchObject({
        kind: 'failed',
        ofChannel: true,
      });
    for (const answer of ofRecipient) {
      const outcome = await outcomes(provider, answer);
      expect(outcome, JSON.stringify(answer)).toMatchObject({ kind: 'failed' });
      expect(outcome).not.toHaveProperty('ofChannel');
    }
  });

  it('of an access token is the channel’s, and of a device that registered elsewhere is not', async () => {
    const refused = {
      ...CONNECTION,
      credentials: { serviceAccountJson: SERVICE_ACCOUNT },
      base: 'https://a.example.com',
    };
    expect(
      await outcomes('push_p2', json(400, { error: 'invalid_grant', error_description: 'm' }), refused),
    ).toMatchObject({
      kind: 'failed',
      ofChannel: true,
    });
    const answering = (answer: VendorAnswer) => {
      const token = json(200, { access_token: 'a', expires_in: 3600 });
      const request: Transport['request'] = ({ url }) => Promise.resolve(url.endsWith('/token') ? token : answer);
      return ADAPTERS.push_p2.send(
        { ...EMAIL_MESSAGE, recipient: 'device', content: { title: 't', body: 'b' } },
        { ...refused, base: 'https://b.example.com' },
        { request, guarded: request },
      );
    };
    expect(await answering(fcmError('SENDER_ID_MISMATCH'))).not.toHaveProperty('ofChannel');
    expect(await answering(json(403, { error: { message: 'PERMISSION_DENIED' } }))).toMatchObject({ ofChannel: true });
  });
});
