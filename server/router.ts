/** Every procedure of Laris. REST, the dashboard's typed calls and the OpenAPI document all come from this tree. */
import { accountsRouter } from '@/server/resources/accounts/router';
import { apiKeysRouter } from '@/server/resources/api-keys/router';
import { audienceSegmentsRouter } from '@/server/resources/audience-segments/router';
import { broadcastsRouter } from '@/server/resources/broadcasts/router';
import { channelsRouter } from '@/server/resources/channels/router';
import { contactListsRouter } from '@/server/resources/contact-lists/router';
import { contactsRouter } from '@/server/resources/contacts/router';
import { discountCodesRouter } from '@/server/resources/discount-codes/router';
import { insightsRouter } from '@/server/resources/insights/router';
import { sandboxRouter } from '@/server/resources/sandbox/router';
import { uploadsRouter } from '@/server/resources/uploads/router';
import { whoamiRouter } from '@/server/resources/whoami/router';
import { router } from '@/server/trpc';

export const appRouter = router({
  accounts: accountsRouter,
  apiKeys: apiKeysRouter,
  audienceSegments: audienceSegmentsRouter,
  broadcasts: broadcastsRouter,
  channels: channelsRouter,
  contactLists: contactListsRouter,
  contacts: contactsRouter,
  discountCodes: discountCodesRouter,
  insights: insightsRouter,
  sandbox: sandboxRouter,
  uploads: uploadsRouter,
  whoami: whoamiRouter,
});

export type AppRouter = typeof appRouter;
