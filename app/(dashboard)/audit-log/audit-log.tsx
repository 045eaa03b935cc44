'use client';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { IconHistory } from '@tabler/icons-react';
import { useTimeZone, useTranslations } from 'next-intl';
import { useState, type ReactNode } from 'react';
import { useTRPC } from '@/app/trpc';
import { CurlButton } from '@/components/curl-button';
import { EmptyState, NoMatches } from '@/components/ui/empty-state';
import { ErrorNotice } from '@/components/ui/error-notice';
import { ICON } from '@/components/ui/icon';
import { LinkButton } from '@/components/ui/link-button';
import { LoadMore } from '@/components/ui/load-more';
import { PageHead } from '@/components/ui/page-head';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import { useAddress } from '@/components/ui/use-address';
import classes from './audit-log.module.css';
import { EntryDrawer } from './entry-drawer';
import { EntryTable } from './entry-table';
import { ExportMenu } from './export-menu';
import { DEFAULTS, filterOf, listOptions, PAGE, queryOf, type Address } from './filter';
import { LogFilters } from './log-filters';

const NO_FILTER = { ...DEFAULTS };

/** The address at which an entry is open, its filters kept. */
function hrefOf(address: Address, id: string): string {
  const query = new URLSearchParams(
    Object.entries({ ...address, entry: id }).filter(([name, value]) => value !== DEFAULTS[name as keyof Address]),
  );
  return `/audit-log?${query.toString()}`;
}

/** Who changed what: every entry, newest first. */
export function AuditLog() {
  const t = useTranslations('auditLog');
  const words = useTranslations('ui');
  const [address, setAddress] = useAddress(DEFAULTS);
  const [opened] = useState(() => Date.now());
  const filter = filterOf(address, useTimeZone() ?? 'UTC', opened);
  const query = useInfiniteQuery(listOptions(useTRPC(), filter));
  const entries = query.data?.pages.flatMap((page) => page.entries);
  const isFiltered = Object.keys(filter).length > 0;

  const body = (): ReactNode => {
    if (query.isPending) return <TableSkeleton columns={3} rows={10} />;
    if (entries === undefined)
      return <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />;
    if (entries.length === 0 && !isFiltered)
      return (
        <EmptyState
          icon={<IconHistory {...ICON} />}
          sentence={t('empty.sentence')}
          action={<LinkButton href="/discount-codes/new">{t('empty.action')}</LinkButton>}
          link={{ href: '/docs', label: t('empty.link') }}
        />
      );
    if (entries.length === 0) {
      return (
        <NoMatches
          sentence={t('noMatches')}
          action={
            <Button variant="default" onClick={() => setAddress(NO_FILTER)}>
              {words('clearFilters')}
            </Button>
          }
        />
      );
    }
    return (
      <>
        <EntryTable entries={entries} hrefOf={({ id }) => hrefOf(address, id)} />
        <LoadMore
          shown={entries.length}
          hasMore={query.hasNextPage}
          loading={query.isFetchingNextPage}
          onMore={() => void query.fetchNextPage()}
        />
      </>
    );
  };

  const curl = queryOf({ ...filter });
  return (
    <>
      <PageHead
        title={t('title')}
        lead={t('lead')}
        action={entries !== undefined && entries.length > 0 ? <ExportMenu filter={filter} /> : undefined}
      />
      {(isFiltered || entries === undefined || entries.length > 0) && (
        <LogFilters address={address} onChange={setAddress} />
      )}
      {body()}
      <CurlButton
        className={classes.api}
        title={t('api.title')}
        requests={[
          {
            title: t('api.list'),
            help: t('api.listHelp'),
            method: 'GET',
            path: '/api/v1/audit-log',
            query: curl === '' ? `limit=${PAGE}` : `${curl}&limit=${PAGE}`,
          },
          {
            title: t('api.export'),
            help: t('api.exportHelp'),
            method: 'GET',
            path: '/api/v1/audit-log/export',
            query: curl === '' ? 'format=ndjson' : `${curl}&format=ndjson`,
          },
        ]}
      />
      <EntryDrawer
        id={address.entry}
        known={entries?.find(({ id }) => id === address.entry)}
        onClose={() => setAddress({ entry: '' })}
        onFilter={(chosen) => setAddress({ ...NO_FILTER, ...chosen })}
      />
    </>
  );
}
