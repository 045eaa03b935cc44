/** The adapter of Vonage beside Vonage's own SDK (@vonage/sms 1.21.0, @vonage/auth 1.15.0, @vonage/jwt 1.14.0). */
import { createHash, createHmac } from 'node:crypto';
import { AlgorithmTypes, Auth } from '@vonage/auth';
import { verifySignature } from '@vonage/jwt';
import { SMS, TypeEnum } from '@vonage/sms';
import { expect, it } from 'vitest';
import { bothRequests } from '@/deep/vendors/requests';
import { callbackAddress } from '@/server/modules/messaging/adapters/callback-address';
import type { Connection, RawCallback } from '@/server/platform/vendors/provider';
import { vonage } from '@/server/modules/messaging/adapters/vonage';
import { callbackUrl } from '@/server/modules/messaging/channels/callback-address';
import { loopbackTransport, noTransport, useVendor } from '@/server/testing/vendor';

const SECRET = 'my_secret_key_for_testing_of_32_letters';
const settings = { appSecrets: ['a secret of 32 characters, or more'], baseUrl: 'https://laris.example.com' } as const;
const pageAddress = callbackUrl(settings, { id: 'c1channel', provider: 'sms_p2' });
const MESSAGE_ID = 'c06b6cfa81f3a9d2e4b7c6058';
const vendor = useVendor();
const connection = (): Connection => ({
  channelId: 'c1channel',
  credentials: { apiKey: 'abcd1234', apiSecret: 'abcdef0123456789', callbackSecret: SECRET },
  config: { fromNumber: 'TokoAnda', callbackUrl: pageAddress },
  externalId: null,
  base: vendor.base,
});
const sdk = () => new SMS(new Auth({ apiKey: 'abcd1234', apiSecret: 'abcdef0123456789' }), { restHost: vendor.base });
const takes = (raw: Pick<RawCallback, 'method' | 'url' | 'headers' | 'body'>) =>
  vonage.callbacks!.verify!({ ...raw, receivedAt: new Date() }, { connection: connection(), transport: noTransport });

it.each([
  ['Diskon 50% & ongkir gratis', TypeEnum.TEXT],
  ['Diskon 50% 🎉', TypeEnum.UNICODE],
])('sends the fields that the SDK sends: %s', async (text, type) => {
  vendor.answers({ body: '{"message-count":"1","messages":[{"status":"0","message-id":"0A1"}]}' });
  const channel = connection();
  await vonage.send(
    { id: MESSAGE_ID, now: new Date(), recipient: '+6281234567890', content: { body: text } },
    channel,
    loopbackTransport,
  );
  await sdk().send({
    from: 'TokoAnda',
    to: '6281234567890',
    text,
    type,
    clientRef: MESSAGE_ID,
    callback: callbackAddress(channel, MESSAGE_ID)!,
  });
  const { ours, theirs } = await bothRequests(vendor, 'authorization');
  // The SDK sends JSON and puts key and secret in a header; a form with both in it is the documented other way.
  expect([ours.type, theirs.type]).toEqual(['application/x-www-form-urlencoded', 'application/json']);
  const { api_key: key, api_secret: secret, ...fields } = Object.fromEntries(ours.body as [string, string][]);
  expect(fields).toEqual(theirs.body);
  expect(theirs.headers.authorization).toBe(`Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`);
  expect([ours.method, ours.path]).toEqual([theirs.method, theirs.path]);
});

/** A delivery receipt, its texts chosen to need escaping in an address. */
const receipt = () => ({
  msisdn: '6281234567890',
  to: 'Toko Anda',
  messageId: '0A0000000123ABCD1',
  status: 'delivered',
  'err-code': '0',
  'message-timestamp': '2026-11-21 07:00:00',
  'client-ref': MESSAGE_ID,
  text: 'a&b=c+d %',
  timestamp: String(Math.floor(Date.now() / 1000)),
  nonce: 'aaaaaaaa-bbbb',
});
const ALGORITHMS = [
  AlgorithmTypes.md5hash,
  AlgorithmTypes.md5hmac,
  AlgorithmTypes.sha1hmac,
  AlgorithmTypes.sha256hmac,
  AlgorithmTypes.sha512hmac,
];
/** The signature under which the SDK's check of the fields says yes, found by way of the documented text. */
function signatureOf(fields: Record<string, string>, algorithm: AlgorithmTypes): string {
  const text = Object.keys(fields)
    .sort()
    .map((key) => `&${key}=${fields[key]!.replace(/[&=]/g, '_')}`)
    .join('');
  const made =
    algorithm === AlgorithmTypes.md5hash
      ? createHash('md5').update(text + SECRET)
      : createHmac(algorithm.replace('HMAC', '').toLowerCase(), SECRET).update(text);
  const sig = made.digest('hex');
  expect(sdk().verifySignature(sig, fields, SECRET, algorithm)).toBe(true);
  return sig;
}

it.each(ALGORITHMS)(
  'takes receipts that the SDK takes, by GET at our real addresses, as a form and as JSON (%s)',
  (algorithm) => {
    const fields = receipt();
    const sig = signatureOf(fields, algorithm);
    const form = new URLSearchParams({ ...fields, sig });
    const none = Buffer.alloc(0);
    for (const address of [pageAddress, callbackAddress(connection(), MESSAGE_ID)!]) {
      const url = `${address}${address.includes('?') ? '&' : '?'}${form.toString()}`;
      expect(takes({ method: 'GET', url, headers: {}, body: none })).toBe(true);
      expect(takes({ method: 'GET', url: url.replace('delivered', 'failed'), headers: {}, body: none })).toBe(false);
    }
    const post = (body: string) => takes({ method: 'POST', url: pageAddress, headers: {}, body: Buffer.from(body) });
    expect(post(form.toString())).toBe(true);
    expect(post(JSON.stringify({ ...fields, sig }))).toBe(true);
    expect(post(JSON.stringify({ ...fields, status: 'failed', sig }))).toBe(false);
    expect(sdk().verifySignature(sig, { ...fields, status: 'failed' }, SECRET, algorithm)).toBe(false);
  },
);

it('signs the receipts of the sandbox as the SDK checks them', () => {
  const { body } = vonage.sandbox.callback!(
    { status: 'bounced', providerMessageId: '0A1', recipient: '+6281234567890', at: new Date() },
    connection(),
    pageAddress,
  )!;
  const { sig, ...fields } = JSON.parse(body.toString()) as Record<string, string>;
  expect(sdk().verifySignature(sig!, fields, SECRET, AlgorithmTypes.sha256hmac)).toBe(true);
});

it('does not take what @vonage/auth signs, and neither does @vonage/sms (findings/vonage-signature.sh)', async () => {
  const fields = receipt();
  const auth = new Auth({ apiKey: 'abcd1234', signature: { algorithm: AlgorithmTypes.sha256hmac, secret: SECRET } });
  const { sig, ...signed } = (await auth.createSignatureHash({ ...fields, api_key: 'abcd1234' })) as Record<
    string,
    string
  >;
  expect(sdk().verifySignature(sig!, signed, SECRET, AlgorithmTypes.sha256hmac)).toBe(false);
  const body = Buffer.from(JSON.stringify({ ...signed, sig }));
  expect(takes({ method: 'POST', url: pageAddress, headers: {}, body })).toBe(false);
});

it('reads the token of a signed webhook as @vonage/jwt does, and the hash of its body besides', () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const body = Buffer.from(JSON.stringify(receipt()));
  const token = (payload: object, secret = SECRET) => {
    const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(payload)}`;
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
  };
  const claims = {
    iat: Math.floor(Date.now() / 1000),
    jti: 'aaaaaaaa-bbbb',
    iss: 'Vonage',
    payload_hash: createHash('sha256').update(body).digest('hex'),
    api_key: 'abcd1234',
  };
  const post = (jwt: string, text = body) =>
    takes({ method: 'POST', url: pageAddress, headers: { authorization: `Bearer ${jwt}` }, body: text });
  expect([post(token(claims)), verifySignature(token(claims), SECRET)]).toEqual([true, true]);
  expect([post(token(claims, 'another')), verifySignature(token(claims, 'another'), SECRET)]).toEqual([false, false]);
  expect(post(token(claims), Buffer.from('{}'))).toBe(false);
});
