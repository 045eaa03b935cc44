/**
 * E-mail through SendGrid, as https://www.twilio.com/docs/sendgrid/api-reference/mail-send/mail-send and
 * https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event say.
 */
import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { RawCallback, VendorRequest } from '@/server/platform/vendors/provider';
import { sendgrid } from '@/server/modules/messaging/adapters/sendgrid';
import { describeAnswers, describeCallbacks } from '@/server/testing/adapter';
import { emailChannel, EMAIL_MESSAGE } from '@/server/testing/email';
import { loopbackTransport, noTransport, useVendor } from '@/server/testing/vendor';

const API_KEY = 'SG.aaaaaaaaaaaaaaaaaaaaaa.bbbbbbbbbbbbbbbbbbbbbb';
const signingKey = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const connection = emailChannel({ apiKey: API_KEY, sandboxSigningKey: signingKey() });
const vendor = useVendor();

describe('sendgrid', () => {
  it('posts the e-mail as JSON, with our id as a custom argument', async () => {
    vendor.answers({ status: 202, headers: { 'x-message-id': 'LRzXl_NHStOGhQ4kofSm_A' }, body: '' });
    await sendgrid.send(EMAIL_MESSAGE, connection(vendor.base), loopbackTransport);
    const { request } = vendor;
    expect([request.method, request.path]).toEqual(['POST', '/v3/mail/send']);
    expect(request.headers).toMatchObject({ authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' });
    expect(JSON.parse(request.body)).toEqual({
      personalizations: [{ to: [{ email: 'budi@example.com' }] }],
      from: { email: 'halo@tokoanda.co.id', name: 'Toko Anda' },
      reply_to: { email: 'cs@tokoanda.co.id' },
      subject: EMAIL_MESSAGE.content.subject,
      content: [
        { type: 'text/plain', value: EMAIL_MESSAGE.content.text },
        { type: 'text/html', value: EMAIL_MESSAGE.content.html },
      ],
      headers: EMAIL_MESSAGE.headers,
      custom_args: { laris_message: EMAIL_MESSAGE.id },
    });
  });

  it('sends HTML alone', async () => {
    await sendgrid.send(
      { ...EMAIL_MESSAGE, content: { subject: 'x', html: '<p>y</p>' }, headers: {} },
      connection(vendor.base, { fromName: null, replyTo: null }),
      loopbackTransport,
    );
    expect(JSON.parse(vendor.request.body)).toEqual({
      personalizations: [{ to: [{ email: 'budi@example.com' }] }],
      from: { email: 'halo@tokoanda.co.id' },
      subject: 'x',
      content: [{ type: 'text/html', value: '<p>y</p>' }],
      custom_args: { laris_message: EMAIL_MESSAGE.id },
    });
  });

  it.each([
    ['https://api.sendgrid.com', 'eu', 'https://api.eu.sendgrid.com/v3/mail/send'],
    ['https://api.sendgrid.com', 'EU', 'https://api.eu.sendgrid.com/v3/mail/send'],
    ['https://api.sendgrid.com', undefined, 'https://api.sendgrid.com/v3/mail/send'],
    ['https://api.sendgrid.com', 'constructor', 'https://api.sendgrid.com/v3/mail/send'],
    ['http://localhost:9', 'eu', 'http://localhost:9/v3/mail/send'],
  ])('%s with region %s', async (base, region, expected) => {
    const asked: VendorRequest[] = [];
    await sendgrid.send(EMAIL_MESSAGE, connection(base, { region }), {
      ...noTransport,
      request: (request) => (asked.push(request), Promise.resolve({ status: 202, headers: {}, body: '' })),
    });
    expect(asked[0]?.url).toBe(expected);
  });

  it('waits until the limit is reset where that is all that SendGrid says', async () => {
    vendor.answers({
      status: 429,
      headers: { 'x-ratelimit-reset': String(Math.floor(Date.now() / 1000) + 30) },
      body: '{"errors":[{"field":null,"message":"too many requests"}]}',
    });
    const outcome = (await sendgrid.send(EMAIL_MESSAGE, connection(vendor.base), loopbackTransport)) as {
      kind: string;
      reason: string;
      afterMs: number;
    };
    expect([outcome.kind, outcome.reason]).toEqual(['retry', 'too many requests']);
    expect(Math.abs(outcome.afterMs - 30_000)).toBeLessThan(3_000);
  });

  it('tells every error', async () => {
    vendor.answers({
      status: 400,
      body: '{"errors":[{"message":"The from address does not match a verified Sender Identity.","field":"from"},{"message":"The subject is required."}]}',
    });
    expect(await sendgrid.send(EMAIL_MESSAGE, connection(vendor.base), loopbackTransport)).toEqual({
      kind: 'failed',
      reason: 'The from address does not match a verified Sender Identity. The subject is required.',
    });
  });

  describeAnswers(vendor, {
    provider: sendgrid,
    connection,
    message: EMAIL_MESSAGE,
    success: {
      answer: { status: 202, headers: { 'x-message-id': 'LRzXl_NHStOGhQ4kofSm_A' }, body: '' },
      providerMessageId: 'LRzXl_NHStOGhQ4kofSm_A',
    },
    refusal: { status: 403, body: '{"errors":[{"message":"WORDS","field":null,"help":null}]}' },
  });

  describeCallbacks({
    provider: sendgrid,
    connection: connection(''),
    recipient: 'budi@example.com',
    statuses: ['delivered', 'bounced', 'failed', 'opened', 'clicked'],
    minutes: 25 * 60,
    stranger: emailChannel({ sandboxSigningKey: signingKey() })(''),
  });
});

describe('the signature', () => {
  /** The examples of SendGrid's own library: sendgrid-nodejs, packages/eventwebhook/src/eventwebhook.spec.js. */
  const KEY =
    'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE83T4O/n84iotIvIW4mdBgQ/7dAfSmpqIM8kF9mN1flpVKS3GRqe62gw+2fNNRaINXvVpiglSI8eNEc6wEA3F+g==';
  const OTHER_KEY =
    'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEqTxd43gyp8IOEto2LdIfjRQrIbsd4SXZkLW6jDutdhXSJCWHw8REntlo7aNDthvj+y7GjUuFDb/R1NGe1OPzpA==';
  const SIGNATURE = 'MEUCIGHQVtGj+Y3LkG9fLcxf3qfI10QysgDWmMOVmxG0u6ZUAiEAyBiXDWzM+uOe5W0JuG+luQAbPIqHh89M15TluLtEZtM=';
  const PAYLOAD =
    '[{"email":"hello@world.com","event":"dropped","reason":"Bounced Address","sg_event_id":"ZHJvcC0xMDk5NDkxOS1MUnpYbF9OSFN0T0doUTRrb2ZTbV9BLTA","sg_message_id":"LRzXl_NHStOGhQ4kofSm_A.filterdrecv-p3mdw1-756b745b58-kmzbl-18-5F5FC76C-9.0","smtp-id":"<LRzXl_NHStOGhQ4kofSm_A@ismtpd0039p1iad1.sendgrid.net>","timestamp":1600112492}]\r\n';
  const raw = (more: { signature?: string; timestamp?: string; payload?: string } = {}): RawCallback => ({
    method: 'POST',
    url: '',
    body: Buffer.from(more.payload ?? PAYLOAD),
    receivedAt: new Date(1600112503_000),
    headers: {
      'x-twilio-email-event-webhook-signature': more.signature ?? SIGNATURE,
      'x-twilio-email-event-webhook-timestamp': more.timestamp ?? '1600112502',
    },
  });
  const verify = (callback: RawCallback, callbackSecret: string) =>
    sendgrid.callbacks!.verify!(callback, {
      connection: emailChannel({ apiKey: API_KEY, callbackSecret })(''),
      transport: noTransport,
    });

  it('is the one of SendGrid’s own example, with the key as base64 or as PEM', () => {
    expect(verify(raw(), KEY)).toBe(true);
    expect(
      verify(raw(), `-----BEGIN PUBLIC KEY-----\n${KEY.replace(/.{64}/g, '$&\n')}\n-----END PUBLIC KEY-----`),
    ).toBe(true);
  });

  it('does not hold for another key, payload, signature or time', () => {
    expect(verify(raw(), OTHER_KEY)).toBe(false);
    expect(verify(raw({ payload: PAYLOAD.trim() }), KEY)).toBe(false);
    expect(
      verify(
        raw({
          signature: 'MEUCIQCtIHJeH93Y+qpYeWrySphQgpNGNr/U+UyUlBkU6n7RAwIgJTz2C+8a8xonZGi6BpSzoQsbVRamr2nlxFDWYNH3j/0=',
        }),
        KEY,
      ),
    ).toBe(false);
    expect(verify(raw({ timestamp: '1600112503' }), KEY)).toBe(false);
    expect(verify(raw({ timestamp: 'timestamp' }), KEY)).toBe(false);
  });

  it.each(['', 'nonsense', '-----BEGIN PUBLIC KEY-----', 'AAAA'])('holds for no key %j', (key) => {
    expect(verify(raw(), key)).toBe(false);
  });
});

describe('events', () => {
  const received = new Date('2026-11-21T07:00:00.000Z');
  const at = new Date(1669651200_000);
  const item = {
    email: 'budi@example.com',
    timestamp: 1669651200,
    sg_event_id: 'x',
    sg_message_id: '14c5d75ce93.dfd.64b469.filter0001.16648.5515E0B88.0',
    laris_message: EMAIL_MESSAGE.id,
  };
  const of = (...items: object[]) =>
    sendgrid.callbacks!.events({
      method: 'POST',
      url: '',
      headers: {},
      body: Buffer.from(JSON.stringify(items.map((each) => ({ ...item, ...each })))),
      receivedAt: received,
    });
  const status = (of: string, more: object = {}) => ({
    kind: 'status',
    providerMessageId: '14c5d75ce93',
    status: of,
    at,
    messageId: EMAIL_MESSAGE.id,
    ...more,
  });
  const about = (kind: string) => ({ kind, recipient: 'budi@example.com', providerMessageId: '14c5d75ce93', at });

  it('come several at once, of any order', () => {
    expect(
      of(
        { event: 'click', url: 'https://example.com/a' },
        { event: 'open' },
        { event: 'open', sg_machine_open: true },
        { event: 'delivered' },
        { event: 'processed' },
        { event: 'deferred' },
      ),
    ).toEqual([
      status('clicked', { link: 'https://example.com/a' }),
      status('opened'),
      status('opened', { machine: 'apple' }),
      status('delivered'),
    ]);
  });

  it('tell a bounce from a block, and a drop by what it comes from', () => {
    expect(of({ event: 'bounce', type: 'bounce', reason: '550 unknown' })).toEqual([
      status('bounced', { reason: '550 unknown', permanent: true }),
    ]);
    expect(of({ event: 'bounce', type: 'blocked', reason: '552 full' })).toEqual([
      status('bounced', { reason: '552 full', permanent: false }),
    ]);
    expect(of({ event: 'dropped', reason: 'Bounced Address' })).toEqual([
      status('bounced', { reason: 'Bounced Address', permanent: true }),
    ]);
    expect(of({ event: 'dropped', reason: 'Spam Reporting Address' })).toEqual([
      status('failed', { reason: 'Spam Reporting Address' }),
      about('complaint'),
    ]);
    expect(of({ event: 'dropped', reason: 'Unsubscribed Address' })).toEqual([
      status('failed', { reason: 'Unsubscribed Address' }),
      about('unsubscribe'),
    ]);
    expect(of({ event: 'dropped', reason: 'Invalid' })).toEqual([status('failed', { reason: 'Invalid' })]);
  });

  it('tell complaints and unsubscribes', () => {
    expect(
      of(
        { event: 'spamreport' },
        { event: 'unsubscribe' },
        { event: 'group_unsubscribe' },
        { event: 'group_resubscribe' },
      ),
    ).toEqual([about('complaint'), about('unsubscribe'), about('unsubscribe')]);
  });
});
