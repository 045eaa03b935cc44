'use client';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { IconSend } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { CurlButton } from '@/components/curl-button';
import { EmptyState, NoMatches } from '@/components/ui/empty-state';
import { ErrorNotice } from '@/components/ui/error-notice';
import { FilterChips } from '@/components/ui/filter-chips';
import { useFormat } from '@/components/ui/format';
import { ICON } from '@/components/ui/icon';
import { LinkButton } from '@/components/ui/link-button';
import { ListToolbar } from '@/components/ui/list-toolbar';
import { LoadMore } from '@/components/ui/load-more';
import { PageHead } from '@/components/ui/page-head';
import { SearchField } from '@/components/ui/search-field';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import { useAddress } from '@/components/ui/use-address';
import { DEFAULTS, filterOf, FILTERS, listOptions } from './broadcast-address';
import { BroadcastTable } from './broadcast-table';

export function Broadcasts() {
  const t = useTranslations('broadcasts');
  const tUi = useTranslations('ui');
  const format = useFormat();
  const trpc = useTRPC();
  const [address, setAddress] = useAddress(DEFAULTS);
  const filter = filterOf(address);
  const query = useInfiniteQuery(listOptions(trpc, address));
  const items = query.data?.pages.flatMap((page) => page.items);
  const total = query.data?.pages.at(-1)?.total ?? 0;
  const filtered = address.q !== '' || filter !== 'all';
  const none = items?.length === 0 && !filtered;
  const create = <LinkButton href="/broadcasts/new">{t('new')}</LinkButton>;
  return (
    <>
      <PageHead
        title={t('title')}
        count={items && items.length > 0 ? format.number(total) : undefined}
        lead={t('lead')}
        action={none ? undefined : create}
      />
      {query.isError && <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />}
      {none && (
        <EmptyState
          icon={<IconSend {...ICON} />}
          sentence={t('empty.sentence')}
          action={create}
          link={{ href: '/templates', label: t('empty.link') }}
        />
      )}
      {!none && (
        <ListToolbar
          search={<SearchField label={t('search')} value={address.q} onChange={(q) => setAddress({ q })} />}
          filters={
            <FilterChips
              label={t('filters.label')}
              options={FILTERS.map((value) => ({
                value,
                label: value === 'all' ? t('filters.all') : t(`status.${value}`),
              }))}
              value={filter}
              onChange={(status) => setAddress({ status })}
            />
          }
        />
      )}
      {query.isPending && <TableSkeleton columns={5} />}
      {items && items.length > 0 && (
        <>
          <BroadcastTable items={items} />
          <LoadMore
            shown={items.length}
            total={total}
            hasMore={query.hasNextPage}
            loading={query.isFetchingNextPage}
            onMore={() => void query.fetchNextPage()}
          />
        </>
      )}
      {items?.length === 0 && filtered && (
        <NoMatches
          sentence={tUi('noMatches')}
          action={
            <Button variant="default" onClick={() => setAddress({ q: '', status: 'all' })}>
              {tUi('clearFilters')}
            </Button>
          }
        />
      )}
      {items && (
        <CurlButton
          title={t('api.list')}
          requests={[{ title: t('api.list'), help: t('api.listHelp'), method: 'GET', path: '/api/v1/broadcasts' }]}
        />
      )}
    </>
  );
}
