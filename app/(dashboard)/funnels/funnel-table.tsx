'use client';
import { useTranslations } from 'next-intl';
import { DataTable, type Column } from '@/components/ui/data-table';
import { RelativeTime } from '@/components/ui/date-time';
import { useFormat } from '@/components/ui/format';
import type { FunnelSummary } from './funnel';
import { FunnelStatus } from './funnel-status';
import classes from './funnels.module.css';
import { useFunnelWords } from './use-funnel-words';

export function FunnelTable({ funnels }: { funnels: readonly FunnelSummary[] }) {
  const t = useTranslations('funnels');
  const words = useFunnelWords();
  const format = useFormat();
  const columns: Column<FunnelSummary>[] = [
    {
      key: 'name',
      head: t('columns.name'),
      card: 'title',
      width: 18,
      cell: ({ name, trigger, problems }) => (
        <span className={classes.name}>
          <strong>{name}</strong>
          <span>{words.trigger(trigger)}</span>
          {problems.length > 0 && <span data-problem>{t('problemCount', { count: problems.length })}</span>}
        </span>
      ),
    },
    {
      key: 'state',
      head: t('columns.state'),
      card: 'corner',
      width: 10,
      cell: (funnel) => <FunnelStatus funnel={funnel} />,
    },
    {
      key: 'inside',
      head: t('columns.inside'),
      width: 7,
      align: 'end',
      cell: ({ counts }) => format.number(counts.active),
    },
    {
      key: 'completed',
      head: t('columns.completed'),
      width: 7,
      align: 'end',
      priority: 2,
      cell: ({ counts }) => format.number(counts.completed),
    },
    {
      key: 'exited',
      head: t('columns.exited'),
      width: 7,
      align: 'end',
      priority: 2,
      cell: ({ counts }) => format.number(counts.exited),
    },
    {
      key: 'changed',
      head: t('columns.changed'),
      width: 9,
      priority: 1,
      card: 'hidden',
      cell: ({ updatedAt }) => <RelativeTime value={updatedAt} />,
    },
  ];
  return (
    <DataTable
      label={t('title')}
      name="funnels"
      columns={columns}
      rows={funnels}
      rowKey={({ id }) => id}
      isDimmed={({ status }) => status === 'archived'}
      rowHref={({ id }) => `/funnels/${id}`}
    />
  );
}
