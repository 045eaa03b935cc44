/** As https://discord.com/developers/docs/resources/webhook#execute-webhook says. */
import { describe, expect, it } from 'vitest';
import { discord } from '@/server/modules/messaging/adapters/discord';
import type { Connection, OutgoingMessage } from '@/server/platform/vendors/provider';
import { describeAnswers } from '@/server/testing/adapter';
import { loopbackTransport, useVendor } from '@/server/testing/vendor';

const HOOK = '/api/webhooks/223704706495545344/3d89bb7572e0fb30d8128367b3b1b44f';
const connection = (base: string): Connection => ({
  channelId: 'c1',
  credentials: { webhookUrl: `${base}${HOOK}?thread_id=1` },
  config: {},
  externalId: null,
  base: '',
});
const message: OutgoingMessage<'discord'> = {
  id: 'c06b6cfa81f3a9d2e4b7c6058',
  now: new Date(),
  recipient: 'broadcast',
  content: { text: 'Diskon 50% hari ini' },
};
const vendor = useVendor();
const send = (content = message.content) =>
  discord.send({ ...message, content }, connection(vendor.base), loopbackTransport);

describe('discord', () => {
  it('posts the content and waits for the message', async () => {
    vendor.answers({ status: 200, body: '{"id":"1234567890123456789","type":0}' });
    expect(await send()).toEqual({ kind: 'accepted', providerMessageId: '1234567890123456789' });
    const { request } = vendor;
    expect([request.method, request.path, Object.fromEntries(request.query)]).toEqual([
      'POST',
      HOOK,
      { thread_id: '1', wait: 'true' },
    ]);
    expect(JSON.parse(request.body)).toEqual({ content: 'Diskon 50% hari ini', allowed_mentions: { parse: [] } });
  });

  it('embeds the image', async () => {
    await send({ text: 'Baru', imageUrl: 'https://cdn.example/a.png' });
    expect(JSON.parse(vendor.request.body)).toEqual({
      content: 'Baru',
      allowed_mentions: { parse: [] },
      embeds: [{ image: { url: 'https://cdn.example/a.png' } }],
    });
  });

  it('waits as long as the body of a 429 says', async () => {
    vendor.answers({
      status: 429,
      body: '{"message":"You are being rate limited.","retry_after":0.457,"global":false}',
    });
    expect(await send()).toEqual({ kind: 'retry', reason: 'You are being rate limited.', afterMs: 457 });
  });

  it('judges the address at connect', () => {
    expect(discord.check!({ credentials: { webhookUrl: 'https://discord.com/api/webhooks/1/a' }, config: {} })).toEqual(
      [],
    );
    expect(discord.check!({ credentials: { webhookUrl: 'https://discord.internal/api' }, config: {} })).toHaveLength(1);
  });

  describeAnswers(vendor, {
    provider: discord,
    connection,
    message,
    via: 'guarded',
    success: { answer: { status: 200, body: '{"id":"m-1"}' }, providerMessageId: 'm-1' },
    refusal: { status: 400, body: '{"code":50006,"message":"WORDS"}' },
  });
});
