/**
 * The format is our own (the docstring of webhook.ts); the signature is that of docs/contract/webhooks.md#signature.
 */
import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Connection, OutgoingMessage } from '@/server/platform/vendors/provider';
import { svcSignature, webhook } from '@/server/modules/messaging/adapters/webhook';
import { describeAnswers } from '@/server/testing/adapter';
import { loopbackTransport, useVendor } from '@/server/testing/vendor';

const SECRET = 'a signing secret of the merchant';
const connection = (base: string): Connection => ({
  channelId: 'c1',
  credentials: { url: `${base}/hook?shop=1`, secret: SECRET },
  config: {},
  externalId: null,
  base: '',
});
const message: OutgoingMessage<'webhook'> = {
  id: 'c06b6cfa81f3a9d2e4b7c6058',
  now: new Date(),
  recipient: 'broadcast',
  content: { sale: { percent: 50 }, text: 'Diskon “hari ini” 🎉' },
};
const vendor = useVendor();

describe('webhook', () => {
  it('posts the content with the message’s id, signed over the very bytes', async () => {
    expect(await webhook.send(message, connection(vendor.base), loopbackTransport)).toEqual({
      kind: 'accepted',
      providerMessageId: null,
    });
    const { request } = vendor;
    expect([request.method, request.path, request.query.get('shop'), request.headers['content-type']]).toEqual([
      'POST',
      '/hook',
      '1',
      'application/json',
    ]);
    expect(JSON.parse(request.body)).toEqual({
      id: message.id,
      type: 'message',
      channelId: 'c1',
      content: message.content,
    });
    const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(request.headers['svc-signature']!)!;
    expect(Math.abs(Number(t) - Date.now() / 1000)).toBeLessThan(300);
    expect(v1).toBe(createHmac('sha256', SECRET).update(`${t}.${request.body}`).digest('hex'));
  });

  it('is not signed without a secret', async () => {
    await webhook.send(
      message,
      { ...connection(vendor.base), credentials: { url: `${vendor.base}/hook` } },
      loopbackTransport,
    );
    expect(vendor.request.headers).not.toHaveProperty('svc-signature');
  });

  it('signs every body, secret and time differently', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.nat(), (body, secret, t) => {
        const signature = svcSignature(secret, t, body);
        expect(signature).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
        expect(svcSignature(secret, t, `${body} `)).not.toBe(signature);
        expect(svcSignature(`${secret}x`, t, body)).not.toBe(signature);
        expect(svcSignature(secret, t + 1, body)).not.toBe(signature);
      }),
    );
  });

  it('judges the address at connect', () => {
    expect(webhook.check!({ credentials: { url: 'https://shop.example/hook' }, config: {} })).toEqual([]);
    expect(webhook.check!({ credentials: { url: 'https://[::1]/hook' }, config: {} })).toEqual([
      ['credentials.url', 'must not point to a private or local address'],
    ]);
  });

  describeAnswers(vendor, {
    provider: webhook,
    connection,
    message,
    via: 'guarded',
    success: { answer: { status: 204, body: '' }, providerMessageId: null },
    refusal: { status: 400, body: '{"error":{"message":"WORDS"}}' },
  });
});
