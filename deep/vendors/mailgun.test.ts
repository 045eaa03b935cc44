/** The adapter of Mailgun beside Mailgun's own SDK (mailgun.js 14.0.1). */
import Mailgun from 'mailgun.js';
import { expect, it } from 'vitest';
import { bothRequests } from '@/deep/vendors/requests';
import { mailgun } from '@/server/modules/messaging/adapters/mailgun';
import { emailChannel, EMAIL_MESSAGE } from '@/server/testing/email';
import { loopbackTransport, useVendor } from '@/server/testing/vendor';

const API_KEY = 'key-0123456789abcdef0123456789abcdef';
const connection = emailChannel({ apiKey: API_KEY, domain: 'mg.tokoanda.co.id' });
const vendor = useVendor();

it('sends the form that the SDK sends', async () => {
  vendor.answers({ body: '{"id":"<20261121.1@mg.tokoanda.co.id>","message":"Queued. Thank you."}' });
  await mailgun.send(EMAIL_MESSAGE, connection(vendor.base), loopbackTransport);
  const sdk = new Mailgun(FormData).client({ username: 'api', key: API_KEY, url: vendor.base });
  await sdk.messages.create('mg.tokoanda.co.id', {
    from: 'Toko Anda <halo@tokoanda.co.id>',
    to: 'budi@example.com',
    subject: EMAIL_MESSAGE.content.subject ?? '',
    html: EMAIL_MESSAGE.content.html ?? '',
    text: EMAIL_MESSAGE.content.text ?? '',
    'h:Reply-To': 'cs@tokoanda.co.id',
    'h:List-Unsubscribe': EMAIL_MESSAGE.headers!['List-Unsubscribe'],
    'h:List-Unsubscribe-Post': EMAIL_MESSAGE.headers!['List-Unsubscribe-Post'],
    'v:laris_message': EMAIL_MESSAGE.id,
  });
  const { ours, theirs } = await bothRequests(vendor, 'authorization');
  expect(ours).toEqual(theirs);
});
