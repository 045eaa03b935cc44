'use client';
import { Button } from '@mantine/core';
import { IconPlus, IconTicket } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useTRPC } from '@/app/trpc';
import { DataTable } from '@/components/ui/data-table';
import { EmptyState, NoMatches } from '@/components/ui/empty-state';
import { ErrorNotice } from '@/components/ui/error-notice';
import { FilterChips } from '@/components/ui/filter-chips';
import { FilterSelect } from '@/components/ui/filter-select';
import { useFormat } from '@/components/ui/format';
import { ICON } from '@/components/ui/icon';
import { LinkButton } from '@/components/ui/link-button';
import { ListToolbar } from '@/components/ui/list-toolbar';
import { LoadMore } from '@/components/ui/load-more';
import { PageHead } from '@/components/ui/page-head';
import { SearchField } from '@/components/ui/search-field';
import { SortSelect } from '@/components/ui/sort-select';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import { useAddress } from '@/components/ui/use-address';
import { ORIGINS, SORTS, type Sort } from '@/server/resources/discount-codes/schema';
import { useCodeColumns } from './code-columns';
import { ListCurl } from './list-curl';

const DEFAULTS = { q: '', show: 'all', origin: 'manual', sort: 'newest' };
const SHOWS = ['all', 'active', 'archived'] as const;
type Show = (typeof SHOWS)[number];

const PAGE = 25;
/** A sample to start from: the form of a new code opens with it filled in. */
const SAMPLE = '/discount-codes/new?sample=welcome';

export function CodeList() {
  const t = useTranslations('discountCodes');
  const words = useTranslations('ui');
  const trpc = useTRPC();
  const format = useFormat();
  const columns = useCodeColumns();
  const [address, setAddress] = useAddress(DEFAULTS);
  // An address that somebody typed may say anything.
  const show: Show = SHOWS.find((known) => known === address.show) ?? 'all';
  const sort: Sort = SORTS.find((known) => known === address.sort) ?? 'newest';
  const q = address.q.trim().slice(0, 100);
  // Rewards come by themselves and would bury what the merchant made.
  const origin = address.origin === '' ? undefined : (ORIGINS.find((known) => known === address.origin) ?? 'manual');
  const filter = {
    sort,
    ...(origin !== undefined && { origin }),
    ...(q !== '' && { q }),
    ...(show !== 'all' && { active: show === 'active' }),
  };

  const query = useInfiniteQuery(
    trpc.discountCodes.list.infiniteQueryOptions(
      { ...filter, limit: PAGE },
      { getNextPageParam: (page) => page.nextCursor, placeholderData: keepPreviousData },
    ),
  );
  const codes = query.data?.pages.flatMap((page) => page.items) ?? [];
  const total = query.data?.pages.at(-1)?.total;
  const filtered = q !== '' || show !== 'all' || origin !== 'manual';

  const body = (): ReactNode => {
    if (query.isPending) return <TableSkeleton columns={columns.length} rows={8} />;
    if (total === undefined) return <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />;
    if (codes.length === 0 && filtered) {
      const clear = (
        <Button variant="default" onClick={() => setAddress({ q: '', show: 'all', origin: 'manual' })}>
          {words('clearFilters')}
        </Button>
      );
      return <NoMatches sentence={words('noMatches')} action={clear} />;
    }
    return (
      <>
        <DataTable
          label={t('title')}
          name="discount-codes"
          columns={columns}
          rows={codes}
          rowKey={(code) => code.id}
          rowHref={(code) => `/discount-codes/${code.id}`}
          isDimmed={(code) => !code.active}
          sort={sort}
          onSort={(next) => setAddress({ sort: next })}
        />
        <LoadMore
          shown={codes.length}
          total={total}
          hasMore={query.hasNextPage}
          loading={query.isFetchingNextPage}
          onMore={() => void query.fetchNextPage()}
        />
      </>
    );
  };

  const newCode = (
    <LinkButton href="/discount-codes/new" leftSection={<IconPlus {...ICON} />}>
      {t('new')}
    </LinkButton>
  );
  const none = total === 0 && !filtered;
  return (
    <>
      <PageHead
        title={t('title')}
        count={total === undefined || none ? undefined : format.number(total)}
        action={none ? undefined : newCode}
      />
      {none ? (
        <EmptyState
          icon={<IconTicket {...ICON} />}
          sentence={t('empty.sentence')}
          action={newCode}
          link={{ href: SAMPLE, label: t('empty.link') }}
        />
      ) : (
        <>
          <ListToolbar
            search={<SearchField label={t('search')} value={address.q} onChange={(next) => setAddress({ q: next })} />}
            filters={
              <>
                <FilterChips
                  label={t('filters.label')}
                  options={SHOWS.map((value) => ({ value, label: t(`filters.${value}`) }))}
                  value={show}
                  onChange={(next) => setAddress({ show: next })}
                />
                <FilterSelect
                  label={t('origins.label')}
                  all={t('origins.all')}
                  options={ORIGINS.map((value) => ({ value, label: t(`origins.${value}`) }))}
                  value={origin ?? ''}
                  onChange={(next) => setAddress({ origin: next })}
                />
              </>
            }
            order={
              <SortSelect
                options={SORTS.map((value) => ({ value, label: t(`sorts.${value}`) }))}
                value={sort}
                onChange={(next) => setAddress({ sort: next })}
              />
            }
          />
          {body()}
          <ListCurl filter={filter} />
        </>
      )}
    </>
  );
}
