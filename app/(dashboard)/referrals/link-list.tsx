'use client';
import { Button } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { DataTable } from '@/components/ui/data-table';
import { NoMatches } from '@/components/ui/empty-state';
import { ErrorNotice } from '@/components/ui/error-notice';
import { ListToolbar } from '@/components/ui/list-toolbar';
import { LoadMore } from '@/components/ui/load-more';
import { SearchField } from '@/components/ui/search-field';
import { SortSelect } from '@/components/ui/sort-select';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import { useAddress } from '@/components/ui/use-address';
import { LINK_SORTS } from '@/server/resources/referrals/schema';
import { CallsButton } from './calls-button';
import { useLinkColumns } from './use-link-columns';
import classes from './referrals.module.css';

const DEFAULTS = { q: '', sort: 'newest' };
const PAGE = 25;

/** Every customer's link, and what it brought. */
export function LinkList() {
  const t = useTranslations('referrals.links');
  const words = useTranslations('ui');
  const trpc = useTRPC();
  const columns = useLinkColumns();
  const [address, setAddress] = useAddress(DEFAULTS);
  const sort = LINK_SORTS.find((known) => known === address.sort) ?? 'newest';
  const q = address.q.trim().slice(0, 100);
  const query = useInfiniteQuery(
    trpc.referrals.listLinks.infiniteQueryOptions(
      { sort, limit: PAGE, ...(q !== '' && { q }) },
      { getNextPageParam: (page) => page.nextCursor, placeholderData: keepPreviousData },
    ),
  );
  const links = query.data?.pages.flatMap((page) => page.items) ?? [];
  const total = query.data?.pages.at(-1)?.total;

  const body = () => {
    if (query.isPending) return <TableSkeleton columns={columns.length} rows={8} />;
    if (total === undefined) return <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />;
    if (links.length === 0 && q === '') return <p className={classes.noneYet}>{t('none')}</p>;
    if (links.length === 0) {
      return (
        <NoMatches
          sentence={words('noMatches')}
          action={
            <Button variant="default" onClick={() => setAddress({ q: '' })}>
              {words('clearSearch')}
            </Button>
          }
        />
      );
    }
    return (
      <>
        <DataTable
          label={t('label')}
          name="referral-links"
          columns={columns}
          rows={links}
          rowKey={({ id }) => id}
          rowHref={({ id }) => `/referrals/links/${id}`}
          sort={sort}
          onSort={(next) => setAddress({ sort: next })}
        />
        <LoadMore
          shown={links.length}
          total={total}
          hasMore={query.hasNextPage}
          loading={query.isFetchingNextPage}
          onMore={() => void query.fetchNextPage()}
        />
      </>
    );
  };
  return (
    <>
      {!(total === 0 && q === '') && (
        <ListToolbar
          search={<SearchField label={t('search')} value={address.q} onChange={(next) => setAddress({ q: next })} />}
          order={
            <SortSelect
              options={LINK_SORTS.map((value) => ({ value, label: t(`sorts.${value}`) }))}
              value={sort}
              onChange={(next) => setAddress({ sort: next })}
            />
          }
        />
      )}
      {body()}
      <CallsButton link={links[0]} />
    </>
  );
}
