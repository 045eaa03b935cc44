/** The entries of all resources; those of one stand in the file beside this that is named like it. */
import { abandonedCart } from '@/server/testing/contract/abandoned-cart';
import { accounts } from '@/server/testing/contract/accounts';
import { admin } from '@/server/testing/contract/admin';
import { apiKeys } from '@/server/testing/contract/api-keys';
import { audienceSegments } from '@/server/testing/contract/audience-segments';
import { auditLog } from '@/server/testing/contract/audit-log';
import { billing } from '@/server/testing/contract/billing';
import { blog } from '@/server/testing/contract/blog';
import { broadcasts } from '@/server/testing/contract/broadcasts';
import { campaigns } from '@/server/testing/contract/campaigns';
import { channels } from '@/server/testing/contract/channels';
import { collaborations } from '@/server/testing/contract/collaborations';
import { contactLists } from '@/server/testing/contract/contact-lists';
import { contacts } from '@/server/testing/contract/contacts';
import { discountCodes } from '@/server/testing/contract/discount-codes';
import type { Entry } from '@/server/testing/contract/entry';
import { events } from '@/server/testing/contract/events';
import { feeds } from '@/server/testing/contract/feeds';
import { forms } from '@/server/testing/contract/forms';
import { funnels } from '@/server/testing/contract/funnels';
import { inbox } from '@/server/testing/contract/inbox';
import { insights } from '@/server/testing/contract/insights';
import { integrations } from '@/server/testing/contract/integrations';
import { marketingCampaigns } from '@/server/testing/contract/marketing-campaigns';
import { pixels } from '@/server/testing/contract/pixels';
import { programs } from '@/server/testing/contract/programs';
import { referrals } from '@/server/testing/contract/referrals';
import { sandbox } from '@/server/testing/contract/sandbox';
import { search } from '@/server/testing/contract/search';
import { uploads } from '@/server/testing/contract/uploads';
import { webhooks } from '@/server/testing/contract/webhooks';
import { whoami } from '@/server/testing/contract/whoami';
import type { TestServer } from '@/server/testing/server';

const RESOURCES = [
  abandonedCart,
  accounts,
  admin,
  apiKeys,
  audienceSegments,
  auditLog,
  billing,
  blog,
  broadcasts,
  campaigns,
  channels,
  collaborations,
  contactLists,
  contacts,
  discountCodes,
  events,
  feeds,
  forms,
  funnels,
  inbox,
  insights,
  integrations,
  marketingCampaigns,
  pixels,
  programs,
  referrals,
  sandbox,
  search,
  uploads,
  webhooks,
  whoami,
];

/** One entry a procedure, by its key in the router. */
export const entriesOf = (server: TestServer): Record<string, Entry> =>
  Object.assign({}, ...RESOURCES.map((entries) => entries(server))) as Record<string, Entry>;
