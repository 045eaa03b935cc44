'use client';
import { Box, SegmentedControl } from '@mantine/core';
import { useTranslations } from 'next-intl';
import dynamic from 'next/dynamic';
import { DayTable } from '@/components/ui/day-table';
import { useFormat } from '@/components/ui/format';
import { Panel } from '@/components/ui/panel';
import { STEPS, type Funnel, type Step } from './referral';
import classes from './referrals.module.css';

const DayChart = dynamic(async () => (await import('@/components/ui/day-chart')).DayChart, {
  ssr: false,
  // Its code comes when the rest is drawn: room for it, and nothing that moves.
  loading: () => <Box h="100%" />,
});

interface Props {
  funnel: Funnel;
  days: number;
  step: Step;
  onStep: (step: Step) => void;
}

/** Clicks, sign-ups or rewards of each day. */
export function Trend({ funnel, days, step, onStep }: Props) {
  const t = useTranslations('referrals.chart');
  const names = useTranslations('referrals.figures');
  const format = useFormat();
  const { points } = funnel;
  const count = points.reduce((sum, point) => sum + point[step], 0);
  const busy = points.filter((point) => STEPS.some((each) => point[each] > 0)).reverse();
  const control = (
    <SegmentedControl
      className={classes.control}
      size="xs"
      aria-label={t('series')}
      data={STEPS.map((value) => ({ value, label: names(value) }))}
      value={step}
      onChange={(value) => onStep(STEPS.find((known) => known === value) ?? 'clicks')}
    />
  );
  return (
    <Panel title={t('title')} aside={control} className={classes.trend}>
      {count === 0 ? (
        <p className={classes.none}>{t('none', { days })}</p>
      ) : (
        <div className={classes.plot}>
          <DayChart
            points={points.map((point) => ({ day: point.day, value: point[step] }))}
            label={t('label', { series: names(step), days, count })}
            series={names(step)}
            height="100%"
          />
        </div>
      )}
      {busy.length > 0 && (
        <DayTable
          label={t('title')}
          days={busy}
          columns={STEPS.map((each) => ({
            key: each,
            head: names(each),
            cell: (point: Funnel['points'][number]) => format.number(point[each]),
          }))}
        />
      )}
    </Panel>
  );
}
