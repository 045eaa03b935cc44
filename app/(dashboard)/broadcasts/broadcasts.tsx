'use client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { IconSend } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { CurlButton } from '@/components/curl-button';
import { ResourceList } from '@/components/ui/resource-list';
import { listedInPages } from '@/components/ui/listed';
import { FilterChips } from '@/components/ui/filter-chips';
import { ICON } from '@/components/ui/icon';
import { LinkButton } from '@/components/ui/link-button';
import { ListToolbar } from '@/components/ui/list-toolbar';
import { SearchField } from '@/components/ui/search-field';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import { useAddress } from '@/components/ui/use-address';
import { DEFAULTS, filterOf, FILTERS, listOptions } from './broadcast-address';
import { DataTable, type Column } from '@/components/ui/data-table';
import { DateTime, RelativeTime } from '@/components/ui/date-time';
import { useFormat } from '@/components/ui/format';
import { None } from '@/components/ui/none';
import { providerEntry } from '@/server/platform/vendors/catalog';
import { figuresOf, type BroadcastSummary } from './broadcast';
import { BroadcastStatus } from './broadcast-status';
import classes from './broadcasts.module.css';

function BroadcastTable({ items }: { items: readonly BroadcastSummary[] }) {
  const t = useTranslations('broadcasts');
  const format = useFormat();
  const columns: Column<BroadcastSummary>[] = [
    { key: 'name', head: t('columns.name'), card: 'title', width: 14, cell: (item) => item.name },
    {
      key: 'status',
      head: t('columns.status'),
      card: 'state',
      width: 11,
      cell: (item) => <BroadcastStatus broadcast={item} />,
    },
    {
      key: 'channels',
      card: 'hidden',
      width: 11,
      priority: -1,
      head: t('columns.channels'),
      cell: (item) => item.providers.map((id) => providerEntry(id).label).join(', '),
    },
    {
      key: 'sent',
      priority: 1,
      head: t('columns.sent'),
      align: 'end',
      cell: (item) => (item.startedAt === null ? <None /> : format.number(figuresOf(item.statusCounts).sent)),
    },
    { key: 'opened', head: t('columns.opened'), align: 'end', cell: (item) => <Opened item={item} /> },
    { key: 'when', head: t('columns.when'), width: 12, cell: (item) => <When item={item} /> },
  ];
  return (
    <DataTable
      label={t('title')}
      name="broadcasts"
      columns={columns}
      rows={items}
      rowKey={({ id }) => id}
      rowHref={({ id, status }) => (status === 'draft' ? `/broadcasts/${id}/edit` : `/broadcasts/${id}`)}
    />
  );
}

function Opened({ item }: { item: BroadcastSummary }) {
  const format = useFormat();
  const { sent, opened } = figuresOf(item.statusCounts);
  return opened === 0 ? <None /> : format.percent(opened / sent);
}

function When({ item }: { item: BroadcastSummary }) {
  const t = useTranslations('broadcasts');
  if (item.status === 'scheduled' && item.scheduledAt !== null) return <DateTime value={item.scheduledAt} />;
  if (item.startedAt !== null) return <RelativeTime value={item.startedAt} />;
  return (
    <span className={classes.soft}>
      {t.rich('edited', { when: () => <RelativeTime value={item.updatedAt} inSentence /> })}
    </span>
  );
}

export function Broadcasts() {
  const t = useTranslations('broadcasts');
  const [address, setAddress] = useAddress(DEFAULTS);
  const filter = filterOf(address);
  const list = listedInPages(useInfiniteQuery(listOptions(useTRPC(), address)), (page) => page.items);
  const isFiltered = address.q !== '' || filter !== 'all';
  return (
    <ResourceList
      title={t('title')}
      lead={t('lead')}
      action={<LinkButton href="/broadcasts/new">{t('new')}</LinkButton>}
      empty={{
        icon: <IconSend {...ICON} />,
        sentence: t('empty.sentence'),
        link: { href: '/templates', label: t('empty.link') },
      }}
      toolbar={
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
      }
      list={list}
      skeleton={<TableSkeleton columns={5} />}
      onClear={isFiltered ? () => setAddress(DEFAULTS) : undefined}
      foot={
        <CurlButton
          title={t('api.list')}
          requests={[{ title: t('api.list'), help: t('api.listHelp'), method: 'GET', path: '/api/v1/broadcasts' }]}
        />
      }
    >
      {(items) => <BroadcastTable items={items} />}
    </ResourceList>
  );
}
