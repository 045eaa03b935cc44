/** The adapter of Postmark beside Postmark's own SDK (postmark 5.1.0). */
import { Models, ServerClient } from 'postmark';
import { expect, it } from 'vitest';
import { bothRequests } from '@/deep/vendors/requests';
import { postmark } from '@/server/modules/messaging/adapters/postmark';
import { emailChannel, EMAIL_MESSAGE } from '@/server/testing/email';
import { loopbackTransport, useVendor } from '@/server/testing/vendor';

const SERVER_TOKEN = '8a25fd0e-7a56-4c5b-9c1a-0123456789ab';
const connection = emailChannel({ serverToken: SERVER_TOKEN });
const vendor = useVendor();

it('sends the request that the SDK sends', async () => {
  vendor.answers({ body: '{"ErrorCode":0,"Message":"OK","MessageID":"b7bc2f4a-e38e-4336-af7d-e6c392c2f817"}' });
  await postmark.send(EMAIL_MESSAGE, connection(vendor.base), loopbackTransport);
  const configuration = new Models.ClientOptions.Configuration(false, new URL(vendor.base).host);
  const { subject, html, text } = EMAIL_MESSAGE.content;
  const mail = new Models.Message('Toko Anda <halo@tokoanda.co.id>', subject ?? '', html, text, 'budi@example.com');
  Object.assign(mail, {
    ReplyTo: 'cs@tokoanda.co.id',
    Headers: Object.entries(EMAIL_MESSAGE.headers ?? {}).map(([name, value]) => new Models.Header(name, value)),
    MessageStream: 'broadcast',
    Metadata: { laris_message: EMAIL_MESSAGE.id },
  });
  await new ServerClient(SERVER_TOKEN, configuration).sendEmail(mail);
  const { ours, theirs } = await bothRequests(vendor, 'x-postmark-server-token', 'accept');
  expect(ours).toEqual(theirs);
});
