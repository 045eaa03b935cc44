'use client';
import { Button } from '@mantine/core';
import { IconPlus, IconTargetArrow } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useTRPC } from '@/app/trpc';
import { CurlButton } from '@/components/curl-button';
import { EmptyState, NoMatches } from '@/components/ui/empty-state';
import { ErrorNotice } from '@/components/ui/error-notice';
import { FilterChips } from '@/components/ui/filter-chips';
import { useFormat } from '@/components/ui/format';
import { ICON } from '@/components/ui/icon';
import { ListToolbar } from '@/components/ui/list-toolbar';
import { LoadMore } from '@/components/ui/load-more';
import { PageHead } from '@/components/ui/page-head';
import { SearchField } from '@/components/ui/search-field';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import { useAddress } from '@/components/ui/use-address';
import { CAMPAIGN_STATUSES } from '@/server/resources/marketing-campaigns/schema';
import { CampaignDrawer } from './campaign-drawer';
import { CampaignTable } from './campaign-table';
import classes from './campaigns.module.css';

/** `new` opens the form, so that other pages can link to it; `sample` with something to change rather than to begin. */
const ADDRESS = { q: '', status: 'all', new: '' };
const SHOWS = ['all', ...CAMPAIGN_STATUSES] as const;
const PAGE = 25;

export function CampaignList() {
  const t = useTranslations('marketingCampaigns');
  const tUi = useTranslations('ui');
  const format = useFormat();
  const trpc = useTRPC();
  const [address, setAddress] = useAddress(ADDRESS);
  // An address that somebody typed may say anything.
  const show = SHOWS.find((known) => known === address.status) ?? 'all';
  const q = address.q.trim().slice(0, 120);
  const query = useInfiniteQuery(
    trpc.marketingCampaigns.overview.infiniteQueryOptions(
      { limit: PAGE, ...(q !== '' && { q }), ...(show !== 'all' && { status: show }) },
      { getNextPageParam: (page) => page.nextCursor, placeholderData: keepPreviousData },
    ),
  );
  const campaigns = query.data?.pages.flatMap((page) => page.items) ?? [];
  const total = query.data?.pages.at(-1)?.total;
  const filtered = q !== '' || show !== 'all';
  const none = total === 0 && !filtered;
  const newCampaign = (
    <Button leftSection={<IconPlus {...ICON} />} onClick={() => setAddress({ new: '1' })}>
      {t('new')}
    </Button>
  );
  const sample = `/marketing-campaigns?new=sample`;

  const body = (): ReactNode => {
    if (query.isPending) return <TableSkeleton columns={5} rows={6} />;
    if (total === undefined) return <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />;
    if (campaigns.length === 0) {
      const clear = (
        <Button variant="default" onClick={() => setAddress({ q: '', status: 'all' })}>
          {tUi('clearFilters')}
        </Button>
      );
      return <NoMatches sentence={tUi('noMatches')} action={clear} />;
    }
    return (
      <>
        <CampaignTable campaigns={campaigns} />
        <LoadMore
          shown={campaigns.length}
          total={total}
          hasMore={query.hasNextPage}
          loading={query.isFetchingNextPage}
          onMore={() => void query.fetchNextPage()}
        />
      </>
    );
  };

  return (
    <>
      <PageHead
        title={t('title')}
        count={total === undefined || none ? undefined : format.number(total)}
        action={none ? undefined : newCampaign}
      />
      {none ? (
        <EmptyState
          icon={<IconTargetArrow {...ICON} />}
          sentence={t('empty.sentence')}
          action={newCampaign}
          link={{ href: sample, label: t('empty.link') }}
        />
      ) : (
        <>
          <ListToolbar
            search={<SearchField label={t('search')} value={address.q} onChange={(next) => setAddress({ q: next })} />}
            filters={
              <FilterChips
                label={t('filters.label')}
                options={SHOWS.map((value) => ({ value, label: t(`filters.${value}`) }))}
                value={show}
                onChange={(status) => setAddress({ status })}
              />
            }
          />
          {body()}
          <CurlButton
            className={classes.api}
            title={t('api.title')}
            requests={[
              {
                title: t('api.list'),
                method: 'GET',
                path: '/api/v1/marketing-campaigns',
                ...(show !== 'all' && { query: `status=${show}` }),
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
        </>
      )}
      <CampaignDrawer
        opened={address.new !== ''}
        sample={address.new === 'sample'}
        onClose={() => setAddress({ new: '' })}
      />
    </>
  );
}
