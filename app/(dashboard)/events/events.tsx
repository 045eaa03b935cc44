'use client';
import { useQuery } from '@tanstack/react-query';
import { IconPointer } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useTRPC, type Outputs } from '@/app/trpc';
import { useArrivedAccount } from '@/components/shell/use-account';
import { CurlButton } from '@/components/curl-button';
import { EmptyState, NoMatches } from '@/components/ui/empty-state';
import { ErrorNotice } from '@/components/ui/error-notice';
import { FilterSelect } from '@/components/ui/filter-select';
import { ICON } from '@/components/ui/icon';
import { PageHead } from '@/components/ui/page-head';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import { useAddress } from '@/components/ui/use-address';
import { ADDRESS, recentOptions } from './event-address';
import classes from './events.module.css';
import { Anchor } from '@mantine/core';
import Link from 'next/link';
import { DataTable, type Column } from '@/components/ui/data-table';
import { RelativeTime } from '@/components/ui/date-time';
import { useFormat } from '@/components/ui/format';
import { None } from '@/components/ui/none';

type Recent = Outputs['events']['recent'];
type Name = Recent['names'][number];
type Event = Recent['events'][number];

/** The number of events of each name, and how many of them belong to a known person. */
function NameTable({ names }: { names: readonly Name[] }) {
  const t = useTranslations('events.names');
  const tUi = useTranslations('ui');
  const format = useFormat();
  const columns: Column<Name>[] = [
    { key: 'name', head: t('name'), card: 'title', cell: ({ name }) => name },
    {
      key: 'count',
      head: t('count'),
      align: 'end',
      priority: 2,
      cell: ({ count, hasMore }) => (hasMore ? tUi('moreThan', { total: count }) : format.number(count)),
    },
    {
      key: 'ofContacts',
      width: 10,
      head: t('ofContacts'),
      align: 'end',
      priority: 1,
      cell: ({ ofContacts, count }) => format.percent(ofContacts / count),
    },
    { key: 'last', head: t('last'), cell: ({ lastAt }) => <RelativeTime value={lastAt} /> },
  ];
  return <DataTable label={t('title')} columns={columns} rows={names} rowKey={({ name }) => name} />;
}

/** “price 150000, category kopi”; what is no text or number is shown as it was sent. */
const wordsOf = (properties: Event['properties']): string =>
  Object.entries(properties)
    .map(([key, value]) => `${key} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');

function EventTable({ events }: { events: readonly Event[] }) {
  const t = useTranslations('events.newest');
  const columns: Column<Event>[] = [
    { key: 'name', head: t('name'), card: 'title', cell: ({ name }) => name },
    {
      key: 'whose',
      head: t('whose'),
      width: 12,
      priority: 2,
      cell: ({ contact, told }) =>
        contact !== null ? (
          <Anchor component={Link} href={`/contacts/${contact.id}`} inherit>
            {contact.name}
          </Anchor>
        ) : told !== null ? (
          t('unknown', { told })
        ) : (
          <None />
        ),
    },
    {
      key: 'properties',
      head: t('properties'),
      width: 16,
      priority: 1,
      cell: ({ properties }) =>
        Object.keys(properties).length === 0 ? (
          <None />
        ) : (
          <span className={classes.properties} title={JSON.stringify(properties)}>
            {wordsOf(properties)}
          </span>
        ),
    },
    { key: 'at', head: t('at'), card: 'state', cell: ({ at }) => <RelativeTime value={at} /> },
  ];
  return <DataTable label={t('title')} columns={columns} rows={events} rowKey={({ id, at }) => `${at} ${id}`} />;
}

/** Events arrive while one looks on. */
const REFRESH_MS = 5000;

/** The events that the shop's server sends: how many of each kind, the newest ones, and how they are sent. */
export function Events() {
  const t = useTranslations('events');
  const [address, setAddress] = useAddress(ADDRESS);
  const query = useQuery({ ...recentOptions(useTRPC(), address), refetchInterval: REFRESH_MS });
  const recent = query.data;
  if (recent === undefined)
    return (
      <>
        <PageHead title={t('title')} lead={t('lead')} />
        {query.isError ? (
          <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />
        ) : (
          <TableSkeleton columns={4} rows={8} />
        )}
      </>
    );
  const { names, events } = recent;
  if (names.length === 0 && address.name === '')
    return (
      <>
        <PageHead title={t('title')} lead={t('lead')} />
        <EmptyState
          icon={<IconPointer {...ICON} />}
          sentence={t('empty')}
          onlyReads
          action={<HowToSend variant="filled" />}
          link={{ href: '/docs/guides/events', label: t('guide') }}
        />
      </>
    );
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} />
      <div className={classes.sections}>
        <section aria-labelledby="names">
          <h2 id="names">{t('names.title')}</h2>
          <NameTable names={names} />
        </section>
        <section aria-labelledby="newest">
          <div className={classes.head}>
            <h2 id="newest">{t('newest.title')}</h2>
            <FilterSelect
              label={t('newest.name')}
              all={t('newest.all')}
              options={names.map(({ name }) => ({ value: name, label: name }))}
              value={address.name}
              onChange={(name) => setAddress({ name })}
            />
          </div>
          {events.length === 0 ? (
            <NoMatches sentence={t('newest.none')} action={undefined} />
          ) : (
            <EventTable events={events} />
          )}
        </section>
      </div>
      <HowToSend />
    </>
  );
}

function HowToSend({ variant }: { variant?: 'filled' }) {
  const t = useTranslations('events.api');
  const accountId = useArrivedAccount()?.workspace?.id;
  return (
    <CurlButton
      title={t('title')}
      variant={variant}
      requests={[
        {
          title: t('tell'),
          help: t('tellHelp'),
          method: 'POST',
          path: '/api/v1/events',
          body: {
            accountId,
            events: [
              {
                name: 'product_viewed',
                id: 'view-0001',
                customerId: 'customer-17',
                email: 'sari@example.com',
                at: new Date().toISOString(),
                properties: { productId: 'sku-7', price: 150_000 },
              },
            ],
          },
        },
      ]}
    />
  );
}
