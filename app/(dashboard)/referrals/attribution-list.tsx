'use client';
import { Button } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { DataTable } from '@/components/ui/data-table';
import { NoMatches } from '@/components/ui/empty-state';
import { ErrorNotice } from '@/components/ui/error-notice';
import { FilterChips } from '@/components/ui/filter-chips';
import { ListToolbar } from '@/components/ui/list-toolbar';
import { LoadMore } from '@/components/ui/load-more';
import { SearchField } from '@/components/ui/search-field';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import { useAddress } from '@/components/ui/use-address';
import { ATTRIBUTION_STATUSES } from '@/server/resources/referrals/schema';
import { CallsButton } from './calls-button';
import { useAttributionColumns } from './use-attribution-columns';
import classes from './referrals.module.css';

const DEFAULTS = { q: '', status: 'all' };
const SHOWN = ['all', ...ATTRIBUTION_STATUSES] as const;
const PAGE = 25;

/** Everybody who signed up through a link, and what came of it. */
export function AttributionList() {
  const t = useTranslations('referrals');
  const words = useTranslations('ui');
  const trpc = useTRPC();
  const columns = useAttributionColumns();
  const [address, setAddress] = useAddress(DEFAULTS);
  const status = SHOWN.find((known) => known === address.status) ?? 'all';
  const q = address.q.trim().slice(0, 100);
  const filtered = q !== '' || status !== 'all';
  const query = useInfiniteQuery(
    trpc.referrals.listAttributions.infiniteQueryOptions(
      { limit: PAGE, ...(q !== '' && { q }), ...(status !== 'all' && { status }) },
      { getNextPageParam: (page) => page.nextCursor, placeholderData: keepPreviousData },
    ),
  );
  const attributions = query.data?.pages.flatMap((page) => page.items) ?? [];
  const total = query.data?.pages.at(-1)?.total;

  const body = () => {
    if (query.isPending) return <TableSkeleton columns={columns.length} rows={8} />;
    if (total === undefined) return <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />;
    if (attributions.length === 0 && !filtered) return <p className={classes.noneYet}>{t('attributions.none')}</p>;
    if (attributions.length === 0) {
      return (
        <NoMatches
          sentence={words('noMatches')}
          action={
            <Button variant="default" onClick={() => setAddress(DEFAULTS)}>
              {words('clearFilters')}
            </Button>
          }
        />
      );
    }
    return (
      <>
        <DataTable
          label={t('views.attributions')}
          name="referral-signups"
          columns={columns}
          rows={attributions}
          rowKey={({ id }) => id}
          rowHref={({ id }) => `/referrals/attributions/${id}`}
          isDimmed={(row) => row.status === 'expired' || row.status === 'voided'}
        />
        <LoadMore
          shown={attributions.length}
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
      {!(total === 0 && !filtered) && (
        <ListToolbar
          search={
            <SearchField
              label={t('attributions.search')}
              value={address.q}
              onChange={(next) => setAddress({ q: next })}
            />
          }
          filters={
            <FilterChips
              label={t('attributions.filters.label')}
              options={SHOWN.map((value) => ({
                value,
                label: value === 'all' ? t('attributions.filters.all') : t(`statuses.${value}`),
              }))}
              value={status}
              onChange={(next) => setAddress({ status: next })}
            />
          }
        />
      )}
      {body()}
      <CallsButton />
    </>
  );
}
