/** YouTube, connect only. The channels: https://developers.google.com/youtube/v3/docs/channels/list */
import { account, readAccounts } from '@/server/modules/messaging/adapters/account-list';
import { listAt, textAt } from '@/server/platform/vendors/json';
import { unreachable } from '@/server/platform/vendors/unreachable';

export const youtube = unreachable('social_p7', async (connection, transport) => {
  const body = await readAccounts(
    'social_p7',
    connection,
    transport,
    '/youtube/v3/channels?part=snippet&mine=true&maxResults=50',
    (given) => textAt(given, 'error', 'message'),
  );
  return listAt(body, 'items').flatMap((channel) =>
    account(textAt(channel, 'id'), textAt(channel, 'snippet', 'title')),
  );
});
