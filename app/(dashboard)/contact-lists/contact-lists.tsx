'use client';
import { Button } from '@mantine/core';
import { IconListDetails, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC, type Outputs } from '@/app/trpc';
import { CurlButton } from '@/components/curl-button';
import { DataTable, type Column } from '@/components/ui/data-table';
import { RelativeTime } from '@/components/ui/date-time';
import { EmptyState, NoMatches } from '@/components/ui/empty-state';
import { ErrorNotice } from '@/components/ui/error-notice';
import { useFormat } from '@/components/ui/format';
import { ICON } from '@/components/ui/icon';
import { ListToolbar } from '@/components/ui/list-toolbar';
import { PageHead } from '@/components/ui/page-head';
import { SearchField } from '@/components/ui/search-field';
import { SortSelect } from '@/components/ui/sort-select';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import { useAddress } from '@/components/ui/use-address';
import { whenOpened } from '@/components/ui/when-opened';
import classes from './contact-lists.module.css';

const ListDrawer = whenOpened(async () => (await import('./list-drawer')).ListDrawer);

export type List = Outputs['contactLists']['list'][number];

/** `new` opens the form, so that other pages can link to it. */
const ADDRESS = { q: '', sort: 'newest', new: '' };
const SORTS = ['newest', 'oldest', 'name', 'name_desc', 'largest', 'smallest'] as const;
type Sort = (typeof SORTS)[number];

const ORDERS: Record<Sort, (a: List, b: List) => number> = {
  newest: (a, b) => b.createdAt.localeCompare(a.createdAt),
  oldest: (a, b) => a.createdAt.localeCompare(b.createdAt),
  name: (a, b) => a.name.localeCompare(b.name),
  name_desc: (a, b) => b.name.localeCompare(a.name),
  largest: (a, b) => b.memberCount - a.memberCount,
  smallest: (a, b) => a.memberCount - b.memberCount,
};

/** Every list. They come whole, so search and order look through them here. */
export function ContactLists() {
  const t = useTranslations('contactLists');
  const tUi = useTranslations('ui');
  const format = useFormat();
  const trpc = useTRPC();
  const [address, setAddress] = useAddress(ADDRESS);
  const sort: Sort = SORTS.find((known) => known === address.sort) ?? 'newest';
  const query = useQuery(trpc.contactLists.list.queryOptions());
  const lists = query.data;
  const wanted = address.q.trim().toLowerCase();
  const shown = lists
    ?.filter(
      ({ name, description }) =>
        name.toLowerCase().includes(wanted) || (description ?? '').toLowerCase().includes(wanted),
    )
    .sort(ORDERS[sort]);
  const columns: Column<List, Sort>[] = [
    {
      key: 'name',
      head: t('columns.name'),
      card: 'title',
      sort: { ascending: 'name', descending: 'name_desc' },
      cell: ({ name, description }) => (
        <span className={classes.name}>
          <strong>{name}</strong>
          {description !== null && description !== '' && <span data-note>{description}</span>}
        </span>
      ),
    },
    {
      key: 'members',
      width: 8,
      head: t('columns.members'),
      align: 'end',
      sort: { ascending: 'smallest', descending: 'largest', first: 'descending' },
      cell: ({ memberCount }) => format.number(memberCount),
    },
    {
      key: 'created',
      width: 10,
      head: t('columns.created'),
      sort: { ascending: 'oldest', descending: 'newest', first: 'descending' },
      cell: ({ createdAt }) => (
        <span className={classes.soft}>
          <RelativeTime value={createdAt} />
        </span>
      ),
    },
  ];
  const newList = (
    <Button leftSection={<IconPlus {...ICON} />} onClick={() => setAddress({ new: '1' })}>
      {t('new')}
    </Button>
  );
  return (
    <>
      <PageHead
        title={t('title')}
        count={lists && lists.length > 0 ? format.number(lists.length) : undefined}
        action={lists?.length === 0 ? undefined : newList}
      />
      {!lists && query.isError && <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />}
      {query.isPending && <TableSkeleton columns={3} />}
      {lists?.length === 0 && (
        <EmptyState
          icon={<IconListDetails {...ICON} />}
          sentence={t('empty.sentence')}
          action={newList}
          link={{ href: '/contacts/import', label: t('empty.link') }}
        />
      )}
      {shown && lists && lists.length > 0 && (
        <>
          <ListToolbar
            search={<SearchField label={t('search')} value={address.q} onChange={(q) => setAddress({ q })} />}
            order={
              <SortSelect
                options={SORTS.map((value) => ({ value, label: t(`sorts.${value}`) }))}
                value={sort}
                onChange={(next) => setAddress({ sort: next })}
              />
            }
          />
          {shown.length > 0 ? (
            <DataTable
              label={t('title')}
              columns={columns}
              rows={shown}
              rowKey={({ id }) => id}
              rowHref={({ id }) => `/contact-lists/${id}`}
              sort={sort}
              onSort={(next) => setAddress({ sort: next })}
            />
          ) : (
            <NoMatches
              sentence={tUi('noMatches')}
              action={
                <Button variant="default" onClick={() => setAddress({ q: '' })}>
                  {tUi('clearFilters')}
                </Button>
              }
            />
          )}
          <CurlButton
            className={classes.api}
            title={t('api.title')}
            requests={[
              { title: t('api.list'), method: 'GET', path: '/api/v1/contact-lists' },
              {
                title: t('api.create'),
                method: 'POST',
                path: '/api/v1/contact-lists',
                body: { name: 'VIP', description: null },
              },
            ]}
          />
        </>
      )}
      <ListDrawer opened={address.new === '1'} onClose={() => setAddress({ new: '' })} />
    </>
  );
}
