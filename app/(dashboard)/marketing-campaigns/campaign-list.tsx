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
import { DataTable, type Column } from '@/components/ui/data-table';
import { RelativeTime } from '@/components/ui/date-time';
import type { CampaignSummary } from './campaign';
import { CampaignStatus } from './campaign-status';
import classes from './campaigns.module.css';

const COUNTED = ['broadcasts', 'discountCodes', 'blogPosts', 'cartReminders'] as const;
/** A workspace has one of each. */
const SINGLE = ['referralPrograms', 'feeds'] as const;

function CampaignTable({ campaigns }: { campaigns: readonly CampaignSummary[] }) {
  const t = useTranslations('marketingCampaigns');
  const columns: Column<CampaignSummary>[] = [
    {
      key: 'name',
      head: t('columns.name'),
      card: 'title',
      cell: ({ name, description }) => (
        <span className={classes.name}>
          <strong>{name}</strong>
          {description !== null && description !== '' && <span data-note>{description}</span>}
        </span>
      ),
    },
    {
      key: 'status',
      head: t('columns.status'),
      card: 'state',
      width: 9,
      cell: ({ status }) => <CampaignStatus status={status} />,
    },
    { key: 'goal', head: t('columns.goal'), width: 10, cell: ({ goal }) => t(`goals.${goal}`) },
    {
      key: 'linked',
      head: t('columns.linked'),
      width: 15,
      priority: 1,
      cell: (campaign) => <Linked counts={campaign._count} />,
    },
    {
      key: 'created',
      card: 'hidden',
      width: 10,
      head: t('columns.created'),
      cell: ({ createdAt }) => (
        <span className={classes.when}>
          <RelativeTime value={createdAt} />
        </span>
      ),
    },
  ];
  return (
    <DataTable
      label={t('title')}
      name="campaigns"
      columns={columns}
      rows={campaigns}
      rowKey={({ id }) => id}
      rowHref={({ id }) => `/marketing-campaigns/${id}`}
      isDimmed={({ status }) => status === 'archived'}
    />
  );
}

/** “2 broadcasts · 5 codes · Referral program”. */
function Linked({ counts }: { counts: CampaignSummary['_count'] }) {
  const t = useTranslations('marketingCampaigns.linked');
  const parts = [
    ...COUNTED.filter((key) => counts[key] > 0).map((key) => t(key, { count: counts[key] })),
    ...SINGLE.filter((key) => counts[key] > 0).map((key) => t(key)),
  ];
  if (parts.length === 0) return <span className={classes.soft}>{t('none')}</span>;
  return <span className={classes.linked}>{parts.join(' · ')}</span>;
}

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
