/**
 * E-mail through Mailgun, as https://documentation.mailgun.com/docs/mailgun/api-reference/send/mailgun/messages,
 * https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/webhook-payloads and …/securing-webhooks say.
 */
import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mailgun } from '@/server/modules/messaging/adapters/mailgun';
import type { RawCallback, VendorRequest } from '@/server/platform/vendors/provider';
import { describeAnswers, describeCallbacks } from '@/server/testing/adapter';
import { emailChannel, EMAIL_MESSAGE } from '@/server/testing/email';
import { loopbackTransport, noTransport, useVendor, type ReceivedRequest } from '@/server/testing/vendor';

const API_KEY = 'key-12345678901234567890123456789012';
const SIGNING_KEY = 'a-signing-key-of-some-length';
const credentials = { apiKey: API_KEY, domain: 'mg.tokoanda.co.id', callbackSecret: SIGNING_KEY };
const connection = emailChannel(credentials);
const ID = '20260203192638.000be97f99f8cea1@mg.tokoanda.co.id';
const vendor = useVendor();

/** The fields of multipart/form-data, in their order. */
function fieldsOf({ headers, body }: Pick<ReceivedRequest, 'headers' | 'body'>): [name: string, value: string][] {
  const boundary = /^multipart\/form-data; boundary=([\w-]+)$/.exec(headers['content-type'] ?? '')?.[1];
  expect(boundary).toBeDefined();
  const [before, ...parts] = body.split(`--${boundary!}`);
  expect([before, parts.pop()]).toEqual(['', '--\r\n']);
  return parts.map((part) => {
    const [, name, value] =
      /^\r\nContent-Disposition: form-data; name="([^"\r\n]*)"\r\n\r\n(.*)\r\n$/s.exec(part) ?? [];
    return [name!, value!];
  });
}

describe('mailgun', () => {
  it('posts a form to the domain’s messages with Basic authentication', async () => {
    vendor.answers({ body: JSON.stringify({ id: `<${ID}>`, message: 'Queued. Thank you.' }) });
    await mailgun.send(EMAIL_MESSAGE, connection(vendor.base), loopbackTransport);
    const { request } = vendor;
    expect([request.method, request.path]).toEqual(['POST', '/v3/mg.tokoanda.co.id/messages']);
    expect(request.headers.authorization).toBe(`Basic ${Buffer.from(`api:${API_KEY}`).toString('base64')}`);
    expect(fieldsOf(request)).toEqual([
      ['from', 'Toko Anda <halo@tokoanda.co.id>'],
      ['to', 'budi@example.com'],
      ['subject', EMAIL_MESSAGE.content.subject],
      ['html', EMAIL_MESSAGE.content.html],
      ['text', EMAIL_MESSAGE.content.text],
      ['h:Reply-To', 'cs@tokoanda.co.id'],
      ['h:List-Unsubscribe', '<https://laris.example.com/u/abc>'],
      ['h:List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'],
      ['v:laris_message', EMAIL_MESSAGE.id],
    ]);
  });

  it('is read the same by an independent reader of forms', async () => {
    await mailgun.send(EMAIL_MESSAGE, connection(vendor.base), loopbackTransport);
    const { headers, body } = vendor.request;
    const form = await new Response(body, { headers: { 'content-type': headers['content-type']! } }).formData();
    expect([form.get('subject'), form.get('html'), form.get('v:laris_message')]).toEqual([
      EMAIL_MESSAGE.content.subject,
      EMAIL_MESSAGE.content.html,
      EMAIL_MESSAGE.id,
    ]);
  });

  it('keeps every text in its own field, whatever stands in it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme', minLength: 1 }),
        fc.string({ unit: fc.constantFrom('"', '\r', '\n', '-', 'a', ':') }),
        async (text, name) => {
          let asked: VendorRequest | undefined;
          await mailgun.send(
            {
              ...EMAIL_MESSAGE,
              content: { subject: text, html: `--laris\r\n${text}\r\n--` },
              headers: { [name]: text },
            },
            connection(''),
            {
              ...noTransport,
              request: (request) => ((asked = request), Promise.resolve({ status: 200, headers: {}, body: '{}' })),
            },
          );
          const names = fieldsOf({ headers: asked!.headers, body: asked!.body! }).map(([each]) => each);
          expect(names.filter((each) => !each.startsWith('h:'))).toEqual([
            'from',
            'to',
            'subject',
            'html',
            'v:laris_message',
          ]);
        },
      ),
      { numRuns: 100 },
    );
  });

  it.each([
    ['https://api.mailgun.net', 'EU', 'https://api.eu.mailgun.net/v3/mg.tokoanda.co.id/messages'],
    ['https://api.mailgun.net', 'us', 'https://api.mailgun.net/v3/mg.tokoanda.co.id/messages'],
    ['http://localhost:9', 'eu', 'http://localhost:9/v3/mg.tokoanda.co.id/messages'],
  ])('%s with region %s', async (base, region, expected) => {
    const asked: VendorRequest[] = [];
    await mailgun.send(EMAIL_MESSAGE, connection(base, { region }), {
      ...noTransport,
      request: (request) => (asked.push(request), Promise.resolve({ status: 200, headers: {}, body: '{}' })),
    });
    expect(asked[0]?.url).toBe(expected);
  });

  it('keeps the domain inside its place in the path', async () => {
    await mailgun.send(
      EMAIL_MESSAGE,
      emailChannel({ ...credentials, domain: '../domains?x#' })(vendor.base),
      loopbackTransport,
    );
    expect(vendor.request.path).toBe('/v3/..%2Fdomains%3Fx%23/messages');
  });

  it.each([
    ['mg.tokoanda.co.id', true],
    ['MG.Example.com', true],
    ['', false],
    ['a b', false],
    ['a/b', false],
    ['.', false],
    ['-', false],
  ])('checks the domain %j: %s', (domain, holds) => {
    expect(mailgun.check!({ credentials: { domain }, config: {} })).toHaveLength(holds ? 0 : 1);
  });

  it('tells a refusal that is no JSON', async () => {
    vendor.answers({ status: 401, headers: { 'content-type': 'text/plain' }, body: 'Forbidden' });
    expect(await mailgun.send(EMAIL_MESSAGE, connection(vendor.base), loopbackTransport)).toEqual({
      kind: 'failed',
      reason: 'Forbidden',
      ofChannel: true,
    });
  });

  describeAnswers(vendor, {
    provider: mailgun,
    connection,
    message: EMAIL_MESSAGE,
    success: {
      answer: { body: JSON.stringify({ id: `<${ID}>`, message: 'Queued. Thank you.' }) },
      providerMessageId: ID,
    },
    refusal: { status: 400, body: '{"message":"WORDS"}' },
  });

  describeCallbacks({
    provider: mailgun,
    connection: connection(''),
    recipient: 'budi@example.com',
    statuses: ['delivered', 'bounced', 'failed', 'opened', 'clicked'],
    minutes: 25 * 60,
    bodyUnsigned: true,
    stranger: emailChannel({ ...credentials, callbackSecret: 'another-signing-key' })(''),
  });
});

const received = new Date('2026-11-21T07:00:00.000Z');
const raw = (body: unknown): RawCallback => ({
  method: 'POST',
  url: '',
  headers: {},
  body: Buffer.from(JSON.stringify(body)),
  receivedAt: received,
});

describe('the signature', () => {
  const timestamp = String(received.getTime() / 1000);
  const token = '0123456789abcdef0123456789abcdef0123456789abcdef01';
  const good = {
    timestamp,
    token,
    signature: createHmac('sha256', SIGNING_KEY)
      .update(timestamp + token)
      .digest('hex'),
  };
  const verify = (signature: unknown) =>
    mailgun.callbacks!.verify!(raw({ signature, 'event-data': {} }), {
      connection: connection(''),
      transport: noTransport,
    });

  it('is over time and token', () => {
    expect(verify(good)).toBe(true);
    expect(verify({ ...good, timestamp: Number(timestamp) })).toBe(true);
  });

  it.each(['timestamp', 'token', 'signature'] as const)('does not hold with another %s, or none', (key) => {
    expect(verify({ ...good, [key]: `${good[key].slice(0, -1)}${good[key].endsWith('0') ? '1' : '0'}` })).toBe(false);
    expect(verify({ ...good, [key]: undefined })).toBe(false);
    expect(verify({ ...good, [key]: {} })).toBe(false);
  });
});

describe('events', () => {
  const data = {
    id: 'CCXMjJ7nQi2N3BPigGOdgQ',
    timestamp: 1521233195.375624,
    recipient: 'budi@example.com',
    message: { headers: { 'message-id': ID, to: 'budi@example.com' } },
    'user-variables': { laris_message: EMAIL_MESSAGE.id },
  };
  const at = new Date(1521233195376);
  const of = (more: object) => mailgun.callbacks!.events(raw({ signature: {}, 'event-data': { ...data, ...more } }));
  const status = (of: string, more: object = {}) => ({
    kind: 'status',
    providerMessageId: ID,
    status: of,
    at,
    messageId: EMAIL_MESSAGE.id,
    ...more,
  });
  const about = (kind: string) => ({ kind, recipient: 'budi@example.com', providerMessageId: ID, at });

  it('are read as documented', () => {
    expect(of({ event: 'delivered' })).toEqual([status('delivered')]);
    expect(of({ event: 'opened' })).toEqual([status('opened')]);
    expect(of({ event: 'clicked', url: 'https://example.com/a' })).toEqual([
      status('clicked', { link: 'https://example.com/a' }),
    ]);
    const bot = (name: string) => ({ 'client-info': { bot: name, 'user-agent': 'Mozilla/5.0' } });
    expect(of({ event: 'opened', ...bot('') })).toEqual([status('opened')]);
    expect(of({ event: 'opened', ...bot('apple') })).toEqual([status('opened', { machine: 'apple' })]);
    expect(of({ event: 'clicked', url: 'https://example.com/a', ...bot('generic') })).toEqual([
      status('clicked', { machine: 'robot', link: 'https://example.com/a' }),
    ]);
    expect(of({ event: 'unsubscribed' })).toEqual([about('unsubscribe')]);
    expect(of({ event: 'complained' })).toEqual([about('complaint')]);
    expect(of({ event: 'rejected', reject: { reason: 'Sandbox subdomains are for test purposes only.' } })).toEqual([
      status('failed', { reason: 'Sandbox subdomains are for test purposes only.' }),
    ]);
  });

  it('tell a bounce from a failure, and both from what Mailgun tries again', () => {
    const failed = {
      event: 'failed',
      severity: 'permanent',
      'delivery-status': { code: 550, message: 'No Such User Here' },
    };
    expect(of({ ...failed, reason: 'bounce' })).toEqual([
      status('bounced', { reason: 'No Such User Here', permanent: true }),
    ]);
    expect(of({ ...failed, reason: 'suppress-bounce' })).toEqual([
      status('bounced', { reason: 'No Such User Here', permanent: true }),
    ]);
    expect(of({ ...failed, reason: 'old' })).toEqual([
      status('bounced', { reason: 'No Such User Here', permanent: false }),
    ]);
    expect(of({ ...failed, reason: 'generic' })).toEqual([status('failed', { reason: 'No Such User Here' })]);
    expect(of({ ...failed, reason: 'suppress-complaint' })).toEqual([
      status('failed', { reason: 'No Such User Here' }),
      about('complaint'),
    ]);
    expect(of({ ...failed, reason: 'suppress-unsubscribe' })).toEqual([
      status('failed', { reason: 'No Such User Here' }),
      about('unsubscribe'),
    ]);
    expect(of({ ...failed, severity: 'temporary', reason: 'generic' })).toEqual([]);
  });

  it.each(['accepted', 'stored', 'constructor'])('%s changes nothing', (event) => {
    expect(of({ event })).toEqual([]);
  });
});
