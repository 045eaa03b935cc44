/**
 * SMS through Twilio, as https://www.twilio.com/docs/messaging/api/message-resource and
 * https://www.twilio.com/docs/usage/security#validating-requests say.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Connection, OutgoingMessage, RawCallback, VendorRequest } from '@/server/platform/vendors/provider';
import { twilioSignature } from '@/server/modules/messaging/adapters/twilio-api';
import { twilioSms } from '@/server/modules/messaging/adapters/twilio-sms';
import { describeAnswers, describeCallbacks } from '@/server/testing/adapter';
import { loopbackTransport, noTransport, useVendor } from '@/server/testing/vendor';

const SID = 'AC0123456789abcdef0123456789abcdef';
const AUTH_TOKEN = '12345678901234567890123456789012';
const connection = (base: string, config: Record<string, unknown> = {}): Connection => ({
  channelId: 'c1',
  credentials: { accountSid: SID, authToken: AUTH_TOKEN },
  config: { fromNumber: '+14155552345', ...config },
  externalId: null,
  base,
});
const message: OutgoingMessage<'sms'> = {
  id: 'c06b6cfa81f3a9d2e4b7c6058',
  now: new Date(),
  recipient: '+6281234567890',
  content: { body: 'Diskon 50% & ongkir gratis 🎉\nhttps://toko.example/?a=1+1' },
};
/** The documented 201 of a create. */
const CREATED = {
  account_sid: SID,
  api_version: '2010-04-01',
  body: 'Hello! 👍',
  date_created: 'Thu, 30 Jul 2015 20:12:31 +0000',
  direction: 'outbound-api',
  error_code: null,
  error_message: null,
  from: '+14155552345',
  num_segments: '1',
  sid: 'SMaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  status: 'queued',
  to: '+6281234567890',
};

const vendor = useVendor();
const send = (config?: Record<string, unknown>, outgoing = message) =>
  twilioSms.send(outgoing, connection(vendor.base, config), loopbackTransport);

describe('twilioSms', () => {
  it('posts a form to the account’s Messages with Basic authentication', async () => {
    vendor.answers({ status: 201, body: JSON.stringify(CREATED) });
    await send();
    const { request } = vendor;
    expect([request.method, request.path, request.query.size]).toEqual([
      'POST',
      `/2010-04-01/Accounts/${SID}/Messages.json`,
      0,
    ]);
    expect(request.headers.authorization).toBe(`Basic ${Buffer.from(`${SID}:${AUTH_TOKEN}`).toString('base64')}`);
    expect(request.headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect(Object.fromEntries(new URLSearchParams(request.body))).toEqual({
      To: '+6281234567890',
      From: '+14155552345',
      Body: message.content.body,
    });
  });

  it('names a Messaging Service instead of a sender', async () => {
    await send({ fromNumber: 'MG0123456789abcdef0123456789abcdef' });
    const form = new URLSearchParams(vendor.request.body);
    expect([form.get('MessagingServiceSid'), form.get('From')]).toEqual(['MG0123456789abcdef0123456789abcdef', null]);
  });

  it('takes a name that begins with MG for what it is', async () => {
    await send({ fromNumber: 'MGTOKO' });
    expect(new URLSearchParams(vendor.request.body).get('From')).toBe('MGTOKO');
  });

  it('asks for status callbacks with our message in the address, where Twilio can reach it', async () => {
    await send({ callbackUrl: 'https://laris.example.com/api/v1/channels/c1/callbacks?token=t' });
    expect(new URLSearchParams(vendor.request.body).get('StatusCallback')).toBe(
      `https://laris.example.com/api/v1/channels/c1/callbacks?token=t&message=${message.id}`,
    );
  });

  it.each(['http://localhost:3000/x', 'http://127.0.0.1:3000/x', 'http://shop/x', 'nonsense', 7, null])(
    'sends without callbacks when the address is %j',
    async (callbackUrl) => {
      await send({ callbackUrl });
      expect(new URLSearchParams(vendor.request.body).has('StatusCallback')).toBe(false);
    },
  );

  it('keeps whatever a text, sender or account holds inside its own field', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme', minLength: 1 }),
        fc.string({ unit: 'grapheme', minLength: 1 }),
        async (text, odd) => {
          vendor.reset();
          const other = connection(vendor.base, { fromNumber: odd });
          await twilioSms.send(
            { ...message, recipient: odd, content: { body: text } },
            { ...other, credentials: { accountSid: `A${odd}`, authToken: odd } },
            loopbackTransport,
          );
          expect(vendor.request.path).toBe(`/2010-04-01/Accounts/${encodeURIComponent(`A${odd}`)}/Messages.json`);
          expect(Object.fromEntries(new URLSearchParams(vendor.request.body))).toEqual({
            To: odd,
            From: odd,
            Body: text,
          });
        },
      ),
      { numRuns: 50 },
    );
  });

  it('fails with Twilio’s words and number', async () => {
    vendor.answers({
      status: 400,
      body: JSON.stringify({
        code: 21211,
        message: "The 'To' number +62 is not a valid phone number.",
        more_info: 'https://www.twilio.com/docs/errors/21211',
        status: 400,
      }),
    });
    expect(await send()).toEqual({
      kind: 'failed',
      reason: "The 'To' number +62 is not a valid phone number. (21211)",
    });
  });

  it('fails when Twilio makes the message and refuses it at once', async () => {
    vendor.answers({
      status: 201,
      body: JSON.stringify({ ...CREATED, status: 'failed', error_code: 30007, error_message: 'Message filtered' }),
    });
    expect(await send()).toEqual({ kind: 'failed', reason: 'Message filtered (30007)' });
  });

  describeAnswers(vendor, {
    provider: twilioSms,
    connection,
    message,
    success: { answer: { status: 201, body: JSON.stringify(CREATED) }, providerMessageId: CREATED.sid },
    refusal: {
      status: 400,
      body: '{"code":21610,"message":"WORDS","more_info":"https://www.twilio.com/docs/errors/21610","status":400}',
    },
  });

  describeCallbacks({
    provider: twilioSms,
    connection: connection(''),
    recipient: '+6281234567890',
    statuses: ['delivered', 'bounced', 'failed'],
    stranger: { ...connection(''), credentials: { accountSid: SID, authToken: 'another token of thirty-two chars' } },
  });
});

const received = new Date('2026-11-21T07:00:00.000Z');
const callback = (form: Record<string, string>, url = 'https://laris.example.com/cb?token=t'): RawCallback => ({
  method: 'POST',
  url,
  headers: {},
  body: Buffer.from(new URLSearchParams(form).toString()),
  receivedAt: received,
});
const events = (form: Record<string, string>, url?: string) => twilioSms.callbacks!.events(callback(form, url));

describe('the signature', () => {
  /** The example of Twilio's own library: twilio-node, spec/validation.spec.ts. */
  const EXAMPLE = {
    token: '12345',
    url: 'https://mycompany.com/myapp.php?foo=1&bar=2',
    signature: 'RSOYDt4T1cUTdK1PDd93/VVr8B8=',
    form: {
      CallSid: 'CA1234567890ABCDE',
      Caller: '+14158675309',
      Digits: '1234',
      From: '+14158675309',
      To: '+18005551212',
    },
  };
  const verify = (url: string, signature: string) =>
    twilioSms.callbacks!.verify!(
      { ...callback(EXAMPLE.form, url), headers: { 'x-twilio-signature': signature } },
      {
        connection: { ...connection(''), credentials: { accountSid: SID, authToken: EXAMPLE.token } },
        transport: noTransport,
      },
    );

  it('is the one of Twilio’s own example', () => {
    expect(twilioSignature(EXAMPLE.token, EXAMPLE.url, new URLSearchParams(EXAMPLE.form))).toBe(EXAMPLE.signature);
    expect(verify(EXAMPLE.url, EXAMPLE.signature)).toBe(true);
  });

  it('does not depend on the order in which the parameters come', () => {
    expect(
      twilioSignature(EXAMPLE.token, EXAMPLE.url, new URLSearchParams(Object.entries(EXAMPLE.form).reverse())),
    ).toBe(EXAMPLE.signature);
  });

  it('holds with and without the standard port', () => {
    expect(verify('https://mycompany.com:443/myapp.php?foo=1&bar=2', EXAMPLE.signature)).toBe(true);
    const withPort = twilioSignature(
      EXAMPLE.token,
      'https://mycompany.com:443/myapp.php?foo=1&bar=2',
      new URLSearchParams(EXAMPLE.form),
    );
    expect(verify(EXAMPLE.url, withPort)).toBe(true);
  });

  describe('of an account with a SharedKey', () => {
    const form = new URLSearchParams(EXAMPLE.form);
    const takes = (settings: string, signature: string, sharedKeySecret?: string) =>
      twilioSms.callbacks!.verify!(
        {
          ...callback(EXAMPLE.form, EXAMPLE.url),
          headers: { 'x-twilio-signature': signature, 'x-twilio-webhooks-signature-settings': settings },
        },
        {
          connection: {
            ...connection(''),
            credentials: {
              accountSid: SID,
              authToken: EXAMPLE.token,
              ...(sharedKeySecret !== undefined && { sharedKeySecret }),
            },
          },
          transport: noTransport,
        },
      );
    const byKey = twilioSignature('shared', EXAMPLE.url, form, 'sha256');

    it('is by that key, and by the algorithm that the header names', () => {
      expect(takes('key=webhooks_sharedkey_1,algorithm=HMAC_SHA256', byKey, 'shared')).toBe(true);
      expect(takes('algorithm=hmac_sha256 , key=k', byKey, 'shared')).toBe(true);
      expect(takes('key=k', twilioSignature('shared', EXAMPLE.url, form), 'shared')).toBe(true);
    });

    it('holds by no other key or algorithm', () => {
      expect(takes('key=k,algorithm=HMAC_SHA256', byKey)).toBe(false);
      expect(takes('key=k,algorithm=HMAC_SHA256', byKey, 'another')).toBe(false);
      expect(takes('key=k,algorithm=HMAC_SHA1', byKey, 'shared')).toBe(false);
      expect(takes('key=k,algorithm=HMAC_MD5', byKey, 'shared')).toBe(false);
      expect(takes('key=k,algorithm=HMAC_SHA1', EXAMPLE.signature, 'shared')).toBe(false);
    });
  });

  it('does not hold for another address', () => {
    expect(verify('https://mycompany.com/myapp.php?foo=1&bar=3', EXAMPLE.signature)).toBe(false);
    expect(verify('https://mycompany.com.evil.example/myapp.php?foo=1&bar=2', EXAMPLE.signature)).toBe(false);
  });
});

describe('status callbacks', () => {
  const of = (MessageStatus: string, more: Record<string, string> = {}) =>
    events({ MessageSid: 'SM1', MessageStatus, To: '+6281234567890', AccountSid: SID, ...more });

  it.each([['queued'], ['accepted'], ['sending'], ['sent'], ['scheduled'], ['constructor'], ['']])(
    'say nothing new at %s',
    (status) => {
      expect(of(status)).toEqual([]);
    },
  );

  it('tell what became of the message, at the time they came', () => {
    expect(of('delivered')).toEqual([{ kind: 'status', providerMessageId: 'SM1', status: 'delivered', at: received }]);
    expect(of('read')).toEqual([{ kind: 'status', providerMessageId: 'SM1', status: 'opened', at: received }]);
    expect(of('failed', { ErrorCode: '30007' })).toEqual([
      { kind: 'status', providerMessageId: 'SM1', status: 'failed', at: received, reason: 'Error 30007' },
    ]);
  });

  it('tell a number that is gone from a phone that is off', () => {
    expect(of('undelivered', { ErrorCode: '30005' })).toMatchObject([
      { status: 'bounced', permanent: true, reason: 'Error 30005' },
    ]);
    expect(of('failed', { ErrorCode: '21614' })).toMatchObject([{ status: 'bounced', permanent: true }]);
    expect(of('undelivered', { ErrorCode: '30003' })).toMatchObject([{ status: 'bounced', permanent: false }]);
  });

  it('carry our message’s id when its address did', () => {
    expect(
      events(
        { MessageSid: 'SM1', MessageStatus: 'delivered' },
        'https://laris.example.com/cb?token=t&message=c06b6cfa81f3a9d2e4b7c6058',
      ),
    ).toMatchObject([{ messageId: 'c06b6cfa81f3a9d2e4b7c6058' }]);
    expect(
      events({ MessageSid: 'SM1', MessageStatus: 'delivered' }, 'https://laris.example.com/cb?message=..%2F')[0],
    ).not.toHaveProperty('messageId');
  });

  it('unsubscribe who has opted out with Twilio', () => {
    expect(of('failed', { ErrorCode: '21610' })).toContainEqual({
      kind: 'unsubscribe',
      recipient: '+6281234567890',
      providerMessageId: 'SM1',
      at: received,
    });
  });
});

describe('messages that come in', () => {
  const of = (Body: string, more: Record<string, string> = {}) =>
    events({ MessageSid: 'SM2', SmsStatus: 'received', From: '+6281234567890', To: '+14155552345', Body, ...more });
  const inbound = (text: string) => ({
    kind: 'inbound',
    recipient: '+6281234567890',
    at: received,
    message: { providerMessageId: 'SM2', kind: 'text', text, sender: {}, attachments: [] },
  });

  it('are told as they were written: what a word means is not the vendor’s to say', () => {
    expect(of('Halo, stop dulu ya')).toEqual([inbound('Halo, stop dulu ya')]);
    expect(of('STOP')).toEqual([inbound('STOP')]);
  });

  it('follow the merchant’s own words where Advanced Opt-Out reads them', () => {
    const person = { recipient: '+6281234567890', at: received };
    expect(of('TAMAT', { OptOutType: 'STOP' })).toEqual([
      inbound('TAMAT'),
      { kind: 'unsubscribe', providerMessageId: null, ...person },
    ]);
    expect(of('LAGI', { OptOutType: 'START' })).toEqual([inbound('LAGI'), { kind: 'resubscribe', ...person }]);
    expect(of('END', { OptOutType: 'HELP' })).toEqual([inbound('END')]);
  });

  // https://www.twilio.com/docs/messaging/guides/webhook-request
  it('bring their files, ten at most', () => {
    const media = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, n) => [
          [`MediaUrl${n}`, `https://api.twilio.com/2010-04-01/Accounts/AC/Messages/MM/Media/ME${n}`],
          [`MediaContentType${n}`, n === 0 ? 'image/jpeg' : 'application/pdf'],
        ]).flat(),
      );
    const [event] = of('', { NumMedia: '2', ...media(2) });
    expect(event).toMatchObject({
      message: {
        kind: 'image',
        attachments: [
          { kind: 'image', contentType: 'image/jpeg', ref: expect.stringContaining('/ME0') },
          { kind: 'file', contentType: 'application/pdf', ref: expect.stringContaining('/ME1') },
        ],
      },
    });
    const [many] = of('', { NumMedia: '99', ...media(12) });
    expect(many).toMatchObject({ message: { attachments: { length: 10 } } });
  });

  it('are read under the account’s own keys, at Twilio’s addresses only', () => {
    const by = connection('https://api.twilio.com');
    const headers = (ref: string) => (twilioSms.attachment!(ref, by, noTransport) as VendorRequest).headers;
    expect(headers('https://api.twilio.com/x')).toEqual({
      authorization: `Basic ${Buffer.from(`${SID}:${AUTH_TOKEN}`).toString('base64')}`,
    });
    expect(headers('https://evil.example/x.twilio.com')).toEqual({});
  });
});
