import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';

/** What a list shows. */
export interface Listed<Row> {
  /** undefined until they are there. */
  rows: readonly Row[] | undefined;
  /** How many there are, with those that are not shown yet; undefined where nobody counted. */
  total: number | undefined;
  /** Why they cannot be read, or no more of them. */
  error: unknown;
  retry: () => void;
  pages: { hasMore: boolean; isLoading: boolean; more: () => void };
}

/** A list that comes in pages by cursor. */
export function listedInPages<Page extends { total?: number }, Row>(
  query: UseInfiniteQueryResult<InfiniteData<Page>, unknown>,
  rowsOf: (page: Page) => readonly Row[],
): Listed<Row> {
  const pages = query.data?.pages;
  return {
    rows: pages?.flatMap(rowsOf),
    total: pages?.at(-1)?.total,
    error: query.error,
    retry: () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch()),
    pages: {
      hasMore: query.hasNextPage,
      isLoading: query.isFetchingNextPage,
      more: () => void query.fetchNextPage(),
    },
  };
}
