'use client';
import { IconHeartHandshake } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { useTRPC } from '@/app/trpc';
import { CurlButton } from '@/components/curl-button';
import { NameCell } from '@/components/ui/name-cell';
import type { Column } from '@/components/ui/data-table';
import { RelativeTime } from '@/components/ui/date-time';
import { FilterChips } from '@/components/ui/filter-chips';
import { ICON } from '@/components/ui/icon';
import { LinkButton } from '@/components/ui/link-button';
import { ListToolbar } from '@/components/ui/list-toolbar';
import { listedInPages } from '@/components/ui/listed';
import { ResourceTable } from '@/components/ui/resource-table';
import { SearchField } from '@/components/ui/search-field';
import { useAddress } from '@/components/ui/use-address';
import { FINAL } from '@/server/modules/creators/collaborations/vocabulary';
import { ADDRESS, listOptions, SHOWN } from './collaboration-address';
import type { Listed } from './creator';
import classes from './creators.module.css';
import { CreatorStatus } from './creator-status';

/** Everybody whom the shop works with, last changed first. */
export function Collaborations() {
  const t = useTranslations('creators.people');
  const statuses = useTranslations('creators.statuses');
  const [address, setAddress] = useAddress(ADDRESS);
  const columns = useColumns();
  const list = listedInPages(useInfiniteQuery(listOptions(useTRPC(), address)), (page) => page.data);
  const isFiltered = Object.entries(ADDRESS).some(([name, value]) => address[name as keyof typeof ADDRESS] !== value);
  return (
    <ResourceTable
      title={t('title')}
      lead={t('lead')}
      action={<LinkButton href="/programs">{t('invite')}</LinkButton>}
      empty={{ icon: <IconHeartHandshake {...ICON} />, sentence: t('empty') }}
      toolbar={
        <ListToolbar
          search={<SearchField label={t('search')} value={address.q} onChange={(q) => setAddress({ q })} />}
          filters={
            <FilterChips
              label={t('filter')}
              options={SHOWN.map((value) => ({
                value,
                label: value === 'all' || value === 'unread' ? t(value) : statuses(value),
              }))}
              value={SHOWN.find((known) => known === address.status) ?? 'all'}
              onChange={(status) => setAddress({ status })}
            />
          }
        />
      }
      list={list}
      onClear={isFiltered ? () => setAddress({ ...ADDRESS }) : undefined}
      foot={
        <CurlButton
          title={t('api.title')}
          requests={[{ title: t('api.list'), method: 'GET', path: '/api/v1/collaborations' }]}
        />
      }

      columns={columns}
      rowHref={({ id }) => `/collaborations/${id}`}
      isDimmed={({ status }) => FINAL.includes(status)}

      rowsBefore={8}
    />
  );
}

function useColumns(): Column<Listed>[] {
  const t = useTranslations('creators.people.columns');
  return useMemo(
    () => [
      {
        key: 'name',
        head: t('name'),
        card: 'title',
        width: 16,
        cell: ({ creator, unreadAt }) => (
          <NameCell
            name={
              unreadAt === undefined ? (
                creator.name
              ) : (
                <>
                  {creator.name} <span className={classes.unread}>{t('unread')}</span>
                </>
              )
            }
            note={creator.email}
          />
        ),
      },
      {
        key: 'status',
        head: t('status'),
        card: 'state',
        width: 12,
        cell: ({ status }) => <CreatorStatus status={status} />,
      },
      { key: 'about', head: t('about'), width: 13, priority: 1, cell: ({ about }) => about },
      {
        key: 'changed',
        head: t('changed'),
        width: 9,
        priority: 2,
        cell: ({ updatedAt }) => <RelativeTime value={updatedAt} />,
      },
    ],
    [t],
  );
}
