/** LINE, push message: https://developers.line.biz/en/reference/messaging-api/#send-push-message */
import { createHmac } from 'node:crypto';
import { sameText } from '@/server/platform/lib/signed-token';
import { askVendor, outcomeOf } from '@/server/platform/vendors/answers';
import { filled } from '@/server/platform/vendors/content';
import { at, listAt, parseJson, textAt } from '@/server/platform/vendors/json';
import { messageUuid } from '@/server/platform/vendors/message-uuid';
import {
  placeInWords,
  kindOf,
  type ChannelAttachment,
  type ChannelMessage,
} from '@/server/modules/messaging/adapters/channel-message';
import { pathSegment } from '@/server/platform/vendors/path-segment';
import type {
  CallbackEvent,
  Connection,
  Hook,
  Provider,
  RawCallback,
  Transport,
  VendorAnswer,
} from '@/server/platform/vendors/provider';
import { instant } from '@/server/platform/vendors/signatures';

/** https://developers.line.biz/en/docs/messaging-api/verify-webhook-signature/ */
export const lineSignature = (channelSecret: string, body: Buffer): string =>
  createHmac('sha256', channelSecret).update(body).digest('base64');

/**
 * Reads what people did in one-to-one chats:
 * https://developers.line.biz/en/reference/messaging-api/#webhook-event-objects
 */
function events(raw: RawCallback): CallbackEvent[] {
  return listAt(parseJson(raw.body.toString('utf8')), 'events').flatMap((event): CallbackEvent[] => {
    const recipient = textAt(event, 'source', 'userId');
    if (recipient === undefined || textAt(event, 'source', 'type') !== 'user') return [];
    const time = instant(at(event, 'timestamp'), raw.receivedAt);
    switch (textAt(event, 'type')) {
      case 'message':
      case 'postback': {
        const message = readMessage(event);
        return [{ kind: 'inbound', recipient, at: time, ...(message !== undefined && { message }) }];
      }
      case 'unsend': {
        const providerMessageId = textAt(event, 'unsend', 'messageId');
        return providerMessageId === undefined ? [] : [{ kind: 'deleted', recipient, at: time, providerMessageId }];
      }
      case 'unfollow':
        // They blocked the account.
        return [{ kind: 'unsubscribe', recipient, providerMessageId: null, at: time }];
      default:
        return [];
    }
  });
}

const KINDS = { image: 'image', video: 'video', audio: 'audio', file: 'file', sticker: 'sticker' } as const;
const isFile = (type: string): type is keyof typeof KINDS => Object.hasOwn(KINDS, type);

/** A sticker has no bytes of its own: https://developers.line.biz/en/docs/messaging-api/sticker-list/ */
function attachmentsOf(message: unknown, id: string, type: string): ChannelAttachment[] {
  if (!isFile(type) || type === 'sticker') return [];
  const external = textAt(message, 'contentProvider', 'originalContentUrl');
  const [name, size] = [textAt(message, 'fileName'), at(message, 'fileSize')];
  return [
    {
      kind: KINDS[type],
      ref: external ?? id,
      ...(name !== undefined && { name }),
      ...(typeof size === 'number' && { size }),
    },
  ];
}

function readMessage(event: unknown): ChannelMessage | undefined {
  const message = at(event, 'message');
  const data = textAt(event, 'postback', 'data');
  const eventId = textAt(event, 'webhookEventId');
  if (data !== undefined && eventId !== undefined) return { providerMessageId: eventId, kind: 'text', text: data };
  const [id, type] = [textAt(message, 'id'), textAt(message, 'type') ?? ''];
  if (id === undefined) return undefined;
  const answers = textAt(message, 'quotedMessageId');
  const common = { providerMessageId: id, ...(answers !== undefined && { answers }) };
  const [latitude, longitude] = [textAt(message, 'latitude'), textAt(message, 'longitude')];
  if (type === 'location' && latitude !== undefined && longitude !== undefined) {
    const text = placeInWords(latitude, longitude, textAt(message, 'title'), textAt(message, 'address'));
    return { ...common, kind: 'location', text };
  }
  const attachments = attachmentsOf(message, id, type);
  const text = textAt(message, 'text') ?? (type === 'sticker' ? listAt(message, 'keywords').slice(0, 1).join('') : '');
  return { ...common, kind: type === 'sticker' ? 'sticker' : kindOf(text, attachments), text, attachments };
}

const bearer = ({ credentials }: Connection): Record<string, string> => ({
  authorization: `Bearer ${credentials.channelAccessToken ?? ''}`,
});

/** Files lie at an address of their own (https://developers.line.biz/en/reference/messaging-api/#get-content). */
const dataBase = ({ base }: Connection): string => base.replace('://api.line.me', '://api-data.line.me');

async function ask(
  connection: Connection,
  transport: Transport,
  method: 'GET' | 'PUT',
  path: string,
  body?: object,
): Promise<VendorAnswer> {
  return await askVendor(transport, {
    method,
    url: connection.base + path,
    headers: { ...bearer(connection), ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

/**
 * https://developers.line.biz/en/reference/messaging-api/#set-webhook-endpoint-url. LINE's API cannot remove the
 * address.
 */
const HOOK = '/v2/bot/channel/webhook/endpoint';
const hook: Hook = {
  async read(connection, transport) {
    const answer = await ask(connection, transport, 'GET', HOOK);
    const answered = parseJson(answer.body);
    // 404: none was ever set.
    if (answer.status === 404) return null;
    if (answer.status !== 200) throw new Error(words(answered) ?? `HTTP ${answer.status}`);
    return at(answered, 'active') === true ? (textAt(answered, 'endpoint') ?? null) : null;
  },
  async set(connection, transport, address) {
    const answer = await ask(connection, transport, 'PUT', HOOK, { endpoint: address });
    if (answer.status !== 200) throw new Error(words(parseJson(answer.body)) ?? `HTTP ${answer.status}`);
  },
  clear: () => Promise.resolve(),
};

/** LINE's error text, with the details of the refused parts of the message. */
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
  hook,
  attachment: (ref, connection) =>
    /^https?:/.test(ref)
      ? { method: 'GET', url: ref, headers: {} }
      : {
          method: 'GET',
          url: `${dataBase(connection)}/v2/bot/message/${pathSegment(ref)}/content`,
          headers: bearer(connection),
        },
  /** https://developers.line.biz/en/reference/messaging-api/#get-profile */
  async senderOf(recipient, connection, transport) {
    const answer = await ask(connection, transport, 'GET', `/v2/bot/profile/${pathSegment(recipient)}`);
    // 400 and 404: nobody, or nobody whom LINE knows. Of a token that no longer holds nothing is learned.
    if (answer.status === 400 || answer.status === 404) return null;
    const answered = parseJson(answer.body);
    if (answer.status !== 200) throw new Error(words(answered) ?? `HTTP ${answer.status}`);
    const name = textAt(answered, 'displayName');
    return name === undefined ? null : { name };
  },

  sandbox: {
    accepted: (id) => ({
      status: 200,
      headers: { 'content-type': 'application/json', 'x-line-request-id': id },
      body: JSON.stringify({ sentMessages: [{ id, quoteToken: 'sandbox' }] }),
    }),
    aside: ({ url }) =>
      url.includes('/v2/bot/profile/')
        ? {
            status: 200,
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ displayName: 'LINE', userId: 'U1' }),
          }
        : null,
    inbound({ sender, text, providerMessageId, at: time }, { credentials }, url) {
      const event = {
        type: 'message',
        mode: 'active',
        webhookEventId: providerMessageId,
        timestamp: time.getTime(),
        source: { type: 'user', userId: sender },
        message: { id: providerMessageId, type: 'text', text },
      };
      const body = Buffer.from(JSON.stringify({ destination: 'U0', events: [event] }));
      const signature = lineSignature(credentials.channelSecret ?? '', body);
      return {
        method: 'POST',
        url,
        body,
        headers: { 'content-type': 'application/json', 'x-line-signature': signature },
      };
    },
  },
};
