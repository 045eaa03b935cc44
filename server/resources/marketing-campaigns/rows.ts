/** Rows of the hub as we return them. */
import type { MarketingCampaign as CampaignRow } from '@/prisma/generated/client';
import type { MarketingCampaign } from '@/server/resources/marketing-campaigns/schema';

export type { CampaignRow };

/** Every column of a campaign, for statements that return one. `alias` is the table's name in the statement. */
export const campaignColumns = (alias: string): string =>
  ['id', 'accountId', 'name', 'description', 'goal', 'status', 'createdAt', 'updatedAt']
    .map((column) => `${alias}."${column}"`)
    .join(', ');

/** A campaign's row for the wire. What else a statement selected is dropped by the output schema. */
export const presentCampaign = (row: CampaignRow): MarketingCampaign => ({
  ...row,
  // The columns hold only what the schema let in.
  goal: row.goal as MarketingCampaign['goal'],
  status: row.status as MarketingCampaign['status'],
});
