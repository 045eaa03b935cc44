/** As https://core.telegram.org/bots/api#making-requests, #sendmessage and #sendphoto say. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Connection, OutgoingMessage } from '@/server/platform/vendors/provider';
import { telegram } from '@/server/modules/messaging/adapters/telegram';
import { describeAnswers } from '@/server/testing/adapter';
import { loopbackTransport, useVendor } from '@/server/testing/vendor';

const TOKEN = '123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11';
const connection = (base: string, botToken = TOKEN): Connection => ({
  channelId: 'c1',
  credentials: { botToken },
  config: {},
  externalId: null,
  base,
});
const message: OutgoingMessage<'telegram'> = {
  id: 'c06b6cfa81f3a9d2e4b7c6058',
  now: new Date(),
  recipient: '987654321',
  content: { text: 'Diskon <50%> & lebih' },
};
const vendor = useVendor();
const send = (content = message.content) =>
  telegram.send({ ...message, content }, connection(vendor.base), loopbackTransport);
const IMAGE = 'https://cdn.example/a.png';

describe('telegram', () => {
  it('sends a text to the chat', async () => {
    vendor.answers({
      status: 200,
      body: '{"ok":true,"result":{"message_id":42,"date":1,"chat":{"id":987654321},"text":"x"}}',
    });
    expect(await send()).toEqual({ kind: 'accepted', providerMessageId: '42' });
    const { request } = vendor;
    expect([request.method, request.path, request.headers['content-type']]).toEqual([
      'POST',
      `/bot${TOKEN}/sendMessage`,
      'application/json',
    ]);
    expect(JSON.parse(request.body)).toEqual({ chat_id: '987654321', text: 'Diskon <50%> & lebih' });
  });

  it('sends an image with the text as its caption, or above a text that is too long for one', async () => {
    await send({ text: 'Baru', imageUrl: IMAGE });
    await send({ imageUrl: IMAGE });
    await send({ text: 'x'.repeat(1025), imageUrl: IMAGE });
    const sent = vendor.requests.map(({ path, body }) => [path.split('/').at(-1), JSON.parse(body)]);
    expect(sent).toEqual([
      ['sendPhoto', { chat_id: '987654321', photo: IMAGE, caption: 'Baru' }],
      ['sendPhoto', { chat_id: '987654321', photo: IMAGE }],
      [
        'sendMessage',
        {
          chat_id: '987654321',
          text: 'x'.repeat(1025),
          link_preview_options: { url: IMAGE, prefer_large_media: true, show_above_text: true },
        },
      ],
    ]);
  });

  it('waits as long as parameters.retry_after says', async () => {
    vendor.answers({
      status: 429,
      body: '{"ok":false,"error_code":429,"description":"Too Many Requests: retry after 5","parameters":{"retry_after":5}}',
    });
    expect(await send()).toEqual({ kind: 'retry', reason: 'Too Many Requests: retry after 5', afterMs: 5000 });
  });

  it('fails with Telegram’s words', async () => {
    vendor.answers({
      status: 403,
      body: '{"ok":false,"error_code":403,"description":"Forbidden: bot was blocked by the user"}',
    });
    expect(await send()).toEqual({ kind: 'failed', reason: 'Forbidden: bot was blocked by the user' });
  });

  it('stays in its own place of the path, whatever the token holds', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string({ unit: 'grapheme' }),
          fc.constantFrom('..', '/../x', '?a=b', '#', '@evil.example', '\\..\\'),
        ),
        async (botToken) => {
          vendor.reset();
          await telegram.send(message, connection(vendor.base, botToken), loopbackTransport);
          expect(vendor.request.path).toMatch(/^\/bot[^/]+\/sendMessage$/);
          expect(vendor.request.query.size).toBe(0);
        },
      ),
      { numRuns: 60 },
    );
  });

  describeAnswers(vendor, {
    provider: telegram,
    connection,
    message,
    success: { answer: { status: 200, body: '{"ok":true,"result":{"message_id":42}}' }, providerMessageId: '42' },
    refusal: { status: 400, body: '{"ok":false,"error_code":400,"description":"WORDS"}' },
  });
});
