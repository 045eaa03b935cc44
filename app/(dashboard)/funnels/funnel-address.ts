import type { Api } from '@/app/trpc';
import { FUNNEL_STATUSES } from '@/server/modules/automation/funnels/vocabulary';

/** The query of the list: archived ones too. */
export const EVERY_FUNNEL = { status: FUNNEL_STATUSES.join(',') };

/** Parts of a funnel's page. */
export const VIEWS = ['steps', 'results', 'people'] as const;
export type View = (typeof VIEWS)[number];
export const VIEW = { view: 'steps' };

/** The first query for the results and the people of a page. */
export const RESULTS = { days: '30', version: '0' };
export const statsOptions = (trpc: Api, id: string, { days, version }: Record<keyof typeof RESULTS, string>) =>
  trpc.funnels.stats.queryOptions({ id, windowDays: Number(days) || 30, version: Number(version) || 0 });

export const PEOPLE = { status: '', step: '' };
const PAGE = 50;
export const peopleOptions = (trpc: Api, id: string, { status, step }: Record<keyof typeof PEOPLE, string>) =>
  trpc.funnels.people.infiniteQueryOptions(
    { id, limit: PAGE, ...(status === '' ? {} : { status }), ...(step === '' ? {} : { stepId: step }) },
    { getNextPageParam: ({ cursor }) => cursor, initialCursor: null },
  );
