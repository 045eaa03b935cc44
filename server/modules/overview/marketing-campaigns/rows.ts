/** Rows of campaigns in the form of our answers. */
import { castStored } from '@/server/platform/db/stored';
import type { MarketingCampaign as CampaignRow } from '@/prisma/generated/client';
import { columnsOf } from '@/server/platform/db/columns';
import type { MarketingCampaign } from '@/server/modules/overview/marketing-campaigns/schema';

export type { CampaignRow };

/** Every column of a campaign, for statements that return one. `alias` is the table's name in the statement. */
export const campaignColumns = (alias: string): string => columnsOf('MarketingCampaign', alias);

/** A campaign's row for the wire. */
export const presentCampaign = (row: CampaignRow): MarketingCampaign => castStored(row);
