/** Threads, connect only. The account: https://developers.facebook.com/docs/threads/threads-profiles */
import { account, readAccounts } from '@/server/modules/messaging/adapters/account-list';
import { at, textAt } from '@/server/platform/vendors/json';
import { metaWords } from '@/server/platform/vendors/meta-graph';
import { unreachable } from '@/server/platform/vendors/unreachable';

export const threads = unreachable('social_p3', async (connection, transport) => {
  const body = await readAccounts('social_p3', connection, transport, '/v1.0/me?fields=id,username,name', (given) =>
    metaWords(at(given, 'error')),
  );
  const username = textAt(body, 'username');
  return account(textAt(body, 'id'), username === undefined ? textAt(body, 'name') : `@${username}`);
});
