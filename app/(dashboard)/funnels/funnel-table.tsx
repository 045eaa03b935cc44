'use client';
import { useTranslations } from 'next-intl';
import { DataTable, type Column } from '@/components/ui/data-table';
import { RelativeTime } from '@/components/ui/date-time';
import { useFormat } from '@/components/ui/format';
import { Sums } from '@/components/ui/sums';
import type { Brought, FunnelSummary } from './funnel';
import { FunnelStatus } from './funnel-status';
import classes from './funnels.module.css';
import { useFunnelWords } from './use-funnel-words';

/** The results that each funnel brought lately, once they are known. */
export function FunnelTable({ funnels, brought }: { funnels: readonly FunnelSummary[]; brought: Brought | undefined }) {
  const t = useTranslations('funnels');
  const words = useFunnelWords();
  const format = useFormat();
  const of = (id: string) => brought?.funnels.find((each) => each.id === id);
  const columns: Column<FunnelSummary>[] = [
    {
      key: 'name',
      head: t('columns.name'),
      card: 'title',
      width: 18,
      cell: ({ name, trigger, problems }) => (
        <span className={classes.name}>
          <strong>{name}</strong>
          <span data-note>{words.trigger(trigger)}</span>
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
      priority: 5,
      cell: ({ counts }) => format.number(counts.active),
    },
    {
      key: 'converted',
      head: t('columns.converted'),
      width: 8,
      align: 'end',
      priority: 4,
      // Beside revenue in two currencies it has no room on a phone.
      card: 'hidden',
      cell: ({ id }) => brought !== undefined && format.number(of(id)?.converted ?? 0),
    },
    {
      key: 'revenue',
      head: t('columns.revenue'),
      width: 11,
      align: 'end',
      wraps: true,
      priority: 3,
      cell: ({ id }) => <Sums sums={largestFirst(of(id)?.revenueByCurrency ?? {})} />,
    },
    {
      key: 'completed',
      head: t('columns.completed'),
      width: 7,
      align: 'end',
      priority: 1,
      card: 'hidden',
      cell: ({ counts }) => format.number(counts.completed),
    },
    {
      key: 'exited',
      head: t('columns.exited'),
      width: 7,
      align: 'end',
      card: 'hidden',
      cell: ({ counts }) => format.number(counts.exited),
    },
    {
      key: 'changed',
      head: t('columns.changed'),
      width: 9,
      priority: 2,
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

/** Each currency by itself, the largest first. */
const largestFirst = (of: Readonly<Record<string, number>>) =>
  Object.entries(of)
    .map(([currency, amount]) => ({ currency, amount }))
    .sort((a, b) => b.amount - a.amount);
