/**
 * LinkedIn, connect only. The member:
 * https://learn.microsoft.com/en-us/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2
 */
import { account, readAccounts } from '@/server/providers/account-list';
import { textAt } from '@/server/providers/json';
import { unreachable } from '@/server/providers/unreachable';

export const linkedin = unreachable('social_p6', async (connection, transport) => {
  const body = await readAccounts('social_p6', connection, transport, '/v2/userinfo', (given) =>
    textAt(given, 'message'),
  );
  return account(textAt(body, 'sub'), textAt(body, 'name'));
});
