/** The data of the page of commissions, chosen by its address. */
import { keepPreviousData } from '@tanstack/react-query';
import type { Api } from '@/app/trpc';
import { COMMISSION_STATUSES } from '@/server/modules/creators/programs/vocabulary';

export const VIEWS = ['commissions', 'statements'] as const;
/** Held ones first: nothing of them is paid by time. */
export const ADDRESS = { view: 'commissions', status: 'held', program: '', collaboration: '' };
export const SHOWN = ['held', 'pending', 'approved', 'paid', 'all'] as const;
type Address = Readonly<Record<keyof typeof ADDRESS, string>>;

export const viewOf = ({ view }: Pick<Address, 'view'>) => VIEWS.find((known) => known === view) ?? 'commissions';
export const statusOf = ({ status }: Pick<Address, 'status'>) => SHOWN.find((known) => known === status) ?? 'held';

const pages = {
  getNextPageParam: (page: { cursor: string | null }) => page.cursor,
  placeholderData: keepPreviousData,
};

export function reviewOptions(trpc: Api, address: Address) {
  const status = statusOf(address);
  return trpc.programs.review.infiniteQueryOptions(
    {
      limit: 25,
      ...(status !== 'all' && { status: COMMISSION_STATUSES.find((known) => known === status) }),
      ...(address.program !== '' && { programId: address.program.slice(0, 64) }),
      ...(address.collaboration !== '' && { collaborationId: address.collaboration.slice(0, 64) }),
    },
    pages,
  );
}

export const statementOptions = (trpc: Api) => trpc.programs.statementsShown.infiniteQueryOptions({ limit: 25 }, pages);
