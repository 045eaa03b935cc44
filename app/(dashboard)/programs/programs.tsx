'use client';
import { IconAffiliate } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import type { Program } from '@/app/(dashboard)/collaborations/creator';
import classes from '@/app/(dashboard)/collaborations/creators.module.css';
import { useTRPC } from '@/app/trpc';
import { CurlButton } from '@/components/curl-button';
import { NameCell } from '@/components/ui/name-cell';
import type { Column } from '@/components/ui/data-table';
import { RelativeTime } from '@/components/ui/date-time';
import { FilterChips } from '@/components/ui/filter-chips';
import { ICON } from '@/components/ui/icon';
import { ListToolbar } from '@/components/ui/list-toolbar';
import { listedInPages } from '@/components/ui/listed';
import { ResourceTable } from '@/components/ui/resource-table';
import { useAddress } from '@/components/ui/use-address';
import { whenOpened } from '@/components/ui/when-opened';
import { NewButton } from '@/components/ui/new-button';
import { ADDRESS, listOptions, SHOWN, shownOf } from './program-address';
import { AffiliateProgramStatus } from './program-status';
import { useProgramWords } from './use-program-words';

const ProgramDrawer = whenOpened(async () => (await import('./program-drawer')).ProgramDrawer);

/** Every affiliate program and how it stands. */
export function Programs() {
  const t = useTranslations('creators.programs');
  const [address, setAddress] = useAddress(ADDRESS);
  const show = shownOf(address.show);
  const columns = useColumns();
  const list = listedInPages(useInfiniteQuery(listOptions(useTRPC(), show)), (page) => page.data);
  return (
    <>
      <ResourceTable
        title={t('title')}
        lead={t('lead')}
        action={<NewButton onClick={() => setAddress({ new: '1' })}>{t('new')}</NewButton>}
        empty={{ icon: <IconAffiliate {...ICON} />, sentence: t('empty') }}
        toolbar={
          <ListToolbar
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
        onClear={show === 'current' ? undefined : () => setAddress({ show: 'current' })}
        foot={
          <CurlButton
            title={t('api.title')}
            requests={[
              { title: t('api.list'), method: 'GET', path: '/api/v1/programs' },
              {
                title: t('api.convert'),
                method: 'POST',
                path: '/api/v1/programs/conversions',
                body: { checkoutSessionId: 'order-4711', code: 'k7m2p9qx', amount: 150000, currency: 'IDR' },
              },
            ]}
          />
        }

        columns={columns}
        rowHref={({ id }) => `/programs/${id}`}
        isDimmed={({ status }) => status === 'archived'}
      />
      <ProgramDrawer opened={address.new !== ''} onClose={() => setAddress({ new: '' })} />
    </>
  );
}

function useColumns(): Column<Program>[] {
  const t = useTranslations('creators.programs.columns');
  const { pays } = useProgramWords();
  return useMemo(
    () => [
      {
        key: 'name',
        head: t('name'),
        card: 'title',
        width: 18,
        cell: (row) => <NameCell name={row.name} note={pays(row)} />,
      },
      {
        key: 'status',
        head: t('status'),
        card: 'state',
        width: 8,
        cell: ({ status }) => <AffiliateProgramStatus status={status} />,
      },
      {
        key: 'visibility',
        head: t('visibility'),
        width: 10,
        cell: ({ visibility }) => <span className={classes.soft}>{t(`visibilities.${visibility}`)}</span>,
      },
      {
        key: 'created',
        head: t('created'),
        width: 9,
        priority: 1,
        cell: ({ createdAt }) => <RelativeTime value={createdAt} />,
      },
    ],
    [t, pays],
  );
}
