/** SMS through Twilio: https://www.twilio.com/docs/messaging/api/message-resource#create-a-message-resource */
import { textAt } from '@/server/platform/vendors/json';
import type { Provider } from '@/server/platform/vendors/provider';
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

export const twilioSms: Provider<'sms'> = {
  id: 'sms_p1',

  async send(message, connection, transport) {
    const sender = textAt(connection.config, 'fromNumber') ?? '';
    const fields = { Body: message.content.body ?? '' };
    const request = messagesRequest(connection, { id: message.id, to: message.recipient, sender, fields });
    return messagesOutcome('sms_p1', connection, await transport.request(request));
  },

  callbacks: { verify: verifyTwilio, events: twilioEvents },
  attachment: twilioAttachment,

  sandbox: {
    accepted: twilioAccepted,
    inbound: twilioInbound(),
    callback: twilioCallback({ delivered: 'delivered', bounced: 'undelivered', failed: 'failed' }),
  },
};
