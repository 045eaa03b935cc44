'use client';
import { useTranslations } from 'next-intl';
import { DataTable, type Column } from '@/components/ui/data-table';
import { DateTime, RelativeTime } from '@/components/ui/date-time';
import { useFormat } from '@/components/ui/format';
import { None } from '@/components/ui/none';
import { providerEntry } from '@/server/providers/catalog';
import { figuresOf, type BroadcastSummary } from './broadcast';
import { BroadcastStatus } from './broadcast-status';
import classes from './broadcasts.module.css';

export function BroadcastTable({ items }: { items: readonly BroadcastSummary[] }) {
  const t = useTranslations('broadcasts');
  const format = useFormat();
  const columns: Column<BroadcastSummary>[] = [
    { key: 'name', head: t('columns.name'), card: 'title', width: 14, cell: (item) => item.name },
    {
      key: 'status',
      head: t('columns.status'),
      card: 'state',
      width: 11,
      cell: (item) => <BroadcastStatus broadcast={item} />,
    },
    {
      key: 'channels',
      card: 'hidden',
      width: 11,
      priority: -1,
      head: t('columns.channels'),
      cell: (item) => item.providers.map((id) => providerEntry(id).label).join(', '),
    },
    {
      key: 'sent',
      priority: 1,
      head: t('columns.sent'),
      align: 'end',
      cell: (item) => (item.startedAt === null ? <None /> : format.number(figuresOf(item.statusCounts).sent)),
    },
    { key: 'opened', head: t('columns.opened'), align: 'end', cell: (item) => <Opened item={item} /> },
    { key: 'when', head: t('columns.when'), width: 12, cell: (item) => <When item={item} /> },
  ];
  return (
    <DataTable
      label={t('title')}
      name="broadcasts"
      columns={columns}
      rows={items}
      rowKey={({ id }) => id}
      rowHref={({ id, status }) => (status === 'draft' ? `/broadcasts/${id}/edit` : `/broadcasts/${id}`)}
    />
  );
}

function Opened({ item }: { item: BroadcastSummary }) {
  const format = useFormat();
  const { sent, opened } = figuresOf(item.statusCounts);
  return opened === 0 ? <None /> : format.percent(opened / sent);
}

function When({ item }: { item: BroadcastSummary }) {
  const t = useTranslations('broadcasts');
  if (item.status === 'scheduled' && item.scheduledAt !== null) return <DateTime value={item.scheduledAt} />;
  if (item.startedAt !== null) return <RelativeTime value={item.startedAt} />;
  return (
    <span className={classes.soft}>
      {t.rich('edited', { when: () => <RelativeTime value={item.updatedAt} inSentence /> })}
    </span>
  );
}
