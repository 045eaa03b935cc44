/**
 * As https://developers.facebook.com/docs/whatsapp/cloud-api/reference/messages,
 * https://developers.facebook.com/docs/whatsapp/cloud-api/webhooks/payload-examples and
 * https://developers.facebook.com/docs/graph-api/webhooks/getting-started say.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hubSignature } from '@/server/platform/vendors/meta-graph';
import type { Connection, OutgoingMessage, RawCallback } from '@/server/platform/vendors/provider';
import { whatsappCloud } from '@/server/modules/messaging/adapters/whatsapp-cloud';
import { describeAnswers, describeCallbacks } from '@/server/testing/adapter';
import { loopbackTransport, noTransport, useVendor } from '@/server/testing/vendor';

const connection = (base: string, more: Record<string, string> = {}): Connection => ({
  channelId: 'c1',
  credentials: {
    accessToken: 'EAAG-access-token',
    phoneNumberId: '106540352242922',
    callbackSecret: 'the-app-secret',
    ...more,
  },
  config: {},
  externalId: null,
  base,
});
const now = new Date('2026-11-21T07:00:00.000Z');
const hoursAgo = (hours: number): Date => new Date(now.getTime() - hours * 3_600_000);
const message: OutgoingMessage<'whatsapp'> = {
  id: 'c06b6cfa81f3a9d2e4b7c6058',
  recipient: '+6281234567890',
  content: { text: 'Halo' },
  lastInboundAt: hoursAgo(23),
  now,
};
const template = {
  name: 'sale',
  language: 'id',
  components: [{ type: 'body', parameters: [{ type: 'text', text: 'Budi' }] }],
};
const vendor = useVendor();
const send = (more: Partial<OutgoingMessage<'whatsapp'>> = {}) =>
  whatsappCloud.send({ ...message, ...more }, connection(vendor.base), loopbackTransport);
const SENT =
  '{"messaging_product":"whatsapp","contacts":[{"input":"+6281234567890","wa_id":"6281234567890"}],"messages":[{"id":"wamid.HBgL"}]}';

describe('whatsappCloud', () => {
  it('sends a text inside the window', async () => {
    vendor.answers({ status: 200, body: SENT });
    expect(await send()).toEqual({ kind: 'accepted', providerMessageId: 'wamid.HBgL' });
    const { request } = vendor;
    expect([request.method, request.path, request.headers.authorization]).toEqual([
      'POST',
      '/v25.0/106540352242922/messages',
      'Bearer EAAG-access-token',
    ]);
    expect(JSON.parse(request.body)).toEqual({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: '+6281234567890',
      type: 'text',
      text: { preview_url: true, body: 'Halo' },
      biz_opaque_callback_data: message.id,
    });
  });

  it.each([['id'], [{ code: 'id' }]])('sends a template at any time, its language as %j', async (language) => {
    await send({ content: { template: { ...template, language } }, lastInboundAt: null });
    expect(JSON.parse(vendor.request.body)).toMatchObject({
      type: 'template',
      template: { name: 'sale', language: { code: 'id' }, components: template.components },
    });
  });

  it.each([[hoursAgo(24)], [hoursAgo(1000)], [null], [undefined]])(
    'sends no text when the recipient last wrote at %j',
    async (lastInboundAt) => {
      expect(await send({ lastInboundAt })).toEqual({ kind: 'failed', reason: expect.stringContaining('24 hours') });
      expect(vendor.requests).toEqual([]);
    },
  );

  it('writes a variable as Meta takes it, whatever is filled in', async () => {
    const parameters = [
      { type: 'text', text: 'Jl. Melati 1\r\n\tJakarta' },
      { type: 'text', parameter_name: 'code', text: `A${' '.repeat(7)}B` },
    ];
    const cards = [{ card_index: 0, components: [{ type: 'BODY', parameters: parameters.slice(0, 1) }] }];
    const components = [
      { type: 'body', parameters },
      { type: 'carousel', cards },
    ];
    await send({ content: { template: { ...template, language: 'id', components } }, lastInboundAt: null });
    const body = JSON.parse(vendor.request.body) as { template: { components: unknown } };
    expect(body.template.components).toEqual([
      {
        type: 'body',
        parameters: [
          { type: 'text', text: 'Jl. Melati 1 Jakarta' },
          { type: 'text', parameter_name: 'code', text: 'A    B' },
        ],
      },
      {
        type: 'carousel',
        cards: [
          {
            card_index: 0,
            components: [{ type: 'BODY', parameters: [{ type: 'text', text: 'Jl. Melati 1 Jakarta' }] }],
          },
        ],
      },
    ]);
  });

  it.each([
    [{}],
    [{ template: { name: 'sale' } }],
    [{ template: {} }],
    [{ template: { name: 'sale', language: {} } }],
    [{ template: { name: 'sale', language: 'id', components: {} } }],
    [{ template: { name: 'sale', language: 'id', components: [{ parameters: [] }] } }],
    [{ template: { name: 'sale', language: 'id', components: [{ type: 'body', parameters: ['Ani'] }] } }],
    [{ contentSid: 'HX1' }],
  ])('sends nothing of %j', async (content) => {
    const outcome = await send({ content, lastInboundAt: null });
    expect(outcome.kind).toBe('failed');
    expect(vendor.requests).toEqual([]);
  });

  it.each(['4', '80007', '130429', '131056'])('comes again when Meta throttles by its code %s', async (code) => {
    vendor.answers({ status: 400, body: `{"error":{"message":"Rate limit hit","code":${code}}}` });
    expect(await send()).toMatchObject({ kind: 'retry' });
  });

  it('fails with Meta’s words, details and number', async () => {
    vendor.answers({
      status: 400,
      body: '{"error":{"message":"(#131030) Recipient phone number not in allowed list","type":"OAuthException","code":131030,"error_data":{"messaging_product":"whatsapp","details":"Add it to the list"}}}',
    });
    expect(await send()).toEqual({
      kind: 'failed',
      reason: '(#131030) Recipient phone number not in allowed list: Add it to the list',
    });
  });

  it('stays in its own place of the path, whatever the phone number id holds', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string({ unit: 'grapheme' }),
          fc.constantFrom('..', '.', '', '../me', '?a=b', '#', '//evil.example'),
        ),
        async (phoneNumberId) => {
          vendor.reset();
          await whatsappCloud.send(message, connection(vendor.base, { phoneNumberId }), loopbackTransport);
          expect(vendor.request.path).toMatch(/^\/v25\.0\/[^/]+\/messages$/);
          expect(vendor.request.query.size).toBe(0);
        },
      ),
      { numRuns: 60 },
    );
  });

  describeAnswers(vendor, {
    provider: whatsappCloud,
    connection,
    message,
    success: { answer: { status: 200, body: SENT }, providerMessageId: 'wamid.HBgL' },
    refusal: { status: 400, body: '{"error":{"message":"WORDS","code":100}}' },
  });

  describeCallbacks({
    provider: whatsappCloud,
    connection: connection(''),
    stranger: connection('', { callbackSecret: 'another-secret' }),
    recipient: '+6281234567890',
    statuses: ['delivered', 'failed', 'opened'],
  });
});

describe('callbacks', () => {
  const callbacks = whatsappCloud.callbacks!;
  const raw = (value: object): RawCallback => ({
    method: 'POST',
    url: '',
    headers: {},
    receivedAt: now,
    body: Buffer.from(
      JSON.stringify({
        object: 'whatsapp_business_account',
        entry: [{ id: '1', changes: [{ field: 'messages', value }] }],
      }),
    ),
  });
  const timestamp = String(hoursAgo(1).getTime() / 1000);

  it('tell what became of a message, with our id', () => {
    expect(
      callbacks.events(
        raw({
          statuses: [
            { id: 'wamid.1', status: 'sent', timestamp },
            { id: 'wamid.1', status: 'read', timestamp, recipient_id: '62812', biz_opaque_callback_data: message.id },
          ],
        }),
      ),
    ).toEqual([
      { kind: 'status', providerMessageId: 'wamid.1', status: 'opened', at: hoursAgo(1), messageId: message.id },
    ]);
  });

  it('unsubscribe who asked for no more marketing', () => {
    const errors = [
      {
        code: 131050,
        title: 'Unable to deliver the message. This recipient has chosen to stop receiving marketing messages',
      },
    ];
    const unsubscribe = { kind: 'unsubscribe', recipient: '+62812', at: hoursAgo(1) };
    expect(
      callbacks.events(
        raw({ statuses: [{ id: 'wamid.1', status: 'failed', timestamp, recipient_id: '62812', errors }] }),
      ),
    ).toEqual([
      expect.objectContaining({ status: 'failed', reason: expect.stringContaining('(131050)') }),
      { ...unsubscribe, providerMessageId: 'wamid.1' },
    ]);
    expect(
      callbacks.events(
        raw({
          user_preferences: [
            { wa_id: '62812', category: 'marketing_messages', value: 'stop', timestamp },
            { wa_id: '62813', category: 'marketing_messages', value: 'resume', timestamp },
          ],
        }),
      ),
    ).toEqual([{ ...unsubscribe, providerMessageId: null }]);
  });

  // whatsapp-api-js 6.3.0: `recipient_id` is left out of a message that was sent to the user's id
  it('unsubscribe who is named by an id only, and tell both names where both stand', () => {
    const errors = [{ code: 131050, title: 'Unable to deliver the message.' }];
    const userId = 'US.13491208655302741918';
    const unsubscribe = { kind: 'unsubscribe', recipient: userId, userId, at: hoursAgo(1) };
    expect(
      callbacks.events(
        raw({ statuses: [{ id: 'wamid.1', status: 'failed', timestamp, recipient_user_id: userId, errors }] }),
      ),
    ).toEqual([expect.objectContaining({ status: 'failed' }), { ...unsubscribe, providerMessageId: 'wamid.1' }]);
    expect(
      callbacks.events(
        raw({ user_preferences: [{ user_id: userId, category: 'marketing_messages', value: 'stop', timestamp }] }),
      ),
    ).toEqual([{ ...unsubscribe, providerMessageId: null }]);
    const known = { kind: 'known', recipient: '+62812', userId, at: hoursAgo(1) };
    expect(
      callbacks.events(
        raw({
          statuses: [
            { id: 'wamid.1', status: 'sent', timestamp, recipient_id: '62812', recipient_user_id: userId },
            {
              ...{ id: 'wamid.2', status: 'sent', timestamp, recipient_type: 'group', recipient_id: 'Y2FwaV9n' },
              ...{ recipient_participant_id: '62812', recipient_user_id: userId },
            },
          ],
        }),
      ),
    ).toEqual([known, known]);
  });

  it('tell who wrote', () => {
    expect(
      callbacks.events(
        raw({ messages: [{ from: '6281234567890', id: 'wamid.2', timestamp, type: 'text', text: { body: 'Halo' } }] }),
      ),
    ).toEqual([
      {
        kind: 'inbound',
        recipient: '+6281234567890',
        at: hoursAgo(1),
        message: { providerMessageId: 'wamid.2', kind: 'text', text: 'Halo', sender: {} },
      },
    ]);
  });

  it('are escaped in the sandbox as Meta escapes them, so that the signature is of plain ASCII', () => {
    const { body, headers } = whatsappCloud.sandbox.inbound!(
      { sender: '+6281234567890', name: 'Bé', text: 'Halo 🎉', providerMessageId: 'wamid.1', at: now },
      connection(''),
      'https://laris.example.com/hooks',
      '',
    )!;
    const text = body.toString('latin1');
    expect(text).toContain(String.raw`"name":"B\u00e9"`);
    expect(text).toContain(String.raw`"body":"Halo \ud83c\udf89"`);
    expect(callbacks.events({ method: 'POST', url: '', headers, body, receivedAt: now })).toMatchObject([
      { kind: 'inbound', message: { text: 'Halo 🎉', sender: { name: 'Bé' } } },
    ]);
  });

  it('hold with the app secret only', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 1 }), (text, secret) => {
        const body = Buffer.from(text);
        const signed = (by: string): RawCallback => ({
          method: 'POST',
          url: '',
          headers: { 'x-hub-signature-256': hubSignature(by, body) },
          body,
          receivedAt: now,
        });
        const context = { connection: connection('', { callbackSecret: secret }), transport: noTransport };
        expect(callbacks.verify!(signed(secret), context)).toBe(true);
        expect(callbacks.verify!(signed(`${secret}x`), context)).toBe(false);
        expect(callbacks.verify!({ ...signed(secret), body: Buffer.from(`${text} `) }, context)).toBe(false);
      }),
    );
  });

  it('answer the question at the registration, and repeat no markup', () => {
    const ask = (query: Record<string, string>) => callbacks.challenge!(new URLSearchParams(query), connection(''));
    expect(ask({ 'hub.mode': 'subscribe', 'hub.challenge': '1158201444' })).toBe('1158201444');
    expect(ask({ 'hub.mode': 'unsubscribe', 'hub.challenge': '1' })).toBeNull();
    expect(ask({ 'hub.mode': 'subscribe', 'hub.challenge': '<script>' })).toBeNull();
    expect(ask({ 'hub.mode': 'subscribe' })).toBeNull();
  });
});
