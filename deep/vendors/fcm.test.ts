/** The adapter of Firebase Cloud Messaging beside Google's own SDK (firebase-admin 13.10.0). */
import { generateKeyPairSync } from 'node:crypto';
import { Agent } from 'node:https';
import { connect } from 'node:net';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getMessaging } from 'firebase-admin/messaging';
import { expect, it } from 'vitest';
import { bothRequests } from '@/deep/vendors/requests';
import { fcm } from '@/server/modules/messaging/adapters/fcm';
import { loopbackTransport, useVendor } from '@/server/testing/vendor';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const serviceAccountJson = JSON.stringify({
  type: 'service_account',
  project_id: 'toko-1',
  private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  client_email: 'push@toko-1.iam.gserviceaccount.com',
});
const vendor = useVendor();

it('sends the request that the SDK sends', async () => {
  const name = 'projects/toko-1/messages/0:1500415314455276%31bd1c96';
  vendor.answers(
    { body: '{"access_token":"ya29.token","expires_in":3599,"token_type":"Bearer"}' },
    { body: JSON.stringify({ name }) },
  );
  const url = 'https://toko.example/a';
  await fcm.send(
    {
      id: 'c06b6cfa81f3a9d2e4b7c6058',
      now: new Date(),
      recipient: 'device-token:APA91b',
      content: { title: 'Diskon', body: 'Hari ini 🎉', url },
    },
    { channelId: 'c1', credentials: { serviceAccountJson }, config: {}, externalId: null, base: vendor.base },
    loopbackTransport,
  );
  // The first request is the one for the access token, which the SDK is given here.
  vendor.requests.shift();

  // The SDK knows no other host than Google's: its connections lead to the loopback.
  class ToLoopback extends Agent {
    override createConnection() {
      return connect(Number(new URL(vendor.base).port), '127.0.0.1');
    }
  }
  const app = initializeApp({
    projectId: 'toko-1',
    credential: { getAccessToken: () => Promise.resolve({ access_token: 'ya29.token', expires_in: 3599 }) },
    httpAgent: new ToLoopback(),
  });
  const sent = await getMessaging(app).send({
    token: 'device-token:APA91b',
    notification: { title: 'Diskon', body: 'Hari ini 🎉' },
    data: { url },
    webpush: { fcmOptions: { link: url } },
  });
  await deleteApp(app);
  expect(sent).toBe(name);
  const { ours, theirs } = await bothRequests(vendor, 'authorization');
  // Protobuf's JSON takes a field's name in either spelling; the SDK sends this one as its callers write it.
  const spelled: unknown = JSON.parse(JSON.stringify(theirs).replace('"fcmOptions"', '"fcm_options"'));
  expect(ours).toEqual(spelled);
});
