'use client';
import { Anchor } from '@mantine/core';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { Outputs } from '@/app/trpc';
import { DataTable, type Column } from '@/components/ui/data-table';
import { RelativeTime } from '@/components/ui/date-time';
import { useFormat } from '@/components/ui/format';
import { None } from '@/components/ui/none';
import classes from './events.module.css';

type Recent = Outputs['events']['recent'];
type Name = Recent['names'][number];
type Event = Recent['events'][number];

/** How many of each name there were, and of how many it is known whose they are. */
export function NameTable({ names }: { names: readonly Name[] }) {
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

export function EventTable({ events }: { events: readonly Event[] }) {
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
