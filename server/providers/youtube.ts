/** YouTube, connect only. The channels: https://developers.google.com/youtube/v3/docs/channels/list */
import { account, readAccounts } from '@/server/providers/account-list';
import { listAt, textAt } from '@/server/providers/json';
import { unreachable } from '@/server/providers/unreachable';

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
