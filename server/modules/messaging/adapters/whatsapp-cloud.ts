/**
 * WhatsApp Cloud API: https://developers.facebook.com/docs/whatsapp/cloud-api/reference/messages and
 * https://developers.facebook.com/docs/whatsapp/cloud-api/webhooks/payload-examples
 */
import { inTodaysForm } from '@/server/platform/lib/phone';
import { ownId } from '@/server/modules/messaging/adapters/callback-address';
import type { Sender } from '@/server/modules/messaging/adapters/channel-message';
import { customerWindow, WINDOW_CLOSED } from '@/server/platform/vendors/customer-window';
import { filled } from '@/server/platform/vendors/content';
import { at, listAt, parseJson, textAt } from '@/server/platform/vendors/json';
import {
  graphOutcome,
  graphPost,
  graphUrl,
  metaCallback,
  metaChallenge,
  metaWords,
  verifyMeta,
} from '@/server/platform/vendors/meta-graph';
import type {
  CallbackEvent,
  DeliveryStatus,
  OutgoingMessage,
  Provider,
  RawCallback,
} from '@/server/platform/vendors/provider';
import { instant } from '@/server/platform/vendors/signatures';
import { isUserId } from '@/server/platform/vendors/recipient';
import { whatsappAttachment, whatsappMessage } from '@/server/modules/messaging/adapters/whatsapp-messages';
import { templateBody } from '@/server/modules/messaging/adapters/whatsapp-template';

/** `sent` says nothing new. */
const STATUSES: Readonly<Record<string, DeliveryStatus>> = { delivered: 'delivered', read: 'opened', failed: 'failed' };
/** The recipient asked not to be sent marketing messages. */
const OPTED_OUT = '131050';

/**
 * The message's part of the body, or why there is none. A template goes out at any time, a text inside the window only.
 */
function payloadOf(message: OutgoingMessage<'whatsapp'>): object | string {
  const { content } = message;
  const template = content.template;
  if (template !== undefined) {
    const body = templateBody(template);
    return typeof body === 'string' ? body : { type: 'template', template: body };
  }
  const body = filled(content.text);
  const imageUrl = filled(content.imageUrl);
  if (body === undefined && imageUrl === undefined)
    return content.contentSid === undefined
      ? 'The message has neither a text nor a template.'
      : 'The content has a template of Twilio (contentSid). This channel needs a template of WhatsApp Cloud: { template: { name, language, components } }.';
  switch (customerWindow(message)) {
    case 'open':
      return imageUrl === undefined
        ? { type: 'text', text: { preview_url: true, body } }
        : { type: 'image', image: { link: imageUrl, ...(body !== undefined && { caption: body }) } };
    case 'closed':
      return `${WINDOW_CLOSED} Send a template.`;
    case 'unknown':
      return 'No message from the recipient in the last 24 hours is known, and WhatsApp accepts free text only within that time. Send a template.';
  }
}

/** WhatsApp ids are numbers without their plus, of some people in a form of years ago. */
const phoneOf = (waId: string): string => (/^\d+$/.test(waId) ? inTodaysForm(`+${waId}`) : waId);
/** Times are Unix seconds, as text. */
const timeOf = (value: unknown, raw: RawCallback): Date => {
  const seconds = Number(textAt(value, 'timestamp'));
  return instant(Number.isFinite(seconds) ? seconds * 1000 : undefined, raw.receivedAt);
};

/** A person named by number, by id, or by both; undefined: nobody. */
interface Named {
  /** The phone number, if there is one. */
  recipient: string;
  userId?: string;
}

function named(number: string | undefined, id: string | undefined): Named | undefined {
  const userId = id ?? (number !== undefined && isUserId(number) ? number : undefined);
  const recipient = number === undefined || isUserId(number) ? userId : phoneOf(number);
  return recipient === undefined ? undefined : { recipient, ...(userId !== undefined && { userId }) };
}

/** Reports that a phone number and a user id are the same person, when the vendor sends both. */
const knownEvents = (person: Named | undefined, time: Date): CallbackEvent[] =>
  person?.userId === undefined || person.userId === person.recipient
    ? []
    : [{ kind: 'known', recipient: person.recipient, userId: person.userId, at: time }];

/** In a group the recipient is the group, and the person stands beside it. */
const recipientOfStatus = (status: unknown): Named | undefined =>
  named(
    textAt(status, textAt(status, 'recipient_type') === 'group' ? 'recipient_participant_id' : 'recipient_id'),
    textAt(status, 'recipient_user_id'),
  );

function statusEvents(status: unknown, raw: RawCallback): CallbackEvent[] {
  const id = textAt(status, 'id');
  const word = textAt(status, 'status') ?? '';
  const reported = Object.hasOwn(STATUSES, word) ? STATUSES[word] : undefined;
  const time = timeOf(status, raw);
  const person = recipientOfStatus(status);
  if (id === undefined || reported === undefined) return knownEvents(person, time);
  const [error] = listAt(status, 'errors');
  const reason = reported === 'failed' ? metaWords(error) : undefined;
  const messageId = ownId(at(status, 'biz_opaque_callback_data'));
  const optedOut = reported === 'failed' && textAt(error, 'code') === OPTED_OUT && person !== undefined;
  return [
    {
      kind: 'status',
      providerMessageId: id,
      status: reported,
      at: time,
      ...(reason === undefined ? {} : { reason }),
      ...(messageId === undefined ? {} : { messageId }),
    },
    ...(optedOut ? [{ kind: 'unsubscribe', ...person, providerMessageId: id, at: time } as const] : []),
    ...knownEvents(person, time),
  ];
}

/** Returns the sender of a message of the same `value`, by number and by id; either may be missing. */
function senderOf(message: unknown, value: unknown): { recipient: string; sender: Sender } | undefined {
  const [number, userId] = [textAt(message, 'from'), textAt(message, 'from_user_id')];
  const contacts = listAt(value, 'contacts');
  const contact =
    contacts.find((each) =>
      number === undefined ? textAt(each, 'user_id') === userId : textAt(each, 'wa_id') === number,
    ) ?? contacts[0];
  const person = named(number, userId ?? textAt(contact, 'user_id'));
  if (person === undefined) return undefined;
  const { recipient, userId: id } = person;
  const [name, username] = [textAt(contact, 'profile', 'name'), textAt(contact, 'profile', 'username')];
  return {
    recipient,
    sender: {
      ...(name !== undefined && { name }),
      ...(username !== undefined && { handle: `@${username.replace(/^@/, '')}` }),
      ...(id !== undefined && { userId: id }),
    },
  };
}

/**
 * Reads a message that changes an earlier message: deleted or edited by its author
 * (https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages/revoke,
 * …/edit). Undefined for any other message; empty when the vendor does not say which message changed.
 */
function changeEvents(message: unknown, recipient: string, time: Date, sender?: Sender): CallbackEvent[] | undefined {
  const type = textAt(message, 'type');
  if (type !== 'revoke' && type !== 'edit') return undefined;
  const id = textAt(message, type, 'original_message_id');
  if (id === undefined) return [];
  if (type === 'revoke') return [{ kind: 'deleted', recipient, at: time, providerMessageId: id }];
  const written = whatsappMessage(at(message, 'edit', 'message'), id);
  if (written === undefined) return [];
  const edited = { ...written, ...(sender !== undefined && { sender }) };
  return [
    {
      kind: 'edited',
      recipient,
      at: time,
      editedAt: time,
      message: edited,
      ...(sender === undefined && { isOurs: true }),
    },
  ];
}

function messageEvents(message: unknown, value: unknown, time: Date): CallbackEvent[] {
  const from = senderOf(message, value);
  // A number or an id that changed: nobody wrote. What is said in a group is said to nobody alone.
  if (from === undefined || textAt(message, 'type') === 'system' || at(message, 'group_id') !== undefined) return [];
  const { recipient, sender } = from;
  const change = changeEvents(message, recipient, time, sender);
  if (change !== undefined) return change;
  const reported = whatsappMessage(message);
  return [
    { kind: 'inbound', recipient, at: time, ...(reported !== undefined && { message: { ...reported, sender } }) },
  ];
}

/**
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/smb_message_echoes:
 * written in the business's app.
 */
function echoEvents(echo: unknown, time: Date): CallbackEvent[] {
  const person = named(textAt(echo, 'to'), textAt(echo, 'to_user_id'));
  if (person === undefined || at(echo, 'group_id') !== undefined) return [];
  const { recipient } = person;
  const message = whatsappMessage(echo);
  return [
    ...(changeEvents(echo, recipient, time) ??
      (message === undefined ? [] : [{ kind: 'echo', recipient, at: time, message } as const])),
    ...knownEvents(person, time),
  ];
}

function events(raw: RawCallback): CallbackEvent[] {
  const changes = listAt(parseJson(raw.body.toString('utf8')), 'entry')
    .flatMap((entry) => listAt(entry, 'changes'))
    .map((change) => at(change, 'value'));
  return changes.flatMap((value): CallbackEvent[] => [
    ...listAt(value, 'statuses').flatMap((status) => statusEvents(status, raw)),
    ...listAt(value, 'messages').flatMap((message) => messageEvents(message, value, timeOf(message, raw))),
    ...listAt(value, 'message_echoes').flatMap((echo) => echoEvents(echo, timeOf(echo, raw))),
    // https://developers.facebook.com/docs/whatsapp/cloud-api/webhooks/reference/user_preferences
    ...listAt(value, 'user_preferences').flatMap((preference): CallbackEvent[] => {
      const person = named(textAt(preference, 'wa_id'), textAt(preference, 'user_id'));
      const stopped = textAt(preference, 'category') === 'marketing_messages' && textAt(preference, 'value') === 'stop';
      const time = timeOf(preference, raw);
      return [
        ...(stopped && person !== undefined
          ? [{ kind: 'unsubscribe', ...person, providerMessageId: null, at: time } as const]
          : []),
        ...knownEvents(person, time),
      ];
    }),
  ]);
}

export const whatsappCloud: Provider<'whatsapp'> = {
  id: 'msg_p1',

  async send(message, connection, transport) {
    const payload = payloadOf(message);
    if (typeof payload === 'string') return { kind: 'failed', reason: payload };
    const { accessToken = '', phoneNumberId = '' } = connection.credentials;
    const body = {
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      // https://developers.facebook.com/documentation/business-messaging/whatsapp/business-scoped-user-ids
      [isUserId(message.recipient) ? 'recipient' : 'to']: message.recipient,
      ...(message.content.answers !== undefined && { context: { message_id: message.content.answers } }),
      ...payload,
      biz_opaque_callback_data: message.id,
    };
    const answer = await transport.request(
      graphPost(graphUrl(connection, phoneNumberId, 'messages'), accessToken, body),
    );
    return graphOutcome('msg_p1', connection, answer, (given) => textAt(given, 'messages', 0, 'id') ?? null);
  },

  callbacks: { verify: verifyMeta, events, challenge: metaChallenge },
  attachment: whatsappAttachment,

  sandbox: {
    accepted: (id) => ({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        messaging_product: 'whatsapp',
        contacts: [{ input: '1', wa_id: '1' }],
        messages: [{ id }],
      }),
    }),
    inbound({ sender, name, text, providerMessageId, at: time }, connection, url) {
      const number = sender.replace(/^\+/, '');
      const value = {
        messaging_product: 'whatsapp',
        metadata: { display_phone_number: '1', phone_number_id: connection.credentials.phoneNumberId ?? '1' },
        contacts: [{ profile: { name }, wa_id: number }],
        messages: [
          {
            from: number,
            id: providerMessageId,
            timestamp: String(Math.floor(time.getTime() / 1000)),
            type: 'text',
            text: { body: text },
          },
        ],
      };
      return metaCallback(connection, url, 'whatsapp_business_account', {
        id: '1',
        changes: [{ field: 'messages', value }],
      });
    },
    callback({ status, providerMessageId, recipient, at: time }, connection, url) {
      const word = Object.keys(STATUSES).find((each) => STATUSES[each] === status);
      if (word === undefined) return null;
      const errors =
        word === 'failed'
          ? {
              errors: [
                {
                  code: 131026,
                  title: 'Message undeliverable',
                  message: 'Message undeliverable',
                  error_data: { details: 'Message Undeliverable.' },
                },
              ],
            }
          : {};
      const reported = {
        id: providerMessageId,
        status: word,
        timestamp: String(Math.floor(time.getTime() / 1000)),
        recipient_id: recipient.replace(/^\+/, ''),
        ...errors,
      };
      const value = {
        messaging_product: 'whatsapp',
        metadata: { display_phone_number: '1', phone_number_id: connection.credentials.phoneNumberId ?? '1' },
        statuses: [reported],
      };
      return metaCallback(connection, url, 'whatsapp_business_account', {
        id: '1',
        changes: [{ field: 'messages', value }],
      });
    },
  },
};
