/** Batches as the dashboard reads them. */
import type { Api, Inputs, Outputs } from '@/app/trpc';

export type Batch = Outputs['discountCodes']['batches']['get'];
export type BatchInput = Inputs['discountCodes']['batches']['create'];
export type BatchCode = Outputs['discountCodes']['batches']['codes']['data'][number];

export const ROOT = '/discount-codes/batches';
const PAGE = 50;
const CODES_PAGE = 20;

export const listOptions = (trpc: Api) =>
  trpc.discountCodes.batches.list.infiniteQueryOptions({ limit: PAGE }, { getNextPageParam: (page) => page.cursor });

export const codesOptions = (trpc: Api, id: string, state?: 'unused' | 'redeemed') =>
  trpc.discountCodes.batches.codes.infiniteQueryOptions(
    { id, limit: CODES_PAGE, ...(state !== undefined && { state }) },
    { getNextPageParam: (page) => page.cursor },
  );
