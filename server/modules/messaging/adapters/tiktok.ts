/** TikTok, connect only. The account: https://developers.tiktok.com/doc/tiktok-api-v2-get-user-info */
import { account, readAccounts } from '@/server/modules/messaging/adapters/account-list';
import { textAt } from '@/server/platform/vendors/json';
import { unreachable } from '@/server/platform/vendors/unreachable';

export const tiktok = unreachable('social_p4', async (connection, transport) => {
  const body = await readAccounts(
    'social_p4',
    connection,
    transport,
    '/v2/user/info/?fields=open_id,display_name',
    (given) => textAt(given, 'error', 'message'),
  );
  return account(textAt(body, 'data', 'user', 'open_id'), textAt(body, 'data', 'user', 'display_name'));
});
