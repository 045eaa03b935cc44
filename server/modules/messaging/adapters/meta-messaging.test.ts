/**
 * Facebook and Instagram, as https://developers.facebook.com/docs/messenger-platform/send-messages,
 * https://developers.facebook.com/docs/messenger-platform/reference/webhook-events and
 * https://developers.facebook.com/docs/graph-api/reference/user/accounts/ say.
 */
import { beforeEach, describe, expect, it } from 'vitest';
import { facebook } from '@/server/modules/messaging/adapters/facebook';
import { instagram } from '@/server/modules/messaging/adapters/instagram';
import {
  NotSentError,
  type Connection,
  type OutgoingMessage,
  type RawCallback,
  type Transport,
} from '@/server/platform/vendors/provider';
import { describeAnswers, describeCallbacks } from '@/server/testing/adapter';
import { loopbackTransport, useVendor } from '@/server/testing/vendor';

const vendor = useVendor();
const connection = (
  base: string,
  accessToken = 'EAAG-person-token',
  config: Record<string, unknown> = { assetId: '1900' },
): Connection => ({
  channelId: 'c1',
  credentials: { accessToken, callbackSecret: 'the-app-secret' },
  config,
  externalId: '1900',
  base,
});
const now = new Date('2026-11-21T07:00:00.000Z');
const message: OutgoingMessage<'facebook'> = {
  id: 'c06b6cfa81f3a9d2e4b7c6058',
  recipient: '25544',
  content: { text: 'Halo' },
  lastInboundAt: new Date(now.getTime() - 3_600_000),
  now,
};
const PAGE_TOKEN = { status: 200, body: '{"access_token":"page-token-1","id":"1900"}' };
const SENT = { status: 200, body: '{"recipient_id":"25544","message_id":"m_AG5Hz2U"}' };
let person = 0;
/** A person whose page token is in no cache yet. */
const fresh = (base = vendor.base): Connection => connection(base, `EAAG-person-token-${++person}`);

describe.each([
  ['facebook', facebook],
  ['instagram', instagram],
] as const)('%s', (_, provider) => {
  const send = (by: Connection, more: Partial<OutgoingMessage<'facebook'>> = {}) =>
    provider.send({ ...message, ...more }, by, loopbackTransport);

  // Messenger hands it back with the echo.
  const ours = provider.id === 'social_p1' ? { metadata: message.id } : {};

  it('asks for the page’s token once, then sends as the page', async () => {
    vendor.answers(PAGE_TOKEN, SENT);
    const by = fresh();
    expect(await send(by)).toEqual({ kind: 'accepted', providerMessageId: 'm_AG5Hz2U' });
    expect(await send(by)).toEqual({ kind: 'accepted', providerMessageId: 'm_AG5Hz2U' });
    const [asked, sent, again] = vendor.requests;
    expect([asked!.method, asked!.path, asked!.query.get('fields'), asked!.headers.authorization]).toEqual([
      'GET',
      '/v25.0/1900',
      'access_token',
      `Bearer ${by.credentials.accessToken}`,
    ]);
    expect([sent!.method, sent!.path, sent!.headers.authorization]).toEqual([
      'POST',
      '/v25.0/1900/messages',
      'Bearer page-token-1',
    ]);
    expect(JSON.parse(sent!.body)).toEqual({
      recipient: { id: '25544' },
      messaging_type: 'RESPONSE',
      message: { text: 'Halo', ...ours },
    });
    expect([again!.method, vendor.requests.length]).toEqual(['POST', 3]);
  });

  it('puts the image’s address after the text, or sends it alone', async () => {
    vendor.answers(PAGE_TOKEN, SENT);
    const by = fresh();
    await send(by, { content: { text: 'Baru', imageUrl: 'https://cdn.example/a.png' } });
    await send(by, { content: { imageUrl: 'https://cdn.example/a.png' } });
    expect(vendor.requests.slice(1).map(({ body }) => JSON.parse(body).message)).toEqual([
      { text: 'Baru\nhttps://cdn.example/a.png', ...ours },
      { attachment: { type: 'image', payload: { url: 'https://cdn.example/a.png' } }, ...ours },
    ]);
  });

  it('fails until a page is chosen', async () => {
    expect(await send(connection(vendor.base, 'x', {}))).toEqual({
      kind: 'failed',
      reason: 'No page is chosen yet: choose one on the channel’s page.',
    });
    expect(vendor.requests).toEqual([]);
  });

  it('sends nothing when the window is known to be closed, and lets Meta judge when it is not known', async () => {
    expect(await send(fresh(), { lastInboundAt: new Date(now.getTime() - 86_400_000) })).toMatchObject({
      kind: 'failed',
      reason: expect.stringContaining('24 hours'),
    });
    expect(vendor.requests).toEqual([]);
    vendor.answers(PAGE_TOKEN, {
      status: 400,
      body: '{"error":{"message":"(#10) This message is sent outside of allowed window.","code":10,"error_subcode":2018278}}',
    });
    expect(await send(fresh(), { lastInboundAt: null })).toEqual({
      kind: 'failed',
      reason: '(#10) This message is sent outside of allowed window.',
    });
  });

  it('sends nothing without the page’s token: refused for good, or to come again, never unknown', async () => {
    vendor.answers({ status: 400, body: '{"error":{"message":"Error validating access token","code":190}}' });
    expect(await send(fresh())).toEqual({
      kind: 'failed',
      ofChannel: true,
      reason: 'Error validating access token (190)',
    });
    vendor.answers({ status: 200, body: '{"id":"1900"}' });
    expect(await send(fresh())).toMatchObject({ kind: 'failed' });
    vendor.answers({ status: 500, body: '' });
    expect(await send(fresh())).toMatchObject({ kind: 'retry' });
    vendor.answers('cut');
    await expect(send(fresh())).rejects.toBeInstanceOf(NotSentError);
  });

  it('forgets a page’s token that no longer holds, and does not repeat it', async () => {
    vendor.answers(
      PAGE_TOKEN,
      { status: 401, body: '{"error":{"message":"page-token-1 has lapsed","code":190}}' },
      PAGE_TOKEN,
      SENT,
    );
    const by = fresh();
    expect(await send(by)).toEqual({ kind: 'failed', ofChannel: true, reason: '… has lapsed (190)' });
    expect(await send(by)).toMatchObject({ kind: 'accepted' });
  });

  describe('with the page’s token at hand', () => {
    const held: Transport['request'] = (request) =>
      Promise.resolve(provider.sandbox.aside!(request) ?? provider.sandbox.accepted('x'));
    beforeEach(async () => {
      for (const base of [vendor.base, 'http://127.0.0.1:9'])
        await provider.send(message, connection(base), { request: held, guarded: held });
    });
    describeAnswers(vendor, {
      provider,
      connection,
      message,
      success: { answer: SENT, providerMessageId: 'm_AG5Hz2U' },
      refusal: { status: 400, body: '{"error":{"message":"WORDS","code":100}}' },
    });
  });

  describeCallbacks({
    provider,
    connection: connection(''),
    stranger: { ...connection(''), credentials: { callbackSecret: 'another-secret' } },
    recipient: '25544',
    statuses: provider === facebook ? ['delivered'] : ['opened'],
  });

  it('tells who wrote, pressed a button or reacted, not what the page itself wrote', () => {
    const event = (more: object) => ({
      sender: { id: '25544' },
      recipient: { id: '1900' },
      timestamp: now.getTime(),
      ...more,
    });
    const messaging = [
      event({ message: { mid: 'm1', text: 'hi', reply_to: { mid: 'm0' } } }),
      event({ postback: { mid: 'm2', title: 'Mulai', payload: 'x' } }),
      event({ reaction: { mid: 'm1' } }),
      event({ message: { mid: 'm3', is_echo: true, text: 'from the page' } }),
      event({ message: { mid: 'm4', is_echo: true, text: 'ours', metadata: message.id } }),
      event({ message: { mid: 'm5', is_deleted: true } }),
      event({
        message: { mid: 'm6', attachments: [{ type: 'image', payload: { url: 'https://cdn.example/p.jpg' } }] },
      }),
      event({
        message: {
          mid: 'm7',
          attachments: [{ type: 'location', payload: { coordinates: { lat: -6.2, long: 106.8 } } }],
        },
      }),
      event({ read: { watermark: 1 } }),
    ];
    const raw: RawCallback = {
      method: 'POST',
      url: '',
      headers: {},
      receivedAt: now,
      body: Buffer.from(JSON.stringify({ object: 'page', entry: [{ messaging }] })),
    };
    const reported = (kind: string, recipient: string, said?: object) => ({
      kind,
      recipient,
      at: now,
      ...(said && { message: said }),
    });
    expect(provider.callbacks!.events(raw)).toEqual([
      reported('inbound', '25544', {
        providerMessageId: 'm1',
        kind: 'text',
        text: 'hi',
        answers: 'm0',
        attachments: [],
      }),
      reported('inbound', '25544', { providerMessageId: 'm2', kind: 'text', text: 'Mulai' }),
      reported('inbound', '25544'),
      reported('echo', '1900', { providerMessageId: 'm3', kind: 'text', text: 'from the page', attachments: [] }),
      { kind: 'deleted', recipient: '25544', at: now, providerMessageId: 'm5' },
      reported('inbound', '25544', {
        providerMessageId: 'm6',
        kind: 'image',
        text: '',
        attachments: [{ kind: 'image', ref: 'https://cdn.example/p.jpg' }],
      }),
      reported('inbound', '25544', { providerMessageId: 'm7', kind: 'location', text: '-6.2, 106.8', attachments: [] }),
    ]);
  });
});

describe('assets', () => {
  it('lists the pages of every list', async () => {
    vendor.answers(
      {
        status: 200,
        body: '{"data":[{"id":"1","name":"Toko A"}],"paging":{"cursors":{"after":"abc"},"next":"https://evil.example/"}}',
      },
      { status: 200, body: '{"data":[{"id":"2","name":"Toko B"}],"paging":{"cursors":{"after":"def"}}}' },
    );
    expect(await facebook.assets!(connection(vendor.base), loopbackTransport)).toEqual([
      { id: '1', name: 'Toko A' },
      { id: '2', name: 'Toko B' },
    ]);
    expect(vendor.requests.map(({ path, query }) => [path, query.get('fields'), query.get('after')])).toEqual([
      ['/v25.0/me/accounts', 'id,name', null],
      ['/v25.0/me/accounts', 'id,name', 'abc'],
    ]);
  });

  it('lists the Instagram accounts under their pages’ ids', async () => {
    vendor.answers({
      status: 200,
      body: '{"data":[{"id":"1","name":"Toko A","instagram_business_account":{"id":"178","username":"toko.a"}},{"id":"2","name":"Toko B"}]}',
    });
    expect(await instagram.assets!(connection(vendor.base), loopbackTransport)).toEqual([
      { id: '1', name: '@toko.a', account: '178' },
    ]);
  });

  it('fails in Meta’s words', async () => {
    vendor.answers({ status: 400, body: '{"error":{"message":"Error validating EAAG-person-token","code":190}}' });
    await expect(facebook.assets!(connection(vendor.base), loopbackTransport)).rejects.toThrow(
      'Error validating … (190)',
    );
  });
});
