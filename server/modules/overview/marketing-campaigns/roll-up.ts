/**
 * The roll-up of a campaign (docs/contract/marketing-campaigns.md#full): sums over the children attached now, over
 * their whole life, whenever they were attached. Each figure is a subquery over the children's index, so there is one
 * statement for any number of children.
 */
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type WorkspaceDb } from '@/server/platform/db/workspace';
import type { Performance, RollUp } from '@/server/modules/overview/marketing-campaigns/children-schema';
import { ATTACHED, KINDS } from '@/server/modules/overview/marketing-campaigns/kinds';
import { campaignColumns, presentCampaign, type CampaignRow } from '@/server/modules/overview/marketing-campaigns/rows';
import type { CampaignWithCounts, ChildCounts } from '@/server/modules/overview/marketing-campaigns/schema';
import { isCounted } from '@/server/platform/lib/is-counted';

export type StoredCounts = ChildCounts;

const count = (table: string, campaign: string): string =>
  `(SELECT count(*)::int FROM "${table}" k WHERE k."accountId" = $1 AND k."marketingCampaignId" = ${campaign})`;

/** SQL columns with the number of a campaign's children by kind. `campaign` is SQL of the campaign's id. */
export const countColumns = (campaign: string): string =>
  `${count(KINDS.broadcast.table, campaign)} AS broadcasts, ${count(KINDS.discount_code.table, campaign)} AS "discountCodes", ${count(KINDS.referral_program.table, campaign)} AS "referralPrograms",
   ${count(KINDS.creator_brief.table, campaign)} AS "creatorBriefs", ${count(KINDS.affiliate_program.table, campaign)} AS "affiliatePrograms",
   ${count(KINDS.blog_post.table, campaign)} AS "blogPosts", ${count(KINDS.cart_reminder.table, campaign)} AS "cartReminders", ${count(KINDS.feed.table, campaign)} AS feeds`;

export const presentCounts = ({
  broadcasts,
  discountCodes,
  referralPrograms,
  creatorBriefs,
  affiliatePrograms,
  blogPosts,
  cartReminders,
  feeds,
}: StoredCounts): ChildCounts => ({
  broadcasts,
  discountCodes,
  referralPrograms,
  creatorBriefs,
  affiliatePrograms,
  blogPosts,
  cartReminders,
  feeds,
});

export const presentWithCounts = (row: CampaignRow & StoredCounts): CampaignWithCounts => ({
  ...presentCampaign(row),
  _count: presentCounts(row),
});

/** Sums of money by currency, as JSON. They are floats there: a sum may pass 2^53 where no amount does. */
const byCurrency = (rows: string): string =>
  `(SELECT coalesce(json_object_agg(s.currency, s.amount), '{}') FROM (${rows}) s)`;

/**
 * `sent` counts messages that reached sent or a later state; also a failed message that the vendor had accepted before.
 */
const MESSAGES = `
  SELECT coalesce(sum(CASE WHEN y.status IN ('sent', 'delivered', 'bounced', 'opened', 'clicked') THEN y.messages
    WHEN y.status = 'failed' THEN y.taken END), 0)::float8 AS sent,
    coalesce(sum(y.messages) FILTER (WHERE y.status IN ('delivered', 'opened', 'clicked')), 0)::float8 AS delivered,
    coalesce(sum(y.messages) FILTER (WHERE y.status IN ('opened', 'clicked')), 0)::float8 AS opened,
    coalesce(sum(y.messages) FILTER (WHERE y.status = 'clicked'), 0)::float8 AS clicked
  FROM "Broadcast" k JOIN "BroadcastTally" y ON y."accountId" = ${THIS_WORKSPACE} AND y."broadcastId" = k.id
    WHERE ${ATTACHED}`;

/** Affiliates of the linked programs. */
const AFFILIATES = `SELECT a.id FROM "Program" k
  JOIN "Collaboration" a ON a."accountId" = ${THIS_WORKSPACE} AND a."programId" = k.id WHERE ${ATTACHED}`;

/**
 * Redemptions of linked codes, and of affiliates' codes in linked programs. A redemption keeps the currency of its
 * code. Rolled back redemptions are filtered after the search, because a planner with old statistics would search by
 * that condition.
 */
const REDEEMED = `
  SELECT r.currency, count(*) FILTER (WHERE ${isCounted('r')})::float8 AS uses,
    (sum(r."appliedAmount" + r."appliedShipping") FILTER (WHERE ${isCounted('r')}))::float8 AS amount
  FROM (SELECT k.id FROM "DiscountCode" k WHERE ${ATTACHED}
    UNION SELECT d.id FROM (${AFFILIATES}) a
      JOIN "DiscountCode" d ON d."accountId" = ${THIS_WORKSPACE} AND d."sourceRefId" = a.id
      AND d.source = 'affiliate') k
  JOIN "DiscountRedemption" r ON r."accountId" = ${THIS_WORKSPACE} AND r."discountCodeId" = k.id GROUP BY 1
    HAVING count(*) FILTER (WHERE ${isCounted('r')}) > 0`;

/** Referrals that were rewarded and not taken back. */
const REFERRED = `
  SELECT a."qualifyingCheckoutSessionId" AS session, a.currency, a.amount
  FROM "ReferralProgram" k JOIN "ReferralAttribution" a ON a."accountId" = ${THIS_WORKSPACE} AND a."programId" = k.id
    AND a.status = 'rewarded' WHERE ${ATTACHED}`;

/**
 * Sessions in which a member of a linked program earned a commission, without referred sessions: a session counts once.
 */
const BROUGHT = `
  SELECT c.currency, c."orderAmount" AS amount FROM "Program" k
  JOIN "Commission" c ON c."accountId" = ${THIS_WORKSPACE} AND c."programId" = k.id AND c.kind = 'sale'
    AND c.status NOT IN ('voided', 'declined')
  WHERE ${ATTACHED} AND NOT EXISTS (SELECT FROM referred r WHERE r.session = c."checkoutSessionId")`;

const REWARDED = `
  SELECT b.currency, sum(b.rewards)::float8 AS rewards, sum(b.amount)::float8 AS amount FROM (
    SELECT r.currency, 1 AS rewards, r.amount FROM referred r UNION ALL SELECT x.currency, 0, x.amount
      FROM (${BROUGHT}) x) b GROUP BY 1`;

const RECOVERED = `
  SELECT k."currencyAtSend" AS currency, count(*)::float8 AS carts, sum(k."valueAtSend")::float8 AS amount
  FROM "AbandonedCartReminder" k WHERE ${ATTACHED} AND k."recoveredAt" IS NOT NULL GROUP BY 1`;

/** CTEs and columns of the roll-up of the campaign $2. */
export const ROLL_UP = {
  with: `messages AS (${MESSAGES}), redeemed AS (${REDEEMED}), referred AS MATERIALIZED (${REFERRED}), rewarded AS (${REWARDED}), recovered AS (${RECOVERED})`,
  columns: `${countColumns('$2::text')},
    (SELECT count(*)::int FROM "Broadcast" k WHERE ${ATTACHED} AND k."startedAt" IS NOT NULL) AS "broadcastsSent",
    (SELECT json_build_object(
       'messagesSent', m.sent, 'messagesDelivered', m.delivered, 'messagesOpened', m.opened, 'messagesClicked',
         m.clicked,
       'redemptions', (SELECT coalesce(sum(uses), 0) FROM redeemed), 'discountGiven',
         ${byCurrency('SELECT currency, amount FROM redeemed')},
       'referralRewards', (SELECT coalesce(sum(rewards), 0) FROM rewarded), 'attributedRevenue',
         ${byCurrency('SELECT currency, amount FROM rewarded WHERE currency IS NOT NULL')},
       'cartsRecovered', (SELECT coalesce(sum(carts), 0) FROM recovered), 'recoveredValue',
         ${byCurrency('SELECT currency, amount FROM recovered')}) FROM messages m) AS performance`,
};

export type RollUpRow = CampaignRow & StoredCounts & { broadcastsSent: number; performance: Performance };

const findRollUp = workspaceStatement<RollUpRow, [id: string]>(
  'marketing-campaigns.roll-up',
  `WITH ${ROLL_UP.with} SELECT ${campaignColumns('c')}, ${ROLL_UP.columns} FROM "MarketingCampaign" c
    WHERE c."accountId" = $1 AND c.id = $2`,
);

export const presentRollUp = (row: RollUpRow): RollUp => ({
  campaign: presentCampaign(row),
  counts: { ...presentCounts(row), broadcastsSent: row.broadcastsSent },
  performance: row.performance,
});

/** The head of the campaign's page. @throws AppError NOT_FOUND */
export async function rollUp(db: WorkspaceDb, id: string): Promise<RollUp> {
  return presentRollUp(orNotFound((await db.rows(findRollUp, id))[0]));
}
