/** /api/v1/marketing-campaigns: the hub (2 §4.5). */
import { router } from '@/server/trpc';

export const marketingCampaignsRouter = router({});
