/** Facebook Page, through Messenger: https://developers.facebook.com/docs/messenger-platform/send-messages */
import { textAt } from '@/server/platform/vendors/json';
import {
  metaCallback,
  metaChallenge,
  pageHook,
  pagesOf,
  pageTokenAside,
  verifyMeta,
} from '@/server/platform/vendors/meta-graph';
import {
  messagingEvents,
  messagingInbound,
  messagingSender,
  profileOf,
} from '@/server/modules/messaging/adapters/meta-messaging';
import type { Provider } from '@/server/platform/vendors/provider';

export const facebook: Provider<'facebook'> = {
  id: 'social_p1',

  send: messagingSender('social_p1'),

  callbacks: { verify: verifyMeta, events: messagingEvents, challenge: metaChallenge },
  hook: pageHook('social_p1'),
  attachment: (ref) => ({ method: 'GET', url: ref, headers: {} }),
  senderOf: profileOf('social_p1'),

  sandbox: {
    accepted: (id) => ({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ recipient_id: '1', message_id: id }),
    }),
    aside: pageTokenAside,
    inbound: messagingInbound('page'),
    callback({ status, providerMessageId, recipient, at: time }, connection, url) {
      if (status !== 'delivered') return null;
      const event = {
        sender: { id: recipient },
        recipient: { id: '1' },
        timestamp: time.getTime(),
        delivery: { mids: [providerMessageId], watermark: time.getTime() },
      };
      return metaCallback(connection, url, 'page', { id: '1', time: time.getTime(), messaging: [event] });
    },
  },

  async assets(connection, transport) {
    const pages = await pagesOf('social_p1', connection, transport, 'id,name');
    return pages.flatMap((page) => {
      const id = textAt(page, 'id');
      return id === undefined ? [] : [{ id, name: textAt(page, 'name') ?? id }];
    });
  },
};
