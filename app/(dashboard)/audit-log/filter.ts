/** The address of the page, and what it asks the list for. */
import { DAY_MS } from '@/server/platform/lib/durations';
import { keepPreviousData } from '@tanstack/react-query';
import type { Api } from '@/app/trpc';
import { toInstant } from '@/components/ui/clock-time';
import { ACTIONS, knownType, type Action } from './known';

/** `target`: one thing's history; `entry`: the one that is open; `from` and `to` in the clock of the workspace. */
export const DEFAULTS = { period: 'any', from: '', to: '', what: '', action: '', who: '', target: '', entry: '' };
export type Address = typeof DEFAULTS;

export const PERIODS = ['any', 'day', 'week', 'month', 'dates'] as const;
export type Period = (typeof PERIODS)[number];

const DAYS: Partial<Record<Period, number>> = { day: 1, week: 7, month: 30 };

export const periodOf = ({ period }: Pick<Address, 'period'>): Period =>
  PERIODS.find((known) => known === period) ?? 'any';

/** The actions of the chosen type. */
export const actionsOf = ({ what }: Pick<Address, 'what'>): readonly Action[] => {
  const type = knownType(what);
  return type === undefined ? [] : ACTIONS[type];
};

export interface Filter {
  action?: string;
  targetType?: string;
  targetId?: string;
  actorId?: string;
  from?: string;
  to?: string;
}

/** A clock time that somebody may have written into the address; what is none counts as not sent. */
function instantOf(clock: string, timeZone: string): string | undefined {
  return /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(clock) && !Number.isNaN(Date.parse(clock.replace(' ', 'T')))
    ? (toInstant(clock, timeZone) ?? undefined)
    : undefined;
}

function span(address: Address, timeZone: string, now: number): Pick<Filter, 'from' | 'to'> {
  const period = periodOf(address);
  const days = DAYS[period];
  if (days !== undefined) return { from: new Date(now - days * DAY_MS).toISOString() };
  if (period !== 'dates') return {};
  const [from, to] = [instantOf(address.from, timeZone), instantOf(address.to, timeZone)];
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}

/** @param now when the page was opened: “the last 7 days” end there, so that paging does not move them */
export function filterOf(address: Address, timeZone: string, now: number): Filter {
  const { what, who, target } = address;
  const action = actionsOf(address).find((known) => known === address.action);
  return {
    ...(what !== '' && { targetType: what }),
    ...(action !== undefined && { action }),
    ...(who !== '' && { actorId: who }),
    ...(target !== '' && { targetId: target }),
    ...span(address, timeZone, now),
  };
}

/** A filter as the API's query. */
export const queryOf = (filter: Filter): string => new URLSearchParams({ ...filter }).toString();

export const PAGE = 50;

export const listOptions = (trpc: Api, filter: Filter) =>
  trpc.auditLog.listNamed.infiniteQueryOptions(
    { ...filter, limit: PAGE },
    { getNextPageParam: (page) => page.cursor, placeholderData: keepPreviousData },
  );
