'use client';
import { Button } from '@mantine/core';
import { IconMailOff, IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ROOT, type Suppression } from '@/app/(dashboard)/abandoned-cart/reminder';
import { useTRPC } from '@/app/trpc';
import { CurlButton } from '@/components/curl-button';
import { DataTable, type Column } from '@/components/ui/data-table';
import { RelativeTime } from '@/components/ui/date-time';
import { EmptyState, NoMatches } from '@/components/ui/empty-state';
import { ErrorNotice } from '@/components/ui/error-notice';
import { useFormat } from '@/components/ui/format';
import { ICON } from '@/components/ui/icon';
import { ListToolbar } from '@/components/ui/list-toolbar';
import { LoadMore } from '@/components/ui/load-more';
import { PageHead } from '@/components/ui/page-head';
import { SearchField } from '@/components/ui/search-field';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import { useAddress } from '@/components/ui/use-address';
import { AddSuppression } from './add-suppression';
import { RemoveSuppression } from './remove-suppression';
import classes from './suppressions.module.css';

const DEFAULTS = { q: '', new: '' };
const PAGE = 50;
const PATH = '/api/v1/abandoned-cart/suppressions';

/** Buyers who get no reminders, whether they said so themselves or somebody did for them. */
export function Suppressions() {
  const t = useTranslations('abandonedCart');
  const words = useTranslations('ui');
  const format = useFormat();
  const trpc = useTRPC();
  const [address, setAddress] = useAddress(DEFAULTS);
  const [removing, setRemoving] = useState<Suppression | null>(null);
  const q = address.q.trim().slice(0, 254);
  const query = useInfiniteQuery(
    trpc.abandonedCart.searchSuppressions.infiniteQueryOptions(
      { limit: PAGE, ...(q !== '' && { q }) },
      { getNextPageParam: (page) => page.nextCursor, placeholderData: keepPreviousData },
    ),
  );
  const rows = query.data?.pages.flatMap((page) => page.items) ?? [];
  const total = query.data?.pages.at(-1)?.total;
  const none = total === 0 && q === '';
  const columns: Column<Suppression>[] = [
    {
      key: 'email',
      head: t('suppressions.email'),
      card: 'title',
      cell: (row) => <span className={classes.email}>{row.email}</span>,
    },
    {
      key: 'since',
      width: 10,
      head: t('suppressions.since'),
      cell: (row) =>
        row.optedOutAt !== null && (
          <span className={classes.when}>
            <RelativeTime value={row.optedOutAt} />
          </span>
        ),
    },
    {
      key: 'actions',
      head: words('actions'),
      hideHead: true,
      align: 'end',
      card: 'corner',
      width: 12,
      cell: (row) => (
        <Button
          variant="default"
          size="xs"
          aria-label={t('suppressions.removeOne', { email: row.email })}
          onClick={() => setRemoving(row)}
        >
          {t('suppressions.remove')}
        </Button>
      ),
    },
  ];
  const add = (
    <Button leftSection={<IconPlus {...ICON} />} onClick={() => setAddress({ new: '1' })}>
      {t('suppressions.add')}
    </Button>
  );
  const body = () => {
    if (query.isPending) return <TableSkeleton columns={columns.length} rows={6} />;
    if (total === undefined) return <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />;
    if (rows.length === 0) {
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
        <DataTable label={t('suppressions.title')} columns={columns} rows={rows} rowKey={({ id }) => id} />
        <LoadMore
          shown={rows.length}
          total={total}
          hasMore={query.hasNextPage}
          loading={query.isFetchingNextPage}
          onMore={() => void query.fetchNextPage()}
        />
      </>
    );
  };
  const sample = rows[0]?.email ?? 'sari@toko.example';
  return (
    <>
      <PageHead
        title={t('suppressions.title')}
        count={total === undefined || none ? undefined : format.number(total)}
        lead={t('suppressions.lead')}
        back={{ href: ROOT, label: t('title') }}
        action={none ? undefined : add}
      />
      {none ? (
        <EmptyState icon={<IconMailOff {...ICON} />} sentence={t('suppressions.none')} action={add} />
      ) : (
        <>
          <ListToolbar
            search={
              <SearchField
                label={t('suppressions.search')}
                value={address.q}
                onChange={(next) => setAddress({ q: next })}
              />
            }
          />
          {body()}
        </>
      )}
      <CurlButton
        className={classes.curl}
        title={t('suppressions.api.title')}
        requests={[
          { title: t('suppressions.api.list'), method: 'GET', path: PATH, query: 'limit=200' },
          { title: t('suppressions.api.add'), method: 'POST', path: PATH, body: { email: sample } },
          {
            title: t('suppressions.api.remove'),
            help: t('suppressions.api.removeHelp'),
            method: 'DELETE',
            path: `${PATH}/${encodeURIComponent(sample)}`,
          },
        ]}
      />
      <AddSuppression opened={address.new === '1'} onClose={() => setAddress({ new: '' })} />
      <RemoveSuppression suppression={removing} onClose={() => setRemoving(null)} />
    </>
  );
}
