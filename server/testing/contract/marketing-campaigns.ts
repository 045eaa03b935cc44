import { type Entries } from '@/server/testing/contract/entry';

export const marketingCampaigns: Entries = () => ({});
