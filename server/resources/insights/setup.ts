/** GET /insights/setup: the first steps of a workspace, computed from rows at each call. */
import { workspaceStatement } from '@/server/db/statement';
import type { WorkspaceDb } from '@/server/db/workspace';
import { SETUP_STEPS, type Setup } from '@/server/resources/insights/schema';

type Step = (typeof SETUP_STEPS)[number];

/** When a step is done, and the page on which it is. In the order of SETUP_STEPS. */
const STEPS: Record<Step, { done: string; href: string }> = {
  contacts: { done: `"Contact" c WHERE c."accountId" = $1`, href: '/contacts/import' },
  // One that was let in once: what stands in its way since then is told as a problem.
  integration: {
    done: `"Integration" i WHERE i."accountId" = $1 AND i.status <> 'revoked' AND i."activatedAt" IS NOT NULL`,
    href: '/integrations',
  },
  channel: { done: `"ChannelIntegration" c WHERE c."accountId" = $1 AND c.status = 'active'`, href: '/channels/new' },
  broadcast: { done: `"Broadcast" b WHERE b."accountId" = $1 AND b."startedAt" IS NOT NULL`, href: '/broadcasts/new' },
  // One that went live once, as of shops.
  funnel: { done: `"Funnel" f WHERE f."accountId" = $1 AND f."activatedAt" IS NOT NULL`, href: '/funnels' },
  discount_code: { done: `"DiscountCode" d WHERE d."accountId" = $1`, href: '/discount-codes/new' },
  referral_program: { done: `"ReferralProgram" p WHERE p."accountId" = $1 AND p.enabled`, href: '/referrals/program' },
  blog_post: { done: `"BlogPost" p WHERE p."accountId" = $1 AND p.status = 'published'`, href: '/blog/new' },
  api_key: { done: `"ApiKey" k WHERE k."accountId" = $1 AND k."revokedAt" IS NULL`, href: '/api-keys' },
  redemption: { done: `"DiscountRedemption" r WHERE r."accountId" = $1`, href: '/discount-codes' },
};

const findDone = workspaceStatement<Record<Step, boolean>>(
  'insights.setup',
  `SELECT ${SETUP_STEPS.map((step) => `EXISTS (SELECT FROM ${STEPS[step].done}) AS ${step}`).join(', ')}`,
);

export async function setup(db: WorkspaceDb): Promise<Setup> {
  const [row] = await db.rows(findDone);
  const steps = SETUP_STEPS.map((key) => ({ key, done: row?.[key] ?? false, href: STEPS[key].href }));
  return { steps, percent: Math.round((100 * steps.filter((step) => step.done).length) / steps.length) };
}
