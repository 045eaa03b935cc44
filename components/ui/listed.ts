import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';

/** The data that a list shows. */
export interface Listed<Row> {
  /** undefined until they are there. */
  rows: readonly Row[] | undefined;
  /** The total, with the rows that are not shown yet; undefined where nobody counted. */
  total: number | undefined;
  /** There are more than `total`; it was not counted further. */
  isMore?: boolean | undefined;
  /** Why they cannot be read, or no more of them. */
  error: unknown;
  retry: () => void;
  pages: { hasMore: boolean; isLoading: boolean; more: () => void };
}

/** Returns the total that a page itself states; pages of very long lists count nobody. */
const totalOf = (page: object | undefined): number | undefined =>
  page !== undefined && 'total' in page && typeof page.total === 'number' ? page.total : undefined;

/** A list that comes in pages by cursor. */
export function listedInPages<Page extends object, Row>(
  query: UseInfiniteQueryResult<InfiniteData<Page>, unknown>,
  rowsOf: (page: Page) => readonly Row[],
): Listed<Row> {
  const pages = query.data?.pages;
  return {
    rows: pages?.flatMap(rowsOf),
    total: totalOf(pages?.at(-1)),
    error: query.error,
    retry: () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch()),
    pages: {
      hasMore: query.hasNextPage,
      isLoading: query.isFetchingNextPage,
      more: () => void query.fetchNextPage(),
    },
  };
}

/**
 * A list that comes whole; search and order look through it on the page.
 * @param all every row, undefined until they are there
 * @param rows those that are let through, in their order
 */
export function listedWhole<Row>(
  query: { error: unknown; refetch: () => unknown },
  all: readonly Row[] | undefined,
  rows: readonly Row[] | undefined,
): Listed<Row> {
  return {
    rows,
    total: all?.length,
    error: query.error,
    retry: () => void query.refetch(),
    pages: { hasMore: false, isLoading: false, more: () => undefined },
  };
}
