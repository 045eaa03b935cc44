/** The data of the list of contacts, chosen by its address; read first on the server, then in the browser. */
import { keepPreviousData } from '@tanstack/react-query';
import type { Api } from '@/app/trpc';
import { ADDRESS_FAMILIES, CONTACT_SORTS, SUBSCRIPTION_STATES } from '@/server/modules/audience/contacts/vocabulary';
import type { ContactFilter } from './contact';

/** `new` opens the form, so that other pages can link to it. */
export const DEFAULTS = { q: '', show: '', list: '', source: '', sort: 'newest', new: '' };
export const NO_FILTER = { q: '', show: '', list: '', source: '' };
const PAGE = 50;

export type Address = Readonly<Record<'q' | 'show' | 'list' | 'source' | 'sort', string>>;

type Subscription = NonNullable<ContactFilter['subscription']>;
export const SUBSCRIPTIONS = ADDRESS_FAMILIES.flatMap((family) =>
  SUBSCRIPTION_STATES.map((state) => ({ family, state, value: `${family}.${state}` satisfies Subscription })),
);

/** Returns the filter that the address asks for; values that do not exist are left out. */
export function filterOf({ q, show, list, source }: Pick<Address, 'q' | 'show' | 'list' | 'source'>): ContactFilter {
  const subscription = SUBSCRIPTIONS.find(({ value }) => value === show)?.value;
  const search = q.trim().slice(0, 100);
  return {
    ...(search !== '' && { q: search }),
    ...(subscription !== undefined && { subscription }),
    ...(list !== '' && { listId: list }),
    ...(source !== '' && { source: source.slice(0, 120) }),
  };
}

export const sortOf = ({ sort }: Pick<Address, 'sort'>) => CONTACT_SORTS.find((known) => known === sort) ?? 'newest';

export const listOptions = (trpc: Api, address: Address) =>
  trpc.contacts.list.infiniteQueryOptions(
    { ...filterOf(address), sort: sortOf(address), limit: PAGE },
    { getNextPageParam: (page) => page.cursor, placeholderData: keepPreviousData },
  );

export const countOptions = (trpc: Api, address: Address) =>
  trpc.contacts.count.queryOptions(filterOf(address), { placeholderData: keepPreviousData });
