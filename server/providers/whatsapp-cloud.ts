/**
 * WhatsApp Cloud API: https://developers.facebook.com/docs/whatsapp/cloud-api/reference/messages and
 * https://developers.facebook.com/docs/whatsapp/cloud-api/webhooks/payload-examples
 */
import { ownId } from '@/server/providers/callback-address';
import { customerWindow, WINDOW_CLOSED } from '@/server/providers/customer-window';
import { filled } from '@/server/providers/content';
import { at, listAt, parseJson, textAt } from '@/server/providers/json';
import {
  graphOutcome,
  graphPost,
  graphUrl,
  metaCallback,
  metaChallenge,
  metaWords,
  verifyMeta,
} from '@/server/providers/meta-graph';
import type {
  CallbackEvent,
  DeliveryStatus,
  OutgoingMessage,
  Provider,
  RawCallback,
} from '@/server/providers/provider';
import { instant } from '@/server/providers/signatures';

/** `sent` says nothing new. */
const STATUSES: Readonly<Record<string, DeliveryStatus>> = { delivered: 'delivered', read: 'opened', failed: 'failed' };
/** The recipient asked not to be sent marketing messages. */
const OPTED_OUT = '131050';

/** The message's part of the body, or why there is none. A template goes out at any time, a text inside the window only. */
function payloadOf(message: OutgoingMessage<'whatsapp'>): object | string {
  const { content } = message;
  const template = content.template;
  if (template !== undefined) {
    const name = textAt(template, 'name');
    const language = textAt(template, 'language', 'code') ?? textAt(template, 'language');
    if (name === undefined || language === undefined) return 'The template needs a name and a language.';
    const components = listAt(template, 'components');
    return {
      type: 'template',
      template: { name, language: { code: language }, ...(components.length === 0 ? {} : { components }) },
    };
  }
  const body = filled(content.text);
  if (body === undefined)
    return content.contentSid === undefined
      ? 'The message has neither a text nor a template.'
      : 'contentSid is a template of Twilio’s; this channel sends { template: { name, language, components } }.';
  switch (customerWindow(message)) {
    case 'open':
      return { type: 'text', text: { preview_url: true, body } };
    case 'closed':
      return `${WINDOW_CLOSED} Send a template.`;
    case 'unknown':
      return 'The recipient has not written to this number in the last 24 hours, as far as is known: WhatsApp takes no free text then. Send a template.';
  }
}

/** WhatsApp ids are numbers without their plus. */
const phoneOf = (waId: string): string => (/^\d+$/.test(waId) ? `+${waId}` : waId);
/** Times are Unix seconds, as text. */
const timeOf = (value: unknown, raw: RawCallback): Date => {
  const seconds = Number(textAt(value, 'timestamp'));
  return instant(Number.isFinite(seconds) ? seconds * 1000 : undefined, raw.receivedAt);
};

function statusEvents(status: unknown, raw: RawCallback): CallbackEvent[] {
  const id = textAt(status, 'id');
  const word = textAt(status, 'status') ?? '';
  const told = Object.hasOwn(STATUSES, word) ? STATUSES[word] : undefined;
  if (id === undefined || told === undefined) return [];
  const time = timeOf(status, raw);
  const [error] = listAt(status, 'errors');
  const reason = told === 'failed' ? metaWords(error) : undefined;
  const messageId = ownId(at(status, 'biz_opaque_callback_data'));
  const recipient = textAt(status, 'recipient_id');
  const optedOut = told === 'failed' && textAt(error, 'code') === OPTED_OUT && recipient !== undefined;
  return [
    {
      kind: 'status',
      providerMessageId: id,
      status: told,
      at: time,
      ...(reason === undefined ? {} : { reason }),
      ...(messageId === undefined ? {} : { messageId }),
    },
    ...(optedOut
      ? [{ kind: 'unsubscribe', recipient: phoneOf(recipient), providerMessageId: id, at: time } as const]
      : []),
  ];
}

function events(raw: RawCallback): CallbackEvent[] {
  const changes = listAt(parseJson(raw.body.toString('utf8')), 'entry')
    .flatMap((entry) => listAt(entry, 'changes'))
    .map((change) => at(change, 'value'));
  return changes.flatMap((value): CallbackEvent[] => [
    ...listAt(value, 'statuses').flatMap((status) => statusEvents(status, raw)),
    ...listAt(value, 'messages').flatMap((message): CallbackEvent[] => {
      const from = textAt(message, 'from');
      return from === undefined ? [] : [{ kind: 'inbound', recipient: phoneOf(from), at: timeOf(message, raw) }];
    }),
    // https://developers.facebook.com/docs/whatsapp/cloud-api/webhooks/reference/user_preferences
    ...listAt(value, 'user_preferences').flatMap((preference): CallbackEvent[] => {
      const recipient = textAt(preference, 'wa_id');
      const stopped = textAt(preference, 'category') === 'marketing_messages' && textAt(preference, 'value') === 'stop';
      return stopped && recipient !== undefined
        ? [{ kind: 'unsubscribe', recipient: phoneOf(recipient), providerMessageId: null, at: timeOf(preference, raw) }]
        : [];
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
      to: message.recipient,
      ...payload,
      biz_opaque_callback_data: message.id,
    };
    const answer = await transport.request(
      graphPost(graphUrl(connection, phoneNumberId, 'messages'), accessToken, body),
    );
    return graphOutcome('msg_p1', connection, answer, (given) => textAt(given, 'messages', 0, 'id') ?? null);
  },

  callbacks: { verify: verifyMeta, events, challenge: metaChallenge },

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
      const told = {
        id: providerMessageId,
        status: word,
        timestamp: String(Math.floor(time.getTime() / 1000)),
        recipient_id: recipient.replace(/^\+/, ''),
        ...errors,
      };
      const value = {
        messaging_product: 'whatsapp',
        metadata: { display_phone_number: '1', phone_number_id: connection.credentials.phoneNumberId ?? '1' },
        statuses: [told],
      };
      return metaCallback(connection, url, 'whatsapp_business_account', {
        id: '1',
        changes: [{ field: 'messages', value }],
      });
    },
  },
};
