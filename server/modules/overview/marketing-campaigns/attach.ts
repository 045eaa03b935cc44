/**
 * Attaches and detaches children on the campaign's page, one statement for all children of a kind. Attaching only files
 * a child: a sent broadcast may be attached too, and an archived campaign accepts children, as in the resources' own
 * forms. Any change of the feed's config needs the plan for it.
 */
import { workspaceStatement, type WorkspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx, WorkspaceDb } from '@/server/platform/db/workspace';
import { AppError, invalid } from '@/server/platform/errors';
import { effectivePlan, requireWithinLimit } from '@/server/modules/account/billing/effective-plan';
import {
  CHILD_TYPES,
  type AttachInput,
  type ChildType,
} from '@/server/modules/overview/marketing-campaigns/children-schema';
import { auditAttachment } from '@/server/modules/account/audit-log/campaign-attachment';
import { KINDS } from '@/server/modules/overview/marketing-campaigns/kinds';

interface Outcome {
  /** 0 when there is no such campaign. */
  campaigns: number;
  /** The number of ids that are children of the workspace. */
  children: number;
  moved: string[];
}

type Move = WorkspaceStatement<Outcome, [id: string, childIds: string[], now?: Date]>;

/**
 * Writes all children or, when an id is unknown, none. Children are locked in the order of their ids, so two calls at
 * once never deadlock. A child that needs no change is not written, so its revision and ETag stay.
 */
function moveStatement(type: ChildType, way: 'attach' | 'detach'): Move {
  const { table, hasUpdatedAt } = KINDS[type];
  const [target, concerned] =
    way === 'attach'
      ? ['$2::text', `k."marketingCampaignId" IS DISTINCT FROM $2::text`]
      : ['NULL', `k."marketingCampaignId" = $2::text`];
  return workspaceStatement(
    `marketing-campaigns.${way}.${type}`,
    `WITH campaign AS MATERIALIZED (SELECT c.id FROM "MarketingCampaign" c
      WHERE c."accountId" = $1 AND c.id = $2::text),
     child AS MATERIALIZED (SELECT k.id FROM "${table}" k WHERE k."accountId" = $1 AND k.id = ANY ($3::text[])
       ORDER BY k.id FOR NO KEY UPDATE),
     moved AS (
       UPDATE "${table}" k SET "marketingCampaignId" = ${target}${hasUpdatedAt ? ', "updatedAt" = $4::timestamptz' : ''}
       FROM campaign, child WHERE k."accountId" = $1 AND k.id = child.id AND ${concerned}
         AND (SELECT count(*) FROM child) = cardinality($3::text[])
       RETURNING k.id)
     SELECT (SELECT count(*)::int FROM campaign) AS campaigns, (SELECT count(*)::int FROM child) AS children,
       ARRAY(SELECT m.id FROM moved m ORDER BY m.id) AS moved`,
  );
}

const MOVES = new Map(
  CHILD_TYPES.map((type) => [type, { attach: moveStatement(type, 'attach'), detach: moveStatement(type, 'detach') }]),
);

/**
 * The action that the audit log lists for a change of the child itself (docs/contract/audit-log.md#what-is-recorded).
 */
const CHANGES: Partial<Record<ChildType, string>> = {
  discount_code: 'discount_code.update',
  referral_program: 'referral_program.upsert',
  creator_brief: 'campaign.update',
  affiliate_program: 'program.update',
};

async function audit(
  tx: StatementTx,
  way: 'attach' | 'detach',
  { id, type }: AttachInput,
  moved: string[],
): Promise<void> {
  await auditAttachment(tx, way, id, type, moved);
  const action = CHANGES[type];
  if (action === undefined) return;
  for (const targetId of moved)
    await tx.audit({
      action,
      targetType: action.split('.')[0] ?? type,
      targetId,
      data: { changed: ['marketingCampaignId'] },
    });
}

async function move(db: WorkspaceDb, way: 'attach' | 'detach', input: AttachInput): Promise<number> {
  const statement = MOVES.get(input.type)?.[way];
  if (statement === undefined) throw new Error('There is no statement for this kind.');
  if (input.type === 'feed') requireWithinLimit(await effectivePlan(db), 'feeds', 1);
  const childIds = [...new Set(input.childIds)];
  return await db.transaction(async (tx) => {
    const [outcome] = await (KINDS[input.type].hasUpdatedAt
      ? tx.rows(statement, input.id, childIds, tx.now)
      : tx.rows(statement, input.id, childIds));
    if (outcome === undefined || outcome.campaigns === 0) throw new AppError('NOT_FOUND');
    if (outcome.children < childIds.length)
      throw invalid(
        'childIds',
        `must all be of the type ${input.type} and exist in this workspace; nothing was attached`,
      );
    if (outcome.moved.length > 0) await audit(tx, way, input, outcome.moved);
    return outcome.moved.length;
  });
}

/**
 * Attaches children; a child of another campaign moves to this one. @throws AppError PLAN_LIMIT for a feed; NOT_FOUND
 * for the campaign; VALIDATION for an unknown child, and then nothing is attached
 */
export async function attach(
  db: WorkspaceDb,
  input: AttachInput,
): Promise<{ id: string; type: ChildType; attached: number }> {
  return { id: input.id, type: input.type, attached: await move(db, 'attach', input) };
}

/** Detaches children; a child that is not attached to this campaign does not change. @throws AppError as attach */
export async function detach(
  db: WorkspaceDb,
  input: AttachInput,
): Promise<{ id: string; type: ChildType; detached: number }> {
  return { id: input.id, type: input.type, detached: await move(db, 'detach', input) };
}
