/** The codes that a reminder may offer: read on the server first, and in the browser. */
import { keepPreviousData } from '@tanstack/react-query';
import type { Api } from '@/app/trpc';

const SHOWN = 20;

export const codeOptions = (trpc: Api, id: string | null) => trpc.discountCodes.get.queryOptions({ id: id ?? '' });

/**
 * The codes that are offered at once; the others are found by typing. They are there when the field is opened, so that
 * nothing moves under a finger.
 */
export const offerOptions = (trpc: Api, q: string) =>
  trpc.discountCodes.list.queryOptions(
    { active: true, origin: 'manual', sort: 'most_redeemed', limit: SHOWN, ...(q !== '' && { q }) },
    { placeholderData: keepPreviousData },
  );
