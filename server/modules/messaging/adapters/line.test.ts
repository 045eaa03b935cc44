/**
 * As https://developers.line.biz/en/reference/messaging-api/#send-push-message,
 * https://developers.line.biz/en/docs/messaging-api/retrying-api-request/ and
 * https://developers.line.biz/en/docs/messaging-api/verify-webhook-signature/ say.
 */
import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { line, lineSignature } from '@/server/modules/messaging/adapters/line';
import type { Connection, OutgoingMessage, RawCallback } from '@/server/platform/vendors/provider';
import { describeAnswers } from '@/server/testing/adapter';
import { loopbackTransport, noTransport, useVendor } from '@/server/testing/vendor';

const SECRET = '0123456789abcdef0123456789abcdef';
const connection = (base: string): Connection => ({
  channelId: 'c1',
  credentials: { channelAccessToken: 'channel-access-token', channelSecret: SECRET },
  config: {},
  externalId: null,
  base,
});
const USER = 'U4af4980629b1f1c1f1f1f1f1f1f1f1f1';
const message: OutgoingMessage<'line'> = {
  id: 'c06b6cfa81f3a9d2e4b7c6058',
  now: new Date(),
  recipient: USER,
  content: { text: 'Halo' },
};
const vendor = useVendor();
const send = (outgoing = message) => line.send(outgoing, connection(vendor.base), loopbackTransport);
const SENT = '{"sentMessages":[{"id":"461230966842064897","quoteToken":"IStG5h1Tz7b"}]}';

describe('line', () => {
  it('pushes under the channel’s token, with a retry key that is a UUID', async () => {
    vendor.answers({ status: 200, body: SENT });
    expect(await send()).toEqual({ kind: 'accepted', providerMessageId: '461230966842064897' });
    const { request } = vendor;
    expect([request.method, request.path, request.headers.authorization]).toEqual([
      'POST',
      '/v2/bot/message/push',
      'Bearer channel-access-token',
    ]);
    expect(request.headers['x-line-retry-key']).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(JSON.parse(request.body)).toEqual({ to: USER, messages: [{ type: 'text', text: 'Halo' }] });
  });

  it('gives the same key to the same message and another to another', async () => {
    await send();
    await send();
    await send({ ...message, id: 'c06b6cfa81f3a9d2e4b7c6059' });
    const keys = vendor.requests.map(({ headers }) => headers['x-line-retry-key']);
    expect([keys[0] === keys[1], keys[0] === keys[2]]).toEqual([true, false]);
  });

  it('takes a 409 for what it is: accepted before', async () => {
    vendor.answers({
      status: 409,
      headers: { 'x-line-accepted-request-id': '123e4567' },
      body: `{"message":"The retry key is already accepted",${SENT.slice(1)}`,
    });
    expect(await send()).toEqual({ kind: 'accepted', providerMessageId: '461230966842064897' });
  });

  it('sends the image before the text, in one request', async () => {
    await send({ ...message, content: { text: 'Baru', imageUrl: 'https://cdn.example/a.png' } });
    expect(JSON.parse(vendor.request.body).messages).toEqual([
      { type: 'image', originalContentUrl: 'https://cdn.example/a.png', previewImageUrl: 'https://cdn.example/a.png' },
      { type: 'text', text: 'Baru' },
    ]);
  });

  it('fails with LINE’s words and details', async () => {
    vendor.answers({
      status: 400,
      body: '{"message":"The request body has 1 error(s)","details":[{"message":"May not be empty","property":"messages[0].text"}]}',
    });
    expect(await send()).toEqual({
      kind: 'failed',
      reason: 'The request body has 1 error(s): messages[0].text May not be empty',
    });
  });

  describeAnswers(vendor, {
    provider: line,
    connection,
    message,
    success: { answer: { status: 200, body: SENT }, providerMessageId: '461230966842064897' },
    refusal: { status: 400, body: '{"message":"WORDS"}' },
  });
});

describe('callbacks', () => {
  const events = (callback: RawCallback) => line.callbacks!.events(callback);
  const received = new Date('2026-11-21T07:00:00.000Z');
  const raw = (body: string, signature = lineSignature(SECRET, Buffer.from(body))): RawCallback => ({
    method: 'POST',
    url: 'https://laris.example.com/cb',
    headers: { 'x-line-signature': signature },
    body: Buffer.from(body),
    receivedAt: received,
  });
  const holds = (callback: RawCallback, credentials: Record<string, string> = connection('').credentials) =>
    line.callbacks!.verify!(callback, { connection: { ...connection(''), credentials }, transport: noTransport });
  const source = { type: 'user', userId: USER };
  const body = (...list: object[]): string => JSON.stringify({ destination: 'Uxxx', events: list });

  it('are signed with HMAC-SHA256 over the body, base64', () => {
    const text = body({ type: 'message', source, timestamp: 1 });
    expect(lineSignature(SECRET, Buffer.from(text))).toBe(createHmac('sha256', SECRET).update(text).digest('base64'));
    expect(holds(raw(text))).toBe(true);
    expect(holds(raw(text), {})).toBe(false);
    expect(holds(raw(text), { channelSecret: 'another' })).toBe(false);
    expect(holds({ ...raw(text), headers: {} })).toBe(false);
    expect(holds({ ...raw(text), body: Buffer.from(`${text} `) })).toBe(false);
  });

  it('no other body or signature holds', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (text, signature) => {
        expect(holds(raw(text))).toBe(true);
        expect(holds(raw(text, signature))).toBe(false);
        expect(holds(raw(text, lineSignature(SECRET, Buffer.from(`${text}x`))))).toBe(false);
      }),
    );
  });

  it('tell who wrote and who blocked the account', () => {
    const at = new Date(1_795_000_000_000);
    expect(
      events(
        raw(
          body(
            { type: 'message', source, timestamp: at.getTime() },
            { type: 'unfollow', source, timestamp: at.getTime() },
            { type: 'follow', source },
            { type: 'message', source: { type: 'group', groupId: 'C1', userId: USER } },
          ),
        ),
      ),
    ).toEqual([
      { kind: 'inbound', recipient: USER, at },
      { kind: 'unsubscribe', recipient: USER, providerMessageId: null, at },
    ]);
  });

  it('never throw', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc
            .jsonValue()
            .map((value) => JSON.stringify({ events: [value, { type: 'message', source: value, timestamp: value }] })),
        ),
        (text) => {
          expect(Array.isArray(events(raw(text)))).toBe(true);
        },
      ),
    );
  });
});
