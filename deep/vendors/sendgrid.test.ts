/** The adapter of SendGrid beside Twilio's SDKs (@sendgrid/mail 8.1.6, @sendgrid/eventwebhook 8.0.0). */
import { generateKeyPairSync } from 'node:crypto';
import client from '@sendgrid/client';
import { EventWebhook } from '@sendgrid/eventwebhook';
import mail from '@sendgrid/mail';
import { expect, it } from 'vitest';
import { bothRequests } from '@/deep/vendors/requests';
import { sendgrid } from '@/server/modules/messaging/adapters/sendgrid';
import { emailChannel, EMAIL_MESSAGE } from '@/server/testing/email';
import { loopbackTransport, useVendor } from '@/server/testing/vendor';

const API_KEY = 'SG.abcdefghijklmnopqrstuv.0123456789';
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const connection = emailChannel({
  apiKey: API_KEY,
  sandboxSigningKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
});
const vendor = useVendor();

it('sends the request that the SDK sends', async () => {
  vendor.answers({ status: 202, body: '' });
  await sendgrid.send(EMAIL_MESSAGE, connection(vendor.base), loopbackTransport);
  mail.setClient(client);
  client.setApiKey(API_KEY);
  client.setDefaultRequest('baseUrl', vendor.base);
  await mail.send({
    to: 'budi@example.com',
    from: { email: 'halo@tokoanda.co.id', name: 'Toko Anda' },
    replyTo: 'cs@tokoanda.co.id',
    subject: EMAIL_MESSAGE.content.subject ?? '',
    html: EMAIL_MESSAGE.content.html ?? '',
    text: EMAIL_MESSAGE.content.text ?? '',
    headers: { ...EMAIL_MESSAGE.headers },
    customArgs: { laris_message: EMAIL_MESSAGE.id },
  });
  const { ours, theirs } = await bothRequests(vendor, 'authorization');
  expect(ours).toEqual(theirs);
});

it('signs its events as the SDK checks them', () => {
  const { body, headers } = sendgrid.sandbox.callback!(
    { status: 'bounced', providerMessageId: 'm1', recipient: 'budi@example.com', at: new Date() },
    connection(''),
    'https://laris.example.com/hooks',
  )!;
  const webhook = new EventWebhook();
  const key = webhook.convertPublicKeyToECDSA(publicKey.export({ type: 'spki', format: 'pem' }).toString());
  const takes = (text: Buffer) =>
    webhook.verifySignature(
      key,
      text,
      headers['x-twilio-email-event-webhook-signature']!,
      headers['x-twilio-email-event-webhook-timestamp']!,
    );
  expect([takes(body), takes(Buffer.concat([body, Buffer.from(' ')]))]).toEqual([true, false]);
});
