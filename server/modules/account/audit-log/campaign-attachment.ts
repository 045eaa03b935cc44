/**
 * The audit log's entries about children that are attached to a campaign or detached, by any write
 * (docs/contract/marketing-campaigns.md#attaching).
 */
import type { StatementTx } from '@/server/platform/db/workspace';
import type { ChildType } from '@/server/modules/overview/marketing-campaigns/children-schema';

/** Writes one audit entry of the campaign for all children that a call has moved. */
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
 * Records a child's own write: nothing if its campaign stays; else an entry for the campaign that the child moves to,
 * like attach.
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
