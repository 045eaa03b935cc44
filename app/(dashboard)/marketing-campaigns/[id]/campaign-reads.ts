/** The parts of a campaign: read first on the server, then in the browser. */
import type { Api } from '@/app/trpc';
import type { RollUp } from '@/app/(dashboard)/marketing-campaigns/campaign';
import type { ChildType } from '@/server/modules/overview/marketing-campaigns/children-schema';
import { KIND_ORDER, KINDS } from './kinds';

/** The kinds that it has any of. */
export const usedIn = (counts: RollUp['counts']): ChildType[] =>
  KIND_ORDER.filter((type) => counts[KINDS[type].counted] > 0);

export const childOptions = (trpc: Api, id: string, type: ChildType) =>
  trpc.marketingCampaigns.children.infiniteQueryOptions({ id, type }, { getNextPageParam: (page) => page.nextCursor });
