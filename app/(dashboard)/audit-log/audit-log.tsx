'use client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { IconHistory } from '@tabler/icons-react';
import { useTimeZone, useTranslations } from 'next-intl';
import { useState } from 'react';
import { useTRPC } from '@/app/trpc';
import { CurlButton } from '@/components/curl-button';
import { EmptyState } from '@/components/ui/empty-state';
import { ICON } from '@/components/ui/icon';
import { LinkButton } from '@/components/ui/link-button';
import { ListBody } from '@/components/ui/list-body';
import { listedInPages } from '@/components/ui/listed';
import { PageHead } from '@/components/ui/page-head';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import { useAddress } from '@/components/ui/use-address';
import { ChainLine } from './chain-line';
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
  const [address, setAddress] = useAddress(DEFAULTS);
  const [opened] = useState(() => Date.now());
  const filter = filterOf(address, useTimeZone() ?? 'UTC', opened);
  const list = listedInPages(useInfiniteQuery(listOptions(useTRPC(), filter)), (page) => page.entries);
  const entries = list.rows;
  const isFiltered = Object.keys(filter).length > 0;

  const curl = queryOf({ ...filter });
  return (
    <>
      <PageHead
        title={t('title')}
        lead={t('lead')}
        onlyReads
        action={entries !== undefined && entries.length > 0 ? <ExportMenu filter={filter} /> : undefined}
      />
      <ChainLine onShow={(id) => setAddress({ entry: id })} />
      {(isFiltered || entries === undefined || entries.length > 0) && (
        <LogFilters address={address} onChange={setAddress} />
      )}
      <ListBody
        list={list}
        skeleton={<TableSkeleton columns={3} rows={10} />}
        onClear={isFiltered ? () => setAddress(NO_FILTER) : undefined}
        foot={
          <CurlButton
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
              {
                title: t('api.verify'),
                help: t('api.verifyHelp'),
                method: 'GET',
                path: '/api/v1/audit-log/verify',
              },
            ]}
          />
        }
        none={
          <EmptyState
            icon={<IconHistory {...ICON} />}
            sentence={t('empty.sentence')}
            action={<LinkButton href="/discount-codes/new">{t('empty.action')}</LinkButton>}
            link={{ href: '/docs', label: t('empty.link') }}
          />
        }
      >
        {(rows) => <EntryTable entries={rows} hrefOf={({ id }) => hrefOf(address, id)} />}
      </ListBody>
      <EntryDrawer
        id={address.entry}
        known={entries?.find(({ id }) => id === address.entry)}
        onClose={() => setAddress({ entry: '' })}
        onFilter={(chosen) => setAddress({ ...NO_FILTER, ...chosen })}
      />
    </>
  );
}
