/** GET /insights/setup: the first steps of a workspace, computed from rows at each call. */
import { workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { SETUP_STEPS, type Setup } from '@/server/modules/overview/insights/schema';

type Step = (typeof SETUP_STEPS)[number];

/** The rows, as `r`, of which one makes a step done, and the page on which it is. In the order of SETUP_STEPS. */
const STEPS: Record<Step, { done: string; href: string }> = {
  contacts: { done: `"Contact" r WHERE r."accountId" = $1`, href: '/contacts/import' },
  // One that was let in once: what stands in its way since then is told as a problem.
  integration: {
    done: `"Integration" r WHERE r."accountId" = $1 AND r.status <> 'revoked' AND r."activatedAt" IS NOT NULL`,
    href: '/integrations',
  },
  channel: { done: `"ChannelIntegration" r WHERE r."accountId" = $1 AND r.status = 'active'`, href: '/channels/new' },
  broadcast: { done: `"Broadcast" r WHERE r."accountId" = $1 AND r."startedAt" IS NOT NULL`, href: '/broadcasts/new' },
  // One that went live once, as of shops.
  funnel: { done: `"Funnel" r WHERE r."accountId" = $1 AND r."activatedAt" IS NOT NULL`, href: '/funnels' },
  discount_code: { done: `"DiscountCode" r WHERE r."accountId" = $1`, href: '/discount-codes/new' },
  referral_program: { done: `"ReferralProgram" r WHERE r."accountId" = $1 AND r.enabled`, href: '/referrals/program' },
  blog_post: { done: `"BlogPost" r WHERE r."accountId" = $1 AND r.status = 'published'`, href: '/blog/new' },
  api_key: { done: `"ApiKey" r WHERE r."accountId" = $1 AND r."revokedAt" IS NULL`, href: '/api-keys' },
  redemption: { done: `"DiscountRedemption" r WHERE r."accountId" = $1`, href: '/discount-codes' },
};

/**
 * The first by its id, for that is found by the key. EXISTS leaves the way to PostgreSQL, which reads the whole table
 * where most rows are of the workspace and comes by those of all others first.
 */
const isThere = (rows: string): string => `(SELECT true FROM ${rows} ORDER BY r.id LIMIT 1) IS NOT NULL`;

const findDone = workspaceStatement<Record<Step, boolean>>(
  'insights.setup',
  `SELECT ${SETUP_STEPS.map((step) => `${isThere(STEPS[step].done)} AS ${step}`).join(', ')}`,
);

export async function setup(db: WorkspaceDb): Promise<Setup> {
  const [row] = await db.rows(findDone);
  const steps = SETUP_STEPS.map((key) => ({ key, done: row?.[key] ?? false, href: STEPS[key].href }));
  return { steps, percent: Math.round((100 * steps.filter((step) => step.done).length) / steps.length) };
}
