/** The adapter of Slack's incoming webhooks beside Slack's own SDK (@slack/webhook 8.0.2). */
import { IncomingWebhook } from '@slack/webhook';
import { expect, it } from 'vitest';
import { bothRequests } from '@/deep/vendors/requests';
import { slack } from '@/server/modules/messaging/adapters/slack';
import { loopbackTransport, useVendor } from '@/server/testing/vendor';

const vendor = useVendor();

it('posts the body that the SDK posts', async () => {
  vendor.answers({ body: 'ok', headers: { 'content-type': 'text/html' } });
  const webhookUrl = `${vendor.base}/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX`;
  const imageUrl = 'https://toko.example/a.png';
  await slack.send(
    { id: 'c1', now: new Date(), recipient: 'broadcast', content: { text: 'Diskon <50%> & gratis', imageUrl } },
    { channelId: 'c1', credentials: { webhookUrl }, config: {}, externalId: null, base: '' },
    loopbackTransport,
  );
  const { text } = await new IncomingWebhook(webhookUrl).send({
    text: 'Diskon &lt;50%&gt; &amp; gratis',
    attachments: [{ blocks: [{ type: 'image', image_url: imageUrl, alt_text: 'Diskon <50%> & gratis' }] }],
  });
  expect(text).toBe('ok');
  const { ours, theirs } = await bothRequests(vendor);
  expect(ours).toEqual(theirs);
});
