/**
 * The adapter of WhatsApp's Cloud API beside whatsapp-api-js 6.3.0, which is not Meta's (Meta's own SDK for Node is
 * archived).
 */
import { WhatsAppAPI } from 'whatsapp-api-js';
import { BodyComponent, BodyParameter, Image, Language, Template, Text } from 'whatsapp-api-js/messages';
import type { ClientRecipientIdentifier } from 'whatsapp-api-js/types';
import { expect, it } from 'vitest';
import { bothRequests } from '@/deep/vendors/requests';
import type { Connection, OutgoingMessage } from '@/server/platform/vendors/provider';
import { whatsappCloud } from '@/server/modules/messaging/adapters/whatsapp-cloud';
import { META_GRAPH_VERSION } from '@/server/platform/vendors/social-providers';
import { loopbackTransport, noTransport, useVendor } from '@/server/testing/vendor';

const APP_SECRET = '0123456789abcdef0123456789abcdef';
const TOKEN = 'EAAB-token';
const PHONE_ID = '106540352242922';
const MESSAGE_ID = 'c06b6cfa81f3a9d2e4b7c6058';
/** The library's type asks for an id of Meta's beside the number, which is not always known. */
const BUDI = { phone: '+6281234567890' } as ClientRecipientIdentifier;
const vendor = useVendor();
const connection = (): Connection => ({
  channelId: 'c1',
  credentials: { accessToken: TOKEN, phoneNumberId: PHONE_ID, callbackSecret: APP_SECRET },
  config: {},
  externalId: null,
  base: vendor.base,
});
/** The library knows no other host than Meta's: what it fetches comes from the loopback. */
const library = () =>
  new WhatsAppAPI({
    token: TOKEN,
    appSecret: APP_SECRET,
    v: META_GRAPH_VERSION,
    ponyfill: {
      fetch: (url, init) => fetch(new Request(url).url.replace('https://graph.facebook.com', vendor.base), init),
    },
  });

it.each<[string, OutgoingMessage<'whatsapp'>['content'], () => Text | Image | Template]>([
  ['a text', { text: 'Halo https://toko.example 🎉' }, () => new Text('Halo https://toko.example 🎉', true)],
  [
    'a picture',
    { text: 'Halo', imageUrl: 'https://toko.example/a.png' },
    () => new Image('https://toko.example/a.png', false, 'Halo'),
  ],
  [
    'a template',
    {
      template: {
        name: 'diskon',
        language: { code: 'id' },
        components: [{ type: 'body', parameters: [{ type: 'text', text: 'Budi' }] }],
      },
    },
    () => new Template('diskon', new Language('id'), new BodyComponent(new BodyParameter('Budi'))),
  ],
])('sends %s as the library does', async (_what, content, theirMessage) => {
  vendor.answers({ body: '{"messaging_product":"whatsapp","contacts":[],"messages":[{"id":"wamid.1"}]}' });
  const now = new Date();
  await whatsappCloud.send(
    { id: MESSAGE_ID, now, recipient: '+6281234567890', lastInboundAt: now, content },
    connection(),
    loopbackTransport,
  );
  await library().sendMessage(PHONE_ID, BUDI, theirMessage(), undefined, MESSAGE_ID);
  const { ours, theirs } = await bothRequests(vendor, 'authorization');
  // The library writes down the language's only policy, which is also the default; we leave it out.
  const plain: unknown = JSON.parse(JSON.stringify(theirs).replace(',"policy":"deterministic"', ''));
  expect(ours).toEqual(plain);
});

it('makes messages in the sandbox that the library reads, under a signature that both check', async () => {
  const made = whatsappCloud.sandbox.inbound!(
    { sender: '+6281234567890', name: 'Budi', text: 'Halo 🎉', providerMessageId: 'wamid.2', at: new Date() },
    connection(),
    'https://laris.example.com/hooks',
    'token',
  )!;
  const read: unknown[] = [];
  const theirs = library();
  theirs.on.message = ({ contact, message }) => {
    read.push([contact.wa_id, contact.profile?.name, message]);
  };
  const text = made.body.toString();
  const signature = made.headers['x-hub-signature-256']!;
  await theirs.post(JSON.parse(text), text, signature);
  expect(read).toMatchObject([['6281234567890', 'Budi', { type: 'text', text: { body: 'Halo 🎉' } }]]);

  const takes = (body: string) =>
    whatsappCloud.callbacks!.verify!(
      { ...made, body: Buffer.from(body), receivedAt: new Date() },
      { connection: connection(), transport: noTransport },
    );
  expect([takes(text), takes(`${text} `)]).toEqual([true, false]);
  await expect(theirs.post(JSON.parse(text), `${text} `, signature)).rejects.toThrow();
});
