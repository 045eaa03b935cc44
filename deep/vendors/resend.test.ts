/** The adapter of Resend beside Resend's own SDK (resend 6.38.0) and Svix's (svix 1.99.1), which signs its webhooks. */
import { Resend } from 'resend';
import { Webhook } from 'svix';
import { expect, it } from 'vitest';
import { resend } from '@/server/modules/messaging/adapters/resend';
import { emailChannel, EMAIL_MESSAGE } from '@/server/testing/email';
import { loopbackTransport, noTransport, useVendor } from '@/server/testing/vendor';
import { bothRequests } from '@/deep/vendors/requests';

const API_KEY = 're_12345678901234567890';
const SECRET = 'whsec_plJ3nmyCDGBKInavdOK15jsl';
const connection = emailChannel({ apiKey: API_KEY, callbackSecret: SECRET });
const vendor = useVendor();

it('sends the request that the SDK sends', async () => {
  vendor.answers({ body: '{"id":"49a3999c-0ce1-4ea6-ab68-afcd6dc2e794"}' });
  await resend.send(EMAIL_MESSAGE, connection(vendor.base), loopbackTransport);
  const { data } = await new Resend(API_KEY, { baseUrl: vendor.base }).emails.send(
    {
      from: 'Toko Anda <halo@tokoanda.co.id>',
      to: ['budi@example.com'],
      subject: EMAIL_MESSAGE.content.subject ?? '',
      html: EMAIL_MESSAGE.content.html ?? '',
      text: EMAIL_MESSAGE.content.text ?? '',
      replyTo: 'cs@tokoanda.co.id',
      headers: EMAIL_MESSAGE.headers,
      tags: [{ name: 'laris_message', value: EMAIL_MESSAGE.id }],
    },
    { idempotencyKey: EMAIL_MESSAGE.id },
  );
  expect(data).toEqual({ id: '49a3999c-0ce1-4ea6-ab68-afcd6dc2e794' });
  const { ours, theirs } = await bothRequests(vendor, 'authorization', 'idempotency-key');
  expect(ours).toEqual(theirs);
});

it('takes what Svix has signed, and signs what Svix takes', () => {
  const now = new Date();
  const body = JSON.stringify({ type: 'email.delivered', created_at: now.toISOString(), data: { email_id: 'e1' } });
  const seconds = String(Math.floor(now.getTime() / 1000));
  const headers = {
    'svix-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'svix-timestamp': seconds,
    'svix-signature': new Webhook(SECRET).sign('msg_p5jXN8AQM9LWM0D4loKWxJek', now, body),
  };
  const takes = (text: string) =>
    resend.callbacks!.verify!(
      { method: 'POST', url: '', headers, body: Buffer.from(text), receivedAt: now },
      { connection: connection(''), transport: noTransport },
    );
  expect([takes(body), takes(`${body} `)]).toEqual([true, false]);

  const made = resend.sandbox.callback!(
    { status: 'bounced', providerMessageId: 'e1', recipient: 'budi@example.com', at: now },
    connection(''),
    'https://laris.example.com/hooks',
  )!;
  const read = new Resend(API_KEY).webhooks.verify({
    payload: made.body.toString(),
    headers: {
      id: made.headers['svix-id']!,
      timestamp: made.headers['svix-timestamp']!,
      signature: made.headers['svix-signature']!,
    },
    webhookSecret: SECRET,
  });
  expect(read).toMatchObject({ type: 'email.bounced', data: { email_id: 'e1', bounce: { type: 'Permanent' } } });
});
