/** The code that a reminder offers: what is chosen is read on the server first, the others once somebody looks. */
import type { Api } from '@/app/trpc';

export const codeOptions = (trpc: Api, id: string | null) => trpc.discountCodes.get.queryOptions({ id: id ?? '' });
