'use client';
import { Box, SegmentedControl, Skeleton } from '@mantine/core';
import { useTranslations } from 'next-intl';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import type { Code } from '@/app/(dashboard)/discount-codes/code';
import { DayTable } from '@/components/ui/day-table';
import { ErrorNotice } from '@/components/ui/error-notice';
import { useFormat } from '@/components/ui/format';
import { Panel } from '@/components/ui/panel';
import type { Activity } from './code-figures';
import classes from './code-detail.module.css';

const DayChart = dynamic(async () => (await import('@/components/ui/day-chart')).DayChart, {
  ssr: false,
  // Its code comes when the rest is drawn: room for it, and nothing that moves.
  loading: () => <Box h="100%" />,
});

const PERIODS = ['7', '30', '90'] as const;

interface Props {
  code: Code;
  /** The points of 90 days; shorter periods are cut from them. */
  activity: Activity | undefined;
  error: unknown;
  onRetry: () => void;
}

export function CodeChart({ code, activity, error, onRetry }: Props) {
  const t = useTranslations('discountCodes.chart');
  const format = useFormat();
  const [period, setPeriod] = useState<(typeof PERIODS)[number]>('30');
  const days = Number(period);
  const points = activity?.points.slice(-days);
  const count = points?.reduce((sum, point) => sum + point.redemptions, 0) ?? 0;
  const used = points?.filter((point) => point.redemptions > 0).reverse() ?? [];
  const control = (
    <SegmentedControl
      className={classes.period}
      size="xs"
      aria-label={t('period')}
      data={PERIODS.map((value) => ({ value, label: t('days', { days: Number(value) }) }))}
      value={period}
      onChange={(next) => setPeriod(next)}
    />
  );
  return (
    <Panel title={t('title')} aside={control} className={classes.chart}>
      {!points && error !== null && <ErrorNotice error={error} act="read" onRetry={onRetry} />}
      {!points && error === null && <Skeleton height={340} />}
      {points && count === 0 && <p className={classes.none}>{t('none', { days })}</p>}
      {points && count > 0 && (
        <>
          <div className={classes.plot}>
            <DayChart
              points={points.map(({ day, redemptions }) => ({ day, value: redemptions }))}
              label={t('label', { code: code.code, days, count })}
              series={t('redemptions')}
              height="100%"
            />
          </div>
          <DayTable
            label={t('title')}
            days={used}
            columns={[
              { key: 'redemptions', head: t('redemptions'), cell: ({ redemptions }) => format.number(redemptions) },
              { key: 'given', head: t('given'), cell: ({ amount }) => format.money(amount, code.currency) },
            ]}
          />
        </>
      )}
    </Panel>
  );
}
