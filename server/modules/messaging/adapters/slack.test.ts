/** As https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks says. */
import { describe, expect, it } from 'vitest';
import type { Connection, OutgoingMessage } from '@/server/platform/vendors/provider';
import { slack } from '@/server/modules/messaging/adapters/slack';
import { describeAnswers } from '@/server/testing/adapter';
import { loopbackTransport, useVendor } from '@/server/testing/vendor';

const HOOK = '/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX';
const connection = (base: string): Connection => ({
  channelId: 'c1',
  credentials: { webhookUrl: base + HOOK },
  config: {},
  externalId: null,
  base: '',
});
const message: OutgoingMessage<'slack'> = {
  id: 'c06b6cfa81f3a9d2e4b7c6058',
  now: new Date(),
  recipient: 'broadcast',
  content: { text: 'Diskon 50% *hari ini* & <besok>' },
};
const vendor = useVendor();
const send = (content = message.content) =>
  slack.send({ ...message, content }, connection(vendor.base), loopbackTransport);

describe('slack', () => {
  it('posts the text as JSON, with what begins markup escaped', async () => {
    vendor.answers({ status: 200, body: 'ok', headers: { 'content-type': 'text/html' } });
    expect(await send()).toEqual({ kind: 'accepted', providerMessageId: null });
    const { request } = vendor;
    expect([request.method, request.path, request.headers['content-type'], request.headers.authorization]).toEqual([
      'POST',
      HOOK,
      'application/json',
      undefined,
    ]);
    expect(JSON.parse(request.body)).toEqual({ text: 'Diskon 50% *hari ini* &amp; &lt;besok&gt;' });
  });

  it('adds the image as a block', async () => {
    await send({ text: 'Baru', imageUrl: 'https://cdn.example/a.png' });
    expect(JSON.parse(vendor.request.body)).toEqual({
      text: 'Baru',
      attachments: [{ blocks: [{ type: 'image', image_url: 'https://cdn.example/a.png', alt_text: 'Baru' }] }],
    });
  });

  it('fails with Slack’s word', async () => {
    vendor.answers({ status: 410, body: 'channel_is_archived', headers: { 'content-type': 'text/plain' } });
    expect(await send()).toEqual({ kind: 'failed', ofChannel: true, reason: 'channel_is_archived' });
  });

  it('explains a redirect that would lose the message', async () => {
    vendor.answers({ status: 302, headers: { location: '/other' } });
    expect(await send()).toEqual({ kind: 'failed', reason: expect.stringContaining('redirect (HTTP 302)') });
  });

  it.each([
    ['https://hooks.slack.com/services/T/B/x', []],
    ['http://hooks.slack.com/x', ['must start with https://']],
    ['https://10.0.0.1/x', ['must not point to a private or local address']],
  ])('judges %s at connect', (webhookUrl, reasons) => {
    expect(slack.check!({ credentials: { webhookUrl }, config: {} })).toEqual(
      reasons.map((reason) => ['credentials.webhookUrl', reason]),
    );
  });

  describeAnswers(vendor, {
    provider: slack,
    connection,
    message,
    via: 'guarded',
    success: { answer: { status: 200, body: 'ok' }, providerMessageId: null },
    refusal: { status: 400, body: '{"error":"WORDS"}' },
  });
});
