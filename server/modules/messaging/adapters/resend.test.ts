/**
 * E-mail through Resend, as https://resend.com/docs/api-reference/emails/send-email (and resend-openapi),
 * https://resend.com/docs/api-reference/errors and https://resend.com/docs/webhooks/event-types say.
 */
import { describe, expect, it } from 'vitest';
import type { RawCallback } from '@/server/platform/vendors/provider';
import { resend } from '@/server/modules/messaging/adapters/resend';
import { describeAnswers, describeCallbacks } from '@/server/testing/adapter';
import { emailChannel, EMAIL_MESSAGE } from '@/server/testing/email';
import { loopbackTransport, noTransport, useVendor } from '@/server/testing/vendor';

const API_KEY = 're_12345678901234567890';
const connection = emailChannel({ apiKey: API_KEY, callbackSecret: 'whsec_plJ3nmyCDGBKInavdOK15jsl' });
const vendor = useVendor();

describe('resend', () => {
  it('posts the e-mail as JSON, with our id as the idempotency key', async () => {
    vendor.answers({ body: '{"id":"49a3999c-0ce1-4ea6-ab68-afcd6dc2e794"}' });
    await resend.send(EMAIL_MESSAGE, connection(vendor.base), loopbackTransport);
    const { request } = vendor;
    expect([request.method, request.path, request.query.size]).toEqual(['POST', '/emails', 0]);
    expect(request.headers).toMatchObject({
      authorization: `Bearer ${API_KEY}`,
      'content-type': 'application/json',
      'idempotency-key': EMAIL_MESSAGE.id,
    });
    expect(JSON.parse(request.body)).toEqual({
      from: 'Toko Anda <halo@tokoanda.co.id>',
      to: ['budi@example.com'],
      subject: EMAIL_MESSAGE.content.subject,
      html: EMAIL_MESSAGE.content.html,
      text: EMAIL_MESSAGE.content.text,
      reply_to: 'cs@tokoanda.co.id',
      headers: EMAIL_MESSAGE.headers,
      tags: [{ name: 'laris_message', value: EMAIL_MESSAGE.id }],
    });
  });

  it('sends the same bytes again, as the idempotency key asks for', async () => {
    for (let n = 0; n < 2; n += 1) await resend.send(EMAIL_MESSAGE, connection(vendor.base), loopbackTransport);
    expect(vendor.requests[0]).toEqual(vendor.requests[1]);
  });

  it('leaves out what there is not', async () => {
    await resend.send(
      { ...EMAIL_MESSAGE, headers: {}, content: { subject: 'x', text: 'y' } },
      connection(vendor.base, { fromName: '', replyTo: '' }),
      loopbackTransport,
    );
    expect(Object.keys(JSON.parse(vendor.request.body))).toEqual(['from', 'to', 'subject', 'text', 'tags']);
  });

  it('asks nobody for what is no e-mail', async () => {
    expect(await resend.send({ ...EMAIL_MESSAGE, recipient: '+62812' }, connection(vendor.base), noTransport)).toEqual({
      kind: 'failed',
      reason: 'The recipient is not a valid e-mail address.',
    });
  });

  it('comes again while the first request with the key is under way; another use of the key fails', async () => {
    vendor.answers({
      status: 409,
      body: '{"statusCode":409,"name":"concurrent_idempotent_requests","message":"Same idempotency key used while original request is still in progress."}',
    });
    expect(await resend.send(EMAIL_MESSAGE, connection(vendor.base), loopbackTransport)).toMatchObject({
      kind: 'retry',
    });
    vendor.answers({
      status: 409,
      body: '{"statusCode":409,"name":"invalid_idempotent_request","message":"Same idempotency key used with a different request payload."}',
    });
    expect(await resend.send(EMAIL_MESSAGE, connection(vendor.base), loopbackTransport)).toEqual({
      kind: 'failed',
      reason: 'Same idempotency key used with a different request payload.',
    });
  });

  describeAnswers(vendor, {
    provider: resend,
    connection,
    message: EMAIL_MESSAGE,
    success: {
      answer: { body: '{"id":"49a3999c-0ce1-4ea6-ab68-afcd6dc2e794"}' },
      providerMessageId: '49a3999c-0ce1-4ea6-ab68-afcd6dc2e794',
    },
    refusal: { status: 422, body: '{"statusCode":422,"name":"validation_error","message":"WORDS"}' },
  });

  describeCallbacks({
    provider: resend,
    connection: connection(''),
    recipient: 'budi@example.com',
    statuses: ['delivered', 'bounced', 'failed', 'opened', 'clicked'],
    minutes: 5,
    stranger: emailChannel({ callbackSecret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' })(''),
  });
});

describe('the Svix signature', () => {
  /** The example of Svix's documentation: https://docs.svix.com/receiving/verifying-payloads/how-manual */
  const EXAMPLE = {
    'svix-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'svix-timestamp': '1614265330',
    'svix-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  };
  const verify = (
    headers: Record<string, string>,
    body = '{"test": 2432232314}',
    secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  ) =>
    resend.callbacks!.verify!(
      { method: 'POST', url: '', headers, body: Buffer.from(body), receivedAt: new Date(1614265330_000) },
      { connection: emailChannel({ callbackSecret: secret })(''), transport: noTransport },
    );

  it('is the one of Svix’s own example', () => {
    expect(verify(EXAMPLE)).toBe(true);
  });

  it('may be one of several, of version 1', () => {
    const [, signature = ''] = EXAMPLE['svix-signature'].split(',');
    expect(verify({ ...EXAMPLE, 'svix-signature': `v1,bm9ldHU= ${EXAMPLE['svix-signature']}` })).toBe(true);
    expect(verify({ ...EXAMPLE, 'svix-signature': `v2,${signature}` })).toBe(false);
    expect(verify({ ...EXAMPLE, 'svix-signature': signature })).toBe(false);
  });

  it.each(['svix-id', 'svix-timestamp', 'svix-signature'])('does not hold without %s, nor with another', (name) => {
    expect(verify(Object.fromEntries(Object.entries(EXAMPLE).filter(([each]) => each !== name)))).toBe(false);
    expect(verify({ ...EXAMPLE, [name]: '1614265331' })).toBe(false);
  });

  it('does not hold without a secret', () => {
    expect(verify(EXAMPLE, undefined, '')).toBe(false);
  });
});

describe('events', () => {
  const received = new Date('2026-11-21T07:00:00.000Z');
  const raw = (body: unknown): RawCallback => ({
    method: 'POST',
    url: '',
    headers: {},
    body: Buffer.from(JSON.stringify(body)),
    receivedAt: received,
  });
  const data = {
    email_id: '56761188-7520-42d8-8898-ff6fc54ce618',
    created_at: '2024-02-22T23:41:11.894719+00:00',
    from: 'Acme <onboarding@resend.dev>',
    to: ['budi@example.com'],
    subject: 'Sending this example',
    tags: { laris_message: EMAIL_MESSAGE.id },
  };
  const of = (type: string, more: object = {}) =>
    resend.callbacks!.events(raw({ type, created_at: '2024-02-22T23:41:12.126Z', data: { ...data, ...more } }));
  const status = (of: string, more: object = {}) => ({
    kind: 'status',
    providerMessageId: data.email_id,
    status: of,
    at: new Date('2024-02-22T23:41:12.126Z'),
    messageId: EMAIL_MESSAGE.id,
    ...more,
  });

  it('are read as documented', () => {
    expect(of('email.delivered')).toEqual([status('delivered')]);
    expect(of('email.opened')).toEqual([status('opened')]);
    expect(
      of('email.clicked', { click: { link: 'https://resend.com', timestamp: '2024-11-24T05:00:57.163Z' } }),
    ).toEqual([status('clicked', { link: 'https://resend.com' })]);
    expect(of('email.failed', { failed: { reason: 'reached_daily_quota' } })).toEqual([
      status('failed', { reason: 'reached_daily_quota' }),
    ]);
    expect(of('email.complained')).toEqual([
      {
        kind: 'complaint',
        recipient: 'budi@example.com',
        providerMessageId: data.email_id,
        at: new Date('2024-02-22T23:41:12.126Z'),
      },
    ]);
  });

  it('tell a bounce for good from one that may pass', () => {
    expect(of('email.bounced', { bounce: { type: 'Permanent', subType: 'General', message: 'Gone.' } })).toEqual([
      status('bounced', { reason: 'Gone.', permanent: true }),
    ]);
    expect(of('email.bounced', { bounce: { type: 'Transient', subType: 'MailboxFull', message: 'Full.' } })).toEqual([
      status('bounced', { reason: 'Full.', permanent: false }),
    ]);
    expect(
      of('email.suppressed', { suppressed: { type: 'OnAccountSuppressionList', message: 'Suppressed.' } }),
    ).toEqual([status('bounced', { reason: 'Suppressed.', permanent: true })]);
  });

  it.each(['email.sent', 'email.delivery_delayed', 'email.scheduled', 'contact.updated', 'toString', ''])(
    '%s changes nothing',
    (type) => {
      expect(of(type)).toEqual([]);
    },
  );
});
