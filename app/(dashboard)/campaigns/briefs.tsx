'use client';
import { IconVideo } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { useTRPC, type Outputs } from '@/app/trpc';
import { CurlButton } from '@/components/curl-button';
import { NameCell } from '@/components/ui/name-cell';
import type { Column } from '@/components/ui/data-table';
import { RelativeTime } from '@/components/ui/date-time';
import { FilterChips } from '@/components/ui/filter-chips';
import { ICON } from '@/components/ui/icon';
import { ListToolbar } from '@/components/ui/list-toolbar';
import { listedInPages } from '@/components/ui/listed';
import { None } from '@/components/ui/none';
import { ResourceTable } from '@/components/ui/resource-table';
import { SearchField } from '@/components/ui/search-field';
import { useAddress } from '@/components/ui/use-address';
import { whenOpened } from '@/components/ui/when-opened';
import { NewButton } from '@/components/ui/new-button';
import { ADDRESS, listOptions, SHOWN, shownOf } from './brief-address';
import { BriefStatus } from './brief-status';

const BriefDrawer = whenOpened(async () => (await import('./brief-drawer')).BriefDrawer);

type Row = Outputs['campaigns']['list']['data'][number];

/** Every brief and how it stands. */
export function Briefs() {
  const t = useTranslations('creators.briefs');
  const [address, setAddress] = useAddress(ADDRESS);
  const show = shownOf(address.show);
  const columns = useColumns();
  const list = listedInPages(useInfiniteQuery(listOptions(useTRPC(), address)), (page) => page.data);
  const isFiltered = show !== 'current' || address.q !== '';
  return (
    <>
      <ResourceTable
        title={t('title')}
        lead={t('lead')}
        action={<NewButton onClick={() => setAddress({ new: '1' })}>{t('new')}</NewButton>}
        empty={{ icon: <IconVideo {...ICON} />, sentence: t('empty') }}
        toolbar={
          <ListToolbar
            search={<SearchField label={t('search')} value={address.q} onChange={(q) => setAddress({ q })} />}
            filters={
              <FilterChips
                label={t('filters.label')}
                options={SHOWN.map((value) => ({ value, label: t(`filters.${value}`) }))}
                value={show}
                onChange={(value) => setAddress({ show: value })}
              />
            }
          />
        }
        list={list}
        onClear={isFiltered ? () => setAddress({ show: 'current', q: '' }) : undefined}
        foot={
          <CurlButton
            title={t('api.title')}
            requests={[{ title: t('api.list'), method: 'GET', path: '/api/v1/campaigns' }]}
          />
        }

        columns={columns}
        rowHref={({ id }) => `/campaigns/${id}`}
        isDimmed={({ status }) => status === 'archived'}
      />
      <BriefDrawer opened={address.new !== ''} onClose={() => setAddress({ new: '' })} />
    </>
  );
}

function useColumns(): Column<Row>[] {
  const t = useTranslations('creators.briefs.columns');
  return useMemo(
    () => [
      {
        key: 'title',
        head: t('title'),
        card: 'title',
        width: 18,
        cell: ({ title, deliverables }) => (
          <NameCell name={title} note={t('deliverables', { count: deliverables.length })} />
        ),
      },
      {
        key: 'status',
        head: t('status'),
        card: 'state',
        width: 8,
        cell: ({ status }) => <BriefStatus status={status} />,
      },
      {
        key: 'slots',
        head: t('slots'),
        width: 8,
        cell: ({ slots, filledSlots }) =>
          slots === null ? t('taken', { filled: filledSlots }) : t('ofSlots', { filled: filledSlots, slots }),
      },
      {
        key: 'applyBy',
        head: t('applyBy'),
        width: 9,
        priority: 1,
        cell: ({ applyBy }) => (applyBy === null ? <None /> : <RelativeTime value={applyBy} />),
      },
    ],
    [t],
  );
}
