/** LINE, push message: https://developers.line.biz/en/reference/messaging-api/#send-push-message */
import { createHmac } from 'node:crypto';
import { sameText } from '@/server/lib/signed-token';
import { outcomeOf } from '@/server/providers/answers';
import { filled } from '@/server/providers/content';
import { at, listAt, parseJson, textAt } from '@/server/providers/json';
import { messageUuid } from '@/server/providers/message-uuid';
import type { CallbackEvent, Provider, RawCallback, VendorAnswer } from '@/server/providers/provider';
import { instant } from '@/server/providers/signatures';

/** https://developers.line.biz/en/docs/messaging-api/verify-webhook-signature/ */
export const lineSignature = (channelSecret: string, body: Buffer): string =>
  createHmac('sha256', channelSecret).update(body).digest('base64');

/** https://developers.line.biz/en/reference/messaging-api/#webhook-event-objects: what a person did, one to one. */
function events(raw: RawCallback): CallbackEvent[] {
  return listAt(parseJson(raw.body.toString('utf8')), 'events').flatMap((event): CallbackEvent[] => {
    const recipient = textAt(event, 'source', 'userId');
    if (recipient === undefined || textAt(event, 'source', 'type') !== 'user') return [];
    const time = instant(at(event, 'timestamp'), raw.receivedAt);
    switch (textAt(event, 'type')) {
      case 'message':
      case 'postback':
        return [{ kind: 'inbound', recipient, at: time }];
      case 'unfollow':
        // They blocked the account.
        return [{ kind: 'unsubscribe', recipient, providerMessageId: null, at: time }];
      default:
        return [];
    }
  });
}

/** LINE's words, with those on the part of the message that it did not like. */
function words(body: unknown): string | undefined {
  const details = listAt(body, 'details')
    .map((detail) =>
      [textAt(detail, 'property'), textAt(detail, 'message')].filter((part) => part !== undefined).join(' '),
    )
    .filter((detail) => detail !== '');
  const message = textAt(body, 'message');
  return message === undefined || details.length === 0 ? message : `${message}: ${details.join(', ')}`;
}

const messageIdOf = (answer: VendorAnswer): string | null =>
  textAt(parseJson(answer.body), 'sentMessages', 0, 'id') ?? null;

export const line: Provider<'line'> = {
  id: 'msg_p4',

  async send({ id, recipient, content }, connection, transport) {
    const text = filled(content.text);
    const imageUrl = filled(content.imageUrl);
    const messages = [
      ...(imageUrl === undefined ? [] : [{ type: 'image', originalContentUrl: imageUrl, previewImageUrl: imageUrl }]),
      ...(text === undefined ? [] : [{ type: 'text', text }]),
    ];
    const answer = await transport.request({
      method: 'POST',
      url: `${connection.base}/v2/bot/message/push`,
      headers: {
        authorization: `Bearer ${connection.credentials.channelAccessToken ?? ''}`,
        'content-type': 'application/json',
        'x-line-retry-key': messageUuid(id),
      },
      body: JSON.stringify({ to: recipient, messages }),
    });
    // https://developers.line.biz/en/docs/messaging-api/retrying-api-request/: this key was accepted before.
    if (answer.status === 409) return { kind: 'accepted', providerMessageId: messageIdOf(answer) };
    return outcomeOf('msg_p4', connection, answer, { messageId: () => messageIdOf(answer), words });
  },

  callbacks: {
    verify(raw, { connection }) {
      const { channelSecret = '' } = connection.credentials;
      const given = raw.headers['x-line-signature'];
      return channelSecret !== '' && given !== undefined && sameText(given, lineSignature(channelSecret, raw.body));
    },
    events,
  },

  sandbox: {
    accepted: (id) => ({
      status: 200,
      headers: { 'content-type': 'application/json', 'x-line-request-id': id },
      body: JSON.stringify({ sentMessages: [{ id, quoteToken: 'sandbox' }] }),
    }),
  },
};
