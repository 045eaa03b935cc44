import type { Outputs } from '@/app/trpc';
import type { ChildType } from '@/server/modules/overview/marketing-campaigns/children-schema';

export type Campaign = Outputs['marketingCampaigns']['update'];
export type CampaignSummary = Outputs['marketingCampaigns']['overview']['items'][number];
export type RollUp = Outputs['marketingCampaigns']['rollUp'];
type ChildrenPage = Outputs['marketingCampaigns']['children'];

/** A child with the kind that says what it is. */
export type Child = {
  [Type in ChildType]: { type: Type; item: Extract<ChildrenPage, { type: Type }>['items'][number] };
}[ChildType];

/** Returns the items of a page of one kind, each with its kind. */
export const childrenOf = ({ type, items }: { type: ChildType; items: readonly unknown[] }): Child[] =>
  items.map((item) => ({ type, item }) as Child);
