'use client';
import { useInfiniteQuery } from '@tanstack/react-query';
import {
  IconHistory,
  IconChevronDown,
  IconDownload,
  IconFileText,
  IconLink,
  IconTable,
  IconAffiliate,
  IconKey,
  IconRobot,
  IconTerminal2,
  IconUser,
  type Icon,
} from '@tabler/icons-react';
import { useTimeZone, useTranslations } from 'next-intl';
import { useState } from 'react';
import { useTRPC } from '@/app/trpc';
import { CurlButton } from '@/components/curl-button';
import { EmptyState } from '@/components/ui/empty-state';
import { ICON, SMALL_ICON } from '@/components/ui/icon';
import { LinkButton } from '@/components/ui/link-button';
import { ListBody } from '@/components/ui/list-body';
import { listedInPages } from '@/components/ui/listed';
import { PageHead } from '@/components/ui/page-head';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import { useAddress } from '@/components/ui/use-address';
import { ChainLine } from './chain-line';
import { EntryDrawer } from './entry-drawer';
import { DEFAULTS, filterOf, listOptions, PAGE, queryOf, type Address, type Filter } from './filter';
import { LogFilters } from './log-filters';
import { Button, Menu } from '@mantine/core';
import { DataTable, type Column } from '@/components/ui/data-table';
import { DateTime } from '@/components/ui/date-time';
import classes from './audit-log.module.css';
import type { Entry } from './known';
import { Sentence } from './sentence';

const ICONS: Record<Entry['actorKind'], Icon> = {
  session: IconUser,
  key: IconKey,
  platform: IconAffiliate,
  operator: IconTerminal2,
  system: IconRobot,
};

/** The kind of whoever acted; the words stand beside it. */
function ActorIcon({ kind }: { kind: Entry['actorKind'] }) {
  const Picture = ICONS[kind];
  return (
    <span className={classes.actor} data-kind={kind}>
      <Picture {...SMALL_ICON} />
    </span>
  );
}

interface Props {
  entries: readonly Entry[];
  /** The address at which an entry is open. */
  hrefOf: (entry: Entry) => string;
}

function EntryTable({ entries, hrefOf }: Props) {
  const t = useTranslations('auditLog');
  const columns: Column<Entry>[] = [
    {
      key: 'what',
      head: t('columns.what'),
      card: 'title',
      width: 22,
      cell: (entry) => (
        <span className={classes.change}>
          <ActorIcon kind={entry.actorKind} />
          <span className={classes.words}>
            <span>
              <Sentence entry={entry} />
            </span>
            <Beside entry={entry} />
          </span>
        </span>
      ),
    },
    {
      key: 'action',
      width: 15,
      priority: -1,
      head: t('columns.action'),
      card: 'hidden',
      cell: (entry) => <code className={classes.code}>{entry.action}</code>,
    },
    {
      key: 'when',
      width: 13,
      head: t('columns.when'),
      cell: (entry) => (
        <span className={classes.when}>
          <DateTime value={entry.createdAt} />
        </span>
      ),
    },
  ];
  return (
    <DataTable
      label={t('title')}
      name="audit-log"
      columns={columns}
      rows={entries}
      rowKey={({ id }) => id}
      rowHref={hrefOf}
    />
  );
}

/** The change of the record, and the person on whose behalf it was made, where that is known. */
function Beside({ entry: { data, onBehalfOf } }: { entry: Entry }) {
  const t = useTranslations('auditLog');
  const changed = Array.isArray(data.changed) ? data.changed.filter((field) => typeof field === 'string') : [];
  const notes = [
    ...(onBehalfOf === null ? [] : [t('onBehalf')]),
    ...(changed.length === 0 ? [] : [t('changed', { fields: changed.join(', ') })]),
  ];
  return notes.length === 0 ? null : <small data-note>{notes.join(' · ')}</small>;
}

const KINDS = [
  { kind: 'csv', format: 'csv', more: '', icon: IconTable },
  { kind: 'ndjson', format: 'ndjson', more: '', icon: IconFileText },
  { kind: 'chain', format: 'ndjson', more: 'chain=true', icon: IconLink },
] as const;

/** Every entry of the filter as a file: a link, so that the browser saves it while it comes in. */
function ExportMenu({ filter }: { filter: Filter }) {
  const t = useTranslations('auditLog.export');
  const query = queryOf(filter);
  return (
    <Menu position="bottom-end" width={300}>
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDownload {...SMALL_ICON} />}
          rightSection={<IconChevronDown {...SMALL_ICON} />}
        >
          {t('action')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {KINDS.map(({ kind, format, more, icon: Picture }) => (
          <Menu.Item
            key={kind}
            component="a"
            href={`/api/v1/audit-log/export?${[`format=${format}`, more, query].filter(Boolean).join('&')}`}
            download
            leftSection={<Picture {...SMALL_ICON} />}
          >
            {t(kind)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

const NO_FILTER = { ...DEFAULTS };

/** The address at which an entry is open, its filters kept. */
function hrefOf(address: Address, id: string): string {
  const query = new URLSearchParams(
    Object.entries({ ...address, entry: id }).filter(([name, value]) => value !== DEFAULTS[name as keyof Address]),
  );
  return `/audit-log?${query.toString()}`;
}

/** The list of who changed what: every entry, newest first. */
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
