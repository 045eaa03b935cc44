/**
 * As https://documentation.onesignal.com/reference/create-message and
 * https://documentation.onesignal.com/reference/idempotent-notification-requests say.
 */
import { describe, expect, it } from 'vitest';
import { onesignal } from '@/server/modules/messaging/adapters/onesignal';
import type { Connection, OutgoingMessage } from '@/server/platform/vendors/provider';
import { describeAnswers } from '@/server/testing/adapter';
import { loopbackTransport, useVendor } from '@/server/testing/vendor';

const connection = (base: string): Connection => ({
  channelId: 'c1',
  credentials: { appId: 'b7c1-app', apiKey: 'os_v2_app_secret' },
  config: {},
  externalId: null,
  base,
});
const message: OutgoingMessage<'push'> = {
  id: 'c06b6cfa81f3a9d2e4b7c6058',
  now: new Date(),
  recipient: 'customer-17',
  content: { title: 'Diskon', body: 'Hari ini saja', url: 'https://toko.example/a' },
};
const vendor = useVendor();
const send = (outgoing = message) => onesignal.send(outgoing, connection(vendor.base), loopbackTransport);

describe('onesignal', () => {
  it('creates a message for the user’s external id, with an idempotency key that is a UUID', async () => {
    vendor.answers({ status: 200, body: '{"id":"2f6f4b1c-0000-4000-8000-000000000001","external_id":null}' });
    expect(await send()).toEqual({ kind: 'accepted', providerMessageId: '2f6f4b1c-0000-4000-8000-000000000001' });
    const { request } = vendor;
    expect([request.method, request.path, request.headers.authorization]).toEqual([
      'POST',
      '/notifications',
      'Key os_v2_app_secret',
    ]);
    expect(JSON.parse(request.body)).toEqual({
      app_id: 'b7c1-app',
      target_channel: 'push',
      include_aliases: { external_id: ['customer-17'] },
      headings: { en: 'Diskon' },
      contents: { en: 'Hari ini saja' },
      url: 'https://toko.example/a',
      idempotency_key: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
    });
  });

  it('reaches a subscription by its id', async () => {
    await send({ ...message, recipient: '1dd608f2-c6a1-11e3-851d-000c2940e62c' });
    expect(JSON.parse(vendor.request.body)).toMatchObject({
      include_subscription_ids: ['1dd608f2-c6a1-11e3-851d-000c2940e62c'],
    });
  });

  it.each([
    ['{"id":"","errors":["All included players are not subscribed"]}', 'All included players are not subscribed'],
    [
      '{"id":"","errors":{"invalid_aliases":{"external_id":["customer-17"]}}}',
      'The recipient is not known to OneSignal (invalid_aliases).',
    ],
    ['{}', 'OneSignal did not accept the message.'],
  ])('fails on a 200 that made no message: %s', async (body, reason) => {
    vendor.answers({ status: 200, body });
    expect(await send()).toEqual({ kind: 'failed', reason });
  });

  describeAnswers(vendor, {
    provider: onesignal,
    connection,
    message,
    success: { answer: { status: 200, body: '{"id":"m-1"}' }, providerMessageId: 'm-1' },
    refusal: { status: 400, body: '{"errors":["WORDS"]}' },
  });
});
