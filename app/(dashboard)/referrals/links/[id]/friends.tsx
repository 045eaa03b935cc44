'use client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { LinkDetails } from '@/app/(dashboard)/referrals/referral';
import { useAttributionColumns } from '@/app/(dashboard)/referrals/use-attribution-columns';
import { useTRPC } from '@/app/trpc';
import { DataTable } from '@/components/ui/data-table';
import { ErrorNotice } from '@/components/ui/error-notice';
import { LoadMore } from '@/components/ui/load-more';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import classes from '@/app/(dashboard)/referrals/detail.module.css';

const PAGE = 10;

/** Who came through the link, newest first. */
export function Friends({ link }: { link: LinkDetails }) {
  const t = useTranslations('referrals.link');
  const trpc = useTRPC();
  // The referrer is the same in every row.
  const columns = useAttributionColumns().filter(({ key }) => key !== 'referrer');
  const query = useInfiniteQuery(
    trpc.referrals.listAttributions.infiniteQueryOptions(
      { linkId: link.id, limit: PAGE },
      { getNextPageParam: (page) => page.nextCursor },
    ),
  );
  const rows = query.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <section className={classes.wide} aria-labelledby="friends">
      <h2 id="friends">{t('friends')}</h2>
      {query.isPending && <TableSkeleton columns={columns.length} rows={3} />}
      {query.isError && rows.length === 0 && (
        <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />
      )}
      {query.isSuccess && rows.length === 0 && <p className={classes.none}>{t('noFriends')}</p>}
      {rows.length > 0 && (
        <>
          <DataTable
            label={t('friends')}
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            rowHref={({ id }) => `/referrals/attributions/${id}`}
            isDimmed={({ status }) => status === 'expired' || status === 'voided'}
          />
          <LoadMore
            shown={rows.length}
            total={query.data?.pages.at(-1)?.total ?? rows.length}
            hasMore={query.hasNextPage}
            loading={query.isFetchingNextPage}
            onMore={() => void query.fetchNextPage()}
          />
        </>
      )}
    </section>
  );
}
