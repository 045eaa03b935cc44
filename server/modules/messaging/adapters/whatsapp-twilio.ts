/**
 * WhatsApp through Twilio: https://www.twilio.com/docs/whatsapp/api and, for templates,
 * https://www.twilio.com/docs/content/send-templates-created-with-the-content-template-builder
 */
import { customerWindow, WINDOW_CLOSED } from '@/server/platform/vendors/customer-window';
import { filled } from '@/server/platform/vendors/content';
import { parseJson, textAt } from '@/server/platform/vendors/json';
import type { Connection, OutgoingMessage, Provider } from '@/server/platform/vendors/provider';
import {
  messagesOutcome,
  messagesRequest,
  twilioAccepted,
  twilioAttachment,
  twilioCallback,
  twilioEvents,
  twilioInbound,
  verifyTwilio,
} from '@/server/modules/messaging/adapters/twilio-api';
import { variableText } from '@/server/modules/messaging/adapters/whatsapp-template';

const CHANNEL = 'whatsapp:';

/** The channel stands before a number; a Messaging Service goes without. */
function senderOf({ credentials, config }: Pick<Connection, 'credentials' | 'config'>): string {
  const given = (textAt(credentials, 'fromNumber') ?? textAt(config, 'fromNumber') ?? '').trim();
  return given.startsWith('+') ? CHANNEL + given : given;
}

/** A template's variables in Twilio's format: a JSON object of texts, as a text. */
function variablesOf(given: unknown): string | undefined {
  if (given === '') return undefined;
  const variables = typeof given === 'string' ? parseJson(given) : given;
  if (typeof variables !== 'object' || variables === null) return typeof given === 'string' ? given : undefined;
  return JSON.stringify(
    Object.fromEntries(Object.keys(variables).map((key) => [key, variableText(textAt(variables, key) ?? '')])),
  );
}

/** The message's fields, or why there are none. A template goes out at any time, a text inside the window only. */
function fieldsOf(message: OutgoingMessage<'whatsapp'>): Record<string, string> | string {
  const contentSid = filled(message.content.contentSid);
  if (contentSid !== undefined) {
    const variables = variablesOf(message.content.contentVariables);
    return { ContentSid: contentSid, ...(variables === undefined ? {} : { ContentVariables: variables }) };
  }
  const body = filled(message.content.text);
  const imageUrl = filled(message.content.imageUrl);
  if (body === undefined && imageUrl === undefined)
    return message.content.template === undefined
      ? 'The message has neither a text nor a contentSid.'
      : 'The content has a template of WhatsApp Cloud. This channel needs contentSid and contentVariables.';
  switch (customerWindow(message)) {
    case 'open':
      return { ...(body !== undefined && { Body: body }), ...(imageUrl !== undefined && { MediaUrl: imageUrl }) };
    case 'closed':
      return `${WINDOW_CLOSED} Send a template.`;
    case 'unknown':
      return 'No message from the recipient in the last 24 hours is known, and WhatsApp accepts free text only within that time. Send a template.';
  }
}

export const whatsappTwilio: Provider<'whatsapp'> = {
  id: 'msg_p2',

  async send(message, connection, transport) {
    const fields = fieldsOf(message);
    if (typeof fields === 'string') return { kind: 'failed', reason: fields };
    const request = messagesRequest(connection, {
      id: message.id,
      to: CHANNEL + message.recipient,
      sender: senderOf(connection),
      fields,
    });
    return messagesOutcome('msg_p2', connection, await transport.request(request));
  },

  callbacks: { verify: verifyTwilio, events: twilioEvents },
  attachment: twilioAttachment,

  check: (channel) =>
    senderOf(channel) === '' ? [['credentials.fromNumber', 'is required, here or as config.fromNumber']] : [],

  sandbox: {
    accepted: twilioAccepted,
    inbound: twilioInbound(CHANNEL),
    callback: twilioCallback(
      { delivered: 'delivered', bounced: 'undelivered', failed: 'failed', opened: 'read' },
      CHANNEL,
    ),
  },
};
