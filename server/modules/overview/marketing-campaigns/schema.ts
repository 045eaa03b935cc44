/**
 * A marketing campaign, which groups other resources (docs/contract/marketing-campaigns.md). The dashboard's forms use
 * the same schemas.
 */
import * as z from 'zod';
import { clampedInteger, cursor, id, idIn, instantOut, someOf, text } from '@/server/platform/lib/fields';
import { CAMPAIGN_STATUSES, GOALS } from '@/server/modules/overview/marketing-campaigns/vocabulary';

export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

/** The selector's. */
export const SELECTOR_LIMIT = 200;

/** The fields that a merchant sends; `marketingCampaign` below is what we return. */
const fields = z.object({
  name: text(1, 120).meta({ sample: 'Lebaran 2027' }),
  description: text(0, 2000).nullable(),
  goal: z.enum(GOALS).meta({ description: 'Goal; awareness unless sent.' }),
  status: z
    .enum(CAMPAIGN_STATUSES)
    .meta({ description: 'Status; draft unless sent. Any status may follow any other.' }),
});

export const createInput = fields.partial().required({ name: true });
export const updateInput = fields.partial().extend({ id: idIn });
export type CreateInput = z.output<typeof createInput>;
export type UpdateInput = z.output<typeof updateInput>;

export const marketingCampaign = z
  .object({
    id,
    accountId: id,
    name: z.string(),
    description: z.string().nullable(),
    goal: z.enum(GOALS),
    status: z.enum(CAMPAIGN_STATUSES),
    createdAt: instantOut,
    updatedAt: instantOut,
  })
  .meta({ id: 'MarketingCampaign' });
export type MarketingCampaign = z.output<typeof marketingCampaign>;

export const byId = z.object({ id: idIn });

export const listInput = z.object({ status: someOf(CAMPAIGN_STATUSES) });
export const listOutput = z.object({ campaigns: z.array(marketingCampaign) });

const choice = marketingCampaign.pick({ id: true, name: true, status: true, goal: true });
export type Choice = z.output<typeof choice>;
export const selectorOutput = z.object({ campaigns: z.array(choice) });

const count = z.number().int();
const children = z.object({
  broadcasts: count,
  discountCodes: count,
  referralPrograms: count,
  creatorBriefs: count,
  affiliatePrograms: count,
  blogPosts: count,
  cartReminders: count,
  feeds: count,
});
export type ChildCounts = z.output<typeof children>;
export const campaignWithCounts = marketingCampaign.extend({
  _count: children.meta({ description: 'Number of attached resources, by kind.' }),
});
export type CampaignWithCounts = z.output<typeof campaignWithCounts>;

/** The dashboard's list: with counts, in pages. */
export const overviewInput = z.object({
  limit: clampedInteger({ fallback: 50, min: 1, max: 100 }),
  cursor,
  q: text(0, 120).optional(),
  status: z.enum(CAMPAIGN_STATUSES).optional(),
});
export type OverviewInput = z.output<typeof overviewInput>;
export const overviewOutput = z.object({
  items: z.array(campaignWithCounts),
  total: z.number(),
  nextCursor: z.string().nullable(),
  hasMore: z.boolean(),
});

export const childCounts = children.extend({
  broadcastsSent: count.meta({ description: 'Attached broadcasts that were sent.' }),
});
