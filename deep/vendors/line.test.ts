/** The adapter of LINE beside LINE's own SDK (@line/bot-sdk 11.0.0). */
import { messagingApi, validateSignature } from '@line/bot-sdk';
import { expect, it } from 'vitest';
import { bothRequests } from '@/deep/vendors/requests';
import { line } from '@/server/modules/messaging/adapters/line';
import { messageUuid } from '@/server/platform/vendors/message-uuid';
import type { Connection } from '@/server/platform/vendors/provider';
import { loopbackTransport, noTransport, useVendor } from '@/server/testing/vendor';

const SECRET = '0123456789abcdef0123456789abcdef';
const USER = 'U0123456789abcdef0123456789abcdef';
const MESSAGE_ID = 'c06b6cfa81f3a9d2e4b7c6058';
const vendor = useVendor();
const connection = (): Connection => ({
  channelId: 'c1',
  credentials: { channelAccessToken: 'token/with+signs=', channelSecret: SECRET },
  config: {},
  externalId: null,
  base: vendor.base,
});
const sdk = () =>
  new messagingApi.MessagingApiClient({ channelAccessToken: 'token/with+signs=', baseURL: vendor.base });

it('pushes a picture and a text as the SDK does', async () => {
  vendor.answers({ body: '{"sentMessages":[{"id":"461230966842064897","quoteToken":"q"}]}' });
  const imageUrl = 'https://toko.example/a.png';
  await line.send(
    { id: MESSAGE_ID, now: new Date(), recipient: USER, content: { text: 'Halo 🎉', imageUrl } },
    connection(),
    loopbackTransport,
  );
  await sdk().pushMessage(
    {
      to: USER,
      messages: [
        { type: 'image', originalContentUrl: imageUrl, previewImageUrl: imageUrl },
        { type: 'text', text: 'Halo 🎉' },
      ],
    },
    messageUuid(MESSAGE_ID),
  );
  const { ours, theirs } = await bothRequests(vendor, 'authorization', 'x-line-retry-key');
  expect(ours).toEqual(theirs);
});

it('gives LINE the address of its webhook as the SDK does', async () => {
  const endpoint = 'https://laris.example.com/api/v1/channels/c1/callbacks';
  await line.hook!.set(connection(), loopbackTransport, endpoint, '');
  await sdk().setWebhookEndpoint({ endpoint });
  const { ours, theirs } = await bothRequests(vendor, 'authorization');
  expect(ours).toEqual(theirs);
});

it('signs messages as the SDK checks them, and takes no other', () => {
  const made = line.sandbox.inbound!(
    { sender: USER, name: 'Budi', text: 'Halo 🎉', providerMessageId: '1', at: new Date() },
    connection(),
    'https://laris.example.com/hooks',
    '',
  )!;
  const verdicts = (body: Buffer) => [
    validateSignature(body, SECRET, made.headers['x-line-signature']!),
    line.callbacks!.verify!(
      { ...made, body, receivedAt: new Date() },
      { connection: connection(), transport: noTransport },
    ),
  ];
  expect(verdicts(made.body)).toEqual([true, true]);
  expect(verdicts(Buffer.concat([made.body, Buffer.from(' ')]))).toEqual([false, false]);
});
