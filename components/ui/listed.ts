import type { InfiniteData, UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';

/** What a list shows, whether it comes in pages or whole. */
export interface Listed<Row> {
  /** undefined until they are there. */
  rows: readonly Row[] | undefined;
  /** How many there are, with those that are not shown yet; undefined where nobody counted. */
  total: number | undefined;
  /** There are more than `total`; nobody counted further. */
  atLeast?: boolean;
  /** Why they cannot be read, or no more of them. */
  error: unknown;
  retry: () => void;
  /** Of a list that comes in pages. */
  pages?: { hasMore: boolean; isLoading: boolean; more: () => void };
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

/** A list that comes whole, so that search and order look through it in the browser. @param rows those to show of it */
export function listedWhole<Row>(
  query: UseQueryResult<unknown, unknown>,
  rows: readonly Row[] | undefined,
): Listed<Row> {
  return { rows, total: rows?.length, error: query.error, retry: () => void query.refetch() };
}
