/** The data of the list of products, chosen by its address; read first on the server, then in the browser. */
import { keepPreviousData } from '@tanstack/react-query';
import type { Api } from '@/app/trpc';
import { STATES } from '@/server/modules/shops/feeds/vocabulary';
import type { FeedAddressValues, Rule } from './product';

const PAGE = 50;

/**
 * Returns the chosen values. An address that somebody typed may say anything. @param rules those that the findings name
 */
export const chosenBy = ({ q, state, rule }: FeedAddressValues, rules: readonly Rule[]) => ({
  q: q.trim().slice(0, 100),
  state: STATES.find((known) => known === state),
  rule: rules.find((known) => known.rule === rule)?.rule,
});

export const listOptions = (trpc: Api, { q, state, rule }: ReturnType<typeof chosenBy>) =>
  trpc.feeds.listProducts.infiniteQueryOptions(
    {
      limit: PAGE,
      ...(q !== '' && { q }),
      ...(state !== undefined && { state }),
      ...(rule !== undefined && { rule }),
    },
    { getNextPageParam: (page) => page.nextCursor, placeholderData: keepPreviousData },
  );
