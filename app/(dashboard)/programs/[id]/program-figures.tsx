'use client';
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import classes from '@/app/(dashboard)/collaborations/creators.module.css';
import { useTRPC } from '@/app/trpc';
import { DataTable, type Column } from '@/components/ui/data-table';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Figure } from '@/components/ui/figure';
import { useFormat } from '@/components/ui/format';
import { Panel } from '@/components/ui/panel';
import { Sums } from '@/components/ui/sums';
import type { Outputs } from '@/app/trpc';

type Top = Outputs['programs']['stats']['top'][number];
const DAYS = 30;

const sumsOf = (by: Record<string, number>) => Object.entries(by).map(([currency, amount]) => ({ currency, amount }));

/** The results of a program in 30 days, and the people who brought them. */
export function ProgramFigures({ id }: { id: string }) {
  const t = useTranslations('creators.programs.figures');
  const format = useFormat();
  const query = useQuery(useTRPC().programs.stats.queryOptions({ id, windowDays: DAYS }));
  const stats = query.data;
  if (stats === undefined)
    return query.error === null ? null : (
      <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />
    );
  const columns: Column<Top>[] = [
    { key: 'name', head: t('who'), card: 'title', width: 14, cell: ({ name }) => name },
    { key: 'clicks', head: t('clicks'), align: 'end', width: 6, cell: ({ clicks }) => format.number(clicks) },
    { key: 'sales', head: t('sales'), align: 'end', width: 6, cell: ({ conversions }) => format.number(conversions) },
    {
      key: 'revenue',
      head: t('revenue'),
      align: 'end',
      width: 9,
      cell: ({ revenueByCurrency }) => <Sums sums={sumsOf(revenueByCurrency)} />,
    },
  ];
  return (
    <>
      <Panel title={t('title', { days: DAYS })}>
        <div className={classes.figures}>
          <Figure label={t('clicks')} current={stats.clicks} />
          <Figure label={t('sales')} current={stats.conversions} />
          {Object.entries(stats.revenueByCurrency).map(([currency, amount]) => (
            <Figure
              key={currency}
              label={t('revenueIn', { currency })}
              current={amount}
              write={(value) => format.money(value, currency)}
            />
          ))}
        </div>
      </Panel>
      {stats.top.length > 0 && (
        <Panel title={t('top')}>
          <DataTable
            label={t('top')}
            columns={columns}
            rows={stats.top}
            rowKey={({ collaborationId }) => collaborationId}
            rowHref={({ collaborationId }) => `/collaborations/${collaborationId}`}
          />
        </Panel>
      )}
      {stats.untold.length > 0 && (
        <Panel title={t('untold')}>
          <p className={classes.soft}>{t('untoldHelp')}</p>
          <ul className={classes.talk}>
            {stats.untold.map(({ checkoutSessionId, discountCode }) => (
              <li key={checkoutSessionId}>
                <Anchor component={Link} href={`/discount-codes?q=${encodeURIComponent(discountCode)}`} inherit>
                  {discountCode}
                </Anchor>
                <span data-note>{checkoutSessionId}</span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}
