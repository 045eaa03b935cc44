/** What the audit log says of children that are filed under a campaign or taken out of one, whichever write does it (issue 5 §3). */
import type { WorkspaceTx } from '@/server/db/workspace';
import type { ChildType } from '@/server/resources/marketing-campaigns/children-schema';

/** One row of the campaign for all children that a call moved. */
export async function auditFiled(
  tx: WorkspaceTx,
  way: 'attach' | 'detach',
  campaignId: string,
  type: ChildType,
  ids: string[],
): Promise<void> {
  await tx.audit({
    action: `marketing_campaign.${way}`,
    targetType: 'marketing_campaign',
    targetId: campaignId,
    data: { type, ids },
  });
}

/** Of a child's own write: nothing where its campaign is what it was; where it moves, the campaign that it goes to, as attach has it. */
export async function auditOwnFiling(
  tx: WorkspaceTx,
  type: ChildType,
  id: string,
  before: string | null,
  after: string | null,
): Promise<void> {
  if (before === after) return;
  if (after !== null) await auditFiled(tx, 'attach', after, type, [id]);
  else if (before !== null) await auditFiled(tx, 'detach', before, type, [id]);
}
