/** /api/v1/insights */
import { attribution } from '@/server/modules/overview/insights/attribution';
import { attributionInput, attributionOutput } from '@/server/modules/overview/insights/attribution-schema';
import { deliverability } from '@/server/modules/messaging/broadcasts/deliverability';
import { deliverabilityInput, deliverabilityOutput } from '@/server/modules/messaging/broadcasts/deliverability-schema';
import { overview } from '@/server/modules/overview/insights/overview';
import { problems } from '@/server/modules/overview/insights/problems';
import * as schema from '@/server/modules/overview/insights/schema';
import { timeseries } from '@/server/modules/overview/insights/timeseries';
import { merchantProcedure, router } from '@/server/platform/access/trpc';
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { windowOf } from '@/server/platform/lib/calendar';
import { type TopCodes, type TopCodesInput, SETUP_STEPS, type Setup } from '@/server/modules/overview/insights/schema';
import { isCounted } from '@/server/platform/lib/is-counted';

/** GET /insights/setup: the first steps of a workspace, computed from rows at each call. */
type Step = (typeof SETUP_STEPS)[number];

/**
 * For each step of the setup: the rows, as `r`, of which one marks the step as done, and the step's page. In the order
 * of SETUP_STEPS.
 */
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
 * SQL: there is a row. It reads the first row by id, which the primary key finds. With EXISTS, PostgreSQL may read the
 * whole table when most rows belong to this workspace, and meet the rows of other workspaces first.
 */
const isThere = (rows: string): string => `(SELECT true FROM ${rows} ORDER BY r.id LIMIT 1) IS NOT NULL`;

const findDone = workspaceStatement<Record<Step, boolean>>(
  'insights.setup',
  `SELECT ${SETUP_STEPS.map((step) => `${isThere(STEPS[step].done)} AS ${step}`).join(', ')}`,
);

async function setup(db: WorkspaceDb): Promise<Setup> {
  const [row] = await db.rows(findDone);
  const steps = SETUP_STEPS.map((key) => ({ key, done: row?.[key] ?? false, href: STEPS[key].href }));
  return { steps, percent: Math.round((100 * steps.filter((step) => step.done).length) / steps.length) };
}

// The codes that shoppers used most lately.

/**
 * Counts codes first, and looks up names afterwards: only five names and their revenue, however many codes there are.
 */
const findTopCodes = workspaceStatement<Required<TopCodes['codes'][number]>, [from: Date, to: Date]>(
  'insights.top-codes',
  `SELECT d.id, d.code, r.redemptions,
     coalesce(m.revenue, '{}') AS "revenueByCurrency", coalesce(m.share, '{}') AS "revenueDiscountByCurrency" FROM (
     SELECT r."discountCodeId", count(*)::int AS redemptions FROM "DiscountRedemption" r
       WHERE r."accountId" = $1 AND ${isCounted('r')} AND r."redeemedAt" > $2 AND r."redeemedAt" <= $3
     GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 5) r
       JOIN "DiscountCode" d ON d."accountId" = ${THIS_WORKSPACE} AND d.id = r."discountCodeId"
   CROSS JOIN LATERAL (
     SELECT jsonb_object_agg(p.currency, p.revenue) AS revenue, jsonb_object_agg(p.currency, p.share) AS share FROM (
       SELECT o.currency, sum(o."orderTotal")::float8 AS revenue, sum(o.applied)::float8 AS share FROM (
         SELECT b.currency, b."orderTotal", b."appliedAmount" + b."appliedShipping" AS applied
           FROM "DiscountRedemption" b
         WHERE b."accountId" = ${THIS_WORKSPACE} AND b."discountCodeId" = d.id AND b."redeemedAt" > $2
           AND b."redeemedAt" <= $3 AND b."orderTotal" IS NOT NULL AND ${isCounted('b')} OFFSET 0) o
       GROUP BY o.currency) p) m
   ORDER BY 3 DESC, d.code`,
  { isLong: true },
);

/** By the redemptions of the window. */
async function topCodes(db: WorkspaceDb, { windowDays }: TopCodesInput): Promise<TopCodes> {
  const { from, to } = windowOf(db.now, windowDays);
  const rows = await db.rows(findTopCodes, from, to);
  return {
    codes: rows.map(({ revenueByCurrency, revenueDiscountByCurrency, ...code }) =>
      Object.keys(revenueByCurrency).length === 0 ? code : { ...code, revenueByCurrency, revenueDiscountByCurrency },
    ),
  };
}

const tags: [string] = ['Insights'];

export const insightsRouter = router({
  overview: merchantProcedure
    .meta({
      mayLag: true,
      openapi: {
        method: 'GET',
        path: '/insights/overview',
        tags,
        summary: 'Retrieve the figures of all resources',
        description:
          'Returns the figures of the last `windowDays` × 24 hours. Broadcasts count by the time of the send, carts by their reminder, orders by their placement, checkouts by abandonment, funnels by entry.',
      },
    })
    .input(schema.overviewInput)
    .output(schema.overviewOutput)
    .query(({ ctx, input }) => overview(ctx.db, input)),

  timeseries: merchantProcedure
    .meta({
      mayLag: true,
      openapi: {
        method: 'GET',
        path: '/insights/timeseries',
        tags,
        summary: 'Retrieve one figure over time',
        description:
          'Returns one figure by day or week (from Monday) in the workspace’s time zone. The points add up to the overview, except `contacts.total` and `carts.recoveryRate`.',
      },
    })
    .input(schema.timeseriesInput)
    .output(schema.timeseriesOutput)
    .query(({ ctx, input }) => timeseries(ctx.db, input)),

  setup: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/insights/setup',
        tags,
        summary: 'List the setup steps of the workspace',
        description: 'Returns the first steps with their state, computed at each call.',
      },
    })
    .output(schema.setupOutput)
    .query(({ ctx }) => setup(ctx.db)),

  attribution: merchantProcedure
    .meta({
      mayLag: true,
      openapi: {
        method: 'GET',
        path: '/insights/attribution',
        tags,
        summary: 'Retrieve revenue by source',
        description:
          'Credits each paid order of the last `periodDays` to its last or first touch: broadcast, funnel, code, referral or affiliate. Orders without a touch are `unattributed`, so the sums are all revenue. `rule` explains the method.',
      },
    })
    .input(attributionInput)
    .output(attributionOutput)
    .query(({ ctx, input }) => attribution(ctx.db, input)),

  deliverability: merchantProcedure
    .meta({
      mayLag: true,
      openapi: {
        method: 'GET',
        path: '/insights/deliverability',
        tags,
        summary: 'Retrieve the deliverability of e-mails',
        description:
          'Returns e-mails of the last `windowDays` × 24 hours by domain of the recipients. The verdict follows thresholds of Gmail, Yahoo and Amazon SES. Gmail reports complaints only in its Postmaster Tools.',
      },
    })
    .input(deliverabilityInput)
    .output(deliverabilityOutput)
    .query(({ ctx, input }) => deliverability(ctx.db, input)),

  problems: merchantProcedure
    .meta({ internal: 'Problems that need attention, on the Home page.' })
    .output(schema.problemsOutput)
    .query(({ ctx }) => problems(ctx.db)),

  topCodes: merchantProcedure
    .meta({ mayLag: true, internal: 'The codes used most, on the Home page.' })
    .input(schema.topCodesInput)
    .output(schema.topCodesOutput)
    .query(({ ctx, input }) => topCodes(ctx.db, input)),
});
