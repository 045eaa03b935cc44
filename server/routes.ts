/** Every raw route, as server/router.ts has every procedure. */
import { documentRoutes } from '@/server/documents/routes';
import type { Settings } from '@/server/env';
import { abandonedCartRoutes } from '@/server/resources/abandoned-cart/routes';
import { auditLogRoutes } from '@/server/resources/audit-log/routes';
import { billingRoutes } from '@/server/resources/billing/routes';
import { sandboxCheckoutRoutes } from '@/server/resources/billing/sandbox-routes';
import { blogRoutes } from '@/server/resources/blog/routes';
import { broadcastRoutes } from '@/server/resources/broadcasts/routes';
import { campaignRoutes } from '@/server/resources/campaigns/routes';
import { channelRoutes } from '@/server/resources/channels/routes';
import { collaborationRoutes } from '@/server/resources/collaborations/routes';
import { contactRoutes } from '@/server/resources/contacts/routes';
import { discountCodeRoutes } from '@/server/resources/discount-codes/routes';
import { feedRoutes } from '@/server/resources/feeds/routes';
import { formRoutes } from '@/server/resources/forms/routes';
import { inboxRoutes } from '@/server/resources/inbox/routes';
import { integrationRoutes } from '@/server/resources/integrations/routes';
import { programRoutes } from '@/server/resources/programs/routes';
import { referralRoutes } from '@/server/resources/referrals/routes';
import type { RawRoute } from '@/server/route';

/** Those that stand whatever the settings are. */
export const RAW_ROUTES: readonly RawRoute[] = [
  ...abandonedCartRoutes,
  ...auditLogRoutes,
  ...billingRoutes,
  ...blogRoutes,
  ...broadcastRoutes,
  ...campaignRoutes,
  ...channelRoutes,
  ...collaborationRoutes,
  ...contactRoutes,
  ...discountCodeRoutes,
  ...referralRoutes,
  ...documentRoutes,
  ...feedRoutes,
  ...formRoutes,
  ...inboxRoutes,
  ...integrationRoutes,
  ...programRoutes,
];

export const rawRoutes = (settings: Settings): readonly RawRoute[] => [
  ...RAW_ROUTES,
  ...(settings.payments.mode === 'sandbox' ? sandboxCheckoutRoutes(settings) : []),
];
