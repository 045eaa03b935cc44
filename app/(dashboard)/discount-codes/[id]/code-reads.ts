/**
 * The data that the page of a code shows besides the code: the page asks for it on the server, and its panels in the
 * browser.
 */
import type { Api } from '@/app/trpc';

const ACTIVITY_DAYS = 90;
const PAGE = 10;

export const activityOptions = (trpc: Api, id: string) =>
  trpc.discountCodes.activity.queryOptions({ id, days: ACTIVITY_DAYS });

export const inShopsOptions = (trpc: Api, id: string) => trpc.discountCodes.inShops.queryOptions({ id });

export const redemptionOptions = (trpc: Api, id: string) =>
  trpc.discountCodes.redemptions.infiniteQueryOptions(
    { id, limit: PAGE },
    { getNextPageParam: (page) => page.nextCursor },
  );
