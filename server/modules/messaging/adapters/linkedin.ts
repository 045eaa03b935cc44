/**
 * LinkedIn, connect only. The member:
 * https://learn.microsoft.com/en-us/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2
 */
import { account, readAccounts } from '@/server/modules/messaging/adapters/account-list';
import { textAt } from '@/server/platform/vendors/json';
import { unreachable } from '@/server/platform/vendors/unreachable';

export const linkedin = unreachable('social_p6', async (connection, transport) => {
  const body = await readAccounts('social_p6', connection, transport, '/v2/userinfo', (given) =>
    textAt(given, 'message'),
  );
  return account(textAt(body, 'sub'), textAt(body, 'name'));
});
