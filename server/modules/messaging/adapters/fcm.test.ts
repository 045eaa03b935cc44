/**
 * As https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages/send,
 * https://developers.google.com/identity/protocols/oauth2/service-account#httprest and, for the legacy API,
 * https://firebase.google.com/docs/cloud-messaging/http-server-ref say.
 */
import { createVerify, generateKeyPairSync } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { fcm } from '@/server/modules/messaging/adapters/fcm';
import {
  NotSentError,
  type Connection,
  type OutgoingMessage,
  type Transport,
  type VendorRequest,
} from '@/server/platform/vendors/provider';
import { describeAnswers } from '@/server/testing/adapter';
import { loopbackTransport, useVendor } from '@/server/testing/vendor';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
let accounts = 0;
const keyFile = (more: object = {}): string =>
  JSON.stringify({
    type: 'service_account',
    project_id: 'toko-1',
    private_key_id: 'kid-1',
    private_key: pem,
    client_email: `push@toko-${accounts}.iam.gserviceaccount.com`,
    token_uri: 'https://evil.example/token',
    ...more,
  });
/** An account whose token is in no cache yet. */
const fresh = (base: string, more: object = {}): Connection => (
  accounts++,
  { channelId: 'c1', credentials: { serviceAccountJson: keyFile(more) }, config: {}, externalId: null, base }
);
const SAME = keyFile({ client_email: 'same@toko.iam.gserviceaccount.com' });
const connection = (base: string): Connection => ({
  channelId: 'c1',
  credentials: { serviceAccountJson: SAME },
  config: {},
  externalId: null,
  base,
});
const message: OutgoingMessage<'push'> = {
  id: 'c06b6cfa81f3a9d2e4b7c6058',
  now: new Date(),
  recipient: 'device-token:APA91b',
  content: { title: 'Diskon', body: 'Hari ini', url: 'https://toko.example/a' },
};
const TOKEN = { status: 200, body: '{"access_token":"ya29.token","expires_in":3599,"token_type":"Bearer"}' };
const SENT = { status: 200, body: '{"name":"projects/toko-1/messages/0:1500415314455276%31bd1c96"}' };
const vendor = useVendor();
const send = (by: Connection, more: Partial<OutgoingMessage<'push'>> = {}) =>
  fcm.send({ ...message, ...more }, by, loopbackTransport);

describe('fcm v1', () => {
  it('exchanges a signed assertion for a token once, then sends', async () => {
    vendor.answers(TOKEN, SENT);
    const by = fresh(vendor.base);
    expect(await Promise.all([send(by), send(by)])).toEqual(
      Array(2).fill({ kind: 'accepted', providerMessageId: 'projects/toko-1/messages/0:1500415314455276%31bd1c96' }),
    );
    const [asked, sent] = vendor.requests;
    expect(vendor.requests).toHaveLength(3);
    expect([asked!.method, asked!.path, asked!.headers['content-type']]).toEqual([
      'POST',
      '/token',
      'application/x-www-form-urlencoded',
    ]);
    const form = new URLSearchParams(asked!.body);
    expect(form.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer');
    const [header, claims, signature] = form.get('assertion')!.split('.') as [string, string, string];
    const parsed = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
    expect(parsed(header)).toEqual({ alg: 'RS256', typ: 'JWT', kid: 'kid-1' });
    const { iat, exp, ...rest } = parsed(claims);
    expect(rest).toEqual({
      iss: JSON.parse(by.credentials.serviceAccountJson!).client_email,
      scope: 'https://www.googleapis.com/auth/firebase.messaging',
      aud: 'https://oauth2.googleapis.com/token',
    });
    expect([exp - iat, Math.abs(iat - Date.now() / 1000) < 60]).toEqual([3600, true]);
    expect(createVerify('RSA-SHA256').update(`${header}.${claims}`).verify(publicKey, signature, 'base64url')).toBe(
      true,
    );
    expect([sent!.method, sent!.path, sent!.headers.authorization]).toEqual([
      'POST',
      '/v1/projects/toko-1/messages:send',
      'Bearer ya29.token',
    ]);
    expect(JSON.parse(sent!.body)).toEqual({
      message: {
        token: 'device-token:APA91b',
        notification: { title: 'Diskon', body: 'Hari ini' },
        data: { url: 'https://toko.example/a' },
        webpush: { fcm_options: { link: 'https://toko.example/a' } },
      },
    });
  });

  it('takes the assertion to Google, whatever address the key file names', async () => {
    const asked: VendorRequest[] = [];
    const transport: Transport['request'] = (request) => (
      asked.push(request),
      Promise.resolve({ headers: {}, ...(asked.length === 1 ? TOKEN : SENT) })
    );
    await fcm.send(message, fresh('https://fcm.googleapis.com'), { request: transport, guarded: transport });
    expect(asked.map(({ url }) => url)).toEqual([
      'https://oauth2.googleapis.com/token',
      'https://fcm.googleapis.com/v1/projects/toko-1/messages:send',
    ]);
  });

  it('asks for a new token after a 401, and before the old one lapses', async () => {
    vendor.answers(
      TOKEN,
      {
        status: 401,
        body: '{"error":{"code":401,"message":"Request had invalid authentication credentials.","status":"UNAUTHENTICATED"}}',
      },
      TOKEN,
      SENT,
    );
    const by = fresh(vendor.base);
    expect(await send(by)).toMatchObject({ kind: 'failed' });
    expect(await send(by)).toMatchObject({ kind: 'accepted' });
    vendor.reset();
    vendor.answers(
      { status: 200, body: '{"access_token":"short","expires_in":30}' },
      SENT,
      { status: 200, body: '{"access_token":"short","expires_in":30}' },
      SENT,
    );
    const brief = fresh(vendor.base);
    await send(brief);
    await send(brief);
    expect(vendor.requests.map(({ path }) => path === '/token')).toEqual([true, false, true, false]);
  });

  it('sends nothing without a token: refused for good, or to come again, never unknown', async () => {
    vendor.answers({ status: 400, body: '{"error":"invalid_grant","error_description":"Invalid JWT Signature."}' });
    expect(await send(fresh(vendor.base))).toEqual({
      kind: 'failed',
      ofChannel: true,
      reason: 'Invalid JWT Signature.',
    });
    vendor.answers({ status: 502, body: '' });
    expect(await send(fresh(vendor.base))).toMatchObject({ kind: 'retry' });
    vendor.answers('cut');
    await expect(send(fresh(vendor.base))).rejects.toBeInstanceOf(NotSentError);
    expect(await send({ ...connection(vendor.base), credentials: { serviceAccountJson: '{}' } })).toMatchObject({
      kind: 'failed',
    });
  });

  it('fails with Google’s words and FCM’s code', async () => {
    vendor.answers(TOKEN, {
      status: 404,
      body: '{"error":{"code":404,"message":"Requested entity was not found.","status":"NOT_FOUND","details":[{"@type":"type.googleapis.com/google.firebase.fcm.v1.FcmError","errorCode":"UNREGISTERED"}]}}',
    });
    expect(await send(fresh(vendor.base))).toEqual({
      kind: 'failed',
      reason: 'Requested entity was not found. (UNREGISTERED)',
    });
  });

  it.each(['..', '', 'a/b?c#d', '@evil.example'])(
    'keeps a project %j in its own place of the path',
    async (project_id) => {
      vendor.answers(TOKEN, SENT);
      const outcome = await send(fresh(vendor.base, { project_id }));
      for (const { path } of vendor.requests.slice(1)) expect(path).toMatch(/^\/v1\/projects\/[^/]+\/messages:send$/);
      expect(['accepted', 'failed']).toContain(outcome.kind);
    },
  );

  describe('with a token at hand', () => {
    const held: Transport['request'] = (request) =>
      Promise.resolve(fcm.sandbox.aside!(request) ?? fcm.sandbox.accepted('x'));
    beforeEach(async () => {
      for (const base of [vendor.base, 'http://127.0.0.1:9'])
        await fcm.send(message, connection(base), { request: held, guarded: held });
    });
    describeAnswers(vendor, {
      provider: fcm,
      connection,
      message,
      success: { answer: SENT, providerMessageId: 'projects/toko-1/messages/0:1500415314455276%31bd1c96' },
      refusal: { status: 400, body: '{"error":{"code":400,"message":"WORDS","status":"INVALID_ARGUMENT"}}' },
    });
  });
});

describe('fcm legacy', () => {
  const legacy = (base: string): Connection => ({
    channelId: 'c1',
    credentials: { serverKey: 'AAAA-server-key' },
    config: {},
    externalId: null,
    base,
  });

  it('sends under the server key', async () => {
    vendor.answers({
      status: 200,
      body: '{"multicast_id":1,"success":1,"failure":0,"results":[{"message_id":"0:1"}]}',
    });
    expect(await send(legacy(vendor.base))).toEqual({ kind: 'accepted', providerMessageId: '0:1' });
    const { request } = vendor;
    expect([request.method, request.path, request.headers.authorization]).toEqual([
      'POST',
      '/fcm/send',
      'key=AAAA-server-key',
    ]);
    expect(JSON.parse(request.body)).toEqual({
      to: 'device-token:APA91b',
      notification: { title: 'Diskon', body: 'Hari ini', click_action: 'https://toko.example/a' },
      data: { url: 'https://toko.example/a' },
    });
  });

  it.each([
    ['NotRegistered', 'failed'],
    ['MismatchSenderId', 'failed'],
    ['Unavailable', 'retry'],
    ['DeviceMessageRateExceeded', 'retry'],
  ])('reads %s in a 200 as %s', async (error, kind) => {
    vendor.answers({ status: 200, body: JSON.stringify({ success: 0, failure: 1, results: [{ error }] }) });
    expect(await send(legacy(vendor.base))).toEqual({ kind, reason: error });
  });

  describeAnswers(vendor, {
    provider: fcm,
    connection: legacy,
    message,
    success: { answer: { status: 200, body: '{"results":[{"message_id":"0:1"}]}' }, providerMessageId: '0:1' },
    refusal: { status: 400, body: '{"error":"WORDS"}' },
  });
});

describe('at connect', () => {
  const check = (credentials: Record<string, string>) =>
    fcm.check!({ credentials, config: {} }).map(([, reason]) => reason);

  it('wants a service account’s key file', () => {
    expect(check({ serviceAccountJson: keyFile() })).toEqual([]);
    expect(check({ serverKey: 'AAAA' })).toEqual([]);
    expect(check({ serviceAccountJson: '{' })).toEqual(['is not JSON']);
    const { privateKey: ec } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    for (const more of [
      { private_key: 'nonsense' },
      { private_key: ec.export({ type: 'pkcs8', format: 'pem' }) },
      { client_email: '' },
      { project_id: undefined },
    ])
      expect(check({ serviceAccountJson: keyFile(more) })).toHaveLength(1);
  });
});
