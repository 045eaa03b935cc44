/**
 * The audit log's entries about children that are filed under a campaign or taken out of one, whichever write does it
 * (docs/contract/marketing-campaigns.md#attaching).
 */
import type { StatementTx } from '@/server/platform/db/workspace';
import type { ChildType } from '@/server/modules/overview/marketing-campaigns/children-schema';

/** Writes one audit row of the campaign for all children that a call has moved. */
export async function auditAttachment(
  tx: StatementTx,
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

/**
 * Records a child's own write: nothing where its campaign is what it was; where it moves, the campaign that it goes to,
 * as attach has it.
 */
export async function auditOwnAttachment(
  tx: StatementTx,
  type: ChildType,
  id: string,
  before: string | null,
  after: string | null,
): Promise<void> {
  if (before === after) return;
  if (after !== null) await auditAttachment(tx, 'attach', after, type, [id]);
  else if (before !== null) await auditAttachment(tx, 'detach', before, type, [id]);
}
