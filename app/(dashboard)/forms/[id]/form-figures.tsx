'use client';
import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import dynamic from 'next/dynamic';
import { DAYS } from '@/app/(dashboard)/forms/form-address';
import classes from '@/app/(dashboard)/forms/forms.module.css';
import { useTRPC, type Outputs } from '@/app/trpc';
import { DayTable } from '@/components/ui/day-table';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Figure } from '@/components/ui/figure';
import { useFormat } from '@/components/ui/format';
import { Panel } from '@/components/ui/panel';

const HEIGHT = 180;

const DayChart = dynamic(async () => (await import('@/components/ui/day-chart')).DayChart, {
  ssr: false,
  // Its code comes when the rest is drawn: room for it, and nothing that moves.
  loading: () => <Box h={HEIGHT} />,
});

type Day = Outputs['forms']['figures']['days'][number];
const COUNTED = ['views', 'submissions', 'confirmed'] as const;

const sum = (days: readonly Day[], key: Exclude<keyof Day, 'day'>): number =>
  days.reduce((total, day) => total + day[key], 0);

/** The results of a form in 30 days. */
export function FormFigures({ id }: { id: string }) {
  const t = useTranslations('forms.figures');
  const format = useFormat();
  const query = useQuery(useTRPC().forms.figures.queryOptions({ id, days: DAYS }));
  const days = query.data?.days;
  if (days === undefined)
    return query.error === null ? null : (
      <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />
    );
  const [views, submissions, confirmed, blocked] = [...COUNTED, 'blocked' as const].map((key) => sum(days, key)) as [
    number,
    number,
    number,
    number,
  ];
  const busy = days.filter((day) => COUNTED.some((key) => day[key] > 0)).reverse();
  return (
    <Panel title={t('title', { days: DAYS })}>
      <div className={classes.figures}>
        <Figure label={t('views')} current={views} />
        <Figure label={t('submissions')} current={submissions} />
        <Figure label={t('confirmed')} current={confirmed} />
        {views > 0 && <Figure label={t('rate')} current={confirmed / views} write={format.percent} />}
      </div>
      {submissions === 0 ? (
        <p className={classes.soft}>{t('none', { days: DAYS })}</p>
      ) : (
        <DayChart
          points={days.map((day) => ({
            day: day.day,
            value: day.confirmed,
            whole: Math.max(day.submissions, day.confirmed),
          }))}
          label={t('chartLabel', { submissions, confirmed, days: DAYS })}
          series={t('confirmed')}
          whole={t('submissions')}
          height={HEIGHT}
        />
      )}
      {busy.length > 0 && (
        <DayTable
          label={t('chart')}
          days={busy}
          columns={COUNTED.map((key) => ({ key, head: t(key), cell: (day: Day) => format.number(day[key]) }))}
        />
      )}
      {blocked > 0 && <p className={classes.soft}>{t('blocked', { count: blocked })}</p>}
    </Panel>
  );
}
