/** Every procedure of Laris. REST, the dashboard's typed calls and the OpenAPI document all come from this tree. */
import { abandonedCartRouter } from '@/server/resources/abandoned-cart/router';
import { accountsRouter } from '@/server/resources/accounts/router';
import { adminRouter } from '@/server/resources/admin/router';
import { apiKeysRouter } from '@/server/resources/api-keys/router';
import { audienceSegmentsRouter } from '@/server/resources/audience-segments/router';
import { auditLogRouter } from '@/server/resources/audit-log/router';
import { billingRouter } from '@/server/resources/billing/router';
import { blogRouter } from '@/server/resources/blog/router';
import { broadcastsRouter } from '@/server/resources/broadcasts/router';
import { campaignsRouter } from '@/server/resources/campaigns/router';
import { channelsRouter } from '@/server/resources/channels/router';
import { inboxRouter } from '@/server/resources/inbox/router';
import { collaborationsRouter } from '@/server/resources/collaborations/router';
import { contactListsRouter } from '@/server/resources/contact-lists/router';
import { contactsRouter } from '@/server/resources/contacts/router';
import { discountCodesRouter } from '@/server/resources/discount-codes/router';
import { eventsRouter } from '@/server/resources/events/router';
import { feedsRouter } from '@/server/resources/feeds/router';
import { formsRouter } from '@/server/resources/forms/router';
import { funnelsRouter } from '@/server/resources/funnels/router';
import { insightsRouter } from '@/server/resources/insights/router';
import { integrationsRouter } from '@/server/resources/integrations/router';
import { marketingCampaignsRouter } from '@/server/resources/marketing-campaigns/router';
import { pixelsRouter } from '@/server/resources/pixels/router';
import { programsRouter } from '@/server/resources/programs/router';
import { referralsRouter } from '@/server/resources/referrals/router';
import { sandboxRouter } from '@/server/resources/sandbox/router';
import { searchRouter } from '@/server/resources/search/router';
import { uploadsRouter } from '@/server/resources/uploads/router';
import { webhooksRouter } from '@/server/resources/webhooks/router';
import { whoamiRouter } from '@/server/resources/whoami/router';
import { router } from '@/server/trpc';

export const appRouter = router({
  abandonedCart: abandonedCartRouter,
  accounts: accountsRouter,
  admin: adminRouter,
  apiKeys: apiKeysRouter,
  audienceSegments: audienceSegmentsRouter,
  auditLog: auditLogRouter,
  billing: billingRouter,
  blog: blogRouter,
  broadcasts: broadcastsRouter,
  campaigns: campaignsRouter,
  channels: channelsRouter,
  collaborations: collaborationsRouter,
  inbox: inboxRouter,
  contactLists: contactListsRouter,
  contacts: contactsRouter,
  discountCodes: discountCodesRouter,
  events: eventsRouter,
  feeds: feedsRouter,
  forms: formsRouter,
  funnels: funnelsRouter,
  insights: insightsRouter,
  integrations: integrationsRouter,
  marketingCampaigns: marketingCampaignsRouter,
  pixels: pixelsRouter,
  programs: programsRouter,
  referrals: referralsRouter,
  sandbox: sandboxRouter,
  search: searchRouter,
  uploads: uploadsRouter,
  webhooks: webhooksRouter,
  whoami: whoamiRouter,
});

export type AppRouter = typeof appRouter;
