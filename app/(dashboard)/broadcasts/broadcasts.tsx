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
import { BroadcastTable } from './broadcast-table';

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
