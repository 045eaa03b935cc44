import type { useTRPCClient } from '@/app/trpc';
import type { ContactFilter } from './contact';

/** To whom something is done: those who were chosen by hand, or everybody who matches. */
export type People =
  | { ids: readonly string[] }
  | {
      filter: ContactFilter;
      /** How many match; `isMore`: at least. */
      total: number;
      isMore: boolean;
    };

/** As many as the API takes in one call. */
const GROUP = 500;
/** As many as it answers in one. */
const PAGE = 100;

export const countOf = (people: People): number => ('ids' in people ? people.ids.length : people.total);

/** Their ids in groups of a size that one call takes. Whoever matches only after the first group was read may be left out. */
export async function* groupsOf(
  people: People,
  client: ReturnType<typeof useTRPCClient>,
): AsyncGenerator<readonly string[]> {
  if ('ids' in people) {
    for (let at = 0; at < people.ids.length; at += GROUP) yield people.ids.slice(at, at + GROUP);
    return;
  }
  let cursor: string | undefined;
  let group: string[] = [];
  do {
    const page = await client.contacts.list.query({
      ...people.filter,
      limit: PAGE,
      // Who comes while the work goes on comes at the end, and moves nobody to another page.
      sort: 'oldest',
      ...(cursor !== undefined && { cursor }),
    });
    group.push(...page.data.map(({ id }) => id));
    cursor = page.cursor ?? undefined;
    if (group.length >= GROUP || (cursor === undefined && group.length > 0)) {
      yield group;
      group = [];
    }
  } while (cursor !== undefined);
}
