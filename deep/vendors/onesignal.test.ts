/** The adapter of OneSignal beside OneSignal's own SDK (@onesignal/node-onesignal 5.18.0). */
import { createConfiguration, DefaultApi, Notification, ServerConfiguration } from '@onesignal/node-onesignal';
import { expect, it } from 'vitest';
import { bothRequests } from '@/deep/vendors/requests';
import { messageUuid } from '@/server/platform/vendors/message-uuid';
import { onesignal } from '@/server/modules/messaging/adapters/onesignal';
import { loopbackTransport, useVendor } from '@/server/testing/vendor';

const APP_ID = '12345678-90ab-cdef-1234-567890abcdef';
const API_KEY = 'os_v2_app_0123456789abcdef';
const MESSAGE_ID = 'c06b6cfa81f3a9d2e4b7c6058';
const vendor = useVendor();

it.each([
  ['a subscription', 'e4e87830-b954-11e3-811d-f3b376925f15'],
  ['an external id', 'pelanggan-42'],
])('sends to %s as the SDK does', async (_what, recipient) => {
  vendor.answers({ body: '{"id":"b98881cc-1e94-4366-bbd9-db8f3429292b"}' });
  const url = 'https://toko.example/a';
  await onesignal.send(
    { id: MESSAGE_ID, now: new Date(), recipient, content: { title: 'Diskon', body: 'Hari ini 🎉', url } },
    {
      channelId: 'c1',
      credentials: { appId: APP_ID, apiKey: API_KEY },
      config: {},
      externalId: null,
      base: vendor.base,
    },
    loopbackTransport,
  );
  const sdk = new DefaultApi(
    createConfiguration({ restApiKey: API_KEY, baseServer: new ServerConfiguration(vendor.base, {}) }),
  );
  const notification = Object.assign(new Notification(), {
    app_id: APP_ID,
    target_channel: 'push',
    ...(recipient.startsWith('e4e8')
      ? { include_subscription_ids: [recipient] }
      : { include_aliases: { external_id: [recipient] } }),
    headings: { en: 'Diskon' },
    contents: { en: 'Hari ini 🎉' },
    url,
    idempotency_key: messageUuid(MESSAGE_ID),
  });
  expect(await sdk.createNotification(notification)).toMatchObject({ id: 'b98881cc-1e94-4366-bbd9-db8f3429292b' });
  const { ours, theirs } = await bothRequests(vendor, 'authorization');
  expect(ours).toEqual(theirs);
});
