/**
 * The merchant's actions on campaigns (docs/contract/marketing-campaigns.md): create, find, change, archive. full.ts
 * returns a campaign with its children.
 */
import { workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type WorkspaceDb } from '@/server/platform/db/workspace';
import {
  countColumns,
  presentWithCounts,
  type StoredCounts,
} from '@/server/modules/overview/marketing-campaigns/roll-up';
import { campaignColumns, presentCampaign, type CampaignRow } from '@/server/modules/overview/marketing-campaigns/rows';
import {
  SELECTOR_LIMIT,
  type CampaignStatus,
  type CampaignWithCounts,
  type Choice,
  type CreateInput,
  type MarketingCampaign,
  type UpdateInput,
} from '@/server/modules/overview/marketing-campaigns/schema';

const findAll = workspaceStatement<CampaignRow, [statuses: readonly CampaignStatus[] | null]>(
  'marketing-campaigns.list',
  `SELECT ${campaignColumns('c')} FROM "MarketingCampaign" c
   WHERE c."accountId" = $1 AND ($2::text[] IS NULL OR c.status = ANY ($2::text[]))
     ORDER BY c."createdAt" DESC, c.id DESC`,
);

const findOpen = workspaceStatement<Choice>(
  'marketing-campaigns.selector',
  `SELECT c.id, c.name, c.status, c.goal FROM "MarketingCampaign" c WHERE c."accountId" = $1 AND c.status <> 'archived'
    ORDER BY c."createdAt" DESC, c.id DESC LIMIT ${SELECTOR_LIMIT}`,
);

const findOne = workspaceStatement<CampaignRow & StoredCounts, [id: string]>(
  'marketing-campaigns.find',
  `SELECT ${campaignColumns('c')}, ${countColumns('c.id')} FROM "MarketingCampaign" c
    WHERE c."accountId" = $1 AND c.id = $2`,
);

/** Newest first. */
export async function list(
  db: WorkspaceDb,
  statuses: readonly CampaignStatus[] | undefined,
): Promise<{ campaigns: MarketingCampaign[] }> {
  return { campaigns: (await db.rows(findAll, statuses ?? null)).map(presentCampaign) };
}

/** Returns the campaigns for a form's selector: all that are not archived. */
export async function selector(db: WorkspaceDb): Promise<{ campaigns: Choice[] }> {
  return { campaigns: await db.rows(findOpen) };
}

/** @throws AppError NOT_FOUND */
export async function get(db: WorkspaceDb, id: string): Promise<CampaignWithCounts> {
  return presentWithCounts(orNotFound((await db.rows(findOne, id))[0]));
}

export async function create(db: WorkspaceDb, input: CreateInput): Promise<MarketingCampaign> {
  return await db.prismaTransaction(async (tx) => {
    const row = await tx.prisma.marketingCampaign.create({
      data: { accountId: tx.accountId, ...input, createdAt: tx.now, updatedAt: tx.now },
    });
    await tx.audit({
      action: 'marketing_campaign.create',
      targetType: 'marketing_campaign',
      targetId: row.id,
      data: { name: row.name },
    });
    return presentCampaign(row);
  });
}

/**
 * Changes a campaign; fields that are not sent stay, and any status may follow any other. An empty change writes
 * nothing. @throws AppError NOT_FOUND
 */
export async function update(db: WorkspaceDb, { id, ...changes }: UpdateInput): Promise<MarketingCampaign> {
  const changed = Object.keys(changes);
  if (changed.length === 0) return await get(db, id);
  return await db.prismaTransaction(async (tx) => {
    const [row] = await tx.prisma.marketingCampaign.updateManyAndReturn({
      where: { id },
      data: { ...changes, updatedAt: tx.now },
    });
    const campaign = presentCampaign(orNotFound(row));
    await tx.audit({
      action: 'marketing_campaign.update',
      targetType: 'marketing_campaign',
      targetId: id,
      data: { name: campaign.name, changed },
    });
    return campaign;
  });
}

/**
 * Archives a campaign; its children stay attached. Archiving twice changes and records nothing. @throws AppError
 * NOT_FOUND
 */
export async function archive(db: WorkspaceDb, id: string): Promise<MarketingCampaign> {
  return await db.prismaTransaction(async (tx) => {
    const [row] = await tx.prisma.marketingCampaign.updateManyAndReturn({
      where: { id, status: { not: 'archived' } },
      data: { status: 'archived', updatedAt: tx.now },
    });
    if (row === undefined) return await get(tx, id);
    await tx.audit({
      action: 'marketing_campaign.archive',
      targetType: 'marketing_campaign',
      targetId: id,
      data: { name: row.name },
    });
    return presentCampaign(row);
  });
}
