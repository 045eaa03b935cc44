/** The data of the list of collaborations, chosen by its address. */
import { keepPreviousData } from '@tanstack/react-query';
import type { Api } from '@/app/trpc';
import { COLLABORATION_STATUSES, type CollaborationStatus } from '@/server/modules/creators/collaborations/vocabulary';

export const ADDRESS = { status: 'all', q: '', program: '', brief: '' };
export const SHOWN = ['all', 'unread', 'applied', 'invited', 'in_review', 'active', 'suspended'] as const;
type Address = Readonly<Record<keyof typeof ADDRESS, string>>;

const isStatus = (text: string): text is CollaborationStatus => COLLABORATION_STATUSES.some((each) => each === text);

export const listOptions = (trpc: Api, { status, q, program, brief }: Address) =>
  trpc.collaborations.shown.infiniteQueryOptions(
    {
      limit: 25,
      q: q.slice(0, 100),
      ...(isStatus(status) && { status }),
      ...(status === 'unread' && { unread: true }),
      ...(program !== '' && { programId: program.slice(0, 64) }),
      ...(brief !== '' && { campaignId: brief.slice(0, 64) }),
    },
    { getNextPageParam: (page: { cursor: string | null }) => page.cursor, placeholderData: keepPreviousData },
  );
