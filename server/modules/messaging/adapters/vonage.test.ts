/**
 * SMS through Vonage, as https://developer.vonage.com/en/api/sms (api-specification, definitions/sms.yml),
 * …/messaging/sms/guides/delivery-receipts and …/getting-started/concepts/signing-messages say.
 */
import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Connection, OutgoingMessage, RawCallback } from '@/server/platform/vendors/provider';
import { vonage } from '@/server/modules/messaging/adapters/vonage';
import { describeAnswers, describeCallbacks } from '@/server/testing/adapter';
import { loopbackTransport, noTransport, useVendor } from '@/server/testing/vendor';

const SECRET = 'my_secret_key_for_testing';
const connection = (base: string, config: Record<string, unknown> = {}, callbackSecret = SECRET): Connection => ({
  channelId: 'c1',
  credentials: { apiKey: 'abcd1234', apiSecret: 'abcdef0123456789', callbackSecret },
  config: { fromNumber: 'TokoAnda', ...config },
  externalId: null,
  base,
});
const message: OutgoingMessage<'sms'> = {
  id: 'c06b6cfa81f3a9d2e4b7c6058',
  now: new Date(),
  recipient: '+6281234567890',
  content: { body: 'Diskon 50% & ongkir gratis' },
};
const part = (more: object = {}) => ({
  to: '6281234567890',
  'message-id': '0A0000000123ABCD1',
  status: '0',
  'remaining-balance': '3.14159265',
  'message-price': '0.03330000',
  network: '51010',
  ...more,
});
const answer = (...messages: object[]) => ({
  status: 200,
  body: JSON.stringify({ 'message-count': String(messages.length), messages }),
});

const vendor = useVendor();
const send = (config?: Record<string, unknown>, outgoing = message) =>
  vonage.send(outgoing, connection(vendor.base, config), loopbackTransport);

describe('vonage', () => {
  it('posts a form with key and secret, numbers without a plus, and our id as the reference', async () => {
    vendor.answers(answer(part()));
    await send();
    const { request } = vendor;
    expect([request.method, request.path]).toEqual(['POST', '/sms/json']);
    expect(request.headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect(Object.fromEntries(new URLSearchParams(request.body))).toEqual({
      api_key: 'abcd1234',
      api_secret: 'abcdef0123456789',
      from: 'TokoAnda',
      to: '6281234567890',
      text: message.content.body,
      type: 'text',
      'client-ref': message.id,
    });
  });

  it.each([
    ['Halo, Kopi Senja! [50%] €1', 'text'],
    ['Halo 🎉', 'unicode'],
    ['Selamat “pagi”', 'unicode'],
    ['Baris\nbaru', 'text'],
    ['日本', 'unicode'],
  ])('%j goes as %s', async (body, type) => {
    await send({}, { ...message, content: { body } });
    const form = new URLSearchParams(vendor.request.body);
    expect([form.get('type'), form.get('text')]).toEqual([type, body]);
  });

  it('gives the callback’s address along, and a number without its plus as sender', async () => {
    await send({ fromNumber: '+14155552345', callbackUrl: 'https://laris.example.com/cb' });
    const form = new URLSearchParams(vendor.request.body);
    expect([form.get('from'), form.get('callback')]).toEqual([
      '14155552345',
      `https://laris.example.com/cb?message=${message.id}`,
    ]);
  });

  it.each([
    ['1', 'retry'],
    ['10', 'retry'],
    ['5', 'unknown'],
    ['2', 'failed'],
    ['7', 'failed'],
    ['29', 'failed'],
    ['99', 'failed'],
  ])('status %s in a 200 is %s', async (status, kind) => {
    vendor.answers(answer({ status, 'error-text': 'In Vonage’s words' }));
    expect(await send()).toEqual({ kind, reason: `In Vonage’s words (${status})` });
  });

  it.each(['4', '9', '15'])('status %s in a 200 is the channel’s failure', async (status) => {
    vendor.answers(answer({ status, 'error-text': 'In Vonage’s words' }));
    expect(await send()).toEqual({ kind: 'failed', reason: `In Vonage’s words (${status})`, ofChannel: true });
  });

  it('is accepted with the first part’s id when all parts are', async () => {
    vendor.answers(answer(part(), part({ 'message-id': '0A0000000123ABCD2' })));
    expect(await send()).toEqual({ kind: 'accepted', providerMessageId: '0A0000000123ABCD1' });
  });

  it('is not sent again when a part has gone out', async () => {
    vendor.answers(answer(part(), { status: '1', 'error-text': 'Throttled' }));
    expect(await send()).toEqual({ kind: 'failed', reason: 'Throttled (1); 1 of 2 parts went out' });
  });

  it.each(['', '{}', '{"messages":[]}', '{"messages":[{}]}', '{"messages":7}', '<html>'])(
    'does not know what %j says',
    async (body) => {
      vendor.answers({ status: 200, body });
      expect(await send()).toMatchObject({ kind: 'unknown' });
    },
  );

  describeAnswers(vendor, {
    provider: vonage,
    connection: (base) => connection(base),
    message,
    success: { answer: answer(part()), providerMessageId: '0A0000000123ABCD1' },
    refusal: { status: 401, body: '{"title":"Unauthorized","detail":"WORDS"}' },
  });

  describeCallbacks({
    provider: vonage,
    connection: connection(''),
    recipient: '+6281234567890',
    statuses: ['delivered', 'bounced', 'failed'],
    minutes: 25 * 60,
    stranger: connection('', {}, 'another secret'),
  });
});

const verify = (raw: Partial<RawCallback> & { body: Buffer; receivedAt: Date }, secret = SECRET) =>
  vonage.callbacks!.verify!(
    { method: 'POST', url: '', headers: {}, ...raw },
    { connection: connection('', {}, secret), transport: noTransport },
  );

describe('the signature in the fields', () => {
  /** The examples of Vonage's own library: vonage-ruby-sdk, test/vonage/signature_test.rb. */
  const FIELDS = {
    'message-timestamp': '2013-11-21 15:27:30',
    messageId: '020000001B0FE827',
    msisdn: '14843472194',
    text: 'Test again',
    timestamp: '1385047698',
    to: '13239877404',
    type: 'text',
  };
  const SIGNATURES = [
    ['MD5 hash', 'd2e7b1dc968737c5998ad624e02f90b7'],
    ['MD5 HMAC', 'DDEBD46008C2D4E93CCE578A332A52D5'],
    ['SHA1 HMAC', '27D0D05C2876C7CB1720DBCDBA4D492E1E55C09A'],
    ['SHA-256 HMAC', 'DDB8397C2B90AAC7F3882D306475C9A5058C92322EEF43C92B298B6E0FC0D330'],
    [
      'SHA-512 HMAC',
      'E0D3C650F8C9D1A5C174D10DDDBFB003E561F59B265616208B0487C5D819481CD3C311D59CF6165ECD1139622D5BA3A256C0D763AC4A9AD9144B5A426B94FE82',
    ],
  ] as const;
  const receivedAt = new Date(1385047700_000);
  const json = (fields: object) => Buffer.from(JSON.stringify(fields));

  it.each(SIGNATURES)('%s: is the one of Vonage’s own example, in JSON and in a form', (_name, sig) => {
    expect(verify({ body: json({ ...FIELDS, sig }), receivedAt })).toBe(true);
    expect(verify({ body: Buffer.from(new URLSearchParams({ sig, ...FIELDS }).toString()), receivedAt })).toBe(true);
    expect(verify({ body: json({ ...FIELDS, text: 'Test again!', sig }), receivedAt })).toBe(false);
    expect(verify({ body: json({ ...FIELDS, extra: '', sig }), receivedAt })).toBe(false);
    expect(verify({ body: json({ ...FIELDS, sig }), receivedAt }, 'another')).toBe(false);
    expect(verify({ body: json({ ...FIELDS, sig }), receivedAt }, '')).toBe(false);
  });

  it('takes & and = in a value for _, as documented', () => {
    const fields = { text: 'a=1&b=2', timestamp: FIELDS.timestamp };
    const sig = createHmac('sha256', SECRET).update('&text=a_1_b_2&timestamp=1385047698').digest('hex');
    expect(verify({ body: json({ ...fields, sig }), receivedAt })).toBe(true);
  });

  it.each(['', 'xxx', 'a'.repeat(32), 'a'.repeat(64), 7, null, {}])('%j holds for nothing', (sig) => {
    expect(verify({ body: json({ ...FIELDS, sig }), receivedAt })).toBe(false);
  });
});

describe('the signed webhook', () => {
  const body = Buffer.from('{"messageId":"1","status":"delivered"}');
  const receivedAt = new Date();
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
  const token = (claims: object = {}, { alg = 'HS256', secret = SECRET } = {}): string => {
    const text = `${encode({ alg, typ: 'JWT' })}.${encode({ iat: Math.floor(Date.now() / 1000), jti: 'x', iss: 'Vonage', payload_hash: createHash('sha256').update(body).digest('hex'), api_key: 'abcd1234', ...claims })}`;
    return `Bearer ${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
  };
  const holds = (authorization: string, of = body) => verify({ headers: { authorization }, body: of, receivedAt });

  it('holds for the body whose hash it carries', () => {
    expect(holds(token())).toBe(true);
    expect(holds(token(), Buffer.from('{"messageId":"1","status":"failed"}'))).toBe(false);
  });

  it('holds for no other secret, algorithm, hash or day', () => {
    expect(holds(token({}, { secret: 'another' }))).toBe(false);
    expect(holds(token({}, { alg: 'none' }))).toBe(false);
    expect(holds(token({ payload_hash: undefined }))).toBe(false);
    expect(holds(token({ iat: Math.floor(Date.now() / 1000) - 26 * 3600 }))).toBe(false);
    expect(holds(token({ iat: undefined }))).toBe(false);
    expect(holds(`${encode({ alg: 'none' })}.${encode({})}.`)).toBe(false);
  });
});

describe('events', () => {
  const received = new Date('2026-11-21T07:00:00.000Z');
  const of = (fields: object) =>
    vonage.callbacks!.events({
      method: 'POST',
      url: '',
      headers: {},
      body: Buffer.from(JSON.stringify(fields)),
      receivedAt: received,
    });
  const receipt = (status: string, code = '0') =>
    of({
      'err-code': code,
      'message-timestamp': '2020-01-01 12:00:00',
      messageId: '0A0000001234567B',
      msisdn: '6281234567890',
      status,
      scts: '2001011400',
      to: 'AcmeInc',
      'client-ref': message.id,
    });
  const at = new Date('2020-01-01T12:00:00.000Z');
  const reported = (status: string, more: object = {}) => ({
    kind: 'status',
    providerMessageId: '0A0000001234567B',
    status,
    at,
    messageId: message.id,
    ...more,
  });

  it('are read as documented', () => {
    expect(receipt('delivered')).toEqual([reported('delivered')]);
    expect(receipt('expired', '1')).toEqual([reported('bounced', { reason: 'expired (1)', permanent: false })]);
    expect(receipt('failed', '2')).toEqual([reported('bounced', { reason: 'failed (2)', permanent: false })]);
    expect(receipt('failed', '3')).toEqual([reported('bounced', { reason: 'failed (3)', permanent: true })]);
    expect(receipt('rejected', '6')).toEqual([reported('failed', { reason: 'rejected (6)' })]);
  });

  it('unsubscribe who has opted out', () => {
    expect(receipt('rejected', '9')).toEqual([
      reported('bounced', { reason: 'rejected (9)', permanent: true }),
      { kind: 'unsubscribe', recipient: '+6281234567890', providerMessageId: '0A0000001234567B', at },
    ]);
  });

  it.each(['accepted', 'buffered', 'unknown', 'constructor'])('%s changes nothing', (status) => {
    expect(receipt(status)).toEqual([]);
  });

  it('report messages that come in, and those that end it', () => {
    const inbound = (text: string) =>
      of({
        msisdn: '6281234567890',
        to: '14155552345',
        messageId: '0A1',
        text,
        type: 'text',
        keyword: 'X',
        'message-timestamp': '2020-01-01 12:00:00',
      });
    const reported = (text: string) => ({
      kind: 'inbound',
      recipient: '+6281234567890',
      at,
      message: { providerMessageId: '0A1', kind: 'text', text },
    });
    expect(inbound('Halo')).toEqual([reported('Halo')]);
    expect(inbound('stop')).toEqual([reported('stop')]);
  });

  // https://developer.vonage.com/en/messaging/sms/guides/inbound-sms
  it('report the parts of a long message, by GET too', () => {
    const fields = {
      msisdn: '6281234567890',
      to: '14155552345',
      messageId: '0A2',
      text: 'second',
      'concat-ref': '108',
      'concat-part': '2',
      'concat-total': '3',
    };
    const expected = [
      expect.objectContaining({
        kind: 'inbound',
        message: {
          providerMessageId: '0A2',
          kind: 'text',
          text: 'second',
          part: { of: '+6281234567890 108', number: 2, total: 3 },
        },
      }),
    ];
    expect(of({ ...fields, concat: 'true' })).toEqual(expected);
    const url = `https://laris.example/api/v1/channels/c1/callbacks?answer=204&${new URLSearchParams(fields).toString()}`;
    expect(
      vonage.callbacks!.events({ method: 'GET', url, headers: {}, body: Buffer.alloc(0), receivedAt: new Date() }),
    ).toEqual(expected);
  });
});
