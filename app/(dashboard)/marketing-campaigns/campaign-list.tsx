'use client';
import { Button } from '@mantine/core';
import { IconPlus, IconTargetArrow } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { CurlButton } from '@/components/curl-button';
import { FilterChips } from '@/components/ui/filter-chips';
import { ICON } from '@/components/ui/icon';
import { ListToolbar } from '@/components/ui/list-toolbar';
import { listedInPages } from '@/components/ui/listed';
import { ResourceList } from '@/components/ui/resource-list';
import { SearchField } from '@/components/ui/search-field';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import { useAddress } from '@/components/ui/use-address';
import { whenOpened } from '@/components/ui/when-opened';
import { chosenBy, DEFAULTS, listOptions, SHOWS } from './campaign-address';
import { CampaignTable } from './campaign-table';

const CampaignDrawer = whenOpened(async () => (await import('./campaign-drawer')).CampaignDrawer);

export function CampaignList() {
  const t = useTranslations('marketingCampaigns');
  const [address, setAddress] = useAddress(DEFAULTS);
  const chosen = chosenBy(address);
  const list = listedInPages(useInfiniteQuery(listOptions(useTRPC(), chosen)), (page) => page.items);
  const isFiltered = chosen.q !== '' || chosen.show !== 'all';
  const newCampaign = (
    <Button leftSection={<IconPlus {...ICON} />} onClick={() => setAddress({ new: '1' })}>
      {t('new')}
    </Button>
  );
  const toolbar = (
    <ListToolbar
      search={<SearchField label={t('search')} value={address.q} onChange={(next) => setAddress({ q: next })} />}
      filters={
        <FilterChips
          label={t('filters.label')}
          options={SHOWS.map((value) => ({ value, label: t(`filters.${value}`) }))}
          value={chosen.show}
          onChange={(status) => setAddress({ status })}
        />
      }
    />
  );
  return (
    <>
      <ResourceList
        title={t('title')}
        action={newCampaign}
        empty={{
          icon: <IconTargetArrow {...ICON} />,
          sentence: t('empty.sentence'),
          link: { href: '/marketing-campaigns?new=sample', label: t('empty.link') },
        }}
        toolbar={toolbar}
        list={list}
        skeleton={<TableSkeleton columns={5} rows={6} />}
        onClear={isFiltered ? () => setAddress({ q: '', status: 'all' }) : undefined}
        foot={
          <CurlButton
            title={t('api.title')}
            requests={[
              {
                title: t('api.list'),
                method: 'GET',
                path: '/api/v1/marketing-campaigns',
                ...(chosen.show !== 'all' && { query: `status=${chosen.show}` }),
              },
              {
                title: t('api.create'),
                method: 'POST',
                path: '/api/v1/marketing-campaigns',
                body: { name: 'Lebaran 2027', goal: 'conversion', status: 'live' },
              },
              {
                title: t('api.selector'),
                help: t('api.selectorHelp'),
                method: 'GET',
                path: '/api/v1/marketing-campaigns/_/selector',
              },
            ]}
          />
        }
      >
        {(campaigns) => <CampaignTable campaigns={campaigns} />}
      </ResourceList>
      <CampaignDrawer
        opened={address.new !== ''}
        sample={address.new === 'sample'}
        onClose={() => setAddress({ new: '' })}
      />
    </>
  );
}
