/**
 * Instagram, through the page it is linked to:
 * https://developers.facebook.com/docs/messenger-platform/instagram/features/send-message
 */
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

export const instagram: Provider<'instagram'> = {
  id: 'social_p2',

  send: messagingSender('social_p2'),

  callbacks: { verify: verifyMeta, events: messagingEvents, challenge: metaChallenge },
  hook: pageHook('social_p2'),
  attachment: (ref) => ({ method: 'GET', url: ref, headers: {} }),
  senderOf: profileOf('social_p2'),

  sandbox: {
    accepted: (id) => ({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ recipient_id: '1', message_id: id }),
    }),
    aside: pageTokenAside,
    inbound: messagingInbound('instagram'),
    callback({ status, providerMessageId, recipient, at: time }, connection, url) {
      if (status !== 'opened') return null;
      const event = {
        sender: { id: recipient },
        recipient: { id: '1' },
        timestamp: time.getTime(),
        read: { mid: providerMessageId },
      };
      return metaCallback(connection, url, 'instagram', { id: '1', time: time.getTime(), messaging: [event] });
    },
  },

  /** Lists professional accounts by the ids of their pages, because the page sends the messages. */
  async assets(connection, transport) {
    const pages = await pagesOf('social_p2', connection, transport, 'id,name,instagram_business_account{id,username}');
    return pages.flatMap((page) => {
      const id = textAt(page, 'id');
      const account = textAt(page, 'instagram_business_account', 'id');
      if (id === undefined || account === undefined) return [];
      return [{ id, name: `@${textAt(page, 'instagram_business_account', 'username') ?? account}`, account }];
    });
  },
};
