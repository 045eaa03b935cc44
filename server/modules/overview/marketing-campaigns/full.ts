/**
 * A campaign with all its children and its roll-up (docs/contract/marketing-campaigns.md#full): one statement, so one
 * snapshot, for any number of children.
 */
import { keysOf } from '@/server/platform/lib/records';
import { workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type WorkspaceDb } from '@/server/platform/db/workspace';
import { FULL_LIMIT, type ChildType, type Full } from '@/server/modules/overview/marketing-campaigns/children-schema';
import { ATTACHED, KINDS, newestFirst, type ChildJson } from '@/server/modules/overview/marketing-campaigns/kinds';
import { presentRollUp, ROLL_UP, type RollUpRow } from '@/server/modules/overview/marketing-campaigns/roll-up';
import { campaignColumns } from '@/server/modules/overview/marketing-campaigns/rows';

/** SQL of the children of one kind as a JSON array. */
const collected = (type: ChildType): string => {
  const kind = KINDS[type];
  return `(SELECT coalesce(json_agg(x), '[]')
    FROM (SELECT ${kind.columns} FROM "${kind.table}" k WHERE ${ATTACHED} AND ${kind.shown} ${newestFirst(kind)}
    LIMIT ${FULL_LIMIT}) x) AS "all_${type}"`;
};

type FullRow = RollUpRow & { [Type in ChildType as `all_${Type}`]: ChildJson[] };

const findFull = workspaceStatement<FullRow, [id: string]>(
  'marketing-campaigns.full',
  `WITH ${ROLL_UP.with}
   SELECT ${campaignColumns('c')}, ${ROLL_UP.columns}, ${keysOf(KINDS).map(collected).join(', ')}
   FROM "MarketingCampaign" c WHERE c."accountId" = $1 AND c.id = $2`,
);

/** @throws AppError NOT_FOUND */
export async function full(db: WorkspaceDb, id: string): Promise<Full> {
  const row = orNotFound((await db.rows(findFull, id))[0]);
  const { campaign, counts, performance } = presentRollUp(row);
  return {
    campaign,
    broadcasts: row.all_broadcast.map(KINDS.broadcast.present),
    discountCodes: row.all_discount_code.map(KINDS.discount_code.present),
    referralPrograms: row.all_referral_program.map(KINDS.referral_program.present),
    creatorBriefs: row.all_creator_brief.map(KINDS.creator_brief.present),
    affiliatePrograms: row.all_affiliate_program.map(KINDS.affiliate_program.present),
    blogPosts: row.all_blog_post.map(KINDS.blog_post.present),
    cartReminders: row.all_cart_reminder.map(KINDS.cart_reminder.present),
    feeds: row.all_feed.map(KINDS.feed.present),
    counts,
    performance,
  };
}
