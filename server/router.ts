/** Every procedure of Laris. REST, the dashboard's typed calls and the OpenAPI document all come from this tree. */
import { accountsRouter } from '@/server/resources/accounts/router';
import { apiKeysRouter } from '@/server/resources/api-keys/router';
import { discountCodesRouter } from '@/server/resources/discount-codes/router';
import { insightsRouter } from '@/server/resources/insights/router';
import { whoamiRouter } from '@/server/resources/whoami/router';
import { router } from '@/server/trpc';

export const appRouter = router({
  accounts: accountsRouter,
  apiKeys: apiKeysRouter,
  discountCodes: discountCodesRouter,
  insights: insightsRouter,
  whoami: whoamiRouter,
});

export type AppRouter = typeof appRouter;
