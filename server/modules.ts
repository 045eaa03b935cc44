/**
 * Every module of Laris, in the order in which the API reference shows them. To add a resource, write its `module.ts`
 * and add one line here (CONTRIBUTING.md#how-to-add-a-resource). What follows from another module's work is listed in
 * server/assembly/hooks.ts.
 */
import { keepMonthsJob, analyzeMonthsJob } from '@/server/assembly/months/jobs';
import { pruneRepliesJob } from '@/server/doors/extensions/jobs';
import { accountsModule } from '@/server/modules/account/accounts/module';
import { adminModule } from '@/server/modules/account/admin/module';
import { apiKeysModule } from '@/server/modules/account/api-keys/module';
import { auditLogModule } from '@/server/modules/account/audit-log/module';
import { billingModule } from '@/server/modules/account/billing/module';
import { uploadsModule } from '@/server/modules/account/uploads/module';
import { webhooksModule } from '@/server/modules/account/webhooks/module';
import { whoamiModule } from '@/server/modules/account/whoami/module';
import { audienceSegmentsModule } from '@/server/modules/audience/audience-segments/module';
import { contactListsModule } from '@/server/modules/audience/contact-lists/module';
import { contactsModule } from '@/server/modules/audience/contacts/module';
import { eventsModule } from '@/server/modules/audience/events/module';
import { formsModule } from '@/server/modules/audience/forms/module';
import { funnelsModule } from '@/server/modules/automation/funnels/module';
import { blogModule } from '@/server/modules/content/blog/module';
import { campaignsModule } from '@/server/modules/creators/campaigns/module';
import { collaborationsModule } from '@/server/modules/creators/collaborations/module';
import { programsModule } from '@/server/modules/creators/programs/module';
import { broadcastsModule } from '@/server/modules/messaging/broadcasts/module';
import { channelsModule } from '@/server/modules/messaging/channels/module';
import { inboxModule } from '@/server/modules/messaging/inbox/module';
import { abandonedCartModule } from '@/server/modules/offers/abandoned-cart/module';
import { discountCodesModule } from '@/server/modules/offers/discount-codes/module';
import { pixelsModule } from '@/server/modules/offers/pixels/module';
import { referralsModule } from '@/server/modules/offers/referrals/module';
import { insightsModule } from '@/server/modules/overview/insights/module';
import { marketingCampaignsModule } from '@/server/modules/overview/marketing-campaigns/module';
import { searchModule } from '@/server/modules/overview/search/module';
import { feedsModule } from '@/server/modules/shops/feeds/module';
import { ordersModule } from '@/server/modules/shops/orders/module';
import { integrationsModule } from '@/server/modules/shops/connections/module';
import { sandboxModule } from '@/server/sandbox/module';
import type { Module } from '@/server/platform/access/module';
import type { RawRoute } from '@/server/platform/access/route';
import { router } from '@/server/platform/access/trpc';
import type { Settings } from '@/server/platform/env';
import type { Job } from '@/server/platform/jobs/job';
import type { AnyTableEvents } from '@/server/platform/outbox/declaration';
import { pruneChangesJob, pruneTriggersJob } from '@/server/platform/outbox/jobs';
import type { Document } from '@/server/platform/pages/document';
import { pageRoutes } from '@/server/platform/pages/routes';

const MODULES = {
  contacts: contactsModule,
  contactLists: contactListsModule,
  audienceSegments: audienceSegmentsModule,
  forms: formsModule,
  channels: channelsModule,
  broadcasts: broadcastsModule,
  funnels: funnelsModule,
  discountCodes: discountCodesModule,
  referrals: referralsModule,
  campaigns: campaignsModule,
  programs: programsModule,
  collaborations: collaborationsModule,
  inbox: inboxModule,
  abandonedCart: abandonedCartModule,
  blog: blogModule,
  feeds: feedsModule,
  integrations: integrationsModule,
  orders: ordersModule,
  events: eventsModule,
  pixels: pixelsModule,
  marketingCampaigns: marketingCampaignsModule,
  insights: insightsModule,
  billing: billingModule,
  apiKeys: apiKeysModule,
  webhooks: webhooksModule,
  auditLog: auditLogModule,
  admin: adminModule,
  uploads: uploadsModule,
  whoami: whoamiModule,
  accounts: accountsModule,
  search: searchModule,
  sandbox: sandboxModule,
};

type Modules = typeof MODULES;
type Name = keyof Modules;
type DocumentsOf<Each> = Each extends { documents: infer Documents } ? keyof Documents & string : never;

const modules: readonly Module[] = Object.values(MODULES);

type RouterOf<Each> = Each extends { router: infer Router } ? Router : never;
type Routers = { [Key in Name as RouterOf<Modules[Key]> extends never ? never : Key]: RouterOf<Modules[Key]> };

/** Every procedure. REST, the dashboard's typed calls and the OpenAPI document all come from this tree. */
export const appRouter = router(
  Object.fromEntries(
    Object.entries(MODULES).flatMap(([name, module]) => ('router' in module ? [[name, module.router]] : [])),
  ) as Routers,
);
export type AppRouter = typeof appRouter;

/** Routes that are no procedures, whatever the settings are. */
export const RAW_ROUTES: readonly RawRoute[] = [...pageRoutes, ...modules.flatMap(({ routes = [] }) => routes)];

/** Routes that are no procedures, with those that exist under these settings only. */
export const rawRoutes = (settings: Settings): readonly RawRoute[] => [
  ...RAW_ROUTES,
  ...modules.flatMap(({ routesFor }) => routesFor?.(settings) ?? []),
];

export type DocumentName = { [Key in Name]: DocumentsOf<Modules[Key]> }[Name];

const DOCUMENTS: ReadonlyMap<string, Document> = new Map(
  modules.flatMap(({ documents = {} }) => Object.entries(documents)),
);

/**
 * A public page, feed or sitemap, as the Next route handlers under app/ answer with it. @throws Error of a name that
 * nobody declares
 */
export function documentOf(name: string): Document {
  const document = DOCUMENTS.get(name);
  if (document === undefined) throw new Error(`No module declares the document ${name}.`);
  return document;
}

/** Every job of the worker. */
export const JOBS: readonly Job[] = [
  ...modules.flatMap(({ jobs = [] }) => jobs),
  keepMonthsJob,
  analyzeMonthsJob,
  pruneRepliesJob,
  pruneChangesJob,
  pruneTriggersJob,
];

/** Every table whose changes are events. */
export const TABLES: readonly AnyTableEvents[] = modules.flatMap(({ events = [] }) => events);

/** The groups of the API reference, in its order. */
export const TAGS: Readonly<Record<string, string>> = Object.assign({}, ...modules.map(({ tags }) => tags)) as Record<
  string,
  string
>;
